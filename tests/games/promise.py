"""The promises of every game about its states, as observers of a random play."""

import re
from collections import Counter

from tests.games.play import apply
from tests.games.walk import Case, Moment, Observer
from tianming_games.action import Action, IllegalAction
from tianming_games.state import CHANCE, TERMINAL, State

MOST_REFUSED = 5
"""Maximum actions of other moments that are tried in a state."""

SENTENCE = re.compile(r"[A-Z\"].*\.")
"""The pattern of a rule's sentence."""


def sentence_against(state: State, seat: int, action: Action) -> str:
    """Return the sentence with which a state refuses an action; empty if the action is legal."""
    try:
        state.verify_action(seat, action)
    except IllegalAction as refusal:
        return str(refusal)
    return ""


class OptionsAreListed(Observer):
    promise = "Options are sorted, unique, legal, and only for the seats to act."

    def see(self, moment: Moment) -> None:
        state = moment.state
        for seat in range(self.case.seats):
            legal = moment.legal(seat)
            assert legal == sorted(set(legal))
            assert bool(legal) == (seat in state.to_act())
            for action in legal:
                state.verify_action(seat, action)


class OthersAreRefused(Observer):
    promise = "An option of another moment is refused with a sentence."

    def begin(self) -> None:
        self.seen: dict[Action, None] = {}

    def see(self, moment: Moment) -> None:
        state = moment.state
        for seat in state.to_act():
            legal = moment.legal(seat)
            for action in [one for one in self.seen if one not in legal][-MOST_REFUSED:]:
                assert not state.can_apply(seat, action)
                assert SENTENCE.fullmatch(sentence_against(state, seat, action))
            self.seen |= dict.fromkeys(legal)


class OptionsDiffer(Observer):
    promise = "Options lead to different states."

    def see(self, moment: Moment) -> None:
        if moment.seat < 0:
            return
        reached = []
        for action in moment.legal(moment.seat):
            after = moment.state.clone()
            after.apply_action(moment.seat, action)
            reached.append(after.canonical_bytes())
        assert len(set(reached)) == len(reached)


class NotationReadsBack(Observer):
    promise = "The notation of an option is printable and reads back."

    def see(self, moment: Moment) -> None:
        game = self.case.game
        for seat in moment.state.to_act():
            for action in moment.legal(seat):
                text = game.write(action)
                assert game.read(text) == action
                assert text.isprintable()


class ClonesAreIndependent(Observer):
    promise = "A clone goes the same way, and what is done to it changes nothing else."

    def begin(self) -> None:
        self.twin: State | None = None

    def see(self, moment: Moment) -> None:
        before = moment.canonical
        if self.twin is not None:
            assert self.twin.canonical_bytes() == before
        self.twin = moment.state.clone()
        if moment.seat != TERMINAL:
            apply(self.twin, moment.seat, moment.step)
            assert moment.state.canonical_bytes() == before


class CopiesStay(Observer):
    promise = "No earlier copy is ever changed."

    def begin(self) -> None:
        self.kept: list[tuple[State, bytes, str]] = []

    def see(self, moment: Moment) -> None:
        self.kept.append((moment.state.clone(), moment.canonical, moment.text()))

    def end(self, last: Moment) -> None:
        for copy, canonical, text in self.kept:
            assert copy.canonical_bytes() == canonical
            assert copy.to_text() == text


class StepsChangeStates(Observer):
    promise = "Every step changes the canonical state."

    def begin(self) -> None:
        self.before = b""

    def see(self, moment: Moment) -> None:
        assert moment.canonical != self.before
        self.before = moment.canonical


class FactsHold(Observer):
    promise = "What the game declares holds: points, number of decisions, conserved counts."

    def begin(self) -> None:
        self.decisions = 0
        self.counts = dict(self.case.game.conserved(self.case.begin()))

    def see(self, moment: Moment) -> None:
        facts = self.case.game.facts
        self.decisions += moment.seat >= 0
        assert all(facts.least <= points <= facts.most for points in moment.state.returns())
        assert dict(self.case.game.conserved(moment.state)) == self.counts

    def end(self, last: Moment) -> None:
        assert self.decisions <= self.case.game.facts.longest


class StepsRepeat(Observer):
    promise = "The same steps lead to the same states."

    def begin(self) -> None:
        self.again = self.case.begin()

    def see(self, moment: Moment) -> None:
        assert self.again.canonical_bytes() == moment.canonical
        assert self.again.to_text() == moment.text()
        if moment.seat == CHANCE:
            assert self.again.draw_violation(moment.values) is None
        if moment.seat != TERMINAL:
            apply(self.again, moment.seat, moment.step)


class DrawsAreChecked(Observer):
    promise = "An impossible draw is refused, and a draw takes what its urn has."

    def see(self, moment: Moment) -> None:
        if moment.seat == CHANCE:
            values = moment.values
            urn = moment.state.draw_urn()
            if urn is not None:
                assert len(values) == urn[1]
                assert not Counter(values) - Counter(urn[0])
            for wrong in ((*values, 0), values[:-1], (99, *values[1:])):
                assert moment.state.draw_violation(wrong) is not None


class PlacesFollowPoints(Observer):
    promise = "Places agree with points, and with each other."

    def end(self, last: Moment) -> None:
        places, points = last.state.places(), last.state.returns()
        assert min(places) == 1
        for place in places:
            assert place == 1 + sum(other < place for other in places)
        for one in range(self.case.seats):
            for other in range(self.case.seats):
                if points[one] > points[other]:
                    assert places[one] < places[other]


class TheEndOffersNothing(Observer):
    promise = "A game that is over offers nothing."

    def end(self, last: Moment) -> None:
        assert last.state.current_player == TERMINAL
        assert last.state.is_terminal()
        assert last.state.to_act() == ()


class TwinsLookTheSame(Observer):
    promise = "What a seat cannot know makes no difference to what it sees."

    def see(self, moment: Moment) -> None:
        state, game = moment.state, self.case.game
        if state.current_player == CHANCE:
            return
        seat = moment.number % self.case.seats
        twin, legal = moment.twin(seat), moment.legal(seat)
        assert twin.observation(seat) == state.observation(seat)
        assert list(twin.legal_actions(seat)) == legal
        assert twin.to_text(seat) == moment.text(seat)
        if legal:
            assert game.wire().position(twin, seat, legal) == moment.position(seat)


class OnlyHiddenIsDealt(Observer):
    promise = "A game with hidden things deals them at random, and a game without deals nothing."

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.is_dealt = False

    def see(self, moment: Moment) -> None:
        state = moment.state
        if state.current_player == CHANCE or self.is_dealt:
            return
        seats = range(self.case.seats) if self.case.game.facts.hidden else [moment.number]
        twins = (moment.twin(seat % self.case.seats) for seat in seats)
        self.is_dealt = any(twin.canonical_bytes() != moment.canonical for twin in twins)

    def close(self) -> None:
        assert self.is_dealt == self.case.game.facts.hidden


STATE_PROMISES: tuple[type[Observer], ...] = (
    OptionsAreListed,
    OthersAreRefused,
    OptionsDiffer,
    NotationReadsBack,
    ClonesAreIndependent,
    CopiesStay,
    StepsChangeStates,
    FactsHold,
    StepsRepeat,
    DrawsAreChecked,
    PlacesFollowPoints,
    TheEndOffersNothing,
    TwinsLookTheSame,
    OnlyHiddenIsDealt,
)
