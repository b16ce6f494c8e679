"""What a script does with what a run gives: every use of each value, or the answer that not all are seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.text.arguments import argument

# serve a number and an array of one number alike, and give a number
_NUMPY = ("average", "isfinite", "isinf", "isnan", "max", "mean", "min", "std", "sum")
_ARRAYS = ("array", "asarray")
_BUILTINS = ("float", "int", "print", "repr", "str", "type")
_METHODS = ("item", "max", "mean", "min", "std", "sum")
_FLAT = ("flatten", "ravel", "reshape", "squeeze")  # which come out alike
_ALONG = ("argmax", "argsort", "sort", "max", "mean", "sum")  # one dimension
_OF_TENSORS = ("lod", "recursive_sequence_lengths")  # methods that tell nothing of dimensions
_EACH = ("abs", "exp", "log", "round", "sqrt")  # of each element


@dataclass
class Uses:
    """Of one run: where the first element of a value is taken, and the how manieth value it is; and the places whose
    uses are not all seen (None: of any)."""

    firsts: list[tuple[cst.Subscript, int | None]] = field(default_factory=list)
    unseen: list[int | None] = field(default_factory=list)
    never: list[int | None] = field(default_factory=list)  # places that an array of one number would not do for
    arrays: list[cst.Call] = field(default_factory=list)  # where arrays are made of tensors

    def close(self) -> Uses:
        """Without the places that hold no number."""
        firsts = [each for each in self.firsts if each[1] not in self.never]
        return Uses(firsts, [each for each in self.unseen if each not in self.never], [], self.arrays)


def uses_of_run(facts: Facts, call: cst.Call, of_tensors: bool = False) -> Uses:
    """What is done with the list that a run gives, where the run stands; of tensors, of which a script makes arrays."""
    found = Uses()
    _Following(facts, found, of_tensors).whole(call)
    return found.close()


class _Following:
    def __init__(self, facts: Facts, found: Uses, of_tensors: bool) -> None:
        self.facts, self.source, self.found, self.of_tensors = facts, facts.source, found, of_tensors
        self._arrays: set[int] = set()  # what is made of tensors, by the ids of nodes
        self._seen: set[tuple[int, int | None]] = set()

    def whole(self, node: cst.BaseExpression, alone: bool = True) -> None:
        """A list of values; not alone where it may be another one."""
        above = self.source.parents.get(node)
        if isinstance(above, cst.Expr):
            return
        if isinstance(above, cst.Subscript) and above.value is node and (place := _number(above)) is not None:
            self.value(above, place, alone)
        elif isinstance(above, cst.Assign) and len(above.targets) == 1:
            self._assigned(above, alone)
        elif not self.of_tensors and (array := self._array(node)) is not None:
            self.whole(array, alone)
        elif not self._is_taken_apart(node, alone):
            self.found.unseen.append(None)

    def _assigned(self, assign: cst.Assign, alone: bool) -> None:
        target = assign.targets[0].target
        if isinstance(target, (cst.Tuple, cst.List)):
            for place, element in enumerate(target.elements):
                if type(element) is cst.Element and isinstance(element.value, cst.Name):
                    self._names(assign, element.value, place, alone)
                else:
                    self.found.unseen.append(place if type(element) is cst.Element else None)
        elif isinstance(target, cst.Name):
            for use, certain in self._uses(assign, target):
                self.whole(use, alone and certain)
        else:
            self.found.unseen.append(None)

    def _is_taken_apart(self, node: cst.BaseExpression, alone: bool) -> bool:
        """`for each in values`, `zip(names, values)`: each value by itself."""
        taker = self.facts.taker(node)
        function = self.source.code(taker.func) if isinstance(taker, cst.Call) else ""
        if function in ("len", "print"):
            return True
        zipped = taker if isinstance(taker, cst.Call) and function in ("zip", "enumerate") else None
        loop = self.source.parents.get(zipped or node)
        if not isinstance(loop, (cst.For, cst.CompFor)):
            return False
        target: cst.BaseExpression = loop.target
        if zipped is not None:
            at = 1 if function == "enumerate" else [arg.value for arg in zipped.args].index(node)
            if isinstance(target, cst.Name):
                return self._pairs(loop, target, at, alone)
            elements = target.elements if isinstance(target, (cst.Tuple, cst.List)) else ()
            if at < len(elements) and type(elements[at]) is cst.Element:
                target = elements[at].value
        if not isinstance(target, cst.Name):
            return False
        self._names(loop, target, None, alone)
        return True

    def _pairs(self, loop: cst.For | cst.CompFor, target: cst.Name, at: int, alone: bool) -> bool:
        """`each[1]` of `for each in zip(names, values)`."""
        for use, certain in self._uses(loop, target):
            above = self.source.parents.get(use)
            if not isinstance(above, cst.Subscript) or above.value is not use or (place := _number(above)) is None:
                return False
            if place == at:
                self.value(above, None, alone and certain)
        return True

    def _names(
        self, where: cst.CSTNode, name: cst.Name, place: int | None, alone: bool, is_array: bool = False
    ) -> None:
        if (id(name), place) not in self._seen:
            self._seen.add((id(name), place))
            for use, certain in self._uses(where, name):
                self._arrays.update([id(use)] if is_array else [])
                self.value(use, place, alone and certain)

    def _uses(self, where: cst.CSTNode, name: cst.Name) -> Iterator[tuple[cst.Name, bool]]:
        """The uses of the value that the name is given here, and whether they have that one for certain."""
        bindings = self.facts.scopes.find(name)
        mine = [each for each in bindings if each.node is where]
        if self.facts.scopes.stars or len(mine) != 1 or mine[0].scope.is_class:
            self.found.unseen.append(None)
            return
        for use in {id(use): use for each in bindings for use in each.uses}.values():
            possible = self.facts.origins.flow.possible(use, bindings)
            others = [each for each in possible if each is not mine[0] and not _is_number(each.value)]
            if mine[0] in possible:
                yield use, not others

    def value(self, node: cst.BaseExpression, place: int | None, alone: bool) -> None:
        """One value, which may be a number."""
        above = self.source.parents.get(node)
        if self.of_tensors and id(node) not in self._arrays:
            self._tensor(node, above, place, alone)
        elif self._takes_matrix(node, above):
            self.found.never.append(place)
        elif isinstance(above, cst.Subscript) and above.value is node:
            if alone and self.source.takes_first(above):
                self.found.firsts.append((above, place))
            else:
                self.found.unseen.append(place)
        elif (name := self.facts.assigned_name(node)) is not None and above is not None:
            self._names(above, name, place, alone, is_array=True)
        elif (array := self._array(node)) is not None:
            self._arrays.add(id(array))
            self.value(array, place, alone)
        elif isinstance(above, (cst.BinaryOperation, cst.UnaryOperation)) and not self._serves(node, above):
            self.value(above, place, alone=False)
        elif isinstance(above, cst.AugAssign) and above.value is node and isinstance(above.target, cst.Name):
            self._names(above, above.target, place, alone=False)
        elif (each := self._numpy(node, _EACH)) is not None:
            self.value(each, place, alone=False)
        elif not self._serves(node, above) and not self._is_collected(node, place):
            self.found.unseen.append(place)

    def _tensor(self, node: cst.BaseExpression, above: cst.CSTNode | None, place: int | None, alone: bool) -> None:
        """One value that is a tensor."""
        if (array := self._array(node)) is not None:
            self._arrays.add(id(array))
            self.found.arrays.append(array)
            self.value(array, place, alone)
        elif (name := self.facts.assigned_name(node)) is not None and above is not None:
            self._names(above, name, place, alone)
        elif not isinstance(above, cst.Attribute) or above.attr.value not in _OF_TENSORS:
            self.found.unseen.append(place)

    def _takes_matrix(self, node: cst.BaseExpression, above: cst.CSTNode | None) -> bool:
        """What an array of one number has not: elements of elements, a second dimension."""
        if isinstance(above, cst.Subscript) and above.value is node:
            outer = self.source.parents.get(above)
            again = isinstance(outer, cst.Subscript) and outer.value is above
            looped = isinstance(outer, (cst.For, cst.CompFor)) and outer.iter is above
            return len(above.slice) > 1 or (_number(above) is not None and (again or looped))
        taker = self.facts.taker(node)
        if not isinstance(taker, cst.Call) or self._of_numpy(taker) not in _ALONG:
            return False
        axis = argument(taker, 1, "axis")
        second = isinstance(axis, cst.Integer) and axis.value != "0"
        return second or self._takes_matrix(taker, self.source.parents.get(taker))

    def _is_collected(self, node: cst.BaseExpression, place: int | None) -> bool:
        """`losses.append(value)` of a list of which only numbers are made."""
        call = self.facts.taker(node)
        func = call.func if isinstance(call, cst.Call) else None
        if not isinstance(func, cst.Attribute) or func.attr.value != "append" or not isinstance(func.value, cst.Name):
            return False
        bindings = self.facts.scopes.find(func.value)
        if self.facts.scopes.stars or any(each.kind != "value" or each.scope.is_class for each in bindings):
            return False
        for use in {id(use): use for each in bindings for use in each.uses}.values():
            above = self.source.parents.get(use)
            if isinstance(above, cst.Subscript) and above.value is use and not _is_part(above):
                if (id(above), place) not in self._seen:
                    self._seen.add((id(above), place))
                    self.value(above, place, alone=False)
            elif not self._is_counted(use, above):
                return False
        return bool(bindings)

    def _is_counted(self, use: cst.Name, above: cst.CSTNode | None) -> bool:
        """Where a list of numbers serves as one of arrays of a number does."""
        if isinstance(above, cst.Attribute):
            return above.attr.value in ("append", "clear")
        taker = self.facts.taker(use)
        if self._numpy(use, _NUMPY) is not None:
            return True
        builtin = isinstance(taker, cst.Call) and isinstance(taker.func, cst.Name) and len(taker.args) == 1
        name = taker.func.value if builtin else ""  # type: ignore[union-attr]
        return name == "len" and not self.facts.scopes.find(taker.func)  # type: ignore[union-attr]

    def _numpy(self, node: cst.BaseExpression, names: tuple[str, ...]) -> cst.Call | None:
        """The call of one of NumPy's functions that takes the node alone."""
        taker = self.facts.taker(node)
        if not isinstance(taker, cst.Call) or len(taker.args) != 1 or self._of_numpy(taker) not in names:
            return None
        return taker

    def _of_numpy(self, call: cst.Call) -> str:
        """The name of NumPy's function that is called; empty of any other."""
        module, _, name = self.facts.names.resolve(call.func).rpartition(".")
        return name if module == "numpy" else ""

    def _array(self, node: cst.BaseExpression) -> cst.Call | None:
        """`np.array(value)`."""
        return self._numpy(node, _ARRAYS)

    def _serves(self, node: cst.BaseExpression, above: cst.CSTNode | None) -> bool:
        """Whether a number serves there as an array of one number does."""
        if isinstance(above, (cst.Expr, cst.FormattedStringExpression, cst.ComparisonTarget, cst.Comparison)):
            return True
        if isinstance(above, cst.Arg):
            return self._is_served(self.source.parents.get(above), node)
        if isinstance(above, cst.Attribute) and above.value is node:
            call = self.source.parents.get(above)
            return isinstance(call, cst.Call) and call.func is above and above.attr.value in (*_METHODS, *_FLAT)
        if isinstance(above, cst.BinaryOperation) and isinstance(above.operator, cst.Modulo) and above.right is node:
            return isinstance(above.left, (cst.SimpleString, cst.ConcatenatedString))
        if isinstance(above, cst.Element):
            return self._is_formatted(self.source.parents.get(above))
        return False

    def _is_served(self, call: cst.CSTNode | None, node: cst.BaseExpression) -> bool:
        if not isinstance(call, cst.Call):
            return False
        if isinstance(call.func, cst.Name):
            return call.func.value in _BUILTINS and not self.facts.scopes.find(call.func)
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "format":
            return isinstance(call.func.value, (cst.SimpleString, cst.ConcatenatedString))
        alike = self._of_numpy(call) in (*_FLAT, "atleast_1d") and call.args[0].value is node
        return alike or self._numpy(node, _NUMPY) is not None

    def _is_formatted(self, values: cst.CSTNode | None) -> bool:
        """`'%d %f' % (step, value)`."""
        above = self.source.parents.get(values) if isinstance(values, cst.Tuple) else None
        modulo = isinstance(above, cst.BinaryOperation) and isinstance(above.operator, cst.Modulo)
        return modulo and isinstance(above.left, (cst.SimpleString, cst.ConcatenatedString))  # type: ignore[union-attr]


def _number(subscript: cst.Subscript) -> int | None:
    index = subscript.slice[0].slice if len(subscript.slice) == 1 else None
    whole = index.value if isinstance(index, cst.Index) else None
    return int(whole.value) if isinstance(whole, cst.Integer) and whole.value.isdigit() else None


def _is_part(subscript: cst.Subscript) -> bool:
    """`values[1:]`."""
    return any(isinstance(each.slice, cst.Slice) for each in subscript.slice)


def _is_number(value: cst.BaseExpression | None) -> bool:
    """What no index can be taken of: a number, None."""
    return isinstance(value, cst.BaseNumber) or (isinstance(value, cst.Name) and value.value == "None")
