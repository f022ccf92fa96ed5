"""Django's PostgreSQL backend on the embedded server.

In DATABASES: `{"ENGINE": "config.embedded", "NAME": "holdfast", "EMBEDDED": {"directory": …, "throw_away": False}}`.
Whoever asks for connection parameters, Django or a process that opens connections of its own, becomes a user of
the server first.
"""

from collections.abc import Iterable
from typing import Any

from django.db.backends.postgresql import base, client

from config.embedded.server import Server, server_at


class DatabaseClient(client.DatabaseClient):
    """`manage.py dbshell`."""

    def runshell(self, parameters: Iterable[str]) -> None:
        self.connection.get_connection_params()
        super().runshell(parameters)


class DatabaseWrapper(base.DatabaseWrapper):
    client_class = DatabaseClient

    @property
    def server(self) -> Server:
        return server_at(**self.settings_dict["EMBEDDED"])

    def get_connection_params(self) -> dict[str, Any]:
        parameters = self.server.acquire(self.settings_dict["NAME"] or "postgres")
        self.settings_dict.update(HOST=parameters["host"], PORT=str(parameters["port"]), USER=parameters["user"])
        return super().get_connection_params() | parameters
