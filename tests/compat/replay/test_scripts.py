"""Seeded scripts, unmodified, print the losses that they print under real 1.8.5."""

import contextlib
import io
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.py"))

# Runs a script as __main__ under 1.8.5 and keeps what it prints.
RUN = """
import contextlib, io
printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    exec(compile({source!r}, "script.py", "exec"), {{"__name__": "__main__"}})
answer["printed"] = np.array(printed.getvalue())
"""


def losses(printed):
    found = re.findall(r"^(.*)loss (\S+)$", printed, re.MULTILINE)
    return [label for label, _ in found], np.array([float(value) for _, value in found])


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_losses_are_185s(fluid, harness, script):
    question = RUN.format(source=script.read_text(encoding="utf-8"))
    labels, wanted = losses(str(harness.ask(f"replay.script.{script.stem}", question)["printed"]))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        runpy.run_path(str(script), run_name="__main__")
    our_labels, got = losses(printed.getvalue())
    assert our_labels == labels
    assert len(wanted) >= 20
    difference = np.abs(got / wanted - 1)
    print(f"{script.stem}: largest relative difference of the loss {difference.max():.2e}")
    assert difference.max() <= 1e-6, f"{difference.max():.2e} at {labels[int(difference.argmax())]}"
