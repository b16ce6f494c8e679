"""What the replay tests share: which C library the numbers went through."""

from types import SimpleNamespace

import pytest

# Executed beside 1.8.5 too: a digest of the machine's logarithm, of which no two versions agree in every last bit.
LIBM = '''
import ctypes, hashlib
import numpy as np
library = ctypes.CDLL("libm.so.6")
library.logf.restype, library.logf.argtypes = ctypes.c_float, [ctypes.c_float]
library.log.restype, library.log.argtypes = ctypes.c_double, [ctypes.c_double]
sample = (np.arange(1, 20001) / 20001).astype("float32")
logarithms = np.array([library.logf(float(x)) for x in sample], "float32")
digest = hashlib.sha256(logarithms.tobytes()).hexdigest()
'''


@pytest.fixture(scope="session")
def libm():
    """This machine's logarithm, of a ``sample`` and as a ``digest``; ``source`` asks for it beside 1.8.5."""
    scope: dict = {}
    exec(LIBM, scope)
    return SimpleNamespace(source=LIBM, **{key: scope[key] for key in ("sample", "logarithms", "library", "digest")})
