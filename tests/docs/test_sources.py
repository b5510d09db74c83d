"""That the recipe for another source works as the page has it."""

from __future__ import annotations

import importlib
import re
import sys
import textwrap
from pathlib import Path

import pytest

from pipeline.base.columns import read_rows
from pipeline.base.progress import Progress
from pipeline.dataset.annotate import annotate
from pipeline.relational.engine import Engine
from pipeline.sources import detect
from pipeline.sources.records import ImageRecord, ObjectRecord, Rejected

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "sources.md").read_text(encoding="utf-8")
RECIPE = PAGE.partition("## Write another source")[2]


def block(language: str, number: int = 0) -> str:
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```$", RECIPE, re.DOTALL | re.MULTILINE)
    return textwrap.dedent(found[number])


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[detect.Source]:
    """What the command line would read, were the page's class a file of the package."""
    (tmp_path / "boxes_of_the_page.py").write_text(block("python"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "boxes_of_the_page", raising=False)
    module = importlib.import_module("boxes_of_the_page")
    form = eval(block("python", 1).strip(), {"Form": detect.Form, **vars(module)})
    monkeypatch.setattr(detect, "_FILES", (form, *detect._FILES))
    (tmp_path / "boxes.csv").write_text(block("csv"))
    return detect.image_sources([tmp_path / "boxes.csv"], lambda name: f"{name}.n.01")


def test_recipe_yields_records(sources: list[detect.Source]) -> None:
    image = ImageRecord("CSV_kitchen.jpg", "boxes_csv", "kitchen.jpg", 640, 480)
    *kept, refused = sources[0].records()
    assert kept == [
        image,
        ObjectRecord("CSV_kitchen.jpg", "2", "cat", "cat.n.01", (120, 80, 200, 160)),
        image,
        ObjectRecord("CSV_kitchen.jpg", "3", "sofa", "sofa.n.01", (40, 60, 500, 380)),
    ]
    assert isinstance(refused, Rejected)
    assert (refused.origin, refused.place, refused.code) == ("boxes.csv", "line 4", "row_unusable")


def test_records_of_the_recipe_become_tables(sources: list[detect.Source], tmp_path: Path) -> None:
    with Engine(tmp_path / "scratch") as engine:
        annotate(sources, tmp_path / "out", engine, Progress(quiet=True))
    assert [row["image_id"] for row in read_rows(tmp_path / "out" / "images.parquet")] == ["CSV_kitchen.jpg"]
    assert [row["name"] for row in read_rows(tmp_path / "out" / "objects.parquet")] == ["cat", "sofa"]


def test_page_names_every_form_and_source_that_can_be_read() -> None:
    for form in detect._FILES:
        assert form.words.split(" (")[0].removesuffix(" annotations") in PAGE
    for source in ("visual_genome", "gqa", "coco", "user"):
        assert f"`{source}`" in PAGE
