"""What sets a version of a dataset apart from the one before, as CHANGES.md and as changelog.jsonl."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from pipeline.bank.routes import REASONS as OF_BANK
from pipeline.base.files import write_text
from pipeline.dataset.drift.outcomes import KINDS, Outcome
from pipeline.dataset.drift.records import PROVENANCE, Corrected
from pipeline.dataset.drift.routes import REASONS
from pipeline.dataset.layout import CHANGE_FILES
from pipeline.dataset.verification.loaded import Record

Row: TypeAlias = dict[str, Any]
_TITLE = "# Changes\n"
_WHY = {**OF_BANK, **REASONS}
_MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Change:
    """A question that a version has otherwise than the one before; `after` is None if it was dropped."""

    outcome: Outcome
    before: Record
    after: Row | None
    code: str = ""

    @property
    def fields(self) -> list[str]:
        """The fields that differ, but for those that say where the facts are from."""
        after = self.after
        if after is None:
            return []
        return [name for name in self.before if name not in PROVENANCE and after[name] != self.before[name]]

    def row(self, version: str) -> Row:
        """Return the change as a line of the changelog."""
        after = self.after
        return {
            "version": version,
            "question_id": self.before["question_id"],
            "property_id": self.before["property_id"],
            "outcome": self.outcome.kind,
            "dropped": self.code,
            "gained": list(self.outcome.gained),
            "lost": list(self.outcome.lost),
            "reasons": list(self.outcome.reasons),
            "merged": list(self.outcome.merged),
            "before": {name: self.before[name] for name in self.fields or ("answer",)},
            "after": {name: after[name] for name in self.fields} if after else None,
        }


def change_of(record: Record, outcome: Outcome, corrected: Corrected) -> Change | None:
    """Return what a correction changed; None if the record says what it said."""
    change = Change(outcome, record, corrected.record, corrected.code)
    return change if corrected.record is None or change.fields else None


def write_changes(
    out: Path, earlier: Path, version: str, origin: Mapping[str, str], changes: Sequence[Change], counts: Row
) -> None:
    """Write both files: the new version first in CHANGES.md, last in the changelog.

    `earlier` is the folder of the version before, whose files go on; `origin` names it and the newer facts.
    """
    markdown, log = CHANGE_FILES
    old_text, old_log = (_read(earlier / name) for name in CHANGE_FILES)
    text = "\n".join(_section(version, origin, changes, counts))
    write_text(out / markdown, f"{_TITLE}\n{text}\n{old_text.removeprefix(_TITLE)}")
    ordered = sorted(changes, key=lambda change: str(change.before["question_id"]))
    lines = (json.dumps(change.row(version), ensure_ascii=False) + "\n" for change in ordered)
    write_text(out / log, old_log + "".join(lines))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _section(
    version: str, origin: Mapping[str, str], changes: Sequence[Change], counts: Mapping[str, int]
) -> Iterable[str]:
    dropped = Counter(change.code for change in changes if change.after is None)
    yield f"## {version}"
    yield ""
    yield (
        f"From version {origin['version']} (SHA-256 of its manifest: {origin['manifest_sha256']}), "
        f"by facts of {origin['endpoint']}."
    )
    yield ""
    if not changes:
        yield "No question says anything else; the data is that of the version before, byte for byte."
        return
    yield f"{len(changes) - dropped.total():,} questions corrected, {dropped.total():,} dropped."
    yield ""
    yield "| replayed on newer facts | questions | what |"
    yield "|---|---|---|"
    yield from (f"| {kind} | {counts[kind]:,} | {what} |" for kind, what in KINDS.items() if counts[kind])
    yield ""
    for code, number in sorted(dropped.items()):
        yield f"* dropped, {code} ({_WHY[code]}): {number:,}"
    yield ""
    yield f"All changes are in {CHANGE_FILES[1]}. Of answers, most frequent first:"
    yield ""
    yield from _frequent(changes)


def _frequent(changes: Iterable[Change]) -> Iterable[str]:
    counts: Counter[str] = Counter()
    for change in changes:
        parts = (("gained", change.outcome.gained), ("lost", change.outcome.lost))
        told = "; ".join(f"{word} {', '.join(values)}" for word, values in (*parts,) if values)
        told = told or ", ".join((*change.outcome.merged, *change.outcome.renamed)) or change.outcome.kind
        thing, label = change.before["entity_label"], change.before["property_label"]
        counts[f"{thing}, {label}: {told}"] += 1
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    yield from (f"* {text} ({number:,} questions)" for text, number in ordered[:_MOST_SHOWN])
