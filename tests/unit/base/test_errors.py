"""What the errors say, and as what they can be caught."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from pipeline.base.errors import (
    DatasetError,
    EndpointError,
    InputError,
    ReasonVQAError,
    SettingsError,
    TemplateError,
)


def test_message_names_file_place_problem_and_on_its_own_line_the_remedy() -> None:
    fault = InputError(Path("in/a.tsv"), place="line 3", problem="has 2 cells", remedy="Use single tabs.")
    assert str(fault) == "in/a.tsv, line 3: has 2 cells\n  Use single tabs."


def test_message_about_the_whole_file_names_no_place() -> None:
    assert str(InputError("a.json", problem="is empty", remedy="Fill it.")) == "a.json: is empty\n  Fill it."


def test_fields_can_be_read_by_a_program() -> None:
    fault = InputError("a.tsv", place="line 3", problem="is odd", remedy="Mend it.")
    assert (fault.path, fault.place, fault.problem, fault.remedy) == (
        Path("a.tsv"),
        "line 3",
        "is odd",
        "Mend it.",
    )


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [
        (InputError, ValueError),
        (TemplateError, InputError),
        (SettingsError, ValueError),
        (EndpointError, ConnectionError),
        (DatasetError, ValueError),
    ],
)
def test_each_error_is_ours_and_the_builtin_that_a_caller_expects(
    kind: type[Exception], builtin: type[Exception]
) -> None:
    assert issubclass(kind, ReasonVQAError)
    assert issubclass(kind, builtin)


@pytest.mark.parametrize("kind", [InputError, TemplateError])
def test_error_of_a_worker_process_reaches_the_parent_whole(kind: type[InputError]) -> None:
    fault = kind("a.tsv", place="line 3", problem="is odd", remedy="Mend it.")
    copy = pickle.loads(pickle.dumps(fault))
    assert type(copy) is kind
    assert (str(copy), copy.place) == (str(fault), "line 3")
