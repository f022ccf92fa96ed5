"""Run by tests.bench.peers.celery with its own Python: as the worker's app, or as a script with COUNT to enqueue."""

import os
import sys
import threading

import psycopg
from celery import Celery

app = Celery("celery_app", broker=os.environ["REDIS"])
app.conf.update(
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    worker_prefetch_multiplier=4,
    worker_hijack_root_logger=False,
)
mine = threading.local()


@app.task(name="write_row", autoretry_for=(Exception,), retry_backoff=True, max_retries=12)
def write_row(job):
    if not hasattr(mine, "conn"):
        mine.conn = psycopg.connect(os.environ["CONNINFO"], autocommit=True)
    with mine.conn.transaction():
        mine.conn.execute("INSERT INTO effect (job) VALUES (%s)", (job,))


if __name__ == "__main__":
    with app.producer_pool.acquire(block=True) as producer:
        for number in range(int(sys.argv[1])):
            write_row.apply_async((number,), producer=producer)
