/*
 * What the theme's search box shows for a query: the theme's own hits and ours in one list. The
 * items are of the form that Material for MkDocs expects, whose `title` and `text` are HTML.
 */
"use strict";

self.PatternbookBox = (() => {
  const SHOWN = 20; // examples offered in the box
  const LINES = 3; // lines of code of each
  const WORD = /^[\p{L}\p{N}_]+$/u;
  const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

  function escaped(text) {
    return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
  }

  function withMarks(text, found) {
    return self.PatternbookPreview.marked(text, found)
      .map(([piece, isMarked]) => (isMarked ? `<mark>${escaped(piece)}</mark>` : escaped(piece)))
      .join("");
  }

  /* Words only: the theme highlights them on the page that is opened, and would find punctuation everywhere. */
  function terms(matched) {
    return Object.fromEntries((matched || []).filter((term) => WORD.test(term)).map((term) => [term, true]));
  }

  /* The code that matters, or nothing where it cannot be loaded: the title leads to it all the same. */
  async function lines(card, pattern, book) {
    try {
      return self.PatternbookPreview.excerpt(await book.codeOf(card), pattern, LINES).text;
    } catch {
      return "";
    }
  }

  async function item(found, book) {
    const card = book.cards.examples[found.id];
    const pattern = self.PatternbookPreview.pattern(found.matched || []);
    const code = await lines(card, pattern, book);
    const about = [book.cards.categories[card.category], card.summary].filter(Boolean).join(" · ");
    return {
      location: book.path + card.url,
      title: withMarks(card.title, pattern),
      text: `<p>${withMarks(about, pattern)}</p><pre><code>${withMarks(code, pattern)}</code></pre>`,
      terms: terms(found.matched),
      score: 0,
    };
  }

  function allOf(query, answer, book) {
    return {
      location: `${book.path}${book.search}?query=${encodeURIComponent(query)}`,
      title: `All ${answer.total} examples`,
      text: "",
      terms: {},
      score: 0,
    };
  }

  /* Our hits for a query: the exact ones, the others, and a link to all where there are more. */
  async function ours(query, books) {
    const parts = { exact: [], fitting: [], weak: [], all: [] };
    for (const book of books) {
      const answer = book.engine.search(query, { limit: SHOWN });
      const rest = answer.match === "weak" ? parts.weak : parts.fitting;
      const items = await Promise.all(answer.hits.map((found) => item(found, book)));
      answer.hits.forEach((found, at) => (found.exact ? parts.exact : rest).push([items[at]]));
      if (answer.total > answer.hits.length) {
        parts.all.push([allOf(query, answer, book)]);
      }
    }
    return parts;
  }

  function alternately(one, other) {
    const longer = Math.max(one.length, other.length);
    return Array.from({ length: longer }, (_, n) => [one[n], other[n]]).flat().filter(Boolean);
  }

  /* The first of the list is where Enter leads: that follows the highest score. */
  function ranked(groups) {
    const highest = Math.max(1, ...groups.flat().map(({ score }) => score));
    return groups.map((group, position) =>
      group.map((each) => ({ ...each, score: groups.length - position + each.score / (highest * 2) })),
    );
  }

  /* Whether some entry of a page has all words of the query. */
  function isFull(group) {
    return group.some((each) => Object.values(each.terms).every(Boolean) && Object.keys(each.terms).length > 0);
  }

  /* Merge: exact names; then pages that have all words and fitting examples in turn; then the rest in turn. */
  async function merged(query, theirs, books) {
    const { exact, fitting, weak, all } = await ours(query, books);
    const full = theirs.items.filter(isFull);
    const partial = theirs.items.filter((group) => !isFull(group));
    const items = [...exact, ...alternately(full, fitting), ...alternately(partial, weak), ...all];
    return { ...theirs, items: ranked(items) };
  }

  return { merged };
})();
