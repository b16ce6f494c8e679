"""How running code ends early."""


class OutOfSteps(Exception):
    """The script goes on for longer than anyone would wait."""


class Leave(Exception):
    """The running code leaves a block: by return, break, continue or raise."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


# what a function raises that is called with something that it does not take
WRONG_CALL = (TypeError, ValueError, IndexError, KeyError, AttributeError, ArithmeticError)
