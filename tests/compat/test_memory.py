"""Freed memory stays with the process, unless the user has told glibc what to do."""

import os
import platform
import resource
import subprocess
import sys

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
