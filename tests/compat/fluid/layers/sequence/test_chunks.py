"""Chunks found in tagged sequences, in every scheme."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

GIVEN, LODS = {"lengths": np.array([8, 3, 0, 5, 1]), "outside": np.full((4, 1), 6)}, {"outside": [[0, 4]]}
CASES = ["L.chunk_eval(outside, outside, 'IOB', 3)", "L.chunk_eval(outside, outside, 'BIO', 3)"]
r = np.random.RandomState(7)
for scheme, tags in (("IOB", 2), ("IOE", 2), ("IOBES", 4), ("plain", 1)):
    for number, lod in enumerate(([0, 13, 14, 40], [0, 0, 20, 40, 40])):
        x, y = f"x{scheme}{number}", f"y{scheme}{number}"
        GIVEN[x] = r.randint(0, 3 * tags + 1, (40, 1))
        GIVEN[y] = np.where(r.rand(40, 1) < 0.3, r.randint(0, 3 * tags + 1, (40, 1)), GIVEN[x])
        LODS[x] = LODS[y] = [lod]
        CASES += [f"L.chunk_eval({x}, {y}, '{scheme}', 3)", f"L.chunk_eval({x}, {y}, '{scheme}', 3, [1])"]
    GIVEN[f"p{scheme}"], GIVEN[f"q{scheme}"] = (GIVEN[f"{of}{scheme}0"].reshape(5, 8) for of in "xy")
    CASES.append(f"L.chunk_eval(p{scheme}, q{scheme}, '{scheme}', num_chunk_types=3, excluded_chunk_types=[0, 2], "
                 "seq_length=lengths)")


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.sequence.chunks", {case: case for case in CASES}, GIVEN, LODS)


@pytest.mark.parametrize("case", CASES)
def test_chunks(asked, case):
    asked.check(case)
