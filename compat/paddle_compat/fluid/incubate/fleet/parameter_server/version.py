"""``paddle.fluid.incubate.fleet.parameter_server.version``: which servers 1.8.5 was built with."""

from ..base.mode import Mode

__all__ = ["is_transpiler"]

BUILD_MODE = Mode.TRANSPILER


def is_transpiler() -> bool:
    """Yes: those of the transpiler."""
    return True
