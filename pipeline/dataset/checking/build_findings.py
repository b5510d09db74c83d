"""What the checks found in a build, as its report tells it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pipeline.base.columns import read_rows
from pipeline.dataset.checking.run import set_units
from pipeline.dataset.kept import register_optional
from pipeline.dataset.layout import PARTS
from pipeline.dataset.stages import Context
from pipeline.quality.every import CHECKS, chosen
from pipeline.quality.registry import Check
from pipeline.quality.tally import Tally
from pipeline.quality.units import WORDS
from pipeline.relational.engine import Engine

Row = dict[str, Any]


def build_findings(context: Context, engine: Engine, out: Path) -> list[Row]:
    """Return for every check how much of what is kept it found, and how much was left out by it.

    Needs the table `rejected`.
    """
    engine.register(
        {
            "routes": context.table("bank", "routes"),
            "kept": context.table("balance", "kept"),
            "question_findings": context.table("questions", "findings"),
            "judged_options": context.table("distractors", "judged_options"),
            "photos": context.table("annotate", "images"),
            "records": [out / "U" / f"{part}.parquet" for part in PARTS],
            "balanced_records": [out / "B" / f"{part}.parquet" for part in PARTS],
        }
    )
    register_optional(engine, context.settings)
    engine.create("option_findings", "option_findings", seed=str(context.settings.seed))
    ((questions,),) = engine.rows("count_records")
    kept = {
        code: {"checked": questions, "found": n, "example": example}
        for code, n, example in engine.rows("report_findings")
    }
    kept |= _facts(context) | _sets(engine)
    nothing = {"checked": questions, "found": 0, "example": ""}
    left_out: dict[str, int] = {}
    for row in engine.rows("report_rejected"):
        left_out[row[1]] = left_out.get(row[1], 0) + int(row[2])
    ordered = sorted(CHECKS.values(), key=lambda check: (check.code[1:], check.code))
    return [_row(check, kept.get(check.code, nothing), left_out.get(check.code, 0)) for check in ordered]


def _row(check: Check, kept: Row, left_out: int) -> Row:
    shown = {"code": check.code, "finds": check.message, "of": WORDS[check.unit][1]}
    share = kept["found"] / kept["checked"] if kept["checked"] else 0.0
    return {**shown, "found": kept["found"], "share": round(share, 6), "left_out": left_out} | {
        "example": kept["example"]
    }


def _facts(context: Context) -> dict[str, Row]:
    rows = read_rows(context.table("fetch", "findings"))
    # What is an error was left out.
    return {
        row["code"]: row | ({"found": 0, "example": ""} if CHECKS[row["code"]].is_error else {})
        for row in rows
    }


def _sets(engine: Engine) -> dict[str, Row]:
    tally = Tally(chosen(select=("E4", "W4")), limit=1)
    for unit, times, where in set_units(engine):
        tally.add(unit, times=times, where=where)
    return {
        found.check.code: {
            "checked": found.checked,
            "found": found.found,
            "example": next(iter(found.examples), ""),
        }
        for found in tally.found()
    }
