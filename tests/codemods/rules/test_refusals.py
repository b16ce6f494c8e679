"""Functions that stand for rules and raise where an argument has no form: said where that may be given."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import sys\nimport paddle.fluid as fluid\nL = fluid.layers\nx = fluid.data('x', [None, 3, 8, 8])\n"
GROUP = "fluid.nets.img_conv_group(v, conv_num_filter=[4], pool_size=2, {})"
MAY = {
    "argument": f"def f(v, act):\n    return {GROUP.format('conv_act=act')}\nf(x, sys.argv[1])\n",
    "one_of_two": f"def f(v, act='relu'):\n    return {GROUP.format('conv_act=act')}\nf(x)\nf(x, 'leaky_relu')\n",
    "stars": f"def f(v, **kw):\n    return {GROUP.format('**kw')}\nf(x)\nf(x, conv_act=sys.argv[1])\n",
    "stars_of_several": "def g(v, **kw):\n    f = L.affine_channel if v is None else L.sampling_id\n"
                        "    return f(v, **kw)\ndef h(v, **kw):\n    return g(v, **kw)\ng(x)\nh(x, min=0.5)\n",
    "dictionary": "d = {'f': fluid.nets.img_conv_group}\nd['f'](x, [4], 2, conv_act=sys.argv[1])\n",
    "handed_on": "unknown(L.sampling_id)\n",
    "by_place": "f = [L.sampling_id]\nf[0](x, 0.5)\n",
    "attribute": "class C:\n    make = staticmethod(fluid.nets.scaled_dot_product_attention)\n"
                 "def f(q, n):\n    return C.make(q, q, q, num_heads=n)\n",
}
NEVER = {
    "constant": f"def f(v, act):\n    return {GROUP.format('conv_act=act')}\nf(x, 'relu')\nf(x, 'tanh')\n",
    "constant_held": "d = {'f': fluid.nets.img_conv_group}\nd['f'](x, [4], 2, conv_act='relu')\n",
    "not_given": "f = [L.sampling_id]\nf[0](x, seed=3)\n",
    "default": "f = [L.sampling_id]\nf[0](x, 0.0, max=1.0)\n",
    "refused_by_185": "f = {'up': L.image_resize}\nf['up'](x, [4, 4], resample=sys.argv[1])\n",
    "needed": "f = [L.affine_channel]\ndef g(v, s, b):\n    return f[0](v, scale=s, bias=b)\n",
    "stars": f"def f(v, **kw):\n    return {GROUP.format('**kw')}\nf(x)\nf(x, conv_act='relu')\n",
    "stars_of_several": "def g(v, **kw):\n    f = L.sampling_id\n    return (f if v else f)(v, **kw)\n"
                        "def h(v, **kw):\n    return g(v, **kw)\ng(x)\nh(x, seed=3)\n",
    "has_every_form": "unknown(L.conv2d)\n",
}


def left(lines):
    result = migrate_source(HEAD + lines, options=Options(programs=True))
    return [finding.code for finding in result.left]


@pytest.mark.parametrize("lines", MAY.values(), ids=MAY)
def test_what_may_be_given_is_said(lines):
    assert "PM346" in left(lines)


@pytest.mark.parametrize("lines", NEVER.values(), ids=NEVER)
def test_what_never_is_given_is_not(lines):
    assert "PM346" not in left(lines)
