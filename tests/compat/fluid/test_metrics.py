"""Metrics: results, state and refusals, after several batches."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

FILL = "m.update(np.array([0.2, 0.6, 0.8, 0.4, 0.5]), np.array([0, 1, 1, 1, 1])); m.update(np.array([[0.9], [0.1]]), "
CASES = {
    "accuracy": "m = M.Accuracy(); m.update(0.5, 10); m.update(np.array([0.75], 'float32'), weight=30);"
    " out += [m.eval(), m.value, m.weight, str(m)]",
    "accuracy_name": "m = M.Accuracy(name='a'); m.update(np.array([0.5, 0.25]), 2); out += [m.eval(), str(m)]",
    "accuracy_empty": "M.Accuracy().eval()",
    "accuracy_reset": "m = M.Accuracy(); m.update(0.5, 10); m.reset(); out += [m.value, m.weight]",
    "accuracy_text": "M.Accuracy().update('0.5', 1)",
    "accuracy_negative": "M.Accuracy().update(0.5, -1)",
    "accuracy_weights": "M.Accuracy().update(0.5, np.array([1, 2]))",
    "precision": f"m = M.Precision(); {FILL}np.array([[0], [1]])); out += [m.eval(), m.tp, m.fp]",
    "precision_name": "m = M.Precision('p'); out += [m.eval(), str(m), m.get_config()['name']]",
    "precision_list": "M.Precision().update([0.5], np.array([1]))",
    "recall": f"m = M.Recall(); {FILL}np.array([[0], [1]])); out += [m.eval(), m.tp, m.fn]; m.reset(); out += [m.tp]",
    "recall_name": "m = M.Recall(name='r'); out += [m.eval(), str(m)]",
    "recall_list": "M.Recall().update(np.array([0.5]), [1])",
    "composite": "m = M.CompositeMetric(name='c'); m.add_metric(M.Precision()); m.add_metric(M.Recall()); "
    f"{FILL}np.array([[0], [1]])); out += [m.eval(), str(m)]",
    "composite_wrong": "M.CompositeMetric().add_metric(1)",
    "chunk": "m = M.ChunkEvaluator(); m.update(10, 8, 6); m.update(np.array([4]), np.array([5]), np.array([3]));"
    " out += [m.eval()]",
    "chunk_empty": "out += [M.ChunkEvaluator(name='c').eval()]",
    "chunk_wrong": "M.ChunkEvaluator().update('1', 1, 1)",
    "edit": "m = M.EditDistance('e'); m.update(np.array([[1.], [0.], [3.]]), 3); m.update(np.array([[2.]]), 1);"
    " out += [m.eval(), m.seq_num, m.total_distance]",
    "edit_empty": "M.EditDistance('e').eval()",
    "edit_wrong": "M.EditDistance('e').update([1.], 1)",
    "auc": "m = M.Auc('a'); r = np.random.RandomState(0); p = r.uniform(0, 1, [50, 1]);"
    " m.update(np.concatenate([1 - p, p], 1), (r.uniform(0, 1, [50, 1]) < p).astype('int64')); out += [m.eval()]",
    "auc_more": "m = M.Auc('a', curve='PR', num_thresholds=7); m.update(np.array([[0.1, 0.9], [0.7, 0.3], [0.0, 1.0]]),"
    " np.array([1, 0, 0])); out += [m.eval(), str(m)]",
    "auc_one_class": "m = M.Auc('a'); m.update(np.array([[0.1, 0.9]]), np.array([1])); out += [m.eval()]",
    "auc_wrong": "M.Auc('a').update([[0.1, 0.9]], np.array([1]))",
    "base": "M.MetricBase('b').eval()",
    "base_update": "M.MetricBase('b').update(1, 2)",
}


@pytest.fixture(scope="module")
def answers(fluid, harness, doings):
    question = f"{doings.source}\nanswer.update(run_doings(fluid, {CASES!r}))\n"
    return harness.ask("metrics", question), doings.run_doings(fluid, CASES)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, assert_close, name):
    theirs, ours = ({k: v for k, v in some.items() if k.split("|")[0] == name} for some in answers)
    assert ours.keys() == theirs.keys()
    for key, wanted in theirs.items():
        assert_close(ours[key], wanted, 1e-12, key)


RAISED = [name for name in CASES if name.endswith(("_wrong", "_text", "_list", "_empty", "_negative", "_weights"))]


@pytest.mark.parametrize("name", [name for name in CASES if name not in RAISED or name == "chunk_empty"])
def test_migrated_it_is_the_same(answers, assert_close, name):
    """The classes that the codemod writes into a script give 1.8.5's results."""
    from paddle_migrate.api import migrate_source

    source = CASES[name].replace("M.", "fluid.metrics.").replace("; ", "\n").replace(";", "\n")
    head = "import numpy as np\nimport paddle.fluid as fluid\nout = []\n"
    result = migrate_source(head + source)
    assert "fluid" not in result.text
    assert migrate_source(result.text).text == result.text
    scope = {"__name__": "script"}
    theirs = {k: v for k, v in answers[0].items() if k.split("|")[0] == name}
    if f"{name}|error" in theirs:
        with pytest.raises(NotImplementedError):
            exec(compile(result.text, "script.py", "exec"), scope)
        return
    exec(compile(result.text, "script.py", "exec"), scope)
    for number, value in enumerate(scope["out"]):
        assert_close(np.asarray(value), theirs[f"{name}|{number}"], 1e-12, name)
