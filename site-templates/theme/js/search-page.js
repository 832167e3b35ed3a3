/*
 * The search page: reads what is typed and chosen, asks the index, and shows what it says.
 *
 * Keys: `/` goes to the box; arrows walk through the box and the results; Enter in the box goes to the first
 * result, on a result it opens it; Escape goes back to the box, and in the box it clears it.
 */
"use strict";

(() => {
  const page = document.querySelector("[data-pb-search]");
  if (!page || page.dataset.pbReady) {
    return;
  }
  page.dataset.pbReady = "true";

  const element = self.PatternbookElement;
  const { pbRoot: root, pbKey: key, pbAssets: assets } = page.dataset;
  const form = page.querySelector("[data-pb-search-form]");
  const input = form.querySelector("input");
  const status = page.querySelector("[data-pb-said]");
  const list = page.querySelector("[data-pb-hits]");
  const aside = page.querySelector("[data-pb-aside]");
  const filters = page.querySelector("[data-pb-filters]");
  const more = page.querySelector("[data-pb-more]");
  const STEP = 20; // results shown at once

  let book = null; // the opened index, once loaded
  let state = self.PatternbookState.read();
  let shown = STEP;

  function answerTo(query) {
    const { examples } = book.cards;
    if (query.trim()) {
      return book.engine.search(query, { limit: Object.keys(examples).length });
    }
    return { match: "all", hits: Object.keys(examples).map((id) => ({ id, exact: false, matched: [] })) };
  }

  /* Code that is wider than its place, beside the filters, is scrolled by keyboard too, once it has the focus. */
  function reachable(blocks) {
    const wide = [...blocks].filter((block) => block.scrollWidth > block.clientWidth);
    wide.forEach((block) => block.setAttribute("tabindex", "0"));
  }

  function render() {
    if (!book) {
      return;
    }
    const { examples, categories } = book.cards;
    const isBlank = !state.query.trim();
    const answer = answerTo(state.query);
    const left = self.PatternbookFacets.apply(answer.hits, examples, state);
    const exact = left.filter((found) => found.exact).length;
    status.textContent = self.PatternbookResults.said(answer, state.query.trim(), left.length, exact);
    list.replaceChildren(
      ...left
        .slice(0, shown)
        .map((found) => self.PatternbookResults.hit(found, book.cards, root)),
    );
    more.hidden = left.length <= shown;
    aside.replaceChildren(
      ...(answer.card ? [self.PatternbookResults.definition(answer.card, book.cards, root, searchFor)] : []),
      ...(isBlank ? [] : self.PatternbookResults.wayOut(answer, categories, searchFor, onlyCategory)),
    );
    self.PatternbookFilters.render(
      filters,
      self.PatternbookFacets.counts(answer.hits, examples, state),
      state,
      categories,
      choose,
    );
    reachable(page.querySelectorAll(".pb-highlight :is(pre, code)"));
  }

  /* Take a new state, show it, and keep it in the address. */
  function become(change, isStep) {
    state = { ...state, ...change };
    shown = STEP;
    self.PatternbookState.write(state, isStep);
    if (input.value !== state.query) {
      input.value = state.query;
    }
    render();
  }

  function searchFor(query) {
    become({ query }, true);
    input.focus();
  }

  function onlyCategory(name) {
    become({ query: "", categories: new Set([name]), tags: new Set() }, true);
  }

  /* kind is "categories" or "tags". */
  function choose(kind, name, isChosen) {
    const chosen = new Set(state[kind]);
    chosen[isChosen ? "add" : "delete"](name);
    become({ [kind]: chosen }, true);
  }

  function stops() {
    return [input, ...list.querySelectorAll("[data-pb-hit]")];
  }

  function walk(step) {
    const all = stops();
    const next = all.indexOf(document.activeElement) + step;
    if (next >= 0 && next < all.length) {
      all[next].focus();
    }
  }

  function isTyping(target) {
    return target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !document.contains(page)) {
      return;
    }
    const isOurs = page.contains(event.target);
    const acts = {
      // The field has the focus as the page opens: there, too, the key only goes to it. A query may hold a slash
      // later on.
      "/": () =>
        (!isTyping(event.target) || (event.target === input && input.value === "")) &&
        (input.focus(), input.select(), true),
      ArrowDown: () => isOurs && stops().includes(event.target) && (walk(1), true),
      ArrowUp: () => isOurs && stops().includes(event.target) && (walk(-1), true),
      Escape: () =>
        isOurs && (event.target === input ? input.value && (become({ query: "" }, false), true) : (input.focus(), true)),
      Enter: () => event.target === input && (walk(1), true),
    };
    if (acts[event.key] && acts[event.key]()) {
      event.preventDefault();
      event.stopPropagation(); // the theme has keys of its own
    }
  }

  async function start() {
    // What was typed before this script ran is a query like any other.
    if (state.query || !input.value) {
      input.value = state.query;
    } else {
      become({ query: input.value }, false);
    }
    page.querySelector("[data-pb-without]").remove();
    page.querySelector("[data-pb-body]").hidden = false;
    if (self.matchMedia("(max-width: 45em)").matches) {
      page.querySelector("details").open = false;
    }
    status.textContent = "Opening the index …";
    try {
      book = await self.PatternbookLoader.open(assets, root, key);
    } catch (error) {
      status.textContent = `The search cannot start: ${error.message}.`;
      return;
    }
    state.query = input.value;
    render();
  }

  input.addEventListener("input", () => become({ query: input.value }, false));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    become({ query: input.value }, true);
  });
  more.addEventListener("click", () => {
    const first = shown;
    shown += STEP;
    render();
    stops()[first + 1].focus();
  });
  self.addEventListener("keydown", onKey, true);
  self.addEventListener("popstate", () => {
    if (document.contains(page)) {
      become(self.PatternbookState.read(), false);
    }
  });
  start();
})();
