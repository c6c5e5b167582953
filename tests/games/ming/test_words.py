"""What happens, in sentences."""

import pytest

from tests.games.ming.position import family, scene
from tests.games.ming.test_withdrawal import LAY, city
from tianming_games.ming import GAME
from tianming_games.presentation import Presentation


@pytest.fixture(scope="module")
def shown() -> Presentation:
    return GAME.presentation(3, {}, ("Ann", "Bob", "Cleo"))


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("prince B2", "Ann places its prince in B2."),
        ("neutral B2", "Ann places a neutral family member in B2."),
        ("place C", "Ann places a family member on the space of province C."),
        ("take A", "Ann takes the junk (ship) card of province A."),
        ("dragon C", "Ann gives a family member of province C for a dragon card."),
        ("pass", "Ann passes."),
        ("stay 1", "Ann keeps its prince in B2 for a rider card."),
        ("step B3 dragon", "Ann moves its prince to B3 with a dragon card."),
        ("halt", "Ann ends the move of its prince."),
        ("deploy 0+0", "Ann deploys nobody in B2."),
        ("deploy 2+0", "Ann deploys 2 family members in B2."),
        ("deploy 1+1", "Ann deploys 1 family member and a monk in B2."),
        ("deploy 0+1", "Ann deploys a monk in B2."),
        ("start 2", "Ann chooses Cleo as starting player."),
    ],
)
def test_an_action_has_a_sentence(shown: Presentation, notation: str, sentence: str) -> None:
    state = scene([family(prince="B2"), family(), family()])
    seen = state.observation(None)
    seen.display = (2, 1, 1, 1, 1, 1)
    assert shown.action(seen, 0, GAME.read(notation)) == sentence


def test_return_cards_are_shown_without_their_number(shown: Presentation) -> None:
    state = scene([family(city=city(2, 1, 0)), family(), family()], LAY)
    for number in range(4):
        action = GAME.read(f"return {number}")
        sentence = shown.action(state.observation(None), 0, action)
        assert sentence == "Ann lays return cards face down."


def test_a_withdrawal_names_the_districts(shown: Presentation) -> None:
    seen = scene([family(), family(), family()]).observation(None)
    seen.decision, seen.subject = "withdraw", 1
    sentence = shown.action(seen, 0, GAME.read("withdraw 1+0+2"))
    assert sentence == "Ann returns family members from the city: 1 to B1, 2 to B3."


def test_a_draw_names_the_cards(shown: Presentation) -> None:
    assert shown.draw("turn up 5") == "A camel card is turned up."
    assert shown.draw("display 1,1,3,6,4,2").startswith("The first open cards are: rider card, ")


def test_a_moment_is_the_round_and_its_part(shown: Presentation) -> None:
    state = scene([family(city=city(2, 1, 0)), family(), family()], LAY)
    assert shown.moment(state.observation(None)) == ("Round 2", "City of province A")
    assert shown.moment(GAME.begin(3).observation(None)) == ("Preparation", "Cards")
