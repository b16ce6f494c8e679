"""The mean average precision of boxes found, counted over the runs of a program."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from ...._language import dropped
from ...._lod import with_lod
from ...._runtime.from_arrays import tensor_of
from ...._runtime.offsets import parts
from ...._runtime.rows import guessing
from ...._static.executors import Executor
from ...._static.mode import only_in_programs
from ...._static.operators import Operator
from ...._static.parameters import filled
from ...._static.programs import Program, default_main_program
from ...._static.recording import record, where

__all__: list[str] = []


@dropped(background_label="1.8.5 did not pass it on")
class DetectionMAP:
    """The mean average precision, float32 [1], of a batch and of all since :meth:`reset`: ``get_map_var``.

    ``input`` [M, 6] is label, score and box, ``gt_label`` [N, 1], ``gt_box`` [N, 4] and ``gt_difficult`` [N, 1] are
    true, all with an offset for each image. ``ap_version`` is ``"integral"`` or ``"11point"``. ``background_label`` has
    no effect, as in 1.8.5.
    """

    def __init__(self, input: Any, gt_label: Any, gt_box: Any, gt_difficult: Any = None, class_num: Any = None,
                 background_label: int = 0, overlap_threshold: float = 0.5, evaluate_difficult: bool = True,
                 ap_version: str = "integral") -> None:
        only_in_programs("DetectionMAP")
        if ap_version not in ("integral", "11point"):
            raise ValueError(f"DetectionMAP: ap_version is 'integral' or '11point', not {ap_version!r}")
        given = (input, gt_label, gt_box, gt_difficult)
        how = (class_num, overlap_threshold, evaluate_difficult, ap_version)
        self.cur_map = record(_of_batch, given, dict(zip(_HOW, how)), "detection_map")
        block, name = default_main_program().global_block(), unique_name.generate("map_eval")
        self.has_state = filled(f"{name}_has_state", [1], "int32", 0)
        counts = filled(f"{name}_accum_pos_count", [class_num, 1], "int32", 0)
        found = filled(f"{name}_accum_found", [1, 3], "float32", -1)
        self.accum_map = block.create_var(name=unique_name.generate("detection_map.tmp"), shape=[1], dtype="float32")
        block.add(Operator(block, "detection_map", _of_all, (*given, self.has_state, counts, found),
                           dict(zip(_HOW, how)), [self.accum_map, counts, found], where()))
        _set(block, self.has_state, 1)

    def get_map_var(self) -> tuple[Any, Any]:
        """The variables of the batch's and of all batches' mean average precision."""
        return self.cur_map, self.accum_map

    def reset(self, executor: Executor, reset_program: Program | None = None) -> None:
        """Begin anew."""
        program = Program() if reset_program is None else reset_program
        block = program.global_block()
        _set(block, block.create_var(name=self.has_state.name, shape=[1], dtype="int32", persistable=True), 0)
        executor.run(program)


_HOW = ("class_num", "overlap_threshold", "evaluate_difficult", "ap_version")


def _set(block: Any, state: Any, value: int) -> None:
    block.add(Operator(block, "fill_constant", paddle.full, ([1], value, "int32"), {}, state, where()))


def _of_batch(input: Any, gt_label: Any, gt_box: Any, gt_difficult: Any, **how: Any) -> Any:
    return _of_all(input, gt_label, gt_box, gt_difficult, None, None, None, **how)[0]


def _of_all(input: Any, gt_label: Any, gt_box: Any, gt_difficult: Any, has_state: Any, counts: Any, found: Any,
            class_num: int, overlap_threshold: float, evaluate_difficult: bool, ap_version: str) -> Any:
    """The precision, how many true boxes each class has, and label, score and rightness of each box found."""
    positives: dict[int, int] = {}
    hits: list[tuple[int, float, int]] = []
    if has_state is not None and int(has_state.item()):
        positives = dict(enumerate(counts.numpy().reshape(-1).tolist()))
        hits = [(int(label), float(score), int(hit)) for label, score, hit in found.numpy() if label >= 0]
    if not guessing():
        tensors = [each for each in (input, gt_label, gt_box, gt_difficult) if each is not None]
        for boxes, labels, truths, *difficult in zip(*(parts(each, "detection_map") for each in tensors)):
            hard = difficult[0].reshape(-1) != 0 if difficult else np.zeros(len(labels), bool)
            _count(positives, hits, boxes, labels.reshape(-1).astype(int), truths, hard, overlap_threshold,
                   evaluate_difficult)
    rates = [_rate([hit for hit in hits if hit[0] == label], count, ap_version)
             for label, count in sorted(positives.items()) if count]
    mean = np.float32(sum(rates) / len(rates)) if rates else np.float32(0)
    now = np.array([[positives.get(label, 0)] for label in range(class_num)], "int32")
    rows = np.array(hits, "float32").reshape(-1, 3) if hits else np.full((1, 3), -1, "float32")
    return [with_lod(tensor_of(each), []) for each in (np.array([mean], "float32"), now, rows)]


def _count(positives: dict[int, int], hits: list[Any], found: Any, labels: Any, truths: Any, hard: Any,
           threshold: float, evaluate_difficult: bool) -> None:
    """Add one image: a true box is hit once, by the surest of the boxes that overlap it most."""
    for label in labels[hard <= evaluate_difficult].tolist():
        positives[label] = positives.get(label, 0) + 1
    for label in sorted(set(found[:, 0].astype(int).tolist())):
        boxes = found[found[:, 0].astype(int) == label]
        there, seen = np.flatnonzero(labels == label), set()
        for _, score, *box in boxes[np.argsort(-boxes[:, 1], kind="stable")] if len(there) else boxes:
            shares = _overlaps(np.clip(np.array(box, truths.dtype), 0, 1), truths[there])
            if len(there) and shares.max() > np.float32(threshold):
                best = there[shares.argmax()]
                if evaluate_difficult or not hard[best]:
                    hits.append((label, score, int(best not in seen)))
                    seen.add(best)
            else:
                hits.append((label, score, 0))


def _overlaps(box: Any, others: Any) -> Any:
    low, high = np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])
    apart = (high < low).any(axis=1)
    shared = (high - low).prod(axis=1)
    whole = (box[2:] - box[:2]).prod() + (others[:, 2:] - others[:, :2]).prod(axis=1) - shared
    return np.divide(shared, whole, out=np.zeros_like(shared), where=~apart)


def _rate(hits: list[Any], count: int, version: str) -> float:
    """The average precision of a class with ``count`` true boxes."""
    order = sorted(hits, key=lambda hit: -hit[1])
    right = np.cumsum([hit for _, _, hit in order]).astype("float32")
    precision, recall = right / np.arange(1, len(order) + 1, dtype="float32"), right / np.float32(count)
    if version == "11point":
        return sum(float(precision[recall >= step / 10.0].max(initial=0.0)) for step in range(11)) / 11
    steps = np.abs(np.diff(recall, prepend=np.float32(0)))
    return float(np.sum(precision * np.where(steps > 1e-6, steps, 0), dtype="float32"))
