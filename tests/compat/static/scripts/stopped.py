import numpy as np
import paddle.fluid as fluid

answer, L = globals()["answer"], fluid.layers


def into(make):
    def written(h):
        z = make(h)
        L.assign(h, z)
        return z

    return written


def summed(h):
    z = L.zeros([2, 3], "float32")
    L.sums([h, h], out=z)
    return z


def switched(h):
    z, one = L.fill_constant([2, 3], "float32", 0.0), L.fill_constant([1], "float32", 1.0)
    with L.Switch() as switch:
        with switch.case(L.less_than(one, one * 2.0)):
            L.assign(h, z)
        with switch.default():
            L.assign(h * 2.0, z)
    return z


def looped(h):
    z, i, n = L.zeros([2, 3], "float32"), L.zeros([1], "int64"), L.fill_constant([1], "int64", 3)
    return L.while_loop(lambda i, z: L.less_than(i, n), lambda i, z: [i + 1, z + h], [i, z])[1]


cases = {
    "topk": lambda h: L.topk(h, 2)[0], "topk beside": lambda h: L.concat([L.topk(input=h, k=1)[0], h], 1),
    "argsort": lambda h: L.argsort(h)[0], "diag": lambda h: L.diag(L.reshape(h, [6])),
    "diag_embed": lambda h: L.diag_embed(h), "zeros_like": lambda h: L.zeros_like(h) + h,
    "constant": into(lambda h: L.fill_constant([2, 3], "float32", 0.0)),
    "batch": into(lambda h: L.fill_constant_batch_size_like(h, [-1, 3], "float32", 0.0)),
    "zeros": into(lambda h: L.zeros([2, 3], "float32")), "ones": into(lambda h: L.ones([2, 3], "float32")),
    "noughts": into(L.zeros_like), "global": into(lambda h: L.create_global_var([2, 3], 0.0, "float32", True)),
    "tensor": into(lambda h: L.create_tensor("float32")), "product": into(lambda h: h * 0.0),
    "array": into(lambda h: L.assign(np.zeros([2, 3], "float32"))), "sums": summed, "switch": switched, "loop": looped,
    "labels": lambda h: L.sigmoid_cross_entropy_with_logits(h, L.sigmoid(h)),
    "ranked": lambda h: L.rank_loss(L.sigmoid(h[:, :1]), h[:, 1:2], h[:, 2:]),
    "margin": lambda h: L.margin_rank_loss(L.sigmoid(h[:, :1]), h[:, 1:2], h[:, 2:]),
    "factor": lambda h: L.pow(L.sigmoid(h), L.reduce_sum(h)), "smooth": lambda h: L.label_smooth(h) + h,
    "weights": lambda h: L.smooth_l1(h, h * 2.0, inside_weight=h, outside_weight=h),
    "boxes": lambda h: L.iou_similarity(L.concat([h, h], 1)[:, :4], L.concat([h, h], 1)[:, 1:5]),
    "norm": lambda h: L.clip_by_norm(h, 0.1),
}
for name, made in cases.items():
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        w = L.create_parameter([3], "float32", "w", default_initializer=fluid.initializer.Constant(0.5))
        beside = L.create_parameter([1], "float32", "v", default_initializer=fluid.initializer.Constant(0.5))
        y = made(L.tanh(fluid.data("x", [2, 3]) * w))
        loss = L.mean(y * y) + beside
        pairs = fluid.backward.append_backward(loss)
        answer[name] = np.array(sorted(parameter.name for parameter, _ in pairs))
    with fluid.scope_guard(fluid.Scope()):
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        feed = {"x": np.arange(6).reshape(2, 3).astype("float32") / 5}
        found = executor.run(main, feed=feed, fetch_list=[loss, *[gradient for _, gradient in pairs]])
    answer[f"{name} gradients"] = np.concatenate(found)
