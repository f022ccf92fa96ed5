"""All metrics as Prometheus reads them: what the processes of this machine have counted, and how the tables stand.

docs/reference/metrics.md lists them; docs/monitoring/ has alert rules and a Grafana dashboard."""

from collections.abc import Callable, Iterator

from django.db import InterfaceError, OperationalError, connection
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from inbound import figures as inbound
from notifications import figures as notifications
from onboarding import figures as onboarding
from worker import figures as worker
from worker import health

Values = Iterator[tuple[str, float]]

GAUGES: dict[str, tuple[str, str]] = {
    "holdfast_lane_due": ("lane", "Jobs that are due and not claimed; counted up to 10,000"),
    "holdfast_lane_oldest_seconds": ("lane", "For how long the first of them has been due"),
    "holdfast_lane_running": ("lane", "Jobs that run"),
    "holdfast_lane_workers": ("lane", "Processes that beat and serve the lane"),
    "holdfast_lane_paused": ("lane", "1 while an operator has paused it"),
    "holdfast_jobs_failed": ("kind", "Failed jobs that are kept, of the newest 10,000"),
    "holdfast_writer_slots_free": ("", "Writer slots that a process may still claim"),
    "holdfast_sweep_late": ("sweep", "1 for a sweep that has not ended well for two periods"),
    "holdfast_intake_accepted": ("", "Mail that is accepted and has not ended; counted up to 10,000"),
    "holdfast_intake_oldest_seconds": ("", "For how long the first of them has waited"),
    "holdfast_quarantine": ("reason", "Mail in quarantine, of the newest 10,000"),
    "holdfast_held": ("reason", "Mail that is held, of the newest 10,000"),
    "holdfast_mail_unsettled": ("state", "Outgoing mail that is queued, sending or of unknown outcome"),
    "holdfast_mail_oldest_seconds": ("state", "For how long the first of them has been there"),
    "holdfast_holds_pending": ("direction", "Mails that wait for a person"),
    "holdfast_signups_stuck": ("", "Signups that would not go on by themselves"),
}


def _values() -> dict[str, Callable[[], Values]]:
    lanes, late = worker.lanes(), health.look().late_sweeps
    waiting, unsettled = inbound.waiting(inbound.accepted()), notifications.unsettled()
    return {
        "holdfast_lane_due": lambda: ((lane.name, lane.due) for lane in lanes),
        "holdfast_lane_oldest_seconds": lambda: ((lane.name, lane.oldest) for lane in lanes),
        "holdfast_lane_running": lambda: ((lane.name, lane.running) for lane in lanes),
        "holdfast_lane_workers": lambda: ((lane.name, lane.workers) for lane in lanes),
        "holdfast_lane_paused": lambda: ((lane.name, bool(lane.paused_by)) for lane in lanes),
        "holdfast_jobs_failed": lambda: iter(worker.failed().items()),
        "holdfast_writer_slots_free": lambda: iter([("", worker.slots_free())]),
        "holdfast_sweep_late": lambda: ((name, 1) for name in late),
        "holdfast_intake_accepted": lambda: iter([("", waiting.count)]),
        "holdfast_intake_oldest_seconds": lambda: iter([("", waiting.oldest)]),
        "holdfast_quarantine": lambda: iter(inbound.quarantined().items()),
        "holdfast_held": lambda: iter(inbound.held().items()),
        "holdfast_mail_unsettled": lambda: ((mails.state, mails.count) for mails in unsettled),
        "holdfast_mail_oldest_seconds": lambda: ((mails.state, mails.oldest) for mails in unsettled),
        "holdfast_holds_pending": lambda: iter(notifications.holds().items()),
        "holdfast_signups_stuck": lambda: iter([("", onboarding.stuck())]),
    }


class Tables(Collector):
    """How the tables stand now. With the database away it says so, and nothing else."""

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("holdfast_database_up", "1 while the database answers this process")
        try:
            families = [self._family(name, list(values())) for name, values in _values().items()]
            up.add_metric([], 1)
        except (InterfaceError, OperationalError):
            connection.close()
            families = []
            up.add_metric([], 0)
        yield up
        yield from families

    def _family(self, name: str, values: list[tuple[str, float]]) -> Metric:
        label, help_text = GAUGES[name]
        family = GaugeMetricFamily(name, help_text, labels=[label] if label else [])
        for value_of, value in values:
            family.add_metric([value_of] if label else [], float(value))
        return family


def exposition() -> bytes:
    """Text format 0.0.4."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(Tables())
    return generate_latest(registry)
