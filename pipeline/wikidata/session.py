"""The HTTP session under every live query: cached on disk, limited in rate, named as policy asks."""

from __future__ import annotations

from pathlib import Path

from requests import Response, Session
from requests import __version__ as requests_version
from requests_cache import NEVER_EXPIRE, CacheMixin
from requests_ratelimiter import LimiterMixin

from pipeline import __version__
from pipeline.base.errors import SettingsError
from pipeline.wikidata.replies import rows_of

ACCEPT = "application/sparql-results+json"


class PoliteSession(CacheMixin, LimiterMixin, Session):
    """A requests session whose complete replies are kept on disk and whose other requests wait their turn."""


def open_session(cache: Path, *, contact: str, per_minute: float) -> PoliteSession:
    """Return a session that caches under `cache` and sends at most `per_minute` requests a minute.

    `contact` (an e-mail or web address of whoever runs this) goes into the User-Agent, as Wikimedia's
    User-Agent policy requires. Raises SettingsError if it is empty.
    """
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
        per_minute=per_minute,
        # A 429 would fill the limiter's bucket; the endpoint waits as the service asks instead.
        limit_statuses=(),
    )
    session.headers["User-Agent"] = (
        f"reasonvqa/{__version__} ({contact.strip()}) python-requests/{requests_version}"
    )
    return session


def require_contact(contact: str) -> None:
    """Raise SettingsError if there is no contact for a live service's operators, or none a header holds."""
    if not contact.strip():
        raise SettingsError(
            "a live endpoint needs a contact of yours for its operators: set `contact` in the configuration "
            "or REASONVQA_CONTACT in the environment to an e-mail or web address (https://w.wiki/4wJS)"
        )
    if not (contact.strip().isascii() and contact.strip().isprintable()):
        raise SettingsError(f"contact: {contact!r} cannot stand in an HTTP header; write it in plain ASCII")


def is_complete(response: Response) -> bool:
    """Whether a reply is a whole result; anything else must not be cached."""
    return rows_of(response.content, response.headers.get("Content-Type", "")) is not None
