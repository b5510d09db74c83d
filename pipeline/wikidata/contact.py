"""Who sends requests to a live service, and whom its operators can write to."""

from __future__ import annotations

from importlib.metadata import version

from pipeline import __version__
from pipeline.base.errors import SettingsError


def user_agent(contact: str) -> str:
    """Return the User-Agent of a request, with whom its sender can be reached at."""
    return f"reasonvqa/{__version__} ({contact.strip()}) python-requests/{version('requests')}"


def require_contact(contact: str) -> None:
    """Raise SettingsError if there is no contact for a live service's operators, or none a header holds."""
    if not contact.strip():
        raise SettingsError(
            "a live service needs a contact of yours for its operators: give --contact, or set `contact` in "
            "the configuration or REASONVQA_CONTACT in the environment, to an e-mail or web address "
            "(https://w.wiki/4wJS)"
        )
    if not (contact.strip().isascii() and contact.strip().isprintable()):
        raise SettingsError(f"contact: {contact!r} cannot stand in an HTTP header; write it in plain ASCII")
