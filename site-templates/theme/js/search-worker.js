/* The search page's worker: it opens the index and answers from it, so that the page stays free for its reader. */
"use strict";

(() => {
  let book = null; // promise of the opened index

  self.addEventListener("message", async ({ data: { turn, assets, root, key, state, shown } }) => {
    try {
      book = book || self.PatternbookLoader.open(assets, root, key);
      self.postMessage({ turn, answer: self.PatternbookSearcher.answer(await book, state, shown) });
    } catch (error) {
      book = null;
      self.postMessage({ turn, error: error.message });
    }
  });
})();
