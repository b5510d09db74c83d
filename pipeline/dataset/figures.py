"""The figure of answers before and after balancing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import Any

from pipeline.base.svg import framed, text

_PANEL_WIDTH, _PANEL_HEIGHT, _MARGIN = 250, 120, 34
_COLUMNS, _PANELS, _BARS = 4, 20, 15
_BEFORE, _AFTER = "#b8c4d6", "#1f5fa8"
_AFTERWARDS = "after balancing; questions by answer, most frequent first"


def balance_figure(distribution: Sequence[dict[str, Any]]) -> str:
    """Return a figure of the answers of the largest properties, each before and after balancing.

    A panel a property, with a pair of bars for each of its most frequent answers.
    """
    groups = [(prop, list(rows)) for prop, rows in groupby(distribution, key=itemgetter("property_id"))]
    groups.sort(key=lambda group: (-sum(row["before"] for row in group[1]), group[0]))
    panels = groups[:_PANELS]
    height = -(-len(panels) // _COLUMNS) * _PANEL_HEIGHT + _MARGIN
    parts = [
        f'<rect x="8" y="8" width="10" height="10" fill="{_BEFORE}"/>{text(22, 17, "before")}',
        f'<rect x="68" y="8" width="10" height="10" fill="{_AFTER}"/>{text(82, 17, _AFTERWARDS)}',
    ]
    for place, (prop, rows) in enumerate(panels):
        left = place % _COLUMNS * _PANEL_WIDTH
        top = place // _COLUMNS * _PANEL_HEIGHT + _MARGIN
        parts += _panel(prop, rows, left, top)
    return framed(parts, width=_COLUMNS * _PANEL_WIDTH, height=height, font_size=10)


def _panel(prop: str, rows: Sequence[dict[str, Any]], left: int, top: int) -> list[str]:
    ranked = sorted(rows, key=lambda row: (-row["before"], row["answer"]))[:_BARS]
    tallest = max(row["before"] for row in ranked)
    base, room = top + _PANEL_HEIGHT - 12, _PANEL_HEIGHT - 34
    step = (_PANEL_WIDTH - 20) / _BARS
    parts = [text(left + 10, top + 10, prop, font_weight="bold")]
    for place, row in enumerate(ranked):
        x = left + 10 + place * step
        for offset, name, color in ((0, "before", _BEFORE), (step * 0.4, "after", _AFTER)):
            size = room * row[name] / tallest
            title = f"{escape(row['answer'])}: {row[name]}"
            parts.append(
                f'<rect x="{x + offset:.1f}" y="{base - size:.1f}" width="{step * 0.4:.1f}" '
                f'height="{size:.1f}" fill="{color}"><title>{title}</title></rect>'
            )
    return parts
