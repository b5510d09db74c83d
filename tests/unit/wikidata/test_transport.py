"""What a Retry-After header asks for."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pipeline.wikidata.transport import retry_after

NOW = datetime(2026, 7, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0),
        (" 7 ", 7),
        ("1.5", 1.5),
        ("86400", 86_400),
        ("9" * 20, 1e20),
        ("9" * 400, float("inf")),
        ("Wed, 01 Jul 2026 12:00:30 GMT", 30),
        ("Wed, 01 Jul 2026 12:00:30 -0000", 30),
        ("Wed, 01 Jul 2026 11:00:00 GMT", 0),
    ],
)
def test_seconds_and_dates_are_read(header: str, seconds: float) -> None:
    assert retry_after(header, NOW) == pytest.approx(seconds)


@pytest.mark.parametrize("header", [None, "", "soon", "-3", "1e3", "Wed, 99 Foo 2026"])
def test_anything_else_asks_for_nothing(header: str | None) -> None:
    assert retry_after(header, NOW) is None
