"""Programs, executors, places, seeds and scopes, which networks do without."""

from __future__ import annotations

import re

import pytest

EXECUTOR = "    exe = fluid.Executor(fluid.CPUPlace())\n"


@pytest.mark.parametrize(("place", "device"), [
    ("fluid.CUDAPlace(0)", '"gpu:0"'),
    ("fluid.CUDAPlace(1) if ARRAY.any() else fluid.CPUPlace()", '"gpu:1" if ARRAY.any() else "cpu"'),
])
def test_a_place_becomes_the_device(layers, place, device):
    text = layers((EXECUTOR, f"    place = {place}\n    exe = fluid.Executor(place)\n"))
    assert f"    paddle.set_device({device})\n    network = Network()\n    sgd = " in text


def test_the_device_is_chosen_once(layers):
    text = layers((EXECUTOR, EXECUTOR + EXECUTOR.replace("exe", "other")))
    assert text.count("paddle.set_device(") == 1


def test_seeds(layers):
    programs = ("    main = fluid.default_main_program()\n    start = fluid.default_startup_program()\n"
                "    main.random_seed = 9\n    start.random_seed = 9\n")
    text = layers(("    x = fluid.data", programs + "    x = fluid.data"))
    assert "def main():\n    paddle.seed(9)\n" in text


def test_comments_stay(layers):
    text = layers(("    test = ", "    # a copy for tests\n    test = "),
                  ("    sgd = fl", "\n    # it learns\n    sgd = fl"),
                  ("fetch_list=[loss])\n", "  # all\n                         fetch_list=[loss])  # once\n"))
    assert "    # a copy for tests\n" in text
    assert "    # it learns\n    sgd = paddle" in text
    assert re.search(r"        # all\n        loss = network\(.*\)  # once\n", text)


def test_a_comment_behind_stays_behind(layers):
    assert '    paddle.set_device("cpu")  # no GPU\n' in layers((EXECUTOR, EXECUTOR.replace("\n", "  # no GPU\n")))


@pytest.mark.parametrize(("code", "why"), [
    (EXECUTOR.replace("CPUPlace()", "CUDAPinnedPlace()"), "does not know this place"),
    (EXECUTOR.replace("fluid.CPUPlace()", "ARRAY"), "does not know this place"),
    (EXECUTOR + "    print(exe)\n", "exe is used here otherwise"),
    (EXECUTOR + "    print(fluid.default_main_program(), test)\n", "test is used here otherwise"),
    (EXECUTOR + "    a = 1; exe.run(fluid.default_startup_program())\n", "beside one another"),
])
def test_what_stays_a_program(stays, code, why):
    assert why in stays((EXECUTOR, code))
