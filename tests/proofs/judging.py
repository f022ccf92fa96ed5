"""Does the fault show where it must, and hardly anywhere else?"""

from tests.defects import Defect


def judge(one: Defect, outcomes: dict[str, str]) -> tuple[bool, str]:
    """Whether the proof holds, and a line that says what was seen.

    `outcomes`: node id → passed, skipped, or the name of the exception."""
    failed = [test for test, outcome in outcomes.items() if outcome not in ("passed", "skipped")]
    mine = {test: outcome for test, outcome in outcomes.items() if test == one.test or test.startswith(f"{one.test}[")}
    spread = f"{len(failed)} of {len(outcomes)} failed"
    if not mine:
        return False, f"there is no {one.test}"
    if "AssertionError" not in mine.values():
        return False, f"its test: {', '.join(sorted(set(mine.values())))} ({spread})"
    if (others := set(failed) - set(mine)) and len(failed) > max(1, len(outcomes) // 10):
        return False, f"not its test alone: {', '.join(sorted(others))} ({spread})"
    return True, spread
