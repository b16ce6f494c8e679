"""Names and modules of the fluid that Paddle 2.0 to 2.4 carried, and what stays as it was."""

import importlib
import inspect
import pickle
import sys

import paddle
import pytest
from paddle_compat._later.by_hand import BY_HAND
from paddle_compat._later.homes import HOMES, OF_ALL
from paddle_compat._later.lookup import NOTHING, attach_all, thing
from paddle_compat._later.modules import find_module, is_own
from paddle_compat._later.moved import MOVED
from paddle_compat._runtime.gone import GoneError

PADDLE_3 = paddle.__version__.startswith("3.")


@pytest.mark.parametrize("path", sorted(MOVED))
def test_the_targets_of_the_table_exist(fluid, path):
    module = importlib.import_module(f"paddle.fluid.{path}")
    assert inspect.ismodule(module)
    assert find_module(path) is not None


@pytest.mark.parametrize("address", sorted({*OF_ALL.values(), *(home for homes in HOMES.values() for home in homes)}))
def test_every_home_exists(fluid, address):
    assert thing(address) is not NOTHING


@pytest.mark.parametrize("path", sorted({*HOMES, *BY_HAND} - {""}))
def test_whoever_has_a_home_is_a_module(fluid, path):
    assert importlib.import_module(f"paddle.fluid.{path}") is not None


def test_modules_of_base_are_the_very_objects(fluid):
    from paddle.fluid import log_helper
    from paddle.fluid.proto import framework_pb2

    assert framework_pb2 is importlib.import_module("paddle.base.proto.framework_pb2")
    assert log_helper is fluid.log_helper is importlib.import_module("paddle.base.log_helper")
    assert log_helper.__spec__.name == log_helper.__name__ == "paddle.base.log_helper"


def test_names_of_base(fluid):
    from paddle.fluid.data_feeder import check_type, convert_dtype
    from paddle.fluid.framework import _current_expected_place

    assert check_type is paddle.base.data_feeder.check_type
    assert convert_dtype is paddle.base.data_feeder.convert_dtype
    assert _current_expected_place is paddle.base.framework._current_expected_place


def test_names_that_moved(fluid):
    from paddle.fluid.contrib.slim.quantization import ImperativeQuantAware, PostTrainingQuantization
    from paddle.fluid.dataloader import BatchSampler
    from paddle.fluid.dataloader.collate import default_collate_fn
    from paddle.fluid.dygraph.amp import AmpScaler, OptimizerState, amp_guard
    from paddle.fluid.initializer import Initializer
    from paddle.fluid.reader import IterableDataset

    assert default_collate_fn is paddle.io.dataloader.collate.default_collate_fn
    assert IterableDataset is paddle.io.IterableDataset
    assert Initializer is paddle.nn.initializer.Initializer
    assert fluid.regularizer.WeightDecayRegularizer is paddle.regularizer.WeightDecayRegularizer
    assert BatchSampler.__module__ == "paddle_compat.fluid.dataloader"  # ours goes before
    assert {each.__module__ for each in (amp_guard, AmpScaler, OptimizerState)} == {
        "paddle.amp.auto_cast", "paddle.amp.grad_scaler"}
    assert inspect.isclass(ImperativeQuantAware)
    assert inspect.isclass(PostTrainingQuantization)


def test_a_package_of_paddles_gets_no_new_attributes(fluid):
    """Python sets a module that it has imported on the package above: there today's function of that name stands."""
    before = {name: getattr(paddle.amp, name) for name in dir(paddle.amp)}
    from paddle.fluid.dygraph.amp import auto_cast
    from paddle.fluid.dygraph.amp.auto_cast import amp_guard
    from paddle.fluid.dygraph.dygraph_to_static.program_translator import ProgramTranslator

    assert inspect.ismodule(auto_cast)
    assert auto_cast.amp_guard is amp_guard
    assert ProgramTranslator is not None
    assert {name: getattr(paddle.amp, name) for name in dir(paddle.amp)} == before
    assert inspect.isfunction(paddle.amp.auto_cast) or inspect.isclass(paddle.amp.auto_cast)


def test_by_hand(fluid):
    from paddle.fluid.framework import _in_legacy_dygraph, _non_static_mode, _test_eager_guard, _varbase_creator

    assert (_non_static_mode(), _in_legacy_dygraph()) == (True, False)
    with _test_eager_guard():
        assert _varbase_creator(dtype="int64").dtype == paddle.int64
    program = fluid.Program()
    with fluid.program_guard(program, fluid.Program()):
        fluid.data("x", [1])
        assert _non_static_mode() is False
    out = fluid.core.ops.scale(paddle.ones([2]), "scale", 3.0)
    assert out.tolist() == [3.0, 3.0]


def test_operators_that_paddle_3_has_not(fluid):
    """As a library calls them: attributes by turns with their values."""
    ops = fluid.core.ops
    found = ops.unique_with_counts(paddle.to_tensor([5, 2, 5, 7]), "dtype", fluid.core.VarDesc.VarType.INT64)
    assert [each.tolist() for each in found] == [[5, 2, 7], [0, 1, 0, 2], [2, 1, 1]]
    boxes = paddle.to_tensor([[0.0, 0.0, 2.0, 2.0]])
    assert ops.iou_similarity(boxes, boxes / 2, "box_normalized", True).tolist() == [[0.25]]
    assert {"scale", "unique_with_counts"} <= set(dir(ops))
    with pytest.raises(AttributeError):
        ops.no_such_operator  # noqa: B018


def test_fetch_var(fluid):
    from paddle.fluid.executor import _fetch_var

    scope = fluid.Scope()
    scope.var("x").get_tensor().set([[1.0, 2.0]], fluid.CPUPlace())
    with fluid.scope_guard(scope):
        assert _fetch_var("x").tolist() == [[1.0, 2.0]]
        with pytest.raises(AssertionError, match="Cannot find y in scope"):
            _fetch_var("y")


def test_what_every_module_took_in(fluid):
    from paddle.fluid.layers import LayerHelper, core
    from paddle.fluid.layers.tensor import Variable

    assert (LayerHelper, core, Variable) == (fluid.layer_helper.LayerHelper, fluid.core, fluid.framework.Variable)
    with pytest.raises(AttributeError):
        fluid.LayerHelper  # noqa: B018


NOBODYS = ["nonsense", "framework.nonsense", "initializer.nonsense", "core.nonsense", "layers.nn.nonsense", "static"]


@pytest.mark.parametrize("name", [*NOBODYS, "dygraph.amp.nonsense", "nn", "io.DataLoaderX", "layers.Conv2D"])
def test_what_nobody_had_is_missing_as_ever(fluid, name):
    path, _, last = f"paddle.fluid.{name}".rpartition(".")
    module = importlib.import_module(path)
    assert not hasattr(module, last)
    with pytest.raises(AttributeError) as caught:
        getattr(module, last)
    assert str(caught.value) == f"module {module.__name__!r} has no attribute {last!r}"
    with pytest.raises(ImportError, match=f"cannot import name '{last}'"):
        exec(f"from {path} import {last}")
    with pytest.raises(ModuleNotFoundError, match=f"No module named '{path}.{last}'"):
        importlib.import_module(f"{path}.{last}")


def test_what_is_gone_goes_before(fluid):
    """``paddle.base`` has a name of its own for some of these."""
    with pytest.raises(GoneError, match="load_op_library is gone"):
        fluid.load_op_library("x.so")
    with pytest.raises(GoneError, match="DataFeedDesc"):
        fluid.DataFeedDesc("x")


def test_nothing_new_is_listed(fluid):
    """Neither ``dir`` nor ``import *`` shows what is answered for; own names are themselves."""
    assert "check_type" not in dir(fluid.data_feeder)
    names: dict = {}
    exec("from paddle.fluid.framework import *", names)
    assert set(names) - {"__builtins__"} == set(fluid.framework.__all__)
    assert not hasattr(fluid.initializer, "__path__")
    assert not hasattr(fluid.initializer, "__wrapped__")


def test_attaching_twice_changes_nothing(fluid):
    before = vars(fluid.framework)["__getattr__"]
    attach_all()
    assert vars(fluid.framework)["__getattr__"] is before


def test_what_is_asked_for_can_be_pickled(fluid):
    from paddle.fluid.dataloader.collate import default_collate_fn

    for each in (default_collate_fn, fluid.initializer.MSRA, fluid.framework.in_dygraph_mode):
        assert pickle.loads(pickle.dumps(each)) is each


def test_no_module_of_paddles_is_loaded_twice(fluid):
    from paddle.fluid.incubate.checkpoint import auto_checkpoint
    from paddle.fluid.transpiler.details.program_utils import program_to_code

    files: dict = {}
    for name, module in list(sys.modules.items()):
        if name.startswith(("paddle.", "paddle_compat.")) and getattr(module, "__file__", None):
            files.setdefault(module.__file__, set()).add(id(module))
    doubled = [file for file, modules in files.items() if len(modules) > 1]
    assert [file for file in doubled if not file.endswith((".so", ".pyd"))] == []  # the library has modules of its own
    assert auto_checkpoint is paddle.base.incubate.checkpoint.auto_checkpoint
    assert program_to_code is fluid.transpiler.details.program_to_code
    assert is_own("layers.nn")
    assert not is_own("log_helper")
