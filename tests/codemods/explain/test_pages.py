"""What is known of a legacy name, for `explain` and for the API matrix."""

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.codes import CODES
from paddle_migrate.explain.command import explain
from paddle_migrate.explain.pages import became, every, page_of, pages_of


def page(name):
    return page_of(f"paddle.fluid.{name}")


@pytest.mark.parametrize(
    ("name", "today"),
    [
        ("layers.relu", "F.relu(x)"),
        ("layers.nn.relu", "F.relu(x)"),
        ("layers.rank_loss", "F.softplus(left - right) - label.detach() * (left - right)"),
        ("dygraph.Conv2D", "nn.Conv2D(num_channels, num_filters, filter_size)"),
        ("layers.smooth_l1", "smooth_l1(x, y)"),
        ("dygraph.LayerList", "nn.LayerList"),
        ("layers.warpctc", "paddle.unsqueeze(F.ctc_loss(input, label, input_lengths=input_length,"
         " label_lengths=label_length, reduction='none'), axis=-1)"),
        ("layers.pad2d", "F.pad(input, pad=[0, 0, 0, 0, 0, 0, 0, 0])"),
        ("dygraph.guard", ""),
        ("dygraph.save_dygraph", "paddle.save(layer.state_dict(), 'model.pdparams')"),
        ("layers.sequence_pool", "sequence_sum(input)"),
        ("layers.dynamic_lstm", "dynamic_lstm(input, size)"),
        ("layers.beam_search_decode", ""),
        ("io.load_inference_model", "paddle.static.load_inference_model('model/model', exe)"),
        ("dygraph.Pool2D", ""),
        ("metrics.DetectionMAP", ""),
    ],
)
def test_today_is_what_the_tool_writes(name, today):
    assert page(name).today == today


def test_choices_are_what_the_arguments_choose_among():
    choices = ["nn.AdaptiveMaxPool2D", "nn.AdaptiveAvgPool2D", "nn.MaxPool2D", "nn.AvgPool2D"]
    assert page("dygraph.Pool2D").choices == choices
    assert page("layers.edit_distance").choices == ["F.loss.edit_distance"]
    assert page("metrics.DetectionMAP").choices == []


def test_every_state():
    states = [page(name).state for name in ("layers.relu", "layers", "metrics.DetectionMAP")]
    assert states == ["works", "works", "gone"]
    assert page("layers.nonsense") is None


def test_signature():
    assert page("layers.elu").signature == "(x, alpha=1.0, name=None)"
    assert page("dygraph.guard").signature == "(place=None)"
    assert page("layers.beam_search_decode").signature == "(ids, scores, beam_size, end_id, name=None)"
    assert page("metrics.DetectionMAP").signature == page("LoDTensor").signature == ""


def test_paddles():
    assert page("layers.relu").paddles == page("dygraph.guard").paddles == ["2.6", "3"]
    assert page("metrics.DetectionMAP").paddles == []


def test_explain_says_the_state():
    assert "state: rewritten\ntoday: F.relu(x)\n" in explain("fluid.layers.relu")
    assert "today, as the arguments choose: nn.Adaptive" in explain("fluid.dygraph.Pool2D")
    assert "state: gone\nwhy: Paddle dropped" in explain("fluid.metrics.DetectionMAP")
    assert explain("fluid.layers") is None


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("relu", ["paddle.fluid.layers.relu"]),
        ("Conv2D", ["paddle.fluid.Conv2D"]),
        ("FC", ["paddle.fluid.FC"]),
        ("data", ["paddle.fluid.data", "paddle.fluid.layers.data"]),
        ("lstm", ["paddle.fluid.layers.lstm"]),
        ("LearningRateDecay", ["paddle.fluid.dygraph.learning_rate_scheduler.LearningRateDecay"]),
        ("nonsense", []),
        ("layers", []),
        ("_cast", []),
    ],
)
def test_a_name_without_its_package(word, names):
    assert [page.name for page in pages_of(word)] == names


def test_each_meaning_of_a_bare_name_is_explained():
    pages = pages_of("dropout") + pages_of("Dropout")
    assert {page.name for page in pages} == {"paddle.fluid.layers.dropout", "paddle.fluid.Dropout"}
    assert len({id(page.rule) for page in pages}) == 2


def test_the_example_is_a_call_and_what_the_tool_writes_for_it():
    assert page("layers.relu").example[:3] == ("fluid.layers.relu(x)", "F.relu(x)", False)
    assert page("dygraph.guard").example == ("", "", False, False, "")
    before, after, in_program, _, _ = page("layers.conv2d").example
    assert in_program
    assert before == "fluid.layers.conv2d(input, num_filters, filter_size)"
    assert after == "nn.Conv2D(input.shape[1], num_filters, filter_size)(input)"
    assert "today, in a program: nn.Conv2D(" in explain("fluid.layers.conv2d")
    assert "for:   fluid.layers.relu(x)\n" in explain("relu")


def test_an_example_of_sequences_names_what_is_written_into_the_script():
    for name, helper in (("sequence_pool", "sequence_sum"), ("dynamic_lstm", "dynamic_lstm")):
        text = explain(f"fluid.layers.{name}")
        assert f"today, in a program, of sequences: {helper}(input" in text
        assert f"\n{helper} is written into the script\n" in text
    assert "of sequences" not in explain("fluid.layers.im2sequence") + explain("save_dygraph") + explain("relu")
    assert "is written into the script" not in explain("save_dygraph") + explain("fluid.layers.fc")


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("dygraph.Conv2D", {"num_channels": "in_channels", "num_filters": "out_channels", "filter_size": "kernel_size",
                            "param_attr": "weight_attr"}),
        ("layers.conv2d", {"num_filters": "out_channels", "filter_size": "kernel_size", "param_attr": "weight_attr"}),
        ("layers.reduce_sum", {"input": "x", "dim": "axis", "keep_dim": "keepdim"}),
        ("layers.one_hot", {"depth": "num_classes"}),
        ("optimizer.Adam", {"parameter_list": "parameters", "regularization": "weight_decay"}),
        ("layers.relu", {}), ("layers.smooth_l1", {}), ("dygraph.guard", {}), ("layers.sequence_pool", {}),
        ("dygraph.LayerList", {}), ("metrics.DetectionMAP", {}), ("layers", {}),
    ],
)  # fmt: skip
def test_arguments_with_another_name_today(name, names):
    assert page(name).renamed == names
    text = explain(f"fluid.{name}") or ""
    assert [line for line in text.splitlines() if line.endswith("= today")] == [
        f"{old}= is called {new}= today" for old, new in names.items()]


def test_what_has_no_form_says_what_to_do_where_it_is_left():
    assert "left to a person: paddle.nn.BeamSearchDecoder and paddle.nn.dynamic_decode" in explain("beam_search_decode")
    assert "left to a person" not in explain("relu") + explain("sequence_pool") + explain("fluid.metrics.DetectionMAP")


def test_a_name_from_behind_fluid():
    assert explain("dygraph.guard") == explain("fluid.dygraph.guard")
    assert explain("layers.sequence_pool") == explain("fluid.layers.sequence_pool")


def run(*words):
    return CliRunner().invoke(main, ["explain", *words])


def test_without_a_word_it_lists_the_codes():
    assert run().stdout.count("\n") == len(CODES)


@pytest.mark.parametrize(
    ("word", "near"), [("rellu", "relu"), ("fluid.layers.reduse_sum", "reduce_sum"), ("PM30x", "PM30"), ("qqqqqq", "")]
)
def test_what_may_have_been_meant(word, near):
    result = run(word)
    assert result.exit_code == 2
    assert ("did you mean" in result.stderr) == bool(near)
    assert near in result.stderr


def test_several_words():
    both = run("PM301", "PM341").stdout
    assert both == f"{run('PM301').stdout}\n{run('PM341').stdout}"
    assert run("relu", "PM301").stdout == f"{run('relu').stdout}\n{run('PM301').stdout}"
    wrong = run("PM301", "rellu")
    assert (wrong.exit_code, wrong.stdout, "'rellu' is neither" in wrong.stderr) == (2, "", True)


@pytest.mark.parametrize(
    ("word", "hangs", "of"),
    [
        ("minimize", True, ""), ("global_block", True, ""),
        ("fluid.optimizer.Adam.minimize", True, "explain fluid.optimizer.Adam"),
        ("Program.clone", True, "explain Program"), ("PM999", False, ""), ("fluid.layers.nonsense", False, ""),
        ("Nonsense", False, ""),
    ],
)  # fmt: skip
def test_a_method_is_its_objects(word, hangs, of):
    result = run(word)
    assert result.exit_code == 2
    assert ("what becomes of it hangs on its object: give paddle-migrate the script" in result.stderr) == hangs
    assert of in result.stderr


@pytest.mark.parametrize(
    ("today", "old"),
    [
        ("paddle.optimizer.Adam", ["optimizer.Adam", "optimizer.AdamOptimizer"]),
        ("paddle.nn.functional.relu", ["layers.relu"]),
        ("F.relu", ["layers.relu"]),
        ("nn.Conv2D", ["Conv2D", "layers.conv2d"]),
        ("paddle.nn.MaxPool2D", ["Pool2D"]),
        ("F.ctc_loss", ["layers.warpctc"]),
    ],
)
def test_the_other_way_round(today, old):
    assert [f"paddle.fluid.{name}" for name in old] == [page.name for page in became(today)][: len(old)]
    assert f"  paddle.fluid.{old[0]}\n" in explain(today) + "\n"


@pytest.mark.parametrize("today", ["paddle.optimizer.Ada", "paddle.nonsense", "paddle", "paddle.nn", "F.r", "F"])
def test_what_is_no_name_of_todays_or_of_something_newer(today):
    assert became(today) == []
    assert explain(today) is None


def test_every_name_stands_for_itself_once():
    pages = every()
    assert len({(id(page.rule), page.last) for page in pages}) == len(pages) > 600
    assert explain("optimizer.Adam") == explain("paddle.optimizer.Adam").replace("paddle.optimizer", "optimizer", 1)


@pytest.mark.parametrize(
    ("word", "command"),
    [
        ("load_inference_model", "model"), ("fluid.io.save_inference_model", "model"), ("save_dygraph", "checkpoint"),
        ("fluid.io.load_persistables", "checkpoint"), ("fluid.save", "checkpoint"), ("relu", ""),
        ("fluid.layers.load", ""), ("fluid.dygraph.Layer", ""),
    ],
)  # fmt: skip
def test_what_lies_in_files_has_a_command(word, command):
    text = explain(word)
    assert ("paddle-migrate " in text) == bool(command)
    assert f"paddle-migrate {command}" in text or not command
