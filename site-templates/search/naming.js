/* Which symbols a query names. Twin of generator/patternbook/search/naming.py. */

const MOST_WORDS_AFTER_A_CAPITAL = 3;
const MOST_WORDS_BESIDE_A_MARK = 2;
const ENGLISH_CAPITALS = ["I", "A"];
const OPERATION = 3;
const LITERALS = ["#(", "#[", "#{", "%{"];

/** The symbols of the index that a query names, in order. */
function namedSymbols(units, roles, unknown, lexicon) {
  if (units.length === 1) {
    const only = present(units[0], lexicon);
    const named = units[0].kind !== "word" || lexicon.names.has(only) || lexicon.defines(only);
    return only !== undefined && named ? [only] : [];
  }
  const code = units.filter((unit) => unit.kind === "code").map((unit) => present(unit, lexicon));
  code.push(...keywordSelectors(units).filter((name) => lexicon.hasSymbol(name)));
  const named = code.filter((name) => name !== undefined);
  const telling = [...roles.values()].filter((role) => role === "word").length;
  const names = units.map((unit, position) => {
    const opens = position === 0 && telling > MOST_WORDS_AFTER_A_CAPITAL;
    const sentence = unknown.length > 0 || ENGLISH_CAPITALS.includes(unit.text) || opens;
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
