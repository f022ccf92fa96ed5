"""Run by tests.bench.peers.naive with its own Python: PORT CONNINFO."""

import asyncio
import hashlib
import re
import sys

import psycopg_pool
import uvloop
from aiosmtpd.smtp import SMTP

MESSAGE_ID = re.compile(rb"^message-id:\s*<?([^>\r\n]+)", re.I | re.M)
INTAKE = (
    "INSERT INTO intake (recipient, message_id, content_hash, sender, raw) VALUES (%s, %s, %s, %s, %s)"
    " ON CONFLICT DO NOTHING RETURNING id"
)
JOB = "INSERT INTO job (kind, intake_id) VALUES ('process', %s)"


class Handler:
    def __init__(self, pool):
        self.pool = pool

    async def handle_DATA(self, server, session, envelope):
        raw = envelope.content
        found = MESSAGE_ID.search(raw)
        number = found[1].decode("ascii", "replace") if found else ""
        digest = hashlib.sha256(raw).digest()
        async with self.pool.connection() as conn, conn.transaction():
            for recipient in envelope.rcpt_tos:
                cursor = await conn.execute(INTAKE, (recipient, number, digest, envelope.mail_from, raw), binary=True)
                if row := await cursor.fetchone():
                    await conn.execute(JOB, row)
        return "250 queued"


async def main(port, conninfo):
    pool = psycopg_pool.AsyncConnectionPool(
        conninfo, min_size=16, max_size=16, open=False, kwargs={"autocommit": True, "prepare_threshold": 0}
    )
    await pool.open(wait=True)
    handler, loop = Handler(pool), asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(handler, hostname="naive", enable_SMTPUTF8=False, loop=loop), "127.0.0.1", port, backlog=1024
    )
    await server.serve_forever()


uvloop.run(main(int(sys.argv[1]), sys.argv[2]))
