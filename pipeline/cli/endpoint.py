"""`reasonvqa endpoint`: tells whether a build could run on a SPARQL service."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from pipeline.base.errors import EndpointError
from pipeline.dataset.settings import load_settings
from pipeline.wikidata.check import Finding, graph_of, largest_batch, probe
from pipeline.wikidata.live import Limits, LiveEndpoint
from pipeline.wikidata.session import open_session

_URL = "https://query.wikidata.org/sparql"


@click.group(epilog=f"Example: reasonvqa endpoint check {_URL}")
def endpoint() -> None:
    """Check SPARQL services."""


@endpoint.command("check", epilog=f"Example: reasonvqa endpoint check {_URL} --contact you@example.org")
@click.argument("url")
@click.option("--contact", help="Your e-mail or web address, for the operators of the service.")
@click.option("--rate", type=click.FloatRange(min=0, min_open=True), help="Most requests a minute.")
@click.option(
    "--attempts", type=click.IntRange(min=1), default=3, show_default=True, help="Tries of a query."
)
@click.option("--config", type=click.Path(path_type=Path), help="TOML file with any of the settings.")
def check_command(
    url: str, contact: str | None, rate: float | None, attempts: int, config: Path | None
) -> None:
    """Ask the service at URL a small query of each kind, and say what comes.

    Some twenty requests. Exits with 1 if a build could not run there.
    """
    given = {"endpoint": url, "contact": contact, "requests_per_minute": rate}
    settings = load_settings(config, {name: value for name, value in given.items() if value is not None})
    with (
        TemporaryDirectory() as folder,
        open_session(
            Path(folder) / "cache.sqlite",
            contact=settings.contact,
            per_minute=settings.requests_per_minute,
        ) as session,
    ):
        limits = Limits(attempts=attempts, longest_wait=settings.longest_wait)
        live = LiveEndpoint(url, session, limits=limits)
        findings = []
        for finding in probe(live):
            findings.append(finding)
            click.echo(_line(finding))
        if live.answered:
            for line in _more(live):
                click.echo(line)
    faults = [finding.what for finding in findings if finding.is_fault]
    click.echo(f"A build cannot run here: {', '.join(faults)}." if faults else "A build can run here.")
    if faults:
        sys.exit(1)


def _line(finding: Finding) -> str:
    optional = "" if finding.needed else "  (a build runs without)"
    told = optional if finding.state != "ok" else ""
    detail = f"\n  {finding.detail}" if finding.detail else ""
    return f"{finding.state:8}{finding.what:34}{finding.rows:>6,} rows{finding.seconds:>8.2f} s{told}{detail}"


def _more(live: LiveEndpoint) -> Iterator[str]:
    yield f"engine   {live.engine}"
    try:
        yield f"graph    {graph_of(live)}"
        yield f"batch    {largest_batch(live):,} items in one query"
    except EndpointError as fault:
        yield f"failed   {fault}"
