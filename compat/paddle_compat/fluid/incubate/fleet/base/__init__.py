"""``paddle.fluid.incubate.fleet.base``: who a process is, and what the fleets have in common."""

__all__: list[str] = []
