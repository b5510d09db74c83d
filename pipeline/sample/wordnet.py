"""WordNet's nouns with their ids in versions 3.0 and 3.1, and their links to Wikidata."""

from __future__ import annotations

from operator import itemgetter
from pathlib import Path

from pipeline.base.files import read_tsv, write_tsv
from pipeline.sample.wikidata import WORDNET_SOURCE
from pipeline.values import is_item_id
from pipeline.wikidata.facts import Statement, with_minted_id

COLUMNS = ("synset", "wn30", "wn31", "hypernyms", "lemmas", "oewn_items")


def distil_wordnet(links: Path, data: Path) -> list[Statement]:
    """Write `data/wordnet/nouns.tsv.gz`; return the P8814 statements that the links hold."""
    rows = list(read_tsv(links, [*COLUMNS, "p8814_item"]))
    write_tsv(data / "wordnet" / "nouns.tsv.gz", COLUMNS, sorted(rows, key=itemgetter("synset")))
    return [
        with_minted_id(Statement(item, "P8814", "string", row["wn31"], source=WORDNET_SOURCE))
        for row in rows
        for item in row["p8814_item"].split(",")
        if is_item_id(item)  # some ids belong to senses of lexemes
    ]
