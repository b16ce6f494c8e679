"""Asks real PaddlePaddle 1.8.5 for the right answer.

A question is Python source that finds arrays in ``given`` and leaves arrays in ``answer``. Where there is an
interpreter with 1.8.5 (``PADDLE_ORACLE_PYTHON``, else ``.venv-oracle`` in the repository; ``none`` hides that one), it
runs there; elsewhere the answer is the one recorded under ``recorded/``. A record carries a stamp of its question:
another question needs another record, made by ``PADDLE_ORACLE_RECORD=1 python -m pytest -m oracle`` where there is a
1.8.5.
"""

from __future__ import annotations

import atexit
import base64
import functools
import hashlib
import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
from curves import OTHER_KERNELS, ROOT, oracle_python, processor, there

HERE = Path(__file__).parent
RECORDED = HERE / "recorded"
HOW_TO_RECORD = "PADDLE_ORACLE_RECORD=1 python -m pytest -m oracle"
VERSION = "1.8.5"
SPREAD = "spread|"

class StaleRecordError(AssertionError):
    """The recorded answer belongs to another question."""


def python() -> str | None:
    """The interpreter that has 1.8.5, or ``None``."""
    return oracle_python()


def ask(
    name: str, question: str, given: dict[str, np.ndarray] | None = None, elsewhere: str = "", spread: bool = False,
    live: bool = True,
) -> dict[str, np.ndarray]:
    """The arrays that ``question`` leaves in ``answer`` under 1.8.5; ``name`` is the record's file.

    ``elsewhere`` is a question about the answer, asked when it is recorded, under the kernels of other processors; its
    arrays, the largest of each, say how far such a processor may be off, and are part of the record alone.
    ``spread``: the answer says under ``SPREAD`` and an array's name how far other processors' kernels take 1.8.5
    itself from it, at most; that is recorded, too. Without ``live`` the recorded answer counts where there is a 1.8.5,
    too: for questions that it answers now and then otherwise, because its own threads race.
    Raises ``StaleRecordError`` when the record is missing or not of this question, ``ValueError`` where the question
    names a path of this checkout: its record would be stale in every other.
    """
    given = given or {}
    if str(ROOT) in question:
        raise ValueError(f"the question of {name} names {ROOT}; its record would be of this checkout alone")
    stamp = stamp_of(question, given)
    path = RECORDED / f"{name}.json"
    if os.environ.get("PADDLE_ORACLE_RECORD") == "1":
        answer = run(question, given)
        if elsewhere:
            others = [run(elsewhere, {**given, **answer}, kernels) for kernels in _kernels_here()]
            answer.update({key: np.max([each[key] for each in others], axis=0) for key in others[0]})
        if spread:
            answer.update(_spread(answer, [run(question, given, kernels) for kernels in _kernels_here()]))
        write_record(path, stamp, answer)
        return answer
    recorded = read_record(path, stamp)
    if not live or python() is None:
        return recorded
    return {**run(question, given), **{key: value for key, value in recorded.items() if key.startswith(SPREAD)}}


def _kernels_here() -> list[Mapping[str, str]]:
    """Other processors' kernels, those that this one has the instructions for."""
    info = Path("/proc/cpuinfo")
    has_512 = not info.exists() or "avx512f" in info.read_text(encoding="utf-8")
    return [each for each in OTHER_KERNELS if has_512 or each["MKL_ENABLE_INSTRUCTIONS"] != "AVX512"]


def _spread(answer: dict[str, np.ndarray], others: list[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """By how much the largest finite element of each array differs, where it does and the array is as large."""
    found = {}
    for key, value in answer.items():
        if value.dtype.kind == "f":
            like = [other[key] for other in others if other[key].shape == value.shape]
            finite = [np.isfinite(each) & np.isfinite(value) for each in like]
            apart = [np.abs(each[which] - value[which]) for each, which in zip(like, finite, strict=True)]
            far = max((float(each.max(initial=0.0)) for each in apart), default=0.0)
            found |= {SPREAD + key: np.float64(far)} if far else {}
    return found


def run(
    question: str, given: dict[str, np.ndarray], kernels: Mapping[str, str] = MappingProxyType({})
) -> dict[str, np.ndarray]:
    """Run ``question`` under 1.8.5 in a process of its own; raises ``RuntimeError`` with what it printed."""
    interpreter = python()
    if interpreter is None:
        raise RuntimeError("there is no PaddlePaddle 1.8.5 here; set PADDLE_ORACLE_PYTHON")
    server = _server(interpreter, tuple(kernels.items()))
    with tempfile.TemporaryDirectory() as folder:
        np.savez(f"{folder}/given.npz", **given)
        Path(folder, "question.py").write_text(question, encoding="utf-8")
        assert server.stdin is not None
        assert server.stdout is not None
        print(folder, file=server.stdin, flush=True)
        status = server.stdout.readline().strip()
        if status != "0":
            printed = Path(folder, "printed.txt")
            raise RuntimeError(f"1.8.5 failed ({status}):\n{printed.read_text() if printed.exists() else ''}")
        with np.load(f"{folder}/answer.npz") as answer:
            return dict(answer)


@functools.cache
def _server(interpreter: str, kernels: tuple[tuple[str, str], ...]) -> subprocess.Popen[str]:
    # Intel's OpenMP initializes itself anew in a fork, and crashes at its first parallel region on some processors.
    environment = {**there(), **dict(kernels), "KMP_INIT_AT_FORK": "FALSE"}
    server = subprocess.Popen([interpreter, str(HERE / "server.py")], env=environment, text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
    atexit.register(server.communicate)
    return server


def stamp_of(question: str, given: dict[str, np.ndarray]) -> str:
    """What a record is known by: the version, the question and the arrays given with it."""
    digest = hashlib.sha256(f"{VERSION}\n{question}".encode())
    for key in sorted(given):
        array = np.ascontiguousarray(given[key])
        digest.update(f"{key} {array.dtype} {array.shape}".encode() + array.tobytes())
    return digest.hexdigest()[:16]


def write_record(path: Path, stamp: str, answer: dict[str, np.ndarray]) -> None:
    """Write arrays as text that gives the same bits back: numbers, or base64 where there are many."""
    arrays = {key: [str(value.dtype), list(value.shape), _as_text(value)] for key, value in answer.items()}
    head = {"paddle": VERSION, "stamp": stamp, "record": HOW_TO_RECORD, "made on": processor()}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in {**head, **arrays}.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_record(path: Path, stamp: str) -> dict[str, np.ndarray]:
    """The arrays recorded for the question with this stamp."""
    record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if record.get("stamp") != stamp:
        raise StaleRecordError(f"{path.name} is not of this question; make it again: {HOW_TO_RECORD}")
    fields = {key: value for key, value in record.items() if isinstance(value, list)}
    return {key: _from_text(text, dtype).reshape(shape) for key, (dtype, shape, text) in fields.items()}


def _as_text(array: np.ndarray) -> list | str:
    few = array.size <= 200 or array.dtype.kind not in "fiu"
    return array.ravel().tolist() if few else base64.b64encode(array.tobytes()).decode()


def _from_text(text: list | str, dtype: str) -> np.ndarray:
    if isinstance(text, str):
        return np.frombuffer(base64.b64decode(text), dtype).copy()
    return np.array(text, dtype)
