"""What runs of programs are told and asked beside the usual: the same numbers as under compat, or a person is told."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import migrate_source

OPEN = "with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):\n"
HEAD = """\
import numpy as np
import paddle.fluid as fluid
def show(*values):
    print(*('%.5f' % n for value in values for n in np.asarray(value, 'float64').ravel()))
X = np.linspace(-1, 1, 6).reshape(2, 3).astype('float32')
Y = X.sum(1, keepdims=True)
"""
NET = """\
x = fluid.data('x', [None, 3])
y = fluid.data('y', [None, 1])
w = fluid.ParamAttr(name='w', initializer=fluid.initializer.Constant(0.2))
out = fluid.layers.fc(x, 1, param_attr=w, act='tanh')
loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
"""
SGD = "optimizer = fluid.optimizer.SGD(0.1)\n"
EXE = "exe = fluid.Executor(fluid.CPUPlace())\nexe.run(fluid.default_startup_program())\n"
FED = "feed={'x': X, 'y': Y}"
TRAINED = HEAD + NET + SGD + "optimizer.minimize(loss)\n" + EXE
TWO = HEAD + """\
a, b = fluid.Program(), fluid.Program()
with fluid.program_guard(a):
    u = fluid.data('u', [2]) * 2
with fluid.program_guard(b):
    v = fluid.data('v', [2]) * 3
exe = fluid.Executor(fluid.CPUPlace())
batch = {'u': np.ones(2, 'float32'), 'v': np.ones(2, 'float32')}
"""
PARTLY = "var_list=[v for v in fluid.default_main_program().list_vars() if v.name == 'w'])\n"
RUNS = {
    # what another program is fed, or something else reads
    "fed_twice": TWO + "show(*exe.run(a, feed=batch, fetch_list=[u]))\nshow(*exe.run(b, feed=batch, fetch_list=[v]))\n",
    "fed_by_place": TWO + "show(*exe.run(a, batch, [u]))\nshow(*exe.run(b, batch, [v]))\n",
    "fed_by_function": TWO + "def go(program, feed, out):\n    show(*exe.run(program, feed=feed, fetch_list=[out]))\n"
                             "go(a, batch, u)\ngo(b, batch, v)\n",
    "fed_in_loop": TWO + "for program, out in ((a, u), (b, v)):\n"
                         "    show(*exe.run(program, feed=batch, fetch_list=[out]))\n",
    "fed_of_object": TWO + "class Batches: pass\nkept = Batches()\nkept.batch = batch\n"
                           "show(*exe.run(a, feed=kept.batch, fetch_list=[u]))\n"
                           "show(*exe.run(b, feed=kept.batch, fetch_list=[v]))\n",
    "fed_of_list": TWO + "for each in [batch, batch]:\n    show(*exe.run(a, feed=each, fetch_list=[u]))\n"
                         "    show(*exe.run(b, feed=each, fetch_list=[v]))\n",
    "fed_and_read": TWO + "show(*exe.run(a, feed=batch, fetch_list=[u]))\nprint(sorted(batch))\n",
    # names of operators
    "named": TRAINED + f"show(*exe.run({FED}, fetch_list=[loss], feed_var_name='f', fetch_var_name='g'))\n",
    "named_alone": TRAINED + f"show(*exe.run({FED}, fetch_list=[loss], fetch_var_name='g'))\n",
    "named_by_place": TRAINED + f"show(*exe.run(None, {FED[5:]}, [loss], 'f', 'g'))\n",
    "named_by_variable": TRAINED + f"name = 'g'\nshow(*exe.run({FED}, fetch_list=[loss], fetch_var_name=name))\n",
    # tensors instead of arrays
    "tensors_by_place": TRAINED + f"r = exe.run(None, {FED[5:]}, [out, loss], 'feed', 'fetch', None, False)\n"
                                  "print(r[0].shape())\nshow(np.array(r[0]), np.array(r[1]))\n",
    "lengths": TRAINED + f"r = exe.run({FED}, fetch_list=[out], return_numpy=False)\n"
                         "print(r[0].recursive_sequence_lengths(), r[0].lod())\n",
    "lengths_elsewhere": TRAINED + "from told import told\n"
                         f"r = exe.run({FED}, fetch_list=[out], return_numpy=False)\ntold(r[:1])\n",
    "lengths_of_part": TRAINED + f"r, = exe.run({FED}, fetch_list=[out], return_numpy=False)\n"
                                 "print(r.recursive_sequence_lengths())\n",
    # what is fetched, in no list
    "name_alone": TRAINED + f"show(exe.run({FED}, fetch_list=loss.name)[0])\n",
    "text_alone": TRAINED + f"show(*exe.run({FED}, fetch_list='w'))\n",
    "text_of_variable": TRAINED + f"name = 'w'\nshow(*exe.run({FED}, fetch_list=name))\n",
    "text_of_function": TRAINED + f"def go(what):\n    return exe.run({FED}, fetch_list=what)\nshow(*go('w'))\n",
    "text_of_start": HEAD + NET + "start = fluid.default_startup_program()\n" + EXE
                     + "show(*exe.run(start, fetch_list=['w']))\n"
                     "names = [p.name for p in fluid.default_main_program().all_parameters()]\n"
                     "show(*exe.run(fluid.default_startup_program(), fetch_list=names))\n",
    "what_lasts": TRAINED + "main = fluid.default_main_program()\n"
                  "print([v.name[:5] for v in fluid.io.get_program_persistable_vars(main) if v.name[0] != 'l'])\n"
                  "print([p.name for p in fluid.io.get_program_parameter(program=main)])\n",
    "gradients_name": TRAINED + "name = fluid.framework.grad_var_name('w')\nprint(name)\n",
    # an optimizer's halves
    "applied": HEAD + NET + SGD + "pairs = optimizer.backward(loss)\n"
               "optimizer.apply_optimize(loss, fluid.default_startup_program(), pairs)\n"
               + EXE + f"for _ in range(2): show(*exe.run({FED}, fetch_list=[loss]))\n",
    "applied_by_keyword": HEAD + NET + SGD + "optimizer.apply_optimize(startup_program=None, "
                          "params_grads=optimizer.backward(loss), loss=loss)\n" + EXE
                          + f"for _ in range(2): show(*exe.run({FED}, fetch_list=[loss]))\n",
    "counted": TRAINED + "runner = fluid.ParallelExecutor(False, loss_name=loss.name)\nprint(runner.device_count)\n",
    # a decay that a program counts on, of a number
    **{f"warm_up_{name}": HEAD + NET + made + EXE + f"for _ in range(4): show(*exe.run({FED}, fetch_list=[loss]))\n"
       for name, made in {
           "given": "fluid.optimizer.SGD(fluid.layers.linear_lr_warmup(0.1, 3, 0.01, 0.1)).minimize(loss)\n",
           "named": "rate = fluid.layers.linear_lr_warmup(0.1, 2, start_lr=0.02, end_lr=0.3)\n"
                    "fluid.optimizer.SGD(learning_rate=rate).minimize(loss)\n",
           "returned": "def warm(base, steps):\n    return fluid.layers.linear_lr_warmup(base, steps, 0.01, 0.1)\n"
                       "fluid.optimizer.SGD(warm(0.2, 3)).minimize(loss)\n",
           "of_method": "class Rates:\n    def made(self):\n"
                        "        return fluid.optimizer.SGD(fluid.layers.linear_lr_warmup(0.1, 3, 0.01, 0.1))\n"
                        "Rates().made().minimize(loss)\n",
       }.items()},
    # what was saved in a folder
    "state": TRAINED + "fluid.io.save_params(exe, 'kept')\n"
             "state = fluid.load_program_state('kept', " + PARTLY +
             "print(sorted(state))\nshow(state['w'])\n",
    "some_of_all": TRAINED + "fluid.save(fluid.default_main_program(), 'whole')\n"
                   f"before = exe.run({FED}, fetch_list=[loss])\n"
                   "fluid.load(fluid.default_main_program(), 'whole', exe, " + PARTLY +
                   f"show(*exe.run({FED}, fetch_list=[loss]))\n",
}
LATE = {  # what the script imports late
    "late_array": TRAINED.replace("import numpy as np\n", "", 1).replace("X =", "import numpy as np\nX =")
                  + f"values = exe.run({FED}, fetch_list=[loss])\n"
                  "def first(v):\n    return v[0]\nshow(first(values[0]))\n",
    "late_module": TRAINED + "fluid.io.save_params(exe, 'saved')\nimport os\nprint(os.path.exists('saved'))\n",
    "late_helper": TRAINED + "feeder = fluid.DataFeeder(['x', 'y'], fluid.CPUPlace())\nimport sys\n"
                   "show(*exe.run(feed=feeder.feed([(X[0], Y[0])]), fetch_list=[loss]))\n",
}
HALVES = HEAD + NET + SGD
PERSON = {
    "pruned": (TRAINED + f"exe.run({FED}, fetch_list=[out], use_prune=True)\n", "prunes nothing"),
    "pruned_by_place": (TRAINED + f"exe.run(None, {FED[5:]}, [out], 'feed', 'fetch', None, True, False, True, True)\n",
                        "prunes nothing"),
    "pruned_by_variable": (TRAINED + f"exe.run({FED}, fetch_list=[out], use_prune=mine)\n", "prunes nothing"),
    "saved_names": (TRAINED + "names = fluid.io.save_inference_model('d', ['x'], [out], exe)\n", "gives nothing"),
    "saved_names_returned": (TRAINED +
                             "def save():\n    return fluid.io.save_inference_model('d', ['x'], [out], exe)\n"
                             "save()\n", "gives nothing"),
    "parallel_feeds": (TRAINED + "feeder = fluid.DataFeeder([x, y], fluid.CPUPlace())\nfeeder.feed_parallel([[]], 2)\n",
                       "several devices"),
    "decorated": (TRAINED + "r = fluid.DataFeeder([x, y], fluid.CPUPlace()).decorate_reader(r, False)\n", "each batch"),
    "fetched_gradient": (TRAINED + "exe.run(fetch_list=[fluid.framework.grad_var_name('w')])\n", "fetches variables"),
    "fetched_gradient_of_suffix": (TRAINED + "names = [p.name + fluid.core.grad_var_suffix() for p in "
                                   "fluid.default_main_program().all_parameters()]\nexe.run(fetch_list=names)\n",
                                   "fetches variables"),
    "fetched_gradients_among_others": (TRAINED + "names = [loss.name]\nmore = ['w' + fluid.core.grad_var_suffix()]\n"
                                       "names.extend(more)\nexe.run(fetch_list=names)\n", "fetches variables"),
    "fetched_gradient_named": (TRAINED + "from paddle.fluid.framework import grad_var_name\nn = grad_var_name('w')\n"
                                         "exe.run(fetch_list=[n])\n", "fetches variables"),
    "of_minimize": (HALVES + "_, pairs = optimizer.minimize(loss)\nprint([g.name for _, g in pairs])\n", "no names"),
    "of_minimize_part": (HALVES + "pairs = optimizer.minimize(loss)[1]\nprint(pairs[0][1].name)\n", "no names"),
    "of_backward": (HALVES + "for p, g in sorted(optimizer.backward(loss)):\n    print(g.name)\n", "no names"),
    "of_append": (HALVES + "pairs = [(p, g) for p, g in fluid.backward.append_backward(loss) if g is not None]\n"
                           "def names(pairs):\n    for pair in pairs:\n        yield pair[1].name\n"
                           "names(pairs)\n", "no names"),
    "of_gradients": (HALVES + "g, = fluid.gradients(loss, x)\nprint(g.name)\n", "no names"),
    "of_gradients_list": (HALVES + "print([g.name for g in fluid.gradients(loss, [x, out])])\n", "no names"),
}
STAYS = {
    "fresh": f"exe.run(a, {FED})\nexe.run(b, {FED})\n",
    "one_program": "feed = {'u': X}\nexe.run(a, feed=feed)\nexe.run(a, feed=feed)\n",
    "another_each_time": "for feed in batches:\n    exe.run(a, feed=feed)\n"
                         "for feed in batches:\n    exe.run(b, feed=feed)\n",
    "set_anew": "feed = {}\nfeed['u'] = X\nexe.run(a, feed=feed)\n",
    "not_pruned": "exe.run(a, feed=given, use_prune=False)\n",
    "defaults": "exe.run(a, given, [u], 'feed', \"fetch\")\n",
    "another_run": "class Trainer:\n    def run(self, program, feed):\n        return feed\nt = Trainer()\n"
                   "t.run(a, feed=f)\nt.run(b, feed=f)\n",
    "parameters_names": "names = [p.name for p, _ in pairs]\noptimizer.apply_gradients(pairs)\n",
    "own_method": "class Mine:\n    def apply_optimize(self, a, b, c):\n        return c\n    def go(self, pairs):\n"
                  "        return self.apply_optimize(1, 2, pairs)\n",
}


def of_its_own(text):
    """With programs and a scope of its own, for several in one process."""
    head, body = text.split("X =", 1)
    return head + OPEN + textwrap.indent(f"X ={body}", "    ")


def test_the_same_numbers(run_both_ways):
    told = "import paddle.fluid as fluid\ndef told(values):\n    for each in values:\n        " \
        "print(each.recursive_sequence_lengths())\n"
    old, new = run_both_ways({name: {"main.py": of_its_own(text), "told.py": told} for name, text in RUNS.items()})
    assert {name: lines for name, lines in old.items() if any("Error" in line for line in lines)} == {}
    assert new == old


@pytest.mark.parametrize("name", LATE)
def test_an_import_comes_late(name, run_both_ways):
    old, new = run_both_ways({name: {"main.py": LATE[name]}})
    assert new == old
    assert "Error" not in old[name][-1]


@pytest.mark.parametrize("name", RUNS)
def test_nobody_is_asked(name):
    result = migrate_source(RUNS[name])
    assert result.left == []
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("name", PERSON)
def test_what_is_left_to_a_person(name):
    text, words = PERSON[name]
    assert any(words in finding.message for finding in migrate_source(text).left)


@pytest.mark.parametrize("name", STAYS)
def test_what_stays(name):
    result = migrate_source(HEAD + "h = net(fluid.data('x', [None, 3]))\n" + STAYS[name])
    for line in STAYS[name].splitlines():
        assert line.strip() in result.text
    assert result.left == []


@pytest.mark.parametrize(("line", "said"), [
    ("name = 'run'\nout = getattr(exe, name)(feed={'x': X, 'y': Y}, fetch_list=[loss])", True),
    ("name = 'r' + 'un'\nrun = getattr(exe, name)", True), ("run = {'e': exe}\nstep = getattr(run['e'], 'run')", True),
    ("out = getattr(exe, 'run')(feed={'x': X, 'y': Y}, fetch_list=[loss])", False),
    ("name = 'close'\nout = getattr(exe, name)()", False), ("name = 'sum'\nrun = getattr(np, name)", False),
    ("run = getattr(X, 'run', None)", False),
])  # fmt: skip
def test_a_run_that_is_asked_for_by_its_name_is_for_a_person(line, said):
    left = migrate_source(f"{TRAINED}{line}\n").left
    assert any("asked for by its name" in each.message for each in left) == said


BOTH = "import paddle.fluid as fluid\nexe = fluid.Executor(fluid.CPUPlace())\na, b = fluid.Program(), fluid.Program()\n"


@pytest.mark.parametrize(("runs", "copied"), [
    ("for data in given():\n    exe.run(a, feed=data[0])\n    exe.run(b, feed=data[0])\n", True),
    ("data = given()\nexe.run(a, feed=data.fed)\nfor _ in range(2):\n    exe.run(b, feed=data.fed)\n", True),
    ("class T:\n    def one(self):\n        exe.run(a, feed=self.fed[0])\n"
     "    def two(this):\n        exe.run(b, feed=this.fed[0])\n", True),
    ("class T:\n    def one(self):\n        exe.run(a, feed=self.fed)\n"
     "    def two(self):\n        exe.run(b, feed=self.fed)\n", True),
    ("for data in given():\n    exe.run(a, feed=data[0])\nfor data in given():\n    exe.run(b, feed=data[0])\n", False),
    ("def one():\n    for data in given():\n        exe.run(a, feed=data[0])\n"
     "def two():\n    for data in given():\n        exe.run(b, feed=data[0])\n", False),
    ("def one(data):\n    exe.run(a, feed=data[0])\ndef two(data):\n    exe.run(b, feed=data[0])\n", True),
    ("def one(data):\n    exe.run(a, feed=data[0])\ndef two(batch):\n    exe.run(b, feed=batch[0])\n", True),
    ("for data in given():\n    exe.run(a, feed=data[0])\n    exe.run(b, feed=data[1])\n", False),
    ("class T:\n    def one(self):\n        exe.run(a, feed=self.fed)\n"
     "class U:\n    def two(self):\n        exe.run(b, feed=self.fed)\n", False),
])
def test_what_two_programs_are_fed_is_told_by_what_it_is_of(runs, copied):
    assert (".copy()" in migrate_source(BOTH + runs).text) == copied
