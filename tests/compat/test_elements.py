"""One element of a tensor has shape [1] for code of 1.8.5, and none for other code."""

import types

import numpy as np
import paddle
import pytest
from paddle_compat._runtime import indexing
from paddle_migrate.api import migrate_source

GIVEN = {"vector": np.arange(1, 5, dtype="float32"), "matrix": np.arange(6, dtype="float32").reshape(2, 3)}
CASES = {
    "first": "v[0]",
    "last": "v[-1]",
    "of_a_matrix": "m[0, 1]",
    "of_a_row": "m[0][1]",
    "of_a_mean": "fluid.layers.mean(v)[0]",
    "a_row": "m[0]",
    "a_column": "m[:, 0]",
    "a_piece": "v[1:2]",
    "a_row_of_one": "m[0, 1:2]",
    "a_row_by_twos": "m[0, ::2]",
    "a_row_by_ones": "m[0, 0:3:1]",
    "a_column_by_twos": "m[::2, len([0])]",
    "rows_by_twos": "m[::2, 0:2]",
    "back_by_twos": "m[:, ::-2]",
    "back_by_twos_of_four": "v[::-2]",
    "back_by_threes_of_a_row": "m[-1, 2::-3]",
    "back_by_twos_to_an_end": "v[3:0:-2]",
    "strided_slice": "fluid.layers.strided_slice(m, [0, 1], [1, -1], [-3, 0], [-1, -2])",
    "strided_slice_of_four": "fluid.layers.strided_slice(v, [0], [3], [-5], [-2])",
    "concat": "fluid.layers.concat([v[0], v[2]])",
    "stack": "fluid.layers.stack([v[0], v[2]])",
    "unsqueeze": "fluid.layers.unsqueeze(v[0], [0])",
    "expand": "fluid.layers.expand(v[0], [3])",
    "times": "m * v[1]",
    "one_by_one": "fluid.layers.concat([x * x for x in v])",
    "size": "np.array(v[0].shape[0])",
    "number": "np.array(v[0].numpy()[0])",
    "float": "np.array(float(v[0]) + int(v[1]))",
}
RUN = """
for name, expression in CASES.items():
    with fluid.dygraph.guard(fluid.CPUPlace()):
        v, m = [fluid.dygraph.to_variable(given[key]) for key in ("vector", "matrix")]
        v.stop_gradient = m.stop_gradient = False
        result = eval(expression, {"v": v, "m": m, "fluid": fluid, "np": np})
        if isinstance(result, np.ndarray):
            answer[name] = result
            continue
        answer[name] = result.numpy()
        fluid.layers.reduce_sum(result * result).backward()
        answer[name + "|dv"], answer[name + "|dm"] = [
            np.zeros([0]) if x.gradient() is None else x.gradient() for x in (v, m)
        ]
"""


@pytest.fixture(scope="module")
def answers(fluid, harness):
    question, ours = f"CASES = {CASES!r}\n{RUN}", {}
    theirs = harness.ask("elements", question, GIVEN)
    exec(question, {"fluid": fluid, "np": np, "given": GIVEN, "answer": ours})
    return theirs, ours


@pytest.mark.oracle
# NumPy's own, of float() of what 1.8.5 gave the shape [1].
@pytest.mark.filterwarnings("ignore:Conversion of an array with ndim > 0 to a scalar:DeprecationWarning")
@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    theirs, ours = answers
    assert [k for k in ours if k.partition("|")[0] == name] == [k for k in theirs if k.partition("|")[0] == name]
    for key in (k for k in theirs if k.partition("|")[0] == name):
        assert ours[key].shape == theirs[key].shape, key
        np.testing.assert_allclose(ours[key], theirs[key], rtol=1e-6, err_msg=key)


SCRIPT = """import numpy as np
import paddle.fluid as fluid
v = fluid.dygraph.to_variable(np.arange(1, 5, dtype="float32"))
m = fluid.dygraph.to_variable(np.arange(6, dtype="float32").reshape([2, 3]))
result = {}
"""
# What has no dimension today, and needs none in these expressions.
WITHOUT = ("first", "last", "of_a_matrix", "of_a_row", "of_a_mean")


@pytest.mark.oracle
@pytest.mark.parametrize("name", [
    name for name in CASES if name not in ("one_by_one", "size", "a_column_by_twos")])
def test_migrated_same_as_185(answers, name):
    scope, migrated = {}, migrate_source(SCRIPT.format(CASES[name]))
    if any(finding.code == "PM343" for finding in migrated.findings):
        return  # a person is told that the elements are others
    exec(migrated.text, scope)
    result, wanted = np.array(scope["result"]), answers[0][name]
    assert result.shape == (() if name in WITHOUT else wanted.shape)
    np.testing.assert_allclose(result, wanted.reshape(result.shape), rtol=1e-6)


def element(file, **names):
    """What `x[0]` gives the code of a file."""
    code = compile("def first(x):\n    return x[0]\n", str(file), "exec")
    module = types.ModuleType("m")
    vars(module).update(names)
    exec(code, vars(module))
    return module.first(paddle.to_tensor([1.0, 2.0]))


def test_code_that_names_fluid(fluid, tmp_path):
    (tmp_path / "old.py").write_text("import paddle.fluid\n", encoding="utf-8")
    assert list(element(tmp_path / "old.py").shape) == [1]
    assert list(element("<cell 1>", fluid=fluid).shape) == [1]


def test_code_that_does_not_in_a_guard_and_outside(fluid, tmp_path):
    (tmp_path / "other.py").write_text("import paddle\n", encoding="utf-8")
    assert list(element(tmp_path / "other.py").shape) == []
    with fluid.dygraph.guard():
        assert list(element(tmp_path / "other.py").shape) == [1]
    assert list(element(tmp_path / "other.py").shape) == []


@pytest.mark.parametrize("home", [paddle.__file__, indexing.__file__, np.__file__])
def test_installed_code_gets_what_it_knows(fluid, home):
    with fluid.dygraph.guard():
        assert list(element(home.replace("__init__", "another")).shape) == []


def test_an_installed_package_for_fluid(fluid, tmp_path, monkeypatch):
    monkeypatch.setattr(indexing, "_INSTALLED", (str(tmp_path),))
    (tmp_path / "hub.py").write_text("from paddle import fluid\n", encoding="utf-8")
    assert list(element(tmp_path / "hub.py").shape) == [1]
    (tmp_path / "plain.py").write_text("import paddle\n", encoding="utf-8")
    with fluid.dygraph.guard():
        assert list(element(tmp_path / "plain.py").shape) == []


def test_it_is_patched_once(fluid):
    before = paddle.Tensor.__getitem__
    indexing.patch_indexing()
    assert paddle.Tensor.__getitem__ is before
