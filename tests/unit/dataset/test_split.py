"""The split: by photo, by category of answers, at the share asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from pipeline.base.columns import read_rows, write_rows
from pipeline.base.progress import Progress
from pipeline.dataset.settings import Settings
from pipeline.dataset.split import run_split
from pipeline.dataset.stages import Context

from .drawn import write_drawn

_text = pa.string()
IMAGES = pa.schema([("image_id", _text), ("photo", _text)])


def split(
    folder: Path,
    answers: Mapping[str, Sequence[str]],
    *,
    photos: Mapping[str, str] | None = None,
    unasked: Sequence[str] = (),
    backwards: bool = False,
    **settings: Any,
) -> dict[str, tuple[str, str]]:
    """Return image -> (category, part), for images with these answers; the photo is the image's own."""
    context = Context(Settings(out=folder / "out", **settings), Progress(quiet=True))
    rows = [{"image_id": image, "answer": answer} for image, given in answers.items() for answer in given]
    named = photos or {}
    images = [{"image_id": name, "photo": named.get(name, f"image:{name}")} for name in (*answers, *unasked)]
    turn = -1 if backwards else 1
    write_drawn(context, rows[::turn])
    write_rows(context.table("annotate", "images"), IMAGES, images[::turn])
    run_split(context)
    found = read_rows(context.table("split", "split"))
    assert [row["image_id"] for row in found] == sorted(answers)
    return {row["image_id"]: (row["category"], row["part"]) for row in found}


def categories(found: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    return {image: category for image, (category, _) in found.items()}


def test_category_is_the_two_most_frequent_answers_of_the_image(tmp_path: Path) -> None:
    # Of 12 answers a share of 25 % is three: Rome and Paris are frequent, Oslo (three each) just so.
    answers = {
        "1": ["Rome", "Rome", "Paris"],
        "2": ["Paris", "Oslo", "Oslo"],
        "3": ["Rome", "Bern", "Bern"],
        "4": ["Kyiv"],
        "5": ["Oslo", "Paris"],
    }
    assert categories(split(tmp_path, answers, min_answer_share=0.25)) == {
        "1": "Rome + Paris",
        "2": "Oslo + Paris",
        "3": "Rome",
        "4": "",
        "5": "Oslo + Paris",
    }


def test_of_equally_frequent_answers_of_an_image_the_more_frequent_of_all_comes_first(tmp_path: Path) -> None:
    answers = {"1": ["Bern", "Rome", "Oslo"], "2": ["Rome"] * 3, "3": ["Oslo"] * 2}
    assert categories(split(tmp_path, answers, min_answer_share=0.1))["1"] == "Rome + Oslo"


@pytest.mark.parametrize(("others", "category"), [(99, "Rome"), (100, "")])
def test_one_answer_in_a_hundred_is_frequent(tmp_path: Path, others: int, category: str) -> None:
    answers = {"1": ["Rome"], "2": [f"answer {n}" for n in range(others)]}
    assert categories(split(tmp_path, answers))["1"] == category


def test_seven_of_ten_images_are_for_training(tmp_path: Path) -> None:
    parts = Counter(part for _, part in split(tmp_path, {f"{n:03d}": ["Rome"] for n in range(100)}).values())
    assert parts == {"train": 70, "test": 30}


@pytest.mark.parametrize(("share", "train"), [(0.5, 20), (0.7, 28), (0.29, 11), (0.9, 36)])
def test_share_is_exact_to_within_one_photo(tmp_path: Path, share: float, train: int) -> None:
    found = split(tmp_path, {f"{n:03d}": ["Rome"] for n in range(40)}, train_share=share)
    assert sum(part == "train" for _, part in found.values()) == train


def test_share_is_right_in_every_category_to_within_one_photo(tmp_path: Path) -> None:
    sizes = {"Rome": 1, "Paris": 2, "Oslo": 5, "Bern": 13, "Kyiv": 29}
    answers = {f"{city}-{n:02d}": [city] for city, size in sizes.items() for n in range(size)}
    for seed in range(3):
        found = split(tmp_path, answers, seed=seed)
        train = Counter(category for category, part in found.values() if part == "train")
        for city, size in sizes.items():
            assert abs(train[city] - 0.7 * size) <= 1
        assert train.total() == 35


def test_images_of_one_photo_are_never_parted(tmp_path: Path) -> None:
    answers = {f"{n:02d}": ["Rome" if n % 2 else "Paris"] for n in range(60)}
    photos = {image: f"coco:{int(image) // 3}" for image in answers}
    found = split(tmp_path, answers, photos=photos)
    for number in range(20):
        assert len({found[image] for image in answers if int(image) // 3 == number}) == 1
    assert Counter(part for _, part in found.values()) == {"train": 42, "test": 18}


def test_images_that_nothing_is_asked_about_have_no_part(tmp_path: Path) -> None:
    assert set(split(tmp_path, {"1": ["Rome"]}, unasked=["2"])) == {"1"}


def test_seed_decides_and_the_order_of_rows_does_not(tmp_path: Path) -> None:
    answers = {f"{n:02d}": ["Rome", f"{n % 3}"] for n in range(30)}
    assert split(tmp_path / "1", answers) == split(tmp_path / "2", answers, backwards=True)
    assert len({str(split(tmp_path / "3", answers, seed=seed)) for seed in range(3)}) == 3


def test_no_questions_are_no_fault(tmp_path: Path) -> None:
    assert split(tmp_path, {}) == {}
