"""The session under live queries, as far as it needs no server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from requests import Response
from requests.structures import CaseInsensitiveDict

from pipeline import __version__
from pipeline.base.errors import SettingsError
from pipeline.wikidata.contact import require_contact
from pipeline.wikidata.session import PoliteSession, is_complete, open_session

WHOLE = b'{"head": {"vars": ["a"]}, "results": {"bindings": []}}'


def response(body: bytes, content_type: str | None) -> Response:
    made = Response()
    made._content = body
    made.headers = CaseInsensitiveDict({} if content_type is None else {"content-type": content_type})
    return made


@pytest.fixture
def session(tmp_path: Path) -> Iterator[PoliteSession]:
    with open_session(
        tmp_path / "a" / "b" / "cache.sqlite", contact=" me@example.org ", per_minute=60
    ) as opened:
        yield opened


def test_the_agent_names_tool_version_and_the_operator_s_contact(session: PoliteSession) -> None:
    assert str(session.headers["User-Agent"]).startswith(f"reasonvqa/{__version__} (me@example.org) ")


def test_the_agent_ends_with_library_and_version(session: PoliteSession) -> None:
    assert re.fullmatch(r"reasonvqa/\S+ \(.+\) [\w.-]+/\d[\w.]*", str(session.headers["User-Agent"]))


def test_the_folder_of_the_cache_is_made(session: PoliteSession, tmp_path: Path) -> None:
    assert (tmp_path / "a" / "b").is_dir()


@pytest.mark.parametrize("contact", ["", "  ", "\t\n"])
def test_no_contact_no_session_and_no_folder(tmp_path: Path, contact: str) -> None:
    with pytest.raises(SettingsError, match="REASONVQA_CONTACT"):
        open_session(tmp_path / "new" / "cache.sqlite", contact=contact, per_minute=60)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(("contact", "allowed"), [("", False), (" \n", False), ("me@example.org", True)])
def test_a_contact_can_be_asked_for_before_any_work(contact: str, allowed: bool) -> None:
    with nullcontext() if allowed else pytest.raises(SettingsError, match="`contact`"):
        require_contact(contact)


@pytest.mark.parametrize("contact", ["a@example.org\nX-Injected: yes", "Żółć a@example.org"])
def test_a_contact_that_no_header_can_hold_is_a_settings_error(tmp_path: Path, contact: str) -> None:
    with pytest.raises(SettingsError):
        open_session(tmp_path / "cache.sqlite", contact=contact, per_minute=60)


def test_only_a_whole_result_is_complete() -> None:
    assert is_complete(response(WHOLE, "application/sparql-results+json"))
    assert not is_complete(response(WHOLE[:-1], "application/sparql-results+json"))
    assert not is_complete(response(WHOLE, "text/html"))
    assert not is_complete(response(WHOLE, None))
    assert not is_complete(response(b"", "application/sparql-results+json"))
