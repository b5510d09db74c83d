"""`reasonvqa templates`: lists, checks, starts and previews template packs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from pipeline.base.resources import resource_dir
from pipeline.cli.options import Names, Words, build_options
from pipeline.cli.outputs import OutPath
from pipeline.dataset.coverage import coverage
from pipeline.dataset.preview import preview
from pipeline.dataset.settings import Settings
from pipeline.dataset.skeleton import write_skeleton
from pipeline.dataset.vocabulary import library_of, wikidata_properties, wordnet
from pipeline.language.lint.findings import Finding, explained
from pipeline.language.lint.run import lint

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_LANGUAGE = click.option("--language", default="en", show_default=True, help="Language of the templates.")
_PACKS = click.option("--templates", type=Words(), default=(), help="Packs of your own, separated by commas.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group(epilog="Example: reasonvqa templates preview P84 -n 5")
def templates() -> None:
    """List, check, start and preview packs of templates."""


@templates.command("lint", epilog="Example: reasonvqa templates lint my_pack --ignore W403")
@click.argument("packs", nargs=-1, type=_FOLDER)
@click.option("--select", type=Words(), default=(), help="Codes to report, or their beginnings.")
@click.option("--ignore", type=Words(), default=(), help="Codes to leave out, or their beginnings.")
@click.option("--codes", is_flag=True, help="Print all codes and what they stand for.")
@_LANGUAGE
@_JSON
def lint_command(
    packs: tuple[Path, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    codes: bool,
    language: str,
    as_json: bool,
) -> None:
    """Check PACKS, each laid over those before it; the shipped templates if none is named.

    Exits with 1 if there is an error (E...); warnings (W...) alone do not count.
    """
    if codes:
        for code, meaning in explained():
            click.echo(f"{code}  {meaning}")
        return
    folders = (resource_dir("templates"), *packs)
    found: list[Finding] = []
    for last in range(2 if packs else 1, len(folders) + 1):
        found += lint(folders[:last], language, wikidata_properties(), wordnet, select=select, ignore=ignore)
    if as_json:
        rows = [
            {"path": str(f.path), "line": f.line, "code": f.code, "place": f.place, "message": f.message}
            for f in found
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        for finding in found:
            click.echo(finding)
        errors = sum(finding.is_error for finding in found)
        click.echo(f"{errors} errors, {len(found) - errors} warnings", err=True)
    if any(finding.is_error for finding in found):
        sys.exit(1)


@templates.command("list", epilog="Example: reasonvqa templates list --domain music")
@click.option("--domain", type=Names(), default=(), help="Only properties of these domains.")
@_PACKS
@_LANGUAGE
@_JSON
def list_command(domain: tuple[str, ...], templates: tuple[str, ...], language: str, as_json: bool) -> None:
    """Print every property with its wordings, sub-clauses and domains, and what is covered."""
    settings = Settings(templates=tuple(map(Path, templates)), language=language)
    found = coverage(library_of(settings), domain)
    click.echo(json.dumps(found.rows, indent=2, ensure_ascii=False) if as_json else found.text)


@templates.command("new", epilog="Example: reasonvqa templates new museums --properties P88,P180")
@click.argument("domain")
@click.option("--out", type=OutPath(), help="Folder of the pack (default: the domain's name).")
@click.option("--properties", type=Names(), default=(), help="Properties to begin with, such as P88,P180.")
def new_command(domain: str, out: Path | None, properties: tuple[str, ...]) -> None:
    """Write a commented skeleton of a pack for DOMAIN, one of the shipped domains or a new one."""
    for path in write_skeleton(domain, out, properties):
        click.echo(path)


@templates.command("preview", epilog="Example: reasonvqa templates preview P88 -n 5 --templates museums")
@click.argument("what")
@click.option("-n", "number", type=click.IntRange(min=1), default=10, show_default=True, help="Questions.")
@build_options
def preview_command(settings: Settings, quiet: bool, what: str, number: int) -> None:
    """Print real questions of WHAT, a property or a domain, at every hop.

    They are asked about the images and facts that the options name; the sample's by default. What they need
    is kept in build/preview.work, so that a second preview is faster.
    """
    for line in preview(settings, what, number, quiet=quiet):
        click.echo(line)
