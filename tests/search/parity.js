/* Answers queries with engine.js and stock lunr.js: node parity.js ENGINE LUNR INDEX < requests > answers, JSON lines. */
"use strict";

const fs = require("node:fs");
const readline = require("node:readline");

const [enginePath, lunrPath, indexPath] = process.argv.slice(2);
const engine = require(enginePath);
const lunr = require(lunrPath);

const warnings = [];
lunr.utils.warn = (message) => warnings.push(message);
const opened = indexPath ? engine.open(JSON.parse(fs.readFileSync(indexPath, "utf8")), lunr) : null;

const asked = {
  search: ({ query, limit }) => opened.search(query, { limit }),
  plan: ({ query }) => {
    const { clauses, symbols, claims, unknown } = opened.plan(query);
    return {
      clauses: clauses.map(({ term, field, boost, why }) => [term, field, boost, why]),
      symbols,
      claims: claims.map(({ about, holders, evidence }) => [about, holders, Object.fromEntries(evidence)]),
      unknown,
    };
  },
  scan: ({ text }) => engine.scan(text).map((token) => [token.text, token.kind]),
  plain: ({ text }) => engine.plain(text),
  pieces: ({ text }) => engine.pieces(text),
  whole: ({ text }) => engine.whole(text),
  read: ({ query }) => engine.read(query).map(({ text, kind, words, symbols }) => [text, kind, words, symbols]),
  warnings: () => warnings,
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(asked[request.do](request))}\n`);
});
