"""What can go wrong with an outside service. Each carries a sentence for the person who waits. Pure."""


class Trouble(Exception):
    """Something went wrong with an outside service."""

    def __init__(self, service: str, detail: str) -> None:
        self.service, self.detail = service, detail
        super().__init__(f"{service} {detail}")


class Absent(Trouble):
    """The service knows nothing by that name; asking again will not help."""


class Busy(Trouble):
    """The service asks us to wait, or all our turns within the next moments are taken."""

    def __init__(self, service: str, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(service, f"asks us to wait for {max(1, round(seconds))} s.")


class Unavailable(Trouble):
    """No answer, or an error of the service's own, also after the retries."""


class Malformed(Trouble):
    """An answer that makes no sense."""
