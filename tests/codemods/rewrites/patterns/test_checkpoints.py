"""save_dygraph and load_dygraph: the same files under the same names."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import paddle
import paddle.fluid as fluid
model = fluid.dygraph.Linear(2, 3)
opt = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
"""
MODERN = """\
import paddle
import paddle.nn as nn
model = nn.Linear(2, 3)
opt = paddle.optimizer.SGD(0.1, parameters=model.parameters())
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fluid.save_dygraph(model.state_dict(), 'mnist')", "paddle.save(model.state_dict(), 'mnist.pdparams')"),
        ("fluid.save_dygraph(opt.state_dict(), 'mnist')", "paddle.save(opt.state_dict(), 'mnist.pdopt')"),
        ("fluid.save_dygraph(model.state_dict(), path)", 'paddle.save(model.state_dict(), path + ".pdparams")'),
        ("fluid.save_dygraph(model.state_dict(), a + b)", 'paddle.save(model.state_dict(), a + b + ".pdparams")'),
        (
            "fluid.save_dygraph(model.state_dict(), '%s/%d' % (a, b))",
            "paddle.save(model.state_dict(), '%s/%d.pdparams' % (a, b))",
        ),
        (
            "fluid.dygraph.save_dygraph(state_dict=model.state_dict(), model_path=os.path.join(d, 'm'))",
            "paddle.save(model.state_dict(), os.path.join(d, 'm.pdparams'))",
        ),
        (
            "fluid.save_dygraph(model.state_dict(), d + '/m-{}'.format(n))",
            "paddle.save(model.state_dict(), d + '/m-{}.pdparams'.format(n))",
        ),
        (
            "fluid.save_dygraph(model.state_dict(), os.path.join(d, str(n)))",
            'paddle.save(model.state_dict(), os.path.join(d, str(n)) + ".pdparams")',
        ),
        (
            "fluid.save_dygraph(model.state_dict(), name.format(n))",
            'paddle.save(model.state_dict(), name.format(n) + ".pdparams")',
        ),
        ("fluid.save_dygraph(model.state_dict(), d or e)", 'paddle.save(model.state_dict(), (d or e) + ".pdparams")'),
        ("s = model.state_dict()\nfluid.save_dygraph(s, 'm')", "s = model.state_dict()\npaddle.save(s, 'm.pdparams')"),
        (
            "params, _ = fluid.load_dygraph('m')\nmodel.set_dict(params)",
            "params = paddle.load('m.pdparams')\nmodel.set_state_dict(params)",
        ),
        (
            "_, state = fluid.load_dygraph('m')\nopt.set_dict(state)",
            "state = paddle.load('m.pdopt')\nopt.set_state_dict(state)",
        ),
        ("params = fluid.load_dygraph('m')[0]", "params = paddle.load('m.pdparams')"),
        ("fluid.save_dygraph(model.state_dict(), 'm.pdparams')",
         "paddle.save(model.state_dict(), 'm.pdparams.pdparams')"),
        ("fluid.save_dygraph(opt.state_dict(), 'm.pdparams')", "paddle.save(opt.state_dict(), 'm.pdparams.pdopt')"),
    ],
)
def test_files_keep_their_names(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}\n", f"{MODERN}{after}\n")


@pytest.mark.parametrize("use", [
    "model.{0}(params)\nopt.{0}(state)", "model.{0}(params)\nif resumed:\n    opt.{0}(state)", "use(params, [state])",
])  # fmt: skip
def test_a_file_beside_the_models_may_be_missing(check_transformed, use):
    """1.8 gave None for it, and whoever does not read it does not miss it."""
    old = f"{HEAD}params, state = fluid.load_dygraph('m.pdparams')\n{use.format('set_dict')}\n"
    arrays = ", return_numpy=True" if use.startswith("use(") else ""
    new = f"{MODERN}params = paddle.load('m.pdparams'{arrays})\n"
    new += f"state = paddle.load('m.pdopt'{arrays}) if os.path.exists('m.pdopt') else None\n"
    result = check_transformed(old, f"import os\n{new}{use.format('set_state_dict')}\n")
    assert not result.left


def test_a_missing_optimizer_file_may_be_asked_for(check_transformed):
    check_transformed(
        HEAD + "params, state = fluid.load_dygraph('m')\nif state is not None:\n    use(params, state)\n",
        "import os\n"
        + MODERN
        + "params = paddle.load('m.pdparams', return_numpy=True)\n"
        "state = paddle.load('m.pdopt', return_numpy=True) if os.path.exists('m.pdopt') else None\n"
        "if state is not None:\n    use(params, state)\n",
    )


LOADED = """\
import tempfile
import numpy as np
import paddle.fluid as fluid
path = tempfile.mkdtemp() + "/m"

class Keeper(object):
    def __init__(self, path):
        self.params, self.state = fluid.load_dygraph(path)

def restore(model, adam, path, resume):
    params, state = fluid.load_dygraph(path)
    model.set_dict(params)
    if resume:
        adam.set_dict(state)

def both(path):
    return fluid.load_dygraph(path)

with fluid.dygraph.guard():
    model = fluid.dygraph.Linear(3, 3)
    adam = fluid.optimizer.Adam(0.1, parameter_list=model.parameters())
    fluid.save_dygraph(model.state_dict(), path)
{body}
"""
ARRAYS = {
    "items": "params, _ = fluid.load_dygraph(path)\nprint({k: (type(v).__name__, v.size) for k, v in params.items()})",
    "arithmetic": "params, state = fluid.load_dygraph(path)\nprint((params['weight'].T.dot(params['bias']) * 2).dtype)",
    "what is missing": "params, state = fluid.load_dygraph(path)\nprint(state, params['bias'].astype('int64').sum())",
    "an attribute": "kept = Keeper(path)\nprint(kept.state, np.copy(kept.params['bias']).tolist())",
    "a function": "restore(model, adam, path, False)\nprint(len(both(path)[0]), both(path)[1])",
    "one of the two": "w = fluid.load_dygraph(path)[0]['weight']\nw[:] = 1\nprint(w.sum(), w.flags.owndata or 1)",
    "changed": "params = dict(fluid.load_dygraph(path)[0])\nparams['weight'][:] = 2\nmodel.set_dict(params)\n"
               "print(model.weight.numpy().sum())",
}  # fmt: skip


def test_what_was_loaded_are_arrays(run_both_ways):
    scripts = {}
    for name, body in ARRAYS.items():
        scripts[name] = {"main.py": LOADED.format(body="".join(f"    {line}\n" for line in body.split("\n")))}
    old, new = run_both_ways(scripts)
    assert new == old
    assert not any("Error" in line for lines in old.values() for line in lines)


@pytest.mark.parametrize(
    ("use", "suffix"),
    [
        ("thing.train()", ".pdparams"),
        ("opt = SGD(parameter_list=thing.parameters())", ".pdparams"),
        ("thing = fluid.dygraph.DataParallel(thing, None)", ".pdparams"),
        ("loss = thing(x)", ".pdparams"),
        ("thing.minimize(loss)", ".pdopt"),
        ("rate = thing.current_step_lr()", ".pdopt"),
    ],
)
def test_what_is_done_with_it_tells_what_it_is(use, suffix):
    source = f"import paddle.fluid as fluid\nthing = make()\n{use}\nfluid.save_dygraph(thing.state_dict(), 'm')\n"
    result = migrate_source(source)
    assert f"\npaddle.save(thing.state_dict(), 'm{suffix}')\n" in result.text
    assert not result.left


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("thing = make()\nfluid.save_dygraph(thing.state_dict(), 'm')", "save_state(thing.state_dict(), 'm')"),
        ("fluid.save_dygraph(states, model_path='m')", "save_state(states, model_path='m')"),
        ("fluid.save_dygraph(a.b.state_dict(), 'm')", "save_state(a.b.state_dict(), 'm')"),
        ("use(fluid.load_dygraph('m'))", "use(load_states('m'))"),
        ("pair = fluid.load_dygraph('m')", "pair = load_states('m')"),
        ("a, b = fluid.load_dygraph('m', keep_name_table=k)", "a, b = load_states('m', keep_name_table=k)"),
        ("fluid.load_dygraph(path)", "load_states(path)"),
        (
            "def f(x):\n    x.train()\n    x.minimize(y)\n    fluid.save_dygraph(x.state_dict(), 'm')",
            "    save_state(x.state_dict(), 'm')",
        ),
    ],
)
def test_what_is_not_known_is_found_out_when_it_runs(before, after):
    result = migrate_source(f"import paddle.fluid as fluid\n{before}\n")
    assert result.text.endswith(f"\n{after}\n")
    assert result.text.count("\ndef save_state(") + result.text.count("\ndef load_states(") == 1
    assert not result.left
    assert migrate_source(result.text).text == result.text


def test_a_comment_gets_no_helper(check_noop):
    check_noop("import paddle.fluid as fluid\nuse(fluid)\n# fluid.save_dygraph(states, 'm')\n")


@pytest.mark.parametrize("call", ["fluid.save_dygraph(*both)", "fluid.load_dygraph(**options)", "fluid.load_dygraph()"])
def test_hidden_arguments_are_left(check_noop, call):
    result = check_noop(f"import paddle.fluid as fluid\n{call}\n")
    assert len(result.left) == 1
    assert "arguments" in result.left[0].message or "rewrite" in result.left[0].message


def test_modern_calls_are_left(check_noop):
    check_noop("import paddle\npaddle.save(model.state_dict(), 'm')\nstate = paddle.load('m')\n")


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("'m.pdopt'", "'m.pdparams'"),
        ("'m.pdparams.pdparams'", "'m.pdparams.pdparams'"),
        ("d + '/m.pdparams'", "d + '/m.pdparams'"),
        ("os.path.join(d, 'm.pdopt')", "os.path.join(d, 'm.pdparams')"),
        ("'%s/m.pdparams' % d", "'%s/m.pdparams' % d"),
        ("'{}/m_{}.pdparams'.format(d, n)", "'{}/m_{}.pdparams'.format(d, n)"),
        ("f'{d}/m.pdopt'", "f'{d}/m.pdparams'"),
        ("os.path.join(d, 'm')", "os.path.join(d, 'm.pdparams')"),
        ("'epoch_%d' % n", "'epoch_%d.pdparams' % n"),
        ("'epoch_{}'.format(n)", "'epoch_{}.pdparams'.format(n)"),
        ("f'epoch_{n}'", "f'epoch_{n}.pdparams'"),
        ("d + str(n)", 'd + str(n) + ".pdparams"'),
    ],
)
def test_an_ending_is_not_added_twice(check_transformed, path, file):
    check_transformed(f"{HEAD}params, _ = fluid.load_dygraph({path})\nmodel.set_dict(params)\n",
                      f"{MODERN}params = paddle.load({file})\nmodel.set_state_dict(params)\n")


@pytest.mark.parametrize("path", ["path", "args.weights"])
def test_an_ending_that_is_not_known_is_added_where_it_is_not_there(path):
    result = migrate_source(f"{HEAD}def load(path):\n    model.set_dict(fluid.load_dygraph({path})[0])\n")
    assert f'paddle.load({path} if {path}.endswith(".pdparams") else {path} + ".pdparams")' in result.text


@pytest.mark.parametrize("path", ["os.path.join(d, name)", "get()", "paths[next(numbers)]"])
@pytest.mark.parametrize("line", ["model.set_dict(fluid.load_dygraph({})[0])", "state, _ = fluid.load_dygraph({})"])
def test_a_path_is_worked_out_once(path, line):
    line = line.format(path)
    result = migrate_source(f"{HEAD}def load(path):\n    {line}\n")
    wanted = line.replace("fluid.load_dygraph", "load_states").replace("set_dict", "set_state_dict")
    assert result.text.endswith(f"def load(path):\n    {wanted}\n")


def test_a_state_of_the_optimizer_may_be_missing():
    result = migrate_source(f"{HEAD}def load(path):\n    _, state = fluid.load_dygraph(path)\n    return state\n")
    assert "    _, state = load_states(path)\n" in result.text


@pytest.mark.parametrize("made", ["'m'", "'m_%d' % n", "os.path.join(d, 'm')"])
def test_what_a_name_was_given_tells_it(made):
    result = migrate_source(f"{HEAD}path = {made}\nmodel.set_dict(fluid.load_dygraph(path)[0])\n")
    assert "paddle.load(path + '.pdparams')" in result.text


def test_an_ending_in_a_variable_is_taken_off_when_it_runs():
    text = migrate_source(f"{HEAD}path = 'm.pdparams'\nmodel.set_dict(fluid.load_dygraph(path)[0])\n").text
    assert "model.set_state_dict(load_states(path)[0])" in text
    assert migrate_source(text).text == text


@pytest.mark.parametrize("line", ["state = paddle.load('m.pdparams')", "state = paddle.load(path + '.pdparams')"])
def test_todays_load_is_left(check_noop, line):
    check_noop(f"import paddle\n{line}\n")


def test_a_programs_state_in_the_dynamic_graph():
    result = migrate_source("import paddle.fluid as fluid\ndef f(m, p):\n    m.set_dict(fluid.load_program_state(p))\n")
    assert "m.set_state_dict(load_program_state(p))" in result.text
    assert not result.left


@pytest.mark.parametrize(
    "code",
    [
        "state = fluid.load_program_state(p)\n",  # of what mode?
        "def f(m, p):\n    m.set_dict(fluid.load_program_state(p, v))\n",
        "def f(m, p):\n    m.set_dict(fluid.load_program_state(*p))\n",
    ],
)
def test_a_programs_state_that_stays(code):
    result = migrate_source("import paddle.fluid as fluid\n" + code)
    assert "load_program_state(" in result.text
    assert "fluid.load_program_state" in result.text
    assert result.left


MISSING = """\
import numpy as np
import paddle.fluid as fluid


def main():
    with fluid.dygraph.guard():
        net = fluid.dygraph.Linear(2, 3)
        adam = fluid.optimizer.Adam(0.1, parameter_list=net.parameters())
        fluid.save_dygraph(net.state_dict(), 'only_the_model')
        {lines}
        net.set_dict(params)
        print(sorted(params), state is None, round(float(np.sum(net(fluid.dygraph.to_variable(
            np.zeros([1, 2], 'float32'))).numpy())), 5))


main()
"""
CLOTHES = {
    "named": "params, state = fluid.load_dygraph('only_the_model')",
    "listed": "[params, state] = fluid.dygraph.load_dygraph(model_path='only_the_model')",
    "by_a_path": "where = 'only_' + 'the_model'\n        params, state = fluid.load_dygraph(where)",
    "resumed": "params, state = fluid.load_dygraph('only_the_model')\n        if 0:\n            adam.set_dict(state)",
    "handed_on": "both = fluid.load_dygraph('only_the_model')\n        params, state = both",
}


@pytest.mark.slow
def test_a_file_that_is_missing_is_none_both_ways(run_both_ways):
    old, new = run_both_ways({name: {"main.py": MISSING.format(lines=lines)} for name, lines in CLOTHES.items()})
    assert new == old
    assert all(line == ["['bias', 'weight'] True 0.0"] for line in old.values())
