"""What is known of a legacy name, for `explain` and for the API matrix."""

import pytest
from paddle_migrate.explain.command import explain
from paddle_migrate.explain.pages import page_of


def page(name):
    return page_of(f"paddle.fluid.{name}")


@pytest.mark.parametrize(
    ("name", "today"),
    [
        ("layers.relu", "F.relu(x)"),
        ("layers.nn.relu", "F.relu(x)"),
        ("layers.rank_loss", "F.softplus(x=left - right) - label * (left - right)"),
        ("dygraph.Conv2D", "nn.Conv2D(num_channels, num_filters, filter_size)"),
        ("layers.smooth_l1", "smooth_l1(x, y)"),
        ("dygraph.LayerList", "nn.LayerList"),
        ("layers.warpctc", "paddle.unsqueeze(F.ctc_loss(input, label, input_lengths=input_length,"
         " label_lengths=label_length, reduction='none'), axis=-1)"),
        ("layers.pad2d", "F.pad(input, pad=[0, 0, 0, 0, 0, 0, 0, 0])"),
        ("dygraph.guard", ""),
        ("dygraph.Pool2D", ""),
        ("layers.lstm", ""),
    ],
)
def test_today_is_what_the_tool_writes(name, today):
    assert page(name).today == today


def test_choices_are_what_the_arguments_choose_among():
    choices = ["nn.AdaptiveMaxPool2D", "nn.AdaptiveAvgPool2D", "nn.MaxPool2D", "nn.AvgPool2D"]
    assert page("dygraph.Pool2D").choices == choices
    assert page("layers.edit_distance").choices == ["F.loss.edit_distance"]
    assert page("layers.lstm").choices == []


def test_every_state():
    states = [page(name).state for name in ("layers.relu", "layers", "metrics.DetectionMAP", "layers.lstm")]
    assert states == ["works", "works", "gone", "not yet"]
    assert page("layers.nonsense") is None


def test_signature():
    assert page("layers.elu").signature == "(x, alpha=1.0, name=None)"
    assert page("dygraph.guard").signature == page("layers.lstm").signature == ""


def test_paddles():
    assert page("layers.relu").paddles == page("dygraph.guard").paddles == ["2.6", "3"]
    assert page("layers.lstm").paddles == page("metrics.DetectionMAP").paddles == []


def test_explain_says_the_state():
    assert "state: rewritten\ntoday: F.relu(x)\n" in explain("fluid.layers.relu")
    assert "today, as the arguments choose: nn.Adaptive" in explain("fluid.dygraph.Pool2D")
    assert "state: not there yet" in explain("fluid.layers.lstm")
    assert "state: gone\nwhy: Paddle dropped" in explain("fluid.metrics.DetectionMAP")
    assert explain("fluid.layers") is None
