"""The same programs, as the fluid of Paddle 2.0 ran them: the package was written for both."""

from parl_programs import run

PACKAGE = "parl-1.4.3"
ERA = "2"
WHAT = "the same, with Adam's epsilon and the operators of Paddle 2; PADDLE_COMPAT_ERA=2"

__all__ = ["run"]
