"""The mean average precision of boxes found, of each batch and counted over the runs."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
found = fluid.data("found", [None, 6], "float32", lod_level=1)
label = fluid.data("label", [None, 1], "int32", lod_level=1)
box = fluid.data("box", [None, 4], "float32", lod_level=1)
hard = fluid.data("hard", [None, 1], "int32", lod_level=1)
counted = [fluid.metrics.DetectionMAP(found, label, box, hard, 4, overlap_threshold=0.3, evaluate_difficult=False,
                                      ap_version="11point"),
           fluid.metrics.DetectionMAP(found, label, box, class_num=4, background_label=-1, overlap_threshold=0.2),
           fluid.evaluator.DetectionMAP(found, label, box, hard, 4, 0)]
shown = [variable for each in counted for variable in each.get_map_var()]
answer["shapes"] = np.array([str(tuple(each.shape)) for each in shown[::2]])

executor = fluid.Executor(fluid.CPUPlace())
executor.run(fluid.default_startup_program())
rng = np.random.RandomState(5)


def boxes(count):
    low = rng.uniform(-0.1, 0.6, [count, 2])
    return np.concatenate([low, low + rng.uniform(0.2, 0.5, low.shape)], -1)


def fed():
    lengths, seen = rng.randint(1, 5, 3).tolist(), rng.randint(4, 12, 3).tolist()
    true, images = boxes(sum(lengths)), np.repeat(np.arange(3), seen)
    near = [rng.randint(sum(lengths[:image]), sum(lengths[:image + 1])) for image in images]
    labels = rng.randint(1, 4, (sum(lengths), 1))
    kinds = np.where(rng.uniform(size=len(near)) < 0.8, labels[near, 0], rng.randint(1, 4, len(near)))
    rows = np.concatenate([kinds[:, None], rng.permutation(len(near))[:, None] / 40.0 + 0.1,
                           true[near] + rng.uniform(-0.1, 0.1, (len(near), 4))], 1)

    def lod(values, dtype, lengths):
        return fluid.create_lod_tensor(values.astype(dtype), [lengths], fluid.CPUPlace())

    return {"found": lod(rows, "float32", seen), "label": lod(labels, "int32", lengths),
            "box": lod(true, "float32", lengths), "hard": lod(rng.randint(0, 2, labels.shape), "int32", lengths)}


precisions = []
for number in range(5):
    if number in (2, 3):
        counted[number - 2].reset(executor)
    precisions.append([float(np.array(each)[0]) for each in executor.run(feed=fed(), fetch_list=shown)])
answer["precisions"] = np.array(precisions)
try:
    fluid.metrics.DetectionMAP(found, label, box, class_num=4, ap_version="12point")
    executor.run(feed=fed(), fetch_list=[])
except Exception:
    answer["refused"] = np.array(True)
