"""Functions with parameters, and of click models, in programs: results, offsets, gradients of inputs and parameters."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(5)
GIVEN = {
    "x": r.randn(5, 6).astype("float32"), "y": np.array([[3], [0], [6], [2], [2]]), "two": r.randint(0, 7, (5, 2)),
    "share": r.uniform(0.5, 2.0, (5, 1)).astype("float32"),
    "w": r.randn(7, 6).astype("float32"), "b": r.randn(7, 1).astype("float32"),
    "v": r.randn(6, 6).astype("float32"), "c": r.randn(6, 1).astype("float32"),
    "table": np.array([[0, 2, -1], [0, 1, 4], [0, 2, 5], [0, 1, 3], [0, 1, 4]]),
    "code": np.array([[0, 1, -1], [1, 0, 1], [0, 0, 1], [1, 1, 1], [0, 0, 0]]),
    "centers": r.randn(7, 6).astype("float32"), "rate": np.array([0.3], "float32"),
    "shown": np.abs(r.randn(5, 6)).astype("float32"), "clicks": r.uniform(0, 3, (5, 2)).astype("float32"),
    "size": r.uniform(9, 20, 6).astype("float32"), "total": r.randn(6).astype("float32"),
    "squares": r.uniform(9, 20, 6).astype("float32"), "factor": r.randn(6).astype("float32"),
    "added": r.randn(6).astype("float32"),
    "rows": np.abs(r.randn(7, 4)).astype("float32"), "per": r.uniform(0, 3, (3, 2)).astype("float32"),
    "words": r.randint(0, 1000, (6, 3)), "wide": r.randint(0, 1000, (4, 11)).astype("int32"),
    "word": r.randint(0, 9, (6, 1)), "tags": np.array([[1], [2], [3], [1], [4]]), "wanted": np.array([1, 4]),
    "none": np.array([9]),
    "image": r.randn(2, 3, 4, 4).astype("float32"), "last": r.randn(2, 4, 4, 3).astype("float32"),
    "scale": r.uniform(0.5, 1.5, 3).astype("float32"), "shift": r.randn(3).astype("float32"),
    "slots": np.where(r.rand(5, 1) < 0.4, 0.0, 1.0).astype("float32") * np.abs(r.randn(5, 6)).astype("float32"),
    "logits": r.randn(5, 9).astype("float32"), "samples": np.stack([[i, 3, 8, 1] for i in (2, 5, 3, 0, 8)]),
    "chances": r.uniform(0.1, 0.9, (5, 4)).astype("float32"), "first": np.array([[2], [5], [3], [0], [8]]),
    "sign": r.randint(-2, 4, (5, 1)).astype("float32") * 0.4,
}
LODS = {"rows": [[0, 2, 3, 7]], "word": [[0, 2, 6]], "tags": [[0, 2, 3, 5]], "fed": [[0, 2, 3, 7]]}
CASES = {
    "nce": "L.nce(x, y, 7, param_attr=P('w'), bias_attr=P('b'), seed=3)",
    "nce_more": "L.nce(x, two, 7, share, P('w'), P('b'), 4, 'n', 'log_uniform', None, 5)",
    "nce_plain": "L.nce(input=x, label=y, num_total_classes=7, param_attr=P('w'), bias_attr=False, num_neg_samples=3,"
    " sampler='custom_dist', custom_dist=[0.1, 0.2, 0.05, 0.25, 0.1, 0.1, 0.2], seed=2)",
    "nce_sparse": "L.nce(x, y, 7, param_attr=fluid.initializer.Constant(0.1), bias_attr=False, seed=2, is_sparse=True)",
    "hsigmoid": "L.hsigmoid(x, y, 7, P('v'), P('c'))",
    "hsigmoid_plain": "L.hsigmoid(input=x, label=y, num_classes=7, param_attr=P('v'), bias_attr=False, name='h')",
    "hsigmoid_tree": "L.hsigmoid(x, y, 7, P('w'), P('b'), path_table=table, path_code=code, is_custom=True)",
    "hsigmoid_sparse": "L.hsigmoid(x, y, 7, fluid.initializer.Constant(0.1), False, 'h', table, code, True, True)",
    "hsigmoid_wrong": "L.hsigmoid(x, y, 1)", "hsigmoid_no_code": "L.hsigmoid(x, y, 7, path_table=table)",
    "center": "L.center_loss(x, y, 7, 0.2, P('centers'))",
    "center_still": "L.center_loss(input=x, label=y, num_classes=7, alpha=fixed(rate), param_attr=P('centers'),"
    " update_center=False)",
    "cvm": "L.continuous_value_model(shown, clicks)",
    "cvm_not": "L.continuous_value_model(input=shown, cvm=clicks, use_cvm=False)",
    "cvm_sequences": "L.continuous_value_model(rows, per, True)",
    "filter": "L.filter_by_instag(rows, tags, wanted, True)",
    "filter_rows": "L.filter_by_instag(ins=per, ins_tag=tags, filter_tag=wanted, is_lod=False)",
    "filter_none": "L.filter_by_instag(fixed(rows), tags, none, True, out_val_if_empty=3)",
    "data_norm": "named(L.data_norm(x), size='dn.batch_size', total='dn.batch_sum', squares='dn.batch_square_sum')",
    "data_norm_more": "L.data_norm(x, 'relu', 1e-3, {'batch_size': 10.0, 'batch_sum': 3.0, 'batch_square': 20.0},"
    " name='d', moving_mean_name='m', moving_variance_name='v', do_model_average_for_mean_and_var=False)",
    # Whose gradient 1.8.5 had wrong: none came through.
    "data_norm_in_place": "fixed(L.data_norm(L.scale(x, 1.0), data_layout='NHWC', in_place=True, sync_stats=True))",
    "data_norm_slots": "named(L.data_norm(slots, slot_dim=3), size='dn.batch_size', total='dn.batch_sum',"
    " squares='dn.batch_square_sum')",
    "data_norm_scaled": "named(L.data_norm(input=x, name='e', enable_scale_and_shift=True, param_attr={'scale_w': 2.0,"
    " 'bias': 0.5, 'batch_size': 10.0, 'batch_sum': 3.0},"
    " summary_decay_rate=0.9), factor='e.scale_w', added='e.bias', size='e.batch_size')",
    "abn": "L.inplace_abn(L.scale(image, 1.0), param_attr=P('scale'), bias_attr=P('shift'))",
    "abn_leaky": "L.inplace_abn(L.scale(image, 1.0), 'leaky_relu', momentum=0.5, epsilon=1e-3, param_attr=P('scale'),"
    " bias_attr=P('shift'), name='a', moving_mean_name='m', moving_variance_name='s', act_alpha=0.2)",
    "abn_elu": "L.inplace_abn(L.scale(image, 1.0), act='elu', act_alpha=0.5)",
    "abn_global": "L.inplace_abn(L.scale(image, 1.0), use_global_stats=True, do_model_average_for_mean_and_var=False)",
    "abn_test": "fixed(L.inplace_abn(L.scale(last, 1.0), 'identity', is_test=True, data_layout='NHWC'))",
    "sampled": "L.sampled_softmax_with_cross_entropy(logits, first, 3, use_customized_samples=True,"
    " customized_samples=samples, customized_probabilities=fixed(chances))",
    "sampled_hits": "L.sampled_softmax_with_cross_entropy(logits=logits, label=first, num_samples=3, num_true=1,"
    " remove_accidental_hits=False, use_customized_samples=True, customized_samples=samples,"
    " customized_probabilities=fixed(chances))",
    "sampled_seed": "L.sampled_softmax_with_cross_entropy(logits, first, 4, seed=7)",
    "sampled_true": "L.sampled_softmax_with_cross_entropy(logits, first, 6, num_true=2, seed=3)",
    "teacher": "L.teacher_student_sigmoid_loss(L.slice(x, [1], [0], [1]), sign)",
    "teacher_bounds": "L.teacher_student_sigmoid_loss(input=L.slice(x, [1], [2], [3]), label=sign,"
    " soft_max_up_bound=0.4, soft_max_lower_bound=-0.2)",
    "focus": "L.similarity_focus(fixed(image), 1, [0])",
    "focus_more": "L.similarity_focus(input=fixed(image), axis=3, indexes=[1, 2])",
    "focus_rows": "L.similarity_focus(fixed(image), axis=2, indexes=[3], name='f')",
    "crop": "L.random_crop(fixed(image), [3, 2], 5)",
    "crop_more": "L.random_crop(x=fixed(image), shape=[2, 3, 2], seed=77)",
}


@pytest.fixture(scope="module")
def answers(in_programs):
    return in_programs("layers.learned", CASES, GIVEN, LODS)


@pytest.mark.parametrize("case", CASES)
def test_same_as_185(answers, case):
    answers.check(case, 2e-6)


HASHED = {
    "hash": "L.hash(words, 1000)", "hash_wide": "L.hash(input=wide, hash_size=10 ** 6, num_hash=3, name='h')",
    "hash_one": "L.hash(word, 97, num_hash=2)", "hash_even": "L.hash(wide[:, :8], 2 ** 20)",
}


def test_hashes(fluid, harness, cases):
    """In dygraph mode: 1.8.5's programs refused any size."""
    question = f"{cases.source}\nanswer.update(run_cases(fluid, {HASHED!r}, given))\n"
    theirs = harness.ask("layers.hashing", question, GIVEN)
    ours = cases.run_cases(fluid, HASHED, GIVEN)
    for case in HASHED:
        np.testing.assert_array_equal(ours[f"{case}|0"], theirs[f"{case}|0"])
        assert ours[f"{case}|0"].dtype == theirs[f"{case}|0"].dtype


@pytest.fixture
def _program(fluid):
    with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
        yield


@pytest.mark.usefixtures("_program")
def test_hashes_of_sequences_in_a_program(fluid):
    word = fluid.data("word", [None, 1], "int64", lod_level=1)
    hashed = fluid.layers.hash(word, 97, 2)
    assert (hashed.shape, hashed.lod_level) == ((-1, 2, 1), 1)
    feed = fluid.create_lod_tensor(GIVEN["word"], [[2, 4]], fluid.CPUPlace())
    (found,) = fluid.Executor(fluid.CPUPlace()).run(feed={"word": feed}, fetch_list=[hashed], return_numpy=False)
    assert found.lod() == [[0, 2, 6]]
    assert np.array(found).max() < 97


@pytest.mark.usefixtures("_program")
def test_a_crop_goes_on_at_the_next_run(fluid):
    """The state of the numbers is a variable of the program."""
    x = fluid.data("x", [1, 50])
    crop = fluid.layers.random_crop(x, [1], seed=5)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())
    feed = {"x": np.arange(50, dtype="float32").reshape([1, 50])}
    found = {float(executor.run(feed=feed, fetch_list=[crop])[0]) for _ in range(5)}
    assert len(found) > 2


ROWS = """
L = fluid.layers
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
    words = fluid.data("words", [-1, 1], "int64")
    table = fluid.ParamAttr(name="t", initializer=fluid.initializer.Constant(0.5))
    fluid.backward.append_backward(L.reduce_sum(L.square(L.embedding(words, [9, 2], True, param_attr=table))))
    merged = L.merge_selected_rows(main.global_block().var("t@GRAD"), name="merged")
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(startup)
    feed = {"words": np.array([[3], [1], [3], [3]])}
    whole = L.get_tensor_from_selected_rows(merged, name="whole")
    answer["rows"] = executor.run(main, feed=feed, fetch_list=[whole])[0]
"""


def test_rows_of_a_sparse_gradient(fluid, harness):
    theirs, ours = harness.ask("layers.rows", ROWS), {}
    exec(ROWS, {"np": np, "fluid": fluid, "answer": ours})
    np.testing.assert_array_equal(ours["rows"], theirs["rows"])
