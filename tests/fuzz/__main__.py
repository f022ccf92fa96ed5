"""``python -m tests.fuzz [TARGET …] [--runs N]``: libFuzzer (atheris) on each target, seeded from tests/eml and DIR.

Fails on an exception, an input that takes 10 s, or more than 700 MB of memory. What failed is left in var/fuzz/.
"""

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = {"reply_text": 500_000, "mime": 100_000, "smtp": 1_000_000}
LONGEST = {"reply_text": 1_000, "mime": 3_000, "smtp": 600}
FOUND = ROOT / "var" / "fuzz"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=list(RUNS))
    parser.add_argument("--runs", type=int, help="instead of the full number")
    parser.add_argument("--seeds", type=Path, help="a folder of mails, used beside tests/eml")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("rest", nargs=argparse.REMAINDER)
    chosen, more = parser.parse_known_args()
    if chosen.one:
        return _fuzz(chosen.one, more)
    return max(_run(name, chosen.runs or RUNS[name], chosen.seeds) for name in chosen.targets)


def _run(name: str, runs: int, more_seeds: Path | None) -> int:
    """One target in a process of its own, as libFuzzer ends the process."""
    grown = FOUND / name
    grown.mkdir(parents=True, exist_ok=True)
    seeds = [ROOT / "tests" / "eml", *([more_seeds] if more_seeds else [])]
    options = [f"-runs={runs}", f"-max_len={LONGEST[name]}", "-timeout=10", "-rss_limit_mb=700", "-print_final_stats=1"]
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "tests.fuzz",
        "--one",
        name,
        *options,
        f"-artifact_prefix={grown}/",
    ]
    ended = subprocess.run([*command, str(grown), *map(str, seeds)], cwd=ROOT, capture_output=True, text=True)
    report = [line for line in ended.stderr.splitlines() if line.startswith(("Done", "stat::", "ERROR", " ==="))]
    print(f"{name}: {'no fault' if ended.returncode == 0 else 'FAULT'} in {runs:,} inputs", flush=True)
    if ended.returncode:
        print(ended.stdout[-3_000:], ended.stderr[-3_000:])
    print("\n".join(f"  {line}" for line in report if "peak_rss" in line or "average_exec" in line or "Done" in line))
    return int(ended.returncode != 0)


def _fuzz(name: str, options: list[str]) -> int:
    import atheris

    with atheris.instrument_imports(include=["inbound.reading", "inbound.classify", "inbound.ingress.smtp"]):
        from tests.fuzz.targets import TARGETS

    atheris.Setup([sys.argv[0], *options], TARGETS[name])
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
