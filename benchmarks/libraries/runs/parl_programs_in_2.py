"""The same programs, as the fluid of Paddle 2.0 ran them: the package, written for both, is one of Paddle 2."""

from parl_programs import run

PACKAGE = "parl-1.4.3"
WHAT = "the same, with Adam's epsilon and the operators of Paddle 2"

__all__ = ["run"]
