/*
 * Patternbook's search in the browser: the same terms, plans, levels and results as patternbook.search in Python.
 *
 * A classic script without imports. In a page or a worker it leaves the global PatternbookSearch; under Node it is
 * module.exports. Lunr is handed in, and is only ever asked by clauses: its query parser sees no text.
 *
 * Each part names its twin in generator/patternbook/search/. Whoever changes one changes both; a test compares
 * them to the last bit.
 */
(function (root) {
  "use strict";

  // ---- terms.py: text to terms ------------------------------------------------------------------------------

  const LETTER =
    "A-Za-z_\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u1fff" +
    "\\u2c00-\\u2fef\\u3005-\\u3007\\u3031-\\u3035\\u3040-\\ud7ff";
  const IDENT = `[${LETTER}][${LETTER}0-9]*`;
  const OPERATOR = "[+\\-*/<>=~%&|^:\\\\!?]+";
  const SCAN = new RegExp(
    `([A-Z][${LETTER}0-9]*(?: class)? ?>> ?(?:${IDENT}(?::${IDENT})*:?|${OPERATOR}))` +
      `|((?:Java|Type)Script(?![${LETTER}0-9])|[CcFf]#(?![${LETTER}0-9({\\[])|[Cc]\\+\\+(?![${LETTER}0-9+]))` +
      `|([@#]?${IDENT}(?:(?:::|>>|[.:#@])${IDENT})*(?:/[0-9]+|:(?![:=])|[?!](?![=${LETTER}]))?)` +
      `|([0-9][${LETTER}0-9]*)` +
      `|(\\[ ?:${IDENT}[^|\\[\\]\\n]{0,80}\\|)` +
      `|([#%]?[({\\[]|${OPERATOR}|[;,]|\\.\\.+|[@$])`,
    "g",
  );
  const KINDS = ["", "method", "word", "name", "number", "mark", "mark"];
  const PIECE = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/g;
  const WORD_BREAK = /[_.:#@/>?! ]+/;
  const FOLDED = /[\u00c0-\u024f\u0370-\u03ff\u0400-\u052f\u0531-\u0556\u1e00-\u1eff]/g;
  const NOT_ASCII = /[^\x00-\x7f]/;
  const ASTRAL = /[\ud800-\udbff][\udc00-\udfff]/g;
  const PLAIN_WORD = /^[a-z]+$/;
  const ONE_WORD = /^[A-Za-z][a-z]*$/;
  const VOWEL = /[aeiouy]/;
  const DOUBLED = /([bcdfghjklmnpqrstvwxz])\1$/;
  const CALLED = new RegExp(`[${LETTER}0-9]\\(\\)$`);
  const PLURALS_IN_ES = /(?:sses|shes|ches|xes|zes|iases|uses)$/;
  const NO_PLURALS = /(?:ss|us|is|ias|vas)$/;

  /** Tokens of a text, in order: {text, kind, start}. */
  function scan(text) {
    const tokens = [];
    for (const found of text.matchAll(SCAN)) {
      const group = found.findIndex((value, index) => index > 0 && value !== undefined);
      tokens.push({ text: found[0], kind: KINDS[group], start: found.index });
    }
    return tokens;
  }

  function lower(text) {
    return text
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      .replace(FOLDED, (letter) => {
        const small = letter.toLowerCase();
        return small.length === 1 ? small : letter;
      });
  }

  /** The plain form in which the inflections of a word meet. */
  function plain(word) {
    if (word.length <= 3 || !PLAIN_WORD.test(word)) return word;
    word = withoutInflection(withoutPlural(word));
    if (word.length > 3 && word.endsWith("e") && word[word.length - 2] !== "e") word = word.slice(0, -1);
    return word.length > 3 && DOUBLED.test(word) ? word.slice(0, -1) : word;
  }

  function withoutPlural(word) {
    if (word.endsWith("ies")) return word.length > 4 ? word.slice(0, -3) + "y" : word.slice(0, -1);
    if (PLURALS_IN_ES.test(word) && word.length > 4) return word.slice(0, -2);
    return word.endsWith("s") && !NO_PLURALS.test(word) ? word.slice(0, -1) : word;
  }

  function withoutInflection(word) {
    if (word.endsWith("ied") && word.length > 4) return word.slice(0, -3) + "y";
    if ((word.endsWith("ation") || word.endsWith("ator")) && word.length > 6) {
      return word.slice(0, word.lastIndexOf("at") + 2);
    }
    for (const ending of ["ing", "ed"]) {
      const stem = word.slice(0, -ending.length);
      if (word.endsWith(ending) && stem.length >= 3 && VOWEL.test(stem) && !stem.endsWith("e")) return stem;
    }
    return word;
  }

  /** The lower-case words of an identifier, not yet plain. */
  function pieces(identifier) {
    if (NOT_ASCII.test(identifier)) {
      return identifier.split(WORD_BREAK).filter((piece) => piece).map(lower);
    }
    return (identifier.match(PIECE) || []).map((piece) => piece.toLowerCase());
  }

  function whole(text) {
    if (ONE_WORD.test(text)) return text[0] < "a" ? text : plain(text);
    return term(lower(symbol(text)));
  }

  function term(text) {
    return basic(text).replaceAll("*", "\u2217");
  }

  function definition(name) {
    return `defines ${name}`;
  }

  function basic(text) {
    return text.replace(ASTRAL, "\ufffd");
  }

  function symbol(text) {
    const arrows = text.indexOf(">>");
    if (arrows > 0 && arrows + 2 < text.length) {
      return `${text.slice(0, arrows).trim()} >> ${text.slice(arrows + 2).trim()}`;
    }
    if (text.startsWith("[") && text.endsWith("|")) return "[:x |";
    if (/(?:\(\)|\[\]|\{\})$/.test(text)) return CALLED.test(text) ? text.slice(0, -2) : text.slice(0, -1);
    return text;
  }

  // ---- reading.py: a query to its units ---------------------------------------------------------------------

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

  // ---- lexicon.py: what an index knows ----------------------------------------------------------------------

  const TEXT = "text";
  const SYMBOLS = "symbols";

  class Lexicon {
    constructor(index) {
      const extra = index.patternbook;
      this.postings = new Map(index.invertedIndex);
      this.documents = extra.ids.length;
      this.phrases = new Map(Object.entries(extra.synonyms).map(([phrase, meant]) => [phrase, new Map(Object.entries(meant))]));
      this.boosts = extra.boosts;
      this.fillers = new Set(extra.words.fillers);
      this.punctuation = new Set(extra.words.punctuation);
      this.common = new Set(extra.words.common);
      this.homes = new Set(extra.words.homes);
      this.phraseWords = new Set([...this.phrases.keys()].flatMap((phrase) => phrase.split(" ")));
      this.longestPhrase = [...this.phrases.keys()].reduce((most, phrase) => Math.max(most, phrase.split(" ").length), 0);
      this.counts = new Map();
      this.groups = null;
    }

    /** Whether a document holds a term in a field. */
    holds(name, field, ref) {
      const posting = this.postings.get(name);
      return posting !== undefined && Object.hasOwn(posting[field], ref);
    }

    holders(name) {
      if (!this.counts.has(name)) {
        const posting = this.postings.get(name);
        this.counts.set(name, posting ? Object.keys(posting[TEXT]).length : 0);
      }
      return this.counts.get(name);
    }

    knows(word) {
      return this.holders(word) > 0 || this.phraseWords.has(word);
    }

    symbolRefs(name) {
      const posting = this.postings.get(name);
      return posting ? Object.keys(posting[SYMBOLS]) : [];
    }

    hasSymbol(name) {
      return this.symbolRefs(name).length > 0;
    }

    defines(name) {
      return this.hasSymbol(definition(name));
    }

    // ---- spelling.py: words near a word that the index does not have ----------------------------------------

    /** At most three words that a word may stand for: [[word, quality], …], the best first. */
    near(word) {
      if (!NEAR_WORD.test(word)) return [];
      const candidates = this.byFirstLetter().get(word[0]) || [];
      const found = new Map(candidates.map((name) => [name, likeness(word, name)]).filter(([, quality]) => quality > 0));
      if (word.length >= TWO_EDITS_FROM && ![...found.values()].includes(ONE_EDIT)) {
        for (const name of candidates) {
          if ((found.get(name) || 0) < TWO_EDITS && withinTwoEdits(word, name)) found.set(name, TWO_EDITS);
        }
      }
      return [...found]
        .sort((a, b) => b[1] - a[1] || this.holders(b[0]) - this.holders(a[0]) || (a[0] < b[0] ? -1 : 1))
        .slice(0, MOST_NEAR);
    }

    byFirstLetter() {
      if (this.groups === null) {
        this.groups = new Map();
        for (const name of new Set([...this.postings.keys(), ...this.phraseWords])) {
          if (!NEAR_WORD.test(name)) continue;
          if (!this.groups.has(name[0])) this.groups.set(name[0], []);
          this.groups.get(name[0]).push(name);
        }
      }
      return this.groups;
    }
  }

  const MOST_NEAR = 3;
  const [ONE_EDIT, TWO_EDITS, BEGINNING, KIN] = [0.8, 0.6, 0.6, 0.5];
  const NEAR_WORD = /^[a-z]{3,}$/;
  const TYPO_FROM = 5;
  const SUBSTITUTION_FROM = 7;
  const MOST_EDITS = 2;
  const TWO_EDITS_FROM = 8;
  const BEGINNING_FROM = 4;
  const KIN_FROM = 5;
  const KIN_SHARE = 0.65;

  function likeness(word, name) {
    if (word.length >= TYPO_FROM && oneEdit(word, name)) return ONE_EDIT;
    if (word.length >= BEGINNING_FROM && name.startsWith(word)) return BEGINNING;
    const shared = sharedBeginning(word, name);
    return shared >= KIN_FROM && shared >= KIN_SHARE * Math.max(word.length, name.length) ? KIN : 0;
  }

  function sharedBeginning(word, name) {
    let shared = 0;
    while (shared < word.length && shared < name.length && word[shared] === name[shared]) shared += 1;
    return shared;
  }

  function oneEdit(word, name) {
    const difference = word.length - name.length;
    if (Math.abs(difference) > 1) return false;
    const at = sharedBeginning(word, name);
    if (difference === 1) return at < name.length && word.slice(at + 1) === name.slice(at);
    if (difference === -1) return word.slice(at) === name.slice(at + 1);
    if (word.slice(at + 1) === name.slice(at + 1)) return word.length >= SUBSTITUTION_FROM;
    return (
      word.slice(at, at + 2) === name.slice(at + 1, at + 2) + name.slice(at, at + 1) &&
      word.slice(at + 2) === name.slice(at + 2)
    );
  }

  function withinTwoEdits(word, name) {
    if (Math.abs(word.length - name.length) > MOST_EDITS || unshared(word, name) > 2 * MOST_EDITS) return false;
    let before = [];
    let above = Array.from({ length: name.length + 1 }, (_, position) => position);
    for (let i = 1; i <= word.length; i += 1) {
      const row = [i];
      for (let j = 1; j <= name.length; j += 1) {
        let cost = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (word[i - 1] === name[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1]) {
          cost = Math.min(cost, before[j - 2] + 1);
        }
        row.push(cost);
      }
      if (Math.min(...row) > MOST_EDITS) return false;
      before = above;
      above = row;
    }
    return above[name.length] <= MOST_EDITS;
  }

  function unshared(word, name) {
    const [some, others] = [new Set(word), new Set(name)];
    let count = 0;
    for (const letter of some) if (!others.has(letter)) count += 1;
    for (const letter of others) if (!some.has(letter)) count += 1;
    return count;
  }

  // ---- roles.py, phrases.py, naming.py ----------------------------------------------------------------------

  const OFTEN = 8;
  const NUMBER = /^[0-9]+$/;

  /** What each word of a query is good for: word, common, home or filler. */
  function rolesOf(units, lexicon) {
    const roles = new Map();
    for (const unit of units) {
      if (unit.kind === "mark") continue;
      for (const word of unit.words) if (!roles.has(word)) roles.set(word, roleOf(word, lexicon));
    }
    const saidInCode = units.some((unit) => (unit.kind === "code" || unit.kind === "mark") && unit.symbols.length > 0);
    for (const weaker of ["common", "home", "filler"]) {
      if (saidInCode || [...roles.values()].includes("word")) break;
      for (const [word, role] of roles) if (role === weaker) roles.set(word, "word");
    }
    return roles;
  }

  function roleOf(word, lexicon) {
    if (lexicon.fillers.has(word) || word.length === 1) return "filler";
    if (lexicon.common.has(word) || NUMBER.test(word)) return "common";
    if (lexicon.homes.has(word) && lexicon.holders(word) * OFTEN < lexicon.documents) return "home";
    return "word";
  }

  function phrasesIn(words, lexicon) {
    const found = [];
    for (let start = 0; start < words.length; start += 1) {
      for (let stop = Math.min(words.length, start + lexicon.longestPhrase); stop > start; stop -= 1) {
        const phrase = words.slice(start, stop).join(" ");
        if (!lexicon.phrases.has(phrase)) continue;
        if (!found.some((earlier) => stop <= earlier.stop)) found.push({ stop, phrase, meant: lexicon.phrases.get(phrase) });
        break;
      }
    }
    return found;
  }

  const MOST_WORDS_AFTER_A_CAPITAL = 3;
  const MOST_WORDS_BESIDE_A_MARK = 2;
  const OPERATION = 3;
  const LITERALS = ["#(", "#[", "#{", "%{"];

  /** The symbols of the index that a query names, in order. */
  function namedSymbols(units, roles, unknown, lexicon) {
    if (units.length === 1) {
      const only = present(units[0], lexicon);
      return only === undefined || (units[0].kind === "word" && !lexicon.defines(only)) ? [] : [only];
    }
    const code = units.filter((unit) => unit.kind === "code").map((unit) => present(unit, lexicon));
    code.push(...keywordSelectors(units).filter((name) => lexicon.hasSymbol(name)));
    const named = code.filter((name) => name !== undefined);
    const telling = [...roles.values()].filter((role) => role === "word").length;
    const names = units.map((unit, position) => {
      const sentence = unknown.length > 0 || (position === 0 && telling > MOST_WORDS_AFTER_A_CAPITAL);
      return unit.kind === "name" && (named.length > 0 || !sentence) ? present(unit, lexicon) : undefined;
    });
    const found = distinct([...named, ...names.filter((name) => name !== undefined)]);
    return found.length > 0 ? found : namedMarks(units, telling, unknown, lexicon);
  }

  function namedMarks(units, telling, unknown, lexicon) {
    const marks = units.filter((unit) => unit.kind === "mark" && present(unit, lexicon) !== undefined);
    const literals = marks.filter((unit) => LITERALS.includes(unit.text) || unit.text.startsWith("["));
    if (unknown.length > 0 || telling > MOST_WORDS_BESIDE_A_MARK) return [];
    if (literals.length > 0) return distinct(literals.map((unit) => present(unit, lexicon)));
    const others = units.filter((unit) => unit.kind === "mark" || unit.text.length === 1 || /^[0-9]/.test(unit.text));
    return marks.length === 1 && (others.length === 1 || units.length === OPERATION) ? [present(marks[0], lexicon)] : [];
  }

  function present(unit, lexicon) {
    return unit.symbols.find((name) => lexicon.hasSymbol(name));
  }

  // ---- plan.py: a query to clauses and claims ---------------------------------------------------------------

  const LONE = 0.5;
  const MOST_REPAIRS = 8;

  /** {clauses: [{term, field, boost, why}], symbols, claims: [{about, holders, evidence: Map}], unknown} */
  function plan(query, lexicon) {
    const understood = understand(query, lexicon);
    const telling = [...understood.roles].filter(([, role]) => role === "word").map(([word]) => word);
    const evidence = telling.map((word) => [word, evidenceFor(word, understood)]);
    const unknown = evidence.filter(([, held]) => held.size === 0).map(([word]) => word);
    const symbols = namedSymbols(understood.units, understood.roles, unknown, lexicon);
    const named = symbols.map((name) => ({ term: name, field: SYMBOLS, boost: lexicon.boosts.symbol, why: "symbol" }));
    if (symbols.length === 1 && lexicon.defines(symbols[0])) {
      named.push({ term: definition(symbols[0]), field: SYMBOLS, boost: lexicon.boosts.definition, why: "definition" });
    }
    const claims = evidence.map(([word, held]) => ({ about: word, holders: lexicon.holders(word), evidence: held }));
    if (claims.length === 0) claims.push(...markClaims(understood));
    for (const text of strangers(understood, symbols)) claims.push({ about: text, holders: 0, evidence: new Map() });
    return { clauses: [...named, ...textClauses(understood)], symbols, claims, unknown };
  }

  function understand(query, lexicon) {
    const units = read(query);
    const roles = rolesOf(units, lexicon);
    const lost = [...roles].filter(([word, role]) => role === "word" && !lexicon.knows(word)).map(([word]) => word);
    const near = new Map(lost.slice(0, MOST_REPAIRS).map((word) => [word, lexicon.near(word)]));
    const wholes = new Map();
    for (const unit of units) {
      if (unit.kind === "word" || unit.symbols.length === 0) continue;
      const name = whole(unit.text);
      const held = [name, `${name}:`].find((one) => lexicon.holders(one));
      if (held !== undefined) wholes.set(unit.text, held);
    }
    const joins = new Map(joinedWords(units).filter(([name]) => lexicon.holders(name)));
    const words = sequence(units, near, lexicon);
    return { lexicon, units, roles, near, wholes, joins, phrases: phrasesIn(words, lexicon), length: words.length };
  }

  function sequence(units, near, lexicon) {
    const foreign = units.filter((unit) => unit.kind !== "code" || !unit.symbols.some((name) => lexicon.hasSymbol(name)));
    const telling = foreign.flatMap((unit) =>
      unit.words
        .filter((word) => !lexicon.fillers.has(word) && (unit.symbols.length > 0 || !lexicon.punctuation.has(word)))
        .map((word) => mended(word, near)),
    );
    return telling.length > 0 ? telling : foreign.flatMap((unit) => unit.words.map((word) => mended(word, near)));
  }

  function mended(word, near) {
    const best = (near.get(word) || [])[0];
    return best !== undefined && best[1] === ONE_EDIT ? best[0] : word;
  }

  function evidenceFor(word, understood) {
    const { lexicon, near, joins } = understood;
    const held = new Map(
      lexicon.holders(word) ? [[word, 1]] : (near.get(word) || []).filter(([name]) => lexicon.holders(name)),
    );
    raise(held, meantBy(mended(word, near), understood));
    for (const [name, words] of joins) if (words.includes(word)) held.set(name, 1);
    return held;
  }

  function meantBy(word, understood) {
    const meant = new Map();
    for (const { phrase, meant: terms } of understood.phrases) if (phrase.split(" ").includes(word)) raise(meant, terms);
    return meant;
  }

  function raise(weights, others) {
    for (const [name, weight] of others) weights.set(name, Math.max(weight, weights.get(name) || 0));
  }

  function textClauses(understood) {
    const { lexicon, units, roles, near, phrases, length, wholes, joins } = understood;
    const parts = new Set(units.filter((unit) => wholes.has(unit.text)).flatMap((unit) => unit.words));
    const found = new Map();
    const add = (name, why, share) => {
      const boost = lexicon.boosts[why] * share;
      if (lexicon.holders(name) && (!found.has(name) || found.get(name).boost < boost)) {
        found.set(name, { term: name, field: TEXT, boost, why });
      }
    };
    for (const name of wholes.values()) add(name, "whole", 1);
    for (const name of joins.keys()) add(name, "join", 1);
    for (const [word, role] of roles) {
      if (role !== "filler") add(word, parts.has(word) && role === "word" ? "part" : role, 1);
      for (const [name, quality] of near.get(word) || []) add(name, "near", quality);
    }
    for (const { phrase, meant } of phrases) {
      const share = LONE + ((1 - LONE) * phrase.split(" ").length) / length;
      for (const [name, weight] of meant) add(name, "synonym", weight * share);
    }
    return [...found.values()];
  }

  function markClaims(understood) {
    const { lexicon, units, wholes } = understood;
    const claims = [];
    for (const unit of units) {
      if (unit.kind !== "mark") continue;
      const name = wholes.get(unit.text);
      const evidence = new Map(name === undefined ? [] : [[name, 1]]);
      for (const [meant, weight] of meantBy(unit.words[0], understood)) evidence.set(meant, weight);
      if (evidence.size > 0) claims.push({ about: unit.text, holders: lexicon.holders(name || ""), evidence });
    }
    return claims;
  }

  function strangers(understood, symbols) {
    const explained = new Set(understood.phrases.flatMap(({ phrase }) => phrase.split(" ")));
    return understood.units
      .filter(
        (unit) =>
          unit.kind === "code" &&
          (unit.words.length > 1 || unit.text.startsWith("@")) &&
          !understood.wholes.has(unit.text) &&
          !unit.symbols.some((name) => symbols.includes(name)) &&
          !unit.words.every((word) => explained.has(word)),
      )
      .map((unit) => unit.text);
  }

  // ---- levels.py: how good an answer is ---------------------------------------------------------------------

  const STRONG = 0.6;
  const WEAK = 0.2;

  function levelOf(planned, exact, best, documents) {
    if (exact) return "exact";
    const covered = best.reduce((most, holds) => Math.max(most, coverage(planned.claims, holds, documents)), 0);
    return covered >= STRONG ? "strong" : covered >= WEAK ? "weak" : "none";
  }

  function coverage(claims, holds, documents) {
    let asked = 0;
    let answered = 0;
    for (const claim of claims) {
      const weighs = Math.max(1, 32 - Math.clz32(Math.floor(documents / Math.max(1, claim.holders))));
      let quality = 0;
      for (const [name, q] of claim.evidence) if (q > quality && holds(name)) quality = q;
      asked += weighs;
      answered += weighs * quality;
    }
    return asked ? answered / asked : 0;
  }

  // ---- engine.py: plan and index to an answer ---------------------------------------------------------------

  const JUDGED = 5;
  const MOST_SUGGESTIONS = 8;

  /** Open an index (the parsed index.json) with lunr 2.3.9. */
  function open(index, lunr) {
    const lexicon = new Lexicon(index);
    const stock = lunr.Index.load(index);
    const extra = index.patternbook;
    const topics = new Map(Object.entries(extra.topics));
    const cards = new Map(Object.entries(extra.cards));
    const idOf = (ref) => extra.ids[numberOf(ref)];

    function score(clauses) {
      if (clauses.length === 0) return [];
      const found = stock.query((query) => {
        for (const { term: name, field, boost } of clauses) {
          query.term(name, { fields: [field], boost, usePipeline: false });
        }
      });
      return found.map(({ ref, score: value }) => ({ ref, score: value, id: idOf(ref) }));
    }

    /** Answer a query; options are limit (5) and filter, a function from id to whether it may be shown. */
    function search(query, options) {
      const { limit = 5, filter = null } = options || {};
      const planned = plan(query, lexicon);
      const exact = new Set(planned.symbols.flatMap((name) => lexicon.symbolRefs(name)));
      let ranked = score(planned.clauses);
      if (filter) ranked = ranked.filter((hit) => filter(hit.id));
      for (const hit of ranked) hit.exact = exact.has(hit.ref);
      ranked.sort((a, b) => b.exact - a.exact || b.score - a.score || compare(a.id, b.id));
      const best = ranked.slice(0, JUDGED).map((hit) => (name) => lexicon.holds(name, TEXT, hit.ref));
      const exactTotal = ranked.filter((hit) => hit.exact).length;
      const match = levelOf(planned, exactTotal > 0, best, lexicon.documents);
      const hits = match === "none" ? [] : ranked.slice(0, Math.max(1, limit));
      const unsure = match === "weak" || match === "none";
      return {
        match,
        total: match === "none" ? 0 : ranked.length,
        exactTotal: match === "none" ? 0 : exactTotal,
        hits: hits.map((hit) => ({ id: hit.id, score: hit.score, exact: hit.exact, matched: matched(hit.ref, planned) })),
        suggestions: unsure ? suggestions(planned) : [],
        categories: unsure ? extra.categories : [],
        card: match !== "none" && planned.symbols.length === 1 ? cards.get(planned.symbols[0]) || null : null,
      };
    }

    function matched(ref, planned) {
      const held = planned.clauses.filter(
        ({ term: name, field, why }) => why !== "definition" && lexicon.holds(name, field, ref),
      );
      return distinct(held.map((clause) => clause.term)).sort();
    }

    function suggestions(planned) {
      const found = planned.unknown.flatMap((word) => lexicon.near(word).map(([name]) => topics.get(name)));
      return distinct(found.filter((topic) => topic !== undefined)).slice(0, MOST_SUGGESTIONS);
    }

    return { search, plan: (query) => plan(query, lexicon) };
  }

  function numberOf(ref) {
    let number = 0;
    for (const letter of ref) number = number * 52 + REF_LETTERS.indexOf(letter) + 1;
    return number - 1;
  }

  const REF_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  function distinct(values) {
    return [...new Set(values)];
  }

  /** Order texts by code point, as Python does. */
  function compare(a, b) {
    const [some, others] = [Array.from(a), Array.from(b)];
    const at = some.findIndex((character, position) => character !== others[position]);
    if (at < 0) return some.length - others.length;
    return at < others.length ? some[at].codePointAt(0) - others[at].codePointAt(0) : 1;
  }

  const PatternbookSearch = { open, scan, plain, pieces, whole, symbol, term, lower, read };
  if (typeof module !== "undefined" && module.exports) module.exports = PatternbookSearch;
  else root.PatternbookSearch = PatternbookSearch;
})(typeof self !== "undefined" ? self : globalThis);
