"""`reasonvqa snapshot`: facts kept for builds that run offline."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from pipeline.base.files import write_json, write_maybe_gzip
from pipeline.base.progress import Progress
from pipeline.cli.options import Names, Settings, build_options
from pipeline.cli.outputs import OutPath
from pipeline.dataset.taking import check_free, save_snapshot, take_snapshot
from pipeline.wikidata.embedded import snapshot_triples
from pipeline.wikidata.snapshot import read_snapshot
from pipeline.wikidata.snapshot_info import SnapshotInfo, snapshot_info
from pipeline.wikidata.snapshot_merge import Conflict, by_property, merge

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_MOST_SHOWN = 10


@click.group(epilog="Example: reasonvqa snapshot create facts --images my/annotations")
def snapshot() -> None:
    """Take, describe, join and export snapshots: facts for builds that run offline."""


@snapshot.command(
    epilog="Example: reasonvqa snapshot create facts --images my/annotations "
    "--endpoint https://query.wikidata.org/sparql --contact you@example.org --languages de,fr"
)
@click.argument("folder", type=OutPath())
@click.option("--languages", type=Names(), default=(), help="Further languages of names, such as de,fr.")
@build_options
def create(folder: Path, languages: tuple[str, ...], settings: Settings, quiet: bool) -> None:
    """Keep in FOLDER all that a build with these options asks its endpoint.

    A build with the same options and --endpoint FOLDER gives the same bytes, offline. --out names no dataset
    here; of the options that shape questions only --hops, --templates and --facts count.
    """
    work = settings.work or folder.resolve().with_name(f"{folder.resolve().name}.taking")
    taken = take_snapshot(
        settings.model_copy(update={"work": work}), folder, languages, Progress(quiet=quiet)
    )
    if not quiet:
        click.echo(
            f"{len(taken.statements):,} statements and names of {len(taken.entities):,} items in {folder}"
        )


@snapshot.command(epilog="Example: reasonvqa snapshot info build/dataset/snapshot")
@click.argument("folder", type=_FOLDER)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def info(folder: Path, as_json: bool) -> None:
    """Check the checksums of the snapshot in FOLDER, and print what is in it."""
    found = snapshot_info(folder)
    click.echo(json.dumps(asdict(found), indent=2) if as_json else "\n".join(_described(found)))


def _described(info: SnapshotInfo) -> list[str]:
    lines = [f"format      {info.format}", f"hash        {info.hash} (checksums are right)"]
    lines += [f"read from   {info.endpoint}"] if info.endpoint else []
    lines += [f"{name:11} {number:>9,}" for name, number in info.rows.items()]
    lines += [f"{'items':11} {info.items:>9,}", "", "labels, by language"]
    lines += [f"  {language:22} {number:>9,}" for language, number in info.languages.items()]
    lines += ["", "statements, by rank"]
    lines += [f"  {rank:22} {number:>9,}" for rank, number in info.ranks.items()]
    lines += ["", "statements, by source and date of reading"]
    lines += [f"  {name:30} {date:11} {number:>9,}" for name, (date, number) in info.sources.items()]
    lines += ["", "statements, by property"]
    return lines + [f"  {prop:22} {number:>9,}" for prop, number in info.properties.items()]


@snapshot.command("merge", epilog="Example: reasonvqa snapshot merge facts-2025 facts-2026 facts")
@click.argument("folders", type=_FOLDER, nargs=-1, required=True)
@click.argument("out", type=OutPath())
@click.option("--conflicts", type=OutPath(), help="Write all conflicts to a JSON file.")
def merge_command(folders: tuple[Path, ...], out: Path, conflicts: Path | None) -> None:
    """Join the snapshots in FOLDERS into OUT.

    Of a subject's property the latest reading counts as a whole.
    """
    check_free(out)
    merged = merge([read_snapshot(folder) for folder in folders])
    save_snapshot(out, merged.snapshot)
    if conflicts:
        write_json(conflicts, [asdict(conflict) for conflict in merged.conflicts])
    click.echo(f"{len(merged.snapshot.statements):,} statements in {out}")
    for line in _told(merged.conflicts):
        click.echo(line)


def _told(conflicts: tuple[Conflict, ...]) -> list[str]:
    if not conflicts:
        return ["no conflicts"]
    counts = ", ".join(f"{prop} {number:,}" for prop, number in by_property(conflicts)[:_MOST_SHOWN])
    lines = [f"{len(conflicts):,} conflicts, where a later reading says otherwise: {counts}"]
    for c in conflicts[:_MOST_SHOWN]:
        kept, replaced = ("; ".join(values) or "nothing" for values in (c.kept, c.replaced))
        lines.append(
            f"  {c.subject} {c.property}: {kept} ({c.kept_date}), not {replaced} ({c.replaced_date})"
        )
    return lines


@snapshot.command("export", epilog="Example: reasonvqa snapshot export facts --format nt --out facts.nt.gz")
@click.argument("folder", type=_FOLDER)
@click.option(
    "--format", "form", type=click.Choice(["nt"]), default="nt", show_default=True, help="Form to write."
)
@click.option("--out", type=OutPath(), required=True, help="File; .gz packs it.")
def export_command(folder: Path, form: str, out: Path) -> None:
    """Write the snapshot in FOLDER as N-Triples in Wikidata's RDF terms, for any triple store."""
    write_maybe_gzip(out, "".join(snapshot_triples(read_snapshot(folder))).encode())
    click.echo(out)


__all__ = ["snapshot"]
