"""Every fault has all that belongs to a fault."""

from referee.match.fault import FAULT_WORDS, Fault


class TestFaultWords:
    """The sentences for readers from whom the record's reason is hidden."""

    def test_each_fault_has_a_sentence(self) -> None:
        assert list(FAULT_WORDS) == list(Fault)
        assert all(words.startswith("The bot ") for words in FAULT_WORDS.values())
