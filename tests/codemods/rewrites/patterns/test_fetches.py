"""What a run of a program is asked for, with --programs: variables and not their names."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = (
    "import paddle.fluid as fluid\n"
    "x = fluid.data('x', [None, 3])\n"
    "out = fluid.layers.fc(x, 1)\n"
    "loss = fluid.layers.mean(out)\n"
    "exe = fluid.Executor(fluid.CPUPlace())\n"
)


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


def said(result):
    return [finding.line for finding in result.left if finding.code == "PM333"]


ALL = "names = [v.name for v in those]\nvalues = exe.run(fetch_list=names)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("those = [out, loss]\nvalues = exe.run(fetch_list=[v.name for v in those])\n",
         "those = [out, loss]\nvalues = exe.run(fetch_list=those)\n"),
        ("def f(x):\n    return [x, loss]\nthose = f(out)\nvalues = exe.run(fetch_list=[v.name for v in those])\n",
         "those = f(out)\nvalues = exe.run(fetch_list=those)\n"),
        ("those = made()\nif x:\n    those = those + [loss]\nelse:\n    those = [out]\n"
         "values = exe.run(fetch_list=[v.name for v in those + [out]])\n",
         "values = exe.run(fetch_list=those + [out])\n"),
        ("those = [loss]\nif x:\n    those = []\nvalues = exe.run(fetch_list=[v.name for v in those])\n",
         "values = exe.run(fetch_list=those)\n"),
        ("those = made()\nif x:\n    those = those + [loss]\nvalues = exe.run(fetch_list=[v.name for v in those])\n",
         "values = exe.run(fetch_list=list(those))\n"),
        ("def f(x):\n    return x, loss\nthose = f(out)\nvalues = exe.run(fetch_list=[v.name for v in those])\n",
         "values = exe.run(fetch_list=list(those))\n"),
        (f"those = [out, loss]\n{ALL}", "names = list(those)\nvalues = exe.run(fetch_list=names)\n"),
        ("def f(those):\n    exe.run(fetch_list=[v.name for v in those])\n",
         "def f(those):\n    exe.run(fetch_list=list(those))\n"),
        ("def f():\n    exe.run(fetch_list=[v.name for v in made().those])\n",
         "def f():\n    exe.run(fetch_list=list(made().those))\n"),
        ("those = [out, loss]\nclass A:\n    names = [  # all\n        v.name for v in those\n    ]\n"
         "    exe.run(fetch_list=names)\n",
         "    # all\n    names = list(those)\n    exe.run(fetch_list=names)\n"),
        ("values = exe.run(fetch_list=[v.name for v in those if v])\n",
         "values = exe.run(fetch_list=[v for v in those if v])\n"),
        ("values = exe.run(fetch_list=[w.name for v in those])\n", "values = exe.run(fetch_list=[w for v in those])\n"),
        (f"list = tuple\n{ALL}", "names = [v for v in those]\nvalues = exe.run(fetch_list=names)\n"),
    ],
)
def test_all_of_a_list(before, after):
    result = migrated(before)
    assert result.text.endswith(after)
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


def test_a_list_that_nobody_reads():
    text = "def f():\n    fetch_list = [loss.name, {}]\n    return exe.run(fetch_list=[out{}])\n"
    result = migrated(text.format("out.name", ".name"))
    assert result.text.endswith(text.format("out", "").replace("loss.name", "loss"))


@pytest.mark.parametrize("text", [
    "def f():\n    fetch_list = [loss.name]\n    print(fetch_list)\n",
    "def f():\n    names = [loss.name]\n",
    "def f():\n    self.fetch_list = [loss.name]\n",
    "fetch_list = [loss.name]\n",
])
def test_a_list_that_somebody_may_read(text):
    assert migrated(text).text.endswith(text)


def test_a_name_of_a_variable_is_said():
    text = "value, = exe.run(fetch_list=['mean_0.tmp_0'])\n"
    result = migrated(text)
    assert said(result)
    assert result.text.endswith(text)


@pytest.mark.parametrize(
    "text",
    [
        "subprocess.run(['ls'])\n",
        "print([v.name for v in those])\nvalues = exe.run(fetch_list=list(those))\n",
        "names = [v.name for v in those]\nvalues = exe.run(fetch_list=[out])\n",
    ],
)
def test_what_stays(text):
    result = migrated(text)
    assert said(result) == []
    assert result.text.endswith(text)
