"""Parameters that are saved and loaded again: the network's state, and the optimizer's where all of a program's was."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

OLD = """\
import os
import numpy as np
import paddle.fluid as fluid

X = np.random.RandomState(0).rand(4, 6).astype("float32")
PLACE = "states"


def main():
    x = fluid.data("x", [None, 6])
    hidden = fluid.layers.fc(x, 4, act="tanh", param_attr=fluid.initializer.Constant(0.2))
    out = fluid.layers.fc(hidden, 1, param_attr=fluid.initializer.Constant(0.3))
    loss = fluid.layers.mean(fluid.layers.square(out))
    fluid.optimizer.Momentum({rate}, 0.9).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(6):
        if step == 2:
            {save}
        if step == 4:
            {load}
        value, = exe.run(feed={{"x": X}}, fetch_list=[loss])
        print("%.5f" % value[0])


main()
"""
FORMS = {
    "params": ("fluid.io.save_params(exe, PLACE)", "fluid.io.load_params(exe, PLACE)"),
    "persistables": ("fluid.io.save_persistables(exe, 'all')",
                     "fluid.io.load_persistables(executor=exe, dirname='all')"),
    "program": ("fluid.save(fluid.default_main_program(), 'one')",
                "fluid.load(fluid.default_main_program(), 'one', exe)"),
    "joined": ("fluid.save(fluid.default_main_program(), os.path.join(PLACE, 'm'))",
               "fluid.load(program=fluid.default_main_program(), model_path=os.path.join(PLACE, 'm'))"),
    "named": ("path = 'x/y'\n            fluid.io.save_persistables(exe, path)",
              "path = 'x/y'\n            fluid.io.load_persistables(exe, path)"),
    "once": ("path = 'x/z'\n            fluid.save(fluid.default_main_program(), path)",
             "fluid.load(fluid.default_main_program(), path)"),
}
RATES = ("0.1", "fluid.layers.exponential_decay(0.1, 1, 0.5)")


def changed(name: str, rate: str = RATES[0]) -> str:
    save, load = FORMS[name]
    return OLD.format(save=save, load=load, rate=rate)


def test_the_same_numbers(run_both_ways):
    elsewhere = "import os, tempfile\nos.chdir(tempfile.mkdtemp())\n"
    scripts = {f"{name}_{number}": {"main.py": elsewhere + changed(name, rate)}
               for name in FORMS for number, rate in enumerate(RATES)}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert all(len(lines) == 6 for lines in new.values())
    assert new["persistables_0"][2:4] == new["persistables_0"][4:]
    assert new["params_0"][3] != new["params_0"][5]  # the velocities go on


@pytest.mark.parametrize("name", FORMS)
def test_it_is_a_loop_and_old_files_are_told(name):
    result = migrate_source(changed(name), options=Options(dygraph=True))
    assert "net.set_state_dict(paddle.load(" in result.text
    assert ("optimizer.set_state_dict(" in result.text) is (name != "params")
    assert ("optimizer.state_dict()" in result.text) is (name != "params")
    told = [each for each in result.findings if each.code == "PM340"]
    assert len(told) == 1
    assert "does not load into layers" in told[0].message
    assert "load" in changed(name).splitlines()[told[0].line - 1]


def test_the_network_alone_is_saved_where_nothing_is_loaded():
    text = migrate_source(changed("program").replace(FORMS["program"][1], "pass"), options=Options(dygraph=True)).text
    assert "paddle.save(net.state_dict(), 'one.pdparams')" in text
    assert "pdopt" not in text


CHOSEN = """\
def is_there(variable):
                return os.path.exists(os.path.join(PLACE, variable.name))

            fluid.io.load_vars(exe, PLACE, predicate=is_there)"""


@pytest.mark.parametrize(("save", "load"), [
    ("fluid.io.save_params(exe, 'one')", "fluid.io.load_params(exe, 'other')"),
    ("pass", "fluid.io.load_params(exe, PLACE)"),
    ("fluid.io.save_params(exe, PLACE)", "fluid.io.load_params(exe, str(step))"),
    ("path = 'a'\n            fluid.io.save_params(exe, path)\n            path = 'b'",
     "fluid.io.load_params(exe, path)"),
    ("pass", "fluid.io.load_vars(exe, PLACE, predicate=lambda v: os.path.exists(os.path.join(PLACE, v.name)))"),
    ("pass", CHOSEN),
    ("pass", "copied = fluid.default_main_program().clone()\n            fluid.io.load_vars(exe, PLACE, copied)"),
])
def test_what_another_run_saves_is_told(save, load):
    old = OLD.format(save=save, load=load, rate="0.1")
    result = migrate_source(old, options=Options(dygraph=True))
    assert "net.set_state_dict(paddle.load(os.path.join(" in result.text
    (told,) = [each for each in result.left if each.code == "PM340"]
    assert "another program saved" in told.message
    assert "fluid.io.load_" in old.splitlines()[told.line - 1]
    assert "is_there" not in result.text


@pytest.mark.parametrize("load", [
    "fluid.io.load_params(exe, PLACE, filename='f')",
    "fluid.io.load_vars(exe, PLACE, filename='f')",
    "fluid.io.load_vars(exe, PLACE, vars=[loss])",
    "fluid.io.load_vars(exe, PLACE, fluid.default_startup_program())",
])
def test_what_is_loaded_otherwise_stays(load):
    result = migrate_source(OLD.format(save="pass", load=load, rate="0.1"), options=Options(dygraph=True))
    assert "enable_static" in result.text
    assert "PM340" in {each.code for each in result.findings}


def test_a_function_that_something_else_calls_stays():
    old = OLD.format(save="pass", load=CHOSEN + "\n            print(is_there(loss) if step > 9 else 1)", rate="0.1")
    text = migrate_source(old, options=Options(dygraph=True)).text
    assert "def is_there(" in text


APART = """\
import paddle.fluid as fluid


def main(args):
    x = fluid.data("x", [None, 6])
    loss = fluid.layers.mean(fluid.layers.fc(x, 1))
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())

    def save(path):
        fluid.io.save_params(exe, path)

    def load({name}):
        fluid.io.load_params(exe, {place})

    {between}
    exe.run(feed={{"x": args.x}}, fetch_list=[loss])
    fluid.io.save_params(exe, args.folder)
    load(args.other)
    save(args.other)


main(None)
"""


@pytest.mark.parametrize(("name", "place", "between", "is_own"), [
    ("path", "path", "pass", False),  # another function's
    ("path", "args.folder", "pass", True),
    ("path", "args.folder", "args.folder = 'b'", False),
    ("args", "args.folder", "pass", False),  # of another object
])
def test_a_place_is_what_it_is_and_not_its_name(name, place, between, is_own):
    result = migrate_source(APART.format(name=name, place=place, between=between), options=Options(dygraph=True))
    assert "net.set_state_dict(" in result.text
    (told,) = [each.message for each in result.findings if each.code == "PM340"]
    assert ("what the program saved before" in told) is is_own


PRETRAINED = """\
import os
import struct
import numpy as np
import paddle.fluid as fluid

R = np.random.RandomState(0)
X, PLACE = R.rand(4, 6).astype("float32"), "pretrained"


def write(name, array):
    fields = bytes([8, 5]) + b"".join(bytes([16, size]) for size in array.shape)
    with open(os.path.join(PLACE, name), "wb") as file:
        file.write(struct.pack("<IQIi", 0, 0, 0, len(fields)) + fields + array.astype("float32").tobytes())


def named(name):
    return fluid.ParamAttr(name=name, initializer=fluid.initializer.Constant(0.1))


def backbone(x, width):
    hidden = fluid.layers.fc(x, width, param_attr=named("one_w"), bias_attr={bias})
    return fluid.layers.batch_norm(hidden, act="tanh", param_attr=named("bn_scale"), bias_attr=named("bn_offset"),
                                   moving_mean_name="bn_mean", moving_variance_name="bn_variance")


def main():
    x = fluid.data("x", [None, 6])
    hidden = backbone(x, 4)
    {copied}
    out = fluid.layers.fc(hidden, 1, param_attr=fluid.initializer.Constant(0.3))
    loss = fluid.layers.mean(fluid.layers.square(out))
    test = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())

    def is_there(variable):
        # of the backbone
        return os.path.exists(os.path.join(PLACE, variable.name))

    fluid.io.load_vars(exe, PLACE, {program}predicate=is_there)
    for step in range(3):
        value, = exe.run(feed={{"x": X}}, fetch_list=[loss])
        tested, = exe.run(test, feed={{"x": X}}, fetch_list=[loss])
        print("%.5f %.5f" % (value[0], tested[0]))


if not os.path.isdir(PLACE):
    os.mkdir(PLACE)
for name, size in (("one_w", (6, 4)), ("bn_scale", (4,)), ("bn_mean", (4,)), ("bn_variance", (4,))):
    write(name, R.rand(*size))
main()
"""
COPIED = {"copied": "base = fluid.default_main_program().clone()", "program": "main_program=base, ",
          "bias": 'named("one_b")'}


def test_old_files_are_loaded_by_the_names_of_parameters(run_both_ways):
    """Which layers keep, moving means too, with 1.8.5's numbers; what has no name is not loaded into."""
    elsewhere = "import os, tempfile\nos.chdir(tempfile.mkdtemp())\n"
    script = PRETRAINED.format(**COPIED)
    old, new = run_both_ways({"loaded": {"main.py": elsewhere + script}}, Options(dygraph=True))
    assert new == old
    assert len(new["loaded"]) == 3
    result = migrate_source(script, options=Options(dygraph=True))
    assert ".state_dict().values():\n        if is_there(each):\n" in result.text
    assert "# of the backbone" in result.text
    assert [each.message for each in result.left] == []
    assert "def load_vars(" not in result.text
    assert "COUNT" not in result.text


@pytest.mark.parametrize("change", [
    {**COPIED, "bias": "None"},  # which 1.8.5 called by a count
    {"copied": "pass", "program": "", "bias": 'named("one_b")'},  # the last layer's have none
])
def test_parameters_without_names_are_told(change):
    result = migrate_source(PRETRAINED.format(**change), options=Options(dygraph=True))
    assert "net.set_state_dict(" in result.text
    assert "another program saved" in " ".join(each.message for each in result.left)


def test_a_function_that_asks_for_more_than_names_is_told():
    old = PRETRAINED.format(**COPIED).replace("return os.path", "return len(variable.shape) > 0 and os.path")
    result = migrate_source(old, options=Options(dygraph=True))
    assert "another program saved" in " ".join(each.message for each in result.left)


@pytest.mark.parametrize("calls", ["main()\nmain()\n", "for _ in range(2):\n    main()\n"])
def test_what_an_earlier_call_may_have_saved_stays(calls):
    """The networks of both calls would have the same names, too."""
    old = PRETRAINED.format(**COPIED)
    result = migrate_source(old[: old.rindex("main()")] + calls, options=Options(dygraph=True))
    assert "enable_static" in result.text
    assert "not saved in this file" in " ".join(each.message for each in result.left)


AGAIN = """\
import paddle.fluid as fluid

NAME = "w"


def run(folder, is_first):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        x = fluid.data("x", [None, 4])
        loss = fluid.layers.mean(fluid.layers.fc(x, 2, {attr}))
        fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    if not is_first:
        {load}
    for step in range(3):
        print(exe.run(main, feed={{"x": X}}, fetch_list=[loss])[0][0])
    if is_first:
        fluid.io.save_params(exe, folder, main_program=main)


run("saved", True)
{again}
"""
CALLED, LOADED = 'run("saved", False)', "fluid.io.load_params(exe, folder, main_program=main)"
PART = 'fluid.io.load_vars(exe, folder, main_program=main, predicate=lambda v: v.name.startswith("w"))'


@pytest.mark.parametrize(("attr", "load", "again", "why"), [
    ('param_attr="w"', LOADED, CALLED, "cannot be made twice"),
    ('param_attr=fluid.ParamAttr(name="w")', "pass", CALLED, "cannot be made twice"),
    ("param_attr=NAME", "pass", CALLED, "cannot be made twice"),
    ("param_attr=NAME + 'v'", "pass", CALLED, "cannot be made twice"),
    ('param_attr=fluid.ParamAttr(name="w")', LOADED, f"for _ in range(2):\n    {CALLED}", "cannot be made twice"),
    ("act=None", PART, CALLED, "a part of what the program saved"),
    ('param_attr=fluid.ParamAttr(name="w")', PART, "pass", "a part of what the program saved"),
    ('param_attr=fluid.ParamAttr(name="w")', LOADED, "pass", ""),
    ("act=None", LOADED, CALLED, ""),
])
def test_networks_that_are_built_again(attr, load, again, why):
    """Layers of the same names are not made twice, and a part is not all."""
    result = migrate_source(AGAIN.format(attr=attr, load=load, again=again), options=Options(dygraph=True))
    assert [each for each in result.left if why and why in each.message] or not why
    assert ("nn.Layer" in result.text) == (not why)
