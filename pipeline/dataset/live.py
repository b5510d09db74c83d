"""The live endpoint of a build, with what it keeps in the work folder."""

from __future__ import annotations

from pipeline.base.progress import Progress
from pipeline.dataset.settings import Settings
from pipeline.wikidata.journal import Journal
from pipeline.wikidata.live import Limits, LiveEndpoint
from pipeline.wikidata.session import open_session


def live_endpoint(settings: Settings, progress: Progress | None) -> LiveEndpoint:
    """Return the service that the settings name; replies lie in the work folder."""
    folder = settings.work_folder / "http"
    session = open_session(
        folder / "cache.sqlite",
        contact=settings.contact,
        per_minute=settings.requests_per_minute,
        offline=settings.offline,
    )
    limits = Limits(
        longest_wait=settings.longest_wait,
        concurrency=settings.concurrency,
        largest_batch=settings.largest_batch,
    )
    journal = Journal(folder / "journal.sqlite")
    return LiveEndpoint(settings.endpoint, session, journal=journal, limits=limits, progress=progress)
