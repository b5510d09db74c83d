"""Models' predictions against questions: read, matched and scored."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pipeline.base.files import atomic_path
from pipeline.base.progress import Progress
from pipeline.evaluation.files.predictions import ANSWER_FIELDS, Matched, Row, match, read_predictions
from pipeline.evaluation.files.reasonvqa import without_options
from pipeline.evaluation.measures import Measure, Scores, measured
from pipeline.evaluation.questions import Questions
from pipeline.evaluation.similarity import RIGHT_FROM, Embeddings, moved
from pipeline.evaluation.texts.open_answers import prepare

ByMeasure = dict[str, Scores]


@dataclass(frozen=True)
class Model:
    """A model's predictions at the places of the questions; the name is that of their file."""

    name: str
    path: Path
    matched: Matched

    @property
    def answered(self) -> list[int]:
        """The places of the questions that have a prediction."""
        return [place for place, text in enumerate(self.matched.said) if text is not None]


def read_models(
    paths: Sequence[Path],
    ids: Sequence[str],
    *,
    partial: bool = False,
    others: bool = False,
    fields: Sequence[str] = ANSWER_FIELDS,
    lists: bool = False,
) -> list[Model]:
    """Return the models of these files, in their order; options after a bar are taken off the predictions.

    Faults of ids are as in `match`; with `lists`, what is a list stays whole, joined by spaces. Files of
    equal name bear that of their folder too.
    """
    stems = Counter(path.stem for path in paths)
    models = []
    for path in paths:
        rows = read_predictions(path, fields)
        if lists:
            rows = [(key, " ".join(map(str, one)) if isinstance(one, list) else one) for key, one in rows]
        name = path.stem if stems[path.stem] == 1 else f"{path.parent.name}/{path.stem}"
        models.append(model_of(name, path, rows, ids, partial=partial, others=others))
    return models


def model_of(
    name: str,
    path: Path,
    rows: Iterable[Row],
    ids: Sequence[str],
    *,
    partial: bool = False,
    others: bool = False,
) -> Model:
    """Return the model that predicted these rows, without options after a bar; faults of ids as in `match`.

    `path` is named in errors.
    """
    found = match(path, rows, ids, partial=partial, others=others)
    said = [text if text is None else without_options(text) for text in found.said]
    return Model(name, path, replace(found, said=said))


def scored_by_model(
    models: Iterable[Model],
    questions: Questions,
    measures: Sequence[Measure],
    progress: Progress | None = None,
) -> dict[str, ByMeasure]:
    """Return the scores of each model by its name, as `scored` has them."""
    return {model.name: scored(model, questions, measures, progress) for model in models}


def scored(
    model: Model, questions: Questions, measures: Iterable[Measure], progress: Progress | None = None
) -> ByMeasure:
    """Return measure -> the score of each question, NaN where there is no prediction or nothing to score."""
    places = model.answered
    asked = questions if len(places) == len(questions) else questions.kept(places)
    texts = [text for text in model.matched.said if text is not None]
    return {
        name: spread(values, places, len(questions))
        for name, values in measured(measures, asked, texts, progress).items()
    }


def spread(values: Scores, places: Sequence[int], n: int) -> Scores:
    """Return `n` values, those given at their places and NaN elsewhere."""
    if len(places) == n:
        return values
    whole = np.full(n, np.nan)
    whole[list(places)] = values
    return whole


def similarity_scores(
    models: Sequence[Model], questions: Questions, progress: Progress | None = None
) -> dict[str, ByMeasure]:
    """Return by model the similarity with the answers, and with those of another question: what chance gives.

    `similarity_right` is the share that comes to the threshold. Each distinct text is embedded once for all
    models.
    """
    answers = [questions.target(place).answers for place in range(len(questions))]
    said = {model.name: [prepare(text or "") for text in model.matched.said] for model in models}
    texts = {form for forms in {target.answers for target in questions.targets} for form in forms}
    known = Embeddings(texts.union(*said.values()), progress)
    chance = [answers[place] for place in moved(questions.ids, [""] * len(questions))]
    properties = [str(value) for value in questions.records.get("property_id", ())]
    alike = [answers[place] for place in moved(questions.ids, properties)] if properties else None
    found: dict[str, ByMeasure] = {}
    for model in models:
        told = np.array([text is not None for text in model.matched.said])
        similar = np.where(told, known.similarity(said[model.name], answers), np.nan)
        by_measure = {
            "similarity": similar,
            "similarity_chance": np.where(told, known.similarity(said[model.name], chance), np.nan),
        }
        if alike is not None:
            by_chance = known.similarity(said[model.name], alike)
            by_measure["similarity_chance_of_property"] = np.where(told, by_chance, np.nan)
        by_measure["similarity_right"] = np.where(told, (similar >= RIGHT_FROM).astype(float), np.nan)
        found[model.name] = by_measure
    return found


def write_per_sample(
    path: Path, questions: Questions, models: Sequence[Model], scores: Mapping[str, ByMeasure]
) -> None:
    """Write each question's prediction and scores (0 to 1) by model, as CSV or JSON lines by the ending.

    A score that a question cannot have is empty, or null.
    """
    with (
        atomic_path(path) as temporary,
        temporary.open("w", encoding="utf-8", errors="replace", newline="") as stream,
    ):
        names = list(dict.fromkeys(name for by_measure in scores.values() for name in by_measure))
        columns = ("model", "question_id", "prediction", *names)
        table = csv.writer(stream, lineterminator="\n") if path.suffix.lower() == ".csv" else None
        if table:
            table.writerow(columns)
        for model in models:
            values = [_cells(scores[model.name].get(name), len(questions)) for name in names]
            for key, said, *row in zip(questions.ids, model.matched.said, *values, strict=True):
                cells = (model.name, key, said, *row)
                if table:
                    table.writerow(cells)
                else:
                    json.dump(dict(zip(columns, cells, strict=True)), stream, ensure_ascii=False)
                    stream.write("\n")


def _cells(values: Scores | None, n: int) -> list[float | None]:
    if values is None:
        return [None] * n
    rounded = np.round(values, 6)
    return [None if value != value else value for value in rounded.tolist()]
