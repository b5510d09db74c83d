"""`reasonvqa verify`: a dataset replayed on its own facts, or on newer ones."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from pipeline.base.errors import SettingsError
from pipeline.base.files import write_json
from pipeline.base.progress import Progress
from pipeline.cli.options import Words
from pipeline.cli.outputs import OutPath
from pipeline.dataset.drift.find import Drift, drift_settings, find_drift
from pipeline.dataset.drift.outcomes import KINDS
from pipeline.dataset.drift.patch import check_out, patch
from pipeline.dataset.settings import Settings, load_settings
from pipeline.dataset.verification.loaded import Dataset
from pipeline.dataset.verification.verify import Findings, verify

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_MOST_SHOWN = 20


@click.command(
    "verify",
    epilog="Example: reasonvqa verify build/dataset --endpoint facts-2027 --patch build/dataset-2",
)
@click.argument("folder", type=_FOLDER, default=Path("build/dataset"))
@click.option("--json", "json_file", type=OutPath(), help="Write the findings as JSON too.")
@click.option("--endpoint", help="Replay on newer facts: a SPARQL URL, a snapshot folder, or embedded.")
@click.option("--patch", "out", type=OutPath(), help="Write the dataset corrected by the newer facts.")
@click.option("--contact", help="Your e-mail or web address, for the operators of a live endpoint.")
@click.option("--requests-per-minute", type=float, help="Most requests a minute, live (default 30).")
@click.option("--templates", type=Words(), default=(), help="Template packs that the dataset was built with.")
@click.option("--facts", type=Words(), default=(), help="RDF files of facts that the dataset was built with.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def verify_command(
    folder: Path, json_file: Path | None, endpoint: str | None, out: Path | None, quiet: bool, **given: Any
) -> None:
    """Replay every record of a dataset: route, answers, referent, options, split, checksums.

    With --endpoint, replay every query on newer facts instead, and tell what has changed since. Exits with 1
    if anything is found, unless it was corrected by --patch.
    """
    progress = Progress(quiet=quiet)
    if endpoint is None:
        if out:
            raise SettingsError("--patch needs newer facts: name them with --endpoint")
        _own_facts(folder, json_file, progress, quiet=quiet)
        return
    dataset = Dataset(folder)
    if out:
        check_out(out, folder)
    drift = find_drift(dataset, _settings(dataset, endpoint, given), progress)
    if json_file:
        write_json(json_file, drift.content())
    if not quiet:
        click.echo("\n".join(_told(drift)))
    if out:
        made = patch(drift, out, progress)
        if not quiet:
            click.echo(
                f"version {made.version} in {out}: {made.corrected:,} corrected, {made.dropped:,} dropped"
            )
    elif drift.found:
        sys.exit(1)


def _settings(dataset: Dataset, endpoint: str, given: dict[str, Any]) -> Settings:
    """Return the settings of a replay; a contact may come from the environment."""
    named = {name: value for name, value in given.items() if value not in (None, ())}
    contact = load_settings().contact
    return drift_settings(dataset, endpoint, **{"contact": contact, **named})


def _own_facts(folder: Path, json_file: Path | None, progress: Progress, *, quiet: bool) -> None:
    findings = verify(folder, progress)
    if json_file:
        content = {"checked": findings.checked, "faults": findings.faults, "examples": findings.examples}
        write_json(json_file, content)
    if not quiet:
        _print(findings)
    if findings.faults:
        sys.exit(1)


def _print(findings: Findings) -> None:
    for check, number in findings.checked.items():
        click.echo(f"{check:12} {number:>9,} checked  {findings.faults[check]:>7,} faults")
        for example in findings.examples.get(check, ()):
            click.echo(f"    {example}")


def _told(drift: Drift) -> list[str]:
    lines = [f"{sum(drift.counts.values()):,} questions, {len(drift.outcomes):,} distinct queries", ""]
    lines += [f"{kind:11} {drift.of_kind(kind):>9,}  {what}" for kind, what in KINDS.items()]
    rows = sorted((prop, kind, n) for (prop, kind), n in drift.counts.items() if kind != "unchanged")
    changed: dict[str, list[str]] = {}
    for prop, kind, number in rows:
        changed.setdefault(prop, []).append(f"{kind} {number:,}")
    totals = {prop: sum(n for p, _, n in rows if p == prop) for prop in changed}
    ordered = sorted(changed, key=lambda prop: (-totals[prop], prop))
    lines += ["", "by property, most affected first"] if ordered else []
    lines += [f"  {prop} {drift.labels[prop]}: {', '.join(changed[prop])}" for prop in ordered[:_MOST_SHOWN]]
    return lines
