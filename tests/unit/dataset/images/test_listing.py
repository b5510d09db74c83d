"""The list of a dataset's images, and what attributions add to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.base.errors import InputError
from pipeline.cli.main import main
from pipeline.dataset.images.listing import (
    ListedImage,
    list_images,
    page_of,
    read_list,
    with_attributions,
    write_list,
)
from pipeline.dataset.verification.loaded import Dataset

from .server import Reply, serving

GLDV2 = ListedImage("GLDv2_abc", "gldv2", "https://example.org/x.jpg", "GLDv2_abc.jpg")


def test_every_image_that_is_asked_about_is_listed_once(sound: Path) -> None:
    found = list_images(sound)
    records = Dataset(sound).of_set("U")
    assert [image.image_id for image in found] == sorted({record["image_id"] for record in records})
    commons = next(image for image in found if image.source == "wikimedia_commons")
    assert commons.page == "https://commons.wikimedia.org/wiki/File:Tour_Eiffel.jpg"


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("https://upload.wikimedia.org/wikipedia/commons/a/ab/A_b.jpg", "File:A_b.jpg"),
        ("https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/A_b.jpg/800px-A_b.jpg", "File:A_b.jpg"),
        ("https://example.org/a.jpg", ""),
    ],
)
def test_file_page_is_told_from_the_address(url: str, page: str) -> None:
    assert page_of("gldv2", url).rpartition("/")[2] == page


def test_list_comes_back_as_it_was_written(tmp_path: Path) -> None:
    images = [GLDV2, ListedImage("b", "user", "", "b.jpg", "page", "CC0", "Some\tone", "title")]
    for name in ("images.tsv", "images.tsv.gz"):
        write_list(tmp_path / name, images)
        first, second = read_list(tmp_path / name)
        assert first == GLDV2
        assert second.author == "Some one"


@pytest.mark.parametrize("file", ["../a.jpg", "a/b.jpg", "", ".hidden", "/etc/a.jpg"])
def test_files_outside_the_folder_are_refused(tmp_path: Path, file: str) -> None:
    path = tmp_path / "images.tsv"
    path.write_text(f"image_id\turl\tfile\na\thttps://example.org/a.jpg\t{file}\n")
    with pytest.raises(InputError, match=r"images\.tsv, line 2: .* is no name of a file"):
        list(read_list(path))


@pytest.mark.parametrize(
    "text",
    [
        'id,url,author,license,title\nabc,https://x,"Some, one",CC BY 3.0,A title\n',
        "image_id\tlicence\tauthor\ttitle\nGLDv2_abc\tCC BY 3.0\tSome, one\tA title\n",
        'url,license,author,title\nhttps://example.org/x.jpg,CC BY 3.0,"Some, one",A title\n',
    ],
)
def test_attributions_name_images_by_any_of_three_columns(tmp_path: Path, text: str) -> None:
    path = tmp_path / "attributions"
    path.write_text(text)
    other = ListedImage("other", "user", "", "other.jpg")
    found, untouched = with_attributions([GLDV2, other], [path])
    assert (found.licence, found.author, found.title) == ("CC BY 3.0", "Some, one", "A title")
    assert untouched == other


def test_licences_of_coco_come_from_its_own_files(tmp_path: Path) -> None:
    path = tmp_path / "instances.json"
    licences = [{"id": 1, "name": "CC BY 2.0", "url": "u"}, {"id": 2, "name": "No known restrictions"}]
    path.write_text(json.dumps({"licenses": licences, "images": [{"id": 7, "license": 2}]}))
    images = [ListedImage(name, "coco", "", f"{name}.jpg") for name in ("COCO_7", "COCO_8")]
    assert [i.licence for i in with_attributions(images, [path])] == ["No known restrictions", ""]
    path.write_text(json.dumps({"images": [{"id": 7}]}))
    with pytest.raises(InputError, match=r"instances\.json: has no licences of images"):
        with_attributions(images, [path])


def test_attributions_without_a_name_of_the_image_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "attributions.csv"
    path.write_text("picture,license\n1,CC0\n")
    with pytest.raises(InputError, match="has none of the columns image_id, id, url"):
        with_attributions([GLDV2], [path])


def test_commands_list_fetch_and_check(sound: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke
    table, out = tmp_path / "images.tsv", tmp_path / "images"
    assert "0 with a licence" in run(main, ["images", "list", str(sound), "--out", str(table)]).output
    with serving(a=[Reply()], b=[Reply(404, b"")]) as server:
        rows = [ListedImage(n, "user", f"{server.url}/{n}.jpg", f"{n}.jpg") for n in ("a", "b")]
        write_list(table, rows)
        command = ["images", "fetch", str(table), "--out", str(out), "--per-minute", "1000000"]
        refused = run(main, command, env={"REASONVQA_CONTACT": ""})
        assert refused.exit_code == 1
        assert "needs a contact" in refused.output
        done = run(main, [*command, "--contact", "me@example.org"])
        assert (done.exit_code, "1 images fetched" in done.output, "1 are gone" in done.output) == (
            0,
            True,
            True,
        )
    assert run(main, ["images", "check", str(out)]).exit_code == 0
    (out / "a.jpg").write_bytes(b"")
    assert run(main, ["images", "check", str(out)]).exit_code == 1
