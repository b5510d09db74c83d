"""The SPARQL query that gives a route's answers, for anyone to replay on Wikidata or on the snapshot."""

from __future__ import annotations

from collections.abc import Sequence

_PREFIXES = {
    "wd": "http://www.wikidata.org/entity/",
    "p": "http://www.wikidata.org/prop/",
    "ps": "http://www.wikidata.org/prop/statement/",
    "psv": "http://www.wikidata.org/prop/statement/value/",
    "wikibase": "http://wikiba.se/ontology#",
}


def route_query(item: str, properties: Sequence[str], kind: str) -> str:
    """Return a SELECT query for the values at the end of a route.

    It follows statements of best rank. `kind` is that of the values: an item or a text is bound to
    ?answer, a time to ?answer and ?precision, a quantity to ?answer and ?unit.
    """
    *through, last = properties
    lines = []
    subject = f"wd:{item}"
    for number, prop in enumerate(through, start=1):
        lines.append(
            f"{subject} p:{prop} ?s{number} . ?s{number} a wikibase:BestRank ; ps:{prop} ?e{number} ."
        )
        subject = f"?e{number}"
    end = f"?s{len(properties)}"
    lines.append(f"{subject} p:{last} {end} . {end} a wikibase:BestRank ; {_value(last, kind)}")
    variables = {"time": "?answer ?precision", "quantity": "?answer ?unit"}.get(kind, "?answer")
    body = " ".join(lines)
    used = ["wd", "p", "wikibase"]
    used += [name for name in ("ps", "psv") if f"{name}:" in body]
    prefixes = " ".join(f"PREFIX {name}: <{_PREFIXES[name]}>" for name in sorted(used))
    return f"{prefixes} SELECT DISTINCT {variables} WHERE {{ {body} }}"


def _value(prop: str, kind: str) -> str:
    match kind:
        case "time":
            return f"psv:{prop} ?v . ?v wikibase:timeValue ?answer ; wikibase:timePrecision ?precision ."
        case "quantity":
            return f"psv:{prop} ?v . ?v wikibase:quantityAmount ?answer ; wikibase:quantityUnit ?unit ."
        case _:
            return f"ps:{prop} ?answer ."
