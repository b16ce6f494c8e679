"""Products of matrices of which several sizes are known only when the program runs: 1.8.5's numbers."""

from __future__ import annotations

PRODUCTS = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
def told(name, out, **feed):
    exe = fluid.Executor(fluid.CPUPlace())
    got = exe.run(feed=feed, fetch_list=[out])[0]
    print(name, got.shape, "%.4f" % got.sum(), "%.4f" % (got.ravel() * np.arange(got.size)).sum())
rng = np.random.RandomState(0)
r = lambda *s: rng.rand(*s).astype("float32")
a, b = fluid.data("a", [None, 3]), fluid.data("b", [None, 3])
told("both", L.mul(a, L.transpose(b, [1, 0])), a=r(2, 3), b=r(4, 3))
c = fluid.data("c", [None, None, 3]); w = fluid.data("w", [3, 5])
feed = dict(a=r(2, 3), b=r(4, 3), c=r(2, 4, 3), w=r(3, 5))
told("two rows", L.mul(c, w, x_num_col_dims=2), **feed)
told("rows and columns", L.mul(c, L.transpose(b, [1, 0]), x_num_col_dims=2), **feed)
d = fluid.data("d", [3, None, None]); feed["d"] = r(3, 2, 2)
told("wide", L.mul(a, d), **feed)
told("all", L.mul(c, d, 2, 1), **feed)
g = fluid.data("g", [-1, 2, 3]); feed["g"] = r(5, 2, 3); v = fluid.data("v", [2, 3, 4]); feed["v"] = r(2, 3, 4)
told("folded", L.mul(g, v, y_num_col_dims=2), **feed)
"""
OF_185 = """
both (2, 4) 7.6009 22.8474
two rows (2, 4, 5) 26.1629 445.9136
rows and columns (2, 4, 4) 19.7739 272.1053
wide (2, 2, 2) 5.9853 19.1438
all (2, 4, 2, 2) 13.4876 180.6199
folded (5, 4) 33.9015 357.4698
"""


def test_products(run_both_ways):
    old, new = run_both_ways({"products": {"main.py": PRODUCTS}})
    assert old["products"] == new["products"] == OF_185.strip().splitlines()
