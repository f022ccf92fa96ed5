from datetime import timedelta

from notifications.schedule import ATTEMPTS, delay_after


def test_eight_attempts_span_29_hours() -> None:
    """N17: a day of downtime loses nothing."""
    delays = [delay_after(attempt) for attempt in range(1, ATTEMPTS + 1)]
    assert ATTEMPTS == 8
    assert delays[-1] is None
    waits = [delay for delay in delays if delay is not None]
    assert waits == sorted(waits)
    assert waits[0] == timedelta(seconds=5)
    assert sum(waits, timedelta()) == timedelta(hours=29, seconds=5)


def test_jitter_only_adds_and_at_most_a_tenth() -> None:
    assert delay_after(2, random=lambda: 0.999_999) == timedelta(minutes=5) * (1 + 0.1 * 0.999_999)


def test_a_receivers_wish_prolongs_but_never_shortens_nor_goes_beyond_12_hours() -> None:
    assert delay_after(1, wish=timedelta(minutes=1)) == timedelta(minutes=1)
    assert delay_after(2, wish=timedelta(seconds=1)) == timedelta(minutes=5)
    assert delay_after(1, wish=timedelta(days=400)) == timedelta(hours=12)
    assert delay_after(8, wish=timedelta(minutes=1)) is None
