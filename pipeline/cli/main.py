"""`reasonvqa`: builds, shows, verifies and exports datasets."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import click

from pipeline import __version__
from pipeline.base.errors import ReasonVQAError
from pipeline.base.progress import Progress
from pipeline.cli.options import build_options
from pipeline.cli.outputs import told_of_outputs
from pipeline.cli.summary import summary
from pipeline.dataset.build import STAGES
from pipeline.dataset.build import build as run_build
from pipeline.dataset.dry_run import dry_run as run_dry
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Stage

_LATER = {
    "baseline": "pipeline.cli.baseline:baseline_command",
    "check": "pipeline.cli.check:check_command",
    "endpoint": "pipeline.cli.endpoint:endpoint",
    "export": "pipeline.cli.export:export_command",
    "images": "pipeline.cli.images:images",
    "merge": "pipeline.cli.merge:merge_command",
    "ood": "pipeline.cli.score_ood:ood",
    "release": "pipeline.cli.release:release_command",
    "score": "pipeline.cli.score:score",
    "show": "pipeline.cli.show:show",
    "snapshot": "pipeline.cli.snapshot:snapshot",
    "splits": "pipeline.cli.splits:splits_command",
    "study": "pipeline.cli.study:study",
    "subset": "pipeline.cli.subset:subset_command",
    "templates": "pipeline.cli.templates:templates",
    "verify": "pipeline.cli.verify:verify_command",
}
"""Commands that are no stages, each loaded when it is called: a build needs none of them."""


class _Group(click.Group):
    """A group that prints an error of ours as a message and exits with 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *_LATER})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _LATER:
            module, _, name = _LATER[cmd_name].partition(":")
            command: click.Command = getattr(import_module(module), name)
            return command
        return super().get_command(ctx, cmd_name)

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
    if _stage.name not in _LATER:
        main.command(
            _stage.name,
            help=f"Run the stages up to {_stage.name}, which {_stage.what}; what is up to date is skipped.",
            epilog=f"Example: reasonvqa {_stage.name} --out build/dataset",
            short_help=f"Stage: {_stage.what}.",
        )(_stage_command(_stage))


if __name__ == "__main__":
    main()
