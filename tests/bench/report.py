"""What a bench leaves behind: a table to read, a line per row, bench.json."""

import datetime
import json
import os
import platform
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from tests.bench.contest import Result
from tests.bench.ground import ROOT
from tests.bench.rows import Row, Verdict, line, verdict

Results = Mapping[str, Result]


def lines(rows: Sequence[Row], results: Results) -> Iterator[str]:
    for row in rows:
        if row.contest in results:
            yield line(row, results[row.contest].medians(row.figure))


def table(rows: Sequence[Row], results: Results) -> str:
    """Every contestant of every row, the best known to the reader first: ours, its peer, the others."""
    out = [f"\n{machine()}\n\n{'row':22} {'who':32} {'median':>10}  {'rounds'}"]
    for row in rows:
        result = results.get(row.contest)
        if result is None:
            continue
        names = [name for name in (row.ours, row.peer) if name]
        others = [name for name in (*result.rounds, *result.absent) if name not in names]
        for name in [*names, *others]:
            median = result.median(name, row.figure)
            if median is not None:
                each = "  ".join(f"{figures[row.figure]:,.4g}" for figures in result.rounds[name])
                out.append(f"{row.name:22} {name:32} {median:>10,.4g}  {each} {row.unit}")
            elif name in result.absent:
                out.append(f"{row.name:22} {name:32} {'absent':>10}  {result.absent[name]}")
    return "\n".join([*out, ""])


def write(path: Path, rows: Sequence[Row], results: Results) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(as_json(rows, results), indent=1) + "\n")


def as_json(rows: Sequence[Row], results: Results) -> dict[str, Any]:
    return {
        "at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "commit": _commit(),
        "rows": [_row(row, results[row.contest]) for row in rows if row.contest in results],
        "rounds": {name: result.rounds for name, result in results.items()},
        "absent": {name: result.absent for name, result in results.items() if result.absent},
    }


def exit_code(rows: Sequence[Row], results: Results, *, smoke: bool) -> int:
    """Smoke: 1 if one of ours did not run. Else 1 if a row is short of what it must reach."""
    if smoke:
        return int(any(name.startswith("ours") for result in results.values() for name in result.absent))
    found = [verdict(row, *_pair(row, results[row.contest])) for row in rows if row.contest in results]
    return int(Verdict.SHORT in found)


def _pair(row: Row, result: Result) -> tuple[float | None, float | None]:
    return result.median(row.ours, row.figure), result.median(row.peer, row.figure) if row.peer else None


def _row(row: Row, result: Result) -> dict[str, Any]:
    ours, peer = _pair(row, result)
    return {
        "row": row.name,
        "unit": row.unit,
        "ours": ours,
        "peer": peer,
        "peer_name": row.peer,
        "must": row.must,
        "aim": row.aim,
        "bar": row.bar.value,
        "verdict": verdict(row, ours, peer),
    }


def machine() -> str:
    """One line: cores, processor, load, versions."""
    model = next(
        (text.partition(":")[2].strip() for text in _text("/proc/cpuinfo").splitlines() if "model name" in text), ""
    )
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("django", "dramatiq", "psycopg"))
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores {model or platform.machine()}, Linux {platform.release()},"
        f" Python {platform.python_version()}, {versions}, load {load:.1f}"
    )


def _text(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return done.stdout.strip()
