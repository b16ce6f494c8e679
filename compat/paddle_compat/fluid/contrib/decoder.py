"""``paddle.fluid.contrib.decoder``: beam search in blocks of a static program."""

from ..._language import gone

__all__ = ["BeamSearchDecoder", "InitState", "StateCell", "TrainingDecoder"]

_WHY = "Paddle dropped this decoder in 2.0 for one made of layers"
_DO = "Use paddle.nn.BeamSearchDecoder with paddle.nn.dynamic_decode, and a paddle.nn.RNN for training."

BeamSearchDecoder = gone("fluid.contrib.decoder.BeamSearchDecoder", why=_WHY, do=_DO)
InitState = gone("fluid.contrib.decoder.InitState", why=_WHY, do=_DO)
StateCell = gone("fluid.contrib.decoder.StateCell", why=_WHY, do=_DO)
TrainingDecoder = gone("fluid.contrib.decoder.TrainingDecoder", why=_WHY, do=_DO)
