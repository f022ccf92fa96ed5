"""Who has fallen silent? Pure: every moment is given."""

from worker.watch import LOST_FREE, LOST_SILENT, Seen, Watch


def quiet(beat: int = 1, *, locked: bool = False) -> list[Seen]:
    return [Seen(worker=7, beat=beat, locked=locked)]


def test_a_process_without_a_beat_and_without_its_lock_is_lost_after_8_seconds() -> None:
    watch = Watch()
    assert watch.lost(quiet(), now=0) == []
    assert watch.lost(quiet(), now=LOST_FREE - 0.1) == []
    assert watch.lost(quiet(), now=LOST_FREE) == quiet()


def test_one_whose_lock_is_held_is_lost_after_20_seconds() -> None:
    watch = Watch()
    watch.lost(quiet(locked=True), now=0)
    assert watch.lost(quiet(locked=True), now=LOST_SILENT - 0.1) == []
    assert watch.lost(quiet(locked=True), now=LOST_SILENT) == quiet(locked=True)


def test_one_that_beats_is_never_lost() -> None:
    """W4."""
    watch = Watch()
    for n in range(1000):
        assert watch.lost(quiet(n), now=n * 7.9) == []


def test_after_an_outage_everybody_gets_the_whole_time_again() -> None:
    """W35."""
    watch = Watch()
    watch.lost(quiet(), now=0)
    watch.forget()
    assert watch.lost(quiet(), now=60) == []
    assert watch.lost(quiet(), now=60 + LOST_FREE) == quiet()


def test_one_that_is_gone_from_the_table_is_forgotten() -> None:
    watch = Watch()
    watch.lost(quiet(), now=0)
    watch.lost([], now=1)
    assert watch.lost(quiet(), now=60) == []
