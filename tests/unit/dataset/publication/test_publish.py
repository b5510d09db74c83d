"""Publications of the tiny dataset: their files load in the tools that they are for, and agree."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pipeline.base.errors import DatasetError, SettingsError
from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.images.listing import list_images, read_list
from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.publication.documents import DOCUMENTS, size_category
from pipeline.dataset.publication.values import Author, Publication, load_publication
from pipeline.dataset.publication.write import publish
from pipeline.dataset.splits.assign import SPLITS
from pipeline.dataset.verification.loaded import Dataset
from pipeline.dataset.verification.record import record_schema

from .conftest import PUBLICATION

QUIET = Progress(quiet=True)
DATASET_PAGE = Path(__file__).resolve().parents[4] / "docs" / "dataset.md"


def json_of(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_parquet_files_hold_the_records_in_order_in_files_of_the_size_asked_for(
    published: Path, sound: Path
) -> None:
    dataset = Dataset(sound)
    for which in SETS:
        for part in PARTS:
            paths = sorted((published / which).glob(f"{part}-*.parquet"))
            rows = [pq.read_table(path).to_pylist() for path in paths]
            assert [row for found in rows for row in found] == dataset.records[which, part]
            assert all(len(found) == 5 for found in rows[:-1])
            assert paths[-1].name == f"{part}-{len(paths) - 1:05d}-of-{len(paths):05d}.parquet"
    assert len(list((published / "U").glob("train-*"))) > 1


@pytest.mark.filterwarnings("ignore")
def test_datasets_loads_every_configuration_offline(
    published: Path, sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    dataset = Dataset(sound)
    for which in SETS:
        loaded = datasets.load_dataset(str(published), which, cache_dir=str(tmp_path))
        assert {part: list(rows) for part, rows in loaded.items()} == {
            part: dataset.records[which, part] for part in PARTS
        }
    first = datasets.load_dataset(str(published), cache_dir=str(tmp_path))
    assert len(first["test"]) == len(dataset.records["B", "test"])
    sets = datasets.load_dataset(str(published), "consistency", cache_dir=str(tmp_path))
    assert {"consistency_id", "wordings"} <= set(sets["train"].column_names)
    splits = datasets.load_dataset(str(published), "splits", split="questions", cache_dir=str(tmp_path))
    assert splits.column_names == ["question_id", *SPLITS]
    assert len(splits) == len(dataset.of_set("U"))


@pytest.mark.filterwarnings("ignore")
def test_mlcroissant_validates_the_metadata_and_loads_the_records(published: Path, sound: Path) -> None:
    mlcroissant = pytest.importorskip("mlcroissant", reason="mlcroissant is not installed")
    found = mlcroissant.Dataset(str(published / "croissant.json"))
    issues = found.metadata.ctx.issues
    assert (set(issues.errors), set(issues.warnings)) == (set(), set())
    records = {
        row["U/question_id"].decode(): row for row in found.records("U") if row["U/split"].decode() == "test"
    }
    expected = Dataset(sound).records["U", "test"]
    assert set(records) == {record["question_id"] for record in expected}
    for record in expected:
        row = records[record["question_id"]]
        assert row["U/question"].decode() == record["question"]
        assert [form.decode() for form in row["U/answers"]] == record["answers"]
        assert [box["U/boxes/x"] for box in row["U/boxes"]] == [box["x"] for box in record["boxes"]]
        assert row["U/weight"] == record["weight"]


def test_croissant_names_every_field_and_the_checksum_of_every_file(published: Path) -> None:
    content = json_of(published / "croissant.json")
    fields = {entry["name"]: [f["name"] for f in entry["field"]] for entry in content["recordSet"]}
    assert fields["U"] == fields["B"] == list(record_schema()["properties"])
    for entry in content["distribution"]:
        if entry["@type"] == "cr:FileObject":
            assert entry["sha256"] == file_sha256(published / entry["contentUrl"])


def test_schema_accepts_every_record_and_refuses_others(published: Path, sound: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    schema = json_of(published / "record.schema.json")
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    record = next(iter(Dataset(sound).lines("U", "train")))
    validator.validate(record)
    for wrong in ({"hops": "1"}, {"width": 1.5}, {"unknown": 1}, {"boxes": [{"x": 1}]}):
        assert not validator.is_valid({**record, **wrong})


def test_every_field_of_the_schema_is_on_the_page() -> None:
    text = DATASET_PAGE.read_text(encoding="utf-8")
    for name, entry in record_schema()["properties"].items():
        assert f"`{name}`" in text
        assert entry["description"]


def test_documents_agree_on_title_version_licence_and_numbers(published: Path, sound: Path) -> None:
    texts = {name: (published / name).read_text(encoding="utf-8") for name in DOCUMENTS}
    number = f"{len(Dataset(sound).of_set('U')):,} questions"
    for name in ("README.md", "CITATION.cff"):
        assert number in texts[name]
    for name in ("ATTRIBUTION.md", "LICENSE", "DATASHEET.md"):
        assert 'Tiny: "a test"' in texts[name]
        assert "CC-BY-4.0" in texts[name]
    croissant = json_of(published / "croissant.json")
    assert (croissant["version"], croissant["datePublished"]) == ("1.0.0", "2026-01-31")
    assert croissant["citeAs"] in texts["README.md"]
    for name in ("Drawn-up images", "Wikidata", "WordNet 3.0", "Wikimedia Commons"):
        assert name in texts["ATTRIBUTION.md"]


def test_heads_are_yaml_whatever_the_title_holds(published: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    head = yaml.safe_load((published / "README.md").read_text(encoding="utf-8").split("---")[1])
    assert head["pretty_name"] == 'Tiny: "a test"'
    assert [entry["config_name"] for entry in head["configs"]] == ["B", "U", "consistency", "splits"]
    citation = yaml.safe_load((published / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["title"] == 'Tiny: "a test"'
    assert citation["authors"] == [{"name": "The testers"}]


def test_persons_are_cited_by_family_and_given_names(sound: Path, tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    author = Author(name="Given Family", kind="person", affiliation="A House")
    publish(sound, tmp_path / "out", PUBLICATION.model_copy(update={"authors": (author,)}), QUIET)
    citation = yaml.safe_load((tmp_path / "out" / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["authors"] == [
        {"family-names": "Family", "given-names": "Given", "affiliation": "A House"}
    ]


def test_sums_cover_every_file(published: Path) -> None:
    lines = (published / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    listed = {path: total for total, path in (line.split("  ", 1) for line in lines)}
    files = {p.relative_to(published).as_posix() for p in published.rglob("*") if p.is_file()}
    assert set(listed) == files - {"SHA256SUMS"}
    assert all(file_sha256(published / path) == total for path, total in listed.items())
    assert "snapshot/snapshot.json" in listed


def test_images_are_listed_with_what_attributions_say(published: Path, sound: Path, tmp_path: Path) -> None:
    names = [image.image_id for image in read_list(published / "images.tsv")]
    assert names == sorted({record["image_id"] for record in Dataset(sound).of_set("U")})
    (tmp_path / "terms.csv").write_text(f"image_id,license\n{names[0]},CC0\n")
    publish(sound, tmp_path / "out", PUBLICATION, QUIET, attributions=[tmp_path / "terms.csv"])
    first, *others = read_list(tmp_path / "out" / "images.tsv")
    assert (first.licence, {image.licence for image in others}) == ("CC0", {""})


def test_images_of_a_publication_are_those_of_its_dataset(published: Path, sound: Path) -> None:
    assert list_images(published) == list_images(sound)


def test_same_dataset_gives_the_same_bytes(published: Path, sound: Path, tmp_path: Path) -> None:
    publish(sound, tmp_path / "again", PUBLICATION, QUIET, rows=5, facts=True, splits=True)
    assert (tmp_path / "again" / "SHA256SUMS").read_bytes() == (published / "SHA256SUMS").read_bytes()


def files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_an_earlier_publication_is_replaced_and_other_files_stay(sound: Path, tmp_path: Path) -> None:
    out, fresh = tmp_path / "out", tmp_path / "fresh"
    publish(sound, out, PUBLICATION, QUIET, rows=5, facts=True)
    (out / ".git").mkdir()
    for own in (".git/config", "U/notes.txt"):
        (out / own).write_text("mine")
    publish(sound, out, PUBLICATION, QUIET)
    publish(sound, fresh, PUBLICATION, QUIET)
    assert files_of(out) == files_of(fresh) | {".git/config", "U/notes.txt"}
    assert (out / "SHA256SUMS").read_bytes() == (fresh / "SHA256SUMS").read_bytes()
    assert set(tmp_path.iterdir()) == {out, fresh}


def test_publication_that_was_left_unfinished_is_written_anew(sound: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    publish(sound, out, PUBLICATION, QUIET)
    whole = files_of(out)
    for name in ("SHA256SUMS", "croissant.json"):
        (out / name).unlink()
    with pytest.raises(DatasetError, match="is no release of this program"):
        publish(sound, out, PUBLICATION, QUIET)
    (out / ".unfinished").write_text("")
    publish(sound, out, PUBLICATION, QUIET)
    assert files_of(out) == whole


def test_other_folders_are_not_written_over(sound: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note.txt").write_text("mine")
    with pytest.raises(DatasetError, match="is no release of this program"):
        publish(sound, tmp_path / "mine", PUBLICATION, QUIET)
    with pytest.raises(DatasetError, match="lies in the dataset"):
        publish(sound, sound / "release", PUBLICATION, QUIET)
    (tmp_path / "file").write_text("")
    with pytest.raises(DatasetError, match="is a file"):
        publish(sound, tmp_path / "file", PUBLICATION, QUIET)


def test_a_damaged_dataset_is_not_published(sound: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(sound, copy)
    shutil.copyfile(copy / "U" / "test.parquet", copy / "U" / "train.parquet")
    with pytest.raises(DatasetError, match=r"train\.parquet: differs from the manifest's checksum"):
        publish(copy, tmp_path / "out", PUBLICATION, QUIET)
    assert not (tmp_path / "out").exists()


def test_a_source_of_unknown_licence_is_refused_by_name(sound: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"licence of 'user'[^.]*\[\[sources\]\]"):
        publish(sound, tmp_path / "out", Publication(), QUIET)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('titel = "x"', "titel: Extra inputs"),
        ('date = "yesterday"', "date: "),
        ("title = ", "is no valid TOML"),
        ("authors = []", "authors: "),
        ('name = "two words"', "name: "),
    ],
)
def test_a_faulty_file_of_values_is_refused_by_name(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "publication.toml"
    path.write_text(text)
    with pytest.raises(SettingsError, match=rf"publication\.toml.*{message}"):
        load_publication(path)


@pytest.mark.parametrize(
    ("rows", "name"), [(999, "n<1K"), (1_000, "1K<n<10K"), (4_170_000, "1M<n<10M"), (10**9, "n>1B")]
)
def test_size_is_named_as_hugging_face_does(rows: int, name: str) -> None:
    assert size_category(rows) == name


def test_documented_values_are_the_values() -> None:
    page = (DATASET_PAGE.parent / "release.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| [^|]*\| ([^|]*) \|$", page, re.MULTILINE))
    fields = Publication.model_fields.items()
    assert {name: rows.get(name) for name, _ in fields} == {name: f.description for name, f in fields}
