"""What is set on the strategies of 1.8.5's fleets, and what recomputing did twice."""

from __future__ import annotations

import re

from paddle_migrate.rules.tables import table

# whose running means were updated twice in each step where something was computed again
AVERAGING = re.compile(rb"(?i)batch_?norm|\bdata_norm\b|\binplace_abn\b")
OF_FLEETS = ".DistributedStrategy"
SETTINGS = (
    "amp_loss_scaling", "collective_mode", "dist_fc_config", "enable_inplace", "enable_sequential_execution",
    "exec_strategy", "forward_recompute", "fuse_all_optimizer_ops", "fuse_all_reduce_ops", "fuse_bn_act_ops",
    "fuse_elewise_add_act_ops", "hierarchical_allreduce_inter_nranks", "local_sgd", "memory_optimize", "mode",
    "nccl_comm_num", "recompute_checkpoints", "use_hierarchical_allreduce",
)  # fmt: skip

SETTABLE = (".BuildStrategy", ".ExecutionStrategy")  # of what compiles a program for several devices
COMPILING, SCALE = ("CompiledProgram", "ParallelExecutor"), "gradient_scale_strategy"
SAME_ON_ONE = ("CoeffNumDevice", "One")  # ways to scale gradients over the devices


def defaults() -> dict[str, object]:
    """What the attributes of those were before they were set."""
    return {**table("_static.compiled", "BUILDING"), **table("_static.compiled", "RUNNING")}
