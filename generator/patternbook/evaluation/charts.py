"""Charts as SVG elements that take their colours from the page around them, to suit light and dark."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def _imported() -> Any:
    """The library, without the finder of its map plugins.

    It hangs that finder into the import system of the whole process, in a form that Python 3.11 warns of
    whenever any module is looked for in vain.
    """
    import pygal

    # Only that one: what else it imports brings the finder by which installed packages are known from now on.
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != pygal.__name__]
    return pygal


_pygal = _imported()

_WIDTH, _HEIGHT = 440, 230
_FONT = 13
_SVG = "http://www.w3.org/2000/svg"
_MOST_VALUES = 12
"""Bars that still leave room for their numbers above them."""
_MOST_LABELS = 7


def bar_chart(label: str, names: Sequence[str], series: Mapping[str, Sequence[int]]) -> Markup:
    """A chart of upright bars; several series are stacked.

    Args:
        label: what a screen reader says in place of the chart.
        names: what stands below each bar.
        series: name → heights, one for each bar; the page's style gives the n-th the class ``color-n``.
    """
    kind = _pygal.StackedBar if len(series) > 1 else _pygal.Bar
    numbered = len(series) == 1 and len(names) <= _MOST_VALUES
    chart = kind(
        style=_pygal.style.Style(
            label_font_size=_FONT,
            major_label_font_size=_FONT,
            value_label_font_size=_FONT,
            value_font_size=_FONT,
        ),
        css=(),
        js=(),
        width=_WIDTH,
        height=_HEIGHT,
        margin=4,
        margin_bottom=10,
        show_legend=False,
        show_y_labels=not numbered,
        show_y_guides=not numbered,
        print_values=numbered,
        print_values_position="top",
        print_zeroes=False,
        max_scale=4,
        min_scale=2,
        spacing=2,
        rounded_bars=2,
        formatter=lambda value: f"{value:,.0f}",
        show_minor_x_labels=False,
        truncate_label=-1,
    )
    chart.x_labels = list(names)
    chart.x_labels_major = (
        list(names) if len(names) <= _MOST_VALUES else list(names[:: -(-len(names) // _MOST_LABELS)])
    )
    for name, heights in series.items():
        chart.add(name, list(heights))
    return _embedded(chart.render_tree(), label, "chart two" if len(series) > 1 else "chart")


def _embedded(svg: ET.Element, label: str, style: str) -> Markup:
    """The drawing alone: no script, no style of its own, no comment that says when it was made."""
    for parent in list(svg.iter()):
        for child in list(parent):
            tag: object = child.tag  # of a comment, the function that makes comments
            if tag is ET.Comment or tag in ("script", "style", "title", "desc"):
                parent.remove(child)
    for element in svg.iter():
        element.attrib.pop("id", None)
    svg.attrib.clear()
    svg.set("viewBox", f"0 0 {_WIDTH} {_HEIGHT}")
    svg.set("class", style)
    svg.set("role", "img")
    svg.set("aria-label", label)
    ET.register_namespace("", _SVG)
    return Markup(ET.tostring(svg, encoding="unicode"))  # noqa: S704 - made above, its texts escaped by the serializer
