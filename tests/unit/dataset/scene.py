"""Small hand-made images and a bank of a few concepts, asked about by the real question stage.

The bank knows bicycles and motor cars as vehicles (a bicycle as a two-wheeler too) and dogs and cats as
animals; trees, rocks, grass and the sky may stand in clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.bank.tables import SCHEMAS, bars
from pipeline.base.columns import read_rows, write_rows
from pipeline.base.progress import Progress
from pipeline.dataset.checked import ANSWER_FINDINGS
from pipeline.dataset.kept import register_kept
from pipeline.dataset.questions import run_questions
from pipeline.dataset.settings import Settings
from pipeline.dataset.shards import parts_of
from pipeline.dataset.stages import Context
from pipeline.relational.engine import Engine

Row = dict[str, Any]
Box = tuple[int, int, int, int]
Reorder = Callable[[list[Row]], list[Row]]

_text, _int = pa.string(), pa.int32()
ANNOTATED: dict[str, pa.Schema] = {
    "images": pa.schema([("image_id", _text), ("width", _int), ("height", _int)]),
    "objects": pa.schema(
        [(name, _text) for name in ("image_id", "object_id", "name", "key")] + [(s, _int) for s in "xywh"]
    ),
    "names": pa.schema([(name, _text) for name in ("image_id", "object_id", "name")]),
    "keys": pa.schema([(name, _text) for name in ("image_id", "object_id", "key")]),
    "relations": pa.schema([(name, _text) for name in ("image_id", "subject_id", "predicate", "object_id")]),
}

FAR: Box = (900, 900, 10, 10)
"""A box that touches none of those in the tests."""


@dataclass(frozen=True)
class Asked:
    """What came out: the questions, and what was left out."""

    questions: list[Row]
    rejected: list[Row]

    @property
    def texts(self) -> list[str]:
        """The questions' texts, sorted."""
        return sorted(row["question"] for row in self.questions)

    def of(self, image: str, *, clause: bool) -> list[str]:
        """The questions' texts about one image, with or without a clause, sorted."""
        return sorted(
            row["question"]
            for row in self.questions
            if row["image_id"] == image and row["has_scene_graph"] == clause
        )

    def codes(self, object_id: str) -> set[str]:
        """Why an object, or a question about it, was left out."""
        return {row["code"] for row in self.rejected if row["place"] == object_id}


@dataclass
class Scene:
    """A builder of images; `ask` runs the question stage over them."""

    folder: Path
    bank: dict[str, list[Row]] = field(default_factory=lambda: small_bank())
    tables: dict[str, list[Row]] = field(default_factory=lambda: {name: [] for name in ANNOTATED})
    answer_findings: list[Row] = field(default_factory=list)

    def image(self, image: str = "i1", width: int | None = None, height: int | None = None) -> None:
        """Add an image unless it is there."""
        if image not in {row["image_id"] for row in self.tables["images"]}:
            self.tables["images"].append({"image_id": image, "width": width, "height": height})

    def thing(
        self,
        object_id: str,
        name: str,
        box: Box | None = None,
        *,
        image: str = "i1",
        key: str | None = None,
        also: Sequence[str] = (),
    ) -> None:
        """Add an object; its key is that of its name, `also` lists further names."""
        self.image(image)
        identity: Row = {"image_id": image, "object_id": object_id}
        own = KEYS.get(name, "") if key is None else key
        sides = dict(zip("xywh", box or (None,) * 4, strict=True))
        self.tables["objects"].append({**identity, "name": name, "key": own, **sides})
        self.tables["names"] += [{**identity, "name": text} for text in (name, *also)]
        if own:
            self.tables["keys"].append({**identity, "key": own})

    def relation(self, subject: str, predicate: str, target: str, *, image: str = "i1") -> None:
        """Add a relation."""
        row = {"image_id": image, "subject_id": subject, "predicate": predicate, "object_id": target}
        self.tables["relations"].append(row)

    def ask(self, *, reorder: Reorder = list, **settings: Any) -> Asked:
        """Run the question stage, on the rows of every table as `reorder` arranges them.

        Things of any size are asked about unless `least_area` says otherwise.
        """
        chosen = Settings(out=self.folder / "out", workers=1, **{"least_area": 0.0, **settings})
        work = chosen.work_folder
        for stage, schemas, tables in (
            ("annotate", ANNOTATED, self.tables),
            ("bank", SCHEMAS, self.bank),
        ):
            for name, schema in schemas.items():
                write_rows(work / stage / f"{name}.parquet", schema, reorder(tables.get(name, [])))
        write_rows(work / "bank" / "answer_findings.parquet", ANSWER_FINDINGS, self.answer_findings)
        context = Context(chosen, Progress(quiet=True))
        run_questions(context)
        folder = context.folder("questions")
        rejected = read_rows(folder / "repeats_rejected.parquet")
        rejected += read_rows(folder / "unsound_rejected.parquet")
        for part in parts_of(folder, "rejected"):
            rejected += read_rows(part)
        with Engine(self.folder / "scratch") as engine:
            register_kept(engine, chosen)
            kept = engine.table("questions_in_words")
        order = [("image_id", "ascending"), ("question_id", "ascending")]
        rejected.sort(key=lambda row: tuple(map(str, row.values())))
        return Asked(kept.sort_by(order).to_pylist(), rejected)


KEYS = {
    "bicycle": "bicycle.n.01",
    "bike": "bicycle.n.01",
    "car": "car.n.01",
    "dog": "dog.n.01",
    "cat": "cat.n.01",
}
_CONCEPTS = (
    ("bicycle.n.01", "Q11442", "vehicle", 0),
    ("bicycle.n.01", "Q11442", "two-wheeler", 1),
    ("car.n.01", "Q1420", "vehicle", 0),
    ("dog.n.01", "Q144", "animal", 0),
    ("cat.n.01", "Q146", "animal", 0),
)
_NAMES = (
    # name, number, kind, whether it may be a target, whether it takes "the" among several
    *((name, "singular", "vehicle", True, False) for name in ("bicycle", "bike", "car")),
    *((name, "singular", "animal", True, False) for name in ("dog", "cat")),
    ("cars", "plural", "vehicle", True, False),
    ("tree", "singular", "plant", True, False),
    ("rock", "singular", "nature", True, False),
    ("rocks", "plural", "nature", True, False),
    ("grass", "mass", "nature", True, False),
    ("sky", "singular", "nature", True, True),
    ("wheel", "singular", "part", False, False),
)
# The bicycle comes from Germany, whose capital is Berlin; Carl Benz made the first motor car.
_ROUTES = (
    ("Q11442", "P495", "Germany", ("Germany",)),
    ("Q11442", "P495/P36", "Berlin", ("Berlin",)),
    ("Q1420", "P61", "Carl Benz", ("Carl Benz", "Karl Benz")),
    ("Q144", "P366", "hunting", ("hunting",)),
    ("Q146", "P171", "Felis", ("Felis",)),
)
_TEXTS = {
    "P495": ("Which country does ", " come from?"),
    "P495/P36": ("What is the capital of the country that ", " comes from?"),
    "P61": ("Who invented ", "?"),
    "P366": ("What is ", " used for?"),
    "P171": ("", " belongs to which genus?"),
}
_CLAUSES = (
    # predicate, role, text before and after the other thing, in the singular and in the plural
    ("near", "subject", ("near ", ""), ("near ", "")),
    ("near", "object", ("that ", " is near"), ("that ", " are near")),
    ("next to", "subject", ("next to ", ""), ("next to ", "")),
    ("next to", "object", ("next to ", ""), ("next to ", "")),
    ("on", "subject", ("on ", ""), ("on ", "")),
)
_PREDICATES = {"near": "near", "is near": "near", "next to": "next to", "on": "on"}


def route(item: str, properties: str, answer: str, forms: Iterable[str]) -> Row:
    """Return a row of the table of routes."""
    return {
        "route_id": f"{item}/{properties}",
        "item": item,
        "concept_id": item,
        "shape_id": properties,
        "edges": properties.count("/") + 1,
        "properties": properties,
        "asked_below": "g",
        "asked_share": 1.0,
        "property_id": properties.rpartition("/")[2],
        "option_key": f"{properties}:{answer}",
        "answer": answer,
        "forms": bars(tuple(forms)),
        "answers": list(forms),
    }


def text_rows(shape: str, prefix: str, suffix: str, *, of_kind: bool = False) -> list[Row]:
    """Return the sixteen texts of a shape, one like the other."""
    row = {
        "shape_id": shape,
        "prefix": prefix,
        "suffix": suffix,
        "of_kind": of_kind,
        "template": f"{shape.rpartition('/')[2]}:0123abcd",
        "variant": "",
    }
    return [{**row, "bucket": bucket} for bucket in "0123456789abcdef"]


def name_row(name: str, number: str, kind: str, target: bool, definite: bool = False) -> Row:
    """Return a row of the table of names."""
    several = {"singular": f"a {name}"}.get(number, name)
    return {
        "name": name,
        "number": number,
        "verb_number": "plural" if number == "plural" else "singular",
        "kind": kind,
        "target": target,
        "only_one": f"the {name}",
        "one_of": f"the {name}" if definite or number == "mass" else several,
    }


def noun_row(noun: str) -> Row:
    """Return a row of the table of nouns."""
    return {
        "noun_id": f"things.{noun}",
        "noun": noun,
        "this": f"this {noun}",
        "before_clause": f"the {noun} ",
        "after_clause": "",
        "this_kind": f"this kind of {noun}",
        "pointing_before": f"Look at the {noun} ",
        "pointing_after": ". ",
    }


def concept_row(key: str, item: str, noun: str, rank: int) -> Row:
    """Return a row of the table of concepts."""
    return {
        "key": key,
        "item": item,
        "concept_id": item,
        "label": "",
        "noun_id": f"things.{noun}",
        "noun_rank": rank,
        "evidence": "class",
    }


def pair_row(
    predicate: str, role: str, own: str, other: str, *, rank: int = 2, background: bool = False
) -> Row:
    """Return a row of the table of what clauses describe by what."""
    row = {"predicate": predicate, "role": role, "own": own, "other": other}
    return {**row, "rank": rank, "background": background}


def small_bank() -> dict[str, list[Row]]:
    """Return the bank's tables."""
    kinds = sorted({kind for _, _, kind, _, _ in _NAMES})
    nouns = ("vehicle", "two-wheeler", "animal")
    return {
        "concepts": [concept_row(*row) for row in _CONCEPTS],
        "noun_forms": [noun_row(noun) for noun in nouns],
        "callable_keys": [{"key": key, "noun_id": f"things.{noun}"} for key, _, noun, _ in _CONCEPTS],
        "callable_names": [{"name": "vehicle", "noun_id": "things.vehicle"}],
        "name_forms": [name_row(*row) for row in _NAMES],
        "predicates": [{"raw": raw, "predicate": name} for raw, name in _PREDICATES.items()],
        "clause_forms": [
            {"predicate": name, "role": role, "number": number, "prefix": before, "suffix": after}
            for name, role, *forms in _CLAUSES
            for number, (before, after) in zip(("singular", "plural"), forms, strict=True)
        ],
        "clause_pairs": [
            pair_row(name, role, own, other)
            for name, role, *_ in _CLAUSES
            for own in kinds
            for other in kinds
        ],
        "texts": [row for shape, around in _TEXTS.items() for row in text_rows(shape, *around)],
        "routes": [route(*row) for row in _ROUTES],
    }
