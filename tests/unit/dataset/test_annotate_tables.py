"""How tables of images, objects, names, keys and relations are made of raw records, with both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.columns import read_rows, write_rows
from pipeline.dataset.annotate import write_tables
from pipeline.relational.engine import LOCAL, open_engine
from pipeline.sources.tables import SCHEMAS

Row = tuple[Any, ...]
Run = Callable[..., list[Row]]


@pytest.fixture(params=[LOCAL, "sail"])
def run(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Run]:
    """Make tables of rows of the raw ones; return those of one, sorted."""
    name = LOCAL if request.param == LOCAL else request.getfixturevalue(request.param)
    raw = tmp_path / "raw"
    raw.mkdir()
    with open_engine(name, tmp_path / "scratch") as engine:

        def made(table: str, *, seed: int = 0, limit: int = 0, **given: list[Row]) -> list[Row]:
            files = {name: [raw / f"{name}.parquet"] for name in SCHEMAS}
            for name, schema in SCHEMAS.items():
                rows = given.get(name.removeprefix("raw_"), [])
                write_rows(
                    files[name][0], schema, [dict(zip(schema.names, row, strict=True)) for row in rows]
                )
            write_tables(engine, files, tmp_path, seed=seed, limit=limit)
            path = (raw if table in ("owners", "merged") else tmp_path) / f"{table}.parquet"
            return sorted((tuple(row.values()) for row in read_rows(path)), key=repr)

        yield made


def image(image_id: str, *, url: str = "", size: Row = (None, None), photo: str = "", source: int = 0) -> Row:
    return (image_id, "mine", url, photo, *size, source)


def thing(
    image_id: str,
    object_id: str,
    name: str = "cat",
    *,
    key: str = "",
    box: Row = (1, 2, 3, 4),
    origin: int = 0,
    source: int = 0,
) -> Row:
    return (image_id, object_id, name, key, *box, origin, source)


def test_image_belongs_to_the_first_input_that_speaks_of_it(run: Run) -> None:
    raw = {
        "images": [image("a", source=1), image("b", source=2)],
        "objects": [thing("a", "1", source=2), thing("b", "1", source=1), thing("c", "1", source=3)],
    }
    assert run("owners", **raw) == [("a", 1), ("b", 1), ("c", 3)]


def test_limit_takes_the_images_with_the_smallest_hashes(run: Run) -> None:
    raw = {"images": [image(name) for name in "abcdef"]}
    # Hashes of (2, limit, a) and so on put them in the order a c e d f b, with seed 1 a e d f c b.
    drawn = [{row[0] for row in run("owners", seed=2, limit=limit, **raw)} for limit in range(1, 8)]
    assert drawn == [set("acedfb"[:limit]) for limit in range(1, 8)]
    assert {row[0] for row in run("owners", seed=1, limit=2, **raw)} == {"a", "e"}
    assert len(run("owners", seed=2, limit=0, **raw)) == 6


def test_image_keeps_what_its_own_input_says_of_it(run: Run) -> None:
    raw = {
        "images": [
            image("a", url="first", size=(640, 480), photo="coco:1"),
            image("a", url="second", size=(1, 1), photo="coco:2", source=1),
            image("b", url="late", source=1),
            image("c", url="third", size=(3, 4)),
        ],
        "objects": [thing("b", "1")],
    }
    assert run("images", **raw) == [
        ("a", "mine", "first", 640, 480, "coco:1"),
        ("b", "visual_genome", "", None, None, "image:b"),
        ("c", "mine", "third", 3, 4, "image:c"),
    ]


def test_image_described_twice_is_one_row(run: Run) -> None:
    rows = [
        image("a", url="y", size=(1, 1)),
        image("a", url="x", size=(2, 2)),
        image("a", url="x", size=(1, 9)),
    ]
    for order in (rows, rows[::-1]):
        assert run("images", images=order) == [("a", "mine", "x", 1, 9, "image:a")]


def test_merged_id_goes_to_its_object_and_never_to_itself(run: Run) -> None:
    merged = [
        ("a", "1", "2", 0),
        ("a", "3", "3", 0),
        ("b", "1", "9", 0),
        ("a", "5", "7", 0),
        ("a", "5", "6", 0),
    ]
    objects = [thing("a", "2"), thing("b", "9")]
    assert run("merged", merged=merged, objects=objects) == [
        ("a", "1", "2"),
        ("a", "5", "6"),
        ("b", "1", "9"),
    ]
    assert run("merged", merged=[("a", "1", "2", 1)], objects=objects) == []


def test_id_merged_twice_over_goes_to_the_last_object(run: Run) -> None:
    raw: dict[str, list[Row]] = {
        "merged": [("a", "1", "2", 0), ("a", "2", "3", 0)],
        "objects": [thing("a", "1", "kitten"), thing("a", "2", "cat"), thing("a", "3", "pet")],
    }
    assert run("names", **raw) == [("a", "3", "cat"), ("a", "3", "kitten"), ("a", "3", "pet")]


def test_ids_merged_into_each_other_are_one_object(run: Run) -> None:
    raw: dict[str, list[Row]] = {
        "merged": [("a", "1", "2", 0), ("a", "2", "1", 0)],
        "objects": [thing("a", "1", "cat"), thing("a", "2", "pet")],
    }
    assert len({row[1] for row in run("objects", **raw)}) == 1


@pytest.mark.parametrize(
    ("rows", "best"),
    [
        ([thing("a", "1", "b", origin=1), thing("a", "1", "a", origin=2)], "b"),
        ([thing("a", "1", "a"), thing("a", "1", "b", key="b.n.01")], "b"),
        ([thing("a", "1", "b"), thing("a", "1", "a")], "a"),
        ([thing("a", "1", "a", key="a.n.01", origin=1), thing("a", "1", "b")], "b"),
        ([thing("a", "9", "a"), thing("a", "1", "b", origin=2)], "b"),
    ],
    ids=["smaller origin", "with a key", "first by name", "origin before key", "not the merged one's"],
)
def test_best_description_of_an_object_counts_whatever_the_order(
    run: Run, rows: list[Row], best: str
) -> None:
    merged = [("a", "9", "1", 0)]
    for order in (rows, rows[::-1]):
        assert [row[1:3] for row in run("objects", objects=order, merged=merged)] == [("1", best)]


def test_objects_of_equal_id_in_different_images_stay_apart(run: Run) -> None:
    rows = [thing("a", "1", "cat"), thing("b", "1", "dog")]
    assert [row[:3] for row in run("objects", objects=rows)] == [("a", "1", "cat"), ("b", "1", "dog")]


@pytest.mark.parametrize(
    ("box", "size", "cut"),
    [
        ((10, 20, 30, 40), (None, None), (10, 20, 30, 40)),
        ((10, 20, 30, 40), (100, 100), (10, 20, 30, 40)),
        ((10, 20, 30, 40), (40, 60), (10, 20, 30, 40)),
        ((10, 20, 30, 40), (39, 60), (10, 20, 29, 40)),
        ((10, 20, 30, 40), (40, 59), (10, 20, 30, 39)),
        ((10, 20, 30, 40), (11, 21), (10, 20, 1, 1)),
        ((10, 20, 30, 40), (None, 30), (10, 20, 30, 10)),
        ((None, None, None, None), (100, 100), (None, None, None, None)),
    ],
)
def test_box_is_cut_at_the_edge_where_the_size_is_known(run: Run, box: Row, size: Row, cut: Row) -> None:
    rows = run("objects", images=[image("a", size=size)], objects=[thing("a", "1", box=box)])
    assert rows == [("a", "1", "cat", "", *cut)]


def test_huge_box_is_cut_too(run: Run) -> None:
    raw = {
        "images": [image("a", size=(2**31 - 1, 10))],
        "objects": [thing("a", "1", box=(2**31 - 10, 1, 100, 5))],
    }
    assert run("objects", **raw) == [("a", "1", "cat", "", 2**31 - 10, 1, 9, 5)]


@pytest.mark.parametrize("corner", [(100, 5), (5, 100), (101, 5)])
def test_box_that_begins_at_the_edge_or_past_it_never_becomes_empty(run: Run, corner: Row) -> None:
    raw = {"images": [image("a", size=(100, 100))], "objects": [thing("a", "1", box=(*corner, 10, 10))]}
    assert not [row for row in run("objects", **raw) if min(row[6:]) < 1]


def test_box_wholly_outside_the_image_is_listed(run: Run) -> None:
    raw = {"images": [image("a", size=(100, 100))], "objects": [thing("a", "1", box=(100, 5, 10, 10))]}
    assert [row for row in run("annotate_rejected", **raw) if row[1] == "a" and "1" in row[2]]


def test_every_name_and_key_of_every_description_is_kept_once(run: Run) -> None:
    raw: dict[str, list[Row]] = {
        "objects": [
            thing("a", "1", "cat", key="cat.n.01"),
            thing("a", "1", "cat", key="cat.n.01", origin=2),
            thing("a", "1", "pet", key="pet.n.01", origin=2),
            thing("a", "9", "kitten"),
            thing("b", "1", "dog", source=1),
            thing("a", "7", "late", key="late.n.01", source=1),
            thing("a", "landmark", "", key="Q243"),
        ],
        "names": [("a", "1", "cat", 0), ("a", "9", "puss", 0), ("a", "1", "late", 1), ("a", "1", "", 0)],
        "merged": [("a", "9", "1", 0)],
    }
    assert run("names", **raw) == [
        *[("a", "1", name) for name in ("cat", "kitten", "pet", "puss")],
        ("b", "1", "dog"),
    ]
    assert run("keys", **raw) == [
        ("a", "1", "cat.n.01"),
        ("a", "1", "pet.n.01"),
        ("a", "landmark", "Q243"),
    ]


TWO = [thing("a", "1"), thing("a", "2")]


@pytest.mark.parametrize(
    ("relations", "kept", "codes"),
    [
        ([("1", "on", "2")], [("1", "on", "2")], []),
        ([("1", "on", "2")] * 3, [("1", "on", "2")], ["relation_repeated"] * 2),
        ([("1", "on", "2"), ("2", "on", "1")], [("1", "on", "2"), ("2", "on", "1")], []),
        ([("1", "on", "2"), ("1", "ON", "2")], [("1", "ON", "2"), ("1", "on", "2")], []),
        ([("1", "on", "1")], [], ["relation_to_itself"]),
        ([("1", "on", "1")] * 2, [], ["relation_repeated", "relation_to_itself"]),
        ([("1", "on", "3")], [], ["relation_end_unknown"]),
        ([("3", "on", "1")], [], ["relation_end_unknown"]),
        ([("3", "on", "3")], [], ["relation_to_itself"]),
        ([("9", "on", "1")], [], ["relation_to_itself"]),
        ([("9", "on", "2"), ("1", "on", "2")], [("1", "on", "2")], ["relation_repeated"]),
        ([("2", "on", "9")], [("2", "on", "1")], []),
    ],
)
def test_relation_is_kept_once_between_two_known_objects_else_listed(
    run: Run, relations: list[Row], kept: list[Row], codes: list[str]
) -> None:
    raw: dict[str, list[Row]] = {
        "objects": TWO,
        "relations": [("a", *relation, 0) for relation in relations],
        "merged": [("a", "9", "1", 0)],
    }
    assert run("relations", **raw) == [("a", *relation) for relation in kept]
    assert sorted(row[3] for row in run("annotate_rejected", **raw)) == codes


def test_relation_that_is_left_out_is_listed_with_image_ends_and_predicate(run: Run) -> None:
    rows = run("annotate_rejected", objects=TWO, relations=[("a", "1", "next to", "3", 0)])
    assert rows == [("annotate", "a", "relation of 1 to 3", "relation_end_unknown", "next to")]


def test_what_the_readers_refused_is_listed_as_it_was(run: Run) -> None:
    refused: Row = ("annotate", "a.json", "record 2", "no_image_id", "found None")
    assert run("annotate_rejected", rejected=[refused, refused]) == [refused, refused]


def test_image_of_an_earlier_input_and_image_without_objects_are_listed_once_each(run: Run) -> None:
    raw = {
        "images": [image("a"), image("empty")],
        "objects": [thing("a", "1"), thing("a", "2", source=1), thing("a", "3", source=1)],
        "relations": [("a", "2", "on", "3", 1)],
    }
    assert run("objects", **raw) == [("a", "1", "cat", "", 1, 2, 3, 4)]
    assert run("relations", **raw) == []
    assert run("annotate_rejected", **raw) == [
        ("annotate", "a", "", "image_in_earlier_input", ""),
        ("annotate", "empty", "", "image_without_objects", ""),
    ]


def test_relation_of_an_image_without_objects_is_listed(run: Run) -> None:
    assert run("annotate_rejected", relations=[("a", "1", "on", "2", 0)])


def test_relation_of_a_later_input_is_listed(run: Run) -> None:
    assert run("annotate_rejected", objects=TWO, relations=[("a", "1", "on", "2", 1)])
