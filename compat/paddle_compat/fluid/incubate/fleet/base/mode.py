"""``paddle.fluid.incubate.fleet.base.mode``: the kinds of fleets."""

__all__ = ["Mode"]


class Mode:
    """What a fleet trains with."""

    TRANSPILER, PSLIB, COLLECTIVE = 1, 2, 3
