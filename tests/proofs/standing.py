"""`python -m tests.proofs.standing`: brings each defect back in a process of its own; prints those that cannot be,
since what they break is not there any more, as `id: why`. It takes seconds, where the proofs take half an hour."""

import os
from functools import partial

import django

from config.forked import Forked
from tests.defects import Defect, all_defects


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for one in all_defects().values():
        Forked(partial(_break, one)).wait()


def _break(one: Defect) -> None:
    try:
        one.break_it()
    except Exception as error:
        print(f"{one.id}: {error!r}", flush=True)


if __name__ == "__main__":
    main()
