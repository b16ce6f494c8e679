"""``paddle.fluid.trainer_desc``: how ``Executor.train_from_dataset`` trained."""

from .._language import gone

__all__ = ["DistMultiTrainer", "MultiTrainer", "PipelineTrainer", "TrainerDesc"]

_WHY = "trainers are no public names of Paddle since 2.0; train_from_dataset makes its own"
_DO = "Call train_from_dataset of a paddle.static.Executor with a paddle.distributed.QueueDataset."

DistMultiTrainer = gone("fluid.trainer_desc.DistMultiTrainer", why=_WHY, do=_DO)
MultiTrainer = gone("fluid.trainer_desc.MultiTrainer", why=_WHY, do=_DO)
PipelineTrainer = gone("fluid.trainer_desc.PipelineTrainer", why=_WHY, do=_DO)
TrainerDesc = gone("fluid.trainer_desc.TrainerDesc", why=_WHY, do=_DO)
