"""What is made a number is an array without a dimension beside NumPy 2.4 and later, or its `item()`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import math
import numpy as np
import paddle.fluid as fluid
model = fluid.dygraph.Linear(4, 1)
"""
MODERN = """\
import math
import numpy as np
import paddle.nn as nn
model = nn.Linear(4, 1)
"""
WHOLE = {
    "an array": ("float(model(x).numpy())", "float(model(x).item())"),
    "a whole number": ("int(y.numpy())", "int(y.item())"),
    "text": ("'%f' % y.numpy()", "'%f' % y.item()"),
    "text of several": ("'%s %d: %.3f %%' % (a, b.numpy(), c.numpy())", "'%s %d: %.3f %%' % (a, b.item(), c.item())"),
    "text in pieces": ("('%d: '\n       '%4.2f' % (a, y.numpy()))", "('%d: '\n       '%4.2f' % (a, y.item()))"),
    "a function of numbers": ("math.exp(y.numpy())", "math.exp(y.item())"),
    "a tensor": ("float(model(x))", "float(model(x).item())"),
    "a tensor in text": ("'%f' % model(x)", "'%f' % model(x).item()"),
    "what is worked out": ("float(model(x) * 2)", "float((model(x) * 2).item())"),
}


@pytest.mark.parametrize(("old", "new"), WHOLE.values(), ids=WHOLE)
def test_numbers(check_transformed, old, new):
    result = check_transformed(f"{HEAD}print({old})\n", f"{MODERN}print({new})\n")
    assert "PM108" in [f.code for f in result.findings]


def test_the_number_of_an_output_is_one(check_transformed):
    body = "for i, out in enumerate([model(x), model(y)]):\n    print('%d' % i, '%.3f' % out{0}, float(i))\n"
    check_transformed(HEAD + body.format(""), MODERN + body.format(".item()"))


def test_variables(check_transformed):
    body = "y = model(x).numpy()\nif a:\n    y = z.numpy()\nprint(float(y{0}), '%d %s' % (y{0}, y))\n"
    check_transformed(HEAD + body.format(""), MODERN + body.format(".item()"))


SCALARS = """\
loss = fluid.layers.mean(x)
seen = np.zeros([3])
seen[0] = loss.numpy()
print(float(loss), '%f' % loss.numpy())
"""


def test_what_has_no_dimension_stays(check_transformed):
    check_transformed(
        "import numpy as np\nimport paddle.fluid as fluid\n" + SCALARS,
        "import numpy as np\nimport paddle\n" + SCALARS.replace("fluid.layers.mean", "paddle.mean"),
    )


def test_what_keeps_its_dimension_does_not(check_transformed):
    new = """\
import numpy as np
import paddle
loss = paddle.mean(x).reshape([1])
seen = np.zeros([3])
seen[0] = loss.item()
print(float(loss.item()), '%f' % loss.item())
both = paddle.concat([loss, loss])
"""
    old = f"import numpy as np\nimport paddle.fluid as fluid\n{SCALARS}both = fluid.layers.concat([loss, loss])\n"
    check_transformed(old, new)


@pytest.mark.parametrize("line", [
    "print(float(a), '%f' % b)",  # of which nothing is known
    "print('%s' % y.numpy())",
    "print('%r %s' % (y.numpy(), model(x)))",
    "print('%*f' % (3, y.numpy()))",
    "print('%(a)f' % {'a': y.numpy()})",
    "print('%d %d' % pair)",
    "print(y.numpy() % 2)",
    "print(str(y.numpy()), bool(y.numpy()), len(y.numpy()))",
    "print(float(y.numpy().sum()))",
    "print(np.float32(y.numpy()))",
    "seen[0] = y.numpy()",
    "def f(float):\n    return float(y.numpy())",
    "y = np.ones(1)\nprint(float(y))",
    "rate = float(adam.current_rate())",
    "print(float(y.numpy()))  # paddle-migrate: skip",
])
def test_what_stays(check_transformed, line):
    check_transformed(f"{HEAD}{line}\n", f"{MODERN}{line}\n")


def test_rates_are_numbers(check_transformed):
    old = """\
import paddle.fluid as fluid
adam = fluid.optimizer.Adam(0.1, parameter_list=model.parameters())
rate = adam._global_learning_rate().numpy()
print('%f' % rate, float(adam._global_learning_rate().numpy()))
"""
    new = """\
import paddle
from paddle.optimizer import Adam
adam = Adam(0.1, parameters=model.parameters())
rate = adam.get_lr()
print('%f' % rate, float(adam.get_lr()))
"""
    from paddle_migrate.api import migrate_source

    assert migrate_source(old, "script.py").text.splitlines()[-2:] == new.splitlines()[-2:]


def test_code_of_today_stays(check_noop):
    check_noop("import paddle\nprint(float(paddle.ones([1]).numpy()), '%f' % x.numpy())\n")


FORMS = {
    "kept": "loss = L.mean(x)\nboth = L.concat([loss, loss])\nprint(float(loss), '%f %d' % (loss, loss.numpy()))",
    "an element": "a = np.zeros(2)\nloss = L.mean(x)\nboth = L.concat([loss, loss])\na[1] = loss.numpy()\nprint(a)",
    "of a layer": "y = L.reduce_sum(x, dim=1, keep_dim=True)\nprint('%f' % y.numpy(), float(y), int(y))",
    "of integers": "n = L.cast(L.mean(x), 'int64')\nk = L.reshape(n, [1, 1])\nprint(float(k.numpy()), '%d' % k)",
}


def test_both_ways(run_both_ways):
    head = "import numpy as np\nimport paddle.fluid as fluid\nL = fluid.layers\nwith fluid.dygraph.guard():\n"
    head += "    x = fluid.dygraph.to_variable(np.array([[1.5, 2.5]], 'float32'))\n"
    scripts = {
        name: {"main.py": head + "".join(f"    {line}\n" for line in body.split("\n"))} for name, body in FORMS.items()
    }
    old, new = run_both_ways(scripts)
    assert old == new
    assert not any("Error" in line for lines in old.values() for line in lines)


FETCHED = """\
import math
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
x = fluid.data('x', [2, 3])
h = L.fc(x, 1, param_attr=fluid.initializer.Constant(0.5))
loss, rows, whole = L.mean(h), L.reduce_sum(h, dim=0), L.reduce_sum(h, dim=[0, 1], keep_dim=True)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {'x': np.ones([2, 3], 'float32')}
outs = exe.run(feed=feed, fetch_list=[loss, rows, whole])
"""
OF_RUNS = {
    "names": "a, b, c = exe.run(feed=feed, fetch_list=[loss, rows, whole])\n"
             "print('%f %.2f' % (b, c), float(c), int(b))",
    "index": "print('%f' % exe.run(feed=feed, fetch_list=[rows])[0], float(outs[2]))",
    "function": "def show(step, v):\n    print('%d %f' % (step, v), float(v), math.sqrt(v))\n"
                "for i, v in enumerate(outs):\n    show(i, v)\nshow(v=outs[1], step=7)",
    "method": "class Meter(object):\n    def __init__(self):\n        self.total = 0.0\n    def add(self, v):\n"
              "        self.total += float(v)\nm = Meter()\nm.add(outs[1])\nm.add(v=outs[2])\nprint(m.total)",
    "either": "def show(v):\n    print('%.3f' % v)\nshow(outs[1])\nshow(0.5)\nshow(v=3)",
    "loop": "for v in exe.run(feed=feed, fetch_list=[rows, whole]):\n    print('%g' % v)",
    "in_a_zipped_dict": "got = dict(zip(['a', 'b'], exe.run(feed=feed, fetch_list=[rows, whole])))\n"
                        "print('%.3f' % got['a'], *['%.3f' % float(v) for k, v in sorted(got.items())])\n"
                        "for v in got.values():\n    print('%g' % v)\nfor k in ('a', 'b'):\n    print('%g' % got[k])",
    "in_a_made_dict": "got = {k: v for k, v in zip(('a', 'b'), exe.run(feed=feed, fetch_list=[rows, whole]))}\n"
                      "def show(logs):\n    print(', '.join('%s %.3f' % (k, logs[k]) for k in sorted(logs)))\n"
                      "show(got)\nshow({'c': 0.5})\ngot['b'] = 2.5\nprint('%.2f' % got['b'])",
    "conversions": "v = exe.run(feed=feed, fetch_list=[whole])[0]\nprint('%s %5.1f%% %d' % ('x', v, v))",
}


def _converted(text):
    """What a script prints where arrays that have a dimension make no numbers, as with NumPy 2.4."""
    code = f"import warnings\nwarnings.filterwarnings('error', 'Conversion of an array')\n{text}"
    environment = {**os.environ, "PADDLE_COMPAT": "0"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    return done.stdout or done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_RUNS)
def test_what_a_run_has_fetched_makes_a_number(run_both_ways, name):
    old, _ = run_both_ways({name: {"main.py": FETCHED + OF_RUNS[name]}})
    assert not any("Error" in line for line in old[name])
    assert _converted(migrate_source(FETCHED + OF_RUNS[name]).text).splitlines() == old[name]


@pytest.mark.parametrize("line", ["v, = exe.run(feed=feed, fetch_list=[loss])\nprint('%f' % v, float(v))",
                                  "v = exe.run(feed=feed, fetch_list=[rows])[0]\nprint('%s' % v, v.shape)",
                                  "print(float(2), '%f' % len(outs))", "v = rows\nprint('%s' % v.name)"])
def test_numbers_of_runs_and_what_is_none_stay(line):
    assert ".item()" not in migrate_source(f"{FETCHED}{line}\n").text
