"""The HTTP session under every live query: cached on disk, sent at a pace, named as policy asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from requests import PreparedRequest, Response, Session
from requests_cache import NEVER_EXPIRE, CacheMixin

from pipeline.base.clock import Clock, SystemClock
from pipeline.base.errors import EndpointError
from pipeline.wikidata.contact import require_contact, user_agent
from pipeline.wikidata.pace import Pace
from pipeline.wikidata.replies import rows_of

ACCEPT = "application/sparql-results+json"


class NotHeldError(EndpointError):
    """Offline, and there is no answer on disk."""


class _PacedSession(Session):
    """A session whose requests wait their turn; offline it sends none."""

    pace: Pace
    offline = False

    def send(self, request: PreparedRequest, **options: Any) -> Response:
        if self.offline:
            raise NotHeldError("nothing is asked offline")
        self.pace.wait_turn()
        started = self.pace.clock.now()
        try:
            return super().send(request, **options)
        finally:
            self.pace.took(self.pace.clock.now() - started)


class PoliteSession(CacheMixin, _PacedSession):
    """A requests session whose complete replies are kept on disk; only other requests are sent."""


def open_session(
    cache: Path, *, contact: str, per_minute: float, clock: Clock | None = None, offline: bool = False
) -> PoliteSession:
    """Return a session that caches under `cache` and sends at most `per_minute` requests a minute.

    `contact` (an e-mail or web address of whoever runs this) goes into the User-Agent, as Wikimedia's
    User-Agent policy requires. Raises SettingsError if it is empty, unless `offline`: nothing is sent then.
    """
    if not offline:
        require_contact(contact)
    cache.parent.mkdir(parents=True, exist_ok=True)
    session = PoliteSession(
        cache_name=str(cache),
        backend="sqlite",
        wal=True,
        expire_after=NEVER_EXPIRE,
        allowable_methods=("GET", "POST"),
        match_headers=["Accept"],
        filter_fn=is_complete,
    )
    session.pace, session.offline = Pace(clock or SystemClock(), per_minute), offline
    session.headers["User-Agent"] = user_agent(contact)
    return session


def is_complete(response: Response) -> bool:
    """Whether a reply is a whole result; anything else must not be cached."""
    return rows_of(response.content, response.headers.get("Content-Type", "")) is not None
