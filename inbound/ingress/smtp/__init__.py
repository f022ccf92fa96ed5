"""The SMTP edge: `250` only after the commit.

grammar    addresses and parameters of MAIL and RCPT (pure)
protocol   one session's state machine (pure: bytes in, replies and questions out)
batch      group commit: what arrives during a commit is the next batch
recipients who is known here, asked at RCPT
limits     connections, bytes in memory
server     asyncio around it
"""
