"""For `save_dygraph()`, `load_dygraph()`, `set_dict()`, where the script does not tell what the file holds."""

from __future__ import annotations

import os
from typing import Any

import paddle


def save_state(state_dict: Any, model_path: Any) -> None:
    """Save a model's state as model_path.pdparams, an optimizer's as model_path.pdopt."""
    is_model = hasattr(next(iter(state_dict.values()), None), "trainable")
    paddle.save(state_dict, model_path + (".pdparams" if is_model else ".pdopt"))


def load_states(model_path: Any, keep_name_table: Any = False) -> Any:
    """What was saved as model_path.pdparams and as model_path.pdopt: None for the second where it is missing."""
    for suffix in (".pdparams", ".pdopt"):
        if model_path.endswith(suffix):
            model_path = model_path[: -len(suffix)]
            break
    params = paddle.load(model_path + ".pdparams", keep_name_table=keep_name_table, return_numpy=True)
    state = paddle.load(model_path + ".pdopt", return_numpy=True) if os.path.exists(model_path + ".pdopt") else None
    return params, state


def set_optimizer_state(optimizer: Any, state_dict: Any) -> None:
    """Restore an optimizer's state, also of Paddle 1, whose schedules saved nothing but the number of their step."""
    schedule, saved = optimizer._learning_rate, state_dict.get("LR_Scheduler", {})
    count = state_dict["global_step"].item() if "global_step" in state_dict else saved.get("epoch_num")
    is_old = count is not None and "best_loss" not in saved
    if is_old and isinstance(schedule, paddle.optimizer.lr.LRScheduler):
        schedule.step(count)
        state_dict = {**state_dict, "LR_Scheduler": schedule.state_dict()}
    optimizer.set_state_dict(state_dict)
