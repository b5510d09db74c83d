"""A figure of growth: time and memory over the number of images, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10

_WIDTH, _HEIGHT, _LEFT, _TOP = 420, 300, 60, 40
_BLUE = "#1f5fa8"
Points = Sequence[tuple[float, float]]


def growth_figure(panels: Mapping[str, Points]) -> str:
    """Return a figure with a panel for each series (title -> points), both axes logarithmic."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(panels) * _WIDTH}" height="{_HEIGHT}" '
        'font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for number, (title, points) in enumerate(panels.items()):
        parts += _panel(title, points, number * _WIDTH)
    return "\n".join([*parts, "</svg>", ""])


def _panel(title: str, points: Points, left: int) -> list[str]:
    right, bottom = left + _WIDTH - 30, _HEIGHT - 40
    spans = [_span([point[axis] for point in points]) for axis in (0, 1)]

    def place(point: tuple[float, float]) -> tuple[float, float]:
        x, y = ((log10(value) - low) / (high - low) for value, (low, high) in zip(point, spans, strict=True))
        return left + _LEFT + x * (right - left - _LEFT), bottom - y * (bottom - _TOP)

    placed = [place(point) for point in points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
    parts = [
        f'<text x="{left + _LEFT}" y="22" font-weight="bold">{title}</text>',
        f'<path d="M{left + _LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="#888"/>',
        f'<polyline points="{path}" fill="none" stroke="{_BLUE}" stroke-width="2"/>',
    ]
    for (x, y), (images, value) in zip(placed, points, strict=True):
        parts += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_BLUE}"/>',
            f'<text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="middle">{value:,.0f}</text>',
            f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{images:,.0f}</text>',
        ]
    return [
        *parts,
        f'<text x="{(left + right) / 2:.0f}" y="{bottom + 32}" text-anchor="middle">images</text>',
    ]


def _span(values: Sequence[float]) -> tuple[float, float]:
    """Return the powers of ten that an axis reaches from and to."""
    low, high = log10(min(values)), log10(max(values))
    room = max(0.15, (high - low) * 0.12)
    return low - room, high + room
