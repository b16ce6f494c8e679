"""Beam search in today's own programs, as Paddle 1 had it: step after step from what was found to the next input.

Nothing here is run: the codemods write these into scripts.
"""

from __future__ import annotations

import collections
from typing import Any

import paddle
import paddle.nn.functional as F

from ._language import helper
from ._today_cells import parameters_outside

__all__ = ["BeamSearchDecoder", "dynamic_decode"]


@helper
class BeamSearchDecoder:
    """A search for the likeliest sequences, ``beam_size`` at a time, by ``cell(inputs, states)``."""

    Outputs = collections.namedtuple("Outputs", ("scores", "predicted_ids", "parent_ids"))
    States = collections.namedtuple("States", ("cell_states", "log_probs", "finished", "lengths"))

    def __init__(self, cell: Any, start_token: int, end_token: int, beam_size: int, embedding_fn: Any = None,
                 output_fn: Any = None) -> None:
        self.cell, self.start_token, self.end_token, self.beam_size = cell, start_token, end_token, beam_size
        self.embedding_fn, self.output_fn = embedding_fn or (lambda tokens: tokens), output_fn or (lambda x: x)

    @staticmethod
    def tile_beam_merge_with_batch(x: Any, beam_size: int) -> Any:
        """Each row of ``x`` [N, ...] ``beam_size`` times: [N * beam_size, ...]."""
        return paddle.repeat_interleave(x, beam_size, axis=0)

    def apart(self, x: Any) -> Any:
        """[N * beams, ...] as [N, beams, ...]."""
        return paddle.reshape(x, [-1, self.beam_size, *x.shape[1:]])

    def initialize(self, inits: Any) -> Any:
        """The start tokens, all chances with the first beam, and nothing ended."""
        shape = [paddle.shape(paddle.utils.flatten(inits)[0])[0], self.beam_size]
        chances = paddle.zeros([shape[0], 1]), paddle.full([shape[0], self.beam_size - 1], -1e9)
        tokens, finished = paddle.full(shape, self.start_token, "int64"), paddle.full(shape, False, "bool")
        cells = paddle.utils.map_structure(
            lambda x: self.apart(self.tile_beam_merge_with_batch(x, self.beam_size)), inits
        )
        states = self.States(cells, paddle.concat(chances, 1), finished, paddle.zeros(shape, "int64"))
        return self.embedding_fn(tokens), states

    def step(self, inputs: Any, states: Any, **kwargs: Any) -> Any:
        """The best continuations of all beams, the states, and the next inputs; what has ended goes on with its end."""
        rows, cells = paddle.utils.map_structure(
            lambda x: paddle.reshape(x, [-1, *x.shape[2:]]), [inputs, states.cell_states]
        )
        found, cells = paddle.utils.map_structure(self.apart, self.cell(rows, cells, **kwargs))
        logits = self.output_fn(found)
        count = logits.shape[-1]
        only_end = (1 - F.one_hot(paddle.full([1], self.end_token, "int64"), count)) * -1e9
        ended = paddle.unsqueeze(paddle.cast(states.finished, "float32"), 2)
        chances = ended * only_end + (1 - ended) * paddle.log(F.softmax(logits))
        chances = paddle.reshape(chances + paddle.unsqueeze(states.log_probs, 2), [-1, self.beam_size * count])
        scores, places = paddle.topk(chances, self.beam_size)
        tokens, beams = places % count, places // count
        chosen = paddle.cast(F.one_hot(beams, self.beam_size), "float64")  # [N, beams, beams]

        def taken(x: Any) -> Any:
            flat = paddle.reshape(paddle.cast(x, "float64"), [0, self.beam_size, -1])
            return paddle.cast(paddle.reshape(paddle.matmul(chosen, flat), [-1, *x.shape[1:]]), x.dtype)

        cells, finished, lengths = paddle.utils.map_structure(taken, [cells, states.finished, states.lengths])
        lengths = lengths + paddle.cast(paddle.logical_not(finished), "int64")
        states = self.States(cells, scores, paddle.logical_or(finished, tokens == self.end_token), lengths)
        return self.Outputs(scores, tokens, beams), states, self.embedding_fn(tokens)


@helper
def kept_where(mask: Any, old: Any, new: Any) -> Any:
    """``old`` where the mask, of its first dimensions, is true; else ``new``."""
    mask = paddle.reshape(mask, [0, 0, *[1] * (len(old.shape) - 2)])
    kept = paddle.cast(mask, "float64")
    return paddle.cast(paddle.cast(old, "float64") * kept + paddle.cast(new, "float64") * (1 - kept), old.dtype)


@helper
def dynamic_decode(decoder: Any, inits: Any = None, max_step_num: int | None = None, output_time_major: bool = False,
                   impute_finished: bool = False, is_test: bool = False, return_length: bool = False,
                   **kwargs: Any) -> Any:
    """The tokens of all beams [N, steps, beams] until all have ended or after ``max_step_num + 1``, and the states."""
    each, step = paddle.utils.map_structure, paddle.zeros([], "int64")
    inputs, states = decoder.initialize(inits)
    first = inputs, states, states.finished, states.lengths
    goes_on = paddle.logical_not(paddle.all(states.finished))
    arrays = each(lambda x: paddle.tensor.array_write(x, step), first)
    found = [paddle.tensor.create_array(kind) for kind in ("float32", "int64", "int64")]
    loop = paddle.static.nn.control_flow.While(goes_on)

    def now(array: Any, begun: Any) -> Any:  # Paddle 3's loop forgets the sizes
        return paddle.reshape(paddle.tensor.array_read(array, step), [-1, *begun.shape[1:]])

    def run() -> None:
        inputs, before, ended, lengths = each(now, arrays, first)
        outputs, states, inputs = decoder.step(inputs, before, **kwargs)
        if impute_finished:
            states = each(lambda old, new: kept_where(ended, old, new), before, states)
        for x, array in zip(outputs, found):
            paddle.tensor.array_write(x, step, array)
        lengths = lengths + paddle.cast(paddle.logical_not(ended), "int64")
        ended = paddle.logical_or(ended, states.finished)  # the places, whichever beams stand there by now
        paddle.increment(step)
        each(lambda x, array: paddle.tensor.array_write(x, step, array), (inputs, states, ended, lengths), arrays)
        more = paddle.logical_not(paddle.all(ended))
        if max_step_num is not None:
            more = paddle.logical_and(more, step <= max_step_num)
        paddle.assign(more, goes_on)

    with loop.block(), parameters_outside():
        run()
    if hasattr(paddle.static.default_main_program(), "to_string"):  # before Paddle 3 more may be there, of a run before
        found = [paddle.slice(x, [0], [0], [step]) for x in found]
    _, tokens, parents = (paddle.tensor.manipulation.tensor_array_to_tensor(x, 0, use_stack=True)[0] for x in found)
    tokens, (_, states, _, lengths) = F.gather_tree(tokens, parents), each(now, arrays, first)
    tokens = tokens if output_time_major else paddle.transpose(tokens, [1, 0, 2])
    return (tokens, states, lengths) if return_length else (tokens, states)
