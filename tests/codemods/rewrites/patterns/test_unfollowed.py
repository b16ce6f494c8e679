"""Old code that cannot be followed is said at its line; text that only speaks of it is not."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from paddle_migrate.api import migrate_source
from paddle_migrate.cli import main

REACHED = [
    'm = importlib.import_module("paddle.fluid")',
    'm = importlib.import_module("paddle.fluid.layers." + name)',
    'm = import_module("paddle.fluid.layers.%s" % name)',
    'm = import_module(f"paddle.fluid.{name}")',
    'm = __import__("paddle.fluid", fromlist=["layers"])',
    'f = eval("fluid.layers.relu")',
    'f = eval("fluid.layers." + name)(x)',
    'f = eval(f"fluid.layers.{name}")',
    'f = eval("fluid.layers.{}(x)".format(name))',
    'exec("y = paddle.fluid.layers.relu(x)")',
    'f = globals()["fluid"].layers.relu(x)',
    'f = vars().get("fluid")',
    'f = getattr(paddle, "fluid", None).layers',
    'f = paddle.__dict__["fluid"]',
    'f = sys.modules["paddle.fluid"]',
    'sys.modules.pop("paddle.fluid", None)',
    '@mock.patch("paddle.fluid.layers.relu")\ndef f(): pass',
    'with mock.patch.dict("sys.modules", {"paddle.fluid": None}):\n    pass',
    'monkeypatch.setattr("paddle.fluid.layers.relu", f)',
    'f = pydoc.locate("paddle.fluid.layers.relu")',
    'print(timeit.timeit("fluid.layers.relu(x)", number=3))',
    'fluid = pytest.importorskip("paddle.fluid")\ny = fluid.layers.relu(x)',
    'class Nms(object): __op__ = "paddle.fluid.layers.matrix_nms"',
    'class Nms(object): doc = 1; op: str = "paddle.fluid.layers.matrix_nms"',
    'named = "paddle.fluid.layers.relu"\nmodule, name = named.rsplit(".", 1)',
    'op = "paddle.fluid.layers.relu"\nparts = list(map(str, op.split(".")))',
]


@pytest.mark.parametrize("code", REACHED)
@pytest.mark.parametrize("inside", ["", "def f():\n", "class A:\n    def f(self):\n"])
def test_names_in_strings(check_noop, code, inside):
    margin = "    " * inside.count("\n")
    body = "".join(f"{margin}{line}\n" for line in code.splitlines())
    result = check_noop(f"import paddle, sys\n{inside}{body}")
    assert [(f.line, f.code) for f in result.left] == [(2 + inside.count("\n"), "PM336")]


@pytest.mark.parametrize(("code", "line"), [
    ('exec("self.fc%d = Linear(4, 4)" % i)', 2), ('made = eval(f"L.{name}(x)")', 2), ('f = eval("L." + name)', 2),
    ('kind = "[Linear(4, 4), Linear(4, 2)]"\nmade = eval(kind)', 2),
    ('kinds = {"a": 1,\n         "b": "L.relu"}\ndef run(which):\n    return eval(kinds[which])(x)\nrun("b")', 3),
    ('def net(layers="Linear(3, 4)"):\n    return eval(layers)\nnet()', 2),
    ('code = compile("y = L.relu(x)", "here", "exec")', 2),
])  # fmt: skip
def test_other_names_in_code_that_is_run_from_strings(code, line):
    text = f"from paddle.fluid import layers as L; from paddle.fluid.dygraph import Linear\n{code}\n"
    result = migrate_source(text)
    assert [(f.line, f.code) for f in result.left] == [(line, "PM336")]
    assert result.text.endswith(code + "\n")
    assert "from paddle.fluid" in result.text


@pytest.mark.parametrize("code", [
    'f = eval("Linearly(3)")', 'f = eval("mine.Linear(3)")', 'f = eval(name)', 'df = open("x")\ndf.eval("Linear(3)")',
    'text = "Linear(3, 4)"\nprint(text)', 'f = eval("[3, 4]")', 'exec("a = 1")  # Linear(3)',
])  # fmt: skip
def test_code_in_strings_that_takes_nothing_of_it(code):
    for named in ("import paddle.fluid as fluid", "from paddle.fluid.dygraph import Linear"):
        result = migrate_source(f"{named}\n{code}\n")
        assert result.left == []
        assert result.text.endswith(code + "\n")
    assert migrate_source("from mine.fluid import Linear\nmade = eval('Linear(3)')\n").left == []


def test_the_import_stays_for_a_string_that_needs_it(check_noop):
    check_noop("import paddle.fluid as fluid\nf = eval('fluid.layers.relu')\n")
    check_noop("from paddle import fluid\nf = globals()['fluid']\n")


def test_what_else_the_file_holds_is_rewritten(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\nf = eval('fluid.layers.' + name)\ny = fluid.layers.relu(x)\n",
        "import paddle.nn.functional as F\nimport paddle.fluid as fluid\nf = eval('fluid.layers.' + name)\n"
        "y = F.relu(x)\n",
    )


@pytest.mark.parametrize(
    "code",
    [
        '"""Was importlib.import_module("paddle.fluid"), and eval("fluid.layers")."""',
        'log.info("paddle.fluid.layers.relu")',
        'print("paddle.fluid", "fluid.layers")',
        'raise ImportError("paddle.fluid is gone: eval(fluid.layers)")',
        'd = {"paddle.fluid": "paddle", "fluid.layers": "paddle.nn"}\nx = d["paddle.fluid"]',
        'names = ["paddle.fluid.layers.relu", "fluid"]',
        'class Old(object):\n    name = "paddle.fluid.layers.relu"\n    def f(self):\n        print(self.name)',
        'class Old(object):\n    where = "paddle.fluid.no_such_name"',
        'old = "paddle.fluid.layers.relu"\nis_old = name == old',
        'ok = name.startswith("paddle.fluid.")',
        'old = re.compile("fluid.layers")',
        'df = x.y\ndf.eval("fluid.layers")',
        'f = getattr(x, "fluid")',
        'f = import_module("influid.layers")',
        'setattr(x, "fluid", 1)',
        'modules["fluid"] = 2',
        'f = eval("fluidity + 1")',
        'm = import_module("paddle.fluid")  # paddle-migrate: skip',
    ],
)
def test_text_that_only_speaks_of_it(check_noop, code):
    assert check_noop(f"import paddle\n{code}\n").findings == []


@pytest.mark.parametrize(
    "code",
    [
        "ok = hasattr(paddle, 'fluid')",
        "ok = 'paddle.fluid' in sys.modules",
        "ok = importlib.util.find_spec('paddle.fluid') is not None",
    ],
)
def test_what_only_asks_gets_a_note(check_noop, code):
    result = check_noop(f"import paddle\n{code}\n")
    assert [(f.line, f.code) for f in result.findings] == [(2, "PM230")]


@pytest.mark.parametrize(
    ("line", "source"),
    [
        (2, "from elsewhere import *\nwith fluid.dygraph.guard():\n    y = fluid.layers.relu(x)\n"),
        (2, "from elsewhere import fluid\ny = fluid.layers.relu(x)\n"),
        (2, "import paddle\ny = fluid.layers.relu(x)\n"),
        (3, "import paddle\ndef f(fluid):\n    return fluid.layers.relu(x)\n"),
        (4, "import paddle\nclass A:\n    def f(self):\n        return self.fluid.layers.relu(x)\n"),
        (2, "import elsewhere\ny = elsewhere.fluid.layers.relu(x)\n"),
        (2, "import paddle\ny = __import__('paddle').fluid.layers.relu(x)\n"),
        (3, "from elsewhere import get\nfluid = get()\ny = fluid.layers.relu(x)\n"),
        (2, "try:\n    import paddle.fluid as fluid\nexcept ImportError:\n    fluid = None\nfluid.layers.relu(x)\n"),
        (2, "try:\n    import paddle.fluid as fluid\nexcept:\n    import paddle as fluid\nfluid.layers.relu(x)\n"),
        (2, "if x:\n    import paddle.fluid as fluid\nelse:\n    fluid = None\ny = fluid.layers.relu(x)\n"),
    ],
)
def test_names_that_may_be_fluid(check_noop, line, source):
    result = check_noop(source + "# paddle\n")
    assert [(f.line, f.code) for f in result.left] == [(line, "PM335")]


@pytest.mark.parametrize(
    "source",
    [
        "class Fluid:\n    layers = 3\nfluid = Fluid()\nn = fluid.layers\n",
        "fluid = [1]\nn = fluid.layers\n",
        "def f(fluid):\n    return fluid.viscosity + fluid.density\n",
        "n = self.fluid.velocity\n",
        "fluid = 'water'\nn = fluid.upper()\n",
        "import paddle.base as base\nx = base.framework\n",
        "try:\n    import paddle.nn as nn\nexcept ImportError:\n    nn = None  # no fluid\nok = nn is None\n",
        "try:\n    import torch\nexcept ImportError:\n    torch = None  # paddle.fluid\nif torch:\n    pass\n",
    ],
)
def test_names_that_are_something_else(check_noop, source):
    assert check_noop(f"import paddle\n{source}").findings == []


@pytest.mark.parametrize("code", [REACHED[0], "from elsewhere import fluid\nfluid.layers.relu(x)"])
def test_check_does_not_pass(tmp_path, code):
    path = tmp_path / "a.py"
    path.write_text(f"import importlib, paddle\n{code}\n")
    assert CliRunner().invoke(main, ["--check", "--no-cache", str(path)]).exit_code == 1
