"""Every word of compat/RULES.md, once: what the codemods read of a rule, and what is there for the runtime alone."""

from __future__ import annotations

from enum import Enum

_HOME = "paddle_compat._language."


class Word(Enum):
    """What is read; compat defines it in `_language`."""

    # above a function or a class
    CALLED_WITH = "called_with"
    DIFFERS = "differs"
    DIFFERS_MUCH = "differs_much"
    DROPPED = "dropped"
    DYNAMIC_ONLY = "dynamic_only"
    FIRST_ALONE = "first_alone"
    HELPER = "helper"
    MAYBE_VECTOR_RESULT = "maybe_vector_result"
    OF_SEQUENCES = "of_sequences"
    SAME_DTYPE = "same_dtype"
    VECTOR_RESULT = "vector_result"
    WITHOUT_GRADIENT = "without_gradient"
    # statements of a constructor
    DIFFERS_IF_GIVEN = "differs_if_given"
    RUNTIME_ONLY = "runtime_only"
    WITH_ACTIVATION = "with_activation"
    WITH_DTYPE = "with_dtype"
    # in expressions
    ACTIVATE = "activate"
    AT_RUN_TIME = "at_run_time"
    IN_TRAIN_MODE = "in_train_mode"
    KNOWN = "known"
    LAYERED = "layered"
    LEFT_OUT = "left_out"
    PADDLE_3 = "PADDLE_3"
    SIZED = "sized"
    WITH_ARGUMENTS = "with_arguments"
    # in the place of a definition, or of a list of names
    FAMILIES = "families"
    GONE = "gone"

    @classmethod
    def of(cls, dotted: str) -> Word | None:
        """The word that a full name of compat is."""
        return _WORDS.get(dotted[len(_HOME) :]) if dotted.startswith(_HOME) else None


_WORDS = {word.value: word for word in Word}

# Decorators that the codemods pass over; compat defines them in `_runtime` and `_static`.
RUNTIME_ONLY = frozenset({
    "as_with_elements",
    "counted",
    "counted_from_the_other_end",
    "equal_as_then",
    "false_while_recording",
    "for_sequences",
    "gradients_replaced",
    "ignored_keep_gradients",
    "in_programs",
    "made_by_class",
    "memory_shared",
    "named_as_told",
    "of_pairs",
    "of_programs",
    "of_the_last",
    "offsets_by",
    "offsets_from",
    "open_to_attributes",
    "own_memory",
    "pairs_of_arrays",
    "parts_equal",
    "recorded",
    "remembered",
    "replayed",
    "replayed_dropout",
    "replayed_initializer",
    "rows_keep_gradients",
    "scales_asked_for",
    "sized_as",
    "stops_at_target",
    "towards_zero",
    "tried_as",
    "written_alone",
})  # fmt: skip
