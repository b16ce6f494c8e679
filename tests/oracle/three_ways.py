"""Runs pieces of source under 1.8.5, under compat, and as what the codemod makes of them, and holds all to 1.8.5.

A piece appends what it finds to ``out``; ``doings.py`` runs it. ``left`` names those that the codemod leaves to a
person, with words of its reason; ``differs`` those whose new form gives something else, with words of its finding.
"""

import numpy as np
from paddle_migrate.api import migrate_source

HEAD = "import numpy as np\nimport paddle.fluid as fluid\nout = []\n"


class ThreeWays:
    """The answers to the cases of one door."""

    def __init__(self, name, cases, fluid, harness, doings, compare, left=None, differs=None):
        self.cases, self.compare, self.left, self.differs = cases, compare, left or {}, differs or {}
        assert self.left.keys() | self.differs.keys() <= cases.keys()
        question = f"{doings.source}\nanswer.update(run_doings(fluid, {cases!r}))\n"
        self.theirs = harness.ask(name, question)
        self.ours = doings.run_doings(fluid, cases)

    def check(self, name, tolerance=1e-6):
        """Compat has 1.8.5's answers, errors too, and so has the migrated piece unless it is declared otherwise."""
        self.compare(name, self.theirs, self.ours, tolerance, "under compat")
        result = migrate_source(HEAD + self.cases[name])
        assert migrate_source(result.text).text == result.text
        if name in self.left:
            assert any(self.left[name] in finding.message for finding in result.left), result.left
            return
        assert result.left == []
        assert "fluid" not in result.text
        if name in self.differs:
            assert any(self.differs[name] in finding.message for finding in result.findings), result.findings
            return
        self.compare(name, self.theirs, run(name, result.text), tolerance, "migrated")


def run(name, text):
    """What a migrated piece leaves, by the keys of ``run_doings``."""
    scope = {"__name__": "script"}
    try:
        exec(compile(text, "script.py", "exec"), scope)
    except Exception as error:
        return {f"{name}|error": np.array(repr(error))}
    values = [value.numpy() if hasattr(value, "numpy") else np.array(value) for value in scope["out"]]
    return {f"{name}|{number}": value for number, value in enumerate(values)}
