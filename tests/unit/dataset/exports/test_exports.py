"""Exports of the tiny dataset: every form holds the chosen questions, and harnesses run on theirs."""

from __future__ import annotations

import ast
import csv
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.errors import DatasetError, SettingsError
from pipeline.dataset.exports.chosen import LETTERS, Chosen, file_of
from pipeline.dataset.exports.harness.lmms_utils import choice_results, choice_text, chosen, open_results
from pipeline.dataset.exports.training import LETTER, SHORT
from pipeline.dataset.exports.write import FORMATS, Wanted, write_export
from pipeline.dataset.images.names import image_file
from pipeline.dataset.layout import PARTS
from pipeline.dataset.splits.assign import LEFT_OUT, parts_in_order
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.evaluation.harness_files import read_harness, read_lmms_eval, read_vlmevalkit

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8ffff3f0005fe02fe"
    "0def46b80000000049454e44ae426082"
)
"""A PNG of one pixel."""


def export(sound: Path, form: str, out: Path, **wanted: Any) -> None:
    write_export(Dataset(sound), form, Wanted(**wanted), out)


def rows_of(path: Path) -> list[dict[str, Any]]:
    text = path.read_text(encoding="utf-8")
    found: list[dict[str, Any]] = (
        json.loads(text) if path.suffix == ".json" else [json.loads(line) for line in text.splitlines()]
    )
    return found


def table_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def put_images(folder: Path, records: Iterable[Record]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for record in records:
        (folder / file_of(record)).write_bytes(PIXEL)


@pytest.mark.parametrize(("form", "suffix"), [("llava", "json"), ("qwen", "jsonl")])
def test_training_forms_hold_each_part_in_order(sound: Path, tmp_path: Path, form: str, suffix: str) -> None:
    export(sound, form, tmp_path, which="B")
    for part in PARTS:
        rows = rows_of(tmp_path / f"{part}.{suffix}")
        expected = Dataset(sound).records["B", part]
        assert [row["id"] for row in rows] == [record["question_id"] for record in expected]


def test_llava_asks_with_the_image_first_and_answers_with_the_answer(sound: Path, tmp_path: Path) -> None:
    export(sound, "llava", tmp_path)
    record = Dataset(sound).records["U", "train"][0]
    assert rows_of(tmp_path / "train.json")[0] == {
        "id": record["question_id"],
        "image": file_of(record),
        "conversations": [
            {"from": "human", "value": f"<image>\n{record['question']}\n{SHORT}"},
            {"from": "gpt", "value": record["answer"]},
        ],
    }


def test_qwen_has_messages_and_images_and_with_choices_answers_a_letter(sound: Path, tmp_path: Path) -> None:
    export(sound, "qwen", tmp_path, choices=True)
    record = Dataset(sound).records["U", "train"][0]
    row = rows_of(tmp_path / "train.jsonl")[0]
    question, answer = row["messages"]
    assert row["images"] == [file_of(record)]
    assert question["content"].startswith(f"<image>{record['question']}\nA. {record['choices'][0]}\n")
    assert question["content"].endswith(LETTER)
    assert answer == {"role": "assistant", "content": LETTERS[record["correct"]]}


def test_vqa_v2_repeats_every_accepted_form_often_enough_for_a_full_score(
    sound: Path, tmp_path: Path
) -> None:
    export(sound, "vqa-v2", tmp_path)
    questions = json.loads((tmp_path / "v2_OpenEnded_test_questions.json").read_text())["questions"]
    content = json.loads((tmp_path / "v2_test_annotations.json").read_text())
    records = Dataset(sound).records["U", "test"]
    assert content["data_subtype"] == "test"
    for record, question, annotation in zip(records, questions, content["annotations"], strict=True):
        assert question == {name: record[name] for name in ("image_id", "question", "question_id")}
        assert annotation["question_id"] == record["question_id"]
        assert annotation["multiple_choice_answer"] == record["answer"]
        counts = Counter(answer["answer"] for answer in annotation["answers"])
        assert set(counts) == {record["answer"], *record["answers"]}
        assert min(counts.values()) >= 4
        assert counts.total() >= 10


def test_other_splits_give_their_own_parts(sound: Path, tmp_path: Path) -> None:
    dataset = Dataset(sound)
    assigned = dict(parts_in_order(dataset, "validation", tmp_path / "scratch"))
    export(sound, "llava", tmp_path / "out", split="validation")
    for part in ("train", "validation", "test"):
        ids = {row["id"] for row in rows_of(tmp_path / "out" / f"{part}.json")}
        assert ids == {name for name, own in assigned.items() if own == part}
    chosen = Chosen(dataset, "B", "entity")
    parts = {part: [r["question_id"] for r in chosen.records(part)] for part in chosen.parts}
    kept = dict(parts_in_order(dataset, "entity", tmp_path / "again"))
    balanced = {r["question_id"] for part in PARTS for r in dataset.records["B", part]}
    assert {name for own in parts.values() for name in own} == {
        name for name in balanced if kept[name] != LEFT_OUT
    }


def test_part_that_a_split_lacks_and_split_that_a_form_lacks_are_refused(sound: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="the split 'paper' has no 'validation', but train, test"):
        export(sound, "lmms-eval", tmp_path, part="validation")
    with pytest.raises(SettingsError, match="'reasonvqa-json' has the paper's only"):
        export(sound, "reasonvqa-json", tmp_path, split="entity")
    with pytest.raises(SettingsError, match="'reasonvqa-json' holds all questions"):
        export(sound, "reasonvqa-json", tmp_path, images=tmp_path)


def test_questions_whose_image_is_missing_are_left_out_on_demand(sound: Path, tmp_path: Path) -> None:
    records = Dataset(sound).records["U", "train"]
    shown = {records[0]["image_id"], records[-1]["image_id"]}
    put_images(tmp_path / "images", (record for record in records if record["image_id"] in shown))
    export(sound, "llava", tmp_path / "out", images=tmp_path / "images")
    ids = [row["id"] for row in rows_of(tmp_path / "out" / "train.json")]
    assert ids == [record["question_id"] for record in records if record["image_id"] in shown]


@pytest.mark.parametrize("form", FORMATS)
def test_no_form_is_written_into_a_dataset_and_all_are_written_alike_again(
    sound: Path, tmp_path: Path, form: str
) -> None:
    with pytest.raises(DatasetError, match="is or lies in a dataset"):
        export(sound, form, sound / "exported")
    for name in ("1", "2"):
        export(sound, form, tmp_path / name)
    files = sorted(path for path in (tmp_path / "1").rglob("*") if path.is_file())
    assert files
    for path in files:
        assert path.read_bytes() == (tmp_path / "2" / path.relative_to(tmp_path / "1")).read_bytes()


@pytest.mark.parametrize("form", ["lmms-eval", "vlmevalkit"])
def test_a_harness_is_not_given_a_task_without_questions(sound: Path, tmp_path: Path, form: str) -> None:
    (tmp_path / "images").mkdir()
    with pytest.raises(DatasetError, match=r"U has no questions in .*test whose image is in "):
        export(sound, form, tmp_path / "out", images=tmp_path / "images")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("form", ["llava", "qwen", "vqa-v2"])
def test_a_folder_without_the_images_is_told(sound: Path, tmp_path: Path, form: str) -> None:
    (tmp_path / "images").mkdir()
    with pytest.raises(DatasetError, match=r"no questions in train or test whose image is in "):
        export(sound, form, tmp_path / "out", images=tmp_path / "images")


def test_lmms_eval_folder_has_the_questions_of_the_part(sound: Path, tmp_path: Path) -> None:
    export(sound, "lmms-eval", tmp_path, which="B", part="train")
    rows = rows_of(tmp_path / "data" / "train.jsonl")
    assert [row["question_id"] for row in rows] == [
        r["question_id"] for r in Dataset(sound).records["B", "train"]
    ]
    for task in ("open", "choice"):
        assert "test: data/train.jsonl" in (tmp_path / f"reasonvqa_{task}.yaml").read_text()


@pytest.mark.parametrize(
    ("prediction", "place"),
    [
        ("A", 0),
        ("b", 1),
        ("B.", 1),
        ("(B)", 1),
        ("B. Rome", 1),
        (" rome ", 1),
        ("Answer: Rome", 1),
        ("Romes", None),
    ],
)
def test_option_is_named_by_letter_or_text(prediction: str, place: int | None) -> None:
    assert chosen(prediction, ["Oslo", "Rome"]) == place


def test_lmms_functions_score_and_keep_the_prediction() -> None:
    doc = {
        "question_id": "q",
        "question": "Where?",
        "answers": ["Rome"],
        "choices": ["Oslo", "Rome"],
        "correct": 1,
    }
    assert choice_text(doc, {"pre_prompt": "", "post_prompt": "!"}) == "Where?\nA. Oslo\nB. Rome!"
    right = {"question_id": "q", "prediction": "rome"}
    assert open_results(doc, ["rome"]) == {"exact_match": 1.0, "answered": right}
    assert choice_results(doc, ["A"])["exact_match"] == 0.0


def test_vlmevalkit_tables_keep_answers_that_look_like_missing_ones(sound: Path, tmp_path: Path) -> None:
    export(sound, "vlmevalkit", tmp_path)
    records = Dataset(sound).records["U", "test"]
    opened = table_of(tmp_path / "ReasonVQA_U_test_openended.tsv")
    choices = table_of(tmp_path / "ReasonVQA_U_test_choice.tsv")
    for number, (record, row, choice) in enumerate(zip(records, opened, choices, strict=True)):
        assert (row["index"], row["question_id"]) == (str(number), record["question_id"])
        assert ast.literal_eval(row["answer"]) == record["answers"]
        assert choice[choice["answer"]] == record["answer"]
        given = [choice[letter] for letter in LETTERS if choice.get(letter)]
        assert given == record["choices"]


@pytest.mark.skipif(find_spec("lmms_eval") is None, reason="lmms-eval is not installed; it needs torch")
def test_lmms_eval_runs_the_folder_and_its_log_gives_the_predictions(sound: Path, tmp_path: Path) -> None:
    records = Dataset(sound).records["U", "test"]
    export(sound, "lmms-eval", tmp_path / "task")
    put_images(tmp_path / "task" / "images", records)
    command = (
        "--include_path . --tasks reasonvqa --model dummy --batch_size 1 --log_samples --output_path ../out"
    )
    subprocess.run(
        [sys.executable, "-m", "lmms_eval", *command.split(), "--model_args", "response=B,read_bytes=1"],
        cwd=tmp_path / "task",
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "hf")},
        check=True,
    )
    for task in ("open", "choice"):
        (path,) = (tmp_path / "out").rglob(f"*_samples_reasonvqa_{task}.jsonl")
        assert read_lmms_eval(path) == {record["question_id"]: "B" for record in records}
    (scores,) = (tmp_path / "out").rglob("*_results.json")
    right = sum(record["correct"] == 1 for record in records) / len(records)
    found = json.loads(scores.read_text())["results"]["reasonvqa_choice"]
    assert found["exact_match,none"] == pytest.approx(right)


_DUMMY = """
import sys
from pathlib import Path
import vlmevalkit_dataset

class Dummy:
    is_api = False
    def set_dump_image(self, dump): pass
    def generate(self, message, dataset=None):
        image, text = message
        assert Path(image["value"]).is_file()
        return "None" if "openended" in dataset else "A"

for table, scores in vlmevalkit_dataset.run(Dummy(), "dummy", Path("out")).items():
    print("SCORE", table, float(scores["all"][0]))
"""


@pytest.mark.skipif(find_spec("vlmeval") is None, reason="VLMEvalKit is not installed; it needs torch")
def test_vlmevalkit_runs_the_classes_and_its_files_give_the_predictions(sound: Path, tmp_path: Path) -> None:
    records = Dataset(sound).records["U", "test"]
    export(sound, "vlmevalkit", tmp_path)
    put_images(tmp_path / "images", records)
    (tmp_path / "run_dummy.py").write_text(_DUMMY)
    env = {**os.environ, "LMUData": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "run_dummy.py"], cwd=tmp_path, env=env, check=True, capture_output=True, text=True
    )
    right = 100 * sum(record["correct"] == 0 for record in records) / len(records)
    scores = dict(line.split()[1:] for line in done.stdout.splitlines() if line.startswith("SCORE"))
    assert float(scores["ReasonVQA_U_test_choice"]) == pytest.approx(right)
    ids = [record["question_id"] for record in records]
    read = read_vlmevalkit(tmp_path / "out" / "dummy_ReasonVQA_U_test_openended.tsv")
    assert read == dict.fromkeys(ids, "None")
    assert read_harness(tmp_path / "out" / "dummy_ReasonVQA_U_test_choice.tsv") == dict.fromkeys(ids, "A")


@pytest.mark.parametrize(
    ("image_id", "url", "name"),
    [
        ("VG_1", "https://example.org/1.jpg", "VG_1.jpg"),
        ("Commons_Q1", "https://example.org/Special:FilePath/A%20b.PNG", "Commons_Q1.png"),
        ("GLDv2_x", "https://example.org/get?id=7", "GLDv2_x.jpg"),
        ("mine", "", "mine.jpg"),
    ],
)
def test_image_is_named_by_its_id_and_the_suffix_of_its_address(image_id: str, url: str, name: str) -> None:
    assert image_file(image_id, url) == name


def test_ids_with_other_characters_stay_apart_and_out_of_other_folders() -> None:
    names = {image_file(name, "") for name in ("a/b", "a_b", "a:b", "../a")}
    assert len(names) == 4
    assert not any("/" in name for name in names)
