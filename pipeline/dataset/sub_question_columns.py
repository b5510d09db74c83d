"""Sub-questions of records as columns: steps of routes in the words of wordings, with ids of questions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.relational.bulk import Ints
from pipeline.relational.records import EDGES


def with_sub_questions(worded: pa.Table, route: pa.Table) -> pa.Table:
    """Return what wordings give, with the sub-questions that the steps of their routes are in their words.

    A question of one hop has none. Of others each edge is one, and before it a clause: where the thing is.
    """
    steps = route["steps"].combine_chunks()
    parts, begins, edges = steps.values, steps.offsets.to_numpy(), pc.list_value_length(steps).to_numpy()

    def column(name: str) -> pa.Array:
        return worded[name].combine_chunks()

    places = worded["route_place"].to_numpy()
    has_clause = worded["has_scene_graph"].to_numpy().astype(np.int64)
    counts = np.where(worded["hops"].to_numpy() > 1, edges[places], 0) + has_clause
    ends = np.r_[0, np.cumsum(counts)]
    rows = np.repeat(np.arange(worded.num_rows), counts)
    edge = np.arange(ends[-1]) - ends[rows] + 1 - has_clause[rows]
    step = begins[places[rows]] + edge - 1
    answer = column("place_answer")
    alone = pa.ListArray.from_arrays(pa.array(np.arange(len(answer) + 1), pa.int32()), answer)
    none = pa.array([""] * worded.num_rows, pa.string())
    texts = {
        "property_id": {0: none},
        "question": {0: column("place_question"), 1: column("first_question")},
        "answer": {0: answer},
        "answers": {0: alone},
        "template": {0: none, 1: column("first_template")},
    }
    columns = {"edge": pa.array(edge, pa.int32())}
    for name, others in texts.items():
        columns[name] = _taken(pc.struct_field(parts, name), step, others, edge, rows)
    sub_questions = pa.StructArray.from_arrays(list(columns.values()), names=list(columns))
    listed = pa.ListArray.from_arrays(pa.array(ends, pa.int32()), sub_questions)
    return worded.append_column("sub_questions", listed)


def _taken(
    of_steps: pa.Array, step: Ints, others: Mapping[int, pa.Array], edge: Ints, rows: Ints
) -> pa.Array:
    """Return a field of each sub-question: that of its step, or for some edges what its wording has."""
    index, pieces, size = step, [of_steps], len(of_steps)
    for at, of_wordings in others.items():
        index = np.where(edge == at, size + rows, index)
        pieces.append(of_wordings.cast(of_steps.type))
        size += len(of_wordings)
    return pa.concat_arrays(pieces).take(pa.array(index))


def naming(sub_questions: pa.ListArray, own: pa.Table) -> pa.ListArray:
    """Return sub-questions with the questions that they name: their edge's; one about a clause names none."""
    parts = sub_questions.flatten()
    rows = pc.list_parent_indices(sub_questions)
    named = [own[f"question_{edge}"].combine_chunks() for edge in range(1, EDGES + 1)]
    by_edge = pa.concat_arrays([pa.nulls(own.num_rows, pa.string()), *named])
    at = pc.add(pc.multiply(pc.cast(pc.struct_field(parts, "edge"), pa.int64()), own.num_rows), rows)
    names = [field.name for field in parts.type]
    columns = [*parts.flatten(), by_edge.take(at)]
    named_parts = pa.StructArray.from_arrays(columns, names=[*names, "question_id"])
    ends = np.r_[0, np.cumsum(pc.list_value_length(sub_questions).to_numpy(zero_copy_only=False))]
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), named_parts)
