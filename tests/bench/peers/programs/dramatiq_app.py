"""Run by tests.bench.peers.dramatiq_redis with its own Python: as the CLI's module, or as a script that enqueues."""

import os
import threading
import time
from pathlib import Path

import dramatiq
from dramatiq.brokers.redis import RedisBroker

dramatiq.set_broker(RedisBroker(url=os.environ["REDIS"]))
count = int(os.environ["COUNT"])
lock, began, done = threading.Lock(), 0.0, 0


@dramatiq.actor
def do_nothing(job):
    global began, done
    with lock:
        began = began or time.monotonic()
        done += 1
        if done == count:
            half = Path(os.environ["TOOK"]).with_suffix(".half")
            half.write_text(str(time.monotonic() - began))
            half.rename(os.environ["TOOK"])


if __name__ == "__main__":
    for number in range(count):
        do_nothing.send(number)
