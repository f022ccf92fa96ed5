"""Run by tests.bench.peers.procrastinate with its own Python: schema | defer COUNT | trickle COUNT | work."""

import asyncio
import os
import sys
import time

import procrastinate
import psycopg_pool

conninfo = os.environ["CONNINFO"]
app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=conninfo, max_size=12))
pool = psycopg_pool.AsyncConnectionPool(conninfo, min_size=8, max_size=8, open=False, kwargs={"autocommit": True})


@app.task(name="write_row", retry=12)
async def write_row(job):
    async with pool.connection() as conn, conn.transaction():
        await conn.execute("INSERT INTO effect (job) VALUES (%s)", (job,))


async def main(what, count=0):
    async with app.open_async():
        if what == "schema":
            await app.schema_manager.apply_schema_async()
        elif what == "defer":
            for start in range(0, count, 500):
                rows = [{"job": number} for number in range(start, min(start + 500, count))]
                await write_row.batch_defer_async(*rows)
        elif what == "trickle":
            for number in range(count):
                await asyncio.sleep(0.05)
                print(time.time())
                await write_row.defer_async(job=number)
        elif what == "work":
            await pool.open()
            await app.run_worker_async(concurrency=8, wait=True, install_signal_handlers=True)


asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
