"""Models for inference are saved and loaded by functions that are written into the script."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.project.project import Project

HEAD = 'import paddle.fluid as fluid\nx = fluid.data("x", [None, 4])\n'


@pytest.mark.parametrize(
    "call",
    [
        'save_inference_model("d", ["x"], [x], exe, main_program=p, params_filename="a")',
        'save_inference_model("d", names, [x], exe)',
        'save_inference_model("d", "x", [x], exe)',
        'save_inference_model("d", ["x"], [x], exe, None, name)',
        'save_inference_model("d", ["x"], [x], exe, export_for_deployment=False)',
        'save_inference_model("d", [y.name], [x], exe)',
        'save_inference_model("d", ["x", name], [x], exe)',
        'load_inference_model("d", exe, model_filename=name)',
        'load_inference_model("d", exe, params_filename=name)',
        'load_vars(exe, "d", main_program=p, predicate=exists)',
        'load_persistables(exe, "d")',
        'save_vars(exe, "d", p, predicate=wanted)',
        'load_params(exe, "d", p, filename="all")',
        'load_program_state("d")',
        'load_program_state("d", var_list=some)',
        'load(p, "d")',
        'load(p, "d", var_list=some)',
        'set_program_state(p, state)',
    ],
)
def test_a_call(call):
    result = migrate_source(f"{HEAD}fluid.io.{call}\n", options=Options(programs=True))
    assert result.text.endswith(f"\n{call}\n")
    assert "fluid" not in result.text
    assert [each.code for each in result.left] == ["PM333"] * call.startswith("load_inference")


@pytest.mark.parametrize(
    ("call", "new"),
    [
        ("save_inference_model(d, ['x'], [y, z], exe)",
         "save_inference_model(os.path.join(d, 'model'), [x], [y, z], exe)"),
        ("save_inference_model(executor=exe, target_vars=y, feeded_var_names=['x'], dirname=d + e)",
         "save_inference_model(os.path.join(d + e, 'model'), [x], y, exe)"),
        ("save_inference_model(d, ['x', 'y'], y, exe)",
         "save_inference_model(os.path.join(d, 'model'), "
         "fed_first([x, variable(paddle.static.default_main_program(), 'y')]), y, exe)"),
        ("save_inference_model(d, ['y', 'z'], y, exe)",
         "save_inference_model(os.path.join(d, 'model'), "
         "fed_first([variable(paddle.static.default_main_program(), name) for name in ['y', 'z']]), y, exe)"),
        ("save_inference_model(d, [x.name], [y], exe, None, 'a.model', 'a.params')",
         "save_inference_model(os.path.join(d, 'a'), [x], [y], exe)"),
        ("load_inference_model(d, exe, '__model__', params_filename=None)",
         "load_inference_model(os.path.join(d, 'model'), exe)"),
        ("load_inference_model(d, exe, 'net.model')", "load_inference_model(os.path.join(d, 'net'), exe)"),
        ("load_inference_model('./d/', exe)", "load_inference_model('./d/model', exe)"),
        ("load_inference_model('/', exe)", "load_inference_model(os.path.join('/', 'model'), exe)"),
        ("load_inference_model(dirname=d, executor=exe)", "load_inference_model(os.path.join(d, 'model'), exe)"),
    ],
)
def test_what_shows_its_variables_is_a_call_of_todays(call, new):
    result = migrate_source(f"{HEAD.replace(chr(34), chr(39))}fluid.io.{call}\n")
    assert " ".join(result.text.split()).replace("( ", "(").endswith(f" paddle.static.{new}")
    assert ("def " in result.text) == ("variable" in new)
    assert ("import os\n" in result.text) == ("os." in new)


@pytest.mark.parametrize(
    ("names", "rows"),
    [
        ("['y', 'z',\n            'w', 'v']", "[\n            'y', 'z',\n            'w', 'v'\n        ]"),
        ("[\n  'y',\n\n  'z', ]", "[\n            'y',\n            'z',\n        ]"),
        ("[\n  'y',  # one\n  'z']", "['y', 'z']"),
        ("[ 'y','z' ]", "['y', 'z']"),
    ],
)
def test_names_in_several_lines_stay_so(names, rows):
    call = f"def save(y):\n    fluid.io.save_inference_model(d, {names}, y, exe)\n"
    fed = f"[variable(paddle.static.default_main_program(), name) for name in {rows}]"
    assert fed in migrate_source(HEAD + call).text


@pytest.mark.parametrize("names", ["['x', 'y']", "('x',)"])
def test_names_in_a_variable(names):
    lines = f"names = {names}\nfluid.io.save_inference_model(d, names, y, exe)\n"
    found = "variable" if "y" in names else "data_named"  # of both, one is no data that the file makes
    fed = f"[{found}(paddle.static.default_main_program(), name) for name in names]"
    fed = f"fed_first({fed})" if "y" in names else fed
    text = " ".join(migrate_source(HEAD.replace(chr(34), chr(39)) + lines).text.split()).replace("( ", "(")
    assert text.endswith(f"paddle.static.save_inference_model(os.path.join(d, 'model'), {fed}, y, exe)")


FED = "those = made()\nloader = fluid.io.DataLoader.from_generator(feed_list=those, capacity=2)\n"


@pytest.mark.parametrize(
    ("lines", "names", "whole"),
    [
        (FED, "[v.name for v in those]", True),
        (FED, "[v.name for v in those if v]", False),
        (FED, "[w.name for v in those]", False),
        (FED, "[v.label for v in those]", False),
        (FED, "[v for v in those]", False),
        ("those = made()\nfluid.DataFeeder(those, p)\n", "[v.name for v in those]", False),
        (FED + "those = others()\n", "[v.name for v in those]", False),
        (FED, "[v.name for v in others]", False),
    ],
)
def test_all_that_a_loader_feeds(lines, names, whole):
    text = migrate_source(f"{HEAD}{lines}fluid.io.save_inference_model(d, {names}, y, exe)\n").text
    call = 'paddle.static.save_inference_model(os.path.join(d, "model"), fed_first(list(those)), y, exe)'
    assert (call in text) == whole
    assert text.endswith(f"\nsave_inference_model(d, {names}, y, exe)\n") != whole


@pytest.mark.parametrize("lines", ["names = ['x']\nnames = other\n", "names = ['x', name]\n", "names = []\n"])
def test_names_that_are_not_shown(lines):
    call = "save_inference_model(d, names, y, exe)\n"
    assert migrate_source(f"{HEAD}{lines}fluid.io.{call}").text.endswith(f"\n{call}")


@pytest.mark.parametrize(
    ("before", "named"),
    [
        ("def f():\n    main = fluid.default_main_program()\n    ", True),
        ("def f():\n    main = fluid.default_main_program()\n    def g():\n        ", True),
        ("main = fluid.default_main_program()\ndef f():\n    ", False),  # f may be called where another is the default
        ("def f():\n    main = fluid.default_main_program()\n    main = other\n    ", False),
        ("def f():\n    if x:\n        main = fluid.default_main_program()\n    ", False),
        ("def f():\n    main = fluid.default_main_program()\n    with fluid.program_guard(p):\n        ", False),
        ("def f():\n    main = fluid.default_startup_program()\n    ", False),
    ],
)
def test_the_default_program_by_its_name(before, named):
    text = " ".join(migrate_source(f"{HEAD}{before}fluid.io.save_inference_model(d, ['y'], z, exe)\n").text.split())
    program = "main" if named else "paddle.static.default_main_program()"
    assert f"[variable({program}, " in text


def test_data_of_the_function_around():
    text = "import paddle.fluid as fluid\ndef f():\n    x = fluid.data('x', [1])\n    def save():\n        " \
           "fluid.io.save_inference_model(d, ['x'], y, exe)\n    return save\n"
    new = "paddle.static.save_inference_model(os.path.join(d, 'model'), [x], y, exe)"
    assert new in migrate_source(text).text


def test_data_of_another_function_are_not_meant():
    text = "import paddle.fluid as fluid\ndef f():\n    x = fluid.data('x', [1])\n    return x\n"
    result = migrate_source(f"{text}fluid.io.save_inference_model(d, ['x'], y, exe)\n")
    assert "[data_named(paddle.static.default_main_program(), 'x')]" in result.text


SEQUENCES = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 1], 'int64', lod_level=1)\n" \
            "y = fluid.layers.sequence_pool(fluid.embedding(x, [6, 2]), 'sum')\n"


@pytest.mark.parametrize(
    ("call", "new"),
    [
        ("save_inference_model(d, ['x'], [y], exe)",
         "paddle.static.save_inference_model(os.path.join(d, 'model'), with_lengths_fed([x]), [y], exe)"),
        ("save_inference_model(d, names, [y], exe)", "save_sequence_model(d, names, [y], exe)"),
        ("load_inference_model(d, exe)", "load_sequence_model(d, exe)"),
    ],
)
def test_sequences_are_fed_with_their_lengths(call, new):
    result = migrate_source(f"{SEQUENCES}fluid.io.{call}\n")
    assert result.text.endswith(f"\n{new}\n")
    assert [each.code for each in result.left] == ["PM333"] * call.startswith("load")
    assert any("NAME_lengths" in each.message for each in result.findings)


def test_todays_stay(check_noop):
    check_noop("import paddle\npaddle.static.save_inference_model('d', [x], [y], exe)\n", programs=True)


TWO = "a = fluid.data('a', [None, 2])\nb = fluid.data('b', [None, 2])\n"


@pytest.mark.parametrize(
    ("names", "fed"),
    [
        ("['a', 'b']", "[a, b]"),
        ("[a.name, b.name]", "[a, b]"),
        ("['a']", "[a]"),
        ("['b', 'a']", "fed_first([b, a])"),
        ("[b.name, a.name]", "fed_first([b, a])"),
    ],
)
def test_data_that_are_made_in_another_order(names, fed):
    result = migrate_source(f"{HEAD}{TWO}fluid.io.save_inference_model('d', {names}, [y], exe)\n")
    assert result.text.endswith(f"paddle.static.save_inference_model('d/model', {fed}, [y], exe)\n")
    assert migrate_source(result.text).text == result.text


SAVED = """\
import tempfile
import numpy as np
import paddle.fluid as fluid
from names import ORDER, of

a = fluid.data('a', [None, 4], 'float32')
b = fluid.data('b', [None, 4], 'float32')
apart, both = fluid.layers.elementwise_sub(a, b), fluid.layers.elementwise_add(a, b)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())

def again(names, targets):
    with tempfile.TemporaryDirectory() as d:
        fluid.io.save_inference_model(d, names, targets, exe)
        show(d)

def show(d):
    program, names, targets = fluid.io.load_inference_model(d, exe)
    feed = {names[0]: np.full([1, 4], 5, 'float32'), names[1]: np.full([1, 4], 2, 'float32')}
    print(names, [each.flatten().tolist() for each in exe.run(program, feed=feed, fetch_list=targets)])

with tempfile.TemporaryDirectory() as d:
    fluid.io.save_inference_model(d, ['b', 'a'], [both, apart], exe)
    show(d)
with tempfile.TemporaryDirectory() as d:
    fluid.io.save_inference_model(dirname=d, feeded_var_names=[b.name, a.name], target_vars=[apart], executor=exe)
    show(d)
again(['a', 'b'], [apart, both])
again(ORDER, [both, apart])
again(of(b, a), [apart])
again([each.name for each in (b, a)], [b, apart])
"""


def test_models_are_fed_in_the_order_of_their_names(run_both_ways):
    names = "ORDER = ['b', 'a']\n\ndef of(*variables):\n    return [each.name for each in variables]\n"
    old, new = run_both_ways({"saved": {"main.py": SAVED, "names.py": names}})
    assert old == new
    assert [line[:10] for line in old["saved"]] == ["['b', 'a']"] * 2 + ["['a', 'b']"] + ["['b', 'a']"] * 3


KEEPING = """\
import numpy as np
import paddle.fluid as fluid
from loading import run
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    words = fluid.layers.data("words", [1], dtype="int64", lod_level=1)
    size = fluid.layers.data("size", [1], dtype="float32")
    more = fluid.layers.data("more", [1], dtype="int64", lod_level=1)
    attr = fluid.ParamAttr(name="w", initializer=fluid.initializer.Constant(0.5))
    pooled = [fluid.layers.embedding(x, [9, 2], param_attr=attr) for x in (words, more)]
    parts = [fluid.layers.sequence_pool(x, "sum") for x in pooled]
    out = fluid.layers.elementwise_add(parts[0] * size, parts[1])
exe = fluid.Executor(fluid.CPUPlace())
exe.run(start)
fluid.io.save_inference_model("kept", ["more", "words", "size"], [out], exe, main)
run(exe, "kept")
"""
LOADING = """\
import numpy as np
import paddle.fluid as fluid


def lod(rows):
    flat = np.array([each for row in rows for each in row], "int64").reshape(-1, 1)
    return fluid.create_lod_tensor(flat, [[len(row) for row in rows]], fluid.CPUPlace())


GIVEN = {{"words": lod([[1, 2], [3]]), "more": lod([[4], [5, 6, 7]]), "size": np.array([[2.0], [3.0]], "float32")}}


def run(exe, folder):
    {loaded}
    print(sorted(feed))
    print(np.array(exe.run(program, feed=feed, fetch_list=fetched)[0]).tolist())
"""
LOADED = [
    "program, names, fetched = fluid.io.load_inference_model(folder, exe)\n    feed = {n: GIVEN[n] for n in names}",
    "program, names, fetched = fluid.io.load_inference_model(folder, exe)\n    feed = {}\n    for n in names:\n"
    "        feed[n] = GIVEN[n]\n    print(len(names), names[-1], names)",
    "model = fluid.io.load_inference_model(folder, exe)\n    program, fetched = model[0], model[2]\n"
    "    feed = dict(zip(model[1], map(GIVEN.get, model[1])))\n    assert set(model[1]) == set(GIVEN)",
    "load = fluid.io.load_inference_model\n    program, (a, b, c), fetched = load(dirname=folder, executor=exe)\n"
    "    feed = {a: GIVEN[a], b: GIVEN[b], c: GIVEN[c]}",
]


def test_names_to_feed_are_those_of_sequences_alone(run_both_ways):
    old, new = run_both_ways({f"loaded {n}": {"main.py": KEEPING, "loading.py": LOADING.format(loaded=loaded)}
                              for n, loaded in enumerate(LOADED)})
    assert new == old
    assert all(lines[-2:] == ["['more', 'size', 'words']", "[[2.5, 2.5], [3.0, 3.0]]"] for lines in old.values())


def test_a_program_that_saves_its_models_is_not_told_to_convert_them():
    text = f"{HEAD}fluid.io.save_inference_model('d', ['x'], [x], exe)\nfluid.io.load_inference_model('d', exe)\n"
    assert not migrate_source(text).left


SAVES = """\
import paddle.fluid as fluid
def save(exe, folder):
    fluid.io.{}(exe, folder)
"""
ASKS = """\
import os
import numpy as np
import paddle.fluid as fluid
from saving import save
exe = fluid.Executor(fluid.CPUPlace())
def build(value):
    attr = fluid.ParamAttr('w', fluid.initializer.Constant(value))
    h = fluid.layers.fc(fluid.data('x', [None, 2]), 2, param_attr=attr)
    return fluid.layers.mean(h)
with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
    fluid.optimizer.Momentum(0.1, 0.9).minimize(build(0.5))
    exe.run(fluid.default_startup_program())
    save(exe, 'had')
with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
    loss = build(0.1)
    exe.run(fluid.default_startup_program())
    {}
    print(exe.run(feed={{'x': np.ones([1, 2], 'float32')}}, fetch_list=[loss])[0].tolist())
"""
ASKED = [
    "fluid.io.load_vars(exe, 'had', predicate=lambda var: os.path.exists(os.path.join('had', var.name)))",
    """def if_exist(var):
        return os.path.exists(os.path.join('had', var.name))
    fluid.io.load_vars(
        exe, 'had', main_program=fluid.default_main_program(), predicate=if_exist)""",
    "fluid.io.load_vars(executor=exe, dirname='had', predicate=lambda v: v.name in os.listdir('had'))",
    """def is_there(var):
        return isinstance(var, fluid.framework.Parameter) and os.path.exists(os.path.join('had', var.name))
    found = filter(is_there, fluid.default_main_program().list_vars())
    fluid.io.load_vars(exe, 'had', vars=list(found), main_program=fluid.default_main_program())""",
    """files = os.listdir('had')
    fluid.io.load_vars(exe, 'had', vars=[v for v in fluid.default_main_program().list_vars() if v.name in files])""",
    """state = fluid.io.load_program_state('had')
    main = fluid.default_main_program()
    there = [p.name for p in main.all_parameters() if p.name in os.listdir('had')]
    fluid.io.set_program_state(main, {name: state[name] for name in there})""",
    """main = fluid.default_main_program()
    found = [v for v in main.all_parameters() if os.path.isfile(os.path.join('had', v.name))]
    fluid.io.set_program_state(main, fluid.io.load_program_state('had', var_list=found))""",
    """main = fluid.default_main_program()
    found = [v for v in main.all_parameters() if os.path.exists('had/' + v.name)]
    fluid.io.set_program_state(main, {v.name: fluid.io.load_program_state('had')[v.name] for v in found})""",
    """state, names = fluid.io.load_program_state('had'), [n for _, _, files in os.walk('had') for n in files]
    fluid.io.set_program_state(fluid.default_main_program(), {name: state[name] for name in names if name in state})""",
]


def test_what_asks_for_files_of_variables_finds_them(run_both_ways):
    """1.8.5 gives 1.0; nothing would be loaded of one file for all, which gives 0.2."""
    texts = {f"{n} {save}": {"main.py": ASKS.format(asks), "saving.py": SAVES.format(save)}
             for n, asks in enumerate(ASKED) for save in ("save_persistables", "save_params")}
    old, new = run_both_ways(texts)
    assert new == old == {name: ["[1.0]"] for name in texts}


@pytest.mark.parametrize(
    "line",
    [
        "fluid.io.load_params(exe, 'd')",
        "fluid.io.load_persistables(exe, 'd')",
        "state = np.load('d')",
        "last = sorted(os.listdir('d'))[-1]\nfluid.io.load_params(exe, last)",  # of folders of models
        "if os.path.exists('d'): fluid.io.load_params(exe, 'd')",
        "print(v.name, os.path.exists('d'))",
    ],
)
def test_without_a_question_todays_files_are_saved(line):
    text = f"{SAVES.format('save_params')}{line}\n"
    assert "paddle.static.save(" in migrate_source(text, options=Options(programs=True)).text


@pytest.mark.parametrize(("save", "stays"), [("save_params", False), ("save_persistables", True)])
@pytest.mark.parametrize("line", ["fluid.load(main, 'd', exe)", "state = fluid.io.load_program_state('d')"])
def test_of_what_is_taken_whole_parameters_alone_are_saved(save, stays, line):
    text = f"{SAVES.format(save)}{line}\n"
    assert ("paddle.static.save(" in migrate_source(text, options=Options(programs=True)).text) == stays


LOOKS = "fluid.io.load_vars(exe, 'd', predicate=lambda v: os.path.exists(os.path.join('d', v.name)))\n"


@pytest.mark.parametrize(("line", "are_files"), [(LOOKS, True), ("fluid.io.load_params(exe, 'd')\n", False)])
def test_a_script_beside_it_asks(tmp_path, line, are_files):
    path, text = tmp_path / "train.py", SAVES.format("save_params")
    path.write_text(text)
    (tmp_path / "infer.py").write_text(f"import os\nimport paddle.fluid as fluid\nexe = fluid.Executor(p)\n{line}")
    project = Project(sorted(tmp_path.glob("*.py")), [tmp_path])
    result = migrate_source(text, str(path), project=project, options=Options(programs=True))
    assert ("paddle.static.save(" not in result.text) == are_files


@pytest.mark.parametrize(("other", "left"), [("save_inference_model", []), ("save_params", ["PM333"])])
def test_what_a_script_beside_it_saves_needs_no_conversion(tmp_path, other, left):
    (tmp_path / "train.py").write_text(f"import paddle.fluid as fluid\nfluid.io.{other}(d, n, [y], exe)\n")
    path = tmp_path / "infer.py"
    path.write_text("import paddle.fluid as fluid\nexe = fluid.Executor(p)\nfluid.io.load_inference_model(d, exe)\n")
    result = migrate_source(path.read_text(), str(path), project=Project(sorted(tmp_path.glob("*.py")), [tmp_path]))
    assert [each.code for each in result.left] == left


CHOSEN = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
x = fluid.data("x", [None, 3])
h = L.fc(x, 2, param_attr=fluid.initializer.Constant(0.5))
"""
STEPS = """\
loss = L.mean(h)
fluid.optimizer.Adam(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
main = fluid.default_main_program()


def step():
    value, = exe.run(main, feed={"x": np.ones((2, 3), "float32")}, fetch_list=[loss])
    return round(float(value[0]), 4)


"""
GRADIENTS_THROUGH = {
    "branch": "h = L.cond(L.mean(h) > 0, lambda: h * 2., lambda: h * 3.)\n",
    "case": "from paddle.fluid.layers import case\nh = case([(L.mean(h) > 0, lambda: h * 2.)], lambda: h * 3.)\n",
    "loop": "n = L.fill_constant([1], 'int64', 2)\n"
    "_, h = L.while_loop(lambda i, h: i < n, lambda i, h: [i + 1, L.tanh(h) * 2.], "
    "[L.fill_constant([1], 'int64', 0), h])\n",
}
PROGRAM = "main = fluid.default_main_program()\n"
IN_PYTHON = {
    "function": "o = main.current_block().create_var(name='o', dtype='float32', shape=[-1, 2])\n"
    "o = L.py_func(lambda a: np.tanh(np.array(a)), h, o)\n",
    "chunks": "t = L.cast(x, 'int64')\nL.chunk_eval(t, t, 'IOB', 2, seq_length=L.fill_constant([2], 'int64', 3))\n",
}
KEPT = {
    "program": ("fluid.save(main, 'kept/all')\n", "fluid.load(main, 'kept/all', exe)\n"),
    "lasting": ("fluid.io.save_persistables(exe, 'kept', main)\n", "fluid.io.load_persistables(exe, 'kept', main)\n"),
    "parameters": ("fluid.io.save_params(exe, 'kept')\n", "fluid.io.load_params(exe, 'kept')\n"),
}


@pytest.mark.slow
def test_programs_with_gradients_through_loops_and_branches(run_both_ways):
    """Today's static.save ends the process for them on Paddle 3."""
    scripts = {
        f"{through} {kept}": {"main.py": f"{CHOSEN}{lines}{STEPS}print(step(), step())\n{save}"
                              f"print(step())\n{load}print(step())\n"}
        for through, lines in GRADIENTS_THROUGH.items() for kept, (save, load) in KEPT.items()
    }  # fmt: skip
    old, new = run_both_ways(scripts)
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert all(len(lines) == 3 for lines in old.values())
    assert new == old


@pytest.mark.parametrize("which", IN_PYTHON)
@pytest.mark.parametrize("kept", KEPT)
def test_programs_that_run_python(run_both_ways, which, kept):
    """Today's static.save has an error for them on Paddle 3, and has written the parameters then."""
    save, load = KEPT[kept]
    text = f"{CHOSEN}{PROGRAM}{IN_PYTHON[which]}{STEPS}print(step(), step())\n"
    text += f"{save}print(step())\n{load}print(step())\n"
    old, new = run_both_ways({which: {"main.py": text}})
    assert new == old == {which: ["1.5 1.1", "0.7", "0.7"]}


@pytest.mark.parametrize("lines", [
    "from paddle.fluid.layers import (\n    case, mean)\nh = case([(ready, lambda: h)])\n",
    "h = L.case([(ready, lambda: h)])\n",
    "import paddle.fluid.layers as K\nh = K.case([(ready, lambda: h)])\n",
])
def test_branches_by_other_names(lines):
    assert migrate_source(f"{CHOSEN}{lines}fluid.save(main, 'kept/all')\n").text.endswith("\nsave(main, 'kept/all')\n")


@pytest.mark.parametrize("lines", ["", "with L.Switch() as s:\n    with s.case(ready):\n        L.assign(a, b)\n"])
def test_other_programs_are_saved_by_todays(lines):
    text = migrate_source(f"{CHOSEN}{lines}fluid.save(fluid.default_main_program(), 'kept/all')\n").text
    assert "paddle.static.save(paddle.static.default_main_program(), 'kept/all')" in text


@pytest.mark.parametrize(
    ("call", "path"),
    [
        ("load_inference_model('saved', exe)", "NEWDIR/model"), ("load_inference_model('saved/', exe)", "NEWDIR/model"),
        ("load_inference_model(dirname=folder, executor=exe)", "NEWDIR/model"),
        ("load_inference_model('saved', exe, '__model__', '__params__')", "NEWDIR/model"),
        ("load_inference_model('saved', exe, model_filename='net.bin', params_filename='all')", "NEWDIR/net"),
        ("load_inference_model(folder, exe, model_filename=name)", "NEWDIR"),
        ("load_inference_model(*given)", "NEWDIR"),
    ],
)
def test_what_is_to_be_named_is_what_the_line_needs(call, path):
    """The function that is written in puts the file's name behind the folder; today's own takes both."""
    result = migrate_source(f"{HEAD}fluid.io.{call}\n")
    (message,) = [each.message for each in result.left]
    assert message.endswith(f"paddle-migrate model OLDDIR -o NEWDIR, and name {path} here")
    last, name = result.text.splitlines()[-1], path.partition("/")[2]
    assert last.startswith("paddle.static.load") == bool(name)
    assert not name or f'{name}"' in last or f"{name}'" in last


@pytest.mark.parametrize("given", ["None, None, ends", "pserver_endpoints=ends", "pserver_endpoints=['a:1']"])
def test_tables_of_servers_are_not_read(given):
    text = "import paddle.fluid as fluid\nexe = fluid.Executor()\nends = ['127.0.0.1:80']\n" \
           f"program, names, found = fluid.io.load_inference_model('d', exe, {given})\n"
    assert any("pserver_endpoints" in each.message for each in migrate_source(text).left)


UNFED = """\
import os
import paddle.fluid as fluid
w = fluid.layers.create_parameter([2], 'float32', default_initializer=fluid.initializer.Constant(2.0))
y = fluid.layers.fill_constant([2], 'float32', 3.0) * w
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
fed, fetched = [], [y]
fluid.io.save_inference_model('unfed', fed, fetched, exe)
fluid.io.save_inference_model('whole', [], [], exe, export_for_deployment=False)
print(len(os.listdir('whole')) > 1)
with fluid.scope_guard(fluid.Scope()):
    program, names, out = fluid.io.load_inference_model('unfed', exe)
    print(names, exe.run(program, feed={}, fetch_list=out)[0].tolist())
"""


def test_a_model_that_is_fed_nothing_and_all_of_a_program(run_both_ways):
    old, new = run_both_ways({"unfed": {"main.py": UNFED}})
    assert old == new == {"unfed": ["True", "[] [6.0, 6.0]"]}
