"""A figure for each table, as SVG: means by group as points with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from pipeline.evaluation.summary.result import Row

_COLORS = ("#1f5fa8", "#c8641e", "#3b8a4f", "#8a4f9e", "#a83232", "#5f6b78")
_LEFT, _ROOM, _LINE, _TOP, _RIGHT = 240, 420, 14, 44, 60
_TICKS = (0, 25, 50, 75, 100)
_NAME = 36
_CURVE = 260


def figure(by: str, measure: str, rows: Sequence[Row]) -> str:
    """Return the means of one measure by group as SVG, from 0 to 100 per cent; a colour for each model."""
    models = list(dict.fromkeys(row.model for row in rows))
    groups = sorted({row.group for row in rows})
    height = _TOP + len(groups) * (len(models) * _LINE + 6) + 24
    place = {model: number for number, model in enumerate(models)}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _ROOM + _RIGHT}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="8" y="16" font-weight="bold">{escape(measure)} by {escape(by)}, per cent</text>',
        *_legend(models),
        *_grid(height),
    ]
    for number, group in enumerate(groups):
        top = _TOP + number * (len(models) * _LINE + 6)
        middle = top + len(models) * _LINE / 2 + 4
        name = escape(group[:_NAME])
        parts.append(f'<text x="{_LEFT - 8}" y="{middle:.1f}" text-anchor="end">{name}</text>')
        for row in (row for row in rows if row.group == group):
            number_of_model = place[row.model]
            parts.append(_point(row, top + (number_of_model + 0.5) * _LINE, number_of_model))
    return "\n".join([*parts, "</svg>", ""])


def _legend(models: Sequence[str]) -> Iterator[str]:
    step = (_LEFT + _ROOM) / max(1, len(models))
    for number, model in enumerate(models if len(models) > 1 else ()):
        x, color = 8 + number * step, _COLORS[number % len(_COLORS)]
        yield f'<circle cx="{x + 4:.1f}" cy="29" r="4" fill="{color}"/>'
        yield f'<text x="{x + 12:.1f}" y="33">{escape(model[:_NAME])}</text>'


def _grid(height: int) -> Iterator[str]:
    for tick in _TICKS:
        x = _LEFT + _ROOM * tick / 100
        yield f'<line x1="{x}" y1="{_TOP}" x2="{x}" y2="{height - 20}" stroke="#d8dce2"/>'
        yield f'<text x="{x}" y="{height - 6}" text-anchor="middle">{tick}</text>'


def _point(row: Row, y: float, number: int) -> str:
    found, color = row.estimate, _COLORS[number % len(_COLORS)]
    low, high, mean = (_LEFT + _ROOM * min(1.0, max(0.0, v)) for v in (found.low, found.high, found.mean))
    title = escape(f"{row.model}, {row.group}: {100 * found.mean:.2f} (n = {found.n:,})")
    return (
        f'<g><title>{title}</title><line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="{color}" '
        f'stroke-width="2"/><circle cx="{mean:.1f}" cy="{y}" r="4" fill="{color}"/></g>'
    )


def curve_figure(curves: Mapping[str, Sequence[Mapping[str, float | int | None]]]) -> str:
    """Return tail accuracy over alpha as SVG, a line for each model; points as `ood.scores.curve` gives them.

    The alphas stand at equal distances, as they do in the paper's figure.
    """
    height = _TOP + _CURVE + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _ROOM + _RIGHT}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
        '<text x="8" y="16" font-weight="bold">accuracy of the tail over alpha, per cent</text>',
        *_legend(list(curves)),
    ]
    for tick in _TICKS:
        y = _TOP + _CURVE * (1 - tick / 100)
        parts.append(f'<line x1="40" y1="{y}" x2="{_LEFT + _ROOM}" y2="{y}" stroke="#d8dce2"/>')
        parts.append(f'<text x="32" y="{y + 4}" text-anchor="end">{tick}</text>')
    alphas = [point["alpha"] for point in next(iter(curves.values()), ())]
    xs = [40 + (_LEFT + _ROOM - 40) * place / max(1, len(alphas) - 1) for place in range(len(alphas))]
    for x, alpha in zip(xs, alphas, strict=True):
        parts.append(f'<text x="{x:.1f}" y="{height - 14}" text-anchor="middle" font-size="9">{alpha}</text>')
    for number, points in enumerate(curves.values()):
        parts.append(_line(xs, [point["tail"] for point in points], _COLORS[number % len(_COLORS)]))
    return "\n".join([*parts, "</svg>", ""])


def _line(xs: Sequence[float], values: Sequence[float | int | None], color: str) -> str:
    known = [(x, value) for x, value in zip(xs, values, strict=True) if value is not None]
    points = " ".join(f"{x:.1f},{_TOP + _CURVE * (1 - value / 100):.1f}" for x, value in known)
    return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>'
