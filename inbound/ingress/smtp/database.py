"""This thread's Django connection for a door that must answer soon: it gives up rather than hang."""

from django.db import connection


def give_up_after(*, statement: float, connect: int = 5) -> None:
    """Seconds. Holds for the calling thread's next connections; to be called before the first query."""
    options = dict(connection.settings_dict.get("OPTIONS", {}))
    options["options"] = f"{options.get('options', '')} -c statement_timeout={int(statement * 1000)}"
    options["connect_timeout"] = connect
    connection.settings_dict = {**connection.settings_dict, "OPTIONS": options}
