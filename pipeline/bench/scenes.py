"""Annotated images in Visual Genome's v1.4 form and with its statistics, made with a seed.

An image begins with a scene of the embedded sample, so that its relations hold between things that stand in
it, and adds objects and relations drawn by their frequency in all of Visual Genome. The oddities of the real
files are put in at the rates that were counted in them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pipeline.base.json_lines import read_json_lines
from pipeline.base.resources import resource_dir
from pipeline.bench.vocabulary import Vocabulary

IMAGES = 108_077
OBJECTS, RELATIONS = 35.2, 21.3
"""Objects and relationships of an image on average: 3.8 and 2.3 million over all."""

_REPEATED, _TO_ITSELF = 275 / 1650, 58 / 1650
_NO_SYNSET, _NO_PREDICATE_SYNSET, _TWO_NAMES, _AS_LIST = 0.06, 0.07, 0.10, 185 / 1996
_OVER_EDGE, _RENAMED, _COCO = 0.01, 0.04, 0.476
_UPPER = {"on": "ON", "in": "IN", "of": "OF", "wear": "WEARING"}
_WIDTHS, _HEIGHTS = (500, 640, 800, 1024), (333, 375, 427, 480, 600, 768)

Thing = dict[str, Any]


@dataclass(slots=True)
class Image:
    """One image as the three files hold it."""

    number: int
    width: int
    height: int
    things: list[Thing] = field(default_factory=list)
    relations: list[tuple[int, str, int]] = field(default_factory=list)


@cache
def sample_scenes() -> Sequence[Thing]:
    """Return the annotated images of the embedded sample."""
    path = resource_dir("data") / "sample" / "visual_genome.jsonl.gz"
    return [scene for _, scene in read_json_lines(path)]


def make_image(number: int, seed: int, vocabulary: Vocabulary) -> Image:
    """Return the image of that number, from 1; it depends on the seed and the number only."""
    generator = random.Random(f"{seed}:{number}")
    scene = generator.choice(sample_scenes())
    image = Image(
        number,
        scene.get("width") or generator.choice(_WIDTHS),
        scene.get("height") or generator.choice(_HEIGHTS),
    )
    _add_scene(image, scene)
    wanted = max(len(image.things), round(generator.gauss(OBJECTS, 8)))
    while len(image.things) < wanted:
        _add_thing(image, vocabulary.names.draw(generator), generator)
    wanted = round(generator.gauss(RELATIONS, 5) * (1 - _REPEATED))
    while len(image.relations) < wanted:
        ends = generator.randrange(len(image.things)), generator.randrange(len(image.things))
        image.relations.append((ends[0], vocabulary.predicates.draw(generator), ends[1]))
    _make_odd(image, generator)
    return image


def _add_scene(image: Image, scene: Thing) -> None:
    places = {}
    for thing in scene["objects"]:
        places[thing["id"]] = len(image.things)
        _add(image, thing["name"], thing.get("synset", ""), thing["box"])
    for relation in scene["relations"]:
        ends = places[relation["subject"]], places[relation["object"]]
        image.relations.append((ends[0], relation["predicate"], ends[1]))


def _add_thing(image: Image, name: str, generator: random.Random) -> None:
    w = 1 + int(image.width * generator.random() ** 2)
    h = 1 + int(image.height * generator.random() ** 2)
    x, y = generator.randrange(max(1, image.width - w)), generator.randrange(max(1, image.height - h))
    if generator.random() < _OVER_EDGE:
        x, w = x - 3, w + image.width - x
    _add(image, name, "", (x, y, w, h))


def _add(image: Image, name: str, synset: str, box: Sequence[int]) -> None:
    identity = image.number * 1_000 + len(image.things)
    sides = dict(zip("xywh", box, strict=True))
    image.things.append({"object_id": identity, "name": name, "synset": synset, **sides})


def _make_odd(image: Image, generator: random.Random) -> None:
    """Repeat relations and join some things to themselves, as often as the real files do."""
    relations = image.relations
    for place in range(len(relations)):
        if generator.random() < _TO_ITSELF:
            relations[place] = (relations[place][0], relations[place][1], relations[place][0])
    if relations:
        count = round(len(relations) * _REPEATED / (1 - _REPEATED))
        relations.extend(generator.choices(relations, k=count))


def json_parts(image: Image, seed: int, vocabulary: Vocabulary) -> tuple[Thing, Thing, Thing]:
    """Return the image's records of image_data.json, objects.json and relationships.json."""
    generator = random.Random(f"{seed}:{image.number}:form")
    url = f"https://cs.stanford.edu/people/rak248/VG_100K/{image.number}.jpg"
    coco = image.number if generator.random() < _COCO else None
    data = {"width": image.width, "url": url, "height": image.height, "image_id": image.number}
    things = [_object(thing, vocabulary, generator) for thing in image.things]
    ends = [_end(thing, vocabulary, generator) for thing in things]
    relationships = [
        _relationship(image.number * 1_000 + place, ends[subject], predicate, ends[target], generator)
        for place, (subject, predicate, target) in enumerate(image.relations)
    ]
    return (
        {**data, "coco_id": coco, "flickr_id": None},
        {"image_id": image.number, "objects": things, "image_url": url},
        {"relationships": relationships, "image_id": image.number},
    )


def _object(thing: Thing, vocabulary: Vocabulary, generator: random.Random) -> Thing:
    name = thing["name"]
    synset = thing["synset"] or vocabulary.synset.get(name, "")
    if generator.random() < _NO_SYNSET:
        synset = ""
    names = [name, vocabulary.names.draw(generator)] if generator.random() < _TWO_NAMES else [name]
    return {
        "synsets": [synset] if synset else [],
        "h": thing["h"],
        "object_id": thing["object_id"],
        "merged_object_ids": [],
        "names": names,
        "w": thing["w"],
        "y": thing["y"],
        "x": thing["x"],
    }


def _end(thing: Thing, vocabulary: Vocabulary, generator: random.Random) -> Thing:
    """Return an object as relationships.json holds it inline: in two shapes, at times under another name."""
    sides = {side: thing[side] for side in ("h", "object_id", "w", "y", "x", "synsets")}
    name = vocabulary.names.draw(generator) if generator.random() < _RENAMED else thing["names"][0]
    if generator.random() < _AS_LIST:
        return {**sides, "merged_object_ids": [], "names": [name]}
    return {**sides, "name": name}


def _relationship(
    identity: int, subject: Thing, predicate: str, target: Thing, generator: random.Random
) -> Thing:
    synsets = [] if generator.random() < _NO_PREDICATE_SYNSET else ["along.r.01"]
    return {
        "predicate": _UPPER.get(predicate, predicate),
        "object": target,
        "relationship_id": identity,
        "synsets": synsets,
        "subject": subject,
    }
