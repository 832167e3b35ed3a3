/* Results as elements: what was found, said in words, and a card for each hit with the code that matters. */
"use strict";

self.PatternbookResults = (() => {
  const element = self.PatternbookElement;
  const preview = self.PatternbookPreview;
  const SELECTORS = 12; // of a class, offered at once

  function number(count, one, many) {
    return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
  }

  /* The level of an answer, in words. `total` and `exact` count what the filters leave. */
  function said(answer, query, total, exact) {
    if (!query) {
      return number(total, "example", "examples");
    }
    if (answer.match === "none") {
      return `No example fits “${query.length > 80 ? `${query.slice(0, 80)}…` : query}”.`;
    }
    if (!total) {
      return "Nothing is left with these filters.";
    }
    if (answer.match === "exact") {
      const related = total - exact;
      const rest = related ? `, and ${number(related, "related one", "related ones")}` : "";
      return `${number(exact, "example uses", "examples use")} exactly that name${rest}.`;
    }
    return answer.match === "strong"
      ? `${number(total, "example", "examples")}. The first fit well.`
      : `${number(total, "example fits", "examples fit")} a part of it; none fits all.`;
  }

  function withMarks(text, found) {
    return preview.marked(text, found).map(([piece, isMarked]) => (isMarked ? element("mark", {}, piece) : piece));
  }

  function code(card, found) {
    const { text, before, after } = preview.excerpt(card.source, found);
    const gap = () => element("span", { class: "pb-gap", "aria-hidden": "true" }, "…");
    return element(
      "div",
      { class: "highlight no-copy pb-highlight" },
      element(
        "pre",
        {},
        element("code", {}, before ? [gap(), "\n"] : [], withMarks(text, found), after ? ["\n", gap()] : []),
      ),
    );
  }

  /* One hit. `cards` is what is known of all examples, `root` leads to the section's folder. */
  function hit(found, cards, root) {
    const card = cards.examples[found.id];
    const pattern = preview.pattern(found.matched || []);
    const badges = [
      found.exact ? element("span", { class: "pb-exact" }, "exact") : [],
      card.level && cards.showsLevels ? element("span", { class: `pb-level pb-level--${card.level}` }, card.level) : [],
    ].flat();
    return element(
      "li",
      { class: "pb-card" },
      element(
        "h2",
        { class: "pb-card__title" },
        element("a", { href: root + card.url, "data-pb-hit": "" }, withMarks(card.title, pattern)),
      ),
      element("span", { class: "pb-card__category" }, cards.categories[card.category]),
      ...badges,
      card.summary ? element("p", { class: "pb-card__summary" }, withMarks(card.summary, pattern)) : [],
      code(card, pattern),
    );
  }

  /* Counter and "increment" are Counter >> increment, and "class new" is Counter class >> new. */
  function qualified(symbol, name) {
    return name.startsWith("class ") ? `${symbol} class >> ${name.slice(6)}` : `${symbol} >> ${name}`;
  }

  /* What is known of a class that was asked for by its name: what it is, and what it can do. */
  function definition(known, cards, root, onTerm) {
    const code = (text) => element("code", {}, text);
    const supers = known.supers.length ? [" is a kind of ", code(known.supers[0])] : [];
    const title = element("a", { href: root + cards.examples[known.example].url }, code(known.symbol));
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
  function wayOut(answer, titles, onTerm, onCategory) {
    const button = (text, act) => element("button", { type: "button", class: "pb-chip", click: act }, text);
    const list = (label, buttons) =>
      buttons.length
        ? [element("p", {}, label), element("ul", { class: "pb-chips" }, ...buttons.map((b) => element("li", {}, b)))]
        : [];
    return [
      ...list("Terms near it:", (answer.suggestions || []).map((term) => button(term, () => onTerm(term)))),
      ...list(
        "Or look through a category:",
        (answer.categories || []).map((name) => button(titles[name] || name, () => onCategory(name))),
      ),
    ];
  }

  return { said, hit, definition, wayOut };
})();
