"""One build in a process of its own, with time and memory of each stage."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pipeline.base.files import write_json
from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context, Stage

_STATUS, _REFERENCES = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_RESET_PEAK = "5"
"""What Linux takes, written to clear_refs, for "forget the peak" (proc(5))."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a stage took: seconds by the clock and of all processors, and its peak memory in megabytes."""

    stage: str
    seconds: float
    processor_seconds: float
    peak: float


def peak_memory() -> float:
    """Return the peak of this process's memory in MB, since `forget_peak` where the system can tell."""
    if _STATUS.is_file():
        line = next(row for row in _STATUS.read_text().splitlines() if row.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def forget_peak() -> None:
    """Let the peak of memory begin anew, where the system can."""
    if _REFERENCES.exists():
        _REFERENCES.write_text(_RESET_PEAK)


def measuring(found: list[Measured]) -> Callable[[Stage], Stage]:
    """Return what puts a measurement around a stage and adds it to a list."""

    def around(stage: Stage) -> Stage:
        def run(context: Context) -> None:
            forget_peak()
            started, used = time.perf_counter(), time.process_time()
            stage.run(context)
            taken = time.perf_counter() - started, time.process_time() - used
            found.append(Measured(stage.name, *taken, peak_memory()))

        return replace(stage, run=run)

    return around


def main(settings: str, result: str) -> None:
    """Build with settings given as JSON; write what was measured to a file."""
    started = time.perf_counter()
    found: list[Measured] = []
    build(Settings(**json.loads(settings)), Progress(), around=measuring(found))
    whole = Measured("all", time.perf_counter() - started, time.process_time(), max(m.peak for m in found))
    write_json(Path(result), [asdict(measured) for measured in [*found, whole]])


if __name__ == "__main__":
    main(*sys.argv[1:])
