"""Import lines: today's names spelled as the script spells them, legacy ones taken out."""

from __future__ import annotations

from functools import cached_property
from math import inf

import libcst as cst

from paddle_migrate.changes import head
from paddle_migrate.changes.beside import Beside
from paddle_migrate.changes.changes import Changes
from paddle_migrate.changes.exports import unlist
from paddle_migrate.changes.first_needs import first_needs
from paddle_migrate.changes.late_imports import late_imports
from paddle_migrate.changes.written_imports import names, of_helpers, ordered
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding, Scopes, dotted
from paddle_migrate.project.project import names_of
from paddle_migrate.rules.legacy import is_legacy, is_legacy_module
from paddle_migrate.rules.library import library

Statement = cst.Import | cst.ImportFrom

# how Paddle's own documents import these
ALIASES = {"paddle.nn.functional": "F", "paddle.nn": "nn", "paddle.distributed": "dist", "numpy": "np"}
_FUNCTIONS = "paddle.nn.functional"  # itself, too: `getattr(F, act)`


class Imports:
    def __init__(self, changes: Changes, beside: Beside) -> None:
        self.changes, self.beside = changes, beside
        self._needed: dict[Statement | None, dict[str, None]] = {}
        self._aliases: dict[str, str] = {}
        self._standard: dict[str, bool] = {}  # modules, and whether nothing but helpers needs them
        self._of_helpers: dict[str, str] = {}  # imports that copied functions need, and what each binds
        self._is_rewritten = False  # something else than imports, here or in what runs together with this
        self._first: Statement | None = None  # the legacy import in whose place new ones stand
        self.for_helpers: list[str] | None = []  # lines that nothing else needs; None where helpers import themselves
        self._spelled: dict[tuple[str, int], str] = {}
        self._gone: set[str] = set()  # names that no import at the top binds any more
        self._late: list[Binding] = []  # that are taken out: the top has them

    def spell(self, name: str, at: Binding | None) -> str:
        """How to write today's `name` where a legacy name bound by `at` stood; notes the import it needs."""
        key = name, id(_statement(at))
        if key not in self._spelled:
            self._spelled[key], line = self._spell(name, at)
            if line:
                for statement in self._statements_of(at):
                    self._needed.setdefault(statement, {})[line] = None
        return self._spelled[key]

    def spell_in_helper(self, name: str) -> str:
        """How to write today's `name` in a function or class that is written into the script, at its top."""
        spelled, line = self._spell(name, None)
        if line:
            self._of_helpers[line] = line.split()[-1]
        return spelled

    def _spell(self, name: str, at: Binding | None) -> tuple[str, str]:
        """How to write it, and the import that it needs."""
        for module, alias in ALIASES.items():
            if name.startswith(module + ".") or name == module == _FUNCTIONS:
                spelled, line = self._module(module, alias, at)
                return spelled + name[len(module) :], line
        root, _, rest = name.partition(".")
        spelled, line = self._module(root, root, at)
        return (f"{spelled}.{rest}" if rest else spelled), line

    def _statements_of(self, at: Binding | None) -> list[Statement | None]:
        """The import that binds the name, and those that bind it to the same in other branches."""
        same = at.scope.bindings.get(at.name, []) if at is not None else []
        others = [_statement(b) for b in same if b is not at and b.kind == "import" and not self._is_plain(b)]
        return [_statement(at), *(s for s in others if s is not None)]

    def add_standard(self, module: str, for_helper: bool = False) -> None:
        """Note a module of the standard library that something written into the script needs."""
        bindings = self.changes.facts.scopes.module.bindings.get(module, [])
        if not any(b.kind == "import" and b.target == module and self._is_in_time(b) for b in bindings):
            self._standard[module] = for_helper and self._standard.get(module, True)

    def _module(self, module: str, alias: str, at: Binding | None) -> tuple[str, str]:
        if module not in self._aliases:
            self._aliases[module] = self._choose(module, alias)
        chosen = self._aliases[module]
        if self._already_imported(module, chosen, at):
            return chosen, ""
        if "." in chosen:
            return chosen, "import paddle"
        return chosen, f"import {chosen}" if chosen == module else f"import {module} as {chosen}"

    def _choose(self, module: str, alias: str) -> str:
        """An alias that means nothing else in the script; the script's own, if it has one."""
        scope = self.changes.facts.scopes.module
        for name, bindings in scope.bindings.items():
            if all(b.kind == "import" and b.target == module for b in bindings) and name != "paddle":
                return name
        return alias if not self._is_taken(alias, module) else module

    def _is_taken(self, name: str, module: str) -> bool:
        scopes = self.changes.facts.scopes
        if scopes.stars and any(use.value == name for use in scopes.unbound):
            return True  # a star import brings it
        return any(
            binding.kind != "import" or binding.target != module
            for scope in self.changes.facts.scopes.everywhere()
            for binding in scope.bindings.get(name, [])
        )

    def _already_imported(self, module: str, chosen: str, at: Binding | None) -> bool:
        root = chosen.partition(".")[0]
        bindings = self.changes.facts.scopes.module.bindings.get(root, [])
        wanted = module if chosen == root else root
        stays = [b for b in bindings if b.kind == "import" and b.target == wanted and not self._goes(b)]
        return any((self._is_plain(b) and self._is_in_time(b)) or self._above(b, at) for b in stays)

    def _is_in_time(self, binding: Binding) -> bool:
        """Whether it stands before all that may be rewritten: `import os` may come as late as somebody needed it."""
        return self.changes.source.core(binding.node)[0] < self._first_use

    @cached_property
    def _first_use(self) -> float:
        source = self.changes.source
        return min((source.core(each.node)[0] for each in self.changes.facts.references), default=inf)

    def _above(self, binding: Binding, at: Binding | None) -> bool:
        """Whether the one stands in the same block as the other, before it."""
        if at is None or _statement(at) is None or _statement(binding) is None:
            return False
        source = self.changes.source
        blocks = [source.parents.get(source.parents.get(b.node)) for b in (binding, at)]
        return blocks[0] is blocks[1] and source.order(binding.node) < source.order(at.node)

    @staticmethod
    def _goes(binding: Binding) -> bool:
        """Whether the statement that binds the name is a legacy import, and so may be taken out."""
        node = binding.node
        if isinstance(node, cst.ImportFrom):
            return is_legacy_module(dotted(node.module))
        if isinstance(node, cst.Import):
            return any(is_legacy_module(dotted(a.name)) for a in node.names)
        return False

    def _is_plain(self, binding: Binding) -> bool:
        """Imported for sure, not in a `try` or an `if`."""
        return self.changes.source.parent(binding.node, cst.If, cst.Try) is None

    def _imports_paddle(self) -> bool:
        """Whether the top of the file imports something of today's Paddle for sure."""
        module = self.changes.facts.scopes.module
        bindings = [b for found in module.bindings.values() for b in found if b.kind == "import"]
        return any(b.target.partition(".")[0] == "paddle" and self._is_plain(b) for b in bindings)

    def for_comments(self, aside: Changes, beside: Beside) -> Imports:
        """Spells names for commented-out code as this script does; such code adds no imports."""
        imports = Imports(aside, beside)
        for module, alias in (("paddle", "paddle"), *ALIASES.items()):
            imports._aliases[module] = self._aliases.get(module) or self._choose(module, alias)
        return imports

    # -- writing ---------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Take out legacy imports that nothing refers to any more and put in what is needed."""
        self._is_rewritten = bool(self.changes.edits) or _is_of_program(self.changes.facts)
        statements = self._legacy_statements()
        wholes = [s for s in statements if self.changes.facts.scopes.of(s) is self.changes.facts.scopes.module]
        plain = [s for s in wholes if self.changes.source.parent(s, cst.If, cst.Try) is None]
        first = self._first = plain[0] if plain else wholes[0] if wholes else None
        lines: dict[Statement | None, dict[str, None]] = {}
        at_top: set[str] = set()
        for at, needed in self._needed.items():
            home = first if at is None or at in plain else at
            lines.setdefault(home, {}).update(needed)
            if home is first and (plain or home is None):
                at_top.update(needed)
        helpers = {line: name for line, name in self._of_helpers.items() if self._is_for_helper(name)}
        is_plain = bool(plain) or self._imports_paddle()
        above = dict.fromkeys(of_helpers(self.changes, helpers, is_plain))
        others = {line for needed in lines.values() for line in needed}
        self.for_helpers = [line for line in above if line not in others] if is_plain else None
        if plain:
            lines.setdefault(first, {}).update(above)
        elif above:
            lines.setdefault(None, {}).update(above)
        at_top.update(above)
        for at, needed in lines.items():
            if at is not first and at is not None:
                for line in at_top & set(needed):
                    del needed[line]
        self._late = list(late_imports(self.changes, self._at_top(at_top)))
        late = [s for s in map(_statement, self._late) if s is not None and s not in statements]
        for statement in [*statements, *dict.fromkeys(late)]:
            self._rewrite(statement, ordered(lines.pop(statement, {})))
        unlist(self.changes, self._gone)
        for needed in lines.values():
            head.write(self.changes, ordered(needed))
        standard = [name for name, of_helper in self._standard.items() if not of_helper or self._is_for_helper(name)]
        if standard:
            head.write_standard(self.changes, standard, self._first_use)
        if self.for_helpers is not None:
            self.for_helpers += [f"import {name}" for name in standard if self._standard[name]]

    def _at_top(self, lines: set[str]) -> dict[str, str]:
        """What the top of the file imports in the end of all that was spelled, and which module each name is there."""
        spelled = {alias.partition(".")[0]: module for module, alias in self._aliases.items()}
        spelled |= dict.fromkeys((name for name in spelled if name == "paddle"), "paddle")
        spelled |= {name: name for name in self._standard}
        written = {line.split()[-1] for line in lines} | set(self._standard)
        return {n: m for n, m in spelled.items() if n in written or self._already_imported(m, n, None)}

    def _is_for_helper(self, name: str) -> bool:
        """Whether one of them has it still, as it is written."""
        return any(names(text, name) for text in self.changes.helpers.values())

    def _legacy_statements(self) -> list[Statement]:
        found: list[Statement] = []
        for node in self.changes.source.all(cst.Import, cst.ImportFrom):
            names = () if isinstance(node.names, cst.ImportStar) else node.names
            modules = [self._module_of(node)] if isinstance(node, cst.ImportFrom) else []
            if any(map(is_legacy_module, modules)) or any(self._is_legacy(node, alias) for alias in names):
                found.append(node)
        return sorted(found, key=self.changes.source.order)

    def _is_legacy(self, statement: Statement, alias: cst.ImportAlias) -> bool:
        full = self._full_name(statement, alias)
        return is_legacy(full) if isinstance(statement, cst.ImportFrom) else is_legacy_module(full)

    @staticmethod
    def _module_of(statement: cst.ImportFrom) -> str:
        return "." * len(statement.relative) + dotted(statement.module)

    def _rewrite(self, statement: Statement, needed: list[str]) -> None:
        kept = self._kept(statement)
        lines = [*needed, self.changes.source.code(statement)] if kept is None else [*needed, *kept]
        self._note_gone(statement, kept)
        lines = sorted(dict.fromkeys(lines), key=lambda line: line != "import paddle")
        if lines == [self.changes.source.code(statement)]:
            return
        if lines:
            self.beside.replace(statement, lines)
        else:
            self.beside.delete(statement)

    def _note_gone(self, statement: Statement, kept: list[str] | None) -> None:
        if kept is None or self.changes.facts.scopes.of(statement) is not self.changes.facts.scopes.module:
            return
        if isinstance(statement.names, cst.ImportStar):
            self._gone |= set(names_of(dotted(statement.module))) if isinstance(statement, cst.ImportFrom) else set()
            return
        bound = {_bound_name(alias, isinstance(statement, cst.ImportFrom)) for alias in statement.names}
        self._gone |= {name for name in bound if not any(names(line, name) for line in kept)}

    def _kept(self, statement: Statement) -> list[str] | None:
        """What must stay of a legacy import; None when all of it must."""
        done = {id(_root(r.node)) for r in self.changes.facts.references if self.changes.is_settled(r)}
        if isinstance(statement.names, cst.ImportStar):
            module = dotted(statement.module) if isinstance(statement, cst.ImportFrom) else ""
            if is_unknown_star(statement):
                return None
            through = [r for r in self.changes.facts.references if r.binding is None and r.name.startswith(module)]
            stays = not self.changes.record.in_strings.isdisjoint(names_of(module))
            return [] if all(self.changes.is_settled(r) for r in through) and not stays else None
        aliases = list(statement.names)
        bindings = [b for s in self.changes.facts.scopes.everywhere() for bs in s.bindings.values() for b in bs]
        own = {b.name: b for b in bindings if b.node is statement}
        kept: list[cst.ImportAlias] = []
        texts: list[str] = []
        for alias in aliases:
            name = _bound_name(alias, isinstance(statement, cst.ImportFrom))
            legacy = self._is_legacy(statement, alias)
            bound = own.get(name)
            if bound in self._late:
                continue
            left = bound is not None and self._is_had(bound) and any(id(use) not in done for use in bound.uses)
            left = left or name in self.changes.record.in_strings
            if legacy and bound is not None and left and self._moves(statement, alias, bound, done):
                continue
            if not legacy or (left and not (name == "paddle" and not self._fluid_left(bound))):
                kept.append(alias)
                texts.append(self._alias(alias))
            elif name == "paddle" and left and not self._already_imported("paddle", "paddle", None):
                texts.append("paddle")
        if len(kept) == len(aliases):
            return None
        if not texts:
            return []
        return [self._written(statement, texts)]

    def _alias(self, alias: cst.ImportAlias) -> str:
        return self.changes.source.code(alias).rstrip().rstrip(",").rstrip()

    def _written(self, statement: Statement, texts: list[str]) -> str:
        if isinstance(statement, cst.ImportFrom):
            return f"from {self._module_of(statement)} import {', '.join(texts)}"
        return f"import {', '.join(texts)}"

    def _moves(self, statement: Statement, alias: cst.ImportAlias, bound: Binding, done: set[int]) -> bool:
        """Write an import of the top where what is left needs it, if that is in functions and branches alone: those
        that are never run do not stop the others then."""
        scopes = self.changes.facts.scopes
        plain = scopes.of(statement) is scopes.module and self._is_plain(bound) and bound.name != "paddle"
        bindings = scopes.module.bindings[bound.name] if plain else []  # some files import it twice
        only = plain and all(self._is_plain(each) and each.target == bound.target for each in bindings)
        if not only or bound.name in self.changes.record.in_strings or _is_declared_global(scopes, bound.name):
            return False
        uses = list({id(use): use for each in bindings for use in each.uses if id(use) not in done}.values())
        if not self._is_rewritten or any(map(self._stays_to_the_byte, uses)):
            return False
        places = first_needs(self.changes.source, uses)
        for place in places:
            self.beside.before(place, self._written(statement, [self._alias(alias)]))
        return bool(places)

    def _stays_to_the_byte(self, use: cst.Name) -> bool:
        facts, source = self.changes.facts, self.changes.source
        left = source.line(use) in facts.left_lines | facts.marked_lines
        return left or any(source.lies_in(use, home) for home in self.changes.record.unclear)

    def _is_had(self, binding: Binding) -> bool:
        """Whether a use may have it: no other import of the name takes its place first."""
        return binding in self.changes.facts.names.latest(binding.scope.bindings[binding.name])

    def _fluid_left(self, binding: Binding | None) -> bool:
        """Whether a `paddle` that `import paddle.fluid` binds still leads to fluid somewhere."""
        same = binding.scope.bindings[binding.name] if binding else []  # `import paddle` beside it binds the same name
        return any(r.binding in same and not self.changes.is_settled(r) for r in self.changes.facts.references)

    @classmethod
    def _full_name(cls, statement: Statement, alias: cst.ImportAlias) -> str:
        name = dotted(alias.name)
        if isinstance(statement, cst.ImportFrom):
            return f"{cls._module_of(statement)}.{name}"
        return name

    def end_of_imports(self) -> int:
        """Where everything that was spelled is imported."""
        return head.end_of_imports(self.changes.source, self._bringing(), self._first_use)

    def _bringing(self) -> list[cst.CSTNode]:
        """The first import statement of the module for each name that was spelled."""
        found: list[cst.CSTNode] = [self._first] if self._first is not None else []
        for module, alias in self._aliases.items():
            bindings = self.changes.facts.scopes.module.bindings.get(alias.partition(".")[0], [])
            targets = (module, module.partition(".")[0])
            plain = [b for b in bindings if b.kind == "import" and b.target in targets and self._is_plain(b)]
            nodes = [b.node for b in plain if self._is_in_time(b)]
            found += nodes[:1]
        return found


def _statement(binding: Binding | None) -> Statement | None:
    return binding.node if binding and isinstance(binding.node, (cst.Import, cst.ImportFrom)) else None


def _is_of_program(facts: Facts) -> bool:
    """Whether other files that run together with this one speak of Paddle: they are rewritten, or were already."""
    return facts.others is not None and facts.others.mention(r"\bpaddle\b")


def _is_declared_global(scopes: Scopes, name: str) -> bool:
    return any(name in scope.elsewhere for scope in scopes.everywhere())


def _root(node: cst.CSTNode) -> cst.CSTNode:
    while isinstance(node, cst.Attribute):
        node = node.value
    return node


def _bound_name(alias: cst.ImportAlias, is_from: bool) -> str:
    if alias.asname and isinstance(alias.asname.name, cst.Name):
        return alias.asname.name.value
    return dotted(alias.name) if is_from else dotted(alias.name).partition(".")[0]


def is_unknown_star(statement: Statement) -> bool:
    """`from paddle.fluid.trainer import *`, of a module whose names nobody knows."""
    if not isinstance(statement, cst.ImportFrom) or not isinstance(statement.names, cst.ImportStar):
        return False
    module = dotted(statement.module)
    return not statement.relative and is_legacy_module(module) and library().legacy(module)[0] is None
