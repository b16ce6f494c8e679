"""Rows of sequences, whose lengths a program remembers, with the lengths as data of their own: what works on sequences
is given them, and what has parameters is a layer. Only of a network that is built in one piece."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import libcst as cst

from paddle_migrate.changes.templates import definition_in
from paddle_migrate.dynamic.feeds import LENGTHS
from paddle_migrate.dynamic.helpers import SEQUENCE_DATA
from paddle_migrate.dynamic.listed import fed_name, listed
from paddle_migrate.dynamic.pieces import indentation, take_out
from paddle_migrate.dynamic.reading import Home, Line, Reading, Stays, body_of, small, target_names, value_of
from paddle_migrate.dynamic.written_in import spelled, written_in
from paddle_migrate.rules.sequence_layers import (
    BY_LENGTHS,
    COUNTS,
    DECODES,
    FIELD,
    FIELD_LAYER,
    HOME_OF_LAYERS,
    LAYERS,
    PLACED,
    ROWS,
    UNPADS,
)
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_DATA, _LENGTHS, _REMEMBERED = SEQUENCE_DATA.partition(".")[2], "lengths_of", "with_lengths"
_SAVED, _RATES, _STEPS = "with_lengths_fed", "chunk_rates", "as_many_steps"
_NEEDLESS = {"dtype": ("'float32'",), "filter_stride": ("1",), "padding": ("True", "False")}
_ACTIVATIONS = ("relu", "relu6", "sigmoid", "softmax", "tanh")
_KNOWN = ("paddle.", "written.", "numpy.", "math.")
_WORK = (_DATA, FIELD, DECODES, COUNTS, *ROWS, *LAYERS, *BY_LENGTHS)


def with_sequences(text: str) -> str:
    """The text as it is where something is not known."""
    if _DATA not in text and _LENGTHS not in text:
        return text
    with suppress(Stays):
        return _Sequences(text).result()
    return text


class _Sequences:
    """`lengths`: what has the lengths of a variable's rows, "" of one that has none; `keys`: the variables by
    the names that they are fed under."""

    def __init__(self, text: str) -> None:
        self.reading, self.edits = Reading(text), Edits(text)
        self.source, self.lengths, self.keys = self.reading.source, dict[str, str](), dict[str, str]()
        self.done, self.layers, self.used = set[int](), set[str](), set[str]()
        self.fields = dict[str, tuple[str, str]]()  # what a random field is made of, and by, by its parameter's name
        self.paddle = spelled(self.reading, "paddle")

    def result(self) -> str:
        work = [call for call in self.reading.calls if self._name(call) in _WORK]
        if not work:
            return self.source.text
        for line in body_of(self._home(work[0])):
            if isinstance(line, Line):
                self._line(line)
        for call in self.reading.calls:
            if self._name(call) == _SAVED:
                self._with_lengths(call)
            elif self._name(call) in PLACED:
                self._without_place(call)
        if any(id(call) not in self.done for call in work):
            raise Stays(None, "")
        self._helpers()
        return self.edits.result()

    def _name(self, call: cst.CSTNode | None) -> str:
        return self.reading.called(call).removeprefix("written.")

    def _home(self, call: cst.Call) -> Home:
        return self.source.parent(call, cst.FunctionDef) or self.source.module

    # -- the network ---------------------------------------------------------------------------------------------

    def _line(self, line: Line) -> None:
        statement = small(line)
        value = value_of(statement)
        if value is None:
            return
        if self.reading.called(value) == "paddle.static.data" and isinstance(value, cst.Call):
            self._note(target_names(statement), argument(value, 0, "name"))
        if self._name(value) == _DATA and isinstance(value, cst.Call):
            self._declare(line, target_names(statement), value)
            return
        for call in self.reading.calls_in(value):
            name = self._name(call)
            if name in BY_LENGTHS:
                self._give(line, call, name, value is call)
            elif name in (FIELD, DECODES):
                self._field(call, name)
            elif name == COUNTS:
                self._count(call)
            elif name in ROWS or name in LAYERS:
                self._take(call, name)
            elif not self._is_known(call) and any(self._of(arg.value) for arg in call.args):
                raise Stays(call, "")  # it may work on sequences itself
        if not isinstance(value, cst.Call) or self._name(value) not in BY_LENGTHS:
            self.lengths.update(dict.fromkeys(target_names(statement), self._of(value)))

    def _is_known(self, call: cst.Call) -> bool:
        """Whether it is of Paddle, NumPy or Python, of a layer that is made there, or a method of what these give."""
        root, made = call.func, [call]
        while isinstance(root, (cst.Attribute, cst.Subscript, cst.Call)):
            made += [root] if isinstance(root, cst.Call) else []
            root = root.func if isinstance(root, cst.Call) else root.value
        if not isinstance(root, cst.Name) or root.value in self.lengths:
            return True
        given = [*made, self.reading.end(root)]
        is_pythons = isinstance(call.func, cst.Name) and not self.reading.bindings(root)
        return is_pythons or any(self.reading.called(each).startswith(_KNOWN) for each in given)

    def _declare(self, line: Line, names: list[str], call: cst.Call) -> None:
        """`words = sequence_data(…)` → `words = paddle.static.data(…)`, and the lengths."""
        key, level = argument(call, 0, "name"), argument(call, 3, "lod_level")
        if len(names) != 1 or not isinstance(key, cst.SimpleString) or level is not None:
            raise Stays(call, "")
        lengths = self._new(f"{names[0]}{LENGTHS}")
        fed = self.reading.string(f"{key.evaluated_value!s}{LENGTHS}")
        self.edits.replace(*self.source.span(call.func), f"{self.paddle}.static.data")
        self._behind(line, f"{lengths} = {self.paddle}.static.data({fed}, [-1], {self.reading.string('int64')})")
        self.lengths[names[0]] = lengths
        self._note(names, key)
        self.done.add(id(call))

    def _note(self, names: list[str], key: cst.BaseExpression | None) -> None:
        if len(names) == 1 and isinstance(key, cst.SimpleString):
            self.keys[str(key.evaluated_value)] = names[0]

    def _with_lengths(self, call: cst.Call) -> None:
        """`with_lengths_fed([words, label])` → `[words, words_lengths, label]`: lengths that something is given."""
        names = [fed_name(each, self.keys) for each in listed(self.reading, call.args[0].value)]
        if not names or not all(names):
            raise Stays(call, "")
        each = [word for name in names for word in (name, self.lengths.get(name, "")) if word == name or (
            word in self.used)]
        self.edits.replace(*self.source.span(call), f"[{', '.join(each)}]")

    def _without_place(self, call: cst.Call) -> None:
        """`create_lod_tensor(rows, lengths, place)`, whose rows are an array here."""
        node = argument(call, 2, "place")
        if node is not None and not self.source.has_effects(node):
            self.edits.replace(*self.source.span(node), "None")

    def _new(self, name: str) -> str:
        if name in self.reading.taken:
            raise Stays(None, "")
        return name

    def _behind(self, line: Line, text: str) -> None:
        at = self.source.line_at(self.source.core(line)[1] - 1) + 1
        indent = indentation(self.source, self.source.line(line))
        self.edits.insert(self.source.line_start(at), f"{indent}{text}{self.source.newline}")

    def _of(self, node: cst.BaseExpression) -> str:
        """The lengths of the rows that an expression is: those of the first it is made of that has any."""
        called = self._name(node)
        if called in ROWS or called in LAYERS:
            assert isinstance(node, cst.Call)
            is_as_long = called in LAYERS or ROWS[called][1]
            return self._of(self._rows(node, called)) if is_as_long else ""
        if called in (FIELD, COUNTS):
            return ""
        if isinstance(node, cst.Name):
            return self.lengths.get(node.value, "")
        if isinstance(node, cst.Attribute) and node.attr.value == "shape":
            return ""
        return next((found for each in node.children if isinstance(
            each, (cst.BaseExpression, cst.Arg, cst.BaseElement, cst.SubscriptElement, cst.Index))
            if (found := self._of(each))), "")  # type: ignore[arg-type]

    def _rows(self, call: cst.Call, name: str) -> cst.BaseExpression:
        rows = argument(call, 0, ROWS[name][0] if name in ROWS else "input")
        if rows is None:
            raise Stays(call, "")
        return rows

    def _lengths_of(self, node: cst.BaseExpression) -> str:
        found = self._of(node)
        if not found:
            raise Stays(node, "")
        self.used.add(found)
        return found

    def _take(self, call: cst.Call, name: str) -> None:
        rows = self._rows(call, name)
        lengths = self._lengths_of(rows)
        self.done.add(id(call))
        if name in LAYERS:
            self.edits.replace(*self.source.span(call), self._layer(call, name, rows, lengths))
            return
        arg = self.source.parents[rows]
        assert isinstance(arg, cst.Arg)
        word = "lengths=" if arg.keyword is not None else ""
        self.edits.insert(self.source.span(rows)[1], f", {word}{lengths}")

    # -- layers --------------------------------------------------------------------------------------------------

    def _layer(self, call: cst.Call, name: str, rows: cst.BaseExpression, lengths: str) -> Callable[[], str]:
        """`dynamic_lstm(input=x, size=64, h_0=h)` → `DynamicLSTM(size=64)(x, lengths, h_0=h)`."""
        layer, places, called = LAYERS[name]
        self.layers.add(layer)
        given = dict[str, cst.BaseExpression]()
        for place, arg in enumerate(call.args):
            if arg.star:
                raise Stays(call, "")
            if arg.value is not rows:
                given[arg.keyword.value if arg.keyword is not None else places[place - 1]] = arg.value
        is_sized = layer == "SequenceConv"  # which is told the width of the rows
        if is_sized and not isinstance(rows, cst.Name):
            raise Stays(call, "")
        act = self._activation(given.pop("act", None))
        for word, values in _NEEDLESS.items():
            if word in given and self.reading.code(given.pop(word)).replace('"', "'") not in values:
                raise Stays(call, "")
        code = self.reading.code
        made = [f"{code(rows)}.shape[1]"] * is_sized
        made += [f"{word}={code(value)}" for word, value in given.items() if word not in called]
        handed = [f"{word}={code(value)}" for word, value in given.items() if word in called]

        def text() -> str:
            inner = self.edits.render(*self.source.span(rows))
            whole = f"{layer}({', '.join(made)})({', '.join([inner, lengths, *handed])})"
            return f"{act}({whole})" if act else whole

        return text

    def _activation(self, node: cst.BaseExpression | None) -> str:
        if node is None or self.reading.code(node) == "None":
            return ""
        if not isinstance(node, cst.SimpleString) or node.evaluated_value not in _ACTIVATIONS:
            raise Stays(node, "")
        return spelled(self.reading, f"paddle.nn.functional.{node.evaluated_value}")

    # -- conditional random fields -------------------------------------------------------------------------------

    def _field(self, call: cst.Call, name: str) -> None:
        """`linear_chain_crf(x, label, attr)` → `LinearChainCRF(x.shape[1], param_attr=attr)(x, lengths, label)`; what
        decodes with the same parameter is the same layer, without the label."""
        words = ["input", "label", "param_attr", "length"]
        if name == DECODES:
            words = ["input", "param_attr", "label", "length"]
        given = {word: argument(call, place, word) for place, word in enumerate(words)}
        rows, label, attr, length = (given[word] for word in ("input", "label", "param_attr", "length"))
        if not isinstance(rows, cst.Name) or (label is None) is (name == FIELD) or any(arg.star for arg in call.args):
            raise Stays(call, "")
        code, known = self.reading.code, self._named(attr)
        made = f"{FIELD_LAYER}({code(rows)}.shape[{1 if length is None else 2}]"
        made = f"{made}, param_attr={code(attr)})" if attr is not None else f"{made})"
        if name == FIELD and known and known not in self.fields:
            self.fields[known] = code(rows), made
        elif name == DECODES and known in self.fields:
            of, made = self.fields[known]
            if of != code(rows):
                raise Stays(call, "")
        elif self.fields or not known:
            raise Stays(call, "")
        lengths = self._lengths_of(rows) if length is None else code(length)
        handed = [code(rows), lengths, *([code(label)] if label is not None else [])]
        self.edits.replace(*self.source.span(call), f"{made}({', '.join(handed)})")
        self.layers.add(FIELD_LAYER)
        self.done.add(id(call))

    def _named(self, attr: cst.BaseExpression | None) -> str:
        """The name that is written for a parameter."""
        value = self.reading.value(attr)
        if isinstance(value, cst.Call) and self.reading.called(value) == "paddle.ParamAttr":
            value = self.reading.value(argument(value, 0, "name"))
        return str(value.evaluated_value) if isinstance(value, cst.SimpleString) else ""

    def _count(self, call: cst.Call) -> None:
        words = ("input", "label", "chunk_scheme", "num_chunk_types", "excluded_chunk_types", "seq_length")
        given = [argument(call, place, word) for place, word in enumerate(words)]
        if any(each is None for each in given[:4]) or any(arg.star for arg in call.args):
            raise Stays(call, "")
        tags, wanted, *rest = [self.reading.code(each) if each is not None else "" for each in given]
        lengths = rest.pop() or self._lengths_of(given[1])  # type: ignore[arg-type]
        handed = [tags, wanted, lengths, *filter(None, rest)]
        self.edits.replace(*self.source.span(call), f"{_RATES}({', '.join(handed)})")
        self.layers.add(_RATES)
        self.done.add(id(call))

    # -- what gives other lengths --------------------------------------------------------------------------------

    def _give(self, line: Line, call: cst.Call, name: str, is_whole: bool) -> None:
        *words, kind = BY_LENGTHS[name]
        first, second = (argument(call, place, word) for place, word in enumerate(words))
        if first is None or second is None:
            raise Stays(call, "")
        self.done.add(id(call))
        names = target_names(small(line)) if is_whole else []
        if kind in ("repeated", "as_long"):
            lengths = self._lengths_of(second)
            if kind == "repeated" and self._of(first):
                raise Stays(call, "")
            helper = self.reading.helper("written.numbers_of")
            if helper is None:
                raise Stays(call, "")
            self._instead(call, first, f"{self.paddle}.gather", f"{helper.name.value}({lengths})")
            self.lengths.update(dict.fromkeys(names, lengths if kind == "as_long" else ""))
            return
        if len(names) != 1:
            raise Stays(call, "")
        code = self.reading.code(second)
        if kind == "cut":
            made = f"{self.paddle}.cast({self.paddle}.reshape({code}, [-1]), {self.reading.string('int64')})"
        else:
            made = f"{self._lengths_of(first)} * {self.reading.code(first)}.shape[1] // {code}"
            self._instead(call, first, f"{self.paddle}.reshape", f"[-1, {code}]")
        lengths = self._new(f"{names[0]}{LENGTHS}")
        self._behind(line, f"{lengths} = {made}")
        self.lengths[names[0]] = lengths

    def _instead(self, call: cst.Call, first: cst.BaseExpression, function: str, second: str) -> None:
        self.edits.replace(*self.source.span(call), lambda: (
            f"{function}({self.edits.render(*self.source.span(first))}, {second})"))

    # -- helpers -------------------------------------------------------------------------------------------------

    def _helpers(self) -> None:
        """What works on rows is given their lengths; what remembered them goes, and layers come."""
        if self.layers & self.reading.taken:
            raise Stays(None, "")
        gone = {_DATA, _LENGTHS, _REMEMBERED, _STEPS, FIELD, DECODES, COUNTS, *LAYERS, *BY_LENGTHS} - {UNPADS}
        for name, helper in self.reading.helpers.items():
            if name.rstrip("_") in gone:
                take_out(self.edits, self.reading, helper)
            elif isinstance(helper, cst.FunctionDef):
                self._explicit(name.rstrip("_"), helper)
        written_in(self.reading, self.edits, [definition_in(HOME_OF_LAYERS, each) for each in sorted(self.layers)])

    def _explicit(self, name: str, helper: cst.FunctionDef) -> None:
        if name in ROWS:
            rows = next(each for each in helper.params.params if each.name.value == ROWS[name][0])
            self.edits.insert(self.source.span(rows.name)[1], ", lengths")
        for call in self.reading.calls_in(helper):
            called = self._name(call)
            if called == _STEPS:  # which a loop of a program needs
                take_out(self.edits, self.reading, self.source.parent(call, Line))  # type: ignore[arg-type]
            elif called == _REMEMBERED:
                self.edits.replace(*self.source.span(call), self._rendered(call.args[0].value))
            elif called == _LENGTHS:
                statement = self.source.parents.get(call)
                line = self.source.parents.get(statement)
                is_plain = isinstance(statement, cst.Assign) and target_names(statement) == ["lengths"]
                if is_plain and isinstance(line, Line):
                    take_out(self.edits, self.reading, line)
                else:
                    self.edits.replace(*self.source.span(call), "lengths")

    def _rendered(self, node: cst.BaseExpression) -> Callable[[], str]:
        return lambda: self.edits.render(*self.source.span(node))
