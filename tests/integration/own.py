"""Images, a pack of templates and facts of a user's own, small enough for a build of seconds."""

from __future__ import annotations

import json
from pathlib import Path

PACK = {
    "museums.toml": """
[P88]
label = "commissioned by"
answer_kind = "text"
domains = ["museums", "history"]
subject = ["building", "structure", "place", "work"]
value = "agent"
main = [
  "Who commissioned {{ x }}?",
  "At whose wish was {{ x }} made?",
  { text = "Name the person who commissioned {{ x }}.", value = ["person"] },
]
clause = [{ text = "the person who commissioned {{ x }}", value = ["person"] }]

[P84]
replace = true
main = [
  "Whose design is {{ x }}?",
  "Whose drawings does {{ x }} follow?",
  "From whose desk does {{ x }} come?",
]

[P17]
off = "countries are for another dataset"
""",
    "domains.toml": '[museums]\nname = "museums"\ndefinition = "What hangs in museums, and who paid."\n',
    "routes.toml": '[then]\nP88 = ["@person"]\n',
    "units.toml": 'Q9000002 = "length-furlong"\n',
    "kinds.toml": '[building]\nitems = ["Q9000010"]\n',
    "en/lexicon/nouns/places.toml": '[kiln]\nsingular = "pottery kiln"\nplural = "pottery kilns"\n'
    'items = ["Q9000010"]\nkind = "building"\nfamiliarity = 4\n',
    "en/lexicon/predicates.toml": '[[predicate]]\nname = "dreaming of"\nsubject = "dreaming of {{ o }}"\n'
    'example = "the cat dreaming of the bed"\n',
}

FACTS = """
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix p: <http://www.wikidata.org/prop/> .
@prefix ps: <http://www.wikidata.org/prop/statement/> .
@prefix psv: <http://www.wikidata.org/prop/statement/value/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <http://schema.org/> .
@prefix wikibase: <http://wikiba.se/ontology#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

wd:Q4152 wdt:P88 wd:Q44039 ; schema:dateModified "2026-02-03" .
wd:Q10285 wdt:P88 wd:Q9000004 .
wd:Q243 wdt:P88 wd:Q9000005 ; rdfs:label "Iron Lady"@en .
wd:Q9000001 rdfs:label "Kiln of Nowhere"@en ; wdt:P31 wd:Q9000010 ; wdt:P88 wd:Q9000005 ;
  wdt:P1619 "-0043"^^xsd:gYear ;
  p:P2048 [ ps:P2048 12 ; psv:P2048 [ wikibase:quantityAmount 12 ; wikibase:quantityUnit wd:Q9000002 ] ] .
wd:Q9000010 rdfs:label "kind of kiln"@en .
wd:Q9000004 rdfs:label "Vera Vespasian"@en ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q90 .
wd:Q9000005 rdfs:label "Paula Patron"@en ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q220 ; wdt:P569 "1801-02-03"^^xsd:date .
"""

ITEMS = ("Q4152", "Q243", "Q10285", "Q9141", "Q2981", "Q9188", "Q12512", "Q9000001")
SCENE = {
    "image_id": "kitchen_7",
    "objects": [
        {"id": "1", "name": "cat", "box": [120, 80, 200, 160], "synset": "cat.n.01"},
        {"id": "2", "name": "bed", "box": [100, 200, 380, 240]},
    ],
    "relations": [{"subject": "1", "predicate": "dreaming of", "object": "2"}],
}


def write_own(folder: Path) -> dict[str, object]:
    """Write images, pack and facts; return the settings that name them."""
    for name, text in PACK.items():
        path = folder / "pack" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "mine.ttl").write_text(FACTS, encoding="utf-8")
    (folder / "mine.tsv").write_text(
        "item\timage_file\n" + "".join(f"{item}\t{item}.jpg\n" for item in ITEMS)
    )
    (folder / "mine.jsonl").write_text(json.dumps(SCENE) + "\n")
    return {
        "images": (folder / "mine.jsonl",),
        "landmarks": folder / "mine.tsv",
        "templates": (folder / "pack",),
        "facts": (folder / "mine.ttl",),
    }
