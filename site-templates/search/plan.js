/* A query to clauses and claims. Twin of generator/patternbook/search/plan.py. */

const LONE = 0.5;
const NATIVE = 0.7;
const SPOKEN_FOR = 0.7;
const MOST_REPAIRS = 8;

/** {clauses: [{term, field, boost, why}], symbols, claims: [{about, holders, evidence: Map}], unknown, lost} */
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
  return { clauses: [...named, ...textClauses(understood)], symbols, claims, unknown, lost: [...understood.near.keys()] };
}

function understand(query, lexicon) {
  const units = read(query);
  const roles = rolesOf(units, lexicon);
  const lost = [...roles].filter(([word, role]) => role === "word" && !lexicon.knows(word)).map(([word]) => word);
  const near = new Map(lost.slice(0, MOST_REPAIRS).map((word) => [word, lexicon.vocabulary.near(word)]));
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
  const { lexicon, units, roles, near, phrases, wholes, joins } = understood;
  const parts = new Set(units.filter((unit) => wholes.has(unit.text)).flatMap((unit) => unit.words));
  const spokenFor = new Set(phrases.map(({ phrase }) => phrase.split(" ")).filter((words) => words.length > 1).flat());
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
    const share = spokenFor.has(word) ? SPOKEN_FOR : 1;
    if (role !== "filler") add(word, parts.has(word) && role === "word" ? "part" : role, share);
    for (const [name, quality] of near.get(word) || []) add(name, "near", quality);
  }
  for (const { phrase, meant } of phrases) {
    const share = shareOf(phrase, understood);
    for (const [name, weight] of meant) add(name, "synonym", weight * share);
  }
  return [...found.values()];
}

function shareOf(phrase, { lexicon, length }) {
  const share = LONE + ((1 - LONE) * phrase.split(" ").length) / length;
  return lexicon.holders(phrase) * OFTEN >= lexicon.documents ? share * NATIVE : share;
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
