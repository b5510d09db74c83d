"""Which statements hold: Wikidata's rules of rank, end and known value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pipeline.wikidata.facts import Statement


def best_ranked(statements: Iterable[Statement]) -> tuple[list[Statement], list[tuple[Statement, str]]]:
    """Return the statements of best rank, and the others each with its code.

    Of one subject and property deprecated statements never count; if one is preferred, only the
    preferred do (help page "Ranking" of Wikidata: the truthy statements).
    """
    groups: dict[tuple[str, str], list[Statement]] = defaultdict(list)
    for statement in statements:
        groups[statement.subject, statement.property].append(statement)
    kept: list[Statement] = []
    dropped: list[tuple[Statement, str]] = []
    for group in groups.values():
        best = "preferred" if any(s.rank == "preferred" for s in group) else "normal"
        for statement in group:
            if statement.rank == best:
                kept.append(statement)
            else:
                code = "deprecated" if statement.rank == "deprecated" else "not_preferred"
                dropped.append((statement, code))
    return kept, dropped
