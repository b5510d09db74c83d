"""Which source reads what the user named, and what is said when none can."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.sources.coco import CocoFile
from pipeline.sources.detect import Source, image_sources, landmark_source
from pipeline.sources.gqa import GqaFile
from pipeline.sources.landmarks import CommonsTable, GoogleLandmarks
from pipeline.sources.plain import PlainFile
from pipeline.sources.visual_genome import VisualGenomeFile

# Without a time stamp: the tests bear names made of these bytes.
PACKED, PACKED_LINE = gzip.compress(b"[]", mtime=0), gzip.compress(b"{}", mtime=0)


def sources(*paths: Path) -> list[Source]:
    return image_sources(paths, lambda name: "")


def found(*paths: Path) -> list[tuple[type, str]]:
    return [(type(source), source.path.name) for source in sources(*paths)]


def filled(folder: Path, *names: str, content: bytes = b"[]") -> Path:
    for name in names:
        (folder / name).write_bytes(content)
    return folder


FORMS = ["scene_graphs", "objects", "relationships", "attributes", "image_data"]


def test_folder_is_read_in_the_order_of_the_forms_and_lines_come_last(tmp_path: Path) -> None:
    filled(tmp_path, "image_data.json", "attributes.json.gz", "scene_graphs.json", "b.jsonl", "a.jsonl.gz")
    filled(tmp_path, "region_graphs.json", "README.txt")
    assert found(tmp_path) == [
        (VisualGenomeFile, "scene_graphs.json"),
        (VisualGenomeFile, "attributes.json.gz"),
        (VisualGenomeFile, "image_data.json"),
        (PlainFile, "a.jsonl.gz"),
        (PlainFile, "b.jsonl"),
    ]


@pytest.mark.parametrize(
    ("forms", "read"),
    [
        (FORMS, ["objects", "relationships", "attributes", "image_data"]),
        (["scene_graphs", "objects"], ["scene_graphs", "objects"]),
        (["scene_graphs", "relationships"], ["scene_graphs", "relationships"]),
        (["scene_graphs"], ["scene_graphs"]),
    ],
)
def test_scene_graphs_are_left_out_only_where_both_their_halves_are_there(
    tmp_path: Path, forms: list[str], read: list[str]
) -> None:
    filled(tmp_path, *(f"{form}.json" for form in forms))
    assert [source.path.name for source in sources(tmp_path)] == [f"{form}.json" for form in read]


def test_paths_are_read_in_the_order_named(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).mkdir()
        filled(tmp_path / name, "objects.json")
    assert [source.path.parent.name for source in sources(tmp_path / "b", tmp_path / "a")] == ["b", "a"]


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("objects.json", b"[]", VisualGenomeFile),
        ("anything.txt", b'\xef\xbb\xbf \n\t[{"a": 1}]', VisualGenomeFile),
        ("packed", PACKED, VisualGenomeFile),
        ("mine.jsonl", b"anything", PlainFile),
        ("mine.jsonl.gz", PACKED_LINE, PlainFile),
        ("mine.json", b' {"image_id": 1}', PlainFile),
        ("packed.json", PACKED_LINE, PlainFile),
    ],
)
def test_single_file_is_told_by_its_name_or_first_character(
    tmp_path: Path, name: str, content: bytes, kind: type
) -> None:
    filled(tmp_path, name, content=content)
    assert found(tmp_path / name) == [(kind, name)]


GRAPHS = b'{"2407890": {"width": 640, "height": 480, "objects": {}}}'
QUESTIONS = b'{"02930152": {"semantic": [{"operation": "select"}], "imageId": "2354786"}}'
BOXED = b'"annotations": [{"id": 1, "image_id": 2, "category_id": 3, "bbox": [1, 2, 3, 4]}]'
INSTANCES = b'{"info": {"year": 2017}, "images": [], ' + BOXED + b', "categories": []}'
CAPTIONS = b'{"info": {}, "images": [], "annotations": [{"id": 1, "image_id": 2, "caption": "A cat."}]}'


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (GRAPHS, GqaFile),
        (gzip.compress(GRAPHS, mtime=0), GqaFile),
        (b'\xef\xbb\xbf\n{ "n16\\"1" :\n { "location": "street", "objects" : {}}}', GqaFile),
        (b'{"1": {}, "2": {"objects": {}}}', GqaFile),
        (INSTANCES, CocoFile),
        (gzip.compress(INSTANCES, mtime=0), CocoFile),
        (b'{ "categories" : [],\n' + BOXED + b"}", CocoFile),
        (b"{" + BOXED + b', "images": []}', CocoFile),
        (CAPTIONS, CocoFile),
        (QUESTIONS, PlainFile),
        (b'{"image_id": "info", "objects": []}', PlainFile),
        (b'{"objects": [{"name": "cat"}], "image_id": "a"}', PlainFile),
        (b"{", PlainFile),
    ],
)
def test_single_object_is_told_by_its_first_keys(tmp_path: Path, content: bytes, kind: type) -> None:
    filled(tmp_path, "any.json", content=content)
    assert found(tmp_path / "any.json") == [(kind, "any.json")]


def test_graphs_and_instances_in_a_folder_are_told_by_content_beside_other_forms(tmp_path: Path) -> None:
    filled(tmp_path, "objects.json", "regions.json")
    filled(tmp_path, "val_sceneGraphs.json", content=GRAPHS)
    filled(tmp_path, "instances_val.json.gz", content=gzip.compress(INSTANCES))
    filled(tmp_path, "captions_val.json", content=CAPTIONS)
    filled(tmp_path, "train_questions.json", "a.jsonl", content=QUESTIONS)
    filled(tmp_path, "classes.json", content=b'{"cat": 1}')
    filled(tmp_path, "graphs.txt", content=GRAPHS)
    assert found(tmp_path) == [
        (VisualGenomeFile, "objects.json"),
        (CocoFile, "instances_val.json.gz"),
        (GqaFile, "val_sceneGraphs.json"),
        (PlainFile, "a.jsonl"),
    ]


@pytest.mark.parametrize(
    "content", [gzip.compress(GRAPHS)[:30], INSTANCES[:60]], ids=["damaged gzip", "instances cut off"]
)
def test_damaged_file_in_a_folder_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    filled(tmp_path, "objects.json")
    filled(tmp_path, "some.json", content=content)
    with pytest.raises(InputError, match=r"some\.json"):
        sources(tmp_path)


EXPECTED = (
    "expected one of: plain JSON lines (.jsonl); Visual Genome annotations (scene_graphs.json, objects.json, "
    "relationships.json, attributes.json, image_data.json); COCO-style instances; GQA scene graphs, found "
)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "an empty file"),
        (b" \n", "an empty file"),
        (b"PK\x03\x04", repr("PK\x03\x04")),
        (b"image_id,name\n", repr("image_id,name\n")),
        (b"\xff\xd8\xff\xe0 JFIF" + b"\0" * 100, repr("\ufffd\ufffd\ufffd\ufffd JFIF" + "\0" * 31)),
    ],
)
def test_file_of_another_kind_is_refused_with_name_expected_and_found(
    tmp_path: Path, content: bytes, words: str
) -> None:
    filled(tmp_path, "some.json", content=content)
    with pytest.raises(InputError) as caught:
        sources(tmp_path / "some.json")
    assert str(caught.value).startswith(f"{tmp_path / 'some.json'}: {EXPECTED}{words}\n")


def test_array_after_much_white_space_is_read(tmp_path: Path) -> None:
    filled(tmp_path, "some.json", content=b" " * 100 + b"[]")
    assert found(tmp_path / "some.json") == [(VisualGenomeFile, "some.json")]


@pytest.mark.parametrize(
    "content",
    [PACKED[:12], b"\x1f\x8b", b"\x1f\x8bno gzip at all", b"\x1f\x8b\x08\x00" + b"a" * 20],
)
def test_damaged_gzip_file_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    filled(tmp_path, "some.json.gz", content=content)
    with pytest.raises(InputError, match=r"some\.json\.gz"):
        sources(tmp_path / "some.json.gz")


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([], "an empty folder"),
        (["b.txt", "a.zip"], "a.zip, b.txt"),
        ([f"{letter}.txt" for letter in "hgfedcba"], "a.txt, b.txt, c.txt, d.txt, e.txt, f.txt"),
    ],
)
def test_folder_without_annotations_is_refused_with_what_lies_in_it(
    tmp_path: Path, names: list[str], words: str
) -> None:
    filled(tmp_path, *names)
    with pytest.raises(InputError) as caught:
        sources(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path}: {EXPECTED}{words}\n")


def test_folders_inside_are_not_taken_for_files(tmp_path: Path) -> None:
    for name in ("objects", "attributes.json", "old.jsonl"):
        (tmp_path / name).mkdir()
    filled(tmp_path, "relationships.json")
    assert [source.path.name for source in sources(tmp_path)] == ["relationships.json"]


def test_path_that_does_not_exist_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    filled(tmp_path, "objects.json")
    with pytest.raises(InputError, match=r"missing: there is no such file or folder") as caught:
        sources(tmp_path / "objects.json", tmp_path / "missing")
    assert "scene_graphs.json" in str(caught.value)
    with pytest.raises(InputError, match="there is no such file or folder") as caught:
        landmark_source(tmp_path / "missing")
    assert "train_label_to_category.csv" in str(caught.value)


def test_landmarks_are_a_table_or_a_folder_of_gldv2(tmp_path: Path) -> None:
    filled(tmp_path, "landmarks.tsv", content=b"item\timage_file\n")
    assert isinstance(landmark_source(tmp_path / "landmarks.tsv"), CommonsTable)
    filled(tmp_path, "train_label_to_category.csv")
    assert isinstance(landmark_source(tmp_path), GoogleLandmarks)


@pytest.mark.parametrize(("names", "words"), [([], "an empty folder"), (["train.csv"], "train.csv")])
def test_folder_without_landmarks_is_refused(tmp_path: Path, names: list[str], words: str) -> None:
    filled(tmp_path, *names)
    with pytest.raises(InputError) as caught:
        landmark_source(tmp_path)
    assert str(caught.value).startswith(
        f"{tmp_path}: expected a folder with GLDv2's train_label_to_category.csv and train.csv, "
        f"or a TSV file with the columns item and image_file, found {words}\n"
    )


@pytest.mark.parametrize(
    "names",
    [
        ("objects.json", "objects.json.gz"),
        ("image_data.json", "image_data.json.gz"),
        ("mine.jsonl", "mine.jsonl.gz"),
    ],
)
def test_folder_with_a_file_packed_and_unpacked_is_refused_with_both_names(
    tmp_path: Path, names: tuple[str, str]
) -> None:
    filled(tmp_path, *names)
    with pytest.raises(InputError) as fault:
        sources(tmp_path)
    assert all(f"{name} " in str(fault.value) or f"{name}," in str(fault.value) for name in names)
    assert [name for _, name in found(tmp_path / names[1])] == [names[1]]


def test_packed_and_unpacked_files_that_are_no_annotations_disturb_nobody(tmp_path: Path) -> None:
    filled(tmp_path, "objects.json", "notes.json", "notes.json.gz", "README", "README.gz")
    assert found(tmp_path) == [(VisualGenomeFile, "objects.json")]


@pytest.mark.parametrize("read", [lambda path: sources(path), landmark_source])
def test_device_or_pipe_is_refused(tmp_path: Path, read: Callable[[Path], object]) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path("/dev/null"), tmp_path / "pipe"):
        with pytest.raises(
            InputError, match="is neither a file nor a folder\n  Save what it gives to a file"
        ):
            read(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read anything")
def test_file_without_permission_is_refused(tmp_path: Path) -> None:
    (tmp_path / "objects.json").touch(mode=0o200)
    with pytest.raises(InputError, match="may not be read"):
        sources(tmp_path / "objects.json")
