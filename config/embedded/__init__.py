"""The embedded PostgreSQL: a server that development, demo and tests start by themselves.

`place` says where things are, `binaries` what is run and as whom, `keeper` is the process that owns the
server, `server` is how a process becomes one of its users, `base` makes it a Django database engine.

A lock of the kernel (flock) counts the users, so one that is killed cannot leak the server.
"""
