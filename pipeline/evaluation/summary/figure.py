"""A figure for each table, as SVG: means by group as points with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from pipeline.base.svg import dot, framed, polyline, text
from pipeline.evaluation.summary.result import Row

_COLORS = ("#1f5fa8", "#c8641e", "#3b8a4f", "#8a4f9e", "#a83232", "#5f6b78")
_LEFT, _ROOM, _LINE, _TOP, _RIGHT = 240, 420, 14, 44, 60
_WIDTH = _LEFT + _ROOM + _RIGHT
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
        text(8, 16, f"{measure} by {by}, per cent", font_weight="bold"),
        *_legend(models),
        *_grid(height),
    ]
    for number, group in enumerate(groups):
        top = _TOP + number * (len(models) * _LINE + 6)
        middle = top + len(models) * _LINE / 2 + 4
        parts.append(text(_LEFT - 8, f"{middle:.1f}", group[:_NAME], text_anchor="end"))
        for row in (row for row in rows if row.group == group):
            number_of_model = place[row.model]
            parts.append(_point(row, top + (number_of_model + 0.5) * _LINE, number_of_model))
    return framed(parts, width=_WIDTH, height=height)


def _legend(models: Sequence[str]) -> Iterator[str]:
    step = (_LEFT + _ROOM) / max(1, len(models))
    for number, model in enumerate(models if len(models) > 1 else ()):
        x, color = 8 + number * step, _COLORS[number % len(_COLORS)]
        yield dot(f"{x + 4:.1f}", 29, color)
        yield text(f"{x + 12:.1f}", 33, model[:_NAME])


def _grid(height: int) -> Iterator[str]:
    for tick in _TICKS:
        x = _LEFT + _ROOM * tick / 100
        yield f'<line x1="{x}" y1="{_TOP}" x2="{x}" y2="{height - 20}" stroke="#d8dce2"/>'
        yield text(x, height - 6, str(tick), text_anchor="middle")


def _point(row: Row, y: float, number: int) -> str:
    found, color = row.estimate, _COLORS[number % len(_COLORS)]
    low, high, mean = (_LEFT + _ROOM * min(1.0, max(0.0, v)) for v in (found.low, found.high, found.mean))
    title = escape(f"{row.model}, {row.group}: {100 * found.mean:.2f} (n = {found.n:,})")
    return (
        f'<g><title>{title}</title><line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="{color}" '
        f'stroke-width="2"/>{dot(f"{mean:.1f}", y, color)}</g>'
    )


def curve_figure(curves: Mapping[str, Sequence[Mapping[str, float | int | None]]]) -> str:
    """Return tail accuracy over alpha as SVG, a line for each model; points as `ood.scores.curve` gives them.

    The alphas stand at equal distances, as they do in the paper's figure.
    """
    height = _TOP + _CURVE + 40
    parts = [
        text(8, 16, "accuracy of the tail over alpha, per cent", font_weight="bold"),
        *_legend(list(curves)),
    ]
    for tick in _TICKS:
        y = _TOP + _CURVE * (1 - tick / 100)
        parts.append(f'<line x1="40" y1="{y}" x2="{_LEFT + _ROOM}" y2="{y}" stroke="#d8dce2"/>')
        parts.append(text(32, y + 4, str(tick), text_anchor="end"))
    alphas = [point["alpha"] for point in next(iter(curves.values()), ())]
    xs = [40 + (_LEFT + _ROOM - 40) * place / max(1, len(alphas) - 1) for place in range(len(alphas))]
    for x, alpha in zip(xs, alphas, strict=True):
        parts.append(text(f"{x:.1f}", height - 14, str(alpha), text_anchor="middle", font_size=9))
    for number, points in enumerate(curves.values()):
        tails = [(x, point["tail"]) for x, point in zip(xs, points, strict=True)]
        known = [(x, _TOP + _CURVE * (1 - tail / 100)) for x, tail in tails if tail is not None]
        parts.append(polyline(known, _COLORS[number % len(_COLORS)]))
    return framed(parts, width=_WIDTH, height=height)
