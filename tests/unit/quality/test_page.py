"""docs/quality.md says what the registry says."""

from __future__ import annotations

from pathlib import Path

from pipeline.quality.page import renewed, section

PAGE = Path(__file__).resolve().parents[3] / "docs" / "quality.md"


def test_the_page_has_every_code_with_its_meaning() -> None:
    assert section().rstrip() in PAGE.read_text(encoding="utf-8"), (
        "run python -m pipeline.quality.page docs/quality.md"
    )


def test_other_sections_of_the_page_stay() -> None:
    text = "# Quality\n\n## Checks\n\nold\n\n## Studies\n\nkept\n"
    assert renewed(text).startswith(f"# Quality\n\n{section()}")
    assert renewed(text).endswith("## Studies\n\nkept\n")
    assert renewed(renewed(text)) == renewed(text)


def test_a_page_without_the_section_gets_it() -> None:
    assert renewed("# Quality\n").endswith(section())
