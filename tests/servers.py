"""Real servers on loopback: Sail, Apache Spark where it is installed, and object storage."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

STORAGE_REGION = "eu-central-1"
_PATIENCE = 90.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def sail(environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """Serve Sail, and yield its address; the test is skipped where it or Spark's client is missing."""
    program = Path(sys.executable).with_name("sail")
    if not program.is_file() or importlib.util.find_spec("pyspark") is None:
        pytest.skip("Sail and the client of Spark are not installed: pip install -e '.[dev]'")
    port = free_port()
    command = [str(program), "spark", "server", "--port", str(port)]
    with _serving(command, port, environment or {}):
        yield f"sc://127.0.0.1:{port}"


@contextmanager
def apache_spark() -> Iterator[str]:
    """Serve Apache Spark of the folder SPARK_HOME, and yield its address; skipped without it or Java."""
    home = os.environ.get("SPARK_HOME", "")
    if not home or shutil.which("java") is None or importlib.util.find_spec("pyspark") is None:
        pytest.skip("Apache Spark is not installed: Java 17, and SPARK_HOME (docs/spark.md)")
    port = free_port()
    options = {"connect.grpc.binding.port": port, "ui.enabled": "false", "sql.shuffle.partitions": 2}
    command = [
        str(Path(home) / "bin" / "spark-submit"), "--master", "local[2]",
        "--class", "org.apache.spark.sql.connect.service.SparkConnectServer",
        *(word for name, value in options.items() for word in ("--conf", f"spark.{name}={value}")),
        "spark-internal",
    ]  # fmt: skip
    with _serving(command, port, {"SPARK_LOCAL_IP": "127.0.0.1"}):
        yield f"sc://127.0.0.1:{port}"


@contextmanager
def object_storage() -> Iterator[dict[str, str]]:
    """Serve an empty S3, and yield the environment in which S3's clients find it."""
    if importlib.util.find_spec("moto") is None or importlib.util.find_spec("flask_cors") is None:
        pytest.skip("moto is not installed: pip install -e '.[dev]'")
    port = free_port()
    command = [sys.executable, "-m", "moto.server", "--port", str(port)]
    with _serving(command, port, {}):
        address = f"http://127.0.0.1:{port}"
        yield {
            "AWS_ENDPOINT_URL": address,
            "AWS_ENDPOINT": address,
            "AWS_ALLOW_HTTP": "true",
            "AWS_ACCESS_KEY_ID": "name",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_REGION": STORAGE_REGION,
            "AWS_DEFAULT_REGION": STORAGE_REGION,
            "AWS_EC2_METADATA_DISABLED": "true",
        }


@contextmanager
def _serving(command: Sequence[str], port: int, environment: Mapping[str, str]) -> Iterator[None]:
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, stdin=quiet, stdout=quiet, stderr=quiet, env={**os.environ, **environment}
    ) as process:
        try:
            _wait(process, port)
            yield
        finally:
            process.terminate()
            process.wait(timeout=30)


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert process.poll() is None, f"{process.args!r} has ended"
            assert time.monotonic() < end, f"{process.args!r} does not answer"
            time.sleep(0.1)
