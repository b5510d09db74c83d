"""Questions put into words anew, from the wordings, nouns and clauses that went with the dataset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.language.render import Text, WordingError, nest

_MAIN, _CLAUSE = "main", "clause"


class Texts:
    """The wordings of a dataset by property, place in the question, and id; and its nouns."""

    def __init__(self, dataset: Dataset) -> None:
        self._wordings = {
            (row["property_id"], row["place"], row["wording_id"]): row["text"]
            for row in dataset.table("wordings")
        }
        self._forms: dict[str, Mapping[str, str]] = {
            row["noun_id"]: row for row in dataset.table("noun_forms")
        }
        self._nested: dict[tuple[str, ...], Text | None] = {}

    def wording(self, prop: str, wording: str) -> str | None:
        """Return a wording that asks for a property; None if the dataset does not have it."""
        return self._wordings.get((prop, _MAIN, wording))

    def forms(self, record: Record, nouns: frozenset[str]) -> list[Mapping[str, str]]:
        """Return the forms of the nouns with which the record's wordings give exactly its question."""
        return [self._forms[noun] for noun in self.spoken(record, nouns)]

    def spoken(self, record: Record, nouns: frozenset[str]) -> Iterator[str]:
        """Yield those of the nouns with which the record's wordings give exactly its question."""
        text = self._text(record)
        for noun in nouns if text else ():
            forms = self._forms.get(noun)
            if text and forms and _made(text, record, forms) == record["question"]:
                yield noun

    def noun(self, noun_id: str) -> str:
        """Return a noun that `spoken` yields as records have it."""
        return self._forms[noun_id]["noun"]

    def _text(self, record: Record) -> Text | None:
        """Return the record's wordings nested; None if the dataset does not have them."""
        path = tuple(dict.fromkeys((s["subject"], s["property"]) for s in record["route"]))
        properties = [prop for _, prop in path]
        template, _, main = record["template"].partition(":")
        clauses = record["variant"].split(".") if record["variant"] else []
        key = (*properties, template, main, *clauses)
        if key not in self._nested:
            self._nested[key] = self._nest(properties, template, main, clauses)
        return self._nested[key]

    def _nest(self, properties: list[str], template: str, main: str, clauses: list[str]) -> Text | None:
        *through, last = properties
        place = _MAIN
        if through and len(clauses) < len(through):
            # One wording asks about the last two edges at once.
            place = f"joint:{through.pop()}"
        if template != last or len(clauses) != len(through):
            return None
        ids = [(last, place, main)]
        ids += [(prop, _CLAUSE, clause) for prop, clause in zip(reversed(through), clauses, strict=True)]
        sources = [self._wordings.get(wording) for wording in ids]
        try:
            return nest([source for source in sources if source]) if all(sources) else None
        except WordingError:
            return None


def _made(text: Text, record: Record, forms: Mapping[str, str]) -> str:
    phrase, pointing = forms["this_kind" if text.of_kind else "this"], ""
    if record["has_scene_graph"] and text.of_kind:
        pointing = forms["pointing_before"] + record["clause"] + forms["pointing_after"]
    elif record["has_scene_graph"]:
        phrase = forms["before_clause"] + record["clause"] + forms["after_clause"]
    begun = text.prefix + phrase if text.prefix else phrase[:1].upper() + phrase[1:]
    return f"{pointing}{begun}{text.suffix}"
