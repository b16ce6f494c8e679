"""Holds the steps of this run against those of the old one, and puts each next step where the old one's began."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from .hints import hints
from .initial import starts_differently
from .records import Made, read_steps
from .state import VALUE, State, nudged, read_states
from .tolerance import Check, Largest, gradients, losses, starts, states, updates
from .vectors import vector, without_ones

DETAILED = 20  # steps beyond `rtol` of which all is told; of later ones only how far apart they are


class Comparer:
    """`nudge`: 0, or the number of the run among those whose parameters are moved by one unit in the last place."""

    def __init__(self, folder: Path, rank: int, log: Any, rtol: float, nudge: int = 0) -> None:
        self.log, self.rtol, self.nudge = log, rtol, nudge
        self._made = Made(folder / f"old.{rank}.made")
        self._steps = read_steps(folder / f"old.{rank}.steps")
        self._states = read_states(folder / f"old.{rank}.states")
        self._before: dict[int, Any] = {}
        self._largest = Largest()
        self._unmatched: list[list[int]] = []
        self._first_difference: list[dict[str, Any]] = []
        self._given = 0
        self._nudged = 0
        self._details = DETAILED
        self._told: set[int] = set()
        self._partners: dict[str, str] = {}  # of programs: what a parameter is called in the old script

    def parameter(self, parameter: Any) -> None:
        """Start it as the old script started its own."""
        array = parameter.numpy()
        self._start(parameter, array, self._made.take(array))

    def started(self, parameters: list[Any]) -> None:
        """The same for all that a run of a program has started: those of one name are partners, of the others the first
        of one shape, or, where these do not come out even, of shapes that differ by sizes of one alone."""
        arrays = [parameter.numpy() for parameter in parameters]
        taken = [self._made.take(a, p.name) or self._made.take(a, p.name, is_exact=False)
                 for p, a in zip(parameters, arrays)]  # noqa: B905
        is_exact = self._made.has_shapes([a for a, partner in zip(arrays, taken) if partner is None])  # noqa: B905
        for parameter, array, partner in zip(parameters, arrays, taken):  # noqa: B905
            partner = partner or self._made.take(array, is_exact=is_exact)
            self._start(parameter, array, partner)
            if partner:
                self._partners[parameter.name] = partner[1]

    def _start(self, parameter: Any, array: Any, partner: Any) -> None:
        if partner is None:
            self._unmatched.append(list(array.shape))
            return
        mine = partner[0].reshape(array.shape)
        self._given += 1
        reason = None if self.nudge else starts_differently(mine, array)
        if reason:
            self._first_difference.append(
                {"what": "initial", "parameter": parameter.name, "shape": list(array.shape), **reason}
            )
        parameter.set_value(self.nudged(mine))

    def nudged(self, array: Any) -> Any:
        """As it is, unless this is a nudged run; the same on every rank."""
        numpy = sys.modules["numpy"]
        if not self.nudge:
            return numpy.array(array)
        self._nudged += 1
        return nudged(array, numpy.random.RandomState([self.nudge, self._nudged]))

    def step(self, new: dict[str, Any], state: State) -> None:
        old = next(self._steps, None)
        if new["step"] == 1:
            self.log(event="start", given=self._given, unmatched=self._unmatched, left=self._made.left)
        event = {"step": new["step"], "losses": new["losses"], "optimizer": new["class"], "which": new["optimizer"]}
        if old is None:
            self.log(event="step", **event, found=[{"what": "steps"}])
            return
        event["old_losses"] = old["losses"]
        if not self._pair(old, new, state):
            found = [{"what": "parameters", "old": described(old), "new": described(new)}]
            self.log(event="step", **event, found=self._first_difference + found)
            next(self._states, None)
            return
        with sys.modules["numpy"].errstate(all="ignore"):
            found, apart = self._compare(old, new)
        event["of"] = len(old["keys"])
        event["unseen"] = unseen(old, new)
        self._tell_names(old)
        self.log(event="step", **event, found=self._first_difference + found, apart=apart)
        self._first_difference = []
        self._start_next_where_the_old_one_did(old, new, state)

    def _pair(self, old: dict[str, Any], new: dict[str, Any], state: State) -> bool:
        """Whether both steps train the same; the new record is put into the old one's order."""
        known = all(name in self._partners for name in new["names"])
        new["names"] = [self._partners.get(name, name) for name in new["names"]]
        if known or not have_like_shapes(old, new):
            return pair_by_name(old, new, state)
        return True

    def _tell_names(self, old: dict[str, Any]) -> None:
        rows = zip(old["keys"], old["names"], old["shapes"])  # noqa: B905  (Python 3.7)
        new = {key: [name, shape] for key, name, shape in rows if key not in self._told}
        if new:
            self.log(event="names", names=new)
            self._told.update(new)

    def _compare(self, old: dict[str, Any], new: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        before = self._before
        for key, *pair in zip(old["keys"], old["starts"], new["starts"]):  # noqa: B905  (Python 3.7)
            if pair[0] is not None and pair[1] is not None:
                before[key] = pair
        checks = [
            starts(old, new, self.rtol),
            losses(old, new, self.rtol, self._largest),
            gradients(old, new, self.rtol),
            updates(old, new, before, self.rtol),
            states(old, new, self.rtol),
        ]
        found = [found for check in checks for found in check.found]
        if len(old["losses"]) != len(new["losses"]):
            counts = {"old": len(old["losses"]), "new": len(new["losses"])}
            found.insert(0, {"what": "backward", **counts})
        if found and self._details:
            self._details -= 1
            found[0]["hints"] = hints(old, new, before)
        elif found:
            found = [one for one in found if one["what"] == "backward"]
        return found, {check.what: short(check) for check in checks if check.apart}

    def _start_next_where_the_old_one_did(self, old: dict[str, Any], new: dict[str, Any], state: State) -> None:
        """As far as there was room to write that down; from there on, this run goes on from where it has come to."""
        arrays = next(self._states, None)
        if arrays is None:
            pairs = zip(old["values"], new["values"])  # noqa: B905
        else:
            put = dict(arrays)
            if self.nudge:
                put[VALUE] = [None if a is None else self.nudged(a) for a in arrays[VALUE]]
            state.put(put)
            wide = [v if a is None else vector(a) for a, v in zip(put[VALUE], new["values"])]  # noqa: B905
            pairs = zip(old["values"], wide)  # noqa: B905
        self._before.update(zip(old["keys"], pairs))  # noqa: B905

    def close(self) -> None:
        pass


def pair_by_name(old: dict[str, Any], new: dict[str, Any], state: State) -> bool:
    """Put the new record into the old one's order, where the names say how."""
    if sorted(old["names"]) != sorted(new["names"]) or len(set(new["names"])) != len(new["names"]):
        return False
    order = [new["names"].index(name) for name in old["names"]]
    for kind in ("names", "shapes", "starts", "gradients", "values"):
        new[kind] = [new[kind][i] for i in order]
    new["states"] = {name: [kept[i] for i in order] for name, kept in new["states"].items()}
    state.reorder(order)
    return have_like_shapes(old, new)


def have_like_shapes(old: dict[str, Any], new: dict[str, Any]) -> bool:
    return [without_ones(shape) for shape in old["shapes"]] == [without_ones(shape) for shape in new["shapes"]]


def unseen(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """The parameters whose gradients cannot be compared."""
    rows = zip(old["names"], old["gradients"], new["gradients"])  # noqa: B905  (Python 3.7)
    return [name for name, *pair in rows if any(each is False for each in pair)]


def described(record: dict[str, Any]) -> list[str]:
    return [f"{name} {shape}" for name, shape in zip(record["names"], record["shapes"])]  # noqa: B905


def short(check: Check) -> dict[int, float]:
    return {key: float(f"{value:.3g}") for key, value in check.apart.items()}
