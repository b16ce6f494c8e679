"""What reads data and hands it to programs, in Paddle 1's words."""

from __future__ import annotations

from paddle_migrate.rules.legacy import LEGACY

FEEDER = ".DataFeeder"
LOADS_MODEL, SAVES_MODEL = ".load_inference_model", ".save_inference_model"
BATCHES = ("paddle.batch", f"{LEGACY}.io.batch")  # give lists of samples
# give what they are given, in another order or at another time, or several together
PASSING = (*BATCHES, *(f"{module}.{name}" for module in ("paddle.reader", f"{LEGACY}.io")
                       for name in ("buffered", "cache", "shuffle")))
FLAT = ("paddle.dataset.cifar.", "paddle.dataset.flowers.", "paddle.dataset.mnist.")  # whose pictures are rows
