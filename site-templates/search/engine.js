/*
 * Plan and index to an answer, and what pages, workers and Node see of it all: PatternbookSearch. Twin of
 * generator/patternbook/search/engine.py.
 *
 * Lunr is handed in, and is only ever asked by clauses: its query parser sees no text.
 */

const JUDGED = 5;
const MOST_SUGGESTIONS = 8;
const REF_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Open an index (the parsed index.json) with lunr 2.3.9. */
function open(index, lunr) {
  const lexicon = new Lexicon(index);
  const stock = loaded(index, lunr);
  const extra = index.patternbook;
  const topics = new Map(extra.topics.map((word) => [plain(word), word]));
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
      card: match !== "none" && planned.symbols.length === 1 ? card(planned.symbols[0]) : null,
    };
  }

  function matched(ref, planned) {
    const held = planned.clauses.filter(
      ({ term: name, field, why }) => why !== "definition" && lexicon.holds(name, field, ref),
    );
    return distinct(held.map((clause) => clause.term)).sort();
  }

  function suggestions(planned) {
    const found = planned.lost.flatMap((word) => lexicon.vocabulary.near(word).map(([name]) => topics.get(name)));
    return distinct(found.filter((topic) => topic !== undefined)).slice(0, MOST_SUGGESTIONS);
  }

  function card(name) {
    if (!cards.has(name)) return null;
    const [number, supers, doc, selectors] = cards.get(name);
    return { symbol: name, supers, doc, selectors, example: extra.ids[number] };
  }

  return { search, plan: (query) => plan(query, lexicon) };
}

/**
 * Lunr's index without its tree of all terms, which is most of the work of loading one: it serves wildcards and edit
 * distances, and every clause here names its term.
 */
function loaded(index, lunr) {
  const invertedIndex = Object.create(null);
  for (const [name, posting] of index.invertedIndex) invertedIndex[name] = posting;
  const fieldVectors = {};
  for (const [ref, elements] of index.fieldVectors) fieldVectors[ref] = new lunr.Vector(elements);
  const known = (asked) => asked.toArray().filter((name) => name in invertedIndex);
  return new lunr.Index({
    fields: index.fields,
    fieldVectors,
    invertedIndex,
    tokenSet: { intersect: (asked) => ({ toArray: () => known(asked) }) },
    pipeline: new lunr.Pipeline(),
  });
}

function numberOf(ref) {
  let number = 0;
  for (const letter of ref) number = number * 52 + REF_LETTERS.indexOf(letter) + 1;
  return number - 1;
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
else globalThis.PatternbookSearch = PatternbookSearch;
