/* The filters of the search page as groups of checkboxes. */
"use strict";

self.PatternbookFilters = (() => {
  const element = self.PatternbookElement;

  function box(kind, name, title, count, isChosen, onChoose) {
    const input = element("input", {
      type: "checkbox",
      "data-pb-filter": `${kind}:${name}`,
      change: (event) => onChoose(kind, name, event.target.checked),
    });
    input.checked = isChosen;
    return element(
      "li",
      {},
      element(
        "label",
        { class: "pb-filter" },
        input,
        element("span", { class: "pb-filter__name" }, title),
        element("span", { class: "pb-number" }, String(count)),
      ),
    );
  }

  function group(legend, items) {
    return items.length ? [element("fieldset", {}, element("legend", {}, legend), element("ul", {}, ...items))] : [];
  }

  /* Chosen names come first among the tags, so that a choice never vanishes from view. */
  function chosenFirst(tags, chosen) {
    return [...tags.filter(([name]) => chosen.has(name)), ...tags.filter(([name]) => !chosen.has(name))];
  }

  function render(place, counts, chosen, titles, onChoose) {
    const focused = document.activeElement && document.activeElement.getAttribute("data-pb-filter");
    const categories = counts.categories.map(([name, count]) =>
      box("categories", name, titles[name] || name, count, chosen.categories.has(name), onChoose),
    );
    const tags = chosenFirst(counts.tags, chosen.tags).map(([name, count]) =>
      box("tags", name, name, count, chosen.tags.has(name), onChoose),
    );
    place.replaceChildren(...group("Categories", categories), ...group("Tags", tags));
    if (focused) {
      const again = [...place.querySelectorAll("input")].find((box) => box.dataset.pbFilter === focused);
      if (again) {
        again.focus();
      }
    }
  }

  return { render };
})();
