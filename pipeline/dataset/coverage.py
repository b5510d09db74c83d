"""What the templates cover: each property's wordings, and how many of ReasonVQA's properties there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.dataset.vocabulary import domain_ids, paper_properties
from pipeline.language.library import Library
from pipeline.language.packs import Property

_HEADER = ("property", "label", "answer", "wordings", "clauses", "domains", "")
_WIDTHS = (9, 34, 7, 8, 7)


@dataclass(frozen=True, slots=True)
class Coverage:
    """One row for each property, and the same as text with totals."""

    rows: list[dict[str, Any]]
    text: str


def coverage(library: Library, domains: Sequence[str] = ()) -> Coverage:
    """Return what a library covers, of all properties or of those of some domains."""
    chosen = set(domain_ids(domains, library))
    paper = paper_properties()
    specs = {
        prop: spec
        for prop, spec in sorted(library.entries.items(), key=lambda pair: int(pair[0][1:]))
        if not chosen or not chosen.isdisjoint(spec.domains)
    }
    rows = [_row(prop, spec, prop in paper) for prop, spec in specs.items()]
    lines = [_line(_HEADER), *(_line(_cells(row)) for row in rows), ""]
    shares = Counter(domain for spec in specs.values() for domain in spec.domains)
    for domain in sorted(chosen) or [name for name in library.domains if shares[name]]:
        entry = library.domains[domain]
        lines.append(f"{entry.name:26} {shares[domain]:>4} properties")
        if chosen:
            lines += [f"  {entry.definition}", *(f"  {example}" for example in entry.examples)]
    covered = sum(prop in library.entries and bool(library.entries[prop].main) for prop in paper)
    lines += [
        "",
        f"{len(rows)} properties, {sum(row['wordings'] for row in rows):,} wordings, "
        f"{sum(row['clauses'] for row in rows)} sub-clauses",
        f"{covered} of {len(paper)} properties of ReasonVQA",
    ]
    return Coverage(rows, "\n".join(lines))


def _row(prop: str, spec: Property, in_paper: bool) -> dict[str, Any]:
    return {
        "property": prop,
        "label": spec.label,
        "answer_kind": spec.answer_kind,
        "wordings": len(spec.main) + sum(map(len, spec.joint.values())),
        "clauses": len(spec.clause),
        "domains": list(spec.domains),
        "reasonvqa": in_paper,
        "off": spec.off,
    }


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    note = f"off: {row['off']}" if row["off"] else ""
    counts = str(row["wordings"]), str(row["clauses"])
    return row["property"], row["label"], row["answer_kind"], *counts, ", ".join(row["domains"]), note


def _line(cells: Sequence[str]) -> str:
    *fixed, domains, note = cells
    padded = (cell[:width].ljust(width) for cell, width in zip(fixed, _WIDTHS, strict=True))
    return "  ".join([*padded, f"{domains:40}" if note else domains, note]).rstrip()
