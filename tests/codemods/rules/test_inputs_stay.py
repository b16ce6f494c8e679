"""What operators of programs are given stays as it is: Paddle 2.6 computes in the memory of what it thinks nobody reads
again, and detach() shares it."""

from __future__ import annotations

PROGRAMS = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
rng = np.random.RandomState(0)
r = lambda *s: (rng.rand(*s) * 3 + 0.5).astype("float32")
def case(name, make, **shapes):
    main, startup = fluid.Program(), fluid.Program()
    feed = {k: r(*s) if isinstance(s, tuple) else s for k, s in shapes.items()}
    with fluid.scope_guard(fluid.Scope()), fluid.program_guard(main, startup), fluid.unique_name.guard():
        ins = {k: fluid.data(k, [None] + list(v.shape[1:]), str(v.dtype)) for k, v in feed.items()}
        mid = {k: L.scale(v, 1.0) if v.dtype == fluid.core.VarDesc.VarType.FP32 else v for k, v in ins.items()}
        for v in mid.values(): v.stop_gradient = False
        out = make(**mid)
        out = list(out) if isinstance(out, (list, tuple)) else [out]
        late = [L.reduce_sum(L.cast(v, "float32") * 2.0) for v in mid.values()]
        exe = fluid.Executor(fluid.CPUPlace()); exe.run(startup)
        got = exe.run(main, feed=feed, fetch_list=out + list(mid.values()) + list(ins.values()) + late)
        print(name, ["%.3f" % np.array(a, "float64").sum() for a in got])
case("clip_by_norm", lambda x: L.clip_by_norm(x, 1.0), x=(3, 4))
case("sce", lambda x, y: L.sigmoid_cross_entropy_with_logits(x, y), x=(3, 4), y=(3, 4))
case("iou", lambda x, y: L.iou_similarity(x, y), x=(3, 4), y=(2, 4))
case("topk", lambda x: L.topk(x, 2)[0], x=(3, 4))
case("smooth", lambda x, y, w: L.smooth_l1(x, y, w, w), x=(3, 4), y=(3, 4), w=(3, 4))
case("swce", lambda x, y: L.softmax_with_cross_entropy(x, y, return_softmax=True), x=(3, 4),
     y=np.array([[1], [2], [0]]))
case("soft", lambda x, y: L.softmax_with_cross_entropy(x, y, soft_label=True), x=(3, 4), y=(3, 4))
case("ce", lambda x, y: L.cross_entropy(L.softmax(x), y, soft_label=True), x=(3, 4), y=(3, 4))
case("log_loss", lambda x, y: L.log_loss(L.sigmoid(x), y), x=(3, 1), y=(3, 1))
case("square", lambda x, y: L.square_error_cost(x, y), x=(3, 1), y=(3, 1))
case("huber", lambda x, y: L.huber_loss(x, y, 1.0), x=(3, 1), y=(3, 1))
case("kl", lambda x, y: L.kldiv_loss(x, y), x=(3, 4), y=(3, 4))
case("bpr", lambda x, y: L.bpr_loss(L.softmax(x), y), x=(3, 4), y=np.array([[1], [2], [0]]))
case("sort", lambda x: L.argsort(x), x=(3, 4))
case("where", lambda x, y: L.elementwise_max(x, y), x=(3, 4), y=(3, 4))
case("rank", lambda x, y, l: L.rank_loss(l, x, y), x=(3, 1), y=(3, 1), l=(3, 1))
case("margin", lambda x, y, l: L.margin_rank_loss(l, x, y), x=(3, 1), y=(3, 1), l=(3, 1))
case("label_smooth", lambda x: L.label_smooth(x, epsilon=0.1), x=(3, 4))
case("one_hot", lambda y: L.one_hot(y, 4), y=np.array([[1], [2], [0]]))
case("teacher", lambda x, y: L.teacher_student_sigmoid_loss(x, y), x=(3, 1), y=(3, 1))
case("box_clip", lambda x, y: L.elementwise_min(x, y), x=(3, 4), y=(3, 4))
case("mse", lambda x, y: L.mse_loss(x, y), x=(3, 4), y=(3, 4))
case("l2", lambda x: L.l2_normalize(x, 1), x=(3, 4))
case("gumbel", lambda x: L.hard_sigmoid(x), x=(3, 4))
"""
OF_185 = [
    "sce ['-23.065', '27.518', '22.448', '27.518', '22.448', '55.036', '44.895']",
    "margin ['0.000', '8.654', '4.296', '8.519', '8.654', '4.296', '8.519', '17.308', '8.593', '17.038']",
]


def test_all_inputs_are_what_they_were(run_both_ways):
    old, new = run_both_ways({"inputs": {"main.py": PROGRAMS}})
    assert [line for line in old["inputs"] if line.startswith(("sce", "margin"))] == OF_185
    assert new == old
