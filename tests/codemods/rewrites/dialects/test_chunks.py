"""Chunks that a program counts in every run, against 1.8.5."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

PROGRAM = """
    import numpy as np
    import paddle.fluid as fluid
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        x = fluid.data('x', [None, 1], 'int64', lod_level=1)
        y = fluid.data('y', [None, 1], 'int64', lod_level=1)
        p, q, n = (fluid.data(name, shape, 'int64') for name, shape in (('p', [2, 4]), ('q', [2, 4]), ('n', [2])))
        outs = []
        for scheme, types in (("IOB", 3), ("IOE", 3), ("IOBES", 2), ("plain", 6)):
            outs += fluid.layers.chunk_eval(input=x, label=y, chunk_scheme=scheme, num_chunk_types=types)
            outs += fluid.layers.chunk_eval(p, q, scheme, types, excluded_chunk_types=[1], seq_length=n)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    r = np.random.RandomState(3)
    for counts in ([7, 5], [2, 10]):
        a, b = r.randint(0, 7, (12, 1)).astype('int64'), r.randint(0, 7, (12, 1)).astype('int64')
        b = np.where(r.rand(12, 1) < .7, a, b)
        c = r.randint(0, 7, (2, 4)).astype('int64')
        feed = {'x': fluid.create_lod_tensor(a, [counts], fluid.CPUPlace()),
                'y': fluid.create_lod_tensor(b, [counts], fluid.CPUPlace()),
                'p': c, 'q': np.where(r.rand(2, 4) < .8, c, 1), 'n': np.array([4, 2])}
        found = exe.run(main, feed=feed, fetch_list=outs)
        for i in range(0, len(found), 6):
            print(' '.join('%.3f' % o.item() for o in found[i:i + 6]), found[i].shape, found[i + 5].dtype)
"""
FOUND = [  # by 1.8.5
    "1.000 1.000 1.000 9.000 9.000 9.000 (1,) int64",
    "0.800 0.800 0.800 5.000 5.000 4.000 (1,) int64",
    "1.000 1.000 1.000 8.000 8.000 8.000 (1,) int64",
    "0.800 0.667 0.727 5.000 6.000 4.000 (1,) int64",
    "1.000 1.000 1.000 10.000 10.000 10.000 (1,) int64",
    "1.000 0.667 0.800 2.000 3.000 2.000 (1,) int64",
    "1.000 1.000 1.000 9.000 9.000 9.000 (1,) int64",
    "0.500 1.000 0.667 4.000 2.000 2.000 (1,) int64",
    "0.750 0.750 0.750 8.000 8.000 6.000 (1,) int64",
    "1.000 1.000 1.000 5.000 5.000 5.000 (1,) int64",
    "0.800 0.800 0.800 10.000 10.000 8.000 (1,) int64",
    "1.000 1.000 1.000 4.000 4.000 4.000 (1,) int64",
    "0.900 0.818 0.857 10.000 11.000 9.000 (1,) int64",
    "1.000 1.000 1.000 3.000 3.000 3.000 (1,) int64",
    "0.625 0.625 0.625 8.000 8.000 5.000 (1,) int64",
    "1.000 1.000 1.000 3.000 3.000 3.000 (1,) int64",
]


def test_all_schemes_of_rows_and_of_padded_tags(run_both_ways):
    old, new = run_both_ways({"chunks": {"main.py": PROGRAM}})
    assert old["chunks"] == FOUND
    assert new == old


@pytest.mark.parametrize(("more", "left"), [("", True), (", seq_length=n", False)])
def test_tags_of_another_file(more, left):
    """Of padded ones the lengths are given; where rows come from is to be shown."""
    text = "import paddle.fluid as fluid\nfrom net import x, y\nn = fluid.data('n', [2], 'int64')\n" \
        f"z = fluid.layers.chunk_eval(x, y, 'IOB', 3{more})\n"
    assert bool(migrate_source(text).left) is left
