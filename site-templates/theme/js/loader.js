/*
 * Loads a section's data when it is needed, in pages and in workers. A page that was opened from a folder may not
 * fetch, so that all data is there as scripts too; from a server, fetching spares the reading of large scripts.
 */
"use strict";

self.PatternbookLoader = self.PatternbookLoader || (() => {
  const isServed = location.protocol.startsWith("http");
  const loading = new Map();

  function element(url) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = url;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${url} could not be loaded`));
      document.head.append(script);
    });
  }

  async function fetched(url) {
    const response = await fetch(url);
    if (!response.ok) {
      throw new Error(`${url} could not be loaded (${response.status})`);
    }
    return response;
  }

  /* Do something once for an address; what failed is tried again. */
  function once(url, load) {
    if (!loading.has(url)) {
      const started = load(url);
      loading.set(url, started);
      started.catch(() => loading.delete(url));
    }
    return loading.get(url);
  }

  /* Load a classic script once; rejects with an Error that names it. */
  function script(url) {
    return once(url, self.document && !self.importScripts ? element : async () => self.importScripts(url));
  }

  /* The value that a data script holds under a name; the script is one assignment of JSON. */
  async function data(url, name) {
    if (isServed) {
      return once(url, async () => {
        const text = await (await fetched(url)).text();
        return JSON.parse(text.slice(text.indexOf("] = ") + 4, text.lastIndexOf(";")));
      });
    }
    await script(url);
    return self.PatternbookData[name];
  }

  async function index(root, key) {
    if (isServed) {
      return (await fetched(`${root}index.json`)).json();
    }
    await script(`${root}data/index.js`);
    return self.PatternbookData[`${key}/index`];
  }

  /*
   * Open a section's index.
   *
   * assets: address of the folder of our scripts, with a slash at the end.
   * root: address of the section's folder, with a slash at the end.
   * key: what the section's data goes by.
   *
   * Resolves to { engine, cards }: the opened index, and what to show of each example by its id.
   */
  async function open(assets, root, key) {
    const [parsed, cards] = await Promise.all([
      index(root, key),
      data(`${root}data/cards.js`, `${key}/cards`),
      script(`${assets}engine.js`),
      script(`${assets}lunr.js`),
    ]);
    return {
      engine: self.PatternbookSearch.open(parsed, self.PatternbookLunr),
      cards: {
        ...cards,
        categories: Object.fromEntries(cards.categories),
        examples: Object.fromEntries(cards.examples),
      },
    };
  }

  /* The code of one example, as much of it as results show a part of; it is loaded for each that is shown. */
  function code(root, key, card) {
    const name = card.url.replace(/(?:\.html|\/)$/, "");
    return data(`${root}data/code/${name}.js`, `${key}/code/${name}`);
  }

  return { open, code };
})();
