"""The functions for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from inspect import Parameter, signature
from pathlib import Path

import pytest

from pipeline import api
from pipeline.base.errors import DatasetError, InputError, SettingsError
from pipeline.base.progress import Progress
from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.publication.values import Publication, Source
from pipeline.dataset.publication.write import publish
from pipeline.dataset.splits.assign import SPLITS
from pipeline.dataset.verification.loaded import Dataset
from pipeline.evaluation.baselines import NAMES, baseline_guesses
from tests.unit.dataset.verification.world import settings_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
OWN = Source(id="user", title="Drawn up", licence="CC0-1.0", attribution="tests", images="none")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tiny dataset, built by the function."""
    folder = tmp_path_factory.mktemp("api")
    given = settings_of(folder)
    config = folder / "settings.toml"
    config.write_text(
        f"endpoint = {json.dumps(given.endpoint)}\nworkers = 1\nseed = 5\n[balance]\nleast_answers = 1\n"
    )
    out = folder / "dataset"
    assert api.build(out, config=config, images=given.images, landmarks=given.landmarks, seed=0) == out
    return out


@pytest.fixture(scope="module")
def released(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of it, with its splits."""
    out = tmp_path_factory.mktemp("released") / "release"
    publish(built, out, Publication(sources=(OWN,)), Progress(quiet=True), rows=7, splits=True)
    return out


def test_build_takes_settings_over_those_of_the_file(built: Path) -> None:
    manifest = json.loads((built / "manifest.json").read_text())
    assert manifest["settings"]["seed"] == 0
    assert manifest["settings"]["images"] == ["images.jsonl"]


def test_a_release_is_scored_like_its_dataset(built: Path, released: Path) -> None:
    said = {record["question_id"]: record["answer"] for record in api.load(built, "U", "train")}
    assert len(said) > 7, "one file of the release would do"
    said[next(iter(said))] = "something else"
    assert api.score(released, said, "U", "train") == api.score(built, said, "U", "train")
    for name in NAMES:
        assert baseline_guesses(released, "U", name) == baseline_guesses(built, "U", name)


def test_unknown_settings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="did you mean 'hops'"):
        api.build(tmp_path / "out", hop=(1,))


def test_dataset_and_release_give_the_same_records_in_their_order(built: Path, released: Path) -> None:
    for which in SETS:
        for part in PARTS:
            expected = Dataset(built).records[which, part]
            assert list(api.load(built, which, part)) == expected
            assert list(api.load(released, which, part)) == expected
    assert list(api.load(built, "consistency", "train")) == list(api.load(released, "consistency", "train"))


@pytest.mark.parametrize("split", list(SPLITS))
def test_splits_by_name_part_the_records_alike_in_dataset_and_release(
    built: Path, released: Path, split: str
) -> None:
    seen: set[str] = set()
    for part in SPLITS[split].parts:
        ids = [record["question_id"] for record in api.load(built, "U", part, split=split)]
        assert ids == [record["question_id"] for record in api.load(released, "U", part, split=split)]
        assert not seen & set(ids)
        seen |= set(ids)
    assert seen


def test_what_there_is_not_is_refused_by_name(built: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no 'V'; there are U, B, consistency"):
        api.load(built, "V")
    with pytest.raises(SettingsError, match="'paper' has no 'validation', but train, test"):
        api.load(built, "U", "validation")
    with pytest.raises(DatasetError, match="is no dataset"):
        api.load(tmp_path)


def test_release_without_splits_says_how_to_get_them(built: Path, tmp_path: Path) -> None:
    publish(built, tmp_path / "out", Publication(sources=(OWN,)), Progress(quiet=True))
    with pytest.raises(DatasetError, match="Make the release with --splits"):
        list(api.load(tmp_path / "out", "U", "train", split="entity"))


def _plain(parameters: list[Parameter]) -> Iterator[str]:
    """Yield parameters as the page shows them: without annotations."""
    for place, one in enumerate(parameters):
        before = parameters[place - 1].kind if place else None
        if one.kind == Parameter.KEYWORD_ONLY and before != Parameter.KEYWORD_ONLY:
            yield "*"
        stars = "**" if one.kind == Parameter.VAR_KEYWORD else ""
        given = "" if one.default is Parameter.empty else f"={one.default!r}".replace("'", '"')
        yield f"{stars}{one.name}{given}"


def test_the_page_has_every_function_as_it_is() -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `(\w+)\((.*?)\)` \|", text, re.MULTILINE))
    assert set(shown) == set(api.__all__)
    for name, parameters in shown.items():
        real = signature(getattr(api, name)).parameters.values()
        assert parameters == ", ".join(_plain(list(real)))


def test_right_answers_score_all_and_wrong_ones_nothing(built: Path, tmp_path: Path) -> None:
    right = {record["question_id"]: record["answer"] for record in api.load(built, "U", "train")}
    found = api.score(built, right, "U", "train")
    assert {name: found[name]["score"] for name in ("exact_match", "alias", "accepted")} == {
        "exact_match": 100, "alias": 100, "accepted": 100,
    }  # fmt: skip
    assert found["exact_match"]["n"] == len(right) > 0
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(dict.fromkeys(right, "no such thing")))
    assert api.score(built, path, "U", "train")["exact_match"]["score"] == 0
    assert api.score(built, right, "U", "train", kind="vqa")


def test_options_are_scored_by_letter(built: Path) -> None:
    records = list(api.load(built, "U", "train"))
    letters = {record["question_id"]: "ABCD"[record["correct"]] for record in records}
    assert api.score(built, letters, "U", "train", kind="choice")["multiple_choice"]["score"] == 100


def test_missing_predictions_are_told_unless_they_are_allowed(built: Path) -> None:
    first, *others = api.load(built, "U", "train")
    one = {first["question_id"]: first["answer"]}
    with pytest.raises(InputError, match=f"{len(others)} missing ids"):
        api.score(built, one, "U", "train")
    assert api.score(built, one, "U", "train", partial=True)["exact_match"] == {
        "score": 100, "error": pytest.approx(float("nan"), nan_ok=True), "n": 1,
    }  # fmt: skip
