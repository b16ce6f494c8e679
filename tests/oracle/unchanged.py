"""Whether an argument changes nothing, in 1.8.5 or ours; executed beside either, behind ``cases.py``. Python 3.7."""

import numpy as np


def run_unchanged(fluid, pairs, given):
    """For each key, whether the second of two expressions answers as the first one does, to the last bit.

    ``pairs`` has candidates: the door whose inputs they use, and the two expressions. The first counts whose first
    expression runs. What a case's random operations draw is no matter here: none of them is random.
    """
    answer = {}
    for key, candidates in pairs.items():
        for door, plain, other in candidates:
            inputs = {name.partition(" ")[2]: value for name, value in given.items() if name.partition(" ")[0] == door}
            answers = run_cases(fluid, {"plain": plain, "other": other}, inputs)  # noqa: F821
            if "plain|error" not in answers:
                answer[key] = np.array(same(answers))
                break
        else:
            answer[key] = np.array(False)
    return answer


def same(answers):
    plain = {key.partition("|")[2]: value for key, value in answers.items() if key.startswith("plain|")}
    other = {key.partition("|")[2]: value for key, value in answers.items() if key.startswith("other|")}
    return plain.keys() == other.keys() and all(
        value.dtype == other[key].dtype and value.shape == other[key].shape and value.tobytes() == other[key].tobytes()
        for key, value in plain.items()
    )
