/* A query to its units. Twin of generator/patternbook/search/reading.py. */

const LONGEST = 2000;
const MOST_UNITS = 64;
const QUOTED = /`[^`\n]{1,200}`/g;
const NAME = /^(?:[A-Z][^A-Z_.:#@/>]*|[A-Z]+[0-9]*[?!]?)$/;
const WORD = /^[^A-Z_.:#@/>]+$/;
const IDENTIFIER_CHARACTER = /[A-Za-z0-9_]/;
const SPACE = /^[ \t\r\n]?$/;
const ALWAYS = ["#(", "#[", "#{", "%{", "^"];
const BRACKETS = ["(", "[", "{"];
const HYPHENS = ["-", "/"];
const KEYWORDS = /^(?:[A-Za-z_][A-Za-z0-9_]*:)+$/;
const MEMBER = /^([A-Z][A-Za-z0-9_]*)(?:::|[.#])([a-z_][A-Za-z0-9_]*)$/;
const ARITY = /\/[0-9]+$/;
const MOST_KEYWORDS = 8;
const LETTERS = /^[A-Za-z]+$/;
const LONGEST_JOIN = 3;

/** Units of a query: {text, kind, words, symbols}; kinds are word, name, code and mark. */
function read(query) {
  const text = basic(Array.from(query.slice(0, 2 * LONGEST)).slice(0, LONGEST).join(""));
  const quoted = [...text.matchAll(QUOTED)].map((found) => [found.index, found.index + found[0].length]);
  const tokens = scan(text).slice(0, MOST_UNITS);
  return tokens.map((token) => unitOf(token, tokens, text, quoted));
}

function unitOf(token, tokens, text, quoted) {
  const end = token.start + token.text.length;
  const inQuotes = quoted.some(([start, stop]) => start < token.start && token.start < stop);
  if (token.kind === "mark") {
    const named = inQuotes || tokens.length === 1 || standsForItself(token, text);
    return {
      text: token.text,
      kind: inQuotes ? "code" : "mark",
      words: [term(token.text)],
      symbols: named ? [term(symbol(token.text))] : [],
    };
  }
  if (token.kind === "word" || token.kind === "number") {
    return { text: token.text, kind: "word", words: [lower(token.text)], symbols: [] };
  }
  return {
    text: token.text,
    kind: inQuotes || text[end] === "(" ? "code" : kindOf(token.text),
    words: pieces(token.text).map(plain),
    symbols: nameSymbols(token.text),
  };
}

function kindOf(text) {
  if (NAME.test(text)) return "name";
  return WORD.test(text) ? "word" : "code";
}

function standsForItself(token, text) {
  if (ALWAYS.includes(token.text)) return true;
  const before = neighbour(text[token.start - 1] || "");
  const after = neighbour(text[token.start + token.text.length] || "");
  return before === after && !BRACKETS.includes(token.text) && !(HYPHENS.includes(token.text) && before === "word");
}

function neighbour(character) {
  if (IDENTIFIER_CHARACTER.test(character)) return "word";
  return SPACE.test(character) ? "space" : "mark";
}

function nameSymbols(text) {
  const spellings = [symbol(text)];
  if (/[?!]$/.test(text)) spellings.push(text.slice(0, -1));
  const member = MEMBER.exec(text);
  if (member) spellings.push(`${member[1]} >> ${member[2]}`);
  if (/^[#@]/.test(text)) spellings.push(text.slice(1));
  if (text.includes(":") && !text.endsWith(":")) spellings.push(`${text}:`);
  spellings.push(text.replace(ARITY, ""));
  return distinct(spellings.map(term));
}

function keywordSelectors(units) {
  const parts = units
    .filter((unit) => unit.kind === "code" && KEYWORDS.test(unit.text))
    .slice(0, MOST_KEYWORDS)
    .map((unit) => unit.text);
  const selectors = [];
  for (let start = 0; start < parts.length; start += 1) {
    for (let stop = start + 2; stop <= parts.length; stop += 1) {
      selectors.push(parts.slice(start, stop).join(""));
    }
  }
  return selectors;
}

/** Terms that neighbouring words may make as one identifier, and these words: [[term, words], …]. */
function joinedWords(units) {
  const joins = [];
  for (let start = 0; start < units.length; start += 1) {
    const run = [];
    for (const unit of units.slice(start, start + LONGEST_JOIN)) {
      if ((unit.kind !== "word" && unit.kind !== "name") || !LETTERS.test(unit.text)) break;
      run.push(unit);
      const joined = run.map((one) => one.text).join("").toLowerCase();
      const words = run.flatMap((one) => one.words);
      if (words.length !== 1 || words[0] !== joined) joins.push([joined, words]);
      if (run.length > 1) joins.push([plain(joined), words], [`${joined}:`, words]);
    }
  }
  return joins;
}
