/* Filters by category and tag: what is chosen, what that leaves, and how many each further choice would leave. */
"use strict";

self.PatternbookFacets = (() => {
  /* Of the chosen categories one is enough, of the chosen tags all are needed. */
  function inCategory(card, chosen) {
    return !chosen.categories.size || chosen.categories.has(card.category);
  }

  function hasTags(card, chosen) {
    return [...chosen.tags].every((tag) => card.tags.includes(tag));
  }

  function apply(hits, cards, chosen) {
    return hits.filter(({ id }) => inCategory(cards[id], chosen) && hasTags(cards[id], chosen));
  }

  function counted(names) {
    const counts = new Map();
    for (const name of names) {
      counts.set(name, (counts.get(name) || 0) + 1);
    }
    return [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  }

  /* Returns { categories, tags }: [name, count] pairs, most first. A chosen name is there, though nothing
   * is left; a tag that all of them have is not, for it would choose nothing. */
  function counts(hits, cards, chosen) {
    const shown = hits.map(({ id }) => cards[id]);
    const categories = counted(shown.filter((card) => hasTags(card, chosen)).map((card) => card.category));
    const left = shown.filter((card) => inCategory(card, chosen) && hasTags(card, chosen));
    const tags = counted(left.flatMap((card) => card.tags)).filter(
      ([name, count]) => count < left.length || chosen.tags.has(name),
    );
    return {
      categories: withChosen(categories, chosen.categories),
      tags: withChosen(tags, chosen.tags),
    };
  }

  function withChosen(pairs, chosen) {
    const there = new Set(pairs.map(([name]) => name));
    return [...pairs, ...[...chosen].filter((name) => !there.has(name)).map((name) => [name, 0])];
  }

  return { apply, counts };
})();
