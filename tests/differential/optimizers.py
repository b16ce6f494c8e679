"""Random optimizers and learning rates, and functions that make them."""

from __future__ import annotations

from text import Chance, Lines, function, perhaps

DECAYS = (
    "fluid.dygraph.PiecewiseDecay([1, 3], [0.2, 0.1, 0.05], 0)",
    "fluid.dygraph.ExponentialDecay(0.2, 2, 0.5)",
    "fluid.dygraph.CosineDecay(0.2, 2, 4)",
    "fluid.dygraph.PolynomialDecay(0.2, 5, 0.01)",
    "fluid.dygraph.NoamDecay(4, 2)",
    "fluid.dygraph.InverseTimeDecay(0.2, 2, 0.5, staircase=True)",
    "fluid.dygraph.LinearLrWarmup(0.1, 3, 0.01, 0.1)",
    "Halving(0.2)",
)
OWN_DECAY = function("class Halving(fluid.dygraph.learning_rate_scheduler.LearningRateDecay):", [
    "def __init__(self, start):",
    "    super(Halving, self).__init__(0, 1)",
    "    self.start = start",
    "",
    "def step(self):",
    "    return self.create_lr_var(self.start * 0.5 ** self.step_num)",
])
FORMS = ("SGD({})", "SGDOptimizer(learning_rate={})", "Momentum({}, 0.9)", "Adam({})", "Adagrad({})")
MORE = (
    *("", "", "", ", regularization=fluid.regularizer.L2Decay(0.01)"),
    ", grad_clip=fluid.clip.GradientClipByGlobalNorm(0.5)",
)


def rate(chance: Chance) -> str:
    return chance.choice(("0.1", "0.05")) if perhaps(chance, 0.6) else chance.choice(DECAYS)


def optimizer(chance: Chance, parameters: str, rate: str) -> str:
    form = chance.choice(FORMS).format(rate)
    return f"fluid.optimizer.{form[:-1]}, parameter_list={parameters}{chance.choice(MORE)})"


def maker(chance: Chance) -> Lines:
    """``make_optimizer(model)``."""
    if perhaps(chance):
        body = [f"return {optimizer(chance, 'model.parameters()', rate(chance))}"]
    else:
        body = [f"rate = {rate(chance)}", f"opt = {optimizer(chance, 'model.parameters()', 'rate')}", "return opt"]
    return function("def make_optimizer(model):", body)
