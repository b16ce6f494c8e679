"""Predictors of Paddle 1 are `paddle.inference`'s, wherever they are kept; what is none, or may be none, stays."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.api import migrate_source

HEAD = "from paddle.fluid.core import AnalysisConfig, PaddleTensor, create_paddle_predictor\n"
MADE = HEAD + "p = create_paddle_predictor(AnalysisConfig('inf'))\n"
UNSEEN = "not seen to be Paddle's predictor"


def body(text):
    """Without imports and helpers."""
    parts = [part.strip("\n") for part in text.split("\n\n\n")]
    written = ("import", "def model_files", "def set_model", "def predictor_config", "def run_")
    return ([part for part in parts if not part.startswith(written)] or parts)[-1].removeprefix("import paddle\n")


def lines(old):
    """What becomes of a piece of a script, and what is left of it."""
    result = migrate_source(old)
    assert migrate_source(result.text).text == result.text
    return body(result.text), [finding.message for finding in result.left]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c = AnalysisConfig('m', 'p')\n", "c = predictor_config('m', 'p')"),
        ("c = AnalysisConfig(*files)\n", "c = predictor_config(*files)"),
        ("c = AnalysisConfig()\nc.set_model(folder)\n", "c = predictor_config()\nset_model(c, folder)"),
        ("c = AnalysisConfig('m')\nd = AnalysisConfig(c)\n",
         "c = predictor_config('m')\nd = paddle.inference.Config(c)"),
        ("c = AnalysisConfig('m')\nc.switch_use_feed_fetch_ops(False)\nc.enable_mkldnn()\n",
         "c = predictor_config('m')\nc.enable_mkldnn()"),
        ("c = AnalysisConfig('m')\nc.switch_use_feed_fetch_ops(ask())\n",
         "c = predictor_config('m')\nc.switch_use_feed_fetch_ops(ask())"),
        ("kind = AnalysisConfig.Precision.Half\n", "kind = paddle.inference.PrecisionType.Half"),
        ("ok = isinstance(c, AnalysisConfig)\n", "ok = isinstance(c, paddle.inference.Config)"),
    ],
)  # fmt: skip
def test_settings(old, new):
    assert lines(HEAD + "x = 1\n" + old) == ("x = 1\n" + new, [])


@pytest.mark.parametrize(
    "old",
    [
        "p.zero_copy_run()\n",
        "q = p.clone()\nq.zero_copy_run()\n",
        "def f(each):\n    each.zero_copy_run()\nf(p)\n",
        "for each in [p, p]:\n    each.zero_copy_run()\n",
        "ps = {'a': p}\nps['a'].zero_copy_run()\n",
        "class A:\n    p = None\n    def load(self):\n        self.p = p\n"
        "    def go(self):\n        self.p.zero_copy_run()\n",
        "class A:\n    def __init__(self):\n        self.p = None\n        self.p = p\n"
        "class B(A):\n    def go(self):\n        self.p.zero_copy_run()\nB().p.zero_copy_run()\n",
        "def load():\n    return p, p.get_input_names()\nclass A:\n    def __init__(self):\n"
        "        self.p, self.names = load()\n        self.p.zero_copy_run()\na, b = load()\na.zero_copy_run()\n",
        "q = None\ndef init():\n    global q\n    q = p\ndef go():\n    q.zero_copy_run()\n",
    ],
)
def test_wherever_they_are_kept(old):
    new, left = lines(MADE + old)
    assert new.endswith(old.replace("zero_copy_run", "run").rstrip("\n"))
    assert not left


def test_handles():
    old = "p.get_input_tensor('x').copy_from_cpu(x)\ny = p.get_output_tensor(p.get_output_names()[0]).copy_to_cpu()\n"
    new, left = lines(MADE + old)
    assert new.endswith(old.replace("_tensor(", "_handle(").rstrip())
    assert not left


@pytest.mark.parametrize(
    "old",
    [
        "y = p.run([PaddleTensor(x)])[0].as_ndarray()\n",
        "ys = p.run([PaddleTensor(x) for x in data])\nprint(ys[0].data.float_data())\n",
        "y = p.run([PaddleTensor(x)]) if a else cached\nprint(y[0].as_ndarray())\n",
        "y = p.run([PaddleTensor(x, lod=[[0, 1]])])[0].as_ndarray()\n",
        "y = p.run([PaddleTensor([1, 2])])[0].as_ndarray()\n",
        "y = p.run([PaddleTensor(x)])[0]\nprint(y.lod)\n",
        "y = p.run([PaddleTensor(x)])\nkeep(y)\n",
        "def f():\n    return p.run([PaddleTensor(x)])\n",
        "t = PaddleTensor(x)\nif a:\n    t = other()\ny = p.run([t])[0].as_ndarray()\n",
        "t = PaddleTensor()\nt.name = 'x'\ny = p.run([t])[0].as_ndarray()\n",
        "y = p.run(inputs)[0].as_ndarray()\n",
        "def f(t):\n    t = t or PaddleTensor(x)\n    return p.run([t])[0].as_ndarray()\n",
        "xs = [other]\nxs.append(PaddleTensor(x))\ny = p.run(xs)[0].as_ndarray()\n",
    ],
)
def test_tensors(old):
    found, left = lines(MADE + old)
    expected = re.sub(r"p\.run\((\[.*\]|\w+)\)(?=\[|\n| )", r"run_tensors(p, \1)", old)
    assert found.endswith(expected.replace("PaddleTensor", "paddle.base.core.PaddleTensor").rstrip())
    assert not left


@pytest.mark.parametrize(
    ("said", "argument"),
    [("c.switch_specify_input_names(True)", ", by_name=True"), ("c.switch_specify_input_names()", ", by_name=True"),
     ("c.switch_specify_input_names(False)", ""), ("# c.switch_specify_input_names(True)", "")],
)  # fmt: skip
def test_inputs_by_name(said, argument):
    old = f"{HEAD}c = AnalysisConfig('m')\n{said}\np = create_paddle_predictor(c)\np.run([PaddleTensor(x, 'n')])\n"
    found, left = lines(old)
    assert found.endswith(f"run_tensors(p, [paddle.base.core.PaddleTensor(x, 'n')]{argument})")
    assert not left


@pytest.mark.parametrize(
    ("old", "why"),
    [
        ("def f(q):\n    q.zero_copy_run()\n", UNSEEN),
        ("x = q.get_input_tensor('x')\n", UNSEEN),
        ("ps[0].zero_copy_run()\n", UNSEEN),
        ("ok = p.zero_copy_run()\n", "a statement of its own"),
        ("shapes = p.get_input_tensor_shape()\n", "have none"),
        ("c = AnalysisConfig('m')\nc.enable_quantizer()\n", "convert the model"),
    ],
)
def test_what_a_person_has_to_see(old, why):
    found, left = lines(MADE + old)
    assert found.endswith(old.replace("AnalysisConfig", "predictor_config").rstrip())
    assert len(left) == 1
    assert why in left[0]


def test_names_that_are_known_when_it_runs():
    old = f"{HEAD}c = AnalysisConfig('m')\nc.switch_specify_input_names(on)\np = create_paddle_predictor(c)\np.run(x)\n"
    found, left = lines(old)
    assert found.endswith("p.run(x)")
    assert [each[:32] for each in left] == ["which input has which name is kn"]


def test_lengths_of_sequences():
    result = migrate_source(MADE + "t = p.get_input_tensor('x')\nt.set_lod([[0, 2]])\nother.set_lod([[0, 2]])\n")
    assert result.text.endswith("t.set_lod([[0, 2]])\nother.set_lod([[0, 2]])\n")
    assert [(f.code, f.line) for f in result.findings if f.name == "set_lod"] == [("PM202", 4)]


def test_in_comments():
    old = "# c = AnalysisConfig('inf')\n# p = create_paddle_predictor(c)\n# t = PaddleTensor(x)\n"
    new = "# c = predictor_config('inf')\n# p = paddle.inference.create_predictor(c)\n# t = PaddleTensor(x)\n"
    assert migrate_source(MADE + old).text.endswith(new)


@pytest.mark.parametrize(
    "line",
    ["t = PaddleTensor(x)\n", "make = AnalysisConfig\n", "import paddle.fluid.core as core\nc = core.NativeConfig()\n"],
)
def test_a_name_that_stays(line):
    result = migrate_source(HEAD + line)
    assert result.text.endswith(line)
    assert result.left


@pytest.mark.parametrize(
    "old",
    [
        "request.get_input_tensor('x')\nrequest.get_output_tensor(0)\n",
        "class P:\n    def zero_copy_run(self): pass\n    def go(self):\n        self.zero_copy_run()\n",
        "config.switch_use_feed_fetch_ops(False)\nconfig.set_model('a')\nexe.run([x])\n",
    ],
)
def test_something_else(check_noop, old):
    result = check_noop("import paddle\n" + old)
    assert not result.findings


def test_a_project(run_both_ways, tmp_path):
    """Who makes the predictor stands in another file, which also says that inputs go by their names."""
    save = """\
        import numpy as np
        import paddle.fluid as fluid
        def save(folder):
            x = fluid.data('x', [None, 3])
            y = fluid.data('y', [None, 3])
            exe = fluid.Executor(fluid.CPUPlace())
            fluid.io.save_inference_model(folder, ['x', 'y'], [x - 2 * y], exe)
        """
    make = """\
        from paddle.fluid.core import AnalysisConfig, create_paddle_predictor
        def make(folder):
            config = AnalysisConfig(folder)
            config.disable_glog_info()
            config.switch_specify_input_names(True)
            return create_paddle_predictor(config)
        def make_not_copied(folder):
            config = AnalysisConfig(folder)
            config.disable_glog_info()
            config.switch_use_feed_fetch_ops(False)
            predictor = create_paddle_predictor(config)
            return predictor, [predictor.get_input_tensor(name) for name in predictor.get_input_names()]
        """
    main = f"""\
        import numpy as np
        from paddle.fluid.core import PaddleTensor
        from making import make, make_not_copied
        from saving import save
        save({str(tmp_path / "inf")!r})
        predictor = make({str(tmp_path / "inf")!r})
        x = np.arange(6, dtype='float32').reshape(2, 3)
        y, = predictor.run([PaddleTensor(x * x, name='y'), PaddleTensor(x, name='x')])
        print(y.as_ndarray().tolist(), y.lod)
        class Subtraction(object):
            def __init__(self, folder):
                self.predictor, self.tensors = make_not_copied(folder)
            def of(self, *arrays):
                for tensor, array in zip(self.tensors, arrays):
                    tensor.copy_from_cpu(array)
                self.predictor.zero_copy_run()
                return self.predictor.get_output_tensor(self.predictor.get_output_names()[0]).copy_to_cpu()
        print(Subtraction({str(tmp_path / "inf")!r}).of(x, -x).tolist())
        """
    old, new = run_both_ways({"project": {"main.py": main, "making.py": make, "saving.py": save}})
    assert old == new
    assert old["project"] == [
        "[[0.0, -1.0, -6.0], [-15.0, -28.0, -45.0]] []", "[[0.0, 3.0, 6.0], [9.0, 12.0, 15.0]]"
    ]
