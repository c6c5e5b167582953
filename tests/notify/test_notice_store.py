"""The state of the notify process survives restarts, and does not grow without end."""

from pathlib import Path

from referee.league.configuration.notify_settings import NoticeType
from referee.notify.journal_tail import TailPosition
from referee.notify.notice import Notice
from referee.notify.notice_store import NoticeEnded, NoticeHandedOver, NoticeStore, TargetGone


def make(store: NoticeStore, number: int, *targets: str, size: int = 10) -> None:
    notice = Notice(f"msg_{number}", NoticeType.ALERT, "x" * size, {"what": number})
    store.made("season", TailPosition(number, f"{number:032}"), notice, 5, targets=targets)


class TestStore:
    def test_a_large_state_is_shortened_to_what_is_left(self, tmp_path: Path) -> None:
        path = tmp_path / "notify.journal"
        store = NoticeStore(path)
        for number in range(1, 13):
            make(store, number, "a", "b", size=100_000)
            store.record(NoticeHandedOver("a", f"msg_{number}", number))
            if number < 12:
                store.record(NoticeEnded("a", f"msg_{number}"), NoticeEnded("b", f"msg_{number}"))
        store.record(TargetGone("c", "digest"))
        store.close()
        assert path.stat().st_size > 1_000_000
        for _ in range(2):
            again = NoticeStore(path)
            assert path.stat().st_size < 300_000
            assert list(again.queue("a").waiting) == list(again.queue("b").waiting) == ["msg_12"]
            assert "msg_12" in again.queue("a").doubtful
            assert again.queue("a").handed_over[-12:] == list(range(1, 13))
            assert again.queue("c").gone == "digest"
            assert again.position("season") == TailPosition(12, f"{12:032}")
            again.close()

    def test_a_shortened_state_goes_on(self, tmp_path: Path) -> None:
        store = NoticeStore(tmp_path / "j")
        make(store, 1, "a", size=1_200_000)
        store.close()
        store = NoticeStore(tmp_path / "j")
        make(store, 2, "a")
        store.close()
        store = NoticeStore(tmp_path / "j")
        assert list(store.queue("a").waiting) == ["msg_1", "msg_2"]
        store.close()
