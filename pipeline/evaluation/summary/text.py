"""Tables as text, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pipeline.evaluation.summary.estimate import Estimate
from pipeline.evaluation.summary.result import ALL, Result, Row


def aligned(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table: the first column to the left, the others to the right."""
    lines = [list(header), *map(list, rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(header))]
    return ["  ".join(_padded(line, widths)).rstrip() for line in lines]


def _padded(line: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    for place, (cell, width) in enumerate(zip(line, widths, strict=True)):
        yield cell.ljust(width) if place == 0 else cell.rjust(width)


def percent(found: Estimate) -> str:
    """Return a mean with its standard error and interval, in per cent with two digits."""
    return f"{with_error(found)} ({100 * found.low:.2f} to {100 * found.high:.2f})"


def with_error(found: Estimate) -> str:
    """Return a mean with its standard error, in per cent with two digits."""
    return f"{100 * found.mean:.2f} ±{_error(found)}"


def _error(found: Estimate) -> str:
    return "-" if found.se is None else f"{100 * found.se:.2f}"


def _overall(rows: Sequence[Row]) -> list[str]:
    lines = [
        [
            row.measure, row.model, f"{row.estimate.n:,}", f"{100 * row.estimate.mean:.2f}",
            _error(row.estimate), f"{100 * row.estimate.low:.2f}", f"{100 * row.estimate.high:.2f}",
        ]
        for row in sorted(rows, key=lambda row: _first(rows, row.measure))
    ]  # fmt: skip
    return aligned(["measure", "model", "n", "score", "error", "from", "to"], lines)


def _first(rows: Sequence[Row], measure: str) -> int:
    return next(place for place, row in enumerate(rows) if row.measure == measure)


def tables(result: Result, *, intervals: bool = False) -> Iterator[str]:
    """Yield the lines of all tables: over all questions, one an axis, the comparisons, the notes.

    The tables by axis have means and standard errors, with `intervals` the ends of the intervals too.
    """
    yield "per cent; the standard errors and 95 % bootstrap intervals are over images"
    yield ""
    overall = result.table(ALL)
    yield from _overall(overall)
    measures = list(dict.fromkeys(row.measure for row in overall))
    for by in result.axes:
        if by != ALL:
            yield ""
            yield from _axis(by, result.table(by), measures, percent if intervals else with_error)
    if result.comparisons:
        yield ""
        yield from _comparisons(result)
    if result.notes:
        yield ""
        yield from result.notes


def _axis(
    by: str, rows: Sequence[Row], measures: Sequence[str], shown: Callable[[Estimate], str]
) -> list[str]:
    """Return the table of an axis; the measures that it has stand in the order of those given."""
    models = list(dict.fromkeys(row.model for row in rows))
    there = {row.measure for row in rows}
    measures = [measure for measure in measures if measure in there]
    cells: dict[tuple[str, str], dict[str, Estimate]] = {}
    for row in rows:
        cells.setdefault((row.model, row.group), {})[row.measure] = row.estimate
    header = [by, *(["model"] if len(models) > 1 else []), "n", *measures]
    lines = [
        [
            group,
            *([model] if len(models) > 1 else []),
            f"{max(found.n for found in by_measure.values()):,}",
            *(shown(by_measure[name]) if name in by_measure else "-" for name in measures),
        ]
        for (model, group), by_measure in sorted(cells.items(), key=lambda item: item[0][1])
    ]
    return aligned(header, lines)


def _comparisons(result: Result) -> list[str]:
    rows = [
        [
            pair.measure, pair.first, pair.second, f"{pair.difference.n:,}", percent(pair.difference),
            _p(pair.p), _p(pair.p_adjusted), "-" if pair.mcnemar is None else _p(pair.mcnemar),
        ]
        for pair in result.comparisons
    ]  # fmt: skip
    return aligned(["measure", "first", "second", "n", "difference", "p", "Holm", "McNemar"], rows)


def _p(value: float) -> str:
    return f"{value:.2g}" if value < 0.0001 else f"{value:.4f}"
