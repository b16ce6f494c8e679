"""Boxes that are there before anything is found, at every pixel of a map."""

from __future__ import annotations

from typing import Any

import paddle

from ...._language import dropped, helper

__all__ = ["anchor_generator", "density_prior_box", "prior_box"]


@dropped(name="results are named by Paddle since 2.0")
def prior_box(input: Any, image: Any, min_sizes: Any, max_sizes: Any = None, aspect_ratios: Any = [1.0],  # noqa: B006
              variance: Any = [0.1, 0.1, 0.2, 0.2], flip: bool = False, clip: bool = False,  # noqa: B006
              steps: Any = [0.0, 0.0], offset: float = 0.5, name: str | None = None,  # noqa: B006
              min_max_aspect_ratios_order: bool = False) -> Any:
    """SSD's boxes at every pixel of ``input`` [N, C, H, W] in ``image``, and their variances: [H, W, K, 4] each."""
    return paddle.vision.ops.prior_box(input=input, image=image, min_sizes=min_sizes, max_sizes=max_sizes,
                                       aspect_ratios=aspect_ratios, variance=variance, flip=flip, clip=clip,
                                       steps=steps, offset=offset,
                                       min_max_aspect_ratios_order=min_max_aspect_ratios_order)


@helper
@dropped(name="results are named by Paddle since 2.0")
def anchor_generator(input: Any, anchor_sizes: Any = None, aspect_ratios: Any = None,
                     variance: Any = [0.1, 0.1, 0.2, 0.2], stride: Any = None, offset: float = 0.5,  # noqa: B006
                     name: str | None = None) -> Any:
    """Faster R-CNN's anchors at every pixel of ``input`` [N, C, H, W], and their variances: [H, W, K, 4] each.

    K runs over ``aspect_ratios`` (height / width) and then over ``anchor_sizes``; ``stride`` is [width, height].
    """
    height, width = (paddle.shape(input)[axis] if input.shape[axis] < 0 else input.shape[axis] for axis in (2, 3))
    sizes = anchor_sizes if isinstance(anchor_sizes, (list, tuple)) else [anchor_sizes]
    ratios = aspect_ratios if isinstance(aspect_ratios, (list, tuple)) else [aspect_ratios]
    halves = []
    for ratio in ratios:
        base = int((stride[0] * stride[1] / ratio) ** 0.5 + 0.5)
        for size in sizes:
            across, down = size / stride[0] * base, size / stride[1] * int(base * ratio + 0.5)
            halves.append([-0.5 * (across - 1), -0.5 * (down - 1), 0.5 * (across - 1), 0.5 * (down - 1)])
    x = paddle.arange(width, dtype=input.dtype) * stride[0] + offset * (stride[0] - 1)
    y = paddle.arange(height, dtype=input.dtype) * stride[1] + offset * (stride[1] - 1)
    y, x = paddle.meshgrid(y, x)
    anchors = paddle.stack([x, y, x, y], axis=-1).unsqueeze(2) + paddle.to_tensor(halves, dtype=input.dtype)
    return anchors, paddle.expand(paddle.to_tensor(variance, dtype=input.dtype), anchors.shape)


@helper
@dropped(name="results are named by Paddle since 2.0")
def density_prior_box(input: Any, image: Any, densities: Any = None, fixed_sizes: Any = None, fixed_ratios: Any = None,
                      variance: Any = [0.1, 0.1, 0.2, 0.2], clip: bool = False,  # noqa: B006
                      steps: Any = [0.0, 0.0], offset: float = 0.5, flatten_to_2d: bool = False,  # noqa: B006
                      name: str | None = None) -> Any:
    """SSD's boxes of each of ``fixed_sizes``, ``densities`` squared of them spread over each pixel of ``input``.

    [H, W, K, 4], parts of the ``image``, and their variances; with ``flatten_to_2d`` [H * W * K, 4] each.
    """
    height, width = (paddle.shape(input)[axis] if input.shape[axis] < 0 else input.shape[axis] for axis in (2, 3))
    high_all, wide_all = image.shape[2:]
    if not all(steps) and min(*input.shape[2:], high_all, wide_all) < 0:
        raise ValueError("density_prior_box: sizes that are known only when it runs need steps")
    across, down = steps if all(steps) else (wide_all / width, high_all / height)
    average, around = int((across + down) * 0.5), []  # the boxes around a pixel's middle
    for size, density in zip(fixed_sizes, densities):
        shift = average // density
        first = shift / 2 - average / 2
        for ratio in fixed_ratios:
            wide, high = size * ratio**0.5 / 2, size / ratio**0.5 / 2
            for y in [first + row * shift for row in range(density)]:
                for x in [first + column * shift for column in range(density)]:
                    around.append([x - wide, y - high, x + wide, y + high])
    x = (paddle.arange(width, dtype=input.dtype) + offset) * across
    y = (paddle.arange(height, dtype=input.dtype) + offset) * down
    y, x = paddle.meshgrid(y, x)
    boxes = paddle.stack([x, y, x, y], axis=-1).unsqueeze(2) + paddle.to_tensor(around, dtype=input.dtype)
    size = paddle.shape(image)[2:4]
    whole = paddle.concat([size, size])[[1, 0, 3, 2]] if min(high_all, wide_all) < 0 else paddle.to_tensor(
        [wide_all, high_all] * 2)
    boxes = boxes / paddle.cast(whole, input.dtype)
    lower = paddle.clip(boxes[..., :2], min=0.0, max=1.0 if clip else None)
    boxes = paddle.concat([lower, paddle.clip(boxes[..., 2:], min=0.0 if clip else None, max=1.0)], axis=-1)
    variances = paddle.expand(paddle.to_tensor(variance, dtype=input.dtype), boxes.shape)
    return (boxes.reshape([-1, 4]), variances.reshape([-1, 4])) if flatten_to_2d else (boxes, variances)
