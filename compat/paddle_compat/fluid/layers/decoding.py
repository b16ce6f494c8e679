"""``paddle.fluid.layers``: step after step from an own output to the next input, until all sequences have ended."""

from __future__ import annotations

import contextlib
from collections import namedtuple
from typing import Any

import paddle
import paddle.nn.functional as F
from paddle.utils import layers_utils

from ..._static import arrays
from ..._static.blocks import checked, written_around
from ..._static.counted_steps import counted, zero
from ..._static.loops import While
from ..._static.recording import recorded
from ..._static.variables import Variable
from .rnn import full_for_each

__all__ = ["BeamSearchDecoder", "Decoder", "dynamic_decode"]

_NONE = -1e9  # the logarithm of no chance at all


class Decoder:
    """What :func:`dynamic_decode` asks: the first inputs, a step, and what is made of all steps at the end."""

    def initialize(self, inits: Any) -> Any:
        """The first inputs, the first states and bool [N], which has ended."""
        raise NotImplementedError

    def step(self, time: Any, inputs: Any, states: Any, **kwargs: Any) -> Any:
        """A step's outputs, states, next inputs and what has ended."""
        raise NotImplementedError

    def finalize(self, outputs: Any, final_states: Any, sequence_lengths: Any) -> Any:
        """The outputs and states that come back of the outputs of all steps [steps, N, ...]."""
        raise NotImplementedError


@recorded
def _beams(x: Any, size: int) -> Any:
    """Each row of ``x`` ``size`` times: [N, size, ...]."""
    return x.unsqueeze(1).expand([x.shape[0], size, *x.shape[1:]])


@recorded
def _joined(x: Any) -> Any:
    return x.reshape([-1, *x.shape[2:]])


@recorded
def _apart(x: Any, size: int) -> Any:
    return x.reshape([-1, size, *x.shape[1:]])


@recorded
def _at(x: Any, indices: Any) -> Any:
    """Of ``x`` [N, M, ...] the elements ``indices`` [N, K]: [N, K, ...]."""
    batch = paddle.arange(x.shape[0], dtype=indices.dtype).unsqueeze(1).expand(indices.shape)
    places = paddle.stack([batch, indices], 2)
    return paddle.gather_nd(x.astype("int32"), places).astype("bool") if x.dtype == paddle.bool else \
        paddle.gather_nd(x, places)


@recorded
def _best(logits: Any, log_probs: Any, finished: Any, end: int) -> Any:
    """The best continuations of all beams: their scores, tokens and beams, [N, beam] each.

    A beam that has ended goes on with ``end`` alone.
    """
    size, count = logits.shape[1:]
    only_end = paddle.full([count], _NONE, "float32")
    only_end[end] = 0.0
    ended = finished.astype(logits.dtype).unsqueeze(2)
    steps = ended * only_end - paddle.log(F.softmax(logits)) * (ended - 1)
    scores, places = paddle.topk((steps + log_probs.unsqueeze(2)).reshape([-1, size * count]), size)
    return scores, places % count, places // count


@recorded
def _ended(finished: Any, lengths: Any, tokens: Any, end: int) -> Any:
    return finished | (tokens == end), lengths + (~finished).astype(lengths.dtype)


class BeamSearchDecoder(Decoder):
    """A search for the likeliest sequences, ``beam_size`` at a time, by ``cell(inputs, states)``.

    ``embedding_fn`` makes inputs of tokens, ``output_fn`` logits of outputs.
    """

    OutputWrapper = namedtuple("OutputWrapper", ("scores", "predicted_ids", "parent_ids"))
    StateWrapper = namedtuple("StateWrapper", ("cell_states", "log_probs", "finished", "lengths"))

    def __init__(self, cell: Any, start_token: int, end_token: int, beam_size: int, embedding_fn: Any = None,
                 output_fn: Any = None) -> None:
        self.cell, self.embedding_fn, self.output_fn = cell, embedding_fn, output_fn
        self.start_token, self.end_token, self.beam_size = start_token, end_token, beam_size

    @staticmethod
    def tile_beam_merge_with_batch(x: Any, beam_size: int) -> Any:
        """Each row of ``x`` [N, ...] ``beam_size`` times: [N * beam_size, ...]."""
        checked(x, "x", Variable, "BeamSearchDecoder.tile_beam_merge_with_batch")
        return _joined(_beams(x, beam_size))

    def _split_batch_beams(self, x: Any) -> Any:
        return _apart(x, self.beam_size)

    def _merge_batch_beams(self, x: Any) -> Any:
        return _joined(x)

    def _expand_to_beam_size(self, x: Any) -> Any:
        return _beams(x, self.beam_size)

    def _gather(self, x: Any, indices: Any, batch_size: Any = None) -> Any:
        return _at(x, indices)

    def initialize(self, initial_cell_states: Any) -> Any:
        """The start tokens, all chances with the first beam, and nothing ended."""
        first, size = layers_utils.flatten(initial_cell_states)[0], self.beam_size
        tokens = full_for_each(first, [size], "int64", self.start_token)
        finished = full_for_each(first, [size], "bool", False)
        states = self.StateWrapper(layers_utils.map_structure(self._expand_to_beam_size, initial_cell_states),
                                   _first_chances(first, size), finished, full_for_each(first, [size], "int64", 0))
        return self.embedding_fn(tokens) if self.embedding_fn else tokens, states, finished

    def _beam_search_step(self, time: Any, logits: Any, next_cell_states: Any, beam_state: Any) -> Any:
        """The outputs and the states of the best continuations."""
        scores, tokens, beams = _best(logits, beam_state.log_probs, beam_state.finished, self.end_token)
        states, finished, lengths = layers_utils.map_structure(
            lambda x: self._gather(x, beams), [next_cell_states, beam_state.finished, beam_state.lengths])
        finished, lengths = _ended(finished, lengths, tokens, self.end_token)
        return self.OutputWrapper(scores, tokens, beams), self.StateWrapper(states, scores, finished, lengths)

    def step(self, time: Any, inputs: Any, states: Any, **kwargs: Any) -> Any:
        """A step of the cell, and of the search."""
        rows, before = layers_utils.map_structure(self._merge_batch_beams, [inputs, states.cell_states])
        found, after = self.cell(rows, before, **kwargs)
        found, after = layers_utils.map_structure(self._split_batch_beams, [found, after])
        if self.output_fn is not None:
            found = self.output_fn(found)
        output, state = self._beam_search_step(time=time, logits=found, next_cell_states=after, beam_state=states)
        tokens = output.predicted_ids
        tokens.stop_gradient = True
        return output, state, self.embedding_fn(tokens) if self.embedding_fn else tokens, state.finished

    def finalize(self, outputs: Any, final_states: Any, sequence_lengths: Any) -> Any:
        """The sequences [steps, N, beam], and the states."""
        return _followed(outputs.predicted_ids, outputs.parent_ids), final_states


@recorded
def _first_chances(first: Any, size: int) -> Any:
    row = paddle.full([1, size], _NONE, "float32")
    row[:, 0] = 0.0
    return row.expand([first.shape[0], size])


@recorded
def _followed(ids: Any, parents: Any) -> Any:
    return F.gather_tree(ids, parents)


def dynamic_decode(decoder: Any, inits: Any = None, max_step_num: int | None = None, output_time_major: bool = False,
                   impute_finished: bool = False, is_test: bool = False, return_length: bool = False,
                   **kwargs: Any) -> Any:
    """The outputs of ``decoder`` [N, steps, ...] until all sequences have ended, and the last states.

    It ends after ``max_step_num + 1`` steps, too. ``impute_finished`` keeps the states of what has ended,
    ``output_time_major`` leaves outputs [steps, N, ...], ``is_test`` keeps no step's states, ``return_length`` also
    returns the lengths int64.
    """
    each = layers_utils.map_structure
    inputs, states, finished = decoder.initialize(inits)
    finished.stop_gradient = True
    step, lengths = zero(), _zeros(finished)
    goes_on = _goes_on(finished, step, None)
    kept = _Last((inputs, states)) if is_test else _All((inputs, states), step)
    loop = While(goes_on, is_test=is_test)
    with loop.block():
        inputs, states = kept.now(step)
        outputs, after, following, ended = decoder.step(step, inputs, states, **kwargs)
        ended, longer = _either(ended, finished, lengths)
        if impute_finished:
            after = each(lambda old, new: _kept(old, new, finished), states, after)
        with written_around():
            found = each(lambda x: arrays.create_array(x.dtype), outputs)
        each(lambda x, array: arrays.array_write(x, step, array), outputs, found)
        counted(step)
        kept.update((following, after), step)
        arrays.assign(ended, finished)
        arrays.assign(longer, lengths)
        arrays.assign(_goes_on(finished, step, max_step_num), goes_on)
    outputs = each(lambda array: arrays.tensor_array_to_tensor(array, 0, use_stack=True)[0], found)
    states = kept.now(step)[1]
    with contextlib.suppress(NotImplementedError):
        outputs, states = decoder.finalize(outputs, states, lengths)
    if not output_time_major:
        outputs = each(_batch_first, outputs)
    return (outputs, states, lengths) if return_length else (outputs, states)


class _All:
    """Inputs and states of every step, in arrays: training goes back through them."""

    def __init__(self, first: Any, step: Any) -> None:
        self.arrays = layers_utils.map_structure(lambda x: arrays.array_write(x, step), first)

    def now(self, step: Any) -> Any:
        return layers_utils.map_structure(lambda array: arrays.array_read(array, step), self.arrays)

    def update(self, found: Any, step: Any) -> None:
        layers_utils.map_structure(lambda x, array: arrays.array_write(x, step, array), found, self.arrays)


class _Last:
    """Inputs and states of the last step alone."""

    def __init__(self, first: Any) -> None:
        self.first = first

    def now(self, step: Any) -> Any:
        return layers_utils.map_structure(lambda x: x, self.first)

    def update(self, found: Any, step: Any) -> None:
        copies = layers_utils.map_structure(arrays.assign, found)  # before one of them is set
        layers_utils.map_structure(arrays.assign, copies, self.first)


@recorded
def _zeros(finished: Any) -> Any:
    return paddle.zeros(finished.shape, "int64")


@recorded
def _goes_on(finished: Any, step: Any, most: int | None) -> Any:
    some = ~finished.all().reshape([1])
    return some if most is None else some & (step <= most)


@recorded
def _either(ended: Any, before: Any, lengths: Any) -> Any:
    """What has ended by now, and the lengths, longer where it had not."""
    return ended | before, lengths + (~before).astype(lengths.dtype)


@recorded
def _kept(old: Any, new: Any, finished: Any) -> Any:
    mask = finished.reshape([*finished.shape, *[1] * (new.ndim - finished.ndim)])
    mask = mask.expand(new.shape)
    return mask & old | ~mask & new if new.dtype == paddle.bool else paddle.where(mask, old, new)


@recorded
def _batch_first(x: Any) -> Any:
    return x.transpose([1, 0, *range(2, x.ndim)])
