"""The live endpoint, as far as it needs no server; see tests/integration for the rest."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.base.errors import EndpointError
from pipeline.wikidata.live import LiveEndpoint
from pipeline.wikidata.session import PoliteSession, open_session

QUERY = "SELECT ?a WHERE { VALUES ?a { 1 } }"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[PoliteSession]:
    with open_session(tmp_path / "cache.sqlite", contact="me@example.org", per_minute=60_000) as opened:
        yield opened


def test_the_endpoint_is_named_by_its_host(session: PoliteSession) -> None:
    assert LiveEndpoint("https://query.wikidata.org/sparql", session).name == "query.wikidata.org"
    assert LiveEndpoint("http://127.0.0.1:7878/query", session).name == "127.0.0.1:7878"


def test_the_name_holds_no_password(session: PoliteSession) -> None:
    assert "secret" not in LiveEndpoint("https://me:secret@example.org/sparql", session).name


def test_a_live_service_has_no_provenance_of_its_own(session: PoliteSession) -> None:
    assert LiveEndpoint("https://query.wikidata.org/sparql", session).provenance == {}


def test_a_name_that_does_not_resolve_is_not_tried_again(
    session: PoliteSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(EndpointError, match="has no address"):
        LiveEndpoint("http://no-such-host.invalid/sparql", session).select(QUERY)
    assert session.pace.sent == 1


@pytest.mark.parametrize(
    "url",
    ["query.wikidata.org/sparql", "http://", "gopher://127.0.0.1/sparql", "http://a:99999/", "http://[::1"],
)
def test_an_address_that_is_none_is_not_tried_again(session: PoliteSession, url: str) -> None:
    with pytest.raises(EndpointError):
        LiveEndpoint(url, session).select(QUERY)
    assert session.pace.sent == 0
