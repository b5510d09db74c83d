"""What a build would ask a live endpoint, told without asking."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.base.progress import Progress
from pipeline.dataset.build import STAGES, build
from pipeline.dataset.link import fetched, linked, with_own_facts
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context
from pipeline.dataset.vocabulary import library_of
from pipeline.wikidata.dry import DryEndpoint
from pipeline.wikidata.journal import Journal
from pipeline.wikidata.tally import duration


def dry_run(settings: Settings, progress: Progress) -> Iterator[str]:
    """Yield the stages, and for a live endpoint the queries known so far with the time they take.

    Only the annotations are read, and kept for the build. What answers lead to is known once they are there,
    so the numbers are the least that is asked.
    """
    yield "Stages: " + ", ".join(stage.name for stage in STAGES)
    if not settings.is_live:
        yield f"Nothing would be asked: the facts come from the snapshot {settings.endpoint!r}."
        return
    build(settings.model_copy(update={"offline": True}), progress, until="annotate")
    context = Context(settings, progress)
    total = 0
    yield f"{settings.endpoint} would be asked at least:"
    yield f"{'stage':8}{'query':20}{'values':>10}{'answered':>10}{'queries':>10}"
    for stage, endpoint in _stages(context):
        for kind, count in endpoint.counts.items():
            total += count.queries
            yield f"{stage:8}{kind:20}{count.values:>10,}{count.answered:>10,}{count.queries:>10,}"
    seconds = 60 * total / settings.requests_per_minute
    yield (
        f"In all {total:,} queries or more, {duration(seconds)} at {settings.requests_per_minute:g} requests "
        "a minute. Each answer may lead to further items (docs/live.md)."
    )


def _stages(context: Context) -> Iterator[tuple[str, DryEndpoint]]:
    """Yield the stages that ask, each with what its endpoint was asked."""
    settings = context.settings
    path = settings.work_folder / "http" / "journal.sqlite"
    journal = Journal(path if path.is_file() else None)
    dry = DryEndpoint(settings.endpoint, journal, settings.largest_batch)
    links, _ = linked(context, with_own_facts(dry, settings))
    synsets = dry.counts["synsets"]
    if synsets.answered < synsets.values:
        dry.counts.pop("names")  # asked only for synsets that have no item
    yield "link", dry
    dry = DryEndpoint(settings.endpoint, journal, settings.largest_batch)
    roots = {found.item for found in links.linked}
    fetched(settings, with_own_facts(dry, settings), roots, library_of(settings), Progress(quiet=True))
    dry.counts.pop("redirects")  # asked only for items that prove to have no label
    yield "fetch", dry
    journal.close()
