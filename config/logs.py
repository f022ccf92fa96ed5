"""Log lines: one form for structlog and the standard library, with the context that a job or request has bound."""

from typing import Any

import structlog

from notifications.masking import masked_in


def configuration(*, form: str, level: str) -> dict[str, Any]:
    """For Django's LOGGING. `form` is console or json; everything goes to standard error."""
    before: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[*before, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    render: list[Any] = [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    if form == "json":
        without_values = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)  # they hold tokens and mail
        render = [structlog.processors.ExceptionRenderer(without_values), structlog.processors.JSONRenderer()]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": [*before, structlog.stdlib.ExtraAdder()],
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *render, _masked],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            "botocore": {"level": "WARNING"},
            "urllib3": {"level": "WARNING"},
        },
    }


def _masked(logger: Any, method: str, line: str) -> str:
    """Last, on the whole line with its traceback: a reply token is as good as a signature, wherever it stands."""
    return masked_in(line)
