"""Strategies of compiled programs have 1.8.5's attributes, as they were, and no others."""

from __future__ import annotations

import pytest

fluid = pytest.importorskip("paddle.fluid")
NAMES = {
    "ExecutionStrategy": "allow_op_delay num_iteration_per_drop_scope num_iteration_per_run num_threads use_cuda "
    "use_experimental_executor use_thread_barrier",
    "BuildStrategy": "async_mode cache_runtime_context debug_graphviz_path enable_auto_fusion "
    "enable_backward_optimizer_op_deps enable_inplace enable_sequential_execution fuse_all_optimizer_ops "
    "fuse_all_reduce_ops fuse_bn_act_ops fuse_broadcast_ops fuse_elewise_add_act_ops fuse_relu_depthwise_conv "
    "hierarchical_allreduce_inter_nranks is_distribution memory_optimize nccl_comm_num num_trainers "
    "remove_unnecessary_lock sync_batch_norm trainer_id trainers_endpoints use_hierarchical_allreduce",
}
OF_185 = {
    "ExecutionStrategy": "False 100 1 0 True True False",
    "BuildStrategy": "False False  False True True False False True False True False False 0 False None 1 1 True "
    "False 0 [] False",
}


@pytest.mark.parametrize("name", NAMES)
def test_what_they_are_before_they_are_set(name):
    made = getattr(fluid, name)()
    assert " ".join(str(getattr(made, each)) for each in NAMES[name].split()) == OF_185[name]


@pytest.mark.parametrize("name", NAMES)
def test_what_they_have_not(name):
    made = getattr(fluid, name)()
    for act in (lambda: made.nothing, lambda: setattr(made, "nothing", 1)):
        with pytest.raises(AttributeError, match=f"{name}' object has no attribute 'nothing'"):
            act()


def test_one_has_not_what_another_is_set_to():
    first, second = fluid.BuildStrategy(), fluid.BuildStrategy()
    first.trainers_endpoints.append("here")
    assert second.trainers_endpoints == []


@pytest.mark.parametrize("name", NAMES)
def test_a_class_of_a_script_may_have_more(name):
    made = type("Own", (getattr(fluid, name),), {})()
    made.mode = "nccl2"
    assert made.mode == "nccl2"
    assert made.num_threads == 0 if name == "ExecutionStrategy" else made.nccl_comm_num == 1
    with pytest.raises(AttributeError):
        print(made.nothing)
