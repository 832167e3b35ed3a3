/*
 * Buttons that copy: `data-pb-copy` names the element whose text goes to the clipboard. What happened is said in
 * the page's status line, for everyone to see and for screen readers to speak. And wide code is given a place in
 * the order of the tab key, for it is scrolled by the arrow keys once it has the focus.
 */
"use strict";

(() => {
  function prepare() {
    document.querySelectorAll("[data-pb-copy]").forEach((button) => (button.hidden = false));
    document.querySelectorAll(".pb-highlight :is(pre, code)").forEach((block) => {
      if (block.scrollWidth > block.clientWidth) {
        block.tabIndex = 0;
      }
    });
  }

  // A theme that replaces pages without loading them anew runs this script again, on the new page.
  prepare();
  if (self.PatternbookCopy) {
    return;
  }
  self.PatternbookCopy = true;

  const SAID_FOR = 2000; // milliseconds

  function textOf(id) {
    const element = document.getElementById(id);
    return "value" in element ? element.value : element.textContent.replace(/\n$/, "");
  }

  /* Where the page is no secure context there is no clipboard to write to, but a selection can be copied. */
  async function copy(text) {
    if (navigator.clipboard && self.isSecureContext) {
      await navigator.clipboard.writeText(text);
      return;
    }
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "pb-visually-hidden";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) {
      throw new Error("the browser did not allow it");
    }
  }

  /* The button keeps its focus, and its label comes back; while it says something, a click is no new copy. */
  function say(button, text) {
    const label = button.textContent;
    const status = document.querySelector("[data-pb-status]");
    button.dataset.pbSaying = "";
    button.textContent = text;
    status.textContent = text;
    setTimeout(() => {
      delete button.dataset.pbSaying;
      button.textContent = label;
      status.textContent = "";
    }, SAID_FOR);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-pb-copy]");
    if (button && !("pbSaying" in button.dataset)) {
      copy(textOf(button.dataset.pbCopy)).then(
        () => say(button, "Copied"),
        () => say(button, "Not allowed here"),
      );
    }
  });
})();
