"""`reasonvqa study`: questions for raters, and what their verdicts say."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from pipeline.base.files import write_json
from pipeline.dataset.verification.loaded import Dataset
from pipeline.evaluation.study import agreement, published, report
from pipeline.evaluation.study.page.write import write_page
from pipeline.evaluation.study.sample import sample, sheet_row
from pipeline.evaluation.study.sheet import read_verdicts, write_sheet

_FILE = click.Path(path_type=Path)


@click.group(epilog="Example: reasonvqa study sample build/dataset -n 600 --out sheet.tsv")
def study() -> None:
    """Let raters judge a sample of the questions."""


@study.command("sample", epilog="Example: reasonvqa study sample build/dataset -n 600 --out sheet.tsv")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-n", "number", type=click.IntRange(min=1), default=600, show_default=True, help="Questions.")
@click.option("--set", "which", type=click.Choice(["U", "B"]), default="U", show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Root of the draw.")
@click.option("--out", type=_FILE, required=True, help="Table to write, tab-separated.")
def sample_command(folder: Path, number: int, which: str, seed: int, out: Path) -> None:
    """Write a sheet of random questions with empty cells for the verdicts.

    As many of each number of hops, and of each source within them. A rater fills in `correct` (yes, others,
    doubtful, no), `natural` (1 very unnatural to 4 very natural), `grammar` (ok, error), `choices` (ok, bad)
    and, where there is something to say, `remark`.
    """
    dataset = Dataset(folder)
    chosen = sample(dataset, which, number, seed)
    written = write_sheet(out, (sheet_row(record, dataset) for record in chosen))
    click.echo(f"{written} questions in {out}")


@study.command("page", epilog="Example: reasonvqa study page sheet.tsv --out rate.html")
@click.argument("sheet", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=_FILE, required=True, help="HTML file to write.")
def page_command(sheet: Path, out: Path) -> None:
    """Write a page on which a rater judges a sheet, by keys if they like.

    One file that works without a server. The browser keeps the verdicts under the rater's name; the
    page saves them in the form that `study report` reads.
    """
    click.echo(f"{write_page(sheet, out)} questions in {out}")


@study.command("report", epilog="Example: reasonvqa study report rater-1.tsv rater-2.tsv")
@click.argument(
    "sheets", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--json", "json_file", type=_FILE, help="Write the shares as JSON too.")
def report_command(sheets: tuple[Path, ...], json_file: Path | None) -> None:
    """Print the shares of filled-in sheets with their 95 % intervals, as Markdown tables.

    A question that several sheets have counts once, as the mean of its raters, and how far they agree is
    printed. Beside the shares stand those that ReasonVQA's authors report.
    """
    verdicts = read_verdicts(sheets)
    found, agreed = report.shares(verdicts), agreement.agreements(verdicts)
    if json_file:
        content = {
            "verdicts": len(verdicts),
            "marks": report.marks(verdicts),
            "shares": [asdict(share) for share in found],
            "agreement": [asdict(row) for row in agreed],
            "published": dict(published.PUBLISHED),
        }
        write_json(json_file, content)
    tables = [report.markdown(found), published.markdown(found)]
    if agreed:
        tables.append(agreement.markdown(agreed))
    click.echo("\n\n".join("\n".join(table) for table in tables))
