"""What stands in a program for a function of sequences: each door's cases, migrated, as rows and lengths, against what
real 1.8.5 gave: results, lengths, gradients."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import re
from pathlib import Path

import numpy as np
import paddle
import pytest
from paddle_compat._today_sequences.lengths import lengths_of
from paddle_migrate.api import Options, migrate_source

pytestmark = [
    pytest.mark.oracle,
    # Paddle's own words at its own calls
    pytest.mark.filterwarnings("ignore:The Attr.force_cpu.:UserWarning"),
    pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning"),
    pytest.mark.filterwarnings("ignore:(?s).*unified with:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:(?s).*sequence_mask. is deprecated"),
]
DOORS = Path(__file__).parents[1] / "fluid" / "layers" / "sequence"
HEAD = (
    "import numpy as np\nimport paddle.fluid as fluid\nimport paddle.fluid.layers as L\n\n\ndef P(name):\n"
    "    value = fluid.initializer.NumpyArrayInitializer(given[name])\n"
    "    return fluid.ParamAttr(name=name, initializer=value)\n\n\n"
)
KEPT = []  # Paddle 3 crashes now and then where it differentiates a loop after other programs were freed


def door(name):
    """The module of a door's own test, and what each of its cases is under 1.8.5."""
    spec = importlib.util.spec_from_file_location(f"sequences.{name}", DOORS / f"test_{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    cases = module.CASES if isinstance(module.CASES, dict) else {case: case for case in module.CASES}
    return module, {case: said if isinstance(said, str) else said[0] for case, said in cases.items()}


def script(expression, given, lods):
    """The case as a script, and what it is fed."""
    lines, feed, asked = [], {}, []
    for key in sorted(set(re.findall(r"\b[a-z]\w*\b", expression)) & set(given)):
        if re.search(rf"P\('{key}'\)", expression):
            continue
        value, lod = given[key], lods.get(key, ())
        shape = [None, *value.shape[1:]]
        lines.append(f"{key} = fluid.data({key!r}, {shape}, {str(value.dtype)!r}, lod_level={len(lod)})\n")
        feed[key] = value
        if lod:
            feed[f"{key}_lengths"] = np.diff(lod[-1])
        if value.dtype.kind == "f":
            lines.append(f"{key}.stop_gradient = False\n")
            asked.append(key)
    return f"{HEAD}{''.join(lines)}found = {expression}\n", feed, asked


@contextlib.contextmanager
def today():
    """A program of Paddle's own."""
    paddle.enable_static()
    try:
        main, startup, scope = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
        KEPT.extend([main, startup])
        with paddle.static.program_guard(main, startup), paddle.static.scope_guard(scope), \
                paddle.utils.unique_name.guard():
            yield
    finally:
        paddle.disable_static()


def run(text, said, feed, asked, given, theirs):
    """The results of a migrated case, the lengths of their sequences, and the gradients of the weighted results."""
    with today():
        scope = {"given": given}
        exec(compile(text, "script.py", "exec"), scope)
        results = scope["found"]
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        total, feed = None, dict(feed)
        for number, result in enumerate(results):
            wanted = theirs[str(number)]
            if wanted.dtype.kind != "f" or result.stop_gradient or (number and NO_GRADIENT.search(said)):
                continue
            weight = (np.cos(np.arange(wanted.size)) + 1.5).reshape(wanted.shape).astype(wanted.dtype)
            feed[f"weight_{number}"] = weight
            variable = paddle.static.data(f"weight_{number}", [None] * wanted.ndim, str(wanted.dtype))
            term = paddle.sum(result * variable)
            total = term if total is None else total + term
        parts = {str(number): result for number, result in enumerate(results)}
        lengths = {number: lengths_of(result, needed=False) for number, result in parts.items()}
        parts.update({f"{number} lengths": value for number, value in lengths.items() if value is not None})
        if total is not None:
            inputs = {key: scope[key] for key in asked}
            block = paddle.static.default_main_program().global_block()
            inputs.update({each.name: each for each in block.all_parameters()})
            found = paddle.static.gradients([total], list(inputs.values()))
            parts.update({f"d{key}": each for key, each in zip(inputs, found, strict=True) if each is not None})
        executor = paddle.static.Executor(paddle.CPUPlace())
        executor.run(paddle.static.default_startup_program())
        return dict(zip(parts, executor.run(feed=feed, fetch_list=list(parts.values())), strict=True))


# 1.8.5's sequences of sequences, and what is left to a person
LEFT = re.compile(
    r"named\(|fixed\(|nested|two|sequence_(?:slice|scatter|enumerate)|input_image_size|im2sequence.*out_stride|row_conv"
    r"|lod_append"
)
NO_GRADIENT = re.compile(r"found = L\.(?:dynamic_lstm|gru_unit)\b")  # of all results but the first, in 1.8.5
LEAST = {
    "convolution": 15, "crf": 13, "ctc": 10, "expansion": 9, "padding": 10, "pooling": 40, "recurrent": 69,
    "reordering": 12,
}


@pytest.mark.parametrize("name", LEAST)
def test_a_door(name, harness, sequences, migrate_file):
    module, cases = door(name)
    question = f"{sequences.source}\nanswer.update(run_static(fluid, {cases!r}, given, {module.LODS!r}))\n"
    every = harness.ask(f"layers.sequence.{name}", question, module.GIVEN, live=False)  # the door itself asks it live
    count = 0
    for case, expression in cases.items():
        theirs = {key.partition("|")[2]: value for key, value in every.items() if key.partition("|")[0] == case}
        if "error" in theirs or LEFT.search(expression):
            continue
        text, feed, asked = script(expression, module.GIVEN, module.LODS)
        result = migrate_file(text)
        assert result.left == [], case
        got = run(result.text, text, feed, asked, module.GIVEN, theirs)
        check(case, got, theirs, getattr(module, "WRONG", {}).get(case, ()))
        count += 1
    assert count >= LEAST[name]


DECODED = """
import paddle.fluid as fluid
words = fluid.data("words", [None, 3], lod_level=1)
tags = fluid.data("tags", [None, 1], "int64", lod_level=1)
emission = fluid.layers.fc(words, 4, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.1)))
attribute = fluid.ParamAttr(name="crfw", learning_rate=2.0, initializer=fluid.initializer.Constant(0.2))
loss = fluid.layers.mean(fluid.layers.linear_chain_crf(emission, tags, attribute))
found = loss  # fluid.layers.crf_decoding(emission, fluid.ParamAttr(name="crfw"))
fluid.optimizer.{}.minimize(loss)
"""


@pytest.mark.parametrize("optimizer", ["Momentum(0.1, 0.9)", "Adam(0.1)"])
def test_what_is_decoded_beside_it_does_not_change_how_a_field_trains(optimizer):
    def transitions(said):
        with today():
            scope = {}
            exec(compile(migrate_source(said, options=Options(programs=True)).text, "script.py", "exec"), scope)
            executor = paddle.static.Executor(paddle.CPUPlace())
            executor.run(paddle.static.default_startup_program())
            feed = {"words": np.arange(15, dtype="float32").reshape(5, 3) / 9, "words_lengths": np.array([3, 2]),
                    "tags": np.array([[0], [1], [2], [3], [1]]), "tags_lengths": np.array([3, 2])}
            for _ in range(3):
                executor.run(feed=feed, fetch_list=[scope["loss"], scope["found"]])
            return np.array(paddle.static.global_scope().find_var("crfw").get_tensor())

    said = DECODED.format(optimizer)
    np.testing.assert_array_equal(transitions(said.replace("loss  # ", "")), transitions(said))


SAVED = """
import tempfile
import numpy as np
import paddle.fluid as fluid
words = fluid.data("words", [None, 1], "int64", lod_level=1)
other = fluid.data("other", [None, 2])
rows = np.arange(12, dtype="float32").reshape(6, 2) / 7
table = fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(rows))
read = fluid.layers.sequence_pool(fluid.embedding(words, [6, 2], param_attr=table), "average")
out = fluid.layers.reshape(read, [-1, 2]) + other
executor = fluid.Executor(fluid.CPUPlace())
executor.run(fluid.default_startup_program())
folder = tempfile.mkdtemp()
names = ["words", "other"]
fluid.io.save_inference_model(folder, NAMES, [out], executor)
with fluid.scope_guard(fluid.Scope()):
    program, fed, fetched = fluid.io.load_inference_model(folder, executor)
    rows = fluid.create_lod_tensor(np.array([[1], [2], [5]]), [[2, 1]], fluid.CPUPlace())
    feed = {fed[0]: rows, fed[1]: np.ones([2, 2], "float32")}
    answer["found"] = np.array(executor.run(program, feed=feed, fetch_list=fetched)[0])
"""


@pytest.mark.parametrize("names", ['["words", "other"]', "names"])
def test_a_model_that_is_fed_sequences_is_fed_their_lengths(names, harness, migrate_file):
    text = SAVED.replace("NAMES", names)
    result = migrate_file(text)
    assert result.left == []
    with today():
        ours: dict = {}
        exec(compile(result.text, "script.py", "exec"), {"answer": ours})
    theirs = harness.ask("static.saved_sequences", SAVED.replace("NAMES", "names"))
    np.testing.assert_allclose(ours["found"], theirs["found"], 0, 1e-6)


def check(case, got, theirs, wrong):
    for key, wanted in theirs.items():
        where = f"{case}: {key}"
        if key.endswith(" lod") and case.startswith("L.reduce_"):
            continue  # no rows any more, which nobody asks for their lengths
        if key.endswith(" lod"):
            lod, lengths = json.loads(str(wanted)), got.get(f"{key[:-4]} lengths")
            assert (lengths is None) == (not lod), where
            if lod:
                np.testing.assert_array_equal(lengths, np.diff(lod[-1]), where)
        elif key not in wrong and (key in got or np.any(wanted)):  # a gradient of zeros is none
            assert got[key].shape == wanted.shape or (got[key].shape, wanted.shape) == ((), (1,)), where
            scale = max(1.0, np.abs(wanted).max(initial=0.0))
            np.testing.assert_allclose(got[key].reshape(wanted.shape) / scale, wanted / scale, 0, 1e-6, err_msg=where)
