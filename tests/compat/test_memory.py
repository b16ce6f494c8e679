"""Freed memory stays with the process, unless the user has told glibc what to do."""

import gc
import os
import platform
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is asked to keep memory")

PAGES = """
import resource
{first}
import paddle

def step():
    for _ in range(2):
        paddle.full([5000, 1000], 0.5)

for _ in range(5):
    step()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(20):
    step()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
FLUID = "import paddle_compat; paddle_compat.install()\nimport paddle.fluid"
STEP = 2 * 5000 * 1000 * 4 // resource.getpagesize()  # pages


def new_pages(first, **variables):
    """How many pages of memory twenty steps of two tensors of 20 MB, more than any gap holds, get anew."""
    command = [sys.executable, "-W", "ignore", "-c", PAGES.format(first=first)]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1])


def test_a_step_takes_its_memory_again():
    assert new_pages(FLUID) < STEP


def test_a_variable_of_the_user_has_its_say():
    assert new_pages(FLUID, MALLOC_TRIM_THRESHOLD_="131072") > 10 * STEP


def test_a_script_without_fluid_is_left_alone():
    assert new_pages("") > 10 * STEP


def resident():
    """The bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells how much memory there is")
def test_steps_of_a_program_leave_nothing_behind(fluid):
    """``paddle.to_tensor`` of Paddle 3.3 would leave 220 kB of a thousand."""
    main, start, scope = fluid.Program(), fluid.Program(), fluid.Scope()
    with fluid.program_guard(main, start):
        x, y = fluid.data("x", [None, 3]), fluid.data("y", [None, 1])
        loss = fluid.layers.mean(fluid.layers.square_error_cost(fluid.layers.fc(x, 1), y))
        fluid.optimizer.SGD(0.01).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(start, scope=scope)
    feed = {"x": np.ones([4, 3], "float32"), "y": np.ones([4, 1], "float32")}

    def growth(steps):
        """What so many steps leave behind, in bytes."""
        before = resident()
        for _ in range(steps):
            executor.run(main, feed, [loss], scope=scope)
        gc.collect()
        return resident() - before

    growth(500)
    assert min(growth(1000) for _ in range(3)) < 100_000  # the process may take a page for itself, but not each time
