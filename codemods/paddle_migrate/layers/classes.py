"""One class of layers: what its `__init__` needs of a function that builds, and what is left for `forward`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, partial

import libcst as cst

from paddle_migrate.changes.parentheses import holds_together
from paddle_migrate.dynamic.parts import OF_LAYERS, Named
from paddle_migrate.dynamic.pieces import flat
from paddle_migrate.dynamic.reading import Stays
from paddle_migrate.dynamic.sharing import names_of_layer
from paddle_migrate.facts.texts import UNKNOWN
from paddle_migrate.facts.values.spot import Spot, Way
from paddle_migrate.layers.builders import PARAMETERS, Builder, Builders, Part, bind, names_in_text
from paddle_migrate.layers.sizes import Sizes
from paddle_migrate.text.edits import Edits

_DEEPEST = 12  # layers within layers
_STAYS = "stays a function, too"
_BLOCKS = (cst.IndentedBlock, cst.SimpleStatementSuite, cst.SimpleStatementLine, cst.Module)
_NESTED = (cst.FunctionDef, cst.Lambda, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp, cst.ClassDef,
           cst.IfExp, cst.BooleanOperation)
_KEPT = {"1": "out_channels", "-1": "out_features", "1:": "out_size"}  # of the sizes of what a class gives
_WHOLE = (cst.While, cst.Try, cst.With)
_PLACE = "layers are made in {}; make them one by one, or write the class by hand"
_AROUND = (cst.Arg, cst.Element, cst.Assign)  # what any expression may stand in


class StaysToo(Stays):
    """It stays a function as one that it calls does, for which there is a reason of its own."""


class Class:
    """What becomes of one builder."""

    def __init__(self, builders: Builders, builder: Builder, others: Mapping[Builder, Class]) -> None:
        self.builders, self.builder, self.others = builders, builder, others
        self.is_settled = False  # its text is written: nothing of it may change any more
        self.reading, self.source = builders.reading, builders.reading.source
        self.keeps: dict[str, str] = {}  # sizes of what it gives that callers ask for, by dimension
        self._free: dict[str, str] = {}
        self._plain: dict[Builder, Class | None] = {}
        self.taken = {name for scope in self.reading.scopes.everywhere() if scope.node is builder.function
                      for name in scope.bindings}
        self._check()
        self.parts = list(self._parts())
        self._share()
        self._by_call = {id(part.call): part for part in self.parts}
        self._name_parts()
        self.sizes = Sizes(self)
        self.making_edits = Edits(self.source.text)
        self._is_tried = False  # whether a size is asked for to see if it can be told in terms of others
        self.size_nodes = dict(self._size_nodes())
        for node in self.size_nodes:
            self.making_edits.replace(*self.source.span(node), partial(self._put_size, node))
        for node in self.functions:
            assert self.builder.owner is not None
            self.making_edits.replace(*self.source.span(node.value), self.builder.owner.name.value)
        for node in self.states:
            self.making_edits.replace(*self.source.span(node), node.attr.value)

    @property
    def is_alone(self) -> bool:
        """Whether only the file itself calls its function."""
        return self.builders.is_alone(self.builder.function.name.value)

    # -- what it is of -------------------------------------------------------------------------------------------

    def _check(self) -> None:
        builder, function = self.builder, self.builder.function
        params = function.params
        if function.decorators or params.kwonly_params or params.posonly_params or params.star_kwarg or isinstance(
                params.star_arg, cst.Param) or function.asynchronous:
            raise Stays(function, f"{function.name.value}() takes its arguments by stars or has decorators; write its "
                                  "class by hand")
        if not isinstance(function.body, cst.IndentedBlock) or not builder.lines:
            raise Stays(function, f"{function.name.value}() stands on one line; write its class by hand")
        for node in [each for line in builder.lines for each in self.reading.inside(line)]:
            if isinstance(node, (cst.SimpleString, cst.FormattedString)) and "\n" in self.reading.code(node):
                raise Stays(node, "a string of several lines stands in what becomes a method; move it out")
            if isinstance(node, (cst.Yield, cst.Global, cst.Nonlocal)):
                raise Stays(node, f"{function.name.value}() keeps values of its own; write its class by hand")

    @cached_property
    def states(self) -> list[cst.Attribute]:
        """`self.layers`, which the class is to be given."""
        builder, found = self.builder, list[cst.Attribute]()
        for node in self.reading.inside(builder.function) if builder.owner is not None else ():
            if not isinstance(node, cst.Name) or node.value != builder.self_name:
                continue
            above = self.source.parents.get(node)
            if isinstance(above, cst.Param) or (isinstance(above, cst.Arg) and above.keyword is node):
                continue
            call = self.source.parents.get(above)
            if not isinstance(above, cst.Attribute) or above.value is not node:
                raise Stays(node, f"{node.value} is handed on as a whole; write this class by hand")
            if isinstance(call, cst.Call) and call.func is above:
                if self.builders.called(call, builder.owner) is not None:
                    continue
                if not self.builders.needs_no_object(above.attr.value, builder.owner):
                    raise Stays(call, f"{self.reading.code(above)}() is a method that makes no layers; write it as a "
                                      "function")
            elif isinstance(call, (cst.AssignTarget, cst.AugAssign, cst.Del)) and getattr(call, "target", 0) is above:
                raise Stays(above, f"{self.reading.code(above)} is set where layers are made; return it")
            else:
                found.append(above)
        for name in {each.attr.value for each in found} & self.taken:
            if not self._is_same(name, found):
                raise Stays(builder.function, f"{name} is a name and an attribute; rename one of them")
        return found

    def _is_same(self, name: str, states: list[cst.Attribute]) -> bool:
        """Whether a name is nothing but the attribute: `scale = self.scale`."""
        bindings = self.reading.scope(self.builder.function).bindings[name]
        return len(bindings) == 1 and any(bindings[0].value is each and each.attr.value == name for each in states)

    @cached_property
    def functions(self) -> list[cst.Attribute]:
        """`self.get_args` of calls: methods that need no object, and are asked of the class."""
        calls = [call for line in self.builder.lines for call in self.reading.calls_in(line)]
        return [call.func for call in calls if isinstance(call.func, cst.Attribute) and isinstance(
            call.func.value, cst.Name) and call.func.value.value == self.builder.self_name
            and self.builders.called(call, self.builder.owner) is None]

    @property
    def state(self) -> list[str]:
        """The attributes of the object that it needs, or what it is made of."""
        inner = [name for part in self.parts if part.builder is not None and self._is_own(part)
                 for name in self.others[part.builder].state]
        found = list(dict.fromkeys([*(each.attr.value for each in self.states), *inner]))
        taken = [name for name in inner if name in self.taken and not self._is_same(name, self.states)]
        if taken:
            raise Stays(self.builder.function, f"{taken[0]} is a name and an attribute; rename one of them")
        return found

    def _is_own(self, part: Part) -> bool:
        """Whether it is a method of the same object."""
        return part.builder is not None and part.builder.owner is not None and self.builders.receiver(part.call) is None

    def states_of(self, part: Part) -> list[tuple[str, str]]:
        """The attributes of an object that a part is made with, and what these are here."""
        assert part.builder is not None
        state, func = self.others[part.builder].state, part.call.func
        if self._is_own(part) or not state:
            return [(name, name) for name in state]
        assert isinstance(func, cst.Attribute)
        if not isinstance(func.value, cst.Name):
            raise Stays(part.call, f"{self.reading.code(func.value)} has no name here; give it one")
        return [(name, f"{self.making(func.value)}.{name}") for name in state]

    @property
    def defaults(self) -> dict[str, str]:
        return {param.name.value: self.reading.code(param.default) for param in self.builder.params
                if param.default is not None}

    def _parts(self) -> Iterator[Part]:
        """In the order in which they are made."""
        calls = [node for line in self.builder.lines for node in self.reading.calls_in(line)]
        for call in sorted(calls, key=lambda call: self.source.span(call)[1]):
            part = self.builders.part(self.builder, call)
            if part is None:
                continue
            if part.builder is not None and part.builder not in self.others:
                raise StaysToo(call, f"{self.reading.code(call.func)}() {_STAYS}")
            if part.builder is not None and self.others[part.builder].is_settled:
                self._check_given(part)
            part.loops = tuple(self._around(call))
            yield part

    def _share(self) -> None:
        """Raises Stays where layers surely have the same parameters by name, and are not made alike."""
        leaves = {id(part): [each for each, _ in self._leaves_of(part, None, False, 0)] for part in self.parts}
        names = {key: {text for each in found for text in each.texts if text.end is None}
                 for key, found in leaves.items()}
        for place, part in enumerate(self.parts):
            for before in self.parts[:place] if names[id(part)] else ():
                if names[id(part)].isdisjoint(names[id(before)]):
                    continue
                first, again = leaves[id(before)], leaves[id(part)]
                is_one = first == again and all(each.is_whole for each in first)
                if before.first is None and not (is_one and self._is_made_alike(before, part)):
                    (name, *_) = sorted(names[id(part)] & names[id(before)], key=str)
                    raise Stays(part.call, f"layers that are not made alike have the parameter {name.start!r}; share "
                                           "it by hand")
                part.first = before.first or before
                break

    def _is_made_alike(self, before: Part, part: Part) -> bool:
        """Whether the layers of the second are made as those of the first, and the first ones are there by then."""
        if before.loops or part.loops or before.builder is not part.builder:
            return False
        is_there = all(self.source.lies_in(part.call, each) for each in self._holders(before))
        return is_there and self._given(before) == self._given(part)

    def _holders(self, part: Part) -> Iterator[cst.CSTNode]:
        """The blocks of the function that a part stands in."""
        at = self.source.parents.get(part.call)
        while at is not None and at is not self.builder.function.body:
            if isinstance(at, (cst.IndentedBlock, cst.SimpleStatementSuite)):
                yield at
            at = self.source.parents.get(at)

    def _given(self, part: Part) -> list[tuple[str, str]]:
        """What it is made with, but for what is worked out of tensors; nobody else's where a name means several."""
        args = list(part.maker.args)
        names = [each.keyword.value if each.keyword is not None else str(place) for place, each in enumerate(args)]
        if part.builder is not None:
            names = list(bind(self.reading, part.call, part.builder))
        given = [(name, each.value, self.reading.loads_in(each.value)) for name, each in zip(names, args, strict=True)
                 if not self.is_tensor(each.value)]
        return sorted((name, str(id(part)) if any(len(self.reading.bindings(load)) > 1 for load in loads)
                       else self.reading.code(value))
                      for name, value, loads in given if not any(n.value in self.builder.tensors for n in loads))

    def _check_given(self, part: Part) -> None:
        """Raises Stays where a class of another file takes something else as tensors than it is given here."""
        assert part.builder is not None
        for name, value in bind(self.reading, part.call, part.builder).items():
            if self.is_tensor(value) != (name in part.builder.tensors):
                raise Stays(part.call, f"{name} is a tensor in one call of {self.reading.code(part.call.func)}() and "
                                       "none in another")

    def _around(self, call: cst.Call) -> list[cst.For]:
        """The loops that a layer is made in, outermost first. Raises Stays where it is not seen how many are made."""
        found, at = list[cst.For](), self.source.parents.get(call)
        while at is not None and at is not self.builder.function:
            if isinstance(at, _NESTED):
                raise Stays(call, _PLACE.format("the middle of an expression or in a function of a function"))
            if isinstance(at, _WHOLE):
                raise Stays(call, _PLACE.format("a block of another kind than if and for"))
            if isinstance(at, cst.For):
                if self.is_tensor(at.iter) or at.orelse is not None:
                    raise Stays(call, _PLACE.format("a loop over tensors"))
                found.insert(0, at)
            if isinstance(at, cst.If) and self._asks_for_tensors(at.test):
                raise Stays(call, _PLACE.format("an if that asks whether a tensor is there"))
            at = self.source.parents.get(at)
        return found

    def _asks_for_tensors(self, test: cst.BaseExpression) -> bool:
        return any(name.value in self.builder.tensors and not self._is_size(name)
                   for name in self.reading.loads_in(test))

    def _is_size(self, name: cst.Name) -> bool:
        above = self.source.parents.get(name)
        return isinstance(above, cst.Attribute) and above.value is name and above.attr.value == "shape"

    # -- names ---------------------------------------------------------------------------------------------------

    def free(self, name: str) -> str:
        """A name like this that nothing in the function has; the same for the same."""
        if name not in self._free:
            found = name
            while found in self.taken or found in self._free.values():
                found += "_"
            self._free[name] = found
        return self._free[name]

    def _name_parts(self) -> None:
        states = {name for part in self.parts if part.builder is not None for name in self.others[part.builder].state}
        states |= {each.attr.value for each in self.states}
        bases: dict[int, str] = {}
        parts = [each for each in self.parts if each.first is None]
        for part in parts:
            base = self._base(part)
            bases[id(part)] = f"{base}s" if part.loops else base
        every, seen = list(bases.values()), dict[str, int]()
        for part in parts:
            base = bases[id(part)]
            seen[base] = seen.get(base, 0) + 1
            name = f"{base}{seen[base]}" if every.count(base) > 1 else base
            while name in OF_LAYERS or name in self.builder.names or name in states or name in _KEPT.values():
                name += "_"
            part.attribute = name
        for part in self.parts:
            part.attribute = part.first.attribute if part.first is not None else part.attribute

    def _base(self, part: Part) -> str:
        if part.builder is not None:
            target = self._target(part)
            same = [each for each in self.parts if self._target(each) == target]
            is_shared = any(each.first is part for each in self.parts)
            if target and len(same) == 1 and not part.loops and not is_shared:
                return target
            return part.builder.function.name.value.strip("_")
        if self.reading.called(part.call) in PARAMETERS:
            return self._target(part) or "weight"
        kind = self.reading.called(part.maker).rpartition(".")[2]
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", re.sub(r"\d+D", "", kind)).lower()

    def _target(self, part: Part) -> str:
        above = self.source.parents.get(part.call)
        target = above.targets[0].target if isinstance(above, cst.Assign) else None
        return target.value if isinstance(target, cst.Name) else ""

    # -- questions -----------------------------------------------------------------------------------------------

    def is_tensor(self, node: cst.CSTNode) -> bool:
        return self.builders.is_tensor(self.builder, node)

    def part_of(self, call: cst.CSTNode) -> Part | None:
        return self._by_call.get(id(call))

    def plain(self, call: cst.Call) -> Class | None:
        """A function of the file that makes no layers, as what it gives is worked out; None of any other call."""
        builder = self.builders.plain(call, self.builder.owner)
        if builder is None or builder is self.builder:
            return None
        if builder not in self._plain:
            try:
                self._plain[builder] = Class(self.builders, builder, self.others)
            except Stays:
                self._plain[builder] = None
        return self._plain[builder]

    def line(self, node: cst.CSTNode) -> cst.CSTNode:
        """The smallest statement that holds a node."""
        at = node
        while not isinstance(self.source.parents.get(at), _BLOCKS):
            at = self.source.parents[at]
        return at

    def making(self, node: cst.CSTNode) -> str:
        """The text of an expression as it stands in `__init__`. Raises Stays where it needs a tensor."""
        for name in self.reading.loads_in(node):
            if name.value in self.builder.tensors and not self._in_size(name):
                raise Stays(node, f"{name.value} is worked out of a tensor, and a layer is made with it")
        return flat(self.making_edits.render(*self.source.span(node)))

    def _in_size(self, name: cst.Name) -> bool:
        at: cst.CSTNode | None = name
        while at is not None and not isinstance(at, cst.BaseStatement):
            if at in self.size_nodes:
                return True
            at = self.source.parents.get(at)
        return False

    def gives(self, key: str, place: int | None) -> cst.BaseExpression | None:
        """The size of what it gives, in terms of what it is made with; None where it is no such expression."""
        before = dict(self.sizes.parameters), {name: list(each) for name, each in self.sizes.followed.items()}
        texts = {text for _, text in self.sizes.returned(key, place)}
        if self.is_settled and before != (self.sizes.parameters, self.sizes.followed):
            self.sizes.parameters, self.sizes.followed = before
            return None
        if len(texts) != 1:
            return None
        (text,) = texts
        scope = self.reading.scope(self.builder.function)
        given = (name for name in self.config if len(scope.bindings.get(name, ())) < 2)  # and means that to the end
        known = {*given, *self.sizes.parameters.values(), "int", "len", "max", "min", "round"}
        return cst.parse_expression(text) if names_in_text(text) <= known else None

    def keep(self, key: str) -> str:
        """The attribute that is to say the size of what it gives."""
        if key not in _KEPT:
            raise Stays(self.builder.function, f"dimension {key} of what {self.builder.function.name.value}() gives is "
                                               "not known when its layers are made; write it as a number")
        if self.is_settled and key not in self.keeps:
            raise Stays(None, f"the size of what {self.builder.function.name.value}() gives is not known here; write "
                              "it as a number")
        return self.keeps.setdefault(key, _KEPT[key])

    @property
    def config(self) -> list[str]:
        """The names that the builder is given, but for tensors."""
        return [name for name in self.builder.names if name not in self.builder.tensors]

    @cached_property
    def used(self) -> list[str]:
        """Those of them that it uses."""
        loads = {name.value for line in self.builder.lines for name in self.reading.loads_in(line)}
        return [name for name in self.config if name in loads]

    # -- names of parameters -------------------------------------------------------------------------------------

    def named(self) -> Named:
        """Those of all its layers."""
        found = [each for each, _ in self.leaves()]
        return Named(frozenset(text for each in found for text in each.texts), all(each.is_whole for each in found))

    def leaves(self, way: Way | None = None, is_repeated: bool = False, depth: int = 0) -> Iterator[tuple[Named, bool]]:
        """Those of each of Paddle's layers in it, and whether that is one of a list."""
        for part in self.parts:
            if part.first is None:
                yield from self._leaves_of(part, way, is_repeated, depth)

    def _leaves_of(self, part: Part, way: Way | None, is_repeated: bool, depth: int) -> Iterator[tuple[Named, bool]]:
        again = is_repeated or bool(part.loops)
        if part.builder is None:
            yield names_of_layer(self.reading, part.maker, way), again
        elif depth > _DEEPEST:
            yield Named(frozenset((UNKNOWN,)), False), True
        else:
            call = Way(part.builder.function, Spot(self.reading.facts, part.call, way))
            yield from self.others[part.builder].leaves(call, again, depth + 1)

    # -- sizes ---------------------------------------------------------------------------------------------------

    def _put_size(self, node: cst.BaseExpression) -> str:
        text = self.size(node)
        return text if holds_together(text) or isinstance(self.source.parents[node], _AROUND) else f"({text})"

    def size(self, node: cst.BaseExpression) -> str:
        """The text of what asks for a size. Raises Stays."""
        number = self.builders.numbers.of(node) if not self._is_tried else ""
        if not number:
            return self._size(node)
        before = {name: list(each) for name, each in self.sizes.followed.items()}, dict(self.sizes.parameters)
        self._is_tried = True
        try:
            text = self._size(node)
            self.sizes.definitions()
        except Stays:
            self.sizes.followed, self.sizes.parameters = before
            return number
        finally:
            self._is_tried = False
        return text

    def _size(self, node: cst.BaseExpression) -> str:
        tensor, key = self.size_nodes[node]
        try:
            return self.sizes.text(tensor, key, self.line(node))
        except Stays:
            if not key.isdigit() or not self._is_last(node, tensor):
                raise
            return self.sizes.text(tensor, "-1", self.line(node))

    def _is_last(self, node: cst.BaseExpression, tensor: cst.BaseExpression) -> bool:
        """`nn.Linear(x.shape[1], 8)(x)`, which takes the last dimension."""
        maker = self.source.parents.get(self.source.parents.get(node))
        call = self.source.parents.get(maker)
        return isinstance(call, cst.Call) and call.func is maker and self.reading.called(
            maker) == "paddle.nn.Linear" and self.reading.code(call.args[0].value) == self.reading.code(tensor)

    def _size_nodes(self) -> Iterator[tuple[cst.BaseExpression, tuple[cst.BaseExpression, str]]]:
        """`x.shape[1]`, `math.prod(x.shape[1:])`: the tensor and the dimension of each."""
        for node in self.reading.inside(self.builder.function):
            whole: cst.CSTNode = node
            if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Attribute) and (
                    node.value.attr.value == "shape" and self.is_tensor(node.value.value)):
                key = self.reading.code(node.slice[0]).replace(" ", "")
                above = self.source.parents[self.source.parents[node]]
                is_product = self.reading.called(above) == "math.prod"
                if re.fullmatch(r"[1-9]:", key) and is_product:
                    whole = above
                elif key.replace("(", "").replace(")", "") == f"len{self.reading.code(node.value)}-1:".replace(" ", ""):
                    whole, key = above if is_product else node, "-1"  # a layer norm takes a number as well
                elif not re.fullmatch(r"[1-9]|-1", key):
                    key = f"[{key}]"
                assert isinstance(whole, cst.BaseExpression)
                yield whole, (node.value.value, key)

    def size_of(self, part: Part, param: str, key: str) -> str:
        """The size of what one of the builder's own parts is given for a parameter."""
        assert part.builder is not None
        size = self.sizes.given(bind(self.reading, part.call, part.builder), param, key, self.line(part.call))
        if size is None:
            raise Stays(part.call, f"{param} is not given here, and a layer needs its size")
        return size

    def made(self, part: Part) -> str:
        """`nn.Linear(784, 10)`, `ConvBNLayer(in_channels=3, num_filters=64)`."""
        if part.builder is None:
            if part.call is part.maker:  # a parameter
                return self._parameter(part.call)
            return self.making(part.maker)
        other = self.others[part.builder]
        return call_text(self, part, other)

    def _parameter(self, call: cst.Call) -> str:
        """`self.create_parameter(…)`, whose places are others."""
        shape, texts = "", list[str]()
        for arg, place in zip(call.args, ("shape", "dtype", "name", "attr", "is_bias", "default_initializer"),
                              strict=False):
            name = arg.keyword.value if arg.keyword is not None else place
            if arg.star or name == "name":
                raise Stays(call, "a parameter is named by `name`; write it into its ParamAttr")
            if name == "shape":
                shape = self.making(arg.value)
            else:
                texts.append(f"{name}={self.making(arg.value)}")
        return f"self.create_parameter({', '.join([shape, *texts])})"


def call_text(own: Class, part: Part, other: Class) -> str:
    """What makes a part that is another class of the file."""
    sizes = [(name, own.size_of(part, param, key)) for (param, key), name in other.sizes.parameters.items()]
    states, used = own.states_of(part), other.used
    given = bind(own.reading, part.call, other.builder)
    is_by_place = bool(part.call.args) and any(
        arg.keyword is None and name in used for arg, name in zip(part.call.args, given, strict=True))
    texts = [text if is_by_place else f"{name}={text}" for name, text in [*sizes, *states]]
    for arg, (name, value) in zip(part.call.args, given.items(), strict=True):
        if name in used:
            left = used[: used.index(name)]
            is_next = arg.keyword is None and all(each in given for each in left)
            texts.append(own.making(value) if is_next else f"{name}={own.making(value)}")
    return f"{own.builders.name(part.call, other.builder)}({', '.join(texts)})"
