"""`make crash [ARGS='--seconds 420 --kills 210 --seed 1']`. Fails when anything was lost, doubled or stranded."""

import argparse
import logging
import os
import sys
from functools import partial

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from tests.crash.run import Plan, run  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=420)
    parser.add_argument("--kills", type=int, default=210)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    logging.getLogger("mail.log").setLevel(logging.ERROR)  # the sink's
    plan = Plan(seconds=wanted.seconds, kills=wanted.kills, seed=wanted.seed)
    report = run(plan, say=partial(print, flush=True))
    print(report)
    return 0 if report.verdict.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
