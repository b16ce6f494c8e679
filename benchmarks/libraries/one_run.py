"""Runs one case on the Paddle of this Python and saves its arrays: what library_runs.py starts for each Paddle.

    python benchmarks/libraries/one_run.py CASE FOLDER_OF_THE_PACKAGE OUT.npz

Prints, as the last line, the Paddle's version and which of the package's imports were answered by empty stand-ins.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    case, root, out = sys.argv[1], str(Path(sys.argv[2]).resolve()), str(Path(sys.argv[3]).resolve())
    os.environ["PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"] = "python"  # which reads files of older compilers
    sys.path[:0] = [str(HERE), str(HERE / "runs"), root]
    sys.argv = [""]
    import numpy as np
    import paddle
    import stand_ins

    stand_ins.put_back()
    tops = {path.stem for path in Path(root).iterdir()}
    sys.meta_path.append(stand_ins.Finder({*tops, "paddle", "paddle_compat", "numpy"}, root))
    arrays = importlib.import_module(case).run()
    assert all(np.isfinite(np.asarray(array, "float64")).all() for array in arrays.values()), arrays
    np.savez(out, **{name: np.asarray(array) for name, array in arrays.items()})
    empty = sorted(name for name, module in sys.modules.items()
                   if isinstance(module, stand_ins.StandIn) and "." not in name)
    print(json.dumps([paddle.__version__, empty]))


if __name__ == "__main__":
    main()
