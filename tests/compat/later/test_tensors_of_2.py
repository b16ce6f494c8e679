"""What packages of Paddle 2.0 to 2.4 that name fluid get: operators on two dtypes, and losses of the shape [1]."""

import numpy as np
import paddle
import pytest
from paddle_compat._runtime import era

PADDLE_3 = paddle.__version__.startswith("3.")
NAMES_FLUID = """
    import paddle.fluid as fluid
"""
MODEL = """
    import paddle
    import paddle.nn as nn

    def masked_mean(x, mask):
        return (x * mask).sum() / (mask.sum() + 1e-5)

    def half(count, share):
        return count * share

    def number(loss):
        return loss.numpy()[0]

    def first(loss):
        return loss[0]

    def rows(x):
        return [row.numpy().shape for row in x]

    def norm(values):
        return paddle.concat([paddle.sum(value) for value in values]).numpy()

    def wrong(x):
        return x + {}

    concat = paddle.concat
"""
X, MASK = paddle.to_tensor([1.0, 2.0, 4.0]), paddle.to_tensor([1, 0, 1])


@pytest.fixture
def of_2(fluid, package):
    return package("of_2_with_fluid", model=MODEL, other=NAMES_FLUID)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_right_one_is_cast(of_2):
    assert float(of_2.masked_mean(X, MASK)) == pytest.approx(5.0 / 2.00001)
    assert float(of_2.masked_mean(X, MASK.astype("bool").astype("int32"))) == pytest.approx(5.0 / 2.00001)
    assert of_2.half(paddle.to_tensor([3]), paddle.to_tensor([1.5])).tolist() == [3]  # the left one's, whatever it is
    assert of_2.half(paddle.to_tensor([3]), paddle.to_tensor([1.5])).dtype == paddle.int64


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_loss_has_a_dimension(of_2):
    loss = paddle.mean(X)
    assert of_2.number(loss) == pytest.approx(7 / 3)
    assert of_2.first(loss).shape == of_2.first(X).shape == [1]
    assert of_2.rows(X) == [(1,), (1,), (1,)]
    assert of_2.norm([X, 2 * X]).tolist() == [7.0, 14.0]


def test_it_says_so(of_2):
    with pytest.warns(UserWarning, match=r"of_2_with_fluid uses names that came with Paddle 2.*the shape \[1\]"):
        of_2.number(paddle.mean(X))
    if PADDLE_3:
        with pytest.warns(UserWarning, match="casts the right one"):
            of_2.half(X, MASK)


def test_what_was_wrong_stays_wrong(of_2):
    with pytest.raises((TypeError, ValueError)):
        of_2.wrong(X)
    with pytest.raises(ValueError, match="InvalidArgument"):
        of_2.concat([paddle.ones([2, 2]), X])


def check_nothing(model):
    loss = paddle.mean(X)
    with pytest.raises(IndexError):
        model.number(loss)
    with pytest.raises(IndexError):
        model.first(loss)
    assert model.first(X).shape == []
    assert model.rows(X) == [(), (), ()]
    with pytest.raises(ValueError, match="InvalidArgument"):
        model.norm([X, X])
    if PADDLE_3:
        with pytest.raises(TypeError, match="different data type"):
            model.half(X, MASK)


def test_a_package_without_fluid_gets_todays(fluid, package):
    check_nothing(package("of_2_alone", model=MODEL, other="# as paddle.fluid did\nimport paddle.nn as nn\n"))


def test_the_environment_overrules(fluid, package, monkeypatch):
    monkeypatch.setenv("PADDLE_COMPAT_ERA", "1.8")
    model = package("overruled_to_18", model=MODEL, other=NAMES_FLUID)
    with pytest.raises(IndexError):
        model.number(paddle.mean(X))


def test_scripts_and_paddle_itself_get_todays(fluid):
    assert paddle.mean(X).numpy().shape == ()
    assert paddle.mean(X).item() == pytest.approx(7 / 3)
    assert not era.is_of_fluid_in_2(paddle.__file__)
    assert not era.is_of_fluid_in_2(paddle.nn.functional.__file__)
    assert not era.is_of_fluid_in_2(era.__file__)
    if PADDLE_3:
        with pytest.raises(TypeError, match="different data type"):
            X * MASK
    np.testing.assert_allclose((X * 2 + X).numpy(), [3.0, 6.0, 12.0])
    assert (X * paddle.to_tensor([1.0, 1.0, 1.0], "float64")).dtype == paddle.float64
