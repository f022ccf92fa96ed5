"""Django's connections in worker threads: kept between jobs, never trusted blindly, closed with the thread."""

import threading
import time
from typing import Any

from django.db import connections
from dramatiq.broker import Broker, MessageProxy
from dramatiq.middleware import Middleware

from worker.claimed import CONNECTION_TRUST, replace_dead_connection


class Connections(Middleware):
    """No query per job: a connection is asked whether it lives only after an idle second or an error."""

    def __init__(self) -> None:
        self._used = threading.local()

    def before_process_message(self, broker: Broker, message: MessageProxy) -> None:
        if time.monotonic() - getattr(self._used, "at", 0.0) > CONNECTION_TRUST:
            replace_dead_connection()

    def after_process_message(
        self, broker: Broker, message: MessageProxy, *, result: Any = None, exception: BaseException | None = None
    ) -> None:
        self._used.at = time.monotonic()
        for connection in connections.all(initialized_only=True):
            if exception is not None or connection.errors_occurred:
                connection.close_if_unusable_or_obsolete()

    def after_skip_message(self, broker: Broker, message: MessageProxy) -> None:
        self.after_process_message(broker, message)

    def before_worker_thread_shutdown(self, broker: Broker, thread: object) -> None:
        connections.close_all()
