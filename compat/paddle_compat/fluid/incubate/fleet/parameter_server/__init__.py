"""``paddle.fluid.incubate.fleet.parameter_server``: training that 1.8.5 had servers for."""

__all__: list[str] = []
