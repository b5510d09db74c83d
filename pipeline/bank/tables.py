"""The bank's tables as Arrow schemas; every row is a dict with these fields."""

from __future__ import annotations

import pyarrow as pa

_text, _flag, _int = pa.string(), pa.bool_(), pa.int32()

ANSWER_ITEM = pa.struct([("item", _text), ("label", _text), ("forms", pa.list_(_text))])
TOLERANCE = pa.struct([("low", _text), ("high", _text)])
EDGE = pa.struct([("subject", _text), ("property", _text), ("object", _text), ("statement", _text)])

STEP = pa.struct(
    [
        ("edge", _int),
        ("property_id", _text),
        ("route_id", _text),
        ("question", _text),
        ("template", _text),
        ("answer", _text),
        ("answers", pa.list_(_text)),
    ]
)

SCHEMAS: dict[str, pa.Schema] = {
    "concepts": pa.schema(
        [
            ("key", _text),
            ("item", _text),
            ("concept_id", _text),
            ("label", _text),
            ("noun_id", _text),
            ("noun_rank", _int),
            ("evidence", _text),
        ]
    ),
    "noun_forms": pa.schema(
        [
            (name, _text)
            for name in (
                "noun_id",
                "noun",
                "this",
                "before_clause",
                "after_clause",
                "this_kind",
                "pointing_before",
                "pointing_after",
                "place_before",
                "place_after",
            )
        ]
    ),
    "callable_keys": pa.schema([("key", _text), ("noun_id", _text)]),
    "callable_names": pa.schema([("name", _text), ("noun_id", _text)]),
    "target_keys": pa.schema([("key", _text), ("target", _text)]),
    "target_names": pa.schema([("name", _text), ("target", _text)]),
    "name_forms": pa.schema(
        [
            ("name", _text),
            ("number", _text),
            ("verb_number", _text),
            ("kind", _text),
            ("target", _flag),
            ("only_one", _text),
            ("one_of", _text),
        ]
    ),
    "predicates": pa.schema([("raw", _text), ("predicate", _text)]),
    "clause_forms": pa.schema(
        [("predicate", _text), ("role", _text), ("number", _text), ("prefix", _text), ("suffix", _text)]
    ),
    "clause_pairs": pa.schema(
        [
            ("predicate", _text),
            ("role", _text),
            ("own", _text),
            ("other", _text),
            ("rank", _int),
            ("background", _flag),
        ]
    ),
    "texts": pa.schema(
        [
            ("shape_id", _text),
            ("bucket", _text),
            ("prefix", _text),
            ("suffix", _text),
            ("of_kind", _flag),
            ("template", _text),
            ("variant", _text),
        ]
    ),
    "paraphrases": pa.schema(
        [
            ("shape_id", _text),
            ("place", _int),
            ("prefix", _text),
            ("suffix", _text),
            ("of_kind", _flag),
            ("template", _text),
            ("variant", _text),
        ]
    ),
    "wordings": pa.schema(
        [
            ("wording_id", _text),
            ("property_id", _text),
            ("property_label", _text),
            ("answer_kind", _text),
            ("tolerance", _text),
            ("domains", pa.list_(_text)),
            ("place", _text),
            ("text", _text),
        ]
    ),
    "routes": pa.schema(
        [
            ("route_id", _text),
            ("item", _text),
            ("concept_id", _text),
            ("shape_id", _text),
            ("first_shape", _text),
            ("edges", _int),
            ("properties", _text),
            ("asked_below", _text),
            ("asked_share", pa.float64()),
            ("property_id", _text),
            ("property_label", _text),
            ("option_key", _text),
            ("options_among", _text),
            ("answer", _text),
            ("forms", _text),
            ("answers", pa.list_(_text)),
            ("answer_items", pa.list_(ANSWER_ITEM)),
            ("answer_kind", _text),
            ("tolerance", TOLERANCE),
            ("subject_kind", _text),
            ("value_kind", _text),
            ("value", _text),
            ("precision", _int),
            ("unit", _text),
            ("domains", pa.list_(_text)),
            ("route", pa.list_(EDGE)),
            ("steps", pa.list_(STEP)),
            ("sparql", _text),
            ("fact_tags", pa.list_(_text)),
        ]
    ),
    "pools": pa.schema(
        [
            ("property_id", _text),
            ("subject_kind", _text),
            ("value_kind", _text),
            ("item", _text),
            ("answer", _text),
            ("forms", _text),
        ]
    ),
    "giveaways": pa.schema([("noun_id", _text), ("route_id", _text)]),
    "bank_rejected": pa.schema([(name, _text) for name in ("stage", "origin", "place", "code", "detail")]),
}
"""`forms` holds every accepted form in lower case, each between bars, so that SQL can look one up."""


def bars(forms: tuple[str, ...]) -> str:
    """Return forms as the `forms` column holds them."""
    return "|" + "|".join(form.lower().replace("|", " ") for form in forms) + "|"
