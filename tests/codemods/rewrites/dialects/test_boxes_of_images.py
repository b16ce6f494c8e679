"""Boxes of images in programs: SSD's loss, what it finds, and boxes before anything is found, against 1.8.5."""

from __future__ import annotations

import numpy as np
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
        others = fluid.layers.detection_output(loc, conf, prior, var, background_label=1, nms_eta=0.6,
                                               nms_threshold=0.8, keep_top_k=7)
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
                       fetch_list=[loss, each, clipped, found, none, nms, dens, dens2, anchors, dvar, others])
        for o in outs:
            o = np.array(o)
            print(o.shape, '%.3f' % np.abs(o).sum())
"""
FOUND = [  # by 1.8.5
    "(2, 1) 13.990", "(2, 1) 41.012", "(3, 4) 151.000", "(10, 6) 47.822", "(1, 1) 1.000",
    "(8, 6) 274.406", "(80, 4) 160.000", "(4, 4, 8, 4) 256.000", "(4, 4, 4, 4) 3392.000", "(80, 4) 48.000",
    "(14, 6) 67.034",
    "(2, 1) 7.722", "(2, 1) 24.972", "(3, 4) 115.000", "(10, 6) 39.371", "(1, 1) 1.000",
    "(8, 6) 23.620", "(80, 4) 160.000", "(4, 4, 8, 4) 256.000", "(4, 4, 4, 4) 3392.000", "(80, 4) 48.000",
    "(14, 6) 52.115",
    "(2, 1) 7.594", "(2, 1) 24.843", "(3, 4) 151.000", "(10, 6) 39.749", "(1, 1) 1.000",
    "(8, 6) 21.459", "(80, 4) 160.000", "(4, 4, 8, 4) 256.000", "(4, 4, 4, 4) 3392.000", "(80, 4) 48.000",
    "(14, 6) 55.836",
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


HEADS = """
    import numpy as np
    import paddle.fluid as fluid
    L = fluid.layers
    main, startup = fluid.Program(), fluid.Program()
    def filled(program, scope):
        for p in sorted(program.all_parameters(), key=lambda p: p.shape):
            t = scope.find_var(p.name).get_tensor()
            n = int(np.prod(p.shape))
            t.set((np.sin(np.arange(n) * 0.7) * .3).reshape(p.shape).astype("float32"), fluid.CPUPlace())
    with fluid.program_guard(main, startup):
        image = fluid.data("image", [None, 3, 24, 24], "float32")
        true_box = fluid.data("true_box", [None, 4], "float32", lod_level=1)
        true_label = fluid.data("true_label", [None, 1], "int32", lod_level=1)
        maps = [L.conv2d(image, 4, 3, stride=4, padding=1, act="relu")]
        for _ in range(2):
            maps.append(L.conv2d(maps[-1], 4, 3, stride=2, padding=1, act="relu"))
        loc, conf, box, spread = L.multi_box_head(maps, image, 24, 3, [[2.0], [2.0, 3.0], [2.0]], 20, 90,
                                                  clip=True, name="m")
        single = L.multi_box_head([maps[0]], image, 24, 2, aspect_ratios=[2.0], min_sizes=[6.0], max_sizes=[9.0],
                              flip=False, steps=[4.0], offset=0.4, variance=[0.2, 0.2, 0.1, 0.1], kernel_size=3, pad=1,
                              stride=1, min_max_aspect_ratios_order=True)
        pair = L.multi_box_head(maps[:2], image, 24, 2, [[2.0], 3.0], min_sizes=[6.0, [9.0]], max_sizes=[[], 12.0],
                            step_w=[4.0, 8.0], step_h=[3.0, 8.0])
        plain = L.detection_output(loc, L.softmax(conf), box, spread, score_threshold=0.9)
        loss = L.reduce_sum(L.ssd_loss(loc, conf, true_box, true_label, box, spread))
        fluid.optimizer.Momentum(0.01, 0.9).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(startup)
    filled(main, fluid.global_scope())
    rng = np.random.RandomState(5)
    def fed():
        lengths = rng.randint(1, 4, 3).tolist()
        low = rng.uniform(0, 0.6, [sum(lengths), 2])
        boxes = np.concatenate([low, low + rng.uniform(0.2, 0.4, low.shape)], -1).astype("float32")
        labels = rng.randint(1, 3, (sum(lengths), 1)).astype("int32")
        return {"image": rng.uniform(0, 1, [3, 3, 24, 24]).astype("float32"),
                "true_box": fluid.create_lod_tensor(boxes, [lengths], fluid.CPUPlace()),
                "true_label": fluid.create_lod_tensor(labels, [lengths], fluid.CPUPlace())}
    for _ in range(4):
        out = executor.run(main, feed=fed(), fetch_list=[loss, loc, conf, box, spread] + list(single) + list(pair))
        print(*[np.abs(o).sum() for o in out] + [o.shape[1] for o in out[1:]])
"""
SEEN = [  # by 1.8.5: what the heads give is as large as that, and has so many columns
    [11.362, 615.994, 485.137, 428.0, 128.4, 684.992, 334.140, 213.856, 64.8, 412.001, 174.224, 267.859, 86.4],
    [12.144, 577.772, 453.287, 428.0, 128.4, 581.525, 289.596, 213.856, 64.8, 392.968, 164.671, 267.859, 86.4],
    [10.572, 533.540, 413.891, 428.0, 128.4, 445.597, 213.527, 213.856, 64.8, 366.151, 157.608, 267.859, 86.4],
    [13.425, 541.753, 418.103, 428.0, 128.4, 411.346, 193.034, 213.856, 64.8, 365.505, 160.490, 267.859, 86.4],
]
COLUMNS = [214, 214, 4, 4, 432, 216, 6, 6, 144, 144, 4, 4]


def test_heads_over_maps(run_both_ways):
    for found in run_both_ways({"heads": {"main.py": HEADS}}):
        numbers = [[float(each) for each in line.split()] for line in found["heads"]]
        np.testing.assert_allclose(numbers, [[*each, *COLUMNS] for each in SEEN], rtol=1e-4)


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


LESSENED = """
    import numpy as np
    import paddle.fluid as fluid
    L, r = fluid.layers, np.random.RandomState(3)
    class Best(object):
        def __init__(self, keep):
            self.keep = keep
        def __call__(self, boxes, scores):
            return L.matrix_nms(boxes, scores, 0.1, 0.1, 5, self.keep)
    boxes, scores = fluid.data('boxes', [2, 6, 4]), fluid.data('scores', [2, 3, 6])
    index = L.matrix_nms(bboxes=boxes, scores=scores, score_threshold=0.1, post_threshold=0.2, nms_top_k=5,
                         keep_top_k=3, use_gaussian=True, return_index=True)
    kept = {'best': Best(4)(boxes, scores), 'index': index[1]}
    low = r.rand(2, 6, 2) * 0.5
    feed = {'boxes': np.concatenate([low, low + 0.1 + r.rand(2, 6, 2) * 0.4], 2).astype('float32'),
            'scores': r.rand(2, 3, 6).astype('float32')}
    exe = fluid.Executor(fluid.CPUPlace())
    names = sorted(kept)
    results = exe.run(feed=feed, fetch_list=[kept[name] for name in names] + [index[0]], return_numpy=False)
    for o in results:
        print(o.recursive_sequence_lengths(), np.array(o).shape, '%.4f' % np.array(o).astype('float32').sum())
    for name, o in zip(names, results):
        print(name, o.lod())
"""


def test_boxes_lessened_by_overlaps_have_the_lengths_of_images(run_both_ways):
    old, new = run_both_ways({"lessened": {"main.py": LESSENED}})
    assert new == old


NETWORK = """\
import numpy as np
import paddle.fluid as fluid

L = fluid.layers


def network(image):
    maps = [L.conv2d(image, 4, 3, stride=4, padding=1, act="relu")]
    for _ in range(2):
        maps.append(L.conv2d(maps[-1], 4, 3, stride=2, padding=1, act="relu"))
    return L.multi_box_head(inputs=maps, image=image, num_classes=3, min_ratio=20, max_ratio=90, base_size=24,
                            aspect_ratios=[[2.0], [2.0, 3.0], [2.0]], offset=0.5, flip=True)


main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    found = network(fluid.data("image", [None, 3, 24, 24]))
executor = fluid.Executor(fluid.CPUPlace())
executor.run(startup)
for p in sorted(main.all_parameters(), key=lambda p: p.shape):
    filled = (np.sin(np.arange(int(np.prod(p.shape))) * 0.7) * .3).reshape(p.shape).astype("float32")
    fluid.global_scope().find_var(p.name).get_tensor().set(filled, fluid.CPUPlace())
image = np.cos(np.arange(2 * 3 * 24 * 24) * 0.3).reshape(2, 3, 24, 24).astype("float32")
for each in executor.run(main, feed={"image": image}, fetch_list=list(found)):
    print(each.shape, "%.2f" % np.abs(each).sum())
"""
WITHOUT_BOXES = ["(2, 214, 4) 508.30", "(2, 214, 3) 409.57", "(214, 4) 436.66", "(214, 4) 128.40"]  # by 1.8.5


def test_heads_of_a_network_that_is_given_no_boxes(run_both_ways):
    old, new = run_both_ways({"network": {"main.py": NETWORK}})
    assert old["network"] == WITHOUT_BOXES
    assert new == old


def test_a_network_alone():
    text = NETWORK.partition("main, startup")[0]
    result = migrate_source(text + "image = fluid.data('image', [None, 3, 24, 24])\nnetwork(image)\n")
    assert not result.left
    assert "def multi_box_head(" in result.text
