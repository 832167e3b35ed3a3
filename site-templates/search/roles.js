/* What each word of a query is good for. Twin of generator/patternbook/search/roles.py. */

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
