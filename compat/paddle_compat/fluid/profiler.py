"""``paddle.fluid.profiler``: where the time goes, printed as a table."""

from __future__ import annotations

from typing import Any

import paddle

from .._language import differs, dropped, helper

__all__ = ["cuda_profiler", "profiler", "reset_profiler", "start_profiler", "stop_profiler"]

@differs("the file is a Chrome trace today, and NVIDIA's Visual Profiler does not read it")
@dropped(config="it configured nvprof, which supports no GPU of today")
def cuda_profiler(output_file: str, output_mode: str | None = None, config: Any = None) -> Any:
    """A block whose work on the GPU is recorded in ``output_file``.

    Raises ``ValueError`` for another ``output_mode`` than None, ``"kvp"`` or ``"csv"``, which choose nothing today.
    """
    if output_mode not in (None, "kvp", "csv"):
        raise ValueError(f"The output mode must be 'kvp' or 'csv', not {output_mode!r}.")
    return paddle.profiler.Profiler(targets=[paddle.profiler.ProfilerTarget.GPU],
                                    on_trace_ready=lambda found: found.export(output_file))


@differs("the table has today's columns, and there is no file: to write one, call export(path) on the profiler")
@dropped(profile_path="today's profiler writes other files, with export()",
         tracer_option="today's profiler records operators and their parts in any case")
def profiler(state: str, sorted_key: str | None = None, profile_path: str = "/tmp/profile",
             tracer_option: str = "Default") -> Any:
    """A block whose operators are timed, on ``"CPU"``, ``"GPU"`` or ``"All"``; the table is printed at its end.

    ``sorted_key``: ``"calls"`` and ``"total"`` sort by time, ``"max"``, ``"min"`` and ``"ave"`` by that of one call.
    Raises ``ValueError`` for another ``state`` or ``sorted_key``.
    """
    if state not in ("CPU", "GPU", "All"):
        raise ValueError(f"state must be 'CPU', 'GPU' or 'All', not {state!r}")
    if sorted_key not in (None, "calls", "total", "max", "min", "ave"):
        raise ValueError(f"sorted_key must be None, 'calls', 'total', 'max', 'min' or 'ave', not {sorted_key!r}")
    target = paddle.profiler.ProfilerTarget
    targets = [target.CPU] if state == "CPU" else [target.GPU] if state == "GPU" else [target.CPU, target.GPU]
    key = paddle.profiler.SortedKeys
    order = (key.CPUMax if sorted_key == "max" else key.CPUMin if sorted_key == "min" else
             key.CPUAvg if sorted_key == "ave" else key.CPUTotal)
    return paddle.profiler.Profiler(targets=targets, on_trace_ready=lambda found: found.summary(sorted_by=order))


# the profiler between start_profiler and stop_profiler, and what it was started with
_RUNNING = {"profiler": None, "state": ("", "")}


@helper
def start_profiler(state: str, tracer_option: str = "Default") -> None:
    """Begin what ``profiler`` does for a block; does nothing when it has begun already.

    Raises ``ValueError`` for a ``state`` or a ``tracer_option`` that 1.8.5 did not know.
    """
    if _RUNNING["profiler"] is None:
        if tracer_option not in ("Default", "OpDetail", "AllOpDetail"):
            raise ValueError(f"tracer_option must be 'Default', 'OpDetail' or 'AllOpDetail', not {tracer_option!r}")
        begun = profiler(state)
        _RUNNING.update(profiler=begun, state=(state, tracer_option))
        begun.start()


@helper
@dropped(profile_path="today's profiler writes other files, with export()")
def stop_profiler(sorted_key: str | None = None, profile_path: str = "/tmp/profile") -> None:
    """Print the table of what ran since ``start_profiler``; does nothing when that was not called."""
    ended: Any = _RUNNING["profiler"]
    if ended is not None:
        (state, _), _RUNNING["profiler"] = _RUNNING["state"], None  # type: ignore[misc]
        ended.on_trace_ready = profiler(state, sorted_key).on_trace_ready
        ended.stop()


@helper
def reset_profiler() -> None:
    """Forget what ran since ``start_profiler``, and go on."""
    running: Any = _RUNNING["profiler"]
    if running is not None:
        running.on_trace_ready = None
        running.stop()
        running = _RUNNING["profiler"] = None  # Paddle has one at a time
        start_profiler(*_RUNNING["state"])  # type: ignore[misc]
