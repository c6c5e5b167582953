"""What the base of small games does for a game that defines only its rules."""

from collections.abc import Callable, Mapping

import pytest

from referee.game_check.random_play import seed_bytes
from tests.game_check.sound_game import SoundGame, SoundState
from tianming_games.action import NotationError
from tianming_games.chance import Chance
from tianming_games.position import PositionError
from tianming_games.small import UNKNOWN, Dice, Shuffle
from tianming_games.small.position import read_position
from tianming_games.text_board import plain
from tianming_proto.games.small.v1 import small_pb2 as pb

GAME = SoundGame()
CHANCE_OF_DEAL = Chance(seed_bytes(1), "deal")


def dealt() -> SoundState:
    """Return a state in which seat 0 has card 2 and seat 1 card 3; seat 0 is to act."""
    state = GAME.begin(2)
    assert isinstance(state, SoundState)
    state.apply_draw((2, 3, 1))
    return state


def asked() -> tuple[bytes, pb.Position]:
    """Return the setup and the position of seat 0."""
    state, wire = dealt(), GAME.wire()
    position = wire.position(state, 0, state.legal_actions(0))
    return wire.setup(state), pb.Position.FromString(position)


def refusal(change: Callable[[pb.Position], object]) -> PositionError:
    """Return why a changed position is refused."""
    setup, position = asked()
    change(position)
    with pytest.raises(PositionError) as refused:
        GAME.from_position({}, setup, position.SerializeToString(), CHANCE_OF_DEAL)
    return refused.value


class TestObservation:
    """A seat sees its own card, and the public none."""

    def test_numbers_that_a_seat_cannot_know_are_hidden(self) -> None:
        state = dealt()
        assert state.observation(0).card == (2, UNKNOWN)
        assert state.observation(1).card == (UNKNOWN, 3)
        assert state.observation(None).card == (UNKNOWN, UNKNOWN)
        assert state.card == [2, 3]

    def test_a_bot_reads_fields_and_options_by_name(self) -> None:
        setup, position = asked()
        assert pb.Setup.FromString(setup).seats == 2
        fields = position.observation.fields
        assert {name: list(value.numbers) for name, value in fields.items()} == {
            "card": [2, UNKNOWN],
            "number": [0],
            "points": [0, 0],
        }
        assert [(one.word, list(one.numbers)) for one in position.options] == [
            ("take", [1]),
            ("skip", []),
        ]

    def test_the_text_has_the_board_and_the_fields(self) -> None:
        assert dealt().to_text(0) == "0 0\ncard: 2 ?\nnumber: 0\npoints: 0 0\n"
        assert plain(dealt().board_lines(1)) == "0 0\ncard: ? 3\nnumber: 0\npoints: 0 0\n"


class TestPosition:
    """A position that contradicts the rules is refused by the name of the field."""

    def test_hidden_numbers_are_dealt_anew(self) -> None:
        setup, position = asked()
        data = position.SerializeToString()
        cards = set()
        for number in range(20):
            state = GAME.from_position({}, setup, data, Chance(seed_bytes(number), "deal"))
            cards.add(state.observation(1).card[1])
        assert cards == {1, 3}

    def test_a_missing_field_is_named(self) -> None:
        error = refusal(lambda position: position.observation.fields.pop("points"))
        assert str(error) == "position.observation.fields['points']: This field is missing."

    def test_an_unknown_field_is_named(self) -> None:
        error = refusal(lambda position: position.observation.fields["x"].numbers.append(1))
        assert str(error) == "position.observation.fields['x']: The game has no such field."

    def test_a_list_in_place_of_a_number_is_named(self) -> None:
        error = refusal(lambda position: position.observation.fields["number"].numbers.append(1))
        assert error.field == "position.observation.fields['number']"

    def test_a_seat_that_is_not_to_act_is_named(self) -> None:
        error = refusal(lambda position: setattr(position.observation, "seat", 1))
        assert error.field == "position.observation.seat"

    def test_a_number_that_the_seat_cannot_know_is_named(self) -> None:
        def tell(position: pb.Position) -> None:
            position.observation.fields["card"].numbers[1] = 3

        assert refusal(tell).field.startswith("position.observation.fields['card']")

    def test_an_option_that_is_not_legal_is_named(self) -> None:
        error = refusal(lambda position: setattr(position.options[0], "word", "skip"))
        assert error.field == "position.options[0].word"

    def test_fields_on_which_the_rules_fail_are_refused(self) -> None:
        error = refusal(lambda position: position.observation.fields["card"].ClearField("numbers"))
        assert error.field == "position.observation.fields"
        assert error.why.startswith("The rules fail on these fields (IndexError: ")

    def test_bytes_that_are_no_message_are_refused(self) -> None:
        with pytest.raises(PositionError) as refused:
            read_position(GAME.begin, b"\xff", b"", CHANCE_OF_DEAL)
        assert refused.value.field == "setup"


class TestRules:
    """A mistake of the author is named."""

    def test_an_attribute_that_is_no_number_is_named(self) -> None:
        class Texts(SoundState):
            def set_up(self, options: Mapping[str, str]) -> None:
                super().set_up(options)
                self.phase = "first"

        game: SoundGame = type("Game", (SoundGame,), {"state": Texts})()
        with pytest.raises(TypeError, match="the field phase is 'first': use a number"):
            game.begin(2)

    def test_a_move_with_an_unknown_word_is_named(self) -> None:
        class Typo(SoundState):
            words = ("take", "pass")

        game: SoundGame = type("Game", (SoundGame,), {"state": Typo})()
        state = game.begin(2)
        state.apply_draw((1, 2, 3))
        with pytest.raises(ValueError, match=r"the move .* begins with none of the words"):
            state.legal_actions(0)


class TestNotation:
    """An action is its word and its numbers."""

    @pytest.mark.parametrize("text", ["take 1", "skip"])
    def test_it_reads_back(self, text: str) -> None:
        assert GAME.write(GAME.read(text)) == text

    @pytest.mark.parametrize("text", ["", "take 01", "take  1", "give 1", "take x", "TAKE 1"])
    def test_another_text_is_refused(self, text: str) -> None:
        with pytest.raises(NotationError, match=r"is no action of Sound\."):
            GAME.read(text)


class TestDraws:
    """A result is public, or only the word is."""

    def test_dice_are_public(self) -> None:
        dice = Dice(6, 6)
        values = dice.sample(Chance(seed_bytes(1), "dice"))
        assert dice.violation(values) is None
        assert dice.notation((3, 4)) == "dice 3 4"
        assert dice.violation((7, 1)) == "A die shows 1 to 6."
        assert dice.violation((1,)) == "A throw has 2 dice."

    def test_shuffled_cards_are_hidden_unless_they_are_public(self) -> None:
        assert Shuffle([1, 2]).notation((2, 1)) == "shuffle"
        assert Shuffle([1, 2], is_public=True).notation((2, 1)) == "cards 2 1"
        assert Shuffle([1, 1]).violation((1, 2)) == "These are not the cards."
