"""``paddle.fluid.layers``: decoders whose next input a helper chooses: what was right, likeliest or drawn."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import paddle
import paddle.nn.functional as F
from paddle.utils import layers_utils

from ..._static.recording import recorded
from . import random
from .decoding import Decoder
from .rnn import full_for_each

__all__ = [
    "BasicDecoder", "DecodeHelper", "GreedyEmbeddingHelper", "SampleEmbeddingHelper", "TrainingHelper",
]


class DecodeHelper:
    """What a :class:`BasicDecoder` asks about inputs."""

    def initialize(self) -> Any:
        """The first inputs, and bool [N], which has ended."""

    def sample(self, time: Any, outputs: Any, states: Any) -> Any:
        """Tokens of a step's outputs."""

    def next_inputs(self, time: Any, outputs: Any, states: Any, sample_ids: Any) -> Any:
        """What has ended, the next inputs and the states."""


class TrainingHelper(DecodeHelper):
    """The inputs are given, [N, steps, ...]; ``sequence_length`` int [N] says how many."""

    def __init__(self, inputs: Any, sequence_length: Any, time_major: bool = False) -> None:
        self.inputs, self.sequence_length, self.time_major = inputs, sequence_length, time_major

    def initialize(self) -> Any:
        """The first of them."""
        axis = 0 if self.time_major else 1
        return layers_utils.map_structure(lambda x: _step(x, None, axis), self.inputs), _none(self.sequence_length)

    def sample(self, time: Any, outputs: Any, states: Any) -> Any:
        """The likeliest tokens."""
        return _likeliest(outputs)

    def next_inputs(self, time: Any, outputs: Any, states: Any, sample_ids: Any) -> Any:
        """The next of them."""
        axis = 0 if self.time_major else 1
        following = layers_utils.map_structure(lambda x: _step(x, time, axis), self.inputs)
        return _over(self.sequence_length, time), following, states


@recorded
def _step(x: Any, time: Any, axis: int) -> Any:
    """What is behind step ``time``, zeros behind the last one; without ``time`` the first."""
    place = 0 if time is None else int(time.item()) + 1
    if place >= x.shape[axis]:
        return paddle.zeros([size for number, size in enumerate(x.shape) if number != axis], x.dtype)
    return x[place] if axis == 0 else x[:, place]


@recorded
def _none(lengths: Any) -> Any:
    return lengths == 0


@recorded
def _over(lengths: Any, time: Any) -> Any:
    return lengths <= (time + 1).astype(lengths.dtype)


@recorded
def _likeliest(outputs: Any) -> Any:
    return paddle.argmax(outputs, -1)


@recorded
def _is(tokens: Any, end: int) -> Any:
    return tokens == end


class GreedyEmbeddingHelper(DecodeHelper):
    """The likeliest tokens are the next inputs, by ``embedding_fn``, until they are ``end_token``."""

    def __init__(self, embedding_fn: Any, start_tokens: Any, end_token: int) -> None:
        self.embedding_fn, self.start_tokens, self.end_token = embedding_fn, start_tokens, end_token

    def initialize(self) -> Any:
        """The start tokens' inputs."""
        return self.embedding_fn(self.start_tokens), full_for_each(self.start_tokens, [], "bool", False)

    def sample(self, time: Any, outputs: Any, states: Any) -> Any:
        """The likeliest tokens."""
        return _likeliest(outputs)

    def next_inputs(self, time: Any, outputs: Any, states: Any, sample_ids: Any) -> Any:
        """The tokens' inputs."""
        return _is(sample_ids, self.end_token), self.embedding_fn(sample_ids), states


class SampleEmbeddingHelper(GreedyEmbeddingHelper):
    """The same with tokens that are drawn; the outputs are divided by ``softmax_temperature`` before."""

    def __init__(self, embedding_fn: Any, start_tokens: Any, end_token: int, softmax_temperature: float | None = None,
                 seed: int | None = None) -> None:
        super().__init__(embedding_fn, start_tokens, end_token)
        self.softmax_temperature, self.seed = softmax_temperature, seed

    def sample(self, time: Any, outputs: Any, states: Any) -> Any:
        """Tokens, drawn."""
        chances = _chances(outputs, self.softmax_temperature)
        chances.stop_gradient = True
        return random.sampling_id(chances, seed=self.seed or 0, dtype=self.start_tokens.dtype)


@recorded
def _chances(outputs: Any, temperature: float | None) -> Any:
    return F.softmax(outputs if temperature is None else outputs / temperature)


class BasicDecoder(Decoder):
    """A ``cell`` whose outputs, through ``output_fn``, a ``helper`` makes tokens and next inputs of."""

    OutputWrapper = namedtuple("OutputWrapper", ("cell_outputs", "sample_ids"))

    def __init__(self, cell: Any, helper: Any, output_fn: Any = None) -> None:
        self.cell, self.helper, self.output_fn = cell, helper, output_fn

    def initialize(self, initial_cell_states: Any) -> Any:
        """The helper's first inputs."""
        inputs, finished = self.helper.initialize()
        return inputs, initial_cell_states, finished

    def step(self, time: Any, inputs: Any, states: Any, **kwargs: Any) -> Any:
        """A step of the cell, and the helper's choice."""
        found, after = self.cell(inputs, states, **kwargs)
        if self.output_fn is not None:
            found = self.output_fn(found)
        tokens = self.helper.sample(time=time, outputs=found, states=after)
        tokens.stop_gradient = True
        finished, following, after = self.helper.next_inputs(time=time, outputs=found, states=after, sample_ids=tokens)
        return self.OutputWrapper(found, tokens), after, following, finished
