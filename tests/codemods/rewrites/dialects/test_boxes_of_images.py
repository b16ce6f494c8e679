"""Boxes of images in programs: SSD's loss, what it finds, and boxes before anything is found, against 1.8.5."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

SSD = """
    import numpy as np
    import paddle.fluid as fluid
    r = np.random.RandomState(0)
    def conv(x, n, **given):
        start = fluid.initializer.NumpyArrayInitializer((r.rand(n, x.shape[1], 3, 3) - 0.5).astype('float32'))
        return fluid.layers.conv2d(x, n, 3, padding=1, param_attr=fluid.ParamAttr(initializer=start), **given)
    def rows(x, n):
        x = fluid.layers.reshape(fluid.layers.transpose(x, [0, 2, 3, 1]), [0, -1, n])
        return fluid.layers.reshape(x, [2, k, n])
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        image = fluid.data('image', [2, 3, 16, 16])
        gt_box = fluid.data('gt_box', [None, 4], lod_level=1)
        gt_label = fluid.data('gt_label', [None, 1], 'int32', lod_level=1)
        info = fluid.data('info', [2, 3])
        feat = conv(image, 4, stride=4, act='relu')
        prior, var = fluid.layers.prior_box(feat, image, min_sizes=[6.0], max_sizes=[10.0], aspect_ratios=[1.0, 2.0])
        dens, dvar = fluid.layers.density_prior_box(feat, image, densities=[1, 2], fixed_sizes=[4.0, 8.0],
                                                    fixed_ratios=[1.0], flatten_to_2d=True)
        dens2, _ = fluid.layers.density_prior_box(feat, image, densities=[2], fixed_sizes=[4.0],
                                                  fixed_ratios=[1.0, 2.0], clip=True, steps=[4., 4.])
        anchors, _ = fluid.layers.anchor_generator(feat, [16., 32.], [0.5, 1.0], stride=[4.0, 4.0])
        k = prior.shape[2] * 16
        loc, conf = rows(conv(feat, prior.shape[2] * 4), 4), rows(conv(feat, prior.shape[2] * 3), 3)
        prior, var = fluid.layers.reshape(prior, [-1, 4]), fluid.layers.reshape(var, [-1, 4])
        loss = fluid.layers.ssd_loss(loc, conf, gt_box, gt_label, prior, var)
        each = fluid.layers.ssd_loss(loc, conf, gt_box, gt_label, prior, var, overlap_threshold=0.3,
                                     neg_pos_ratio=1.5, loc_loss_weight=2.0, normalize=False, match_type='bipartite')
        total = fluid.layers.reduce_sum(loss)
        clipped = fluid.layers.box_clip(fluid.layers.scale(gt_box, 40.0), info)
        found = fluid.layers.detection_output(loc, conf, prior, var, score_threshold=0.3, nms_threshold=0.4,
                                              keep_top_k=5)
        none = fluid.layers.detection_output(loc, conf, prior, var, score_threshold=0.999)
        likely = fluid.layers.transpose(fluid.layers.softmax(conf), [0, 2, 1])
        nms = fluid.layers.multiclass_nms(fluid.layers.scale(loc, 10.0), likely, 0.2, 10, 4, normalized=False,
                                          background_label=-1)
        fluid.optimizer.SGD(0.05).minimize(total)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    boxes = np.array([[.1, .1, .5, .6], [.4, .2, .9, .9], [.0, .5, .3, 1.]], 'float32')
    labels = np.array([[1], [2], [1]], 'int32')
    for i, counts in enumerate(([2, 1], [1, 2], [2, 1])):
        feed = {'image': r.rand(2, 3, 16, 16).astype('float32'),
                'gt_box': fluid.create_lod_tensor(boxes, [counts], fluid.CPUPlace()),
                'gt_label': fluid.create_lod_tensor(labels, [counts], fluid.CPUPlace()),
                'info': np.array([[20, 30, 1.], [25, 18, 2.]], 'float32')}
        outs = exe.run(main, feed=feed, return_numpy=False,
                       fetch_list=[loss, each, clipped, found, none, nms, dens, dens2, anchors, dvar])
        for o in outs:
            o = np.array(o)
            print(o.shape, '%.3f' % np.abs(o).sum())
"""
FOUND = [  # by 1.8.5
    "(2, 1) 13.990", "(2, 1) 41.012", "(3, 4) 151.000", "(10, 6) 47.822", "(1, 1) 1.000",
    "(8, 6) 274.406", "(80, 4) 160.000", "(4, 4, 8, 4) 256.000", "(4, 4, 4, 4) 3392.000", "(80, 4) 48.000",
    "(2, 1) 7.722", "(2, 1) 24.972", "(3, 4) 115.000", "(10, 6) 39.371", "(1, 1) 1.000",
    "(8, 6) 23.620", "(80, 4) 160.000", "(4, 4, 8, 4) 256.000", "(4, 4, 4, 4) 3392.000", "(80, 4) 48.000",
    "(2, 1) 7.594", "(2, 1) 24.843", "(3, 4) 151.000", "(10, 6) 39.749", "(1, 1) 1.000",
    "(8, 6) 21.459", "(80, 4) 160.000", "(4, 4, 8, 4) 256.000", "(4, 4, 4, 4) 3392.000", "(80, 4) 48.000",
]


OPEN = SSD.replace("return fluid.layers.reshape(x, [2, k, n])", "return x")  # how many boxes, only the run knows


def test_a_network_that_trains_on_boxes(run_both_ways):
    old, new = run_both_ways({"ssd": {"main.py": SSD}, "open": {"main.py": OPEN}})
    assert old["ssd"] == old["open"] == FOUND
    assert new == old


LEVELS = """
    import numpy as np
    import paddle.fluid as fluid
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        image = fluid.data('image', [2, 3, 16, 16])
        image.stop_gradient = False
        rois = fluid.data('rois', [None, 4], lod_level=1)
        more = fluid.data('more', [None, 4], lod_level=1)
        scores = fluid.data('scores', [None, 1], lod_level=1)
        others = fluid.data('others', [None, 1], lod_level=1)
        best = fluid.layers.collect_fpn_proposals([rois, more], [scores, others], 2, 3, post_nms_top_n=5)
        levels, places = fluid.layers.distribute_fpn_proposals(best, 2, 4, 3, 8)
        cut = [fluid.layers.roi_align(image, each, 2, 3, 0.25, 2) for each in levels]
        whole = fluid.layers.gather(fluid.layers.concat(cut), places)
        pooled = fluid.layers.roi_pool(input=image, rois=best, pooled_height=2, spatial_scale=0.5)
        loss = fluid.layers.reduce_sum(whole * whole) + fluid.layers.reduce_sum(pooled)
        grad = fluid.gradients(loss, image)[0]
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    r = np.random.RandomState(0)
    for counts in ([3, 2], [1, 4], [4, 1]):
        low = r.rand(5, 2) * 10
        boxes = np.concatenate([low, low + r.rand(5, 2) * 30], 1).astype('float32')
        feed = {'image': r.rand(2, 3, 16, 16).astype('float32')}
        for name, rows in (('rois', boxes),
                           ('more', boxes[::-1] + 1), ('scores', r.rand(5, 1)), ('others', r.rand(5, 1))):
            feed[name] = fluid.create_lod_tensor(rows.astype('float32'), [counts], fluid.CPUPlace())
        for o in exe.run(main, feed=feed, return_numpy=False,
                         fetch_list=[best, places, whole, pooled, loss, grad] + levels):
            print(np.array(o).size, '%.3f' % np.abs(np.array(o)).sum())
"""
SHARED_OUT = [  # by 1.8.5
    "20 306.845", "5 10.000", "90 43.771", "30 28.889", "1 51.838", "1536 117.542", "8 78.308", "0 0.000", "12 228.536",
    "20 268.284", "5 10.000", "90 47.062", "30 29.536", "1 55.448", "1536 124.125", "0 0.000", "4 39.892", "16 228.392",
    "20 310.906", "5 10.000", "90 43.588", "30 28.619", "1 51.414", "1536 117.176", "4 46.276", "0 0.000", "16 264.631",
]


def test_boxes_that_are_shared_out_among_levels(run_both_ways):
    old, new = run_both_ways({"levels": {"main.py": LEVELS}})
    assert old["levels"] == SHARED_OUT
    assert new == old


@pytest.mark.parametrize(
    ("call", "left"),
    [
        ("fluid.layers.ssd_loss(x, x, y, y, x)", False),
        ("fluid.layers.box_clip(y, x)", False),
        ("fluid.layers.multiclass_nms(x, x, 0.1, 10, 5)", False),
        ("fluid.layers.bipartite_match(y)", True),
    ],
)
def test_what_is_written(call, left):
    head = "import paddle.fluid as fluid\nx = fluid.data('x', [2, 3, 4])\ny = fluid.data('y', [None, 4], lod_level=1)\n"
    result = migrate_source(f"{head}z = {call}\n")
    assert bool(result.left) is left
    assert ("fluid" in result.text) is left


def test_whose_rows_are_not_shown():
    """Another file makes them, and it is not there."""
    result = migrate_source("import paddle.fluid as fluid\ndef f(y, info):\n    return fluid.layers.box_clip(y, info)\n"
                            "x = fluid.data('x', [3])\n")
    assert [f.code for f in result.left] == ["PM303"]
