"""What evaluators make of their arguments, batch by batch and over all."""

import warnings

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
E = fluid.evaluator
warnings.simplefilter("ignore")


def numbers(values, lengths, dtype="int64", wide=1):
    return fluid.create_lod_tensor(np.array(values, dtype).reshape(-1, wide), [lengths], fluid.CPUPlace())


def of(name, make, feeds, whole=True):
    """The metrics of each batch, and of all since the reset."""
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        evaluator, found = make()
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(start)
        evaluator.reset(exe)
        for step, feed in enumerate(feeds):
            for number, value in enumerate(exe.run(main, feed=feed, fetch_list=found)):
                answer[f"{name} {step} {number}"] = np.array(value)
        if whole:
            answer[f"{name} in all"] = np.concatenate([np.ravel(each) for each in evaluator.eval(exe)])


def words():
    return [L.data(name, [1], dtype="int64", lod_level=1) for name in ("one", "other")]


def chunks(scheme, kinds, excluded=None):
    def make():
        one, other = words()
        evaluator = E.ChunkEvaluator(one, other, chunk_scheme=scheme, num_chunk_types=kinds,
                                     excluded_chunk_types=excluded)
        return evaluator, evaluator.metrics
    return make


def distance(ignored):
    def make():
        one, other = words()
        evaluator = E.EditDistance(one, label=other, ignored_tokens=ignored)
        return evaluator, evaluator.metrics
    return make


def mean_of_boxes(version="integral", share=0.5, background=0, hard=True):
    def make():
        found, label, box, difficult = [L.data(name, [wide], lod_level=1) for name, wide in
                                        (("found", 6), ("label", 1), ("box", 4), ("difficult", 1))]
        evaluator = E.DetectionMAP(found, label, box, difficult, class_num=3, background_label=background,
                                   overlap_threshold=share, evaluate_difficult=hard, ap_version=version)
        return evaluator, list(evaluator.get_map_var())
    return make


TAGS = [{"one": numbers([0, 1, 4, 2, 3, 4, 0, 1], [5, 3]), "other": numbers([0, 1, 4, 2, 4, 4, 0, 4], [5, 3])},
        {"one": numbers([2, 3, 0], [3]), "other": numbers([2, 3, 0], [3])}]
TEXTS = [{"one": numbers([0, 1, 4, 2, 3], [3, 2]), "other": numbers([0, 1, 2, 3], [2, 2])},
         {"one": numbers([1, 2], [2]), "other": numbers([1, 2], [2])}]
BOXES = [
    {"found": numbers([1, .9, .1, .1, .4, .4, 1, .6, .5, .5, .9, .9, 2, .8, .1, .5, .3, .9, 0, .7, .2, .2, .5, .5],
                      [2, 2], "float32", 6),
     "label": numbers([1, 1, 2, 0], [2, 2], "float32"), "difficult": numbers([0, 1, 0, 0], [2, 2], "float32"),
     "box": numbers([.1, .1, .4, .42, .5, .5, .8, .9, .1, .5, .35, .9, .2, .2, .5, .6], [2, 2], "float32", 4)},
    {"found": numbers([2, .9, .1, .1, .4, .4], [1], "float32", 6), "label": numbers([2], [1], "float32"),
     "difficult": numbers([0], [1], "float32"), "box": numbers([.1, .1, .4, .6], [1], "float32", 4)},
]
of("IOB", chunks("IOB", 2), TAGS)
of("IOE", chunks("IOE", 2, [1]), TAGS)
of("IOBES", chunks("IOBES", 1), TAGS)
of("plain", chunks("plain", 5, [0, 2]), TAGS)
of("distance", distance(None), TEXTS)
of("distance but for some", distance([0, 4]), TEXTS)
of("boxes", mean_of_boxes(), BOXES, False)
of("boxes at eleven points", mean_of_boxes("11point"), BOXES, False)
of("boxes that overlap more", mean_of_boxes(share=0.7), BOXES, False)
of("boxes of another background", mean_of_boxes(background=1), BOXES, False)
of("easy boxes", mean_of_boxes(hard=False), BOXES, False)
