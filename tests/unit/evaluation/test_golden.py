"""That no file of official numbers lies unused."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_a_test_reads_every_file_of_official_numbers(shared: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py")]
    names = [path.name.removesuffix(".gz").partition(".")[0] for path in (shared / "golden").iterdir()]
    assert len(names) > 5
    assert [name for name in names if not any(f'"{name}' in text for text in texts)] == []
