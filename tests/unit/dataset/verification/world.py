"""A few real facts and some drawn-up images, from which a tiny dataset is built."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.setting_groups import Balance
from pipeline.dataset.settings import Settings
from pipeline.wikidata.facts import Entity, Statement, with_minted_id
from pipeline.wikidata.snapshot import Snapshot, write_snapshot

LABELS = {
    "Q34493": "motorcycle",
    "Q144": "dog",
    "Q243": "Eiffel Tower",
    "Q183": "Germany",
    "Q142": "France",
    "Q38": "Italy",
    "Q145": "United Kingdom",
    "Q29": "Spain",
    "Q64": "Berlin",
    "Q90": "Paris",
    "Q46": "Europe",
    "Q48": "Asia",
    "Q15": "Africa",
    "Q18": "South America",
    "Q6256": "country",
    "Q1440300": "observation tower",
    "Q23387": "week",
}
_FACTS = (
    ("Q34493", "P495", "Q183"),
    ("Q34493", "P575", "1885-01-01T00:00:00Z"),
    ("Q183", "P36", "Q64"),
    ("Q183", "P30", "Q46"),
    ("Q183", "P31", "Q6256"),
    ("Q142", "P36", "Q90"),
    ("Q142", "P30", "Q46"),
    ("Q142", "P31", "Q6256"),
    ("Q144", "P3063", "9"),
    ("Q243", "P17", "Q142"),
    ("Q243", "P31", "Q1440300"),
    ("Q243", "P1619", "1889-03-31T00:00:00Z"),
)
_PRECISION = {"P575": 9, "P1619": 11}


def _statement(subject: str, prop: str, value: str) -> Statement:
    kind = "item" if value.startswith("Q") else "time" if "T00" in value else "quantity"
    unit = "Q23387" if kind == "quantity" else ""
    precision = _PRECISION.get(prop, 0)
    return with_minted_id(Statement(subject, prop, kind, value, unit, precision, source="hand"))


def small_snapshot() -> Snapshot:
    """Return the facts."""
    entities = tuple(Entity(item, label) for item, label in sorted(LABELS.items()))
    return Snapshot(tuple(sorted(_statement(*fact) for fact in _FACTS)), entities, {"hand": "2026-01"})


def german_snapshot() -> Snapshot:
    """Return the facts with a German name, and with statements that no build uses."""
    small = small_snapshot()
    wrong, past = _statement("Q183", "P36", "Q90"), _statement("Q183", "P36", "Q15")
    unused = replace(wrong, rank="deprecated"), replace(past, end="1990-10-03T00:00:00Z")
    return replace(
        small,
        statements=tuple(sorted((*small.statements, *unused))),
        further={"de": (Entity("Q183", "Deutschland"),)},
    )


def _image(number: int, *things: dict[str, Any], near: str = "") -> dict[str, Any]:
    relations = [{"subject": near, "predicate": "next to", "object": "tree"}] if near else []
    return {
        "image_id": f"i{number:02d}",
        "width": 800,
        "height": 600,
        "objects": things,
        "relations": relations,
    }


def _thing(object_id: str, name: str, synset: str, *box: int) -> dict[str, Any]:
    return {"id": object_id, "name": name, "synset": synset, "box": box}


TREE = _thing("tree", "tree", "tree.n.01", 400, 100, 50, 200)
FIRST = _thing("first", "motorcycle", "motorcycle.n.01", 300, 200, 80, 60)
SECOND = _thing("second", "motorcycle", "motorcycle.n.01", 10, 20, 80, 60)
DOG = _thing("dog", "dog", "dog.n.01", 600, 500, 40, 40)


def images() -> list[dict[str, Any]]:
    """Return six images of a motorcycle near a tree, six with a second one, and six of a dog."""
    alone = [_image(n, TREE, FIRST, near="first") for n in range(6)]
    pairs = [_image(n, TREE, FIRST, SECOND, near="first") for n in range(6, 12)]
    return [*alone, *pairs, *(_image(n, DOG) for n in range(12, 18))]


def settings_of(folder: Path) -> Settings:
    """Write the inputs into a folder, and return the settings of a build from them."""
    write_snapshot(folder / "facts", small_snapshot())
    lines = (json.dumps(image) + "\n" for image in images())
    (folder / "images.jsonl").write_text("".join(lines), encoding="utf-8")
    (folder / "landmarks.tsv").write_text("item\timage_file\nQ243\tTour%20Eiffel.jpg\n", encoding="utf-8")
    return Settings(
        images=(folder / "images.jsonl",),
        landmarks=folder / "landmarks.tsv",
        endpoint=str(folder / "facts"),
        out=folder / "dataset",
        workers=1,
        balance=Balance(least_answers=1),
    )


def build_world(folder: Path) -> Settings:
    """Build the dataset in a folder, and return its settings."""
    settings = settings_of(folder)
    build(settings, Progress(quiet=True))
    return settings
