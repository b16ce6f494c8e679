"""Random numbers of programs: what holds whatever is drawn."""

from __future__ import annotations

CROPS = """
    import numpy as np
    import paddle.fluid as fluid
    L = fluid.layers
    x, z = fluid.data('x', [None, 4, 5]), fluid.data('z', [2, 3, 6])
    def crop(v, shape, **more):
        return L.random_crop(v, shape, **more)
    class Cut(object):
        def __init__(self, size):
            self.size = size
        def __call__(self, v):
            return L.random_crop(x=v, shape=[self.size, 1])
    outs = {'part': L.random_crop(x, [2, 3]), 'all': crop(x, shape=[4, 5]), 'last': crop(z, [2], seed=3),
            'cut': Cut(4)(x)}
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    feed = {'x': np.arange(60).reshape(3, 4, 5).astype('float32'),
            'z': np.arange(36).reshape(2, 3, 6).astype('float32')}
    places = set()
    for i in range(20):
        got = dict(zip(sorted(outs), exe.run(feed=feed, fetch_list=[outs[k] for k in sorted(outs)])))
        places |= set(got['part'][:, 0, 0].tolist())
        assert (got['all'] == feed['x']).all()
        assert (np.diff(got['part'], axis=2) == 1).all() and (np.diff(got['part'], axis=1) == 5).all()
        assert (np.diff(got['last'], axis=2) == 1).all() and (np.diff(got['cut'], axis=1) == 5).all()
        assert [int(each) // 20 for each in got['part'][:, 0, 0]] == [0, 1, 2]
    for k in sorted(outs):
        print(k, got[k].shape, got[k].dtype, len(places) > 6)
"""
DTYPES = """
    import paddle.fluid as fluid
    L = fluid.layers
    KIND = 'float64'
    given = {'dtype': 'float64', 'min': 0.}
    def drawn(kind):
        return L.uniform_random([2, 3], dtype=kind, min=1., max=2.)
    outs = [L.uniform_random([3], dtype='float64'), L.uniform_random([3], KIND, 0., 1., 5), drawn('float64'),
            L.uniform_random(shape=[2], **given), L.uniform_random([2]) + L.cast(drawn(KIND)[0, 0:2], 'float32'),
            L.gaussian_random([2], dtype='float64')]
    exe = fluid.Executor(fluid.CPUPlace())
    for got in exe.run(fetch_list=outs):
        print(got.shape, got.dtype)
"""


def test_crops(run_both_ways):
    old, new = run_both_ways({"crops": {"main.py": CROPS}})
    assert old["crops"][0] == "all (3, 4, 5) float32 True"
    assert new == old


def test_dtypes(run_both_ways):
    old, new = run_both_ways({"dtypes": {"main.py": DTYPES}})
    assert [line.split()[-1] for line in new["dtypes"]] == [*["float32"] * 5, "float64"]  # as 1.8.5
    assert [line.split()[0] for line in new["dtypes"]] == [line.split()[0] for line in old["dtypes"]]
