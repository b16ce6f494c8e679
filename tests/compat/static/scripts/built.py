"""Programs that are built though the numbers that they are tried with do not fit: their shapes, and where 1.8.5 ran
them what came out."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
random = np.random.RandomState(3)
MAPS, BOXES = random.randn(3, 8, 6, 6).astype("float32"), [[0, 0, 3, 3], [1, 1, 5, 5], [0, 1, 2, 4], [2, 2, 4, 4]]
LENGTHS, ROWS = np.array([3, 1, 4, 0]), random.randn(2, 3, 5).astype("float32")
PAIR = {"a": random.rand(3, 4).astype("float32"), "b": random.rand(3, 4).astype("float32")}


def rows(values, lengths):
    return fluid.create_lod_tensor(np.array(values, "float32"), [lengths], fluid.CPUPlace())


def mask(dtype, maxlen=None):
    return lambda: ([L.sequence_mask(fluid.data("n", [4], dtype), maxlen)], {"n": LENGTHS.astype(dtype)})


def sizes(dtype, runs):
    def made():
        x, size = fluid.data("x", [None, 21, 4, 4]), fluid.data("size", [None, 2], dtype)
        found = L.yolo_box(x, size, [10, 13, 16, 30, 33, 23], 2, 0.01, 32)
        return list(found), {"x": random.randn(2, 21, 4, 4).astype("float32"),
                             "size": np.array([[64, 80], [100, 90]], dtype)} if runs else None
    return made


def boxes(count, runs=True):
    def made():
        x, rois = fluid.data("x", [count, 8, 6, 6]), fluid.data("rois", [None, 4], lod_level=1)
        return [L.psroi_pool(x, rois, 2, 1.0, 2, 2)], {"x": MAPS, "rois": rows(BOXES, [1, 2, 1])} if runs else None
    return made


def greatest(shape, given):
    def made():
        x, k = fluid.data("x", [None, 3, 5]), fluid.data("k", shape, "int32")
        return list(L.topk(x, k=k)), {"x": ROWS, "k": np.array(given, "int32")}
    return made


def assigned(count, runs):
    def made():
        x, chosen = fluid.data("x", [4, 3, 4], lod_level=1), fluid.data("chosen", [count, 3], "int32")
        feed = {"x": rows(random.randn(4, 3, 4), [2, 2]), "chosen": np.array([[0, -1, 1], [1, 0, -1]], "int32")}
        return list(L.target_assign(x, chosen, mismatch_value=0)), feed if runs else None
    return made


def searched():
    return list(L.beam_search_decode(L.create_array("int64"), L.create_array("float32"), beam_size=5, end_id=0)), None


def classified():
    x, label = L.fill_constant([4, 3], "float32", 0.9), L.fill_constant([4, 1], "int64", 1)
    constant = fluid.initializer.Constant
    return [L.hsigmoid(x, label, num_classes=2, param_attr=constant(0.05), bias_attr=constant(0.0))], {}


def stacked():
    words = fluid.embedding(fluid.data("x", [None, 7], "int64"), [11, 6])
    h, c = L.fill_constant([2, 3, 5], "float32", 0.0), L.fill_constant([2, 3, 5], "float32", 0.0)
    return list(L.lstm(words, h, c, 7, 5, 2)), None


def lost(layer):
    def made():
        a, b = fluid.data("a", [3, 4]), fluid.data("b", [3, 4])
        return [layer(a, b)], PAIR
    return made


def weighted(kind, shape, label, **given):
    def made():
        a, b, w = fluid.data("a", [3, 4]), fluid.data("b", label.shape, label.dtype.name), fluid.data("w", shape)
        weight = np.arange(1, 5, dtype="float32") * np.ones(shape, "float32")
        return [getattr(fluid.dygraph, kind)(weight=w, **given)(a, b)], {"a": PAIR["a"], "b": label, "w": weight}
    return made


CASES = {
    "mask": mask("int64"), "mask_floats": mask("float32"), "mask_known": mask("float64", 5),
    "yolo": sizes("int32", True), "yolo_int64": sizes("int64", False),
    "boxes": boxes(None), "boxes_of_three": boxes(3), "boxes_of_many": boxes(100, False),
    "topk_row": greatest([None, 1], [[2]]), "topk_rows": greatest([None, 1], [[2], [3]]), "topk": greatest([1], [3]),
    "assigned": assigned(2, True), "assigned_open": assigned(None, True), "assigned_other": assigned(8, False),
    "hsigmoid": classified, "lstm": stacked,
    "sign": lambda: ([L.sign(np.array([3.0, 0.0, -2.0], "float32"))], {}),
    "mse": lost(fluid.dygraph.MSELoss()), "l1": lost(fluid.dygraph.L1Loss("sum")),
    "bce": lost(fluid.dygraph.BCELoss(reduction="none")),
    "nll_weighted": weighted("NLLLoss", [4], np.array([0, 2, 3])),
    "bce_weighted": weighted("BCELoss", [3, 4], PAIR["b"], reduction="sum"),
}
for name, made in CASES.items():
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        found, feed = made()
    answer[name + " shapes"] = np.array([str((list(each.shape), each.lod_level)) for each in found])
    if feed is not None:
        executor = fluid.Executor(fluid.CPUPlace())
        if startup.global_block().ops:
            executor.run(startup)
        values = executor.run(main, feed=feed, fetch_list=found, return_numpy=False)
        answer.update((f"{name} {number}", np.array(each)) for number, each in enumerate(values))
with fluid.program_guard(fluid.Program(), fluid.Program()):
    answer["searched"] = np.array([len(searched()[0])])
