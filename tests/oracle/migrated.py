"""Runs what the codemod makes of the expressions of ``cases.py``, under today's Paddle alone.

The expressions of a door become the functions of one script, which is migrated once for each Paddle to write for. What
is left to a person is cut out of the result before it is executed, so that nothing of it can reach compat.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

import numpy as np
import paddle
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule

HEAD = "import numpy as np\nimport paddle.fluid as fluid\nimport paddle.fluid.layers as L\n"
NAMES = {"L": "paddle.fluid.layers", "fluid": "paddle.fluid"}
# Code for 2.6 is meant for 3 as well.
TARGETS = ("2.6", "3") if paddle.__version__ >= "3" else ("2.6",)

REWRITTEN_AND_TOLD = ("PM343", "PM344")  # what is rewritten, and a person told what to look at


class Door:
    """What becomes of the cases of a door.

    ``left`` names those that the codemod leaves to a person, with words of its reason: another one fails its test, and
    so does one of these that is rewritten. ``differs`` names those whose new form differs: the words that say so, and
    the answers that they are about.
    """

    def __init__(self, cases, given, left, functions, differs):
        self.cases, self.given, self.left, self.functions, self.differs = cases, given, left, functions, differs
        assert left.keys() | differs.keys() <= cases.keys()
        self.scripts = {target: Script(self, target) for target in TARGETS}
        first = self.scripts[TARGETS[0]]
        self.scripts = {t: script for t, script in self.scripts.items() if script is first or script.text != first.text}

    def answers(self, name):
        """Each target's answers, by the keys of ``run_cases`` without the name; none of what is left to a person."""
        for target, form in self.forms(name):
            yield target, run(form, self.given)

    def forms(self, name):
        """What each target's script has for the case; nothing where it is left to a person, as ``left`` says."""
        for target, script in self.scripts.items():
            case = script.found[name]
            if name in self.left:
                assert any(self.left[name] in message for message in case.left), case.left
                continue
            assert case.left == [], f"{name} is left to a person, which its door's LEFT does not say"
            yield target, script.scope[function_of(name)]

    def done(self, name, form):
        """What a case of ``doings.py`` leaves, by its keys; names are counted afresh, as in a guard."""
        try:
            with paddle.utils.unique_name.guard():
                return {f"{name}|{number}": as_array(value) for number, value in enumerate(form())}
        except Exception as error:
            return {f"{name}|error": np.array(repr(error))}

    def declared(self, name, got, theirs):
        """Ours and 1.8.5's answers, 1.8.5's with the differences that the rules declare and the findings say."""
        words, about = self.differs.get(name, ("", ()))
        notes = [note for script in self.scripts.values() for note in script.found[name].notes]
        assert not words or any(words in note for note in notes)
        got = {key: value for key, value in got.items() if key not in about}
        return got, {k: self._declared(name, got.get(k), wanted) for k, wanted in theirs.items() if k not in about}

    def _declared(self, name, got, wanted):
        if got is None:
            return wanted
        used = rules(self.cases[name])
        if got.shape == () and wanted.shape == (1,) and any(rule.vector_result for rule in used):
            wanted = wanted.reshape([])
        words = [rule.same_dtype for rule in used if rule.same_dtype]
        if got.dtype != wanted.dtype and words and np.array_equal(got.astype(wanted.dtype), wanted):
            assert all(script.says(word) for script in self.scripts.values() for word in words)
            return got
        return wanted


@dataclass
class Case:
    """What the tool said of one case: why it is left to a person, and what is to be known of its new form."""

    left: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Script:
    """The cases of a door as one script, migrated."""

    def __init__(self, door, target):
        source, lines = script_of(door)
        options = Options(target=target, programs=False)  # the cases run in dynamic mode, and show none
        result = migrate_source(source, "cases.py", options)
        assert migrate_source(result.text, "cases.py", options).text == result.text
        self.text, self.found = result.text, {name: Case() for name in door.cases}
        for finding in result.findings:
            if finding.level == "rewritten":
                continue
            case = self.found[next(name for name, span in lines.items() if finding.line in span)]
            is_left = finding.level == "person" and finding.code not in REWRITTEN_AND_TOLD
            (case.left if is_left else case.notes).append(finding.message)
        self.scope = execute(result.text, {function_of(name) for name, case in self.found.items() if case.left})

    def says(self, words):
        return any(words in note for case in self.found.values() for note in case.notes)


def script_of(door):
    """The script, and the lines on which each case stands."""
    text, lines = HEAD, {}
    for name, expression in door.cases.items():
        start = text.count("\n") + 1
        text += "\n\n" + door.functions.get(name, function(name, expression, door.given))
        lines[name] = range(start, text.count("\n") + 1)
    return text, lines


def function(name, expression, given):
    """A function of the inputs that the expression uses."""
    names = {node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)}
    return f"def {function_of(name)}({', '.join(key for key in given if key in names)}):\n    return {expression}\n"


def doing(name, source):
    """A function that returns the results of a case of ``doings.py``."""
    body = "".join(f"    {line}\n" for line in ["out = []", *source.splitlines(), "return out"])
    return f"def {function_of(name)}():\n{body}"


def as_array(value):
    return value.numpy() if hasattr(value, "numpy") else np.array(value)


def function_of(name):
    return "case_" + re.sub(r"\W", "_", name)


def execute(text, left):
    """The script's names, without those in ``left``; nothing else may speak of fluid any more."""
    tree = ast.parse(text)
    head = HEAD.splitlines() if left else []
    tree.body = [node for node in tree.body if case_of(node) not in left and ast.unparse(node) not in head]
    for node in ast.walk(tree):
        for named in [] if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else ["id", "attr", "name", "module"]:
            assert "fluid" not in str(getattr(node, named, "")).split("."), ast.unparse(node)
    scope = {"np": np}
    exec(compile(tree, "migrated.py", "exec"), scope)
    return scope


def case_of(node):
    """The function's name of the case that a statement belongs to."""
    return getattr(node, "name", "").replace("Case_", "case_")


def run(function, given):
    """The answers of ``run_cases`` for one function, by the same keys without the name."""
    parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
    inputs = {key: paddle.to_tensor(given[key], stop_gradient=given[key].dtype.kind != "f") for key in parameters}
    try:
        results = function(**inputs)
    except Exception as error:
        return {"error": np.array(repr(error))}
    results = list(results) if isinstance(results, (list, tuple)) else [results]
    answer = {str(number): result.numpy() for number, result in enumerate(results)}
    try:
        return {**answer, **gradients(results, inputs)}
    except Exception:
        return {**answer, "no gradient": np.array([1])}


def gradients(results, inputs):
    total = None
    for result in results:
        array = result.numpy()
        if array.dtype.kind == "f" and not result.stop_gradient:
            weight = np.cos(np.arange(array.size) + 1.0).reshape(array.shape).astype(array.dtype)
            term = (result * paddle.to_tensor(weight)).sum()
            total = term if total is None else total + term
    if total is None:
        return {}
    total.backward()
    return {f"d{key}": value.grad.numpy() for key, value in inputs.items() if value.grad is not None}


def rules(expression):
    """The rules that an expression names."""
    found = []
    for node in ast.walk(ast.parse(expression)):
        base, _, rest = ast.unparse(node).partition(".") if isinstance(node, ast.Attribute) else ("", "", "")
        rule, beyond = library().legacy(f"{NAMES[base]}.{rest}") if base in NAMES else (None, [])
        if isinstance(rule, Rule) and not beyond:
            found.append(rule)
    return found
