"""``paddle.fluid.layers.device``: lists of devices in a program."""

from ..._language import gone

__all__: list[str] = []

get_places = gone("fluid.layers.device.get_places", why="a program holds no list of devices since 2.0", do=(
    "Ask paddle.device.get_available_device() where the script needs to know them."))
