"""What expressions give, as far as that is known; the rest is text."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.values import Array, Items
from paddle_migrate.text.pytree import CHANGES
from paddle_migrate.unfolded.beside import found_in
from paddle_migrate.unfolded.calling import call_node
from paddle_migrate.unfolded.choices import is_chosen
from paddle_migrate.unfolded.chosen import attribute_of, by_key, by_name, either, of_each
from paddle_migrate.unfolded.machine import Machine, atom
from paddle_migrate.unfolded.operators import (
    HOLDERS,
    as_code,
    elements,
    is_open,
    is_plain_class,
    is_same,
    operate,
    truth,
)
from paddle_migrate.unfolded.shapes import Open
from paddle_migrate.unfolded.values import (
    GONE,
    PLAIN,
    Beside,
    Bound,
    Choice,
    Class,
    Code,
    Function,
    Library,
    Object,
    Scope,
    Stuck,
    Super,
)

_WORDS = {ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in"}
_SINCE_PYTHON_3 = {"six.PY2": False, "six.PY3": True}


def value_of(machine: Machine, node: ast.expr) -> Any:
    machine.step()
    handler = _EXPRESSIONS.get(type(node))
    if handler is None:
        raise Stuck
    return handler(machine, node)


def _constant(machine: Machine, node: Any) -> Any:
    return node.value


def _name(machine: Machine, node: Any) -> Any:
    holder = machine.holder(node.id)
    if holder is not None and node.id in holder.names:
        if holder.names[node.id] is GONE:
            raise Stuck
        return found_in(machine, holder, node.id) if holder.module else holder.names[node.id]
    if holder is None and machine.is_spelled(node.id):
        return Library(f"builtins.{node.id}", node.id)
    raise Stuck


def _attribute(machine: Machine, node: Any) -> Any:
    return attribute(machine, value_of(machine, node.value), node.attr)


def attribute(machine: Machine, owner: Any, name: str) -> Any:
    if isinstance(owner, Library):
        full = f"{owner.name}.{name}"
        return _SINCE_PYTHON_3[full] if full in _SINCE_PYTHON_3 else Library(full, f"{owner.text}.{name}")
    if isinstance(owner, Code):
        return _of_code(owner, name)
    if isinstance(owner, Choice):
        return attribute_of(machine, owner, name)
    if isinstance(owner, Beside) and name == "__dict__":
        return owner
    if isinstance(owner, Beside) and name in owner.scope.names:
        return found_in(machine, owner.scope, name)
    if isinstance(owner, (Object, Super)):
        return _of_object(machine, owner, name)
    if isinstance(owner, (Class, Function)):
        return _of_class(machine, owner, name)
    if isinstance(owner, HOLDERS) and hasattr(owner, name):
        if name in CHANGES and isinstance(owner, (list, dict, set)):
            machine.touch(owner)
        return getattr(owner, name)
    raise Stuck


def _of_code(owner: Code, name: str) -> Any:
    if name == "shape" and isinstance(owner.shape, Array) and owner.is_variable:
        text = f"{atom(owner.text)}.shape"
        if owner.shape.shape is not None:
            return tuple(_dimension(f"{text}[{number}]", each) for number, each in enumerate(owner.shape.shape))
        return Code(text, True, is_about=True)
    return Code(f"{atom(owner.text)}.{name}", owner.of_graph, made=f"{owner.made}.{name}", owner=owner, is_about=True)


def _dimension(text: str, size: Any) -> Any:
    """One that is open is -1 to the script; another that is not known may be any number."""
    return size if isinstance(size, int) else -1 if isinstance(size, Open) else Code(text, True, is_about=True)


def _of_object(machine: Machine, owner: Object | Super, name: str) -> Any:
    if isinstance(owner, Super):
        return _bound(machine, owner.receiver.of.find(name, owner.of), owner.receiver)
    if name in owner.attributes:
        if owner.attributes[name] is GONE:
            raise Stuck
        return owner.attributes[name]
    if name == "__class__":
        return owner.of
    if name == "__dict__":
        return owner.attributes
    return _bound(machine, owner.of.find(name), owner)


def _bound(machine: Machine, found: Any, receiver: Object) -> Any:
    if found is None:
        raise Stuck
    if not isinstance(found, Function) or not isinstance(found.node, ast.FunctionDef):
        return found
    marks = {each.id for each in found.node.decorator_list if isinstance(each, ast.Name)}
    if len(marks) < len(found.node.decorator_list) or not marks <= {"staticmethod", "classmethod", "property"}:
        raise Stuck
    if "staticmethod" in marks:
        return found
    bound = Bound(found, [receiver.of if "classmethod" in marks else receiver])
    if "property" in marks:
        return machine.call(bound, [], {})
    return bound


def _of_class(machine: Machine, owner: Class | Function, name: str) -> Any:
    if name == "__name__":
        return getattr(owner.node, "name", "<lambda>")
    found = owner.find(name) if isinstance(owner, Class) else None
    if not isinstance(owner, Class) or found is None:
        raise Stuck
    return found if is_plain_class(owner) else Code(f"{machine.lift(owner)}.{name}")


# -- operators -----------------------------------------------------------------------------------------------------


def _binary(machine: Machine, node: Any) -> Any:
    left, right = value_of(machine, node.left), value_of(machine, node.right)
    return operate(machine, node.op, left, right, machine.render(node.left, left) if isinstance(
        left, Code) or isinstance(right, Code) else "", machine.render(node.right, right) if isinstance(
        left, Code) or isinstance(right, Code) else "")


def _unary(machine: Machine, node: Any) -> Any:
    value = value_of(machine, node.operand)
    if isinstance(node.op, ast.Not):
        return not truth(value)
    if isinstance(value, Code):
        sign = "-" if isinstance(node.op, ast.USub) else "+" if isinstance(node.op, ast.UAdd) else "~"
        text = f"{sign}{atom(value.text)}"
        if value.is_variable:
            return machine.write(text, True, value.shape, sign, "out")
        return Code(text, value.of_graph, made=value.made, is_about=value.is_about)
    if not isinstance(value, (int, float)):
        raise Stuck
    return -value if isinstance(node.op, ast.USub) else value if isinstance(node.op, ast.UAdd) else ~int(value)


def _boolean(machine: Machine, node: Any) -> Any:
    value: Any = None
    for each in node.values:
        value = value_of(machine, each)
        if truth(value) is isinstance(node.op, ast.Or):
            return value
    return value


def _compare(machine: Machine, node: Any) -> Any:
    values = [value_of(machine, each) for each in (node.left, *node.comparators)]
    if len(values) > 2:
        pairs = [_one_comparison(machine, op, a, b) for op, a, b in zip(node.ops, values, values[1:], strict=False)]
        if any(isinstance(each, Code) for each in pairs):
            raise Stuck
        return all(pairs)
    return _one_comparison(machine, node.ops[0], *values)


def _one_comparison(machine: Machine, op: ast.cmpop, left: Any, right: Any) -> Any:
    word = _WORDS.get(type(op))
    if word and any(isinstance(each, Code) and not each.of_graph for each in (left, right)) and not any(
            isinstance(each, Code) and each.of_graph for each in (left, right)):
        return Code(f"{atom(machine.lift(left))} {word} {atom(machine.lift(right))}")
    if isinstance(op, (ast.Is, ast.IsNot)):
        if any(isinstance(each, (Code, Library)) and is_open(each) for each in (left, right)):
            raise Stuck
        return is_same(left, right) == isinstance(op, ast.Is)
    if isinstance(op, (ast.In, ast.NotIn)):
        if not isinstance(right, (*HOLDERS, range)) or any(isinstance(each, Code) or is_open(each)
                                                           for each in [left, *right]):
            raise Stuck
        return (left in right) == isinstance(op, ast.In)
    return operate(machine, op, left, right)


def _either(machine: Machine, node: Any) -> Any:
    test = as_code(value_of(machine, node.test))
    if isinstance(test, Code) and not test.is_variable:
        before, is_one_of = machine.events, False
        try:
            with machine.tried():
                body, other = value_of(machine, node.body), value_of(machine, node.orelse)
                is_one_of = is_chosen([body, other])
                if machine.events > before or is_one_of:
                    raise Stuck
        except Stuck:
            if not is_one_of:
                raise
            return either(machine, node)
        machine.rows += machine.written
        return Code(f"({machine.render(node.body, body)} if {test.text} else {machine.render(node.orelse, other)})")
    return value_of(machine, node.body if truth(test) else node.orelse)


# -- containers ----------------------------------------------------------------------------------------------------


def _items(machine: Machine, node: Any) -> list[Any]:
    found: list[Any] = []
    for each in node.elts:
        if isinstance(each, ast.Starred):
            found += elements(value_of(machine, each.value))
        else:
            found.append(value_of(machine, each))
    return found


def _dict(machine: Machine, node: Any) -> Any:
    found: dict[Any, Any] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            found.update(value_of(machine, value))
        else:
            known = value_of(machine, key)
            if is_open(known):
                raise Stuck
            found[known] = value_of(machine, value)
    return found


def _text(machine: Machine, node: Any) -> Any:
    parts: list[str] = []
    for part in node.values:
        value = value_of(machine, part.value) if isinstance(part, ast.FormattedValue) else part.value
        if isinstance(part, ast.FormattedValue):
            if not isinstance(value, PLAIN):
                raise Stuck
            form = _text(machine, part.format_spec) if part.format_spec else ""
            change: Any = {115: str, 114: repr, 97: ascii}.get(part.conversion)
            value = format(value if change is None else change(value), form)
        parts.append(value)
    return "".join(parts)


def _subscript(machine: Machine, node: Any) -> Any:
    whole, key = value_of(machine, node.value), index(machine, node.slice)
    if isinstance(whole, Code):
        if whole.is_variable and isinstance(whole.shape, (tuple, Items)) and isinstance(key, int):
            return elements(whole)[key]
        text = f"{atom(whole.text)}[{index_text(machine, node.slice, key)}]"
        if whole.is_mixed and not machine.is_within and not machine.is_reading:
            hint = key if isinstance(key, str) and key.isidentifier() else "part"
            return machine.write(text, whole.of_graph, None, "", hint)  # it may hold another one later
        if whole.is_variable and isinstance(whole.shape, Array):
            return machine.write(text, True, None, "", "part")
        return Code(text, whole.of_graph, made=whole.made, is_about=whole.is_about)
    if isinstance(whole, Choice):
        return of_each(machine, whole, lambda each: _part(machine, each, key))
    return _part(machine, whole, key)


def _part(machine: Machine, whole: Any, key: Any) -> Any:
    if isinstance(key, Code):
        return by_key(whole, key) if isinstance(whole, dict) else by_name(machine, whole, key)
    try:
        return whole[key]
    except Exception:
        raise Stuck from None


def index(machine: Machine, node: ast.expr) -> Any:
    if isinstance(node, ast.Slice):
        found = [None if each is None else value_of(machine, each) for each in (node.lower, node.upper, node.step)]
        return slice(*found)
    if isinstance(node, ast.Tuple):
        return tuple(index(machine, each) for each in node.elts)
    return value_of(machine, node)


def index_text(machine: Machine, node: ast.expr, key: Any) -> str:
    if isinstance(key, slice):
        texts = ["" if each is None else machine.lift(each) for each in (key.start, key.stop, key.step)]
        return ":".join(texts[:2] if key.step is None else texts)
    if isinstance(key, tuple) and isinstance(node, ast.Tuple):
        return ", ".join(index_text(machine, each, one) for each, one in zip(node.elts, key, strict=True))
    return machine.lift(key)


def _lambda(machine: Machine, node: Any) -> Function:
    return Function(node, machine.scope, None, [value_of(machine, each) for each in node.args.defaults])


def _comprehension(machine: Machine, node: Any) -> Any:
    found: list[Any] = []
    outer = machine.scope
    if isinstance(node, ast.ListComp) and _is_same(node):
        whole = value_of(machine, node.generators[0].iter)
        if isinstance(whole, Code) and whole.made.endswith(".backward"):
            return whole
    is_home = outer is machine.home
    late = _late(machine, node)
    if late is not None:
        return late
    machine.scope = Scope({}, outer)

    def add() -> None:
        if isinstance(node, ast.DictComp):
            key = value_of(machine, node.key)
            if is_open(key):
                raise Stuck
            found.append((key, value_of(machine, node.value)))
        else:
            found.append(value_of(machine, node.elt))

    def go(number: int) -> None:
        if number == len(node.generators):
            return add()
        each = node.generators[number]
        for element in elements(value_of(machine, each.iter)):
            machine.assign(each.target, element, is_inner=True)
            if all(truth(value_of(machine, test)) for test in each.ifs):
                go(number + 1)
        return None

    try:
        machine.rounds += is_home
        with machine.frame("<comprehension>"):
            go(0)
    finally:
        machine.scope = outer
    return dict(found) if isinstance(node, ast.DictComp) else set(found) if isinstance(node, ast.SetComp) else found


def _late(machine: Machine, node: Any) -> Code | None:
    """A comprehension over what is there only when the program runs, with what is known of it."""
    first = node.generators[0]
    if len(node.generators) > 1 or isinstance(node, ast.DictComp) or not isinstance(first.target, ast.Name):
        return None
    whole = value_of(machine, first.iter)
    if not isinstance(whole, Code) or isinstance(whole.shape, (tuple, Items)):
        return None
    outer, is_within, machine.is_within = machine.scope, machine.is_within, True
    machine.scope = Scope({first.target.id: Code(first.target.id)}, outer)
    try:
        inner = value_of(machine, node.elt)
        tests = [word for each in first.ifs for word in ("if", machine.lift(value_of(machine, each)))]
        text = " ".join([machine.lift(inner), "for", first.target.id, "in", whole.text, *tests])
    finally:
        machine.scope, machine.is_within = outer, is_within
    opening = {ast.ListComp: "[]", ast.SetComp: "{}", ast.GeneratorExp: "()"}[type(node)]
    return Code(f"{opening[0]}{text}{opening[1]}")


def _is_same(node: ast.ListComp) -> bool:
    """`[(p, g) for p, g in pairs]`."""
    first = node.generators[0]
    return len(node.generators) == 1 and not first.ifs and ast.unparse(node.elt) == ast.unparse(first.target)


_EXPRESSIONS: dict[type[ast.expr], Any] = {
    ast.Constant: _constant, ast.Name: _name, ast.Attribute: _attribute, ast.Call: call_node, ast.BinOp: _binary,
    ast.UnaryOp: _unary, ast.BoolOp: _boolean, ast.Compare: _compare, ast.IfExp: _either,
    ast.Tuple: lambda machine, node: tuple(_items(machine, node)), ast.List: _items,
    ast.Set: lambda machine, node: set(_items(machine, node)), ast.Dict: _dict, ast.JoinedStr: _text,
    ast.Subscript: _subscript, ast.Lambda: _lambda, ast.ListComp: _comprehension, ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension, ast.DictComp: _comprehension,
}
