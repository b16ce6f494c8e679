"""One surface for both eras: parameters that 2.x appended, and classes that were the very same."""

import abc
import importlib
import inspect

import numpy as np
import paddle
import pytest
from paddle_compat._later.appended import APPENDED


@pytest.mark.parametrize("address", sorted(APPENDED))
def test_they_are_appended_to_what_185_had(fluid, address):
    """The signature stays 1.8.5's, which had none of them."""
    module, _, name = address.rpartition(".")
    rule = getattr(importlib.import_module(f"paddle.fluid.{module}"), name)
    signature = inspect.signature(rule.__init__ if inspect.isclass(rule) else rule)
    assert not signature.parameters.keys() & APPENDED[address].keys()


def test_a_name_is_accepted_wherever_the_function_is_known(fluid):
    x = paddle.to_tensor([[1.0, 2.0]])
    for module in (fluid.layers, fluid.layers.nn, fluid.layers.tensor):
        assert module.stack([x, x], name="a").shape == [2, 1, 2]
    assert fluid.layers.fill_constant([1], "float32", 2.0, name="b").item() == 2.0
    assert fluid.layers.less_than(x, 2 * x, name=None).tolist() == [[True, True]]
    assert fluid.layers.stack([x, x], 1).shape == [1, 2, 2]


def test_in_programs_too(fluid):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start):
        x = fluid.data("x", [2], "float32")
        y = fluid.layers.stack([x, x], name="pair")
    exe = fluid.Executor(fluid.CPUPlace())
    (out,) = exe.run(main, feed={"x": np.array([1, 2], "float32")}, fetch_list=[y])
    assert out.tolist() == [[1.0, 2.0], [1.0, 2.0]]


def test_what_would_change_numbers_is_refused(fluid):
    assert fluid.dygraph.Pool2D(2, "max", data_format="NCHW") is not None
    with pytest.raises(NotImplementedError, match=r"fluid.dygraph.Pool2D: data_format='NHWC' came with Paddle 2"):
        fluid.dygraph.Pool2D(2, "max", data_format="NHWC")
    with pytest.raises(NotImplementedError, match=r"yolo_box: iou_aware=True"):
        fluid.layers.yolo_box(None, None, [1, 2], 1, 0.1, 32, iou_aware=True)
    assert isinstance(fluid.initializer.MSRA(negative_slope=0, nonlinearity="relu"), paddle.nn.initializer.Initializer)
    with pytest.raises(NotImplementedError, match="negative_slope"):
        fluid.initializer.MSRA(negative_slope=0.2)


def test_a_dtype_of_to_variable(fluid):
    with fluid.dygraph.guard():
        x = fluid.dygraph.to_variable(np.ones(2, "float32"), dtype="float64")
        same = fluid.dygraph.base.to_variable(x)
    assert x.dtype == paddle.float64
    assert same is x


def test_a_sampler(fluid):
    """Paddle 2 put it where 1.8.5 had indices."""
    from paddle.fluid.dataloader import BatchSampler

    class Backwards(paddle.io.Sampler):
        def __iter__(self):
            return iter(range(len(self) - 1, -1, -1))

        def __len__(self):
            return len(self.data_source)

    given = Backwards(list(range(5)))
    for batches in (BatchSampler(sampler=given, batch_size=2), BatchSampler(None, given, False, 2)):
        assert (list(batches), len(batches)) == ([[4, 3], [2, 1], [0]], 3)
    of_185 = BatchSampler(indices=[7, 8, 9], batch_size=2, drop_last=True)
    assert list(of_185) == [[7, 8]]
    assert list(fluid.io.BatchSampler([1, 2, 3], batch_size=2)) == [[0, 1], [2]]
    with pytest.raises(AssertionError, match="not both"):
        BatchSampler(indices=[1], sampler=given)
    assert list(inspect.signature(BatchSampler).parameters)[:2] == ["dataset", "indices"]


def test_what_neither_era_had_is_refused_as_ever(fluid):
    with pytest.raises(TypeError, match="unexpected keyword argument 'nam'"):
        fluid.layers.stack([paddle.ones([1])], nam="a")
    with pytest.raises(TypeError, match="unexpected keyword argument 'nam'"):
        fluid.dygraph.Pool2D(2, "max", nam="a")


def test_todays_layers_are_fluids(fluid):
    layer = fluid.dygraph.Layer
    assert isinstance(paddle.nn.Linear(1, 1), layer)
    assert issubclass(paddle.nn.Linear, layer)
    assert isinstance(paddle.nn.Sequential(), fluid.dygraph.Sequential)
    assert isinstance(fluid.dygraph.Sequential(), paddle.nn.Sequential)
    assert not isinstance(paddle.nn.Linear(1, 1), fluid.dygraph.Linear)  # these were two classes in 2.x as well
    assert not isinstance(paddle.nn.Linear(1, 1), fluid.dygraph.Sequential)
    assert not isinstance(1, layer)
    assert not issubclass(int, layer)


def test_deriving_from_a_layer_is_as_free_as_it_was(fluid):
    class Marked(fluid.dygraph.Layer):
        @abc.abstractmethod
        def forward(self, x):
            """Abstract in words alone, since nobody has asked for more."""

    class Abstract(fluid.dygraph.Layer, abc.ABC):
        @abc.abstractmethod
        def forward(self, x):
            """Abstract in earnest."""

    class Kind(type(fluid.dygraph.Layer)):
        pass

    class Of(fluid.dygraph.Layer, metaclass=Kind):
        pass

    assert isinstance(Marked(), Marked)
    assert isinstance(Of(), Of)
    assert not isinstance(paddle.nn.Linear(1, 1), Marked)
    with pytest.raises(TypeError, match="abstract"):
        Abstract()
