"""A figure of growth: time and memory over the number of images, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10

from pipeline.base.svg import dot, framed, polyline, text

_WIDTH, _HEIGHT, _LEFT, _TOP = 420, 300, 60, 40
_BLUE = "#1f5fa8"
Points = Sequence[tuple[float, float]]


def growth_figure(panels: Mapping[str, Points]) -> str:
    """Return a figure with a panel for each series (title -> points), both axes logarithmic."""
    parts = [
        part
        for number, (title, points) in enumerate(panels.items())
        for part in _panel(title, points, number * _WIDTH)
    ]
    return framed(parts, width=len(panels) * _WIDTH, height=_HEIGHT)


def _panel(title: str, points: Points, left: int) -> list[str]:
    right, bottom = left + _WIDTH - 30, _HEIGHT - 40
    spans = [_span([point[axis] for point in points]) for axis in (0, 1)]

    def place(point: tuple[float, float]) -> tuple[float, float]:
        x, y = ((log10(value) - low) / (high - low) for value, (low, high) in zip(point, spans, strict=True))
        return left + _LEFT + x * (right - left - _LEFT), bottom - y * (bottom - _TOP)

    placed = [place(point) for point in points]
    parts = [
        text(left + _LEFT, 22, title, font_weight="bold"),
        f'<path d="M{left + _LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="#888"/>',
        polyline(placed, _BLUE),
    ]
    for (x, y), (images, value) in zip(placed, points, strict=True):
        parts += [
            dot(f"{x:.1f}", f"{y:.1f}", _BLUE),
            text(f"{x:.1f}", f"{y - 8:.1f}", f"{value:,.0f}", text_anchor="middle"),
            text(f"{x:.1f}", bottom + 16, f"{images:,.0f}", text_anchor="middle"),
        ]
    return [*parts, text(f"{(left + right) / 2:.0f}", bottom + 32, "images", text_anchor="middle")]


def _span(values: Sequence[float]) -> tuple[float, float]:
    """Return the powers of ten that an axis reaches from and to."""
    low, high = log10(min(values)), log10(max(values))
    room = max(0.15, (high - low) * 0.12)
    return low - room, high + room
