"""`reasonvqa study`: questions for raters, and what their verdicts say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import click

from pipeline.base.files import write_json
from pipeline.cli.outputs import OutPath
from pipeline.dataset.verification.loaded import Dataset
from pipeline.evaluation.study import agreement, published, report
from pipeline.evaluation.study.page.write import write_page
from pipeline.evaluation.study.sample import DRAWS, sample, sheet_row
from pipeline.evaluation.study.sheet import read_verdicts, write_sheet


@click.group(epilog="Example: reasonvqa study sample build/dataset --out sheet.tsv")
def study() -> None:
    """Let raters judge a sample of the questions."""


@study.command("sample", epilog="Example: reasonvqa study sample build/dataset -n 1000 --out sheet.tsv")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-n", "number", type=click.IntRange(min=1), default=1000, show_default=True, help="Questions.")
@click.option(
    "--set", "which", type=click.Choice(["U", "B"]), default="U", show_default=True, help="All, or balanced."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Root of the draw.")
@click.option(
    "--by",
    type=click.Choice(list(DRAWS)),
    default=next(iter(DRAWS)),
    show_default=True,
    help="What the draw is stratified by.",
)
@click.option("--out", type=OutPath(), required=True, help="Table to write, tab-separated.")
def sample_command(folder: Path, number: int, which: str, seed: int, by: str, out: Path) -> None:
    """Write a sheet of random questions with empty cells for the verdicts.

    By hops, source and property, each combination gives questions in proportion to its size, and at least
    one; by hops and source, as many of each. `weight` is how many questions of the set each stands for.

    A rater fills in `correct` (yes, others, doubtful, no), `natural` (1 very unnatural to 4 very natural),
    `grammar` (ok, error), `choices` (ok, bad) and, where there is something to say, `remark`.
    """
    dataset = Dataset(folder)
    chosen = sample(dataset, which, number, seed, by)
    written = write_sheet(out, (sheet_row(drawn, dataset) for drawn in chosen))
    click.echo(f"{written} questions in {out}")


@study.command("page", epilog="Example: reasonvqa study page sheet.tsv --out rate.html")
@click.argument("sheet", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=OutPath(), required=True, help="HTML file to write.")
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
@click.option(
    "--by", type=click.Choice(["property", "stratum"]), multiple=True, help="Print these groups too."
)
@click.option("--unweighted", is_flag=True, help="Count every question of the sheets alike.")
@click.option("--json", "json_file", type=OutPath(), help="Write the shares of all groups as JSON too.")
def report_command(
    sheets: tuple[Path, ...], by: tuple[str, ...], unweighted: bool, json_file: Path | None
) -> None:
    """Print the shares of filled-in sheets with their 95 % intervals, as Markdown tables.

    Questions count by the weights of the sheets, so that the shares are those of the whole set. A question
    that several sheets have counts once, as the mean of its raters, and how far they agree is printed. Beside
    the shares stand those that ReasonVQA's authors report.
    """
    verdicts = read_verdicts(sheets, weighted=not unweighted)
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
    tables: list[Iterable[str]] = [report.markdown(found, (*report.SHORT, *by))]
    tables += [told] if (told := report.weighting(found)) else []
    tables.append(published.markdown(found))
    if agreed:
        tables.append(agreement.markdown(agreed))
    click.echo("\n\n".join("\n".join(table) for table in tables))
