"""Whether a program has sequences of several lengths, and whether what is fed shows them."""

from __future__ import annotations

from paddle_migrate.facts.facts import Facts
from paddle_migrate.rules.sequences import GIVES, ROWS, TAKES


def has_sequences(facts: Facts) -> bool:
    """Whether the script, or another file of the programs that it is a part of, takes sequences."""
    return facts.once(_has)


def shows_their_data(facts: Facts) -> bool:
    """Whether one of these files says what is fed as sequences."""
    return facts.once(_shows)


def feeds_sequences(facts: Facts) -> bool:
    """Whether what is fed has sequences, and lengths beside them."""
    return has_sequences(facts) and shows_their_data(facts)


def feeds_rows(facts: Facts) -> bool:
    """Whether one of these files makes rows of sequences to feed."""
    return facts.once(_feeds)


def _feeds(facts: Facts) -> bool:
    return facts.says(ROWS)


def _has(facts: Facts) -> bool:
    return facts.says(TAKES)


def _shows(facts: Facts) -> bool:
    return facts.says(GIVES)
