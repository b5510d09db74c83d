"""`reasonvqa check`: the quality checks over a dataset."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from pipeline.base.files import require_readable
from pipeline.base.progress import Progress
from pipeline.cli.options import Words
from pipeline.dataset.checking.run import Report, check_dataset
from pipeline.quality.every import CHECKS, chosen
from pipeline.quality.tally import EXAMPLES

_PLACE = click.Path(path_type=Path)


@click.command("check", epilog="Example: reasonvqa check build/dataset --ignore W313 --examples 5")
@click.argument("path", type=_PLACE, default=Path("build/dataset"), metavar="[DIR]")
@click.option("--select", type=Words(), default=(), help="Codes to check, or their beginnings.")
@click.option("--ignore", type=Words(), default=(), help="Codes to leave out, or their beginnings.")
@click.option(
    "--level",
    type=click.Choice(["error", "warning"]),
    default="warning",
    show_default=True,
    help="Lowest level to check for.",
)
@click.option(
    "--examples",
    type=click.IntRange(min=0),
    default=EXAMPLES,
    show_default=True,
    help="Examples to print of each.",
)
@click.option("--language", default="en", show_default=True, help="Language of questions in other forms.")
@click.option("--codes", is_flag=True, help="Print all codes and what they stand for.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors and the exit code.")
def check_command(
    path: Path,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    level: str,
    examples: int,
    language: str,
    codes: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Check texts, answers, options, parts and facts of a dataset, by rules with codes.

    DIR holds a dataset of this program, or files in one of the two forms in which ReasonVQA was published;
    it may also be one such file. Exits with 1 if a check of errors (E...) finds something; warnings (W...)
    do not count.
    """
    if codes:
        for code, check in sorted(CHECKS.items(), key=lambda pair: (pair[0][1:], pair[0])):
            click.echo(f"{code}  {check.message}")
        return
    require_readable(path)
    checks = chosen(select, ignore, errors_only=level == "error")
    progress = Progress(quiet=quiet or as_json)
    report = check_dataset(path, checks, progress, examples=examples, language=language)
    if as_json:
        click.echo(json.dumps(_content(report), ensure_ascii=False, indent=2))
    elif not quiet:
        click.echo("\n".join(_table(report)))
    if report.has_errors:
        sys.exit(1)


def _content(report: Report) -> dict[str, object]:
    rows = [found.row for found in report.found]
    return {"form": report.form, "questions": report.questions, "checks": rows}


def _table(report: Report) -> Iterator[str]:
    yield f"{report.questions:,} questions, {len(report.found)} checks"
    yield ""
    yield f"{'code':5} {'found':>9} {'share':>8}  of what, and what it is"
    hit = [found for found in report.found if found.found]
    for found in hit:
        row = found.row
        yield f"{row['code']:5} {row['found']:>9,} {row['share']:>8.2%}  {row['of']}: {row['finds']}"
        yield from (f"        {example}" for example in row["examples"])
    clean = [found.check.code for found in report.found if not found.found]
    if clean:
        yield f"nothing found by {', '.join(clean)}"
    errors = sum(found.check.is_error for found in hit)
    yield f"{errors} checks of errors and {len(hit) - errors} of warnings found something"
