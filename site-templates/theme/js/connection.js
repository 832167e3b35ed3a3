/* The way from the search page to its index, which is in a worker, or in the page where a browser starts none. */
"use strict";

self.PatternbookConnection = (() => {
  // A theme that replaces pages without loading them anew runs this again: an opened index stays.
  const open = (self.PatternbookConnections = self.PatternbookConnections || new Map());

  function inPage(assets, root, key) {
    let book = null;
    return async (state, shown) => {
      book = book || self.PatternbookLoader.open(assets, root, key);
      try {
        return self.PatternbookSearcher.answer(await book, state, shown);
      } catch (error) {
        book = null;
        throw error;
      }
    };
  }

  function inWorker(assets, root, key) {
    const worker = new Worker(`${assets}search-worker.js`);
    const waiting = new Map();
    let turn = 0;
    let instead = null; // asks in the page, once the worker has failed

    worker.addEventListener("message", ({ data }) => {
      const { resolve, reject } = waiting.get(data.turn);
      waiting.delete(data.turn);
      if (data.error) {
        reject(new Error(data.error));
      } else {
        resolve(data.answer);
      }
    });
    worker.addEventListener("error", () => {
      instead = inPage(assets, root, key);
      waiting.forEach(({ state, shown, resolve, reject }) => instead(state, shown).then(resolve, reject));
      waiting.clear();
    });

    return (state, shown) => {
      if (instead) {
        return instead(state, shown);
      }
      turn += 1;
      const asked = new Promise((resolve, reject) => waiting.set(turn, { state, shown, resolve, reject }));
      worker.postMessage({ turn, assets, root, key, state, shown });
      return asked;
    };
  }

  /*
   * Connect to a section's index: absolute addresses of our scripts and of the section's folder, and the section's
   * key. Returns a function of a state and a number of hits that resolves to what `PatternbookSearcher.answer` says.
   */
  function to(assets, root, key) {
    if (!open.has(key)) {
      const isServed = location.protocol.startsWith("http");
      open.set(key, (isServed && self.Worker ? inWorker : inPage)(assets, root, key));
    }
    return open.get(key);
  }

  return { to };
})();
