"""Names that fluid had in Paddle 2.0 to 2.4, or in files of its own, and 1.8.5's public ones do not include, under
those of today: `fluid.core.XPUPlace`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.script import Script

IN_PROGRAMS = True
_IO = ("ChainDataset", "ComposeDataset", "DistributedBatchSampler", "IterableDataset", "RandomSampler", "Sampler",
       "SequenceSampler", "Subset", "TensorDataset", "WeightedRandomSampler", "get_worker_info", "random_split")
_FILES = ("", "dataset.", "batch_sampler.", "sampler.", "worker.")  # that `fluid.dataloader` was spread over
_SERVED = ("wrapped_decorator.signature_safe_contextmanager",)  # by the compat layer, too
# the same callable, or the same class
TODAY = {
    **dict.fromkeys(_SERVED, "contextlib.contextmanager"),
    "XPUPlace": "paddle.XPUPlace",
    "contrib.layers.index_sample": "paddle.index_sample",
    "core.XPUPlace": "paddle.XPUPlace",
    "core.CustomPlace": "paddle.CustomPlace",
    "core.eager.Tensor": "paddle.Tensor",
    "core.is_compiled_with_rocm": "paddle.is_compiled_with_rocm",
    "core.is_compiled_with_xpu": "paddle.is_compiled_with_xpu",
    "is_compiled_with_xpu": "paddle.is_compiled_with_xpu",
    "framework._non_static_mode": "paddle.in_dynamic_mode",
    **{f"data_feeder.{name}": f"paddle.base.data_feeder.{name}"
       for name in ("check_dtype", "check_type", "check_variable_and_dtype")},
    **{f"dataloader.{file}{name}": f"paddle.io.{name}" for name in _IO for file in _FILES},
}
_CLASSES = {"initializer.Initializer": "paddle.nn.initializer.Initializer"}  # as what they are asked for, no bases
_OF_DEVICES = {"core.is_compiled_with_npu": "npu"}
_SAMPLER = ("dataloader.BatchSampler", "dataloader.batch_sampler.BatchSampler", "io.BatchSampler")
_IS_COMPILED = "paddle.is_compiled_with_custom_device"


def rewrite(script: Script) -> None:
    for reference in script.open():
        name = reference.name.removeprefix(LEGACY + ".")
        is_todays = reference.rule is None or name in _SERVED
        if is_todays and name in TODAY and not reference.beyond:
            _write(script, reference, TODAY[name])
        elif reference.rule is None and name in _CLASSES and not reference.beyond and _is_asked_for(script, reference):
            _write(script, reference, _CLASSES[name])
        elif reference.rule is None and name in _OF_DEVICES:
            _of_device(script, reference, _OF_DEVICES[name])
        elif name in _SAMPLER and _takes_sampler(reference.call):
            _write(script, reference, "paddle.io.BatchSampler")


def _is_asked_for(script: Script, reference: Reference) -> bool:
    """Whether a class is an argument, of `isinstance()` or a check of types: no base, and not called."""
    arg = script.source.parent(reference.node, cst.Arg)
    taker = script.source.parents.get(arg) if arg is not None else None
    return isinstance(taker, cst.Call) and reference.call is None


def _write(script: Script, reference: Reference, today: str) -> None:
    module, is_paddles = today.rpartition(".")[0], today.startswith("paddle.")
    if not is_paddles:
        script.imports.add_standard(module)
    spelled = script.imports.spell(today, reference.binding) if is_paddles else today
    script.edits.replace(*script.source.span(reference.node), spelled)
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {spelled}")


def _of_device(script: Script, reference: Reference, device: str) -> None:
    """`is_compiled_with_npu()`: today's function for all devices that come as a plug-in."""
    if reference.call is None or reference.call.args:
        return
    spelled = script.imports.spell(_IS_COMPILED, reference.binding)
    script.edits.replace(*script.source.core(reference.call), f"{spelled}({script.string(device)})")
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {spelled}({script.string(device)})")


def _takes_sampler(call: cst.Call | None) -> bool:
    """The class of 1.8.5 took no sampler."""
    return call is not None and any(arg.keyword is not None and arg.keyword.value == "sampler" for arg in call.args)
