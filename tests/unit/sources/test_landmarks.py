"""Landmark images from a table of Commons files, and from GLDv2's two CSV files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.sources.landmarks import CommonsTable, GoogleLandmarks, category_title
from pipeline.sources.records import ImageRecord, ObjectRecord, Record, Rejected

FILE_PATH = "https://commons.wikimedia.org/wiki/Special:FilePath/"
CATEGORY = "http://commons.wikimedia.org/wiki/Category:"


def commons(folder: Path, *rows: str) -> list[Record]:
    path = folder / "landmarks.tsv"
    path.write_text("\n".join(("item\timage_file", *rows)) + "\n", encoding="utf-8")
    return list(CommonsTable(path).records())


def gldv2(folder: Path, categories: str | bytes, images: str | bytes) -> list[Record]:
    for name, content in (("train_label_to_category.csv", categories), ("train.csv", images)):
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return list(GoogleLandmarks(folder).records())


CATEGORIES = f"landmark_id,category\n1,{CATEGORY}Eiffel_Tower\n"
IMAGES = "id,url,landmark_id\naa,https://e.org/a.jpg,1\n"
KEPT = [
    ImageRecord("GLDv2_aa", "gldv2", "https://e.org/a.jpg", photo="url:https://e.org/a.jpg"),
    ObjectRecord("GLDv2_aa", "landmark", "", "commons:Eiffel Tower"),
]


def test_row_gives_an_image_and_the_landmark_it_shows(tmp_path: Path) -> None:
    assert commons(tmp_path, "Q243\tTour%20Eiffel%20(caf%C3%A9).jpg") == [
        ImageRecord(
            "Commons_Q243",
            "wikimedia_commons",
            FILE_PATH + "Tour_Eiffel_%28caf%C3%A9%29.jpg",
            photo="file:Tour_Eiffel_(café).jpg",
        ),
        ObjectRecord("Commons_Q243", "landmark", "", "Q243"),
    ]


@pytest.mark.parametrize("file", ["A b.jpg", "A_b.jpg", "A%20b.jpg", " A b.jpg "])
def test_a_file_is_one_photo_however_its_name_is_written(tmp_path: Path, file: str) -> None:
    image = commons(tmp_path, f" Q1 \t{file}")[0]
    assert isinstance(image, ImageRecord)
    assert image.image_id == "Commons_Q1"
    assert (image.url, image.photo) == (FILE_PATH + "A_b.jpg", "file:A_b.jpg")


def test_file_of_two_landmarks_is_one_photo_behind_two_images(tmp_path: Path) -> None:
    images = [
        record for record in commons(tmp_path, "Q1\ta.jpg", "Q2\ta.jpg") if isinstance(record, ImageRecord)
    ]
    assert [(image.image_id, image.photo) for image in images] == [
        ("Commons_Q1", "file:a.jpg"),
        ("Commons_Q2", "file:a.jpg"),
    ]


def test_further_images_of_an_item_are_numbered(tmp_path: Path) -> None:
    records = commons(tmp_path, "Q1\ta.jpg", "Q2\tb.jpg", "Q1\tc.jpg", "Q1\td.jpg")
    things = [record for record in records if isinstance(record, ObjectRecord)]
    assert [(thing.image_id, thing.key) for thing in things] == [
        ("Commons_Q1", "Q1"),
        ("Commons_Q2", "Q2"),
        ("Commons_Q1-2", "Q1"),
        ("Commons_Q1-3", "Q1"),
    ]


def test_ids_do_not_depend_on_the_order_of_rows(tmp_path: Path) -> None:
    def ids(*rows: str) -> dict[str, str]:
        images = [record for record in commons(tmp_path, *rows) if isinstance(record, ImageRecord)]
        return {image.photo: image.image_id for image in images}

    assert ids("Q1\ta.jpg", "Q1\tb.jpg") == ids("Q1\tb.jpg", "Q1\ta.jpg")


def test_row_given_twice_is_listed(tmp_path: Path) -> None:
    records = commons(tmp_path, "Q1\ta.jpg", "Q1\ta.jpg")
    assert [record for record in records if isinstance(record, Rejected)]


@pytest.mark.parametrize(
    ("row", "code", "detail"),
    [
        ("Q1\t", "no_image_file", "'Q1'"),
        ("Q1\t ", "no_image_file", "'Q1'"),
        ("\ta.jpg", "no_item", "''"),
        ("P31\ta.jpg", "no_item", "'P31'"),
        ("Eiffel Tower\t", "no_item", "'Eiffel Tower'"),
    ],
)
def test_row_without_item_or_file_is_listed_with_its_line(
    tmp_path: Path, row: str, code: str, detail: str
) -> None:
    records = commons(tmp_path, "Q7\ta.jpg", row, "Q8\tb.jpg")
    assert records[2] == Rejected("annotate", "landmarks.tsv", "line 3", code, detail)
    assert len(records) == 5


@pytest.mark.parametrize("row", ["Q1", "Q1\ta.jpg\tmore", ""])
def test_row_of_another_length_is_listed_and_its_neighbours_are_kept(tmp_path: Path, row: str) -> None:
    records = commons(tmp_path, "Q7\ta.jpg", row, "Q8\tb.jpg")
    kept = [record.image_id for record in records if isinstance(record, ImageRecord)]
    assert kept == ["Commons_Q7", "Commons_Q8"]


def test_table_without_the_columns_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("item\tfile\nQ1\ta.jpg\n")
    with pytest.raises(InputError, match="expected the columns item, image_file, found 'item, file'"):
        list(CommonsTable(tmp_path / "a.tsv").records())


@pytest.mark.parametrize(
    ("url", "title"),
    [
        (CATEGORY + "Eiffel_Tower", "Eiffel Tower"),
        (CATEGORY + "St._Mary's_Church_(Kraków)", "St. Mary's Church (Kraków)"),
        (CATEGORY + "Caf%C3%A9_de_Flore", "Café de Flore"),
        (CATEGORY + "Paris,_Texas", "Paris, Texas"),
        (CATEGORY + "100%25", "100%"),
        ("https://commons.wikimedia.org/wiki/Category:A", "A"),
        (CATEGORY + "_A_", "A"),
        (CATEGORY + "Category:A", "Category:A"),
        (CATEGORY, ""),
        (CATEGORY + "_", ""),
        ("http://commons.wikimedia.org/wiki/Eiffel_Tower", ""),
        ("", ""),
    ],
)
def test_category_is_the_title_in_the_url_with_spaces(url: str, title: str) -> None:
    assert category_title(url) == title


def test_image_gets_the_category_of_its_landmark(tmp_path: Path) -> None:
    assert gldv2(tmp_path, CATEGORIES, IMAGES) == KEPT


@pytest.mark.parametrize(
    ("row", "code", "detail"),
    [
        ("bb,https://e.org/b.jpg,2", "landmark_without_category", "2"),
        ("bb,https://e.org/b.jpg,", "landmark_without_category", ""),
        ("bb", "landmark_without_category", ""),
        (",https://e.org/b.jpg,1", "no_image_id", "1"),
    ],
)
def test_image_without_id_or_category_is_listed_with_its_line(
    tmp_path: Path, row: str, code: str, detail: str
) -> None:
    records = gldv2(tmp_path, CATEGORIES, f"{IMAGES}{row}\ncc,,1\n")
    assert records == [
        *KEPT,
        Rejected("annotate", "train.csv", "line 3", code, detail),
        ImageRecord("GLDv2_cc", "gldv2"),
        ObjectRecord("GLDv2_cc", "landmark", "", "commons:Eiffel Tower"),
    ]


def test_landmark_without_category_is_listed_with_its_line(tmp_path: Path) -> None:
    bad = "http://commons.wikimedia.org/wiki/" + "x" * 100
    records = gldv2(tmp_path, f"{CATEGORIES}2,{bad}\n3,\n", "id,url,landmark_id\n")
    assert records == [
        Rejected("annotate", "train_label_to_category.csv", "line 3", "no_category", bad[:80]),
        Rejected("annotate", "train_label_to_category.csv", "line 4", "no_category", ""),
    ]


def test_category_with_a_comma_outside_quotes_is_listed_rather_than_cut(tmp_path: Path) -> None:
    records = gldv2(tmp_path, f"{CATEGORIES}2,{CATEGORY}Paris,_Texas\n", "id,url,landmark_id\nbb,,2\n")
    assert "commons:Paris" not in [record.key for record in records if isinstance(record, ObjectRecord)]
    assert [record.place for record in records if isinstance(record, Rejected)][:1] == ["line 3"]


def test_quote_that_is_never_closed_costs_one_row(tmp_path: Path) -> None:
    records = gldv2(tmp_path, CATEGORIES, 'id,url,landmark_id\nbb,"https://e.org/b.jpg,1\naa,,1\ncc,,1\n')
    images = [record.image_id for record in records if isinstance(record, ImageRecord)]
    assert images[-2:] == ["GLDv2_aa", "GLDv2_cc"]
    assert len(images) + len([record for record in records if isinstance(record, Rejected)]) == 3


def test_cell_larger_than_the_csv_reader_allows_costs_one_row(tmp_path: Path) -> None:
    records = gldv2(
        tmp_path, CATEGORIES, f"id,url,landmark_id\nbb,{'x' * 140_000},2\naa,https://e.org/a.jpg,1\n"
    )
    assert records[-2:] == KEPT


def test_landmark_with_two_categories_is_listed(tmp_path: Path) -> None:
    records = gldv2(tmp_path, f"{CATEGORIES}1,{CATEGORY}Big_Ben\n", IMAGES)
    assert [record for record in records if isinstance(record, Rejected)]


def test_image_id_given_twice_is_listed(tmp_path: Path) -> None:
    records = gldv2(tmp_path, CATEGORIES, f"{IMAGES}aa,https://e.org/b.jpg,1\n")
    assert [record for record in records if isinstance(record, Rejected)]


@pytest.mark.parametrize("missing", ["train_label_to_category.csv", "train.csv"])
def test_folder_without_one_of_the_files_is_refused(tmp_path: Path, missing: str) -> None:
    gldv2(tmp_path, CATEGORIES, IMAGES)
    (tmp_path / missing).unlink()
    with pytest.raises(InputError, match="is missing") as caught:
        list(GoogleLandmarks(tmp_path).records())
    assert caught.value.path == tmp_path / missing
    assert "train_label_to_category.csv and train.csv" in str(caught.value)


@pytest.mark.parametrize("content", ["", "id;url;landmark_id\n", "id,url\n", '{"id": 1}'])
def test_file_without_the_columns_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(
        InputError, match=r"train\.csv, line 1: expected the columns id, url, landmark_id, found"
    ):
        gldv2(tmp_path, CATEGORIES, content)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"id,url,landmark_id\na\xe9,,1\n", id="not UTF-8"),
        pytest.param(gzip.compress(IMAGES.encode())[:-9], id="cut off"),
    ],
)
def test_damaged_file_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(InputError, match=r"train\.csv"):
        gldv2(tmp_path, CATEGORIES, content)
