"""Whether a program has sequences of several lengths, and whether what is fed shows them."""

from __future__ import annotations

from paddle_migrate.facts.facts import Facts
from paddle_migrate.rules.sequences import ASKS, GIVES, LEAVES, LENGTHS, MARKED, ROWS, TAKES


def has_sequences(facts: Facts) -> bool:
    """Whether the script, or another file of the programs that it is a part of, takes sequences, or asks for their
    lengths."""
    return facts.once(_has)


def asks_for_lengths(facts: Facts) -> bool:
    """Whether one of these files asks for the lengths of something, where something has lengths."""
    return facts.says(ASKS) and any(map(facts.says, (TAKES, LEAVES, GIVES, ROWS)))


def knows_lengths(facts: Facts) -> bool:
    """Whether all that has lengths in these files has them in variables today: not rows that are fed as arrays."""
    return has_sequences(facts) or (facts.says(LEAVES) and not feeds_rows(facts))


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
    return facts.says(ROWS) and (has_sequences(facts) or facts.says(LENGTHS))


def _has(facts: Facts) -> bool:
    return facts.says(TAKES) or (facts.says(ASKS) and facts.says(MARKED))


def _shows(facts: Facts) -> bool:
    return facts.says(GIVES)
