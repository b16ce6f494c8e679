"""``paddle.fluid.incubate.fleet``: one program, trained by several processes."""

__all__: list[str] = []
