/* Answers what the search page asks of an opened index, with all that it needs to show the answer. */
"use strict";

self.PatternbookSearcher = (() => {
  const TAGS = 12; // offered at once, beside the chosen ones

  function found(book, query) {
    const ids = Object.keys(book.cards.examples);
    if (query.trim()) {
      return book.engine.search(query, { limit: ids.length });
    }
    return { match: "all", hits: ids.map((id) => ({ id, exact: false, matched: [] })), card: null };
  }

  /*
   * book: { engine, cards } as the loader opens it. state: { query, categories, tags }. shown: how many hits.
   *
   * Returns the level of the match, how many hits the filters leave and how many of them are exact, the first of
   * them with their cards, how many each further choice would leave, and what leads on from a miss.
   */
  function answer(book, state, shown) {
    const { examples, categories, showsLevels } = book.cards;
    const all = found(book, state.query);
    const left = self.PatternbookFacets.apply(all.hits, examples, state);
    const counts = self.PatternbookFacets.counts(all.hits, examples, state);
    return {
      match: all.match,
      total: left.length,
      exact: left.filter((hit) => hit.exact).length,
      hits: left.slice(0, shown).map(({ id, exact, matched }) => ({ exact, matched, card: examples[id] })),
      counts: { ...counts, tags: counts.tags.filter(([name], at) => at < TAGS || state.tags.has(name)) },
      suggestions: all.suggestions || [],
      categories: all.categories || [],
      definition: all.card && { ...all.card, url: examples[all.card.example].url },
      titles: categories,
      showsLevels,
    };
  }

  return { answer };
})();
