"""After `model.eval()` 1.8 recorded no gradients, of any layer, until a `train()`; since 2.0 they are recorded."""

from __future__ import annotations

from paddle_migrate.facts.values.order import runs_before
from paddle_migrate.script import Script


def rewrite(script: Script) -> None:
    """Say it in a file that evaluates, may run backward behind that, and never goes back to training."""
    calls = script.source.method_calls
    if not script.facts.is_old or calls("train") or not calls("backward"):
        return
    trains = [call for _, call in calls("backward")]
    for receiver, call in calls("eval"):
        if not script.kinds.is_layer(receiver) or call.args:
            continue
        if not all(runs_before(script.facts, each, call) for each in trains):
            script.say_once(
                call,
                "PM342",
                "eval()",
                "1.8 recorded no gradients after it, since 2.0 they are: a backward() behind it trains now",
            )
