"""`reasonvqa images`: the list of a dataset's images, and their download."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.cli.outputs import OutPath
from pipeline.dataset.images.commons import API, CommonsFiles, batches
from pipeline.dataset.images.fetch import DEAD, FAILED, Fetcher
from pipeline.dataset.images.listing import (
    ListedImage,
    list_images,
    read_list,
    with_attributions,
    write_list,
)
from pipeline.dataset.images.transfer import Limits
from pipeline.wikidata.contact import require_contact

_PATH = click.Path(exists=True, path_type=Path)
_FEWEST = Limits()
_CONTACT = click.option(
    "--contact",
    envvar="REASONVQA_CONTACT",
    default="",
    help="Your e-mail or web address, for the operators of the servers (or REASONVQA_CONTACT).",
)


@click.group(epilog="Example: reasonvqa images fetch build/dataset --out images --contact you@example.org")
def images() -> None:
    """List and download the images that a dataset asks about."""


@images.command("list", epilog="Example: reasonvqa images list build/dataset --out images.tsv")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", type=OutPath(), required=True, help="Table; .gz packs it.")
@click.option(
    "--attributions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="CSV or TSV of image_id, id or url with license, author, title, such as GLDv2's; may be repeated.",
)
def list_command(folder: Path, out: Path, attributions: tuple[Path, ...]) -> None:
    """Write the images of the dataset in FOLDER: address, file, page, licence and author where known."""
    listed = with_attributions(list_images(folder), attributions)
    write_list(out, listed)
    known = sum(bool(image.licence) for image in listed)
    click.echo(f"{len(listed):,} images in {out}, {known:,} with a licence")


@images.command(
    "fetch", epilog="Example: reasonvqa images fetch build/dataset --out images --contact you@example.org"
)
@click.argument("given", type=_PATH, metavar="DIR|LIST")
@click.option("--out", type=OutPath(), required=True, help="Folder of the images.")
@_CONTACT
@click.option(
    "--per-minute",
    type=click.FloatRange(min=0, min_open=True),
    default=_FEWEST.per_minute,
    show_default=True,
    help="Most requests a minute.",
)
@click.option(
    "--workers", type=click.IntRange(1, 16), default=1, show_default=True, help="Requests at a time."
)
@click.option(
    "--attempts", type=click.IntRange(min=1), default=_FEWEST.attempts, show_default=True, help="Tries each."
)
@click.option("--width", type=click.IntRange(min=0), default=0, help="Width to ask Wikimedia Commons for.")
@click.option("--limit", type=click.IntRange(min=1), help="Most images, the first of the list.")
@click.option("--again", is_flag=True, help="Ask for those too that were gone before.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def fetch_command(
    given: Path,
    out: Path,
    contact: str,
    per_minute: float,
    workers: int,
    attempts: int,
    width: int,
    limit: int | None,
    again: bool,
    quiet: bool,
) -> None:
    """Download the images of a dataset, or of a list that `images list` wrote.

    What is there is not asked for again, what broke off goes on where it was. Images that are gone are in
    OUT/dead.tsv, those that failed otherwise in OUT/failed.tsv; exits with 1 if there are any of the latter.
    """
    require_contact(contact)
    limits = Limits(per_minute=per_minute, attempts=attempts, width=width)
    listed: Iterable[ListedImage] = list_images(given) if given.is_dir() else read_list(given)
    fetcher = Fetcher(out, contact, limits)
    tally = fetcher.fetch(list(listed)[:limit], Progress(quiet=quiet), workers=workers, again=again)
    if not quiet:
        click.echo(f"{tally.fetched:,} images fetched, {tally.there:,} were there")
        click.echo(f"{tally.dead:,} are gone ({out / DEAD})")
        click.echo(f"{tally.failed:,} failed for now ({out / FAILED})")
        if tally.no_address:
            click.echo(f"{tally.no_address:,} have no address")
    if tally.failed:
        sys.exit(1)


@images.command("check", epilog="Example: reasonvqa images check images")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def check_command(folder: Path) -> None:
    """Compare the images in FOLDER with the checksums of when they were fetched."""
    wrong = Fetcher(folder, "", _FEWEST).check(file_sha256)
    for file in wrong:
        click.echo(file)
    click.echo(f"{len(wrong):,} images are missing or not what was fetched")
    if wrong:
        sys.exit(1)


@images.command("licences", epilog="Example: reasonvqa images licences images.tsv --contact you@example.org")
@click.argument("table", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_CONTACT
@click.option("--api", default=API, show_default=True, help="Address of the API.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def licences_command(table: Path, contact: str, api: str, quiet: bool) -> None:
    """Ask Wikimedia Commons for the licences and authors that the list TABLE lacks, and write them into it.

    Fifty files a request. TABLE is written at the end, or when the run is interrupted or fails, so that the
    next run goes on.
    """
    require_contact(contact)
    listed = {image.image_id: image for image in read_list(table)}
    asked = list(batches(listed.values()))
    commons = CommonsFiles(contact, _FEWEST.per_minute, api=api)
    try:
        for batch in Progress(quiet=quiet).track(asked, what="requests", total=len(asked)):
            listed.update({image.image_id: image for image in commons.told(batch)})
    finally:
        write_list(table, listed.values())
    known = sum(bool(image.licence) for image in listed.values())
    click.echo(f"{len(listed):,} images in {table}, {known:,} with a licence")
