"""Messages: what a bot reads is what the rules say it may see."""

from tests.games.ming.position import CAMEL, MAP, RIDER, do, family, scene
from tests.games.ming.test_withdrawal import BACK, LAY, city
from tests.games.play import random_steps
from tianming_games.ming import GAME
from tianming_games.ming.notation import read
from tianming_games.ming.state import MingState
from tianming_games.ming.wire import MingWire, option
from tianming_proto.games.ming.v1 import ming_pb2 as pb


def question(state: MingState, seat: int) -> pb.Position:
    """The question to a seat, read back."""
    return pb.Position.FromString(GAME.wire().position(state, seat, state.legal_actions(seat)))


def seen_by(state: MingState, seat: int) -> pb.Observation:
    """What a seat sees, read back."""
    return pb.Observation.FromString(MingWire().observation(state.observation(seat)))


def begun() -> MingState:
    """A game for three, its display laid out."""
    state = GAME.begin(3)
    state.apply_draw((1, 2, 3, 4, 5, 6))
    return state


class TestQuestions:
    def test_a_question_shows_the_board_and_every_player(self) -> None:
        seen = question(begun(), 0)
        assert seen.observation.decision == pb.DECISION_PRINCE
        assert len(seen.observation.players) == 3
        assert [p.seat for p in seen.observation.players] == [0, 1, 2]
        assert not seen.observation.players[0].HasField("prince")
        assert list(seen.observation.queue) == [1, 2]
        assert len(seen.observation.map.borders) == len(MAP.borders)
        assert seen.observation.map.transports[0].name == "rider"
        assert len(seen.options) == 18

    def test_a_prince_in_the_first_district_is_not_a_prince_that_is_not_placed(self) -> None:
        state = do(begun(), "0 prince A1")
        player = question(state, 1).observation.players[0]
        assert player.HasField("prince")
        assert player.prince == 0

    def test_hands_and_the_stack_are_counted_by_card(self) -> None:
        state = scene([family(prince="A2", cards=(0, RIDER, RIDER, CAMEL)), family(prince="F3")])
        seen = seen_by(state, 1)
        assert list(seen.players[0].hand) == [1, 2, 0, 0, 0, 1, 0]
        assert list(seen.stack) == [0, 9, 9, 9, 9, 9, 9]

    def test_the_neutral_family_is_no_player(self) -> None:
        state = scene([family(), family()], LAY, neutral=family(city=city(1, 1, 1)))
        seen = seen_by(state, 0)
        assert len(seen.players) == 2
        assert seen.HasField("neutral")
        assert list(seen.neutral.city[:3]) == [1, 1, 1]

    def test_return_cards_of_others_are_shown_only_when_all_are_laid(self) -> None:
        two = family(city=city(2, 1, 0))
        state = do(scene([two, two, two], LAY, BACK), "0 return 1", "1 return 3")
        assert not question(state, 2).observation.laid
        do(state, "2 return 2")
        laid = question(state, 0).observation.laid
        assert [(card.seat, card.number) for card in laid] == [(0, 1), (1, 3), (2, 2)]

    def test_every_option_of_random_plays_says_what_its_notation_says(self) -> None:
        kinds = set()
        for seats in (2, 4):
            for state, _, _ in random_steps(GAME, seats, {}, 11):
                for seat in state.to_act():
                    for action in state.legal_actions(seat):
                        message = option(action)
                        kinds.add(message.WhichOneof("kind"))
                        assert message == option(read(GAME.write(action)))
        assert kinds == {kind.name for kind in pb.Option.DESCRIPTOR.oneofs[0].fields}
