"""The errors a user can meet; each message says where, what was found, and what to do."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any


class ReasonVQAError(Exception):
    """Base of all errors raised on purpose; the command line prints its message and exits with 1."""


class InputError(ReasonVQAError, ValueError):
    """A file of the user's that cannot be used.

    Fields: `path` of the file, `place` inside it ("line 3", "record 17"; empty for the whole file),
    `problem` (what was found, what was expected) and `remedy`.
    """

    def __init__(self, path: Path | str, *, problem: str, remedy: str, place: str = "") -> None:
        self.path, self.place, self.problem, self.remedy = Path(path), place, problem, remedy
        where = f"{path}, {place}" if place else str(path)
        super().__init__(f"{where}: {problem}\n  {remedy}")

    def __reduce__(self) -> tuple[Any, ...]:
        fields = {"problem": self.problem, "remedy": self.remedy, "place": self.place}
        return partial(type(self), self.path, **fields), ()


class TemplateError(InputError):
    """A fault in a template pack: file, property or line, and what was found there."""


class SettingsError(ReasonVQAError, ValueError):
    """A setting that is unknown, of the wrong type or out of range."""


class EmptyBuildError(ReasonVQAError, ValueError):
    """A build in which nothing is left to ask about; the message says where it was lost."""


class BusyError(ReasonVQAError, BlockingIOError):
    """A folder that another process is writing into."""


class FullDiskError(ReasonVQAError, OSError):
    """A folder whose disk has no room for what is to be written; nothing finished is lost.

    Field: `remedy`, empty until somebody who knows the work says it.
    """

    def __init__(self, problem: str, remedy: str = "") -> None:
        self.remedy = remedy
        super().__init__(f"{problem}\n  {remedy}" if remedy else problem)


class EndpointError(ReasonVQAError, ConnectionError):
    """A SPARQL service that cannot be asked, or whose answer cannot be trusted."""


class EngineError(ReasonVQAError, ConnectionError):
    """A Spark server that cannot be reached or used, or a client that is missing."""


class StorageError(ReasonVQAError, OSError):
    """Object storage that cannot be read or written; the message names the URL."""


class DatasetError(ReasonVQAError, ValueError):
    """A dataset folder that is incomplete, damaged or of another kind."""
