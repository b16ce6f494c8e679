"""Who is asking: a package by the share of its files, a script by itself; where nothing tells, it is 1.8."""

import warnings

import numpy as np
import paddle
import pytest
from paddle_compat._runtime import era
from paddle_compat._static.mode import MODE

OLD = """
    import numpy as np
    import paddle.fluid as fluid
"""
NEW = """
    import paddle
    import paddle.nn as nn
"""
# A layer with a parameter of its own beside one of today's layers, as libraries of 2.0 to 2.4 have them.
MODEL = """
    import paddle
    import paddle.fluid as fluid

    class Scaled(fluid.dygraph.Layer):
        def __init__(self):
            super().__init__()
            self.scale = self.create_parameter([1])
            self.linear = paddle.nn.Linear(2, 1)

        def forward(self, x):
            return self.linear(x) * self.scale

    def twice(layer, x):
        for _ in range(2):
            layer(x).sum().backward()
"""
OF_185 = """
    import paddle.fluid as fluid

    class Scaled(fluid.dygraph.Layer):
        def __init__(self):
            super().__init__()
            self.scale = self.create_parameter([1])
            self.linear = fluid.dygraph.Linear(2, 1)

        def forward(self, x):
            return self.linear(x) * self.scale

    def twice(layer, x):
        for _ in range(2):
            fluid.layers.reduce_sum(layer(x)).backward()
"""


def gradients(model):
    layer = model.Scaled()
    for parameter in layer.parameters():
        parameter.set_value(np.ones(parameter.shape, "float32"))
    model.twice(layer, paddle.ones([3, 2]))
    return [parameter.grad.numpy().ravel().tolist() for parameter in (layer.scale, layer.linear.weight)]


def test_a_library_of_2_adds_gradients_in_all_parameters(fluid, package):
    """Else those of its own parameters would be replaced, and those of today's layers added to."""
    model = package("library_of_2", model=MODEL)
    with pytest.warns(UserWarning, match=r"library_of_2 uses names that came with Paddle 2.*adds to the gradients"):
        assert gradients(model) == [[18.0], [6.0, 6.0]]


def test_a_library_of_185_replaces_them(fluid, package):
    assert gradients(package("library_of_185", model=OF_185)) == [[9.0], [3.0, 3.0]]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_share_decides(fluid, package):
    few = package("few", model=OF_185, new=NEW, **{f"old{i}": OLD for i in range(6)})
    many = package("many", model=OF_185, both=OLD + NEW, **{f"old{i}": OLD for i in range(4)}, apart="x = 1")
    assert gradients(few) == [[9.0], [3.0, 3.0]]
    assert gradients(many) == [[18.0], [6.0, 6.0]]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_package_on_its_way_to_today(fluid, package):
    """File by file: what still names fluid is for 1.8, however many of the others are migrated."""
    half = package("half_way", model=OF_185, old=OLD, **{f"new{i}": NEW for i in range(6)})
    assert gradients(half) == [[9.0], [3.0, 3.0]]
    assert era._is_of_2(half.__file__) is False
    assert era._is_of_2(half.__file__.replace("model.py", "new1.py")) is True


def test_the_environment_overrules(fluid, package, monkeypatch):
    model = package("overruled", model=OF_185)
    monkeypatch.setenv("PADDLE_COMPAT_ERA", "2")
    assert gradients(model) == [[18.0], [6.0, 6.0]]
    monkeypatch.setenv("PADDLE_COMPAT_ERA", "1.8")
    assert gradients(model) == [[9.0], [3.0, 3.0]]


STATIC = """
    import paddle
    import paddle.nn as nn
    import paddle.fluid as fluid

    def eager():
        return fluid.layers.fill_constant([1], "float32", 2.0)

    def program():
        exe = fluid.Executor(fluid.CPUPlace())
        with fluid.program_guard(fluid.Program(), fluid.Program()):
            return exe.run(feed={}, fetch_list=[fluid.layers.fill_constant([1], "float32", 2.0)])
"""


def test_a_library_of_2_begins_in_dynamic_mode(fluid, package, monkeypatch):
    """Though its files name what programs need; code for 1.8 that does begins with a program."""
    texts = {"begins_of_2": STATIC, "begins_of_18": STATIC.replace("paddle.nn as nn", "os")}
    kinds = [package(name, model=text) for name, text in texts.items()]
    eager = []
    for kind in kinds:
        monkeypatch.setattr(MODE, "unknown", True)
        monkeypatch.setattr(MODE, "on", False)
        monkeypatch.setattr(MODE, "recording", False)
        eager.append(isinstance(kind.eager(), paddle.Tensor))
    assert eager == [True, False]


@pytest.mark.parametrize(("text", "of_2"), [
    ("", False),
    ("import paddle.fluid as fluid\nfluid.dygraph.Linear(1, 1)\n", False),
    ("import paddle\npaddle.batch(reader, 2)\npaddle.dataset.mnist.train()\n", False),
    ("import paddle\nx = paddle.to_tensor([1.0])\n", True),
    ("from paddle import nn\n", True),
    ("import paddle.fluid\nfrom paddle.static import InputSpec\n", True),
    ("import paddle_compat.fluid as fluid\nimport paddle.nn as nn\n", False),
])
def test_a_script_is_taken_by_itself(tmp_path, text, of_2):
    script = tmp_path / "script.py"
    script.write_text(text)
    assert era._is_of_2(str(script)) is of_2


@pytest.mark.parametrize("file", ["train.py", "<string>"])
def test_a_name_below_a_folder_that_is_a_package(tmp_path, monkeypatch, file):
    tmp_path.joinpath("__init__.py").touch()
    tmp_path.joinpath("train.py").touch()
    monkeypatch.chdir(tmp_path)
    era._root.cache_clear()
    try:
        assert era.is_in_a_package(file) == (file == "train.py")
    finally:
        era._root.cache_clear()


def test_what_has_no_file_is_185s():
    assert era._is_of_2("<stdin>") is False


SUM_AND_ADAM = """
    import paddle.fluid as fluid
    {marker}

    class Scaled:
        pass

    def dtype_of_sum(x):
        return fluid.layers.reduce_sum(x).dtype

    def step_of_adam(parameter):
        adam = fluid.optimizer.AdamOptimizer(0.1, epsilon=1.0, parameter_list=[parameter])
        (parameter * 3.0).sum().backward()
        adam.minimize(parameter)
        return parameter.numpy().tolist()
"""


@pytest.mark.parametrize(("marker", "dtype"), [("", paddle.int32), ("import paddle.nn", paddle.int64)])
def test_sums_of_integers_and_adams_epsilon(fluid, package, marker, dtype):
    model = package(f"of_{'2' if marker else '18'}", model=SUM_AND_ADAM.format(marker=marker))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check(fluid, model, marker, dtype)
    decisions = {str(each.message).partition("2.4: ")[2].split(".")[0] for each in told}
    ours = {"sums of integers and of bools are int64", "Adam scales epsilon with the step"}
    assert decisions & ours == (ours if marker else set())  # other tests may have left gradients that are added to


def check(fluid, model, marker, dtype):
    assert model.dtype_of_sum(paddle.ones([2], "int32")) == dtype
    parameter = fluid.layers.create_parameter([1], "float32", default_initializer=fluid.initializer.Constant(1.0))
    (after,) = model.step_of_adam(parameter)
    power = (1 - 0.999) ** 0.5
    epsilon = power if marker else 1.0  # by 2.x's kernel it is scaled like the moments are
    wanted = 0.1 * (power / 0.1) * (0.1 * 3.0) / (3.0 * power + epsilon)
    assert after == pytest.approx(1.0 - wanted, abs=1e-6)
