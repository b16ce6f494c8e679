"""What stands for an expression today stands for it in a program, too: each door's cases as today's programs, run by
Paddle's own executor, against what real 1.8.5 gave."""

from __future__ import annotations

import contextlib
import importlib.util
import re
import tempfile
import types
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import paddle
import pytest

pytestmark = [
    pytest.mark.oracle,
    # Paddle's own words at its own calls
    pytest.mark.filterwarnings("ignore:The Attr.force_cpu.:UserWarning"),
    pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning"),
]

ORACLE = Path(__file__).parents[2] / "oracle"
HEAD = "import numpy as np\nimport paddle.fluid as fluid\nimport paddle.fluid.layers as L\n"
OTHERWISE = {
    # 1.8.5 itself answered otherwise in a program; the doors ask it in dynamic mode
    "div_ints", "dropout_test", "dropout_upscale_test", "reshape_actual", "scale_act", "yolo_box_wide",
    # a size in a tensor, which building the program refuses
    "nearest_tensor", "resize_tensor", "bilinear_tensor",
    # of which the tool knows no sizes before a run, and today's Paddle compares all
    "lengthened", "lengthened_row", "lengthened_operator",
}


@contextlib.contextmanager
def today() -> Iterator[None]:
    """A program of Paddle's own."""
    paddle.enable_static()
    try:
        main, startup, scope = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, startup), paddle.static.scope_guard(scope):
            yield
    finally:
        paddle.disable_static()


def built(text):
    """What a text leaves in ``found``. An error is told in words: what pytest shows of Paddle's values can crash."""
    scope = {}
    try:
        exec(compile(text, "script.py", "exec"), scope)
    except Exception as error:
        words = f"{text}{type(error).__name__}: {str(error)[-300:]}"
        scope.clear()
    else:
        return scope["found"]
    raise AssertionError(words)


def run(texts, feed):
    """What each text leaves in ``found``, all built into one program and run at once."""
    with today():
        results = []
        for text in texts:
            found = built(text)
            results.append(list(found) if isinstance(found, (list, tuple)) else [found])
        executor = paddle.static.Executor(paddle.CPUPlace())
        executor.run(paddle.static.default_startup_program())
        listed = [each for result in results for each in result]
        values = iter(executor.run(paddle.static.default_main_program(), feed=feed, fetch_list=listed))
        return [[next(values) for _ in result] for result in results]


def program(number, expression, given):
    used = {key: value for key, value in given.items() if re.search(rf"\b{key}\b", expression)}
    lines = [f"{key} = fluid.data('{key}_{number}', {list(value.shape)}, {str(value.dtype)!r})\n"
             for key, value in used.items()]
    feed = {f"{key}_{number}": value for key, value in used.items()}
    return HEAD + "".join(lines) + f"found = {expression}\n", feed


def doors():
    for path in sorted(Path(__file__).parents[1].rglob("test_*.py")):
        names = re.findall(r'return both\("([\w.]+)", CASES, GIVEN', path.read_text(encoding="utf-8"))
        if names and names[0].startswith("layers.") and names[0] != "layers.distributions":
            yield pytest.param(path, names[0], id=names[0])


def module(path):
    spec = importlib.util.spec_from_file_location(f"door.{path.parent.name}.{path.stem}", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize(("path", "name"), list(doors()))
def test_the_cases_of_a_door(path, name, harness, migrate_file):
    door = module(path)
    question = (ORACLE / "cases.py").read_text(encoding="utf-8")
    question = f"{question}\nanswer.update(run_cases(fluid, {door.CASES!r}, given))\n"
    theirs = harness.ask(name, question, door.GIVEN)
    texts, feeds = {}, {}
    for number, (case, expression) in enumerate(door.CASES.items()):
        text, feed = program(number, expression, door.GIVEN)
        result = migrate_file(text)
        dynamic = "dygraph" in expression or case in OTHERWISE
        if f"{case}|0" in theirs and not result.left and not dynamic:
            assert "fluid" not in result.text, case
            texts[case] = result.text
            feeds.update(feed)
    assert len(texts) >= len(door.CASES) // 3
    for case, values in zip(texts, run(texts.values(), feeds), strict=True):
        for number, got in enumerate(values):
            wanted = theirs[f"{case}|{number}"]
            assert wanted.shape == np.shape(got) or (wanted.shape, np.shape(got)) == ((1,), ()), case
            np.testing.assert_allclose(np.reshape(got, wanted.shape), wanted, 1e-5, 1e-6, err_msg=case)


TRAINED = """
import paddle.fluid as fluid
import numpy as np

random = np.random.RandomState(5)


def drawn(*shape):
    return fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(
        random.uniform(-0.5, 0.5, shape).astype("float32")))


def network(image, label):
    conv = fluid.layers.conv2d(image, num_filters=4, filter_size=3, padding=1, act="relu",
                               param_attr=drawn(4, 1, 3, 3), bias_attr=drawn(4))
    normal = fluid.layers.batch_norm(conv, act="relu")
    pool = fluid.layers.pool2d(normal, pool_size=2, pool_type="avg", pool_stride=2)
    out = fluid.layers.fc(pool, size=3, act="softmax", param_attr=drawn(36, 3), bias_attr=drawn(3))
    return fluid.layers.mean(fluid.layers.cross_entropy(input=out, label=label))


main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.scope_guard(fluid.global_scope()):
    image = fluid.data("image", [None, 1, 6, 6])
    label = fluid.layers.data("label", [1], dtype="int64")
    loss = network(image, label)
    fluid.optimizer.Momentum(0.05, 0.9, regularization=fluid.regularizer.L2Decay(1e-3)).minimize(loss)
executor = fluid.Executor(fluid.CPUPlace())
executor.run(startup)
losses = []
for _ in range(6):
    feed = {"image": random.rand(8, 1, 6, 6).astype("float32"), "label": random.randint(0, 3, [8, 1])}
    value, = executor.run(main, feed=feed, fetch_list=[loss.name])
    losses.append(value[0])
"""


@pytest.fixture(scope="module")
def trained(harness):
    """What 1.8.5 gives for each of the scripts, by the name of the script."""
    question = ["import tempfile, types"]
    for name, call in RUN.items():
        text = (RUNNERS / f"{name}.py").read_text(encoding="utf-8")
        question.append(f"{name} = types.ModuleType({name!r})\nexec({text!r}, {name}.__dict__)\n"
                        f"for number, part in enumerate({call}):\n"
                        f"    answer['{name}|%d' % number] = np.array(part, 'float32')")
    return harness.ask("static.runners", "\n".join(question))


RUNNERS = Path(__file__).parent / "runners"
RUN = {
    "fit_a_line": "fit_a_line.train(tempfile.mkdtemp())",
    "digits": "digits.train()",
    "words": "words.train(tempfile.mkdtemp())",
}


@pytest.mark.parametrize("name", RUN)
def test_a_script_runs_migrated_with_185s_numbers(name, trained, migrate_file):
    result = migrate_file((RUNNERS / f"{name}.py").read_text(encoding="utf-8"))
    assert result.left == []
    assert "fluid" not in result.text
    scope = {"__name__": name}
    try:
        exec(compile(result.text, f"{name}.py", "exec"), scope)
        main, startup, at = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, startup), paddle.static.scope_guard(at):
            parts = eval(RUN[name], {name: types.SimpleNamespace(**scope), "tempfile": tempfile})
    finally:
        paddle.disable_static()
    assert len(parts) >= 2
    for number, part in enumerate(parts):
        wanted = trained[f"{name}|{number}"]
        np.testing.assert_allclose(np.reshape(np.array(part, "float32"), wanted.shape), wanted, 2e-6, 1e-7)


def test_a_program_trains_migrated_as_under_185(harness, migrate_file):
    theirs = harness.ask("static.migrated", f"{TRAINED}\nanswer['losses'] = np.array(losses)\n")["losses"]
    result = migrate_file(TRAINED)
    assert result.left == []
    assert "fluid" not in result.text
    scope = {}
    try:
        exec(compile(result.text, "script.py", "exec"), scope)
    finally:
        paddle.disable_static()
    np.testing.assert_allclose(np.ravel(scope["losses"]), np.ravel(theirs), 1e-6)


# what is written into the script for names that no single call stands for
HELPED = TRAINED[: TRAINED.index("def network")] + """
def network(image, label):
    group = fluid.nets.img_conv_group(image, [2, 3], 2, conv_act="relu", pool_stride=2,
                                      conv_with_batchnorm=[True, False],
                                      param_attr=[drawn(2, 1, 3, 3), drawn(3, 2, 3, 3)])
    wide = fluid.layers.conv2d_transpose(group, 2, output_size=[10, 11], filter_size=3, stride=3, act="tanh",
                                         param_attr=drawn(3, 2, 3, 3), bias_attr=drawn(2))
    out = fluid.layers.fc([group, wide], 2, act="softmax", param_attr=[drawn(27, 2), drawn(220, 2)], bias_attr=drawn(2))
    return out, fluid.layers.mean(fluid.layers.cross_entropy(input=out, label=label))


main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.scope_guard(fluid.global_scope()):
    image = fluid.data("image", [None, 1, 6, 6])
    label = fluid.layers.data("label", [1], dtype="int64")
    out, loss = network(image, label)
    areas = [fluid.layers.auc(out, label, slide_steps=steps)[:2] for steps in (0, 1, 2)]
    fluid.clip.set_gradient_clip(fluid.clip.GradientClipByGlobalNorm(0.2))
    fluid.optimizer.SGD(0.5).minimize(loss)
    test = main.clone(for_test=True)
executor = fluid.Executor(fluid.CPUPlace())
executor.run(startup)
found = []
for _ in range(5):
    feed = {"image": random.rand(8, 1, 6, 6).astype("float32"), "label": random.randint(0, 2, [8, 1])}
    fetched = executor.run(main, feed=feed, fetch_list=[loss] + [each for pair in areas for each in pair])
    found.append([float(np.ravel(each)[0]) for each in fetched])
    found[-1].append(float(np.ravel(executor.run(test, feed=feed, fetch_list=[loss])[0])[0]))
"""


@pytest.mark.filterwarnings("ignore:(?s).*unified with elementwise_add:DeprecationWarning")  # 2.6.2 of any sum
def test_what_is_written_into_a_script_has_185s_numbers(harness, migrate_file):
    theirs = harness.ask("static.migrated_helpers", f"{HELPED}\nanswer['found'] = np.array(found)\n")["found"]
    result = migrate_file(HELPED)
    assert result.left == []
    scope = {}
    try:
        exec(compile(result.text, "script.py", "exec"), scope)
    finally:
        paddle.disable_static()
    np.testing.assert_allclose(scope["found"], theirs, 1e-5)
