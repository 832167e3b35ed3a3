/* Results as elements: what was found, said in words, and a card for each hit with the code that matters. */
"use strict";

self.PatternbookResults = (() => {
  const element = self.PatternbookElement;
  const preview = self.PatternbookPreview;
  const SELECTORS = 12; // of a class, offered at once

  function number(count, one, many) {
    return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
  }

  /* The level of an answer, in words; it counts what the filters leave. */
  function said({ match, total, exact }, query) {
    if (!query) {
      return number(total, "example", "examples");
    }
    if (match === "none") {
      return `No example fits “${query.length > 80 ? `${query.slice(0, 80)}…` : query}”.`;
    }
    if (!total) {
      return "Nothing is left with these filters.";
    }
    if (match === "exact") {
      const related = total - exact;
      const rest = related ? `, and ${number(related, "related one", "related ones")}` : "";
      return `${number(exact, "example uses", "examples use")} exactly that name${rest}.`;
    }
    return match === "strong"
      ? `${number(total, "example", "examples")}. The first fit well.`
      : `${number(total, "example fits", "examples fit")} a part of it; none fits all.`;
  }

  function withMarks(text, found) {
    return preview.marked(text, found).map(([piece, isMarked]) => (isMarked ? element("mark", {}, piece) : piece));
  }

  /* The lines of the code that matter, once it is there. It may never be, offline say: a result is of use without. */
  function code(card, found, source) {
    const gap = () => element("span", { class: "pb-gap", "aria-hidden": "true" }, "…");
    const block = element("code", {});
    const box = element("pre", {}, block);
    box.style.minHeight = `${Math.min(card.lines, preview.LINES)}lh`;
    source.then(
      (text) => {
        const { text: shown, before, after } = preview.excerpt(text, found);
        block.append(...(before ? [gap(), "\n"] : []), ...withMarks(shown, found), ...(after ? ["\n", gap()] : []));
        box.style.minHeight = "";
      },
      () => box.remove(),
    );
    return element("div", { class: "highlight no-copy pb-highlight" }, box);
  }

  /* One hit of an answer. `root` leads to the section's folder, `codeOf` from a card to the promise of its code. */
  function hit({ exact, matched, card }, { titles, showsLevels }, root, codeOf) {
    const pattern = preview.pattern(matched);
    const badges = [
      exact ? element("span", { class: "pb-exact" }, "exact") : [],
      card.level && showsLevels ? element("span", { class: `pb-level pb-level--${card.level}` }, card.level) : [],
    ].flat();
    return element(
      "li",
      { class: "pb-card" },
      element(
        "h2",
        { class: "pb-card__title" },
        element("a", { href: root + card.url, "data-pb-hit": "" }, withMarks(card.title, pattern)),
      ),
      element("span", { class: "pb-card__category" }, titles[card.category]),
      ...badges,
      card.summary ? element("p", { class: "pb-card__summary" }, withMarks(card.summary, pattern)) : [],
      code(card, pattern, codeOf(card)),
    );
  }

  /* Counter and "increment" are Counter >> increment, and "class new" is Counter class >> new. */
  function qualified(symbol, name) {
    return name.startsWith("class ") ? `${symbol} class >> ${name.slice(6)}` : `${symbol} >> ${name}`;
  }

  /* What is known of a class that was asked for by its name: what it is, and what it can do. */
  function definition(known, root, onTerm) {
    const code = (text) => element("code", {}, text);
    const supers = known.supers.length ? [" is a kind of ", code(known.supers[0])] : [];
    const title = element("a", { href: root + known.url }, code(known.symbol));
    const selectors = known.selectors.slice(0, SELECTORS).map((name) =>
      element(
        "li",
        {},
        element(
          "button",
          { type: "button", class: "pb-chip pb-chip--code", click: () => onTerm(qualified(known.symbol, name)) },
          name,
        ),
      ),
    );
    return element(
      "div",
      { class: "pb-definition" },
      element("p", {}, title, ...supers, known.doc ? `. ${known.doc}` : "."),
      selectors.length ? element("ul", { class: "pb-chips", "aria-label": "Its messages" }, ...selectors) : [],
    );
  }

  /* What leads on from a miss: terms near the query's, and the categories. */
  function wayOut({ suggestions, categories, titles }, onTerm, onCategory) {
    const button = (text, act) => element("button", { type: "button", class: "pb-chip", click: act }, text);
    const list = (label, buttons) =>
      buttons.length
        ? [element("p", {}, label), element("ul", { class: "pb-chips" }, ...buttons.map((b) => element("li", {}, b)))]
        : [];
    return [
      ...list("Terms near it:", suggestions.map((term) => button(term, () => onTerm(term)))),
      ...list(
        "Or look through a category:",
        categories.map((name) => button(titles[name] || name, () => onCategory(name))),
      ),
    ];
  }

  return { said, hit, definition, wayOut };
})();
