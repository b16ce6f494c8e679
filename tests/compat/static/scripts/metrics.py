import warnings

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
rng = np.random.RandomState(3)
warnings.simplefilter("ignore")


def area(*given, **named):
    def make():
        p, y = fluid.data("p", [-1, 2]), fluid.data("y", [-1, 1], "int64")
        auc, batch, states = L.auc(p, y, *given, **named)
        return [auc, batch, *states], None
    return make


def wide_area():
    p, y = fluid.data("p", [-1, 2]), fluid.data("y", [-1, 1], "int64")
    return [L.auc(L.slice(p, [1], [1], [2]), label=y, curve="PR", num_thresholds=7, topk=2)[0]], None


def bundle():
    p, y = fluid.data("p", [-1, 2]), fluid.data("y", [-1, 1], "int64")
    found = fluid.contrib.layers.ctr_metric_bundle(L.slice(p, [1], [1], [2]), L.cast(y, "float32"))
    return list(found), None


def words():
    return [fluid.data(name, [-1, 1], "int64", lod_level=1) for name in ("one", "other")]


def distance(**named):
    def make():
        evaluator = fluid.evaluator.EditDistance(*words(), **named)
        return evaluator.metrics, evaluator
    return make


def chunks(*given, **named):
    def make():
        evaluator = fluid.evaluator.ChunkEvaluator(*words(), *given, **named)
        return evaluator.metrics, evaluator
    return make


MAKERS = {
    "auc": area(num_thresholds=15), "auc_steps": area("PR", 15, 1, 3), "auc_default": area(),
    "auc_all": area(curve="ROC", num_thresholds=15, topk=2, slide_steps=0), "auc_wide": wide_area, "bundle": bundle,
    "distance": distance(), "distance_ignored": distance(ignored_tokens=[0, 1]), "chunks": chunks("IOB", 3),
    "chunks_excluded": chunks(chunk_scheme="IOE", num_chunk_types=2, excluded_chunk_types=[1]),
}


def sequences(lengths):
    tokens = rng.randint(0, 5, [sum(lengths), 1])
    tokens[::2] = 4  # so that no sequence is all ignored
    return fluid.create_lod_tensor(tokens, [lengths], fluid.CPUPlace())


FEEDS = [{"p": rng.uniform(0, 1, [9, 2]).astype("float32"), "y": rng.randint(0, 2, [9, 1])} for _ in range(5)]
WORDS = [{"one": sequences([3, 4, 2]), "other": sequences([3, 4, 2])} for _ in range(3)]
for name, make in MAKERS.items():
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        fetched, evaluator = make()
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        for time in range(2 if evaluator else 1):
            if evaluator:
                evaluator.reset(executor)
            for number, feed in enumerate(WORDS if evaluator else FEEDS):
                for place, value in enumerate(executor.run(main, feed=feed, fetch_list=fetched)):
                    if name != "auc_default" or place < 2:
                        answer[f"{name} {time} {number} {place}"] = value
            if evaluator:
                for place, value in enumerate(evaluator.eval(executor)):
                    answer[f"{name} {time} {place}"] = value
        answer[name + " lasting"] = np.array(sorted(
            v.name for v in main.list_vars() if v.persistable and v.name not in ("feed", "fetch")))
        answer[name + " names"] = np.array([each.name for each in fetched[:2]] if "auc" in name else [])
try:
    answer["dygraph"] = np.array("none")
    with fluid.dygraph.guard():
        found = L.auc(fluid.dygraph.to_variable(FEEDS[0]["p"]), fluid.dygraph.to_variable(FEEDS[0]["y"]), "ROC", 15)
        answer["dygraph"] = np.array(found[0].numpy())
        answer["dygraph batch"] = found[1].numpy()
        answer["dygraph state"] = found[2][0].numpy()
except Exception as error:
    print(repr(error)[:200])

main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.scope_guard(fluid.Scope()):
    states = L.auc(fluid.data("p", [-1, 2]), fluid.data("y", [-1, 1], "int64"), num_thresholds=15, slide_steps=0)[2]
    fluid.Executor(fluid.CPUPlace()).run(startup)
    first = [np.array(fluid.global_scope().find_var(each.name).get_tensor()) for each in states]
answer["auc_all first"] = np.array([each.size for each in first])  # of the batch's: one that no run has
