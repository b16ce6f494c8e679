"""Operators of 1.8.5's that a script appends by their names become the functions that do their work."""

from __future__ import annotations

import paddle_compat.fluid.layers  # noqa: F401  (which the kernels stand on)
import pytest
from paddle_compat._native.kernels import kernel_of
from paddle_compat._native.schemas import schemas
from paddle_migrate.api import migrate_source
from paddle_migrate.rules.operators import operator

LAYERS = """
    import paddle.fluid as fluid
    import numpy as np
    from paddle.fluid.layer_helper import LayerHelper

    def conv2d_with_filter(input, filter, stride=1, padding=0, groups=None, bias_attr=None, act=None, name=None):
        helper = LayerHelper("conv2d_with_filter", **locals())
        stride = fluid.layers.utils.convert_to_list(stride, 2, 'stride')
        padding = fluid.layers.utils.convert_to_list(padding, 2, 'padding')
        l_type = 'conv2d'
        if groups == input.shape[1]:
            l_type = 'depthwise_conv2d'
        pre_bias = helper.create_variable_for_type_inference(dtype=input.dtype)
        helper.append_op(type=l_type, inputs={'Input': input, 'Filter': [filter]}, outputs={"Output": pre_bias},
                         attrs={'strides': stride, 'paddings': padding, 'groups': groups, 'use_cudnn': False})
        pre_act = helper.append_bias_op(pre_bias, dim_start=1, dim_end=2)
        return helper.append_activation(pre_act)

    def scaled(x, k):
        helper = LayerHelper("scaled")
        attrs = {'scale': k, "bias": 1.0}
        if k > 1:
            out = helper.create_variable_for_type_inference(x.dtype)
            helper.append_op(type='scale', inputs={'X': [x]}, outputs={'Out': [out]}, attrs=attrs)
        else:
            out = x
        both = helper.create_variable_for_type_inference(x.dtype)
        helper.append_op(type='sum', inputs={'X': [out, x]}, outputs={'Out': both})
        vals = helper.create_variable_for_type_inference(x.dtype)
        idx = helper.create_variable_for_type_inference('int64')
        helper.append_op(type='top_k', inputs={'X': [both]}, outputs={'Out': [vals], 'Indices': [idx]}, attrs={'k': 2})
        return vals, idx

    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        x, w = fluid.data('x', [2, 3, 5, 5]), fluid.data('w', [4, 3, 3, 3])
        v = fluid.data('v', [3, 1, 3, 3])
        a = conv2d_with_filter(x, w, 2, 1, act='relu',
                                bias_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.5)))
        b = conv2d_with_filter(x, v, padding=[1, 0], groups=3, bias_attr=False)
        c, d = scaled(fluid.layers.reshape(b, [2, -1]), 3.0)
        e, _ = scaled(fluid.layers.reshape(a, [2, -1]), 0.5)
        names = [p.name for p in main.all_parameters()]
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    r = np.random.RandomState(0)
    feed = {name: r.rand(*shape).astype('float32') for name, shape in
            (('x', [2, 3, 5, 5]), ('w', [4, 3, 3, 3]), ('v', [3, 1, 3, 3]))}
    for o in exe.run(main, feed=feed, fetch_list=[a, b, c, d, e]):
        print(o.shape, np.abs(o.astype('float64')).sum().round(2))
    print(names)
"""
DYGRAPH = """
    import paddle.fluid as fluid
    import numpy as np
    class FC(fluid.dygraph.Layer):
        def __init__(self, act=None, bias=True):
            super(FC, self).__init__()
            start = [fluid.ParamAttr(initializer=fluid.initializer.Constant(value)) for value in (0.5, -2.)]
            self._w = self.create_parameter([6, 3], start[0])
            self._b = self.create_parameter([3], start[1], is_bias=True) if bias else None
            self._act = act
        def forward(self, input, more=None):
            results = []
            for inp in [input, more] if more is not None else [input]:
                tmp = self._helper.create_variable_for_type_inference('float32')
                self._helper.append_op(type="mul", inputs={"X": inp, "Y": self._w}, outputs={"Out": tmp},
                                       attrs={"x_num_col_dims": 1, "y_num_col_dims": 1})
                results.append(tmp)
            if len(results) == 1:
                pre = results[0]
            else:
                pre = self._helper.create_variable_for_type_inference('float32')
                self._helper.append_op(type="sum", inputs={"X": results}, outputs={"Out": pre},
                                       attrs={"use_mkldnn": False})
            if self._b is not None:
                out = self._helper.create_variable_for_type_inference(dtype='float32')
                self._helper.append_op(type='elementwise_add', inputs={'X': [pre], 'Y': [self._b]},
                                       outputs={'Out': [out]}, attrs={'axis': 1})
            else:
                out = pre
            return self._helper.append_activation(out, act=self._act)
    with fluid.dygraph.guard():
        x = fluid.dygraph.to_variable(np.arange(12, dtype='float32').reshape(2, 2, 3) / 7)
        for net in (FC(), FC('relu'), FC(bias=False)):
            print(net(x).numpy().sum().round(3), net(x, x + 1).numpy().sum().round(3))
"""


def test_a_network_of_operators(run_both_ways):
    old, new = run_both_ways({"program": {"main.py": LAYERS}, "dygraph": {"main.py": DYGRAPH}})
    assert old == new
    assert old["program"] == [
        "(2, 4, 3, 3) 330.46",
        "(2, 3, 5, 3) 202.84",
        "(2, 2) 61.55",
        "(2, 2) 90.0",
        "(2, 2) 62.66",
        "['conv2d_with_filter_0.b_0']",
    ]
    assert old["dygraph"] == ["2.143 34.286", "4.929 34.286", "14.143 46.286"]


def test_the_places_are_those_that_compat_runs_them_by():
    for kind in schemas():
        theirs, ours = kernel_of(kind), operator(kind)
        if ours is None:
            continue
        assert theirs is not None, kind
        places = {name: place for name, place, _ in theirs.inputs} | dict(theirs.attrs)
        assert ours.places.items() <= places.items(), kind  # of an attribute that is compat's alone it is said
        assert list(ours.results) == theirs.outputs, kind


HEAD = """\
import paddle.fluid as fluid
from paddle.fluid.layer_helper import LayerHelper
def relu(x, n, d=None):
    helper = LayerHelper("relu")
    out = helper.create_variable_for_type_inference(x.dtype)
%s    return out
x = fluid.data("x", [2, 3])
"""


@pytest.mark.parametrize(
    ("call", "now"),
    [
        ("type='relu', inputs={'X': x}, outputs={'Out': out}", "out = F.relu(x=x)"),
        ("type='relu', inputs={'X': [x]}, outputs={'Out': [out]}, attrs={'use_cudnn': n}", "out = F.relu(x=x)"),
        ("attrs={'axis': -1}, outputs={'Out': out}, inputs={'Y': x * n, 'X': x}, type='elementwise_add'",
         "out = paddle.add(x=x, y=x * n)"),
        ("type='softmax', inputs={'X': x}, outputs={'Out': out}, attrs={'axis': None}", "out = F.softmax(x=x"),
        ("type='scale', inputs={'X': x}, outputs={'Out': out}, attrs={'scale': n, 'bias_after_scale': True}",
         "scale=1.0 if n is None else n"),
        ("type='concat', inputs={'X': [x, x]}, outputs={'Out': out}, attrs={'axis': 1}", "concat(x=[x, x]"),
    ],
)
def test_what_becomes_a_function(call, now):
    result = migrate_source(HEAD % f"    helper.append_op({call})\n")
    assert now in result.text.replace("(x, ", "(x=x, ").replace("relu(x)", "relu(x=x)")
    assert "elper" not in result.text
    assert not result.left


@pytest.mark.parametrize(
    "lines",
    [
        ["helper.append_op(type=n, inputs={'X': x}, outputs={'Out': out})"],  # any operator
        ["helper.append_op(type='my_own', inputs={'X': x}, outputs={'Out': out})"],
        ["helper.append_op(type='relu', inputs=d, outputs={'Out': out})"],
        ["helper.append_op(type='relu', inputs={'X': [x, x]}, outputs={'Out': out})"],
        ["helper.append_op(type='relu', inputs={'X': x, 'Y': x}, outputs={'Out': out})"],
        ["helper.append_op(type='relu', inputs={'X': x}, outputs={'Out': out}, attrs={'threshold': 2.0})"],
        ["helper.append_op(**d)"],
        ["op = helper.append_op(type='relu', inputs={'X': x}, outputs={'Out': out})"],
        ["print(out)", "helper.append_op(type='relu', inputs={'X': x}, outputs={'Out': out})"],  # before it is set
        ["helper.append_op(type='top_k', inputs={'X': x}, outputs={'Out': out}, attrs={'k': 1})"],
        ["helper.append_op(type='relu', inputs={'X': x}, outputs={'Out': out})", "print(helper)"],
        ["helper.append_op(type='relu', inputs={'X': x}, outputs={'Out': out})", "helper.startup_program"],
        ["a = {'X': x}", "helper.append_op(type='relu', inputs=a, outputs={'Out': out})", "a['Y'] = x"],
    ],
)
def test_what_is_not_seen_is_left(lines):
    result = migrate_source(HEAD % "".join(f"    {line}\n" for line in lines))
    assert [f.name for f in result.left] == ["fluid.layer_helper.LayerHelper"]
    assert all(line in result.text for line in lines)


def test_a_variable_that_stays_is_assigned():
    body = "    total = fluid.layers.create_global_var([1], 0.0, 'float32', persistable=True)\n" \
        "    helper.append_op(type='sum', inputs={'X': [total, x]}, outputs={'Out': total})\n"
    text = HEAD.replace("    out = helper.create_variable_for_type_inference(x.dtype)\n", "") % body
    result = migrate_source(text.replace("return out", "return total"))
    assert "    assigned(paddle.add_n(inputs=[total, x]), output=total)\n" in result.text
    assert not result.left


SWISH = """
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.layer_helper import LayerHelper

def swish(x, beta=1.0):
    helper = LayerHelper("swish", **locals())
    out = helper.create_variable_for_type_inference(x.dtype)
    helper.append_op(type="swish", inputs={"X": x}, outputs={"Out": out}, attrs={"beta": beta})
    return out

main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    x = fluid.data("x", [3])
    values = [swish(x, 1.5), fluid.layers.swish(x, beta=1.5), swish(x)]
for value in fluid.Executor(fluid.CPUPlace()).run(main, feed={"x": np.float32([1, 2, -1])}, fetch_list=values):
    print(value.round(4).tolist())
"""


def test_the_operator_heeds_what_its_function_does_not(run_both_ways):
    given, alone = "[0.8176, 1.9051, -0.1824]", "[0.7311, 1.7616, -0.2689]"  # by 1.8.5, too
    for printed in run_both_ways({"swish": {"main.py": SWISH}}):
        (values,) = ([[round(each, 4) for each in eval(line)] for line in lines] for lines in printed.values())
        assert list(map(str, values)) == [given, alone, alone]
