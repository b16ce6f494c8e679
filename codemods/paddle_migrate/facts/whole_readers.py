"""Which loader a training loop goes through, where it surely reads all the data on every rank."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.text.arguments import argument

_SPLITS = re.compile(r"rank|batch_sampler|batch_reader|trainer|world_size|num_replicas|shard|Sampler *[()]|fleet")
_ASKS_FOR_THE_FIRST = re.compile(r"\w*\.?(?:local_rank|get_rank\(\)|rank)\s*(?:==|!=|>)\s*0")
_SETTERS = ("set_sample_generator", "set_sample_list_generator", "set_batch_generator")
_ORDERS = ("shuffle", "buffered", "cache", "firstn")


def whole_readers(facts: Facts) -> list[cst.Call]:
    """The calls that make the loaders of loops with a backward(), in a file that wraps a model in DataParallel and has
    no word of ranks that read their own part."""
    if not any(_tail(call) == "DataParallel" for call in facts.source.all(cst.Call)):
        return []
    if _SPLITS.search(_ASKS_FOR_THE_FIRST.sub("", _without_comments(facts))) is not None:
        return []
    loops = [facts.source.parent(call, cst.For) for _, call in facts.source.method_calls("backward")]
    found = [_made(facts, loop.iter) for loop in dict.fromkeys(loops) if loop is not None]
    return list(dict.fromkeys(call for call in found if call is not None))


def _without_comments(facts: Facts) -> str:
    text = facts.source.text
    for comment in facts.source.comments:
        text = text.replace(comment.value, "")
    return text


def _tail(node: cst.CSTNode | None) -> str:
    """The last word of what is called."""
    return (dotted(node.func) or "").rpartition(".")[2] if isinstance(node, cst.Call) else ""


def _made(facts: Facts, loop_over: cst.BaseExpression) -> cst.Call | None:
    """The call that makes what a loop goes over, where it is known to give all the data."""
    value = loop_over
    while isinstance(value, cst.Call) and value.args and _tail(value) in ("enumerate", "tqdm"):
        value = value.args[0].value
    if isinstance(value, cst.Call) and not value.args:
        value = value.func
    call = _value(facts, value)
    if not isinstance(call, cst.Call) or not call.args:
        return None
    if _tail(call) == "batch":
        return call if _is_whole(facts, call.args[0].value) else None
    if _tail(call) == "DataLoader":
        data = argument(call, 0, "dataset")
        return call if data is not None and _is_whole(facts, data) else None
    if _tail(call) == "from_generator" and isinstance(value, cst.Name):
        given = [setter for receiver, setter in facts.source.method_calls(*_SETTERS)
                 if isinstance(receiver, cst.Name) and receiver.value == value.value and setter.args]
        readers = [_value(facts, setter.args[0].value) for setter in given]
        if len(given) == 1 and (_is_whole(facts, given[0].args[0].value) or _is_whole_batch(facts, readers[0])):
            return given[0]
    return None


def _is_whole_batch(facts: Facts, value: cst.CSTNode | None) -> bool:
    return isinstance(value, cst.Call) and _tail(value) == "batch" and bool(value.args) \
        and _is_whole(facts, value.args[0].value)


def _value(facts: Facts, node: cst.CSTNode) -> cst.CSTNode | None:
    """What a name stands for, where one assignment or definition gives it; anything else is itself."""
    if not isinstance(node, cst.Name):
        return node
    bindings = facts.origins.bindings(node)
    if len(bindings) != 1:
        return None
    return bindings[0].value if bindings[0].value is not None else bindings[0].node


def _is_whole(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether this is one of Paddle's own data sets, or a reader or a class that the file defines."""
    value = _value(facts, node)
    if isinstance(value, (cst.FunctionDef, cst.ClassDef)):
        return True
    if not isinstance(value, cst.Call):
        return False
    name = dotted(value.func) or ""
    if ".dataset." in name or ".datasets." in name:
        return True
    if _tail(value) in _ORDERS and value.args:
        return _is_whole(facts, value.args[0].value)
    return isinstance(value.func, cst.Name) and isinstance(_value(facts, value.func), (cst.FunctionDef, cst.ClassDef))
