"""Beam search over candidates whose offsets say which prefix, and which source, they go on from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import paddle

from ...._language import dropped, of_sequences
from ...._lod import lod_of, offsets, with_lod
from ...._runtime.from_arrays import tensor_of
from ...._runtime.rows import tried_as

__all__ = ["beam_search", "beam_search_decode"]


class _Item(NamedTuple):
    """A candidate; of equal scores, that of the later prefix is better."""

    score: float
    prefix: int
    id: int

    def below(self, other: _Item) -> bool:
        return (self.score, self.prefix) < (other.score, other.prefix)


def _as_many(pre_ids: Any, pre_scores: Any, ids: Any, scores: Any, *others: Any, return_parent_idx: bool = False,
             **named: Any) -> Any:
    lod = [list(range(pre_ids.shape[0] + 1))] * 2
    parents = (paddle.zeros([pre_ids.shape[0]], "int32"),) if return_parent_idx else ()
    return (with_lod(paddle.assign(pre_ids), lod), with_lod(paddle.assign(pre_scores), lod), *parents)


@tried_as(_as_many)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def beam_search(pre_ids: Any, pre_scores: Any, ids: Any, scores: Any, beam_size: int, end_id: int, level: int = 0,
                is_accumulated: bool = True, name: str | None = None, return_parent_idx: bool = False) -> Any:
    """The best ``beam_size`` candidates of each source: their ids int64 [n, 1] and scores, by prefix.

    ``ids`` and ``scores`` [prefixes, K] are the candidates; without ``ids`` they are numbered. A prefix that ended in
    ``end_id`` goes on as it is; a source of which all have ended is left out. The prefixes' numbers are third if asked.
    """
    lod = lod_of(scores)
    if len(lod) < 2:
        raise ValueError(f"fluid.layers.beam_search: scores have two levels of LoD; these have {len(lod)}")
    high = _to_rows(lod, level)
    last, before = pre_ids.numpy().reshape(-1), pre_scores.numpy().reshape(-1)
    found = scores.numpy().reshape([len(last), -1])
    values = found if is_accumulated else before[:, None] + np.log(found)
    numbers = None if ids is None else ids.numpy().reshape(values.shape)
    chosen: list[list[_Item]] = [[] for _ in last]
    for place, start in enumerate(high[:-1]):
        best = _best(last, before, values, numbers, range(start, high[place + 1]), beam_size, end_id)
        if any(item.id != end_id or last[item.prefix] != end_id for item in best):
            for item in best:
                chosen[item.prefix].append(item)
    flat = [item for items in chosen for item in items]
    out = [list(high), offsets([len(items) for items in chosen])]
    selected = with_lod(tensor_of(np.array([item.id for item in flat], "int64").reshape(-1, 1)), out)
    kept = with_lod(tensor_of(np.array([item.score for item in flat], values.dtype).reshape(-1, 1)), out)
    parents = with_lod(tensor_of(np.array([item.prefix for item in flat], "int32")), [])
    return (selected, kept, parents) if return_parent_idx else (selected, kept)


def _to_rows(lod: list[list[int]], level: int) -> list[int]:
    """The offsets of one level, counted in rows."""
    found = lod[level]
    for below in lod[level + 1 :]:
        found = [below[offset] for offset in found]
    return found


def _best(last: Any, before: Any, values: Any, numbers: Any, prefixes: range, size: int, end_id: int) -> list[_Item]:
    best: list[_Item] = []
    for prefix in prefixes:
        if last[prefix] == end_id:
            candidates = [_Item(before[prefix], prefix, end_id)]
        else:
            known = range(values.shape[1]) if numbers is None else numbers[prefix]
            candidates = [_Item(score, prefix, int(id)) for score, id in zip(values[prefix], known)]
        for item in candidates:
            if len(best) == size and item.below(best[-1]):
                continue
            place = len(best[: size - 1])
            while place and best[place - 1].below(item):
                place -= 1
            best = [*best[:place], item, *best[place : size - 1]]
    return best


def _words(ids: Any, scores: Any, *others: Any, **named: Any) -> Any:
    if not len(ids):
        return paddle.zeros([0], "int64"), paddle.zeros([0], "float32")
    lod = [list(range(ids[0].shape[0] + 1))] * 2
    return with_lod(ids[0].reshape([-1]), lod), with_lod(scores[0].reshape([-1]), lod)


@tried_as(_words)
@of_sequences
@dropped(beam_size="the steps hold as many candidates as they hold", name="results are named by Paddle since 2.0")
def beam_search_decode(ids: Any, scores: Any, beam_size: int, end_id: int, name: str | None = None) -> tuple[Any, Any]:
    """The whole sentences of a search, from the arrays of its steps' ids and scores; the best of a source first.

    Two levels of LoD: the sentences of each source, the words of each sentence.
    """
    steps = [(lod_of(step), step.numpy().reshape(-1), score.numpy().reshape(-1)) for step, score in zip(ids, scores)]
    sources = len(steps[0][0][0]) - 1
    found = [_sentences(steps, source, end_id) for source in range(sources)]
    sentences = [sentence for of_source in found for sentence in of_source]
    lod = [offsets([len(of_source) for of_source in found]), offsets([len(words) for words, _ in sentences])]
    words = np.array([word for words, _ in sentences for word in words], "int64")
    values = np.array([value for _, values in sentences for value in values], steps[0][2].dtype)
    return with_lod(tensor_of(words), lod), with_lod(tensor_of(values), lod)


def _sentences(steps: list[Any], source: int, end_id: int) -> list[tuple[list[int], list[float]]]:
    """The words and scores of one source's sentences, gathered from the last step to the first."""
    at: list[int] = []  # where each sentence is in the step before
    words: list[list[int]] = []
    values: list[list[float]] = []
    for lod, ids, scores in reversed(steps):
        prefixes = range(lod[0][source], lod[0][source + 1])
        prefix_of = {row: prefix for prefix in prefixes for row in range(lod[1][prefix], lod[1][prefix + 1])}
        first = not at
        at = list(prefix_of) if first else at
        words, values = (words, values) if words else ([[] for _ in at], [[] for _ in at])
        for number, row in enumerate(at):
            if first or ids[row] != end_id or not words[number]:  # the end once
                words[number].append(int(ids[row]))
                values[number].append(float(scores[row]))
        at = [prefix_of[row] for row in at]
    pairs = zip(words, values)
    return [(ids[::-1], scores[::-1]) for ids, scores in sorted(pairs, key=lambda pair: -pair[1][0])]
