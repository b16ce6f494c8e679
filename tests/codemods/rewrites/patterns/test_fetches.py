"""What a run of a program gives, with --programs: numbers where 1.8.5 gave [1], variables and not their names."""

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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("value, = exe.run(fetch_list=[loss])\nprint(value[0])\n", "print(value.item())\n"),
        ("a, b = exe.run(fetch_list=[out, loss])\nprint(b[0])\n", "print(b.item())\n"),
        ("found = exe.run(fetch_list=[loss])\nprint(found[0][0])\n", "print(found[0].item())\n"),
        ("names = [loss]\nvalue, = exe.run(fetch_list=names)\nprint(value[0])\n", "print(value.item())\n"),
        ("value, = exe.run(fetch_list=[loss.name])\n", "value, = exe.run(fetch_list=[loss])\n"),
        ("value, = exe.run(fetch_list=[loss])\nprint(value[0], value[0])\n", "print(value.item(), value.item())\n"),
        ("value, = exe.run(fetch_list=fetches)\nprint(value[0])\n", "print(np.atleast_1d(value)[0])\n"),
        ("a = exe.run(main, None, fetches)\nprint(a[1][0])\n", "print(np.atleast_1d(a[1])[0])\n"),
        ("found = exe.run(fetch_list=[loss])\nvalue = found[0]\nprint(value[0])\n", "print(value.item())\n"),
        ("found = exe.run(fetch_list=[out, loss])\nvalue = np.array(found[1])\nprint(float(value[0]))\n",
         "print(float(value))\n"),
        ("found = exe.run(fetch_list=[loss])\nsums = [a + b[0] for a, b in zip(x, found)]\n"
         "sums = [c[0] + c[1][0] for c in zip(x, found)]\n", "sums = [c[0] + c[1].item() for c in zip(x, found)]\n"),
        ("found = exe.run(fetch_list=[out, loss])\nprint(np.array(found[0])[0], np.array(found)[1][0])\n",
         "print(np.array(found[0])[0], np.array(found)[1].item())\n"),
        ("found = exe.run(fetch_list=fetches)\nprint('%f' % np.array(found)[0][0])\n",
         "print('%f' % np.atleast_1d(np.array(found)[0])[0])\n"),
        ("value, = exe.run(fetch_list=[loss])\nprint(np.array(value)[0])\n", "print(np.array(value).item())\n"),
        ("value, = exe.run(fetch_list=fetches)\nprint(np.array(value)[0])\n",
         "print(np.atleast_1d(np.array(value))[0])\n"),
        ("def f(x):\n    return [fluid.layers.mean(x), fluid.layers.accuracy(x, x)]\na, b = f(out)\n"
         "found = exe.run(fetch_list=[a, b])\nprint([each[0] for each in found])\n",
         "print([each.item() for each in found])\n"),
        ("def f(x):\n    return [fluid.layers.mean(x), x]\na, b = f(out)\n"
         "found = exe.run(fetch_list=[a, b])\nprint([each[0] for each in found])\n",
         "print([np.atleast_1d(each)[0] for each in found])\n"),
        ("area, _, counts = fluid.layers.auc(out, x)\na, b, c = exe.run(fetch_list=[area, _, counts[0]])\n"
         "print(a[0], b[0], c[0])\n", "print(a.item(), b.item(), np.atleast_1d(c)[0])\n"),
    ],
)
def test_a_number(before, after):
    result = migrated(before)
    assert result.text.endswith(after)
    assert said(result) == []
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


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
        ("def f(those):\n    return exe.run(fetch_list=[v.name for v in those])\n",
         "def f(those):\n    return exe.run(fetch_list=list(those))\n"),
        ("def f():\n    return exe.run(fetch_list=[v.name for v in made().those])\n",
         "def f():\n    return exe.run(fetch_list=list(made().those))\n"),
        ("those = [out, loss]\nclass A:\n    names = [  # all\n        v.name for v in those\n    ]\n"
         "    values = exe.run(fetch_list=names)\n",
         "    # all\n    names = list(those)\n    values = exe.run(fetch_list=names)\n"),
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
        "value, = exe.run(fetch_list=[loss])\nprint(value)\n",
        "found = exe.run(fetch_list=[loss])\nprint(found[0])\n",
        "value, = exe.run(fetch_list=[x])\nprint(value.mean())\n",
        "subprocess.run(['ls'])\n",
        "print([v.name for v in those])\nvalues = exe.run(fetch_list=list(those))\n",
        "names = [v.name for v in those]\nvalues = exe.run(fetch_list=[out])\n",
        "found = exe.run(fetch_list=[loss])\nvalue = found[0]\nvalue = made()\nprint(value[0])\n",
        "found = exe.run(fetch_list=fetches)\nvalue = np.array(found[0])\nprint(value[0][0])\n",
        "found = exe.run(fetch_list=fetches)\nprint(np.array(found)[0], np.array(found)[0][0][0], f(found)[0][0])\n",
        "class Loop:\n    def run(self, *a): pass\nvalue = Loop().run(a, b, [c])\nprint(value[0][0])\n",
        "value, = exe.run(fetch_list=fetches)\nprint(np.ravel(value)[0], value[1], value.ravel()[0])\n",
    ],
)
def test_what_stays(text):
    result = migrated(text)
    assert said(result) == []
    assert result.text.endswith(text)
