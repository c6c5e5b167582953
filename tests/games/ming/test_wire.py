"""Messages: what a bot reads is what the rules say it may see."""

from referee.game_check.random_play import random_steps
from tests.games.ming.position import CAMEL, MAP, RIDER, do, family, scene
from tests.games.ming.test_withdrawal import BACK, LAY, city
from tianming_games.ming import GAME
from tianming_games.ming.card_phase import choose_cards
from tianming_games.ming.notation import read
from tianming_games.ming.state import MingState
from tianming_games.ming.wire import MingWire, option
from tianming_proto.games.ming.v1 import ming_pb2 as pb


def question(state: MingState, seat: int) -> pb.Position:
    """The position of a question to a seat, read back."""
    return pb.Position.FromString(GAME.wire().position(state, seat, state.legal_actions(seat)))


def seen_by(state: MingState, seat: int) -> pb.Observation:
    """What a seat sees, read back."""
    return pb.Observation.FromString(MingWire().observation(state.observation(seat)))


def begun() -> MingState:
    """A game for three, its display laid out."""
    state = GAME.begin(3)
    state.apply_draw((1, 2, 3, 4, 5, 6))
    return state


def setup(state: MingState) -> pb.Setup:
    """The setup of a match, read back."""
    return pb.Setup.FromString(GAME.wire().setup(state))


class TestSetup:
    def test_the_setup_shows_the_board(self) -> None:
        board = setup(begun()).board
        borders = [(border.one, border.other, border.card) for border in board.borders]
        assert borders == [tuple(border) for border in MAP.borders]
        assert [(kind.name, kind.cards) for kind in board.transports] == list(MAP.transports)
        assert [
            (province.name, province.color, tuple(province.districts))
            for province in board.provinces
        ] == [(each.name, each.colour, each.districts) for each in MAP.provinces]
        assert board.name == MAP.name

    def test_the_setup_has_the_number_of_seats(self) -> None:
        assert [setup(GAME.begin(seats)).seats for seats in (2, 3, 4)] == [2, 3, 4]


class TestPositions:
    def test_a_position_shows_the_round_and_every_player(self) -> None:
        seen = question(begun(), 0)
        assert seen.observation.decision == pb.DECISION_PRINCE
        assert len(seen.observation.players) == 3
        assert (seen.observation.round, seen.observation.start) == (0, 0)
        assert not seen.observation.players[0].HasField("prince")
        assert list(seen.observation.queue) == [1, 2]
        assert list(seen.observation.display) == [1, 2, 3, 4, 5, 6]
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
        assert list(seen.neutral.members) == list(state.families[2].members)

    def test_return_cards_of_others_are_shown_only_when_all_are_laid(self) -> None:
        two = family(city=city(2, 1, 0))
        state = do(scene([two, two, two], LAY, BACK), "0 return 1", "1 return 3")
        players = question(state, 2).observation.players
        assert not any(player.HasField("returning") for player in players)
        do(state, "2 return 2")
        assert [player.returning for player in question(state, 0).observation.players] == [1, 3, 2]

    def test_nobody_is_in_a_city_that_is_not_scored(self) -> None:
        """A city is empty but while it is scored."""
        two = family(city=city(2, 1, 0))
        seen = question(scene([two, family()], LAY, BACK), 0).observation
        assert seen.HasField("city")
        assert [list(player.in_city) for player in seen.players] == [[2, 1, 0], [0, 0, 0]]
        before = question(begun(), 0).observation
        assert not before.HasField("city")
        assert not any(player.in_city for player in before.players)

    def test_members_that_return_to_the_last_are_not_members_that_are_not_known(self) -> None:
        one = family(city=city(1, 1, 0))
        state = do(scene([one, one], LAY, BACK), "0 return 0", "1 return 1")
        player = question(state, 1).observation.players[0]
        assert player.HasField("returning")
        assert player.returning == 0

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


class TestEvents:
    def test_the_first_six_open_cards_are_an_event(self) -> None:
        data = GAME.wire().draw(GAME.begin(3), (1, 2, 3, 4, 5, 6))
        event = pb.Event.FromString(data)
        assert event == pb.Event(draw=pb.Draw(display=pb.Display(cards=range(1, 7))))

    def test_a_card_that_is_turned_up_is_an_event_with_its_place(self) -> None:
        state = scene([family(spaces="C"), family()], choose_cards)
        state.display = (1, 2, 3, 4, 5, 6)
        do(state, "0 take C")
        event = pb.Event.FromString(GAME.wire().draw(state, (5,)))
        assert event == pb.Event(draw=pb.Draw(turn_up=pb.TurnUp(province=2, card=5)))

    def test_an_action_is_an_event_with_its_option(self) -> None:
        event = pb.Event.FromString(GAME.wire().event(begun(), 0, read("prince B2")))
        prince = pb.PlacePrince(district=4)
        assert event == pb.Event(action=pb.Option(place_prince=prince))
