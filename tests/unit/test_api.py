"""The functions for programs."""

from __future__ import annotations

import json
import re
from inspect import signature
from pathlib import Path

import pytest

from pipeline import api
from pipeline.base.errors import DatasetError, SettingsError
from pipeline.base.progress import Progress
from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.publication.values import Publication, Source
from pipeline.dataset.publication.write import publish
from pipeline.dataset.splits.assign import SPLITS
from pipeline.dataset.verification.loaded import Dataset
from tests.unit.dataset.verification.world import settings_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
OWN = Source(id="user", title="Drawn up", licence="CC0-1.0", attribution="tests", images="none")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tiny dataset, built by the function."""
    folder = tmp_path_factory.mktemp("api")
    given = settings_of(folder)
    config = folder / "settings.toml"
    config.write_text(f"endpoint = {json.dumps(given.endpoint)}\nworkers = 1\nseed = 5\n")
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


def test_the_page_has_every_function_as_it_is() -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `(\w+)\((.*?)\)` \|", text, re.MULTILINE))
    assert set(shown) == set(api.__all__)
    for name, parameters in shown.items():
        real = signature(getattr(api, name)).parameters.values()
        plain = ", ".join(re.sub(r": [^=,]*?(?= = |$)", "", str(p)).replace(" = ", "=") for p in real)
        plain = plain.replace("config", "*, config").replace(", split", ", *, split").replace("'", '"')
        assert parameters == plain
