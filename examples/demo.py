"""`make demo`: an old script on real PaddlePaddle 1.8.5, on today's Paddle unchanged, and migrated.

All three start from the same weights and see the same batches; the demo ends with the largest differences between
their losses, and fails if one is larger than it should be.
"""

from __future__ import annotations

import subprocess
import sys
import time

import curves
import reference
from curves import LEGACY, ROOT
from runs import CLOSE_OPTIMIZERS, STEPS, long_run, record

TOLERANCE = 1e-6


def main() -> int:
    folder = ROOT / "build" / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    curves.prepare(folder)
    if "--record" in sys.argv[1:]:
        record(folder)
        return 0

    start = time.time()
    legacy, modern = LEGACY / "mnist_single.py", folder / "mnist_single_modern.py"
    print(f"$ paddle-migrate {legacy.relative_to(ROOT)} -o {modern.relative_to(ROOT)}", flush=True)
    subprocess.run([sys.executable, "-m", "paddle_migrate", str(legacy), "-o", str(modern)], check=True)

    rows = []
    for optimizer in CLOSE_OPTIMIZERS:
        options = long_run(optimizer)
        print(f"$ python {legacy.name} {' '.join(options)}", flush=True)
        oracle = reference.losses(folder, *options)
        compat = curves.run_here(legacy, folder, *options, compat=True).losses
        migrated = curves.run_here(modern, folder, *options, compat=False).losses
        pairs = [(compat, oracle), (migrated, oracle), (migrated, compat)]
        rows.append((optimizer, oracle, [curves.largest_difference(*pair) for pair in pairs]))

    source = "live" if curves.oracle_python() else "recorded"
    print(f"\nLoss over {STEPS} steps, same weights and batches; largest relative difference of any step.")
    paddle = curves.paddle_version()
    print(f"1.8.5: real PaddlePaddle 1.8.5 ({source}). compat: the old script, unchanged, on Paddle {paddle}.")
    print("migrated: what paddle-migrate wrote, on the same Paddle, without this package.\n")
    print(f"{'optimizer':<10} {'1.8.5, first and last':>22} {'compat / 1.8.5':>15} {'migrated / 1.8.5':>17} "
          f"{'migrated / compat':>18}")
    for optimizer, oracle, differences in rows:
        ends = f"{oracle[0]:.4f} -> {oracle[-1]:.4f}"
        print(f"{optimizer:<10} {ends:>22} {differences[0]:>15.1e} {differences[1]:>17.1e} {differences[2]:>18.1e}")
    good = all(difference <= TOLERANCE for _, _, differences in rows for difference in differences)
    print(f"\n{'All' if good else 'NOT all'} within {TOLERANCE:.0e}; {time.time() - start:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
