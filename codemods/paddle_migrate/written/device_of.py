"""In place of a guard's place that only running the script tells."""

from __future__ import annotations

import paddle


def device_of(place: object) -> str:
    """The name of a place's device, such as "cpu" and "gpu:0"; of None the default one, and a name as it is."""
    if place is None:
        return "gpu:0" if paddle.device.cuda.device_count() else "cpu"
    text = str(place)  # Place(gpu:0)
    return text[6:-1] if text.startswith("Place(") else text
