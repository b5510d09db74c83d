"""The frame of figures as SVG, written by hand: no plotting library, and the same bytes on every run."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_GROUND = '<rect width="100%" height="100%" fill="white"/>'


def framed(parts: Iterable[str], *, width: int, height: int, font_size: int = 11) -> str:
    """Return a figure of elements on a white ground; sizes are in pixels."""
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="{font_size}">'
    )
    elements = "\n".join([*parts, "</svg>", ""])
    return f"{opening}\n{_GROUND}{elements}"


def text(x: object, y: object, content: str, **attributes: object) -> str:
    """Return text at a place, escaped; attributes are SVG's, with an underscore for each hyphen."""
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{x}" y="{y}"{more}>{escape(content)}</text>'


def polyline(points: Iterable[tuple[float, float]], color: str) -> str:
    """Return a line through points."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>'


def dot(x: object, y: object, color: str) -> str:
    """Return a point of a curve, or of a legend."""
    return f'<circle cx="{x}" cy="{y}" r="4" fill="{color}"/>'
