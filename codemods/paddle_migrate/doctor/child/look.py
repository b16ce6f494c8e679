"""Run by the interpreter that is asked about, of any age from 3.7 on: what it has, as a line of JSON behind a mark."""

import json
import sys

seen = {"hook": any(hasattr(finder, "wakes") or type(finder).__name__ == "Finder" for finder in sys.meta_path),
        "numpy": "", "numpy_error": "", "paddle": "", "error": "", "missing": "", "fluid": ""}
places = []
try:
    import numpy

    seen["numpy"] = numpy.__version__
    places.append(numpy.__file__)
except Exception as error:
    seen["numpy_error"] = str(error)
try:
    import paddle

    seen["paddle"] = paddle.__version__
    places.append(paddle.__file__)
except Exception as error:
    missing = error.name or "" if isinstance(error, ModuleNotFoundError) else ""
    if missing != "paddle":
        seen["error"], seen["missing"] = "%s: %s" % (type(error).__name__, error), missing  # noqa: UP031
if seen["paddle"] and not seen["numpy_error"]:
    try:
        import paddle.fluid

        seen["fluid"] = paddle.fluid.__name__
    except Exception:
        pass
    try:
        getattr(paddle, "to_tensor", numpy.asarray)(numpy.ones(2, "float32")).sum()
    except Exception as error:
        seen["numpy_error"] = str(error)
print("\n#SEEN " + json.dumps(dict(seen, places=places)))
