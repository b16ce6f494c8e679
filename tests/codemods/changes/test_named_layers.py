"""Layers that keep the names of 1.8.5, where anything goes by names."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\n"
READS = "print([v.name for v in fluid.default_main_program().list_vars()])\n"


def migrated(text, **options):
    return migrate_source(text, options=Options(**options))


def line(result):
    return next(each for each in result.text.splitlines() if each.startswith("h = "))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fluid.layers.fc(x, 2)", "paddle.static.nn.fc(x, 2)"),
        ("fluid.layers.fc(x, 2, name='f1')", "paddle.static.nn.fc(x, 2, name='f1')"),
        ("fluid.layers.fc(x, 2, 2)",
         "named(counted('fc'), nn.Linear, math.prod(x.shape[2:]), 2)(paddle.flatten(x, start_axis=2))"),
        ("fluid.layers.fc(x, 2, 2, name='f' + str(1))",
         "named('f' + str(1), nn.Linear, math.prod(x.shape[2:]), 2)(paddle.flatten(x, start_axis=2))"),
        ("fluid.layers.prelu(x, 'all')", "named(counted('prelu'), nn.PReLU)(x)"),
        ("fluid.layers.prelu(x, 'all', name='f1')", "named('f1', nn.PReLU)(x)"),
        ("fluid.layers.prelu(x, 'all', name=None)", "named(counted('prelu'), nn.PReLU)(x)"),
        ("fluid.layers.prelu(x, 'all', name=n)", "named(n or counted('prelu'), nn.PReLU)(x)"),
        ("fluid.layers.fc([x, x], 2)", "paddle.static.nn.fc([x, x], 2)"),
        ("fluid.layers.fc([x, x], 2, 2)", "named(counted('fc'), sum_of_linears, [x, x], 2, 2)"),
    ],
)
def test_names(old, new):
    result = migrated(f"{HEAD}h = {old}\n{READS}")
    assert line(result) == f"h = {new}"
    assert not result.left
    assert migrated(result.text).text == result.text


@pytest.mark.parametrize(
    "reads",
    [READS, "fluid.io.load_persistables(exe, 'd')\n", "fluid.io.save_params(exe, 'd')\n", "fluid.load(p, 'd')\n",
     "import paddle.fluid.io as files\nfiles.save(p, 'd')\n", "from paddle.fluid import load as read\nread(p, 'd')\n",
     "[p.name for p in fluid.default_main_program().all_parameters()]\n", "fluid.global_scope().find_var(n)\n",
     "exe.run(fetch_list=['f1.w_0'])\n", "exe.run(fetch_list=['%s.w_0' % n])\n",
     "scope.find_var('table_0')\n", "scope.find_var('mine' + n)\n", "scope.find_var('w%d' % n)\n",
     "scope.find_var(f'w{n}')\n", "scope.find_var('fc_0.tmp_1')\n", "find = scope.find_var\n"],
)
def test_what_goes_by_names(reads):
    assert "named('f1', nn.PReLU" in migrated(f"{HEAD}h = fluid.layers.prelu(x, 'all', name='f1')\n{reads}").text


@pytest.mark.parametrize(
    "reads",
    ["", "fluid.io.save_inference_model('d', ['x'], [h], exe)\n",
     "block = fluid.default_main_program().global_block()\n"
     "feeds = [block.var(name) for name in names]\n", "model.load('d')\nnp.save('d', a)\n", "print('w_0')\n",
     "fluid.global_scope().find_var('mine')\n", "scope.find_var( \"item_emb\" ).get_tensor()\n"],
)
def test_where_nothing_does(reads):
    result = migrated(f"{HEAD}h = fluid.layers.prelu(x, 'all', name='f1')\n{reads}")
    assert line(result) == "h = nn.PReLU()(x)"


def test_layers_are_counted_in_the_order_in_which_they_are_made():
    text = migrated(f"{HEAD}h = fluid.layers.fc(fluid.layers.fc(x, 3, 2), 4, 2)\n{READS}").text
    assert text.index("x.shape[2:]), 3)") < text.index("out_features=4)")


@pytest.mark.parametrize("call", ["img_conv_group(x, [2], 2, param_attr='w')", "img_conv_group(x, [2], 2)"])
def test_what_is_left_to_a_person(call):
    result = migrated(f"{HEAD}h = fluid.nets.{call}\n{READS}")
    assert [f.code for f in result.left] == ["PM333"]


NESTED = """
    import paddle.fluid as fluid
    L = fluid.layers

    def words():
        return fluid.data("words", [None, 6], lod_level=1)

    def states(size=4):
        x = fluid.data("x", [None, 6])
        return [x, L.fc(x, size), L.fc(x, size)]

    def stacked(size, more=lambda x: x):
        return L.dynamic_gru(more(L.fc(L.dynamic_gru(L.fc(words(), 3 * size), size), 15)), 5)

    def shown(*build):
        main = fluid.Program()
        with fluid.program_guard(main, fluid.Program()), fluid.unique_name.guard():
            for each in build:
                each()
        print([(p.name, list(p.shape)) for p in sorted(main.all_parameters(), key=lambda p: p.name)])

    shown(lambda: L.lstm_unit(*states()), lambda: L.lstm_unit(fluid.data("h", [None, 3]), *states(2)[1:]))
    shown(lambda: L.sequence_conv(L.sequence_conv(words(), 5), 4))
    shown(lambda: fluid.nets.sequence_conv_pool(input=L.sequence_conv(words(), 5), num_filters=3, filter_size=2))
    shown(lambda: stacked(4), lambda: stacked(3, more=L.relu))
    shown(lambda: L.dynamic_lstm(L.fc(L.dynamic_lstm(L.fc(words(), 16), 16)[0], 24), 24))
    shown(lambda: L.gru_unit(L.fc(states()[0], 12), L.gru_unit(L.fc(states()[0], 12), L.fc(states()[0], 4), 12)[0], 12))
"""


@pytest.mark.oracle
def test_names_are_counted_behind_those_of_the_arguments(run_both_ways):
    old, new = run_both_ways({"nested": {"main.py": NESTED}})
    assert old == new
    assert len(old["nested"]) == 6


@pytest.mark.parametrize("behind", ["", "h = fluid.layers.conv2d(y, 2, 1)\n"])
def test_layers_that_a_function_makes_without_names_are_told(behind):
    text = "import paddle.fluid as fluid\nboxes = fluid.data('boxes', [None, 4], lod_level=1)\n"
    text += "fluid.layers.sequence_pool(boxes, 'sum')\n"
    text += "y = fluid.data('y', [None, 3, 8, 8])\nh = fluid.layers.multi_box_head("
    text += f"[y, y], y, 32, 4, min_sizes=[4., 8.], max_sizes=[8., 12.], aspect_ratios=[[2.], [2.]])\n{behind}"
    assert [each.code for each in migrated(text + READS).left] == ["PM333"]
    assert not migrated(text).left


def test_a_program_that_cannot_be_layers_has_the_names():
    text = f"{HEAD}h = fluid.layers.fc(x, 2)\n{READS}"
    result = migrated(text, dygraph=True)
    assert [f.code for f in result.left] == ["PM340"]
    assert result.text == migrated(text).text


def test_dygraph_has_names_of_its_own(check_noop):
    check_noop("import paddle\nh = paddle.nn.Linear(4, 2)(x)\nprint([p.name for p in h.parameters()])\n")


HEADS = """\
import numpy as np
import paddle.fluid as fluid
def shown(program):
    print(sorted((v.name, list(v.shape)) for v in program.list_vars() if v.persistable and "_generated" not in v.name))
"""
GUARDED = "with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.unique_name.guard():\n"
SHOWN = "    shown(fluid.default_main_program())\n"
CLOTHES = {
    "counted": GUARDED + """\
    x = fluid.data("x", [None, 3, 8, 8])
    h = fluid.layers.conv2d(x, 4, 3, act="relu")
    h = fluid.layers.conv2d(h, 4, 3, groups=4, use_cudnn=False)
    h = fluid.layers.batch_norm(fluid.layers.conv2d(h, 4, 3, bias_attr=False))
    h = fluid.layers.fc(fluid.layers.fc(h, 3, param_attr="w"), 2)
    h = fluid.layers.layer_norm(fluid.layers.prelu(h, "all"))
""" + SHOWN,
    "named": """\
def layer(x, name=None):
    return fluid.layers.fc(x, 2, name=name)
""" + GUARDED + """\
    h = layer(fluid.data("x", [None, 2]), "f1")
    for name in (None, "g", "g"):
        h = layer(h, name)
    g = layer(h)
    h = fluid.layers.fc([h, g], 3, name="%s_%d" % ("two", 2))
""" + SHOWN,
    "nets": GUARDED + """\
    x = fluid.data("x", [None, 1, 8, 8])
    h = fluid.nets.simple_img_conv_pool(x, 2, 3, 2, 2, act="relu")
    h = fluid.layers.conv2d_transpose(h, 2, filter_size=3, name="up")
    h = fluid.layers.conv2d_transpose(h, 2, output_size=[7, 7], filter_size=3)
    ids = fluid.data("ids", [None, 1], "int64")
    e = fluid.embedding(ids, [9, 4])
    e = fluid.layers.embedding(ids, [9, 4], dtype="float64")
    p = fluid.layers.create_parameter([2], "float32")
""" + SHOWN,
    "sequences": GUARDED + """\
    w = fluid.data("w", [None, 1], "int64", lod_level=1)
    e = fluid.layers.embedding(w, [9, 8])
    c = fluid.nets.sequence_conv_pool(e, 3, 3)
    c = fluid.layers.sequence_conv(e, 3, 3, name="sc")
    h = fluid.layers.fc(e, 16)
    l, _ = fluid.layers.dynamic_lstm(h, size=16)
    l, _ = fluid.layers.dynamic_lstm(h, size=16, name="mine")
    h = fluid.layers.fc(e, 12)
    g = fluid.layers.dynamic_gru(h, size=4)
""" + SHOWN,
}


def test_all_clothes(run_both_ways):
    """The old ones run under the compat layer, whose names are held to 1.8.5's in tests/compat."""
    scripts = {name: {"main.py": HEADS + body} for name, body in CLOTHES.items()}
    nets = HEADS + "def net(x):\n    return fluid.layers.fc(fluid.layers.fc(x, 3, name='one'), 2)\n"
    main = HEADS + "from nets import net\n" + GUARDED + "    net(fluid.data('x', [None, 2]))\n" + SHOWN
    scripts["other_file"] = {"nets.py": nets, "main.py": main}
    old, new = run_both_ways(scripts)
    assert "one.w_0" in old["other_file"][0]
    assert new == old


NET = """\
import paddle.fluid as fluid
C = fluid.initializer.Constant
def net(x):
    h = fluid.layers.fc(x, 3, param_attr=C(0.2), act='tanh', name='f1')
    h = fluid.layers.fc(h, 3, param_attr=C(0.3), act='tanh')
    return fluid.layers.fc(h, 1, param_attr=C(0.4), name='head')
"""
FREEZES = """\
import numpy as np
import paddle.fluid as fluid
from net import net
with fluid.scope_guard(fluid.Scope()), fluid.program_guard(fluid.Program(), fluid.Program()), fluid.unique_name.guard():
    x = fluid.data('x', [None, 4])
    loss = fluid.layers.mean(fluid.layers.square(net(x) - 1.0))
    main = fluid.default_main_program()
    head = [v.name for v in main.list_vars() if fluid.io.is_parameter(v) and v.name.startswith('head')]
    print(sorted(head))
    chosen = [v for v in main.all_parameters() if v.name.startswith('head')]
    fluid.optimizer.SGD(0.5).minimize(loss, parameter_list=chosen)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    d = np.arange(8).reshape(2, 4).astype('float32') / 8
    for i in range(3):
        got, = exe.run(feed={'x': d}, fetch_list=[loss])
        print(np.ravel(got).round(5).tolist())
    w = fluid.global_scope().find_var('fc_0.w_0')
    print(np.array(w.get_tensor()).round(4).tolist()[0])
"""


def test_what_is_trained_is_chosen_by_names_of_another_file(run_both_ways):
    """1.8.5 gives these losses: all layers trained, or none, would be others."""
    old, new = run_both_ways({"freezes": {"main.py": FREEZES, "net.py": NET}})
    assert old["freezes"][:4] == ["['head.b_0', 'head.w_0']", "[0.474590003490448]", "[0.07677999883890152]",
                                  "[0.04837999865412712]"]
    assert new == old


SEPARATE = """\
import numpy as np
import paddle.fluid as fluid
C = fluid.initializer.Constant
def decode(z, name='dec'):
    return fluid.layers.fc(z, 2, name='%s_out' % name, param_attr=C(0.5))
start, main, generator = fluid.Program(), fluid.Program(), fluid.Program()
with fluid.scope_guard(fluid.Scope()):
    with fluid.program_guard(main, start), fluid.unique_name.guard():
        z = fluid.layers.fc(fluid.data('x', [None, 4]), 3, name='enc', param_attr=C(0.1))
        loss = fluid.layers.mean(fluid.layers.square(decode(z)))
        fluid.optimizer.SGD(0.5).minimize(loss)
    with fluid.program_guard(generator, start), fluid.unique_name.guard():
        made = decode(fluid.data('z', [None, 3]))
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(start)
    exe.run(main, feed={'x': np.ones([1, 4], 'float32')}, fetch_list=[loss])
    print(exe.run(generator, feed={'z': np.ones([1, 3], 'float32')}, fetch_list=[made])[0].round(4).tolist())
"""


def test_programs_whose_names_begin_anew_share_what_has_the_same_name(run_both_ways):
    """Counted anew, the generator's only layer would be the encoder's."""
    old, new = run_both_ways({"separate": {"main.py": SEPARATE}})
    assert new == old
    assert old["separate"] != ["[[1.5, 1.5]]"]


@pytest.mark.parametrize("name", ["", ", name=None"])
def test_what_has_no_name_is_counted_by_paddle_where_names_begin_anew(name):
    text = f"{HEAD}with fluid.unique_name.guard():\n    h = fluid.layers.fc(x, 2{name})\n"
    assert migrated(text.replace("layers.fc(x, 2", "layers.prelu(x, 'all'")).text.endswith("    h = nn.PReLU()(x)\n")
    assert migrated(text).text.endswith(f"with names_afresh():\n    h = paddle.static.nn.fc(x, 2{name})\n")
