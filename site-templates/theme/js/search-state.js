/*
 * What is searched for, kept in the address of the page so that it can be passed around and gone back to:
 * ?query=…&category=…&tag=…
 *
 * `q` is read too, and becomes `query` at once: the theme takes `q` for its own search box and opens that.
 * This script runs before the theme's.
 */
"use strict";

self.PatternbookState = (() => {
  function read() {
    const parameters = new URLSearchParams(location.search);
    return {
      query: parameters.get("query") || parameters.get("q") || "",
      categories: new Set(parameters.getAll("category")),
      tags: new Set(parameters.getAll("tag")),
    };
  }

  function address(state) {
    const parameters = new URLSearchParams();
    if (state.query) {
      parameters.set("query", state.query);
    }
    state.categories.forEach((name) => parameters.append("category", name));
    state.tags.forEach((name) => parameters.append("tag", name));
    const text = parameters.toString();
    return location.pathname + (text ? `?${text}` : "") + location.hash;
  }

  /* A choice among filters is a step to go back to; letters of a query are not. */
  function write(state, isStep) {
    const url = address(state);
    if (url !== location.pathname + location.search + location.hash) {
      history[isStep ? "pushState" : "replaceState"](history.state, "", url);
    }
  }

  write(read(), false);
  return { read, write };
})();
