"""``paddle.fluid.incubate.fleet.parameter_server.pslib``: servers for very large tables, which were never public."""

from ....._language import gone

__all__ = ["PSLib", "fleet"]

_WHY = "it needs pslib, which the Paddle that everybody can install never had"
_DO = "Use paddle.fluid.incubate.fleet.parameter_server.distribute_transpiler, whose trainers add up their gradients."

PSLib = gone("fluid.incubate.fleet.parameter_server.pslib.PSLib", why=_WHY, do=_DO)
fleet = gone("fluid.incubate.fleet.parameter_server.pslib.fleet", why=_WHY, do=_DO)
