"""With --fold-softmax: `p = softmax(x)`, `cross_entropy(p, label)` → `F.cross_entropy(x, label)`, which takes the
logits. The loss moves in its last digits, for the better."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.rules.expand import expanded
from paddle_migrate.rules.expansion import Expansion, Refused, Written
from paddle_migrate.rules.one_call import OneCall
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = False  # whether a run fetches the softmax is not asked here
_WORDS = "the softmax before it is left out, since it takes logits today: the loss moves in its last digits"
_OF_SOFTMAX = ("input", "use_cudnn", "name")


@dataclass(frozen=True, eq=False)
class _OfLogits(OneCall):
    """`cross_entropy` of what softmax() would have made of its input."""

    def expansion(self, arguments: tuple[tuple[str, Written], ...], target: str) -> Expansion:
        fused = self.module.find("softmax_with_cross_entropy")
        if not isinstance(fused, Rule):
            raise Refused("")
        return expanded(fused, tuple(("logits" if k == "input" else k, v) for k, v in arguments), target)


def rewrite(script: Script) -> None:
    if not script.options.fold_softmax:
        return
    for reference in script.open("cross_entropy"):
        probabilities = reference.argument("input")
        rule = script.rule(reference)
        if isinstance(rule, Rule) and isinstance(probabilities, cst.Name) and _fold(script, reference, probabilities):
            script.read_by(reference, _OfLogits(rule.name, rule.kind, rule.module, rule.node, rule.params, scope=-1))
            script.say(reference.node, "PM202", reference.short, _WORDS)


def _fold(script: Script, reference: Reference, probabilities: cst.Name) -> bool:
    """Give the call the logits; the softmax goes where nobody else reads it."""
    bindings = script.facts.origins.bindings(probabilities)
    made = bindings[0].value if len(bindings) == 1 else None
    logits = _logits(script, made)
    if logits is None or not isinstance(made, cst.Call):
        return False
    assign = bindings[0].node
    alone = script.scopes.find(probabilities) == bindings and bindings[0].uses == [probabilities]
    alone = alone and isinstance(assign, cst.Assign) and len(assign.targets) == 1
    if not isinstance(logits, cst.Name):
        if alone:
            script.edits.replace(*script.source.span(made), lambda: script.render(logits))
            _say(script, made, "what it was given")
        return alone
    if not _is_straight(script, bindings[0], logits, probabilities):
        return False
    script.edits.replace(*script.source.span(probabilities), logits.value)
    if alone:
        script.beside.delete(assign)
        _say(script, made, logits.value)
    return True


def _say(script: Script, softmax: cst.Call, instead: str) -> None:
    reference = script.by_call[softmax]
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {instead}")


def _logits(script: Script, made: cst.BaseExpression | None) -> cst.BaseExpression | None:
    """What softmax() is called with, over the last dimension."""
    reference = script.by_call.get(made) if isinstance(made, cst.Call) else None
    if reference is None or reference.short.rpartition(".")[2] != "softmax" or not isinstance(made, cst.Call):
        return None
    keywords = [arg.keyword.value for arg in made.args if arg.keyword]
    plain = len(made.args) - len(keywords) <= 1 and not any(arg.star for arg in made.args)
    return reference.argument("input") if plain and set(keywords) <= set(_OF_SOFTMAX) else None


def _is_straight(script: Script, binding: Binding, logits: cst.Name, use: cst.Name) -> bool:
    """Whether the logits are still the same where the probabilities are used."""
    source, first, last = script.source, script.source.order(binding.node), script.source.order(use)
    loops = [source.parent(node, cst.For, cst.While) for node in (binding.node, use)]
    same = loops[0] is loops[1] and script.scopes.of(binding.node) is script.scopes.of(use)
    others = script.scopes.find(logits)
    return same and bool(others) and not any(first < source.order(b.node) < last for b in others)
