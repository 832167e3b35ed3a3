/* Makes elements. Text is always set as text: nothing of a corpus or a query is ever read as HTML. */
"use strict";

/*
 * element("a", { href: "x", class: "y" }, "text", otherElement, ["text", …]) makes <a href="x" class="y">…</a>.
 * An attribute that is null is left out; one that is a function listens to the event of its name.
 */
self.PatternbookElement = function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") {
      made.addEventListener(key, value);
    } else if (value !== null && value !== undefined) {
      made.setAttribute(key, value);
    }
  }
  made.append(...children.flat());
  return made;
};
