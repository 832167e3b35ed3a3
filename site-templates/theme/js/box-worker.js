/*
 * The worker behind the theme's search box. It runs the theme's own worker, which answers for the pages of the
 * site, and puts the examples of each pattern book into every answer. It lies beside the theme's worker, so that
 * this one finds what it needs. An index is loaded when the first letter has been typed, not before.
 */
"use strict";

(() => {
  const QUERY = 2;
  const RESULT = 3;

  const here = self.document ? document.querySelector("script[src]").src : self.location.href;
  const root = new URL("../../../", here).href;
  const assets = `${root}assets/patternbook/`;
  const send = self.postMessage.bind(self);
  const queries = []; // those that the theme's worker is at, in order
  let books = null; // promise of the opened books
  let turn = 0;

  self.addEventListener("message", ({ data }) => {
    if (data.type === QUERY) {
      queries.push(data.data);
    }
  });

  self.postMessage = (message) => {
    if (message.type === RESULT) {
      answer(queries.shift(), message.data);
    } else {
      send(message);
    }
  };

  async function open() {
    await self.importScripts(...["loader.js", "preview.js", "box.js"].map((name) => assets + name));
    const { open: opened, code } = self.PatternbookLoader;
    return Promise.all(
      self.PatternbookBoxConfig.sections.map(async ({ path, search, key }) => ({
        path,
        search,
        codeOf: (card) => code(root + path, key, card),
        ...(await opened(assets, root + path, key)),
      })),
    );
  }

  async function answer(query, theirs) {
    turn += 1;
    const mine = turn;
    let data = theirs;
    if (query.trim()) {
      books = books || open();
      try {
        const opened = await books;
        data = await self.PatternbookBox.merged(query, theirs, opened);
      } catch (error) {
        console.error(error); // the pages of the site can still be found
      }
    }
    if (mine === turn) {
      send({ type: RESULT, data });
    }
  }

  function start() {
    return self.importScripts(`${root}${self.PatternbookBoxConfig.worker}`);
  }

  const first = self.importScripts(`${assets}box-config.js`);
  if (first) {
    first.then(start);
  } else {
    start();
  }
})();
