/*
 * Loads scripts when they are needed. Data comes as scripts too: a page that was opened from a folder may not fetch.
 */
"use strict";

self.PatternbookLoader = self.PatternbookLoader || (() => {
  const loading = new Map();

  /* Load a classic script once; rejects with an Error that names it. */
  function script(url) {
    if (!loading.has(url)) {
      loading.set(
        url,
        new Promise((resolve, reject) => {
          const element = document.createElement("script");
          element.src = url;
          element.onload = resolve;
          element.onerror = () => reject(new Error(`${url} could not be loaded`));
          document.head.append(element);
        }),
      );
    }
    return loading.get(url);
  }

  /*
   * Open a section's index.
   *
   * assets: link to the folder of our scripts, with a slash at the end.
   * root: link to the section's folder, with a slash at the end.
   * key: what the section's data goes by.
   *
   * Resolves to { engine, cards }: the opened index, and what to show of each example by its id.
   */
  async function open(assets, root, key) {
    await Promise.all([
      script(`${assets}lunr.js`),
      script(`${assets}engine.js`),
      script(`${root}data/index.js`),
      script(`${root}data/cards.js`),
    ]);
    const data = self.PatternbookData;
    return {
      engine: self.PatternbookSearch.open(data[`${key}/index`], self.lunr),
      cards: data[`${key}/cards`],
    };
  }

  return { script, open };
})();
