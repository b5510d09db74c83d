"""Dataset classes for VLMEvalKit (https://github.com/open-compass/VLMEvalKit), and a command that runs them.

    python vlmevalkit_dataset.py --model NAME --work-dir outputs

Images are looked for in the folder that REASONVQA_IMAGES names, else in `images` beside this file. The scores
are ReasonVQA's exact match and multiple choice, without a judge; `reasonvqa score` gives all others from the
files of predictions.
"""

from __future__ import annotations

import argparse
import ast
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from vlmeval import dataset as known
from vlmeval.dataset.image_base import ImageBaseDataset
from vlmeval.smp import load

FOLDER = Path(__file__).resolve().parent
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class _ReasonVQA(ImageBaseDataset):  # type: ignore[misc]
    """The tables of one task that lie beside this file."""

    SUFFIX = ""
    PROMPT = ""

    @classmethod
    def supported_datasets(cls) -> list[str]:
        """Return the names of the tables."""
        return sorted(path.stem for path in FOLDER.glob(f"*_{cls.SUFFIX}.tsv"))

    def load_data(self, dataset: str) -> pd.DataFrame:
        """Return a table; "None" and "N/A" are answers there, and empty cells of options are missing."""
        data = pd.read_csv(FOLDER / f"{dataset}.tsv", sep="\t", dtype=str, keep_default_na=False)
        images = Path(os.environ.get("REASONVQA_IMAGES") or FOLDER / "images")
        data["image_path"] = [str(images / name) for name in data["image_path"]]
        return data

    def options(self, line: Mapping[str, Any]) -> dict[str, str]:
        """Return letter -> option; none of an open question."""
        return {letter: str(line[letter]) for letter in LETTERS if letter in line and str(line[letter])}

    def build_prompt(self, line: Any) -> list[dict[str, str]]:
        """Return the image and the question as a message."""
        row = self.data.iloc[line] if isinstance(line, int) else line
        options = [f"{letter}. {text}" for letter, text in self.options(row).items()]
        text = "\n".join([row["question"], *options, self.PROMPT])
        return [{"type": "image", "value": row["image_path"]}, {"type": "text", "value": text}]

    def is_right(self, line: Mapping[str, Any], prediction: str) -> bool:
        """Whether a prediction is right."""
        raise NotImplementedError

    def evaluate(self, eval_file: str, **judge_kwargs: Any) -> pd.DataFrame:
        """Return the share of right predictions in per cent: of all, and by number of hops."""
        given = _read(Path(eval_file))
        predictions = dict(zip(given["question_id"], given["prediction"], strict=True))
        rows = [dict(row) for _, row in self.data.iterrows()]
        right = [self.is_right(row, str(predictions[row["question_id"]])) for row in rows]
        hops: Sequence[str] = [row["hops"] for row in rows]
        shares = {"all": 100 * sum(right) / len(right)}
        for number in sorted(set(hops)):
            own = [value for value, hop in zip(right, hops, strict=True) if hop == number]
            shares[f"{number} hops"] = 100 * sum(own) / len(own)
        return pd.DataFrame([shares])


class ReasonVQAOpen(_ReasonVQA):
    """Open questions; `answer` is a list of the accepted answers."""

    TYPE = "VQA"
    SUFFIX = "openended"
    PROMPT = "Answer the question using a single word or phrase."

    def is_right(self, line: Mapping[str, Any], prediction: str) -> bool:
        """Whether the prediction is one of the accepted answers."""
        accepted = {prepared(answer) for answer in ast.literal_eval(line["answer"])}
        return prepared(prediction) in accepted


class ReasonVQAChoice(_ReasonVQA):
    """Questions with options; `answer` is the letter of the right one."""

    TYPE = "MCQ"
    SUFFIX = "choice"
    PROMPT = "Answer with the option's letter from the given choices directly."

    def is_right(self, line: Mapping[str, Any], prediction: str) -> bool:
        """Whether the prediction names the right option, by letter or text."""
        return chosen(prediction, self.options(line)) == str(line["answer"])


def prepared(text: str) -> str:
    """Return a text in lower case, without outer spaces and without a leading "answer:"."""
    return text.strip().lower().removeprefix("answer:").strip()


def chosen(prediction: str, options: Mapping[str, str]) -> str | None:
    """Return the letter of the option that a prediction names ("B", "B.", "B. text", the text), or None."""
    text = prepared(prediction)
    for letter, option in options.items():
        low, plain = letter.lower(), option.strip().lower()
        if text in (low, f"{low}.", f"({low})", f"{low}. {plain}", plain):
            return letter
    return None


def _read(path: Path) -> pd.DataFrame:
    """Return a file of predictions, in which "None" and "N/A" are answers."""
    if path.suffix == ".tsv":
        return pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False)
    if path.suffix == ".xlsx":
        return pd.read_excel(path, dtype=str, keep_default_na=False)
    return pd.DataFrame(load(str(path)))


CLASSES = (ReasonVQAOpen, ReasonVQAChoice)


def register() -> list[str]:
    """Make the classes known to VLMEvalKit; return the names of their tables."""
    for own in CLASSES:
        if own not in known.DATASET_CLASSES:
            known.DATASET_CLASSES.append(own)
    names = [name for own in CLASSES for name in own.supported_datasets()]
    known.SUPPORTED_DATASETS.extend(name for name in names if name not in known.SUPPORTED_DATASETS)
    return names


def run(model: Any, name: str, work: Path) -> dict[str, pd.DataFrame]:
    """Let a model of VLMEvalKit, by its name or itself, answer all tables; return the scores."""
    from vlmeval.inference import infer_data_job

    work.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("PRED_FORMAT", "tsv")
    scores = {}
    for table in register():
        dataset = known.build_dataset(table)
        infer_data_job(model, work_dir=str(work), model_name=name, dataset=dataset)
        found = next(path for path in work.glob(f"{name}_{table}.*") if path.suffix != ".pkl")
        scores[table] = dataset.evaluate(str(found))
    return scores


def main() -> None:
    """Run a model by its name in VLMEvalKit."""
    parser = argparse.ArgumentParser(description="Run a model of VLMEvalKit on the tables beside this file.")
    parser.add_argument("--model", required=True)
    parser.add_argument("--work-dir", type=Path, default=Path("outputs"))
    given = parser.parse_args()
    for table, scores in run(given.model, given.model, given.work_dir).items():
        print(table, scores.to_string(index=False), sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
