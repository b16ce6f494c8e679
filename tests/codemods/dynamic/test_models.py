"""Models for inference and parameters, saved and loaded."""

from __future__ import annotations

import pytest

END = "        print(value)\n"
SAVE = '    fluid.io.save_inference_model("model", ["x"], [predict], exe)\n'
LOAD = """\
    program, names, results = fluid.io.load_inference_model("model", exe)
    assert names[0] == "x"
    found = exe.run(program, feed={names[0]: ARRAY}, fetch_list=results)
"""


def test_a_model_is_saved_and_loaded(layers):
    text = layers((END, END + SAVE + LOAD), ("import numpy as np\n", "import os\nimport numpy as np\n"))
    assert """\
    network.eval()
    paddle.jit.save(network, "model/model", input_spec=[x])
    network.train()
    program = paddle.jit.load("model/model")
    program.eval()
    with paddle.no_grad():
        found = [program(paddle.to_tensor(ARRAY)).numpy()]
""" in text
    assert "\nimport os\nimport numpy as np\nimport paddle\n" in f"\n{text}"
    assert '    x = paddle.static.InputSpec([None, 4], "float32", "x")\n' in text


@pytest.mark.parametrize(("lists", "given"), [
    ('    names = ["x"]\n    results = [predict]\n', 'names, results'),
    ('    names = ["x"]\n', 'names, [predict]'),
    ('    results = [predict]\n', '["x"], results'),
])
def test_lists_that_say_what_is_saved_go(layers, lists, given):
    text = layers((END, END + lists + SAVE.replace('["x"], [predict]', given)))
    assert '    paddle.jit.save(network, "model/model", input_spec=[x])\n' in text
    assert "results" not in text
    assert "names" not in text
    assert "fed_first" not in text


def test_a_list_that_is_read_elsewhere_stays(layers):
    lists = '    names = ["x"]\n    print(names)\n'
    text = layers((END, END + lists + SAVE.replace('["x"]', "names")))
    assert lists in text


@pytest.mark.parametrize("program", ["test", "fluid.default_main_program()", "None"])
def test_the_copy_for_tests_is_of_the_same_network(layers, program):
    text = layers((END, END + SAVE.replace("exe)", f"exe, main_program={program})")))
    assert text.count("paddle.jit.save(network, ") == text.count(".eval()") == 1


def test_a_program_of_several_names(layers):
    named = "    main = fluid.default_main_program()\n    compiled = fluid.CompiledProgram(main)\n    exe = "
    text = layers(("    exe = ", named), ("exe.run(feed", "exe.run(compiled, feed"))
    assert "compiled" not in text
    assert "main =" not in text
    assert "        loss.backward()\n" in text


def test_a_scope_of_its_own_goes(layers):
    guarded = "    with fluid.scope_guard(fluid.Scope()):\n" + "".join(f"    {line}\n" for line in LOAD.splitlines())
    text = layers((END, END + SAVE + guarded))
    assert "    with paddle.no_grad():\n        program = paddle.jit.load(" in text
    assert "        found = [program(paddle.to_tensor(ARRAY)).numpy()]\n" in text


def test_parameters(layers):
    text = layers((END, END + '    fluid.io.save_params(exe, "saved")\n'))
    assert '    paddle.save(network.state_dict(), os.path.join("saved", "model.pdparams"))\n' in text


@pytest.mark.parametrize(("code", "why"), [
    (SAVE.replace("[predict]", "[predict, loss]"), "the saved model gives is worked out behind what needs y"),
    (SAVE.replace('["x"]', '["other"]'), "what the saved model takes and gives"),
    (SAVE + SAVE.replace("[predict]", "[loss]"), "two models of one network"),
    (SAVE.replace("exe)", 'exe, model_filename=__name__)'), "the model's file has a name of its own"),
    (LOAD, "a model is loaded that this file does not save"),
    (SAVE + LOAD + "    print(names)\n", "names is used here otherwise"),
    (SAVE.replace("[predict], exe)", "[predict], exe, other)"), "it is not seen here which program other is"),
    (SAVE.replace("[predict], exe)", "[predict], exe, fluid.default_startup_program())"), "is none of this network"),
])
def test_what_stays_a_program(stays, code, why):
    assert why in stays((END, END + code))
