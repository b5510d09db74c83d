"""The names that objects bear, and which of them are known to be one thing."""

from __future__ import annotations

import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.dataset.borne import names_borne
from pipeline.knowledge.wordnet import Synset, WordNet
from pipeline.language.scene import Name
from pipeline.relational.engine import Engine
from pipeline.sources.landmarks import LANDMARK_OBJECT

Bearer = tuple[str, str, str, str, tuple[str, ...]]
"""An object: its image, its id, its name, its key, and its other names."""

WORDNET = WordNet(
    [
        Synset("dog.n.01", "", (), ("dog", "Domestic dog"), ()),
        Synset("hound.n.01", "", (), ("hound", "dog"), ()),
        Synset("cup.n.01", "", (), ("cup",), ()),
    ]
)
KNOWN = {"cup": Name("cup", "singular", "thing", True)}


def write(folder: Path, bearers: list[Bearer], outside: tuple[tuple[str, str, str], ...] = ()) -> None:
    """Write objects and names; names may be of objects that lie outside their image too."""
    objects = [bearer[:4] for bearer in bearers]
    names = {(i, o, name) for i, o, first, _, others in bearers for name in (first, *others) if name}
    for table, columns, rows in (
        ("objects", "image_id object_id name key", objects),
        ("names", "image_id object_id name", [*sorted(names), *outside]),
    ):
        schema = pa.schema([(column, pa.string()) for column in columns.split()])
        arrays = [pa.array([row[place] for row in rows], pa.string()) for place in range(len(schema))]
        pq.write_table(pa.table(arrays, schema=schema), folder / f"{table}.parquet")


def found(folder: Path, keys: set[str]) -> dict[str, Name | None]:
    with Engine(folder / "scratch") as engine:
        engine.register({name: folder / f"{name}.parquet" for name in ("objects", "names")})
        return names_borne(engine, folder / "scratch", keys, KNOWN, WORDNET)


def one(name: str) -> Name:
    return Name(name, "singular", "thing", False)


@pytest.mark.parametrize(
    ("bearer", "expected"),
    [
        (("1", "1", "dog", "dog.n.01", ()), {"dog": one("dog")}),
        (("1", "1", "domestic dog", "dog.n.01", ()), {"domestic dog": one("domestic dog")}),
        (("1", "1", "dog", "cup.n.01", ()), {"dog": None}),
        (("1", "1", "cup", "dog.n.01", ()), {"cup": KNOWN["cup"]}),
        (("1", "1", "pet", "dog.n.01", ("dog",)), {"dog": one("dog"), "pet": None}),
        (("1", "1", "rex", "Q42", ("my dog",)), {"my dog": one("my dog"), "rex": one("rex")}),
        (("1", LANDMARK_OBJECT, "", "Q243", ()), {"": one("")}),
        (("1", "1", "thing", "", ()), {"thing": None}),
    ],
)
def test_a_name_is_one_thing_if_its_key_says_so(
    tmp_path: Path, bearer: Bearer, expected: dict[str, Name | None]
) -> None:
    write(tmp_path, [bearer])
    assert found(tmp_path, {bearer[3]} - {""}) == expected


def test_names_of_what_is_no_object_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, [("1", "1", "cup", "cup.n.01", ())], outside=(("1", "2", "dog"),))
    assert found(tmp_path, {"cup.n.01"}) == {"cup": KNOWN["cup"]}


def test_names_are_those_of_all_pairs_of_name_and_key_in_order(tmp_path: Path) -> None:
    draw = random.Random(1)
    words, keys = ["", "cup", "dog", "hound", "pet", "rex"], ["", "cup.n.01", "dog.n.01", "hound.n.01", "Q42"]
    bearers: list[Bearer] = []
    for number in range(12):
        others = tuple(draw.sample(words[1:], draw.randrange(3)))
        bearers.append((str(number % 4), str(number), draw.choice(words[1:]), draw.choice(keys), others))
    write(tmp_path, bearers)
    pairs = {(name, key) for *_, first, key, others in bearers for name in (first, *others)}
    lemmas = {key: {lemma.lower() for lemma in WORDNET[key].lemmas} for key in keys[1:4]}
    single = {name for name, key in pairs if key.startswith("Q") or name in lemmas.get(key, ())}
    expected = {
        name: KNOWN.get(name) or (one(name) if name in single else None)
        for name in sorted({name for name, _ in pairs})
    }
    assert list(found(tmp_path, set(keys) - {""}).items()) == list(expected.items())
