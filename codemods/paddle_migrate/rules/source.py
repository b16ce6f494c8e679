"""One source file of compat as text: what it imports, defines and exports."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from paddle_migrate.rules.definitions import called, strings
from paddle_migrate.rules.language import Word

_BEGIN = re.compile(r"^(?=[A-Za-z_@])(?!(?:elif|else|except|finally)\b)", re.MULTILINE)
_DEFINED = re.compile(r"(?:@[\s\S]*?^)?(?:def|class) +(\w+)|(?!__all__)(\w+) = ", re.MULTILINE)
_QUOTES = '"""'


class RuleSource:
    def __init__(self, path: Path, name: str) -> None:
        self.path, self.name = path, name
        self.is_package = path.name == "__init__.py"
        self.source = path.read_text(encoding="utf-8")
        self.imports: dict[str, str] = {}
        self.definitions = Definitions()
        self.stars: list[str] = []
        self.exported: list[str] | None = None
        for statement in ast.parse(self.definitions.without(self.source)).body:
            self._read(statement)

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    def _read(self, statement: ast.stmt) -> None:
        if isinstance(statement, (ast.If, ast.Try)):
            for inner in ast.iter_child_nodes(statement):
                if isinstance(inner, ast.stmt):
                    self._read(inner)
        elif isinstance(statement, ast.Import):
            for alias in statement.names:
                root = alias.name.partition(".")[0]
                self.imports[alias.asname or root] = alias.name if alias.asname else root
        elif isinstance(statement, ast.ImportFrom):
            base = self.absolute(statement)
            for alias in statement.names:
                if alias.name == "*":
                    self.stars.append(base)
                else:
                    self.imports[alias.asname or alias.name] = f"{base}.{alias.name}"
        elif isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            self.definitions.add(statement.name, statement)
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            if name == "__all__":
                self._export(statement.value)
            self.definitions.add(name, statement)
        elif isinstance(statement, ast.AnnAssign) and statement.value and ast.unparse(statement.target) == "__all__":
            self._export(statement.value)

    def constants(self, name: str) -> ast.Tuple | None:
        """A tuple of constants that stands in the file under the name."""
        defined = self.definitions.get(name)
        value = defined.value if isinstance(defined, ast.Assign) else None
        return value if isinstance(value, ast.Tuple) and all(isinstance(e, ast.Constant) for e in value.elts) else None

    def absolute(self, statement: ast.ImportFrom) -> str:
        if not statement.level:
            return statement.module or ""
        parts = self.name.split(".")
        keep = len(parts) - statement.level + (1 if self.is_package else 0)
        return ".".join(parts[:keep] + ([statement.module] if statement.module else []))

    def _export(self, value: ast.expr) -> None:
        self.exported = strings(value)
        name = called(value)
        if isinstance(name, ast.Name) and Word.of(self.imports.get(name.id, "")) is Word.FAMILIES:
            assert isinstance(value, ast.Call)
            self._take_in(apart={part for keyword in value.keywords for part in strings(keyword.value)})

    def _take_in(self, apart: set[str]) -> None:
        """The package has the names of every module in its folder."""
        beside = [path for path in self.path.parent.iterdir() if path != self.path]
        modules = {path.stem for path in beside if path.suffix == ".py" or (path / "__init__.py").is_file()}
        self.stars += [f"{self.name}.{module}" for module in sorted(modules - apart)]


def chunks(source: str) -> Iterator[tuple[str, int]]:
    """The statements at the top of a file, each with its decorators, what follows it until the next one, and the lines
    above it. Lines of a string that begin at the margin are taken for statements, and joined again."""
    starts = [match.start() for match in _BEGIN.finditer(source)]
    text, line = "", 0
    for start, end in itertools.pairwise([0, *starts, len(source)]):
        if text and text.count(_QUOTES) % 2 == 0 and not _is_decorator(text):
            yield text, line
            line += text.count("\n")
            text = ""
        text += source[start:end]
    yield text, line


def _is_decorator(text: str) -> bool:
    """Whether a decorator is all there is."""
    return text.startswith("@") and _DEFINED.match(text) is None


class Definitions(Mapping[str, ast.stmt]):
    """The functions, classes and values of one file by their names."""

    def __init__(self) -> None:
        self._found: dict[str, ast.stmt | tuple[str, int]] = {}

    def add(self, name: str, statement: ast.stmt) -> None:
        self._found[name] = statement

    def without(self, source: str) -> str:
        """Take the definitions of a file, and give it back with empty lines in their place."""
        return "".join("\n" * text.count("\n") if self._takes(text, line) else text for text, line in chunks(source))

    def _takes(self, text: str, line: int) -> bool:
        match = _DEFINED.match(text)
        if match is not None:
            self._found[match[1] or match[2]] = text, line
        return match is not None

    def __getitem__(self, name: str) -> ast.stmt:
        found = self._found[name]
        if isinstance(found, tuple):
            text, line = found
            found = self._found[name] = ast.parse("\n" * line + text).body[0]
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
