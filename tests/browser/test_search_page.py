"""The search page: typing, keys, filters, addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from browsing import Visit

_SEARCH = "examples/search.html"


def _input(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search the examples")


def _hits(page: Page) -> Locator:
    return page.locator("[data-pb-hit]")


def _said(page: Page) -> Locator:
    return page.locator("[data-pb-said]")


def _type(visit: Visit, query: str) -> Page:
    page = visit.open(_SEARCH)
    expect(_said(page)).to_have_text("8 examples")
    _input(page).press_sequentially(query)
    return page


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("inject:into:", "Fold a list into one value with inject:into:"),
        ("do:", "Visit each element with do:"),
        ("++", "Join strings with ++"),
    ],
)
def test_exact_names_are_found_while_typing(visit: Visit, query: str, title: str) -> None:
    page = _type(visit, query)
    expect(_hits(page).first).to_have_text(title)
    expect(_said(page)).to_have_text(re.compile("exactly that name"))
    first = page.locator(".pb-card").first
    expect(first.locator(".pb-exact")).to_have_text("exact")
    expect(first.locator("pre mark").first).to_be_visible()


def test_a_selector_is_marked_around_its_arguments(visit: Visit) -> None:
    page = _type(visit, "inject:into:")
    marks = page.locator(".pb-card").first.locator("pre mark")
    expect(marks.nth(0)).to_have_text("inject:")
    expect(marks.nth(1)).to_have_text("into:")


def test_words_find_what_they_mean(visit: Visit) -> None:
    page = _type(visit, "count in a loop")
    expect(_hits(page).first).to_have_text("Count with to:do:")
    expect(_said(page)).to_have_text(re.compile("fit"))


def test_a_class_by_name_leads_with_what_it_is(visit: Visit) -> None:
    page = _type(visit, "Counter")
    expect(page.locator(".pb-definition p")).to_have_text("Counter is a kind of Actor.")
    page.get_by_role("button", name="increment").click()
    expect(_input(page)).to_have_value("Counter >> increment")
    expect(_hits(page).first).to_have_text("A counter in an actor")


def test_a_miss_says_so_and_shows_ways_out(visit: Visit) -> None:
    page = _type(visit, "kubernetes ingress")
    expect(_said(page)).to_have_text("No example fits “kubernetes ingress”.")
    expect(_hits(page)).to_have_count(0)
    expect(page.locator(".pb-search__filters")).to_be_hidden()  # there is nothing to filter
    page.get_by_role("button", name="Loops").click()
    expect(_hits(page)).to_have_text(["Count with to:do:"])
    expect(_input(page)).to_have_value("")


def test_markup_in_a_query_and_in_examples_stays_text(visit: Visit) -> None:
    page = _type(visit, "<script>alert(1)</script>")
    expect(page.locator("[data-pb-hits] script, [data-pb-hits] img, [data-pb-said] *")).to_have_count(0)
    expect(page.get_by_text("<b>Bold</b> & `code`")).to_be_visible()


def test_a_slash_as_the_page_opens_goes_to_the_field_and_not_into_it(visit: Visit) -> None:
    page = visit.open(_SEARCH)
    expect(_input(page)).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("a/b")
    expect(_input(page)).to_have_value("a/b")


def test_letters_typed_before_the_script_runs_are_kept(visit: Visit) -> None:
    visit.page.add_init_script(
        """
        new MutationObserver((_, observer) => {
          const input = document.querySelector("[data-pb-search] input");
          if (input) {
            input.value = "loops";
            observer.disconnect();
          }
        }).observe(document, { childList: true, subtree: true });
        """
    )
    page = visit.open(_SEARCH)
    expect(_hits(page).first).to_be_visible()
    expect(_input(page)).to_have_value("loops")
    expect(page).to_have_url(re.compile("query=loops"))


def test_keys(visit: Visit) -> None:
    page = visit.open(_SEARCH)
    expect(_said(page)).to_have_text("8 examples")
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(_input(page)).to_be_focused()
    page.keyboard.type("list")
    expect(_hits(page).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(_hits(page).nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(_hits(page).nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(_hits(page).nth(0)).to_be_focused()
    page.keyboard.press("Escape")
    expect(_input(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(_hits(page).nth(0)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(_input(page)).to_have_value("")


def test_enter_on_a_result_opens_it(visit: Visit) -> None:
    page = _type(visit, "inject:into:")
    expect(_hits(page).first).to_contain_text("Fold a list")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(re.compile("^Fold a list into one value"))


def test_filters_narrow_and_count(visit: Visit) -> None:
    page = _type(visit, "list")
    expect(_hits(page).nth(1)).to_be_visible()
    before = _hits(page).count()
    box = page.get_by_role("checkbox", name=re.compile("^Lists"))
    label = page.locator("label", has=box)
    promised = int(label.locator(".pb-number").inner_text())
    assert 0 < promised < before
    box.check()
    expect(_hits(page)).to_have_count(promised)
    expect(box).to_be_focused()
    page.get_by_role("checkbox", name=re.compile("^reduce")).check()
    expect(_hits(page)).to_have_text(["Fold a list into one value with inject:into:"])


def test_the_address_holds_what_is_searched_for(visit: Visit) -> None:
    page = _type(visit, "do: ++")
    expect(page).to_have_url(re.compile(r"\?query=do%3A\+%2B%2B$"))
    page.get_by_role("checkbox", name=re.compile("^Lists")).check()
    expect(page).to_have_url(re.compile(r"\?query=do%3A\+%2B%2B&category=lists$"))
    shared = page.url
    titles = _hits(page).all_inner_texts()
    page.goto("about:blank")
    page.goto(shared)
    expect(_input(page)).to_have_value("do: ++")
    expect(_hits(page)).to_have_text(titles)
    expect(page.get_by_role("checkbox", name=re.compile("^Lists"))).to_be_checked()


def test_an_address_with_q_is_for_this_page_and_not_for_the_box(visit: Visit) -> None:
    page = visit.open(f"{_SEARCH}?q=inject%3Ainto%3A")
    expect(_hits(page).first).to_have_text("Fold a list into one value with inject:into:")
    expect(_input(page)).to_be_focused()
    expect(page.locator("#__search")).not_to_be_checked()
    expect(page).to_have_url(re.compile(r"\?query=inject%3Ainto%3A$"))


def test_a_filter_is_a_step_to_go_back_to(visit: Visit) -> None:
    page = _type(visit, "list")
    expect(_hits(page).nth(1)).to_be_visible()
    titles = _hits(page).all_inner_texts()
    page.get_by_role("checkbox", name=re.compile("^Lists")).check()
    expect(page).to_have_url(re.compile("category=lists"))
    page.go_back()
    expect(_hits(page)).to_have_text(titles)
    expect(page.get_by_role("checkbox", name=re.compile("^Lists"))).not_to_be_checked()


def test_the_form_on_the_home_page_leads_here(visit: Visit) -> None:
    page = visit.open("examples/index.html")
    expect(_input(page)).to_be_focused()
    page.keyboard.type("inject:into:")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"search\.html\?query=inject%3Ainto%3A$"))
    expect(_hits(page).first).to_have_text("Fold a list into one value with inject:into:")
