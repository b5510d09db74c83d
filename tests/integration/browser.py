"""Debian's chromium without a window, told what to do through its DevTools pipe."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any, Self

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_SECONDS = 60
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    "--remote-debugging-pipe",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
_KEYS = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowLeft": 37, "ArrowRight": 39}


class Page:
    """A tab: keys go in, and what JavaScript finds there comes out."""

    def __init__(self, reader: int, writer: int) -> None:
        self._reader, self._writer = reader, writer
        self._buffer, self._last, self._session = b"", 0, ""

    def open(self, file: Path, downloads: Path) -> Self:
        """Open a file in a new tab."""
        self._session = ""
        place = {"behavior": "allow", "downloadPath": str(downloads)}
        self._ask("Browser.setDownloadBehavior", **place)
        target = self._ask("Target.createTarget", url=file.as_uri())["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._ask("DOM.enable")
        self.wait("document.readyState === 'complete' && location.protocol === 'file:'")
        return self

    def value(self, script: str) -> Any:
        """Return the value of an expression; an exception in it is an AssertionError."""
        found = self._ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + _SECONDS
        while not self.value(script):
            assert time.monotonic() < end, f"never true: {script}"
            time.sleep(0.05)

    def press(self, *keys: str) -> None:
        """Press and release keys: names as in KeyboardEvent.key."""
        for key in keys:
            text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
            code = _KEYS.get(key, ord(key[0].upper()))
            event = {"key": key, "windowsVirtualKeyCode": code}
            self._ask("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **event)
            self._ask("Input.dispatchKeyEvent", type="keyUp", **event)

    def choose(self, selector: str, file: Path) -> None:
        """Choose a file in a file field."""
        root = self._ask("DOM.getDocument")["root"]["nodeId"]
        node = self._ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self._ask("DOM.setFileInputFiles", nodeId=node, files=[str(file)])

    def _ask(self, method: str, **params: object) -> dict[str, Any]:
        self._last += 1
        message: dict[str, object] = {"id": self._last, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._writer, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._last:
                assert "error" not in answer, (method, answer["error"])
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            assert select([self._reader], [], [], _SECONDS)[0], "chromium says nothing"
            found = os.read(self._reader, 1 << 16)
            assert found, "chromium has ended"
            self._buffer += found
        message, _, self._buffer = self._buffer.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer


@contextmanager
def chromium(profile: Path) -> Iterator[Page]:
    """Run chromium with a profile of its own, and without a network."""
    assert CHROMIUM
    commands, answers = _pipe(), _pipe()
    script = f'exec "$0" "$@" 3<&{commands[0]} 4>&{answers[1]}'
    arguments = [*_FLAGS, f"--user-data-dir={profile}", "about:blank"]
    with subprocess.Popen(
        ["bash", "-c", script, CHROMIUM, *arguments],
        pass_fds=(commands[0], answers[1]),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(commands[0])
        os.close(answers[1])
        try:
            yield Page(answers[0], commands[1])
        finally:
            process.terminate()
            os.close(commands[1])
            os.close(answers[0])


def _pipe() -> tuple[int, int]:
    """Return the ends of a pipe, both numbered beyond 3 and 4, which chromium uses."""
    ends = os.pipe()
    moved = fcntl.fcntl(ends[0], fcntl.F_DUPFD_CLOEXEC, 10), fcntl.fcntl(ends[1], fcntl.F_DUPFD_CLOEXEC, 10)
    for end in ends:
        os.close(end)
    return moved
