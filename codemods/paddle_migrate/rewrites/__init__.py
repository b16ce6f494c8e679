"""Structural rewrites: what no call-by-call rule can say. One file each; a folder is a phase."""

from __future__ import annotations

from collections.abc import Callable

from paddle_migrate.rewrites.after import import_order
from paddle_migrate.rewrites.names import calls, uses
from paddle_migrate.rewrites.patterns import (
    accumulated,
    activations,
    backward,
    build_once,
    checkpoints,
    complex_numbers,
    devices,
    elements,
    entry,
    evaluating,
    gone_names,
    guarded_imports,
    joined,
    layer_helpers,
    loaders,
    numpy_names,
    old_attributes,
    operators,
    optimizers,
    parallel,
    parameters,
    pins,
    rates,
    retained,
    scalars,
    schedules,
    seeds,
    slips,
    sublayers,
    to_tensors,
    unfollowed,
    unsized,
    vectors,
)
from paddle_migrate.rewrites.rest import comments
from paddle_migrate.script import Script

REWRITES: tuple[Callable[[Script], None], ...] = (
    guarded_imports.rewrite,
    entry.rewrite,
    parallel.rewrite,
    loaders.rewrite,
    devices.rewrite,
    schedules.rewrite,
    unsized.rewrite,
    activations.rewrite,
    parameters.rewrite,
    build_once.rewrite,
    old_attributes.rewrite,
    operators.rewrite,
    layer_helpers.rewrite,
    optimizers.rewrite,
    rates.rewrite,
    sublayers.rewrite,
    accumulated.rewrite,
    evaluating.rewrite,
    backward.rewrite,
    retained.rewrite,
    checkpoints.rewrite,
    scalars.rewrite,
    vectors.rewrite,
    complex_numbers.rewrite,
    joined.rewrite,
    elements.rewrite,
    seeds.rewrite,
    to_tensors.rewrite,
    calls.rewrite,
    uses.rewrite,
    unfollowed.rewrite,
    numpy_names.rewrite,
    gone_names.rewrite,
    comments.rewrite,
    slips.rewrite,
    pins.rewrite,
    import_order.rewrite,
)
# what says the same of a static graph, which the others leave as it is
OF_EVERY_MODE: tuple[Callable[[Script], None], ...] = (unfollowed.rewrite, gone_names.rewrite, pins.rewrite)
