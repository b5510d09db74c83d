"""The splits by name: what is never in two parts, and what the report says of the rest."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.base.columns import read_rows, write_rows
from pipeline.base.errors import DatasetError, SettingsError
from pipeline.base.progress import Progress
from pipeline.dataset.splits.assign import LEFT_OUT, SPLITS, Shares, split_named
from pipeline.dataset.splits.write import Crossing, Part, write_splits

_text = pa.string()
_ITEMS = pa.list_(pa.struct([("item", _text)]))
_STEPS = pa.list_(pa.struct([("subject", _text)]))
_PARTS = pa.list_(pa.struct([("edge", pa.int32()), ("property_id", _text)]))
_NAMES = [
    "question_id",
    "image_id",
    "source",
    "entity_id",
    "property_id",
    "answer",
    "question",
    "template",
    "split",
]
RECORDS = pa.schema(
    [
        *((name, _text) for name in _NAMES),
        ("answer_items", _ITEMS),
        ("route", _STEPS),
        ("sub_questions", _PARTS),
    ]
)
IMAGES = pa.schema([("image_id", _text), ("photo", _text)])
SHARES = Shares(seed=0, train=0.7, min_answer=0.01)
ROUTES = ("P1", "P2", "P3", "P1/P2", "P1/P3", "P2/P3", "P1/P2/P3", "P9/P1")

Row = dict[str, Any]


def record(number: int, *, image: str, thing: str, path: str, answers: Iterable[str], split: str) -> Row:
    """Return a record with what the splits read; an answer that begins with Q is an item."""
    properties, given = path.split("/"), list(answers)
    edges = [{"edge": n, "property_id": prop} for n, prop in enumerate(properties, start=1)]
    return {
        "question_id": f"q{number:04d}",
        "image_id": image,
        "source": "user",
        "entity_id": thing,
        "property_id": properties[-1],
        "answer": given[0],
        "question": f"{path}?",
        "template": f"{properties[-1]}:t",
        "split": split,
        "answer_items": [{"item": answer if answer.startswith("Q") else ""} for answer in given],
        "route": [{"subject": thing}, *({"subject": f"Qvia{n}"} for n in range(len(properties) - 1))],
        "sub_questions": edges if len(edges) > 1 else [],
    }


def drawn_up() -> list[Row]:
    """Return questions on 200 images of 60 things, of eight routes; answers are items, or years."""
    rows = []
    for n in range(1_600):
        image = n // 8
        thing = image % 60 if n % 8 < 6 else (image * 7) % 60
        path = ROUTES[n % 8]
        answer = str(1900 + n % 50) if path == "P3" else f"Qa{(thing * 3 + n % 5) % 40}"
        split = "train" if image % 10 < 7 else "test"
        rows.append(
            record(n, image=f"i{image:03d}", thing=f"Q{thing}", path=path, answers=[answer], split=split)
        )
    return rows


def write_dataset(folder: Path, rows: list[Row], photos: dict[str, str] | None = None) -> Path:
    """Write what the splits read of a dataset; the photo of an image is its own."""
    for part in ("train", "test"):
        own = [row for row in rows if row["split"] == part]
        write_rows(folder / "U" / f"{part}.parquet", RECORDS, own)
    names = sorted({row["image_id"] for row in rows})
    write_rows(
        folder / "snapshot" / "images.parquet",
        IMAGES,
        [{"image_id": name, "photo": (photos or {}).get(name, f"image:{name}")} for name in names],
    )
    return folder


def in_order(rows: list[Row]) -> list[str]:
    """Return the ids in the order of a dataset's records."""
    keys = [(row["split"] == "test", row["image_id"], row["question_id"]) for row in rows]
    return [name for *_, name in sorted(keys)]


def parts(
    tmp_path: Path, name: str, rows: list[Row], photos: dict[str, str] | None = None, **shares: Any
) -> dict[str, str]:
    """Return question -> part."""
    folder = write_dataset(tmp_path / "dataset", rows, photos)
    given = Shares(**{"seed": 0, "train": 0.7, "min_answer": 0.01, **shares})
    write_splits(folder, tmp_path / "out", [name], given, Progress(quiet=True))
    found = read_rows(tmp_path / "out" / "splits.parquet")
    assert [row["question_id"] for row in found] == in_order(rows)
    return {row["question_id"]: row[name] for row in found}


def in_parts(rows: list[Row], found: dict[str, str], key: Any) -> dict[Any, set[str]]:
    """Return each unit's parts."""
    seen = defaultdict(set)
    for row in rows:
        if found[row["question_id"]] != LEFT_OUT:
            for unit in key(row):
                seen[unit].add(found[row["question_id"]])
    return seen


def photo(row: Row) -> list[str]:
    return [row["image_id"]]


def thing(row: Row) -> list[str]:
    return [row["entity_id"]]


def answers(row: Row) -> list[str]:
    return [entry["item"] for entry in row["answer_items"] if entry["item"]]


def path_of(row: Row) -> str:
    return "/".join(part["property_id"] for part in row["sub_questions"]) or str(row["property_id"])


def test_validation_comes_out_of_train_by_photo_and_test_stays(tmp_path: Path) -> None:
    rows = drawn_up()
    found = parts(tmp_path, "validation", rows, validation=0.25)
    for row in rows:
        assert (found[row["question_id"]] == "test") == (row["split"] == "test")
    seen = in_parts(rows, found, photo)
    assert all(len(own) == 1 for own in seen.values())
    assert Counter(next(iter(own)) for own in seen.values()) == {"train": 105, "validation": 35, "test": 60}


def test_images_of_one_photo_stay_together_in_every_split(tmp_path: Path) -> None:
    rows = drawn_up()
    photos = {row["image_id"]: f"photo:{int(row['image_id'][1:]) // 10}" for row in rows}
    for row in rows:
        row["split"] = "train" if int(row["image_id"][1:]) // 10 < 14 else "test"
    for name in SPLITS:
        found = parts(tmp_path / name, name, rows, photos)
        by_photo = in_parts(rows, found, lambda row: [photos[row["image_id"]]])
        assert all(len(own - {"control"}) <= 1 or own == {"test", "control"} for own in by_photo.values())


def test_no_thing_is_in_two_parts_and_the_share_is_about_right(tmp_path: Path) -> None:
    rows = drawn_up()
    found = parts(tmp_path, "entity", rows)
    assert all(len(own) == 1 for own in in_parts(rows, found, thing).values())
    assert all(len(own) == 1 for own in in_parts(rows, found, photo).values())
    counts = Counter(found.values())
    assert counts["train"] / (counts["train"] + counts["test"]) == pytest.approx(0.7, abs=0.06)
    assert counts[LEFT_OUT] < 0.25 * len(rows)


def test_nothing_is_left_out_where_every_image_shows_one_thing(tmp_path: Path) -> None:
    rows = drawn_up()
    for row in rows:
        row["entity_id"] = f"Q{int(row['image_id'][1:]) % 60}"
    assert LEFT_OUT not in parts(tmp_path, "entity", rows).values()


def test_no_thing_and_no_answer_item_is_in_two_parts(tmp_path: Path) -> None:
    rows = drawn_up()
    found = parts(tmp_path, "entity-answer", rows)
    for key in (photo, thing, answers):
        assert all(len(own) == 1 for own in in_parts(rows, found, key).values())
    counts = Counter(found.values())
    assert min(counts["train"], counts["test"]) > 100


def test_question_whose_answers_are_of_both_parts_is_left_out(tmp_path: Path) -> None:
    rows = drawn_up()
    every = [f"Qa{n}" for n in range(40)]
    rows[0] = record(0, image="i000", thing="Q0", path="P1", answers=every, split="train")
    assert parts(tmp_path, "entity-answer", rows)["q0000"] == LEFT_OUT


def test_route_split_asks_in_test_how_properties_are_joined_not_new_properties(tmp_path: Path) -> None:
    rows = drawn_up()
    found = parts(tmp_path, "route", rows, held_out=0.6)
    paths: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        paths[found[row["question_id"]]].add(path_of(row))
    assert paths["test"]
    assert not paths["test"] & (paths["train"] | paths["control"])
    assert {p for path in paths["test"] for p in path.split("/")} <= {
        p for path in paths["train"] for p in path.split("/")
    }
    joined = {
        pair for path in paths["train"] for pair in zip(path.split("/"), path.split("/")[1:], strict=False)
    }
    for path in paths["test"]:
        assert any(pair not in joined for pair in zip(path.split("/"), path.split("/")[1:], strict=False))
    several = [row for row in rows if row["split"] == "test" and "/" in path_of(row)]
    assert 0 < sum(found[row["question_id"]] == "test" for row in several) <= 0.6 * len(several)


def test_property_that_only_one_route_has_is_never_held_out(tmp_path: Path) -> None:
    rows = drawn_up()
    for seed in range(5):
        found = parts(tmp_path / str(seed), "route", rows, held_out=0.9, seed=seed)
        assert not any(path_of(row) == "P9/P1" and found[row["question_id"]] == "test" for row in rows)


def test_test_and_control_are_of_the_papers_test_images_train_of_its_train(tmp_path: Path) -> None:
    rows = drawn_up()
    found = parts(tmp_path, "route", rows)
    for row in rows:
        part = found[row["question_id"]]
        assert part in (("train", LEFT_OUT) if row["split"] == "train" else ("test", "control"))


@pytest.mark.parametrize("name", list(SPLITS))
def test_seed_decides_and_the_order_of_rows_does_not(tmp_path: Path, name: str) -> None:
    rows = drawn_up()
    first = parts(tmp_path / "first", name, rows, held_out=0.6)
    assert parts(tmp_path / "backwards", name, rows[::-1], held_out=0.6) == first
    others = [parts(tmp_path / str(seed), name, rows, held_out=0.6, seed=seed) for seed in (1, 2, 3)]
    assert all(other == first for other in others) == (name == "paper")


def test_report_counts_what_is_in_two_parts(tmp_path: Path) -> None:
    def row(number: int, image: str, thing: str, path: str, answer: str, split: str) -> Row:
        return record(number, image=image, thing=thing, path=path, answers=[answer], split=split)

    rows = [
        row(1, "a", "Q1", "P1", "Q7", "train"),
        row(2, "a", "Q1", "P1/P2", "Q8", "train"),
        row(3, "b", "Q1", "P1", "Q7", "test"),
        row(4, "b", "Q2", "P1/P2", "Q9", "test"),
        row(5, "c", "Q2", "P3", "1900", "test"),
    ]
    folder = write_dataset(tmp_path / "dataset", rows)
    sizes, crossings = write_splits(folder, tmp_path / "out", ["paper"], SHARES, Progress(quiet=True))
    assert sizes == [Part("paper", "train", 2, 1, 1), Part("paper", "test", 3, 2, 2)]
    told = {c.kind: (c.units, c.questions) for c in crossings if (c.of, c.also_in) == ("test", "train")}
    assert told == {
        "photo": (0, 0),
        "thing": (1, 1),
        "answer item": (1, 1),
        "answer text": (1, 1),
        "item on the way": (1, 1),
        "route": (2, 2),
        "two properties": (1, 1),
        "template": (2, 2),
        "thing and route": (1, 1),
        "question and answer": (1, 1),
    }
    back = {c.kind: (c.units, c.questions) for c in crossings if (c.of, c.also_in) == ("train", "test")}
    assert back["thing"] == (1, 2)
    content = json.loads((tmp_path / "out" / "splits.json").read_text())
    assert content["crossings"][0] == {
        "split": "paper", "kind": "photo", "of": "test", "also_in": "train", "units": 0, "questions": 0
    }  # fmt: skip
    assert "| test | thing | 1 | 1 | 33.3% |" in (tmp_path / "out" / "splits.md").read_text()


def test_all_splits_stand_in_one_table(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "dataset", drawn_up())
    _, crossings = write_splits(folder, tmp_path / "out", list(SPLITS), SHARES, Progress(quiet=True))
    assert pq.read_schema(tmp_path / "out" / "splits.parquet").names == ["question_id", *SPLITS]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "splits.parquet", "splits.json", "splits.md"
    }  # fmt: skip
    apart = {
        ("entity", "thing"),
        ("entity-answer", "thing"),
        ("entity-answer", "answer item"),
        ("route", "route"),
    }
    for split, kind in apart:
        test = [c for c in crossings if (c.split, c.kind, c.of, c.also_in) == (split, kind, "test", "train")]
        assert test == [Crossing(split, kind, "test", "train", 0, 0)]


def test_unknown_split_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="there is no 'entities'; there are paper, validation"):
        split_named("entities")


def test_a_dataset_is_not_written_into(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "dataset", drawn_up())
    (folder / "manifest.json").write_text("{}")
    with pytest.raises(DatasetError, match="is or lies in a dataset"):
        write_splits(folder, folder / "splits", ["paper"], SHARES, Progress(quiet=True))
