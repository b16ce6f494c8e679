"""Structural rewrites: what no call-by-call rule can say. One file each, run in this order."""

from __future__ import annotations

from collections.abc import Callable

from paddle_migrate.rewrites import (
    accumulated,
    activations,
    backward,
    calls,
    checkpoints,
    comments,
    complex_numbers,
    devices,
    elements,
    entry,
    import_order,
    layer_helpers,
    loaders,
    numpy_names,
    optimizers,
    parallel,
    parameters,
    rates,
    retained,
    scalars,
    schedules,
    seeds,
    slips,
    sublayers,
    unsized,
    uses,
)
from paddle_migrate.script import Script

REWRITES: tuple[Callable[[Script], None], ...] = (
    entry.rewrite,
    parallel.rewrite,
    loaders.rewrite,
    devices.rewrite,
    schedules.rewrite,
    unsized.rewrite,
    activations.rewrite,
    parameters.rewrite,
    layer_helpers.rewrite,
    optimizers.rewrite,
    rates.rewrite,
    sublayers.rewrite,
    accumulated.rewrite,
    backward.rewrite,
    retained.rewrite,
    checkpoints.rewrite,
    scalars.rewrite,
    complex_numbers.rewrite,
    elements.rewrite,
    seeds.rewrite,
    calls.rewrite,
    uses.rewrite,
    numpy_names.rewrite,
    comments.rewrite,
    slips.rewrite,
    import_order.rewrite,
)
