"""`make bench`: builds at several sizes, stage by stage, beside a plain loop and the limit of the engine."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import click

from pipeline.base.files import read_json, write_json, write_text
from pipeline.base.progress import Progress
from pipeline.bench.figure import growth_figure
from pipeline.bench.limit import limit_seconds
from pipeline.bench.loop import loop_rate
from pipeline.bench.make import LANDMARKS, Input, make_input
from pipeline.dataset.markdown import table
from pipeline.dataset.settings import Settings

UNCAPPED = 1_000_000_000
"""Equal questions are asked of as many images as there are: half a million show some 3,500 landmarks."""

LOOP_IMAGES = 2_000
Row = dict[str, Any]


def bench_settings(made: Input, out: Path) -> dict[str, Any]:
    """Return the settings of a measured build; those not named are the defaults."""
    return {
        "images": [str(path) for path in made.files],
        "landmarks": str(made.folder / LANDMARKS),
        "out": str(out),
        "max_repeats": UNCAPPED,
    }


def built(settings: Mapping[str, Any], folder: Path) -> list[Row]:
    """Build from nothing in a process of its own; return what each stage took, and all of them."""
    result, out = folder / "measured.json", Path(settings["out"])
    for old in (out, out.with_name(f"{out.name}.work")):
        shutil.rmtree(old, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pipeline.bench.measure", json.dumps(settings), str(result)]
    subprocess.run(command, check=True)
    found: list[Row] = read_json(result)
    return found


def questions_of(out: Path) -> dict[str, int]:
    """Return the number of questions in each set of a dataset."""
    report = read_json(out / "report.json")
    return {name: report[name]["questions"] for name in ("U", "B")}


def measured(made: Input, folder: Path, repeats: int, *, beside: int, progress: Progress) -> Row:
    """Return the figures of one size: medians over the repeats.

    The first `beside` builds alternate with the loop and the limit that they are compared with.
    """
    out = folder / "dataset"
    settings = bench_settings(made, out)
    builds, limits, loops = [], [], []
    for number in range(repeats):
        progress.stage("build", f"{made.scenes + made.landmarks:,} images, {number + 1} of {repeats}")
        builds.append(built(settings, folder))
        if number < beside:
            loops.append(loop_rate(Settings(**settings), folder, LOOP_IMAGES))
            limits.append(limit_seconds(Settings(**settings), folder / "limit"))
    asked = questions_of(out)
    stages = [
        {"stage": rows[0]["stage"]}
        | {name: median(row[name] for row in rows) for name in rows[0] if name != "stage"}
        for rows in zip(*builds, strict=True)
    ]
    rates = {"build": asked["U"] / stages[-1]["seconds"]}
    if beside:
        rates |= {"loop": median(loops), "limit": asked["U"] / median(limits)}
    shutil.rmtree(folder)
    return {"images": made.scenes + made.landmarks, "questions": asked, "stages": stages, "rates": rates}


def markdown(figures: Sequence[Row]) -> str:
    """Return the figures of several sizes as tables."""
    sizes = [f"{row['images']:,} images" for row in figures]
    lines = ["## Questions", "", *table(("", "U", "B"), _questions(figures))]
    for name, unit in (
        ("seconds", "seconds"),
        ("processor_seconds", "seconds of processors"),
        ("peak", "peak MB"),
    ):
        lines += [f"## Stages, {unit}", "", *table(("stage", *sizes), _stages(figures, name))]
    lines += ["## Questions of U a second", "", *table(("", *sizes), _rates(figures))]
    return "\n".join(lines)


def _questions(figures: Sequence[Row]) -> list[tuple[str, int, int]]:
    return [(f"{row['images']:,} images", row["questions"]["U"], row["questions"]["B"]) for row in figures]


def _stages(figures: Sequence[Row], name: str) -> list[tuple[str, ...]]:
    names = [stage["stage"] for stage in figures[0]["stages"]]
    return [
        (stage, *(f"{row['stages'][place][name]:,.1f}" for row in figures))
        for place, stage in enumerate(names)
    ]


def _rates(figures: Sequence[Row]) -> list[tuple[str, ...]]:
    shown = [("build", *(f"{row['rates']['build']:,.0f}" for row in figures))]
    for name, what in (("loop", "plain loop"), ("limit", "limit")):
        rates = [row["rates"].get(name) for row in figures]
        shown.append((what, *(f"{rate:,.0f}" if rate else "" for rate in rates)))
        ratios = [
            row["rates"]["build"] / rate if rate else 0 for row, rate in zip(figures, rates, strict=True)
        ]
        shown.append((f"build / {what}", *(f"{ratio:.2f}" if ratio else "" for ratio in ratios)))
    return shown


@click.command()
@click.option("--sizes", default="100,10,1", show_default=True, help="Divisors of the full size.")
@click.option("--repeats", default=3, show_default=True, help="Builds of each size.")
@click.option("--seed", default=0, show_default=True, help="Seed of the input.")
@click.option(
    "--cache", type=click.Path(path_type=Path), default=Path("build/bench/input"), show_default=True
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/bench"), show_default=True)
def main(sizes: str, repeats: int, seed: int, cache: Path, out: Path) -> None:
    """Measure the build at several sizes, on input that is made once."""
    progress, figures = Progress(), []
    for divisor in map(int, sizes.split(",")):
        made = make_input(cache, divisor, seed, progress)
        beside = 1 if divisor == 1 else repeats
        figures.append(measured(made, out / f"size-{divisor}", repeats, beside=beside, progress=progress))
        write_json(out / "figures.json", figures)
        write_text(out / "figures.md", markdown(figures))
    panels = {
        title: [(row["images"], row["stages"][-1][name]) for row in figures]
        for title, name in (("seconds", "seconds"), ("peak memory, MB", "peak"))
    }
    write_text(out / "growth.svg", growth_figure(panels))
    click.echo(markdown(figures))


if __name__ == "__main__":
    main()
