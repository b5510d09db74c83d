"""The section "Checks" of docs/quality.md, written from the registry.

`python -m pipeline.quality.page docs/quality.md` writes it anew and leaves the other sections as they are.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from pipeline.base.files import write_text
from pipeline.quality.every import CHECKS
from pipeline.quality.registry import GROUPS
from pipeline.quality.units import WORDS

HEADING = "## Checks"
_SECTION = re.compile(rf"^{HEADING}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_INTRODUCTION = """
`reasonvqa check DIR` runs these checks on a dataset of this program, or on files in one of the two forms in
which ReasonVQA was published (one JSON object with a list `questions`; lines of JSON with `question_id`, and
beside them `NAME_metadata.jsonl`). Each looks at what is distinct: a text, an answer, a set of options once,
however many questions have it; the share printed is that of the questions.

    reasonvqa check build/dataset                       a table of what was found, with examples
    reasonvqa check build/dataset --select E3,W3        options only; --ignore leaves codes out
    reasonvqa check exported/train.json --level error   another form; errors only
    reasonvqa check build/dataset --json                all counts and examples

A code that begins with E is an error: the build leaves out what it finds, with the code, into
`rejected.parquet`, and `reasonvqa check` exits with 1 if it finds any. One that begins with W is a warning:
the build keeps what it finds. The report counts both. Where one of an answer's sixteen versions of options
has an error, a sound version stands in its place; the answer is left out only if none is sound. What only
whole sets show (E4) cannot be left out, and is counted.

The codes of `reasonvqa templates lint` are others; they are about wordings before anything is built.
"""


def section() -> str:
    """Return the section as Markdown."""
    lines = [HEADING, _INTRODUCTION.rstrip(), ""]
    for digit, group in sorted(GROUPS.items()):
        lines += [f"### {group}", "", "| code | finds | in each |", "|---|---|---|"]
        for check in sorted(CHECKS.values(), key=lambda check: check.code[1:]):
            if check.code[1] == digit:
                lines.append(f"| {check.code} | {check.message} | {WORDS[check.unit][0]} |")
        lines.append("")
    return "\n".join(lines)


def renewed(text: str) -> str:
    """Return the text of the page with the section as the registry has it."""
    return _SECTION.sub(lambda _: section(), text) if _SECTION.search(text) else f"{text}\n{section()}"


if __name__ == "__main__":
    page = Path(sys.argv[1])
    write_text(page, renewed(page.read_text(encoding="utf-8")))
