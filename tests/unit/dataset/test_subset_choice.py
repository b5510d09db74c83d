"""Names that a user gives, found among what the records of a dataset hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from pipeline.base.columns import write_rows
from pipeline.base.errors import SettingsError
from pipeline.dataset.subset_choice import Choice, Filters, resolve
from pipeline.dataset.verification.loaded import Dataset
from pipeline.relational.engine import Engine

_RECORDS = pa.schema(
    [
        *((name, pa.string()) for name in ("image_id", "property_id", "property_label")),
        ("domains", pa.list_(pa.string())),
    ]
)


@pytest.fixture
def engine(sound: Path, tmp_path: Path) -> Iterator[Engine]:
    with Engine(tmp_path / "scratch") as engine:
        engine.register({"records": sorted((sound / "U").glob("*.parquet"))})
        yield engine


@pytest.fixture
def dataset(sound: Path) -> Dataset:
    return Dataset(sound)


def _chosen(dataset: Dataset, engine: Engine, **wanted: Any) -> Filters:
    return resolve(Choice(**wanted), dataset, engine)


@pytest.mark.parametrize(
    ("wanted", "field", "values"),
    [
        ({"domains": ("Animals , places & locations",)}, "domains", ("animals", "places")),
        ({"domains": ("places", "animals")}, "domains", ("animals", "places")),
        ({"sources": ("USER",)}, "sources", ("user",)),
        ({"properties": ("capital, p495, P36",)}, "properties", ("P36", "P495")),
        ({"answer_kinds": ("Date",)}, "answer_kinds", ("date",)),
        ({"hops": (3, 1, 3)}, "hops", ("1", "3")),
        ({"clauses": "without"}, "clauses", ("without",)),
        ({"guessable": "without"}, "guessable", ("without",)),
    ],
)
def test_names_become_the_values_that_records_have(
    dataset: Dataset, engine: Engine, wanted: dict[str, Any], field: str, values: tuple[str, ...]
) -> None:
    assert _chosen(dataset, engine, **wanted).values == {field: values}


@pytest.mark.parametrize(
    ("name", "things"),
    [
        ("Q144", ("Q144",)),
        ("dog", ("Q144",)),
        ("Q1440300", ("Q243",)),
        ("Observation Tower", ("Q243",)),
        ("tower, q34493", ("Q243", "Q34493")),
    ],
)
def test_classes_are_items_labels_or_nouns_of_what_lies_below_them(
    dataset: Dataset, engine: Engine, name: str, things: tuple[str, ...]
) -> None:
    assert _chosen(dataset, engine, classes=(name,)).values == {"classes": things}


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"domains": ("animls",)}, "domains: the dataset has no 'animls'; did you mean 'animals'"),
        ({"domains": ("film & television",)}, "domains: the dataset has no 'film & television'"),
        ({"sources": ("wikimedia_comons",)}, "did you mean 'wikimedia_commons'"),
        ({"properties": ("P159",)}, r"'P159' \(headquarters location\)"),
        ({"properties": ("capitol",)}, "did you mean 'capital'"),
        ({"classes": ("motorcicle",)}, "classes: .* 'motorcicle'; did you mean 'motorcycle'"),
        ({"classes": ("Q64",)}, r"the class 'Q64' \(Berlin\)"),
        ({"answer_kinds": ("dates",)}, "answer-kinds: .* did you mean 'date'"),
        ({"hops": (4,)}, "hops: expected 1, 2 or 3, found 4"),
    ],
)
def test_what_the_dataset_does_not_have_is_refused_with_what_is_near(
    dataset: Dataset, engine: Engine, wanted: dict[str, Any], message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        _chosen(dataset, engine, **wanted)


def test_domains_of_other_templates_and_labels_with_commas_are_found(
    dataset: Dataset, engine: Engine, tmp_path: Path
) -> None:
    label = "languages spoken, written or signed"
    row = {"image_id": "i", "property_id": "P1412", "property_label": label, "domains": ["cheese"]}
    write_rows(tmp_path / "records.parquet", _RECORDS, [row])
    engine.register({"records": tmp_path / "records.parquet"})
    found = _chosen(dataset, engine, domains=("Cheese",), properties=(label,))
    assert found.values == {"domains": ("cheese",), "properties": ("P1412",)}


def test_what_is_shown_is_in_force_and_the_same_however_it_was_written(
    dataset: Dataset, engine: Engine
) -> None:
    one = _chosen(dataset, engine, classes=("q144,Motorcycle",), max_images=3)
    other = _chosen(dataset, engine, classes=("motorcycle", "Q144"), max_images=3, hops=())
    assert one == other
    assert one.shown == {"classes": ["Q144", "motorcycle"], "max_images": 3}
