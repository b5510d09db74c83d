"""`reasonvqa`: builds, shows, verifies and exports datasets."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pipeline import __version__
from pipeline.base.errors import ReasonVQAError
from pipeline.base.progress import Progress
from pipeline.cli.baseline import baseline_command
from pipeline.cli.check import check_command
from pipeline.cli.endpoint import endpoint
from pipeline.cli.export import export_command
from pipeline.cli.images import images
from pipeline.cli.merge import merge_command
from pipeline.cli.options import build_options
from pipeline.cli.outputs import told_of_outputs
from pipeline.cli.release import release_command
from pipeline.cli.score import score
from pipeline.cli.score_ood import ood
from pipeline.cli.snapshot import snapshot
from pipeline.cli.splits import splits_command
from pipeline.cli.study import study
from pipeline.cli.subset import subset_command
from pipeline.cli.summary import summary
from pipeline.cli.templates import templates
from pipeline.cli.verify import verify_command
from pipeline.dataset.build import STAGES
from pipeline.dataset.build import build as run_build
from pipeline.dataset.dry_run import dry_run as run_dry
from pipeline.dataset.settings import Settings
from pipeline.dataset.show import describe, find
from pipeline.dataset.stages import Stage
from pipeline.dataset.verification.loaded import Dataset

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


class _Group(click.Group):
    """A group that prints an error of ours as a message and exits with 1."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with told_of_outputs(ctx):
                return super().invoke(ctx)
        except ReasonVQAError as fault:
            click.echo(f"error: {fault}", err=True)
            sys.exit(1)
        except KeyboardInterrupt:
            click.echo("interrupted; the same command goes on with the stage it was in", err=True)
            sys.exit(130)


@click.group(cls=_Group, context_settings={"max_content_width": 100})
@click.version_option(__version__)
def main() -> None:
    """Turn annotated images and Wikidata into a knowledge-based VQA dataset.

    \b
    reasonvqa build                                       the sample dataset, offline
    reasonvqa build --images annotations/ --out mine      from images of your own
    reasonvqa verify build/dataset                        replay every question
    """


@main.command(
    epilog="Example: reasonvqa build --images vg/v1.4 --domains animals,food --hops 1,2 --out build/animals"
)
@click.option("--dry-run", is_flag=True, help="Print what a live endpoint would be asked, and ask nothing.")
@build_options
def build(settings: Settings, quiet: bool, dry_run: bool) -> None:
    """Run all stages that are not up to date, and print what the dataset holds."""
    if dry_run:
        for line in run_dry(settings, Progress(quiet=quiet)):
            click.echo(line)
        return
    out = run_build(settings, Progress(quiet=quiet))
    if not quiet and not settings.shard:
        click.echo(summary(out))


def _stage_command(stage: Stage) -> Callable[..., None]:
    @build_options
    def run(settings: Settings, quiet: bool) -> None:
        run_build(settings, Progress(quiet=quiet), until=stage.name)

    return run


for _stage in STAGES:
    main.command(
        _stage.name,
        help=f"Run the stages up to {_stage.name}, which {_stage.what}; what is up to date is skipped.",
        epilog=f"Example: reasonvqa {_stage.name} --out build/dataset",
        short_help=f"Stage: {_stage.what}.",
    )(_stage_command(_stage))


@main.command(epilog="Example: reasonvqa show 4f6a build/dataset")
@click.argument("question_id")
@click.argument("folder", type=_FOLDER, default=Path("build/dataset"))
def show(question_id: str, folder: Path) -> None:
    """Print one question with its image, boxes, route, SPARQL, answers and options.

    QUESTION_ID may be the beginning of an id; FOLDER is the dataset's (default build/dataset).
    """
    dataset = Dataset(folder)
    for line in describe(find(dataset, question_id), dataset):
        click.echo(line)


main.add_command(export_command)
main.add_command(snapshot)
main.add_command(templates)
main.add_command(endpoint)
main.add_command(study)
main.add_command(score)
main.add_command(ood)
main.add_command(baseline_command)
main.add_command(subset_command)
main.add_command(verify_command)
main.add_command(check_command)
main.add_command(images)
main.add_command(splits_command)
main.add_command(release_command)  # in the place of the stage's, which is `build`
main.add_command(merge_command)


if __name__ == "__main__":
    main()
