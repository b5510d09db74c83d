"""`reasonvqa score`: models' predictions by the measures of the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import click

from pipeline.base.errors import SettingsError
from pipeline.cli.options import Numbers
from pipeline.cli.score_ood import ood_command
from pipeline.cli.score_options import (
    FILE,
    Output,
    Source,
    finish,
    part_options,
    predictions_argument,
    questions_of,
    scoring_options,
    source_options,
)
from pipeline.dataset.verification.loaded import Dataset
from pipeline.evaluation.files.official import gqa_questions, read_choices, read_gqa, read_vqa
from pipeline.evaluation.files.predictions import CHOICE_FIELDS, as_text, read_predictions
from pipeline.evaluation.files.questions import read_dataset
from pipeline.evaluation.gqa import Choices, GqaScores, gqa_scores
from pipeline.evaluation.measures import ACCEPTED, CHOICE, GQA, OPEN, VQA, VQA_OF_FORMS
from pipeline.evaluation.objects import ENTITY_FIELDS, crossed, named, names_of
from pipeline.evaluation.retrieval import (
    DEFAULT_KS,
    FIELDS,
    as_list,
    recalls,
    wanted_items,
    wanted_statements,
)
from pipeline.evaluation.run import Model, read_models, scored, scored_by_model, similarity_scores
from pipeline.evaluation.summary.text import aligned

_built_dataset = partial(part_options, default=Path("build/dataset"))


@click.group(epilog="Example: reasonvqa score open predictions.jsonl --dataset build/dataset --set B")
def score() -> None:
    """Score a model's predictions; several files are compared with each other.

    Predictions are JSON, JSON lines or CSV with `question_id` and `answer` (or `questionId`, `prediction`),
    one for each question, or what lmms-eval or VLMEvalKit left: its file, or the folder.
    """


score.add_command(ood_command)


@score.command(
    "open", epilog="Example: reasonvqa score open predictions.jsonl --dataset build/dataset --set B"
)
@predictions_argument
@source_options("Questions in one of ReasonVQA's forms.")
@click.option("--similarity", is_flag=True, help="Semantic similarity too (needs the extra `similarity`).")
@scoring_options
def open_command(
    predictions: tuple[Path, ...],
    source: Source,
    similarity: bool,
    output: Output,
) -> None:
    """Score answers in free text by ReasonVQA's measures, and by stricter and fairer ones.

    Without --dataset and --questions the answers are read from the first file of predictions.
    """
    asked = questions_of(source, predictions)
    models = read_models(predictions, asked.ids, partial=output.partial)
    scores = scored_by_model(models, asked, OPEN, output.progress)
    if similarity:
        for name, more in similarity_scores(models, asked, output.progress).items():
            scores[name] |= more
    finish(output, asked, models, scores)


@score.command("choice", epilog="Example: reasonvqa score choice predictions.jsonl --dataset build/dataset")
@predictions_argument
@source_options("Questions in one of ReasonVQA's forms.")
@scoring_options
def choice_command(
    predictions: tuple[Path, ...],
    source: Source,
    output: Output,
) -> None:
    """Score multiple choice: an option's letter ("A", "A.", "A. text") or its text.

    Without --dataset and --questions the answers and options are read from the first file of predictions.
    """
    asked = questions_of(source, predictions)
    if not any(target.choices for target in asked.targets):
        raise SettingsError("questions: they have no options to choose from")
    models = read_models(predictions, asked.ids, partial=output.partial, fields=CHOICE_FIELDS)
    finish(output, asked, models, scored_by_model(models, asked, CHOICE, output.progress))


@score.command(
    "vqa", epilog="Example: reasonvqa score vqa results.json --questions q.json --annotations a.json"
)
@predictions_argument
@source_options("VQA's file of questions.")
@click.option("--annotations", type=FILE, help="VQA's file of annotations.")
@scoring_options
def vqa_command(
    predictions: tuple[Path, ...],
    source: Source,
    annotations: Path | None,
    output: Output,
) -> None:
    """Score by VQA accuracy, the official one, on VQA's files or on a dataset of this program.

    On a dataset the answer shown stands for ten annotators, and other accepted forms are taken for it.
    """
    if source.folder and not source.questions and not annotations:
        asked, measures = read_dataset(source.folder, source.which, source.part), list(VQA_OF_FORMS)
    elif source.questions and annotations and not source.folder:
        asked, measures = read_vqa(source.questions, annotations), list(VQA)
    else:
        raise SettingsError("questions: give --questions and --annotations, or --dataset")
    models = read_models(predictions, asked.ids, partial=output.partial)
    finish(output, asked, models, scored_by_model(models, asked, measures, output.progress))


@score.command(
    "gqa", epilog="Example: reasonvqa score gqa predictions.json --questions testdev_balanced.json"
)
@predictions_argument
@click.option("--questions", type=FILE, required=True, help="GQA's file of questions.")
@click.option("--choices", type=FILE, help="GQA's file of choices, for validity and plausibility.")
@scoring_options
def gqa_command(predictions: tuple[Path, ...], questions: Path, choices: Path | None, output: Output) -> None:
    """Score by GQA's metrics over its balanced questions; other predictions are passed over, and counted."""
    records = read_gqa(questions)
    balanced = {key: record for key, record in records.items() if record.get("isBalanced", True)}
    asked = gqa_questions(balanced)
    models = read_models(predictions, asked.ids, partial=output.partial, others=True)
    known = read_choices(choices) if choices else None
    figures = {model.name: _gqa_figures(model, records, known) for model in models}
    scores = scored_by_model(models, asked, GQA, output.progress)
    more = {"gqa": {name: asdict(found) for name, found in figures.items()}}
    finish(output, asked, models, scores, more=more, notes=_gqa_table(figures))


def _gqa_figures(
    model: Model, records: Mapping[str, Mapping[str, Any]], choices: Choices | None
) -> GqaScores:
    """Return GQA's figures; consistency needs the predictions for questions that are not balanced too."""
    said: dict[str, str] = {}
    for key, answer in read_predictions(model.path):
        if key in records:
            said.setdefault(key, as_text(answer))
    return gqa_scores({key: records[key] for key in records if key in said}, said, choices)


def _gqa_table(figures: dict[str, GqaScores]) -> list[str]:
    names = (
        "accuracy", "open", "binary", "validity", "plausibility", "consistency", "distribution",
    )  # fmt: skip
    rows = [
        [model, *("-" if getattr(found, name) is None else f"{getattr(found, name):.2f}" for name in names)]
        for model, found in figures.items()
    ]
    return [*aligned(["GQA's figures", *names], rows), "distribution: lower is better", ""]


@score.command("object", epilog="Example: reasonvqa score object names.jsonl --answers predictions.jsonl")
@click.argument("names", type=FILE)
@click.option("--answers", type=FILE, help="The same model's answers to the questions.")
@_built_dataset
@scoring_options
def object_command(
    names: Path, answers: Path | None, folder: Path, which: str, part: str, output: Output
) -> None:
    """Score whether a model knows the thing in the image, apart from the fact about it.

    NAMES has `question_id` and `entity`: what the thing that the question is about is called.
    """
    asked = read_dataset(folder, which, part, more=("entity_id", "entity_label"))
    items, labels = (list(map(str, asked.records[name])) for name in ("entity_id", "entity_label"))
    forms = names_of(items, labels, Dataset(folder).entities)
    (model,) = read_models([names], asked.ids, partial=output.partial, fields=ENTITY_FIELDS)
    found = named(model.matched.said, forms)
    if answers:
        (answered,) = read_models([answers], asked.ids, partial=output.partial)
        found |= crossed(found["object_named"], scored(answered, asked, [ACCEPTED])[ACCEPTED.name])
    finish(output, asked, [model], {model.name: found})


@score.command("retrieval", epilog="Example: reasonvqa score retrieval fetched.jsonl --k 1,5,10")
@predictions_argument
@click.option("--k", "ks", type=Numbers(), default=DEFAULT_KS, help="Lengths to look at (1,5,10,20).")
@_built_dataset
@scoring_options
def retrieval_command(
    predictions: tuple[Path, ...],
    ks: Sequence[int],
    folder: Path,
    which: str,
    part: str,
    output: Output,
) -> None:
    """Score what was retrieved for each question against its route: recall at k of items and of statements.

    A file has `question_id` and `retrieved`, a list of items (Q90) or statement ids, the best first.
    """
    asked = read_dataset(folder, which, part, more=("route",))
    routes: list[list[dict[str, str]]] = list(asked.records["route"])  # type: ignore[arg-type]
    wanted = {"items": list(map(wanted_items, routes)), "statements": list(map(wanted_statements, routes))}
    models, scores = [], {}
    for model in read_models(predictions, asked.ids, partial=output.partial, fields=FIELDS, lists=True):
        fetched = [None if text is None else as_list(text) for text in model.matched.said]
        models.append(model)
        scores[model.name] = {
            name: values
            for kind, steps in wanted.items()
            for name, values in recalls(fetched, steps, kind, ks).items()
        }
    finish(output, asked, models, scores)
