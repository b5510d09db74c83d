"""Facts without those that cannot be."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.knowledge.rules import Dropped
from pipeline.quality.every import chosen
from pipeline.quality.tally import Tally
from pipeline.quality.units import Fact, Facts
from pipeline.wikidata.facts import Statement


def sound_facts(
    statements: Sequence[Statement], tally: Tally | None = None
) -> tuple[list[Statement], list[Dropped]]:
    """Return the statements in which no check finds an error, and the rest with the code of the first."""
    tally = tally or Tally(chosen(select=("E1",)))
    facts = Facts(statements)
    kept: list[Statement] = []
    dropped: list[Dropped] = []
    for statement in statements:
        found = tally.add(Fact(statement, facts), where=statement.subject)
        errors = [check.code for check in found if check.is_error]
        if errors:
            dropped.append(Dropped(statement, errors[0]))
        else:
            kept.append(statement)
    return kept, dropped
