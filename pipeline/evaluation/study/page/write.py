"""A sheet as one HTML file: template, style, script and questions; only the images are fetched."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from types import MappingProxyType

import jinja2

from pipeline.base.errors import InputError
from pipeline.base.files import read_tsv, write_text
from pipeline.base.hashing import digest
from pipeline.evaluation.study.sheet import COLUMNS, DRAWN, SHOWN
from pipeline.evaluation.study.verdicts import FLAGS, MEANINGS, SCALES

_FOLDER = Path(__file__).parent

FIELDS = MappingProxyType(
    {
        "thing": "Thing in the image",
        "question": "Question",
        "answer": "Answer",
        "accepted": "Accepted",
        "options": "Options",
        "facts": "Facts",
    }
)
"""The columns of a sheet that stand on the page as text -> their names there."""


def write_page(sheet: Path, out: Path) -> int:
    """Write the page of a sheet; return the number of questions.

    Verdicts that the sheet has already are left out. InputError if it has no question, or one twice.
    """
    kept = {*SHOWN, *DRAWN}
    rows = [{name: cell for name, cell in row.items() if name in kept} for row in read_tsv(sheet, SHOWN)]
    _require_distinct(sheet, [row["question_id"] for row in rows])
    write_text(out, page(rows))
    return len(rows)


def _require_distinct(sheet: Path, ids: list[str]) -> None:
    if not ids:
        raise InputError(
            sheet, problem="holds no question", remedy="Write one with `reasonvqa study sample`."
        )
    seen: set[str] = set()
    for number, question in enumerate(ids, start=2):
        if question in seen:
            raise InputError(
                sheet,
                place=f"line {number}",
                problem=f"holds the question {question} a second time",
                remedy="Leave one of them out.",
            )
        seen.add(question)


def page(rows: list[dict[str, str]]) -> str:
    """Return the HTML of rows, each with the columns SHOWN, and DRAWN if the sheet has them."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    script, style = (_part(name) for name in ("rate.js", "rate.css"))
    return environment.get_template("rate.html.j2").render(
        fields=FIELDS,
        meanings=MEANINGS,
        flags=FLAGS,
        keys=keys(),
        script=script,
        style=style,
        script_source=_source(script),
        style_source=_source(style),
        study={
            "sheet": digest(*(cell for row in rows for cell in row.values())),
            "columns": [name for name in COLUMNS if name in rows[0] or name not in DRAWN],
            "scales": dict(SCALES),
            "flags": dict(FLAGS),
            "rows": rows,
        },
    )


def keys() -> dict[tuple[str, str], str]:
    """Return (scale, value) -> its key: the scale's first letter for a flag's fault, else the value's."""
    return {
        (scale, value): scale[0] if scale in FLAGS else value[0]
        for scale, values in SCALES.items()
        for value in (values[1:] if scale in FLAGS else values)
    }


def _part(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _source(content: str) -> str:
    """Return the source expression by which a content security policy admits this very text."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
