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

  const { pbKey: key } = page.dataset;
  const root = new URL(page.dataset.pbRoot, document.baseURI).href;
  const ask = self.PatternbookConnection.to(new URL(page.dataset.pbAssets, document.baseURI).href, root, key);
  const form = page.querySelector("[data-pb-search-form]");
  const input = form.querySelector("input");
  const status = page.querySelector("[data-pb-said]");
  const list = page.querySelector("[data-pb-hits]");
  const aside = page.querySelector("[data-pb-aside]");
  const filters = page.querySelector("[data-pb-filters]");
  const more = page.querySelector("[data-pb-more]");
  const STEP = 20; // results shown at once

  let turn = 0;
  let frame = 0; // in which new code is measured
  let state = self.PatternbookState.read();
  let shown = STEP;

  /*
   * Code that is wider than its place, beside the filters, is scrolled by keyboard too, once it has the focus. All is
   * measured before anything is changed: each change would have the browser lay out the page anew for the next.
   */
  function makeReachable() {
    const wide = [...list.querySelectorAll("pre, pre code")].filter((block) => block.scrollWidth > block.clientWidth);
    wide.forEach((block) => block.setAttribute("tabindex", "0"));
  }

  /* The promise of a card's code. All that comes within a frame is measured together. */
  function codeOf(card) {
    const code = self.PatternbookLoader.code(root, key, card);
    const measure = () => {
      frame = frame || requestAnimationFrame(() => {
        frame = 0;
        makeReachable();
      });
    };
    code.then(measure, () => {});
    return code;
  }

  function show(answer) {
    const isBlank = !state.query.trim();
    status.textContent = self.PatternbookResults.said(answer, state.query.trim());
    list.replaceChildren(...answer.hits.map((found) => self.PatternbookResults.hit(found, answer, root, codeOf)));
    more.hidden = answer.total <= shown;
    aside.replaceChildren(
      ...(answer.definition ? [self.PatternbookResults.definition(answer.definition, root, searchFor)] : []),
      ...(isBlank ? [] : self.PatternbookResults.wayOut(answer, searchFor, onlyCategory)),
    );
    self.PatternbookFilters.render(filters, answer.counts, state, answer.titles, choose);
  }

  /* Ask, and show the answer unless something else has been asked since. */
  async function render() {
    turn += 1;
    const mine = turn;
    try {
      const answer = await ask(state, shown);
      if (mine === turn) {
        show(answer);
      }
    } catch (error) {
      if (mine === turn) {
        status.textContent = `The search cannot start: ${error.message}.`;
      }
    }
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

  function start() {
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
    render();
  }

  input.addEventListener("input", () => become({ query: input.value }, false));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    become({ query: input.value }, true);
  });
  more.addEventListener("click", async () => {
    const first = shown;
    shown += STEP;
    await render();
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
