"""The promises of every game about its states."""

import re
from collections import Counter
from typing import Final

from referee.game_check.promise_walk import GameCase, PlayMoment, Promise, hold
from referee.game_check.random_play import apply
from tianming_games.action import Action, IllegalAction, NotationError
from tianming_games.ground.error import UsageError
from tianming_games.state import CHANCE, TERMINAL, State

_MOST_REFUSED: Final = 5
"""Maximum actions of other moments that are tried in a state."""

_SENTENCE: Final = re.compile(r"[A-Z\"].*\.")
"""The pattern of a rule's sentence."""

_NO_ACTIONS: Final = ("", "?", "resign", "0", "place", "place x", "place -1", "place 01", "é 1")
"""Texts that are no action of any game."""


def sentence_against(state: State, seat: int, action: Action) -> str:
    """Return the sentence with which a state refuses an action; empty if the action is legal."""
    try:
        state.verify_action(seat, action)
    except IllegalAction as refusal:
        return str(refusal)
    return ""


class OptionsAreListed(Promise):
    """Options are sorted, unique, legal, and only for the seats to act."""

    def see(self, moment: PlayMoment) -> None:
        state = moment.state
        for seat in range(self.case.seats):
            legal = moment.legal(seat)
            is_sorted = legal == sorted(set(legal))
            hold(is_sorted, f"The options of seat {seat} are not sorted, or one is there twice.")
            to_act = seat in state.to_act()
            hold(not legal or to_act, f"Seat {seat} has options, and it is not its turn.")
            hold(bool(legal) or not to_act, f"Seat {seat} is to act, and has no option.")
            for action in legal:
                sentence = sentence_against(state, seat, action)
                hold(not sentence, f"The option {tuple(action)} is refused: {sentence}")


class OthersAreRefused(Promise):
    """An option of another moment is refused with a sentence."""

    def begin(self) -> None:
        self.seen: dict[Action, None] = {}

    def see(self, moment: PlayMoment) -> None:
        state = moment.state
        for seat in state.to_act():
            legal = moment.legal(seat)
            for action in [one for one in self.seen if one not in legal][-_MOST_REFUSED:]:
                hold(not state.can_apply(seat, action), f"{action} is legal, and no option.")
                sentence = sentence_against(state, seat, action)
                is_sentence = _SENTENCE.fullmatch(sentence) is not None
                hold(is_sentence, f"{action} is refused with {sentence!r}, which is no sentence.")
            self.seen |= dict.fromkeys(legal)


class OptionsDiffer(Promise):
    """Options lead to different states."""

    def see(self, moment: PlayMoment) -> None:
        if moment.seat < 0:
            return
        reached: dict[bytes, Action] = {}
        for action in moment.legal(moment.seat):
            after = moment.state.clone()
            after.apply_action(moment.seat, action)
            other = reached.setdefault(after.canonical_bytes(), action)
            hold(other == action, f"{other} and {action} lead to the same state.")


class NotationReadsBack(Promise):
    """The notation of an option is printable and reads back; another text is refused."""

    def begin(self) -> None:
        game = self.case.game
        for text in _NO_ACTIONS:
            try:
                action = game.read(text)
            except NotationError:
                continue
            hold(game.write(action) == text, f"The text {text!r} is read as {action}.")

    def see(self, moment: PlayMoment) -> None:
        game = self.case.game
        for seat in moment.state.to_act():
            for action in moment.legal(seat):
                text = game.write(action)
                hold(text.isprintable() and bool(text), f"The notation of {action} is {text!r}.")
                read = game.read(text)
                hold(read == action, f"{action} is written as {text!r}, which is read as {read}.")


class BadInputIsRefused(Promise):
    """A wrong number of seats, an unknown option and a wrong value are refused."""

    def begin(self) -> None:
        facts = self.case.game.facts
        self._refuse("seats", facts.most_seats + 1, {})
        self._refuse("seats", facts.least_seats - 1, {})
        self._refuse("an option", self.case.seats, {"no such option": "yes"})
        for spec in self.case.game.options:
            if spec.choices:
                self._refuse(spec.name, self.case.seats, {spec.name: "no such value"})

    def _refuse(self, what: str, seats: int, options: dict[str, str]) -> None:
        try:
            self.case.game.begin(seats, options)
        except UsageError:
            return
        hold(False, f"A match begins with {seats} seats and the options {options}: wrong {what}.")


class ClonesAreIndependent(Promise):
    """A clone goes the same way, and what is done to it changes nothing else."""

    def begin(self) -> None:
        self.twin: State | None = None

    def see(self, moment: PlayMoment) -> None:
        before = moment.canonical
        if self.twin is not None:
            is_same = self.twin.canonical_bytes() == before
            hold(is_same, "The same step leads a clone to another state.")
        self.twin = moment.state.clone()
        if moment.seat != TERMINAL:
            apply(self.twin, moment.seat, moment.step)
            is_same = moment.state.canonical_bytes() == before
            hold(is_same, "A step of a clone changes the original.")


class CopiesStay(Promise):
    """No earlier copy is ever changed."""

    def begin(self) -> None:
        self.kept: list[tuple[State, bytes, str]] = []

    def see(self, moment: PlayMoment) -> None:
        self.kept.append((moment.state.clone(), moment.canonical, moment.text()))

    def end(self, last: PlayMoment) -> None:
        for number, (copy, canonical, text) in enumerate(self.kept):
            is_same = copy.canonical_bytes() == canonical and copy.to_text() == text
            hold(is_same, f"The copy of step {number} is another state at the end.")


class StepsChangeStates(Promise):
    """Every step changes the canonical bytes of the state."""

    def begin(self) -> None:
        self.before = b""

    def see(self, moment: PlayMoment) -> None:
        hold(moment.canonical != self.before, "The canonical bytes are those before the step.")
        self.before = moment.canonical


class FactsHold(Promise):
    """What the game declares is true: points, number of decisions, conserved counts."""

    def begin(self) -> None:
        self.decisions = 0
        self.counts = dict(self.case.game.conserved(self.case.begin()))

    def see(self, moment: PlayMoment) -> None:
        facts = self.case.game.facts
        self.decisions += moment.seat >= 0
        for seat, points in enumerate(moment.state.returns()):
            in_bounds = facts.least <= points <= facts.most
            bounds = f"{facts.least} to {facts.most}"
            hold(in_bounds, f"Seat {seat} has {points} points, and the facts say {bounds}.")
        counts = dict(self.case.game.conserved(moment.state))
        hold(counts == self.counts, f"The counts were {self.counts}, and are {counts}.")

    def end(self, last: PlayMoment) -> None:
        longest = self.case.game.facts.longest
        hold(self.decisions <= longest, f"{self.decisions} decisions: the facts say {longest}.")


class StepsRepeat(Promise):
    """The same steps lead to the same states, and a draw of the game is possible."""

    def begin(self) -> None:
        self.again = self.case.begin()

    def see(self, moment: PlayMoment) -> None:
        is_same = self.again.canonical_bytes() == moment.canonical
        hold(is_same, "The same steps lead to another state.")
        hold(self.again.to_text() == moment.text(), "Equal states have different texts.")
        if moment.seat == CHANCE:
            why = self.again.draw_violation(moment.values)
            hold(why is None, f"The draw {moment.values} is refused: {why}")
        if moment.seat != TERMINAL:
            apply(self.again, moment.seat, moment.step)


class DrawsAreChecked(Promise):
    """An impossible draw is refused, and a draw takes what its urn has."""

    def see(self, moment: PlayMoment) -> None:
        if moment.seat == CHANCE:
            values = moment.values
            urn = moment.state.draw_urn()
            if urn is not None:
                is_of_urn = len(values) == urn[1] and not Counter(values) - Counter(urn[0])
                hold(is_of_urn, f"The draw {values} is not of the urn {urn}.")
            for wrong in ((*values, 0), values[:-1], (1 << 20, *values[1:])):
                is_refused = moment.state.draw_violation(wrong) is not None
                hold(is_refused, f"The draw {wrong} is not refused; a right one is {values}.")


class PlacesFollowPoints(Promise):
    """Places agree with points, and with each other."""

    def end(self, last: PlayMoment) -> None:
        places, points = last.state.places(), last.state.returns()
        found = f"The points are {points}, and the places {places}."
        hold(len(places) == len(points) == self.case.seats, found)
        for place in places:
            hold(place == 1 + sum(other < place for other in places), found)
        for one in range(self.case.seats):
            for other in range(self.case.seats):
                hold(points[one] <= points[other] or places[one] < places[other], found)


class TheEndOffersNothing(Promise):
    """A game that is over offers nothing."""

    def end(self, last: PlayMoment) -> None:
        state = last.state
        hold(state.is_terminal(), "The play is over, and `is_terminal()` is false.")
        hold(state.to_act() == (), f"The play is over, and {state.to_act()} are to act.")
        for seat in range(self.case.seats):
            legal = last.legal(seat)
            hold(not legal, f"The play is over, and seat {seat} has the options {legal}.")


class TwinsLookTheSame(Promise):
    """What a seat cannot know makes no difference to what it sees."""

    def see(self, moment: PlayMoment) -> None:
        state, game = moment.state, self.case.game
        if state.current_player == CHANCE:
            return
        seat = moment.number % self.case.seats
        twin, legal = moment.twin(seat), moment.legal(seat)
        after = f"after `resample({seat})`"
        hold(twin.observation(seat) == state.observation(seat), f"The observation differs {after}.")
        hold(list(twin.legal_actions(seat)) == legal, f"The options differ {after}.")
        hold(twin.to_text(seat) == moment.text(seat), f"The text differs {after}.")
        if legal:
            is_same = game.wire().position(twin, seat, legal) == moment.position(seat)
            hold(is_same, f"The position differs {after}.")


class OnlyHiddenIsDealt(Promise):
    """A game with hidden information deals it at random, and a game without deals nothing."""

    def __init__(self, case: GameCase) -> None:
        super().__init__(case)
        self.is_dealt = False

    def see(self, moment: PlayMoment) -> None:
        state = moment.state
        if state.current_player == CHANCE or self.is_dealt:
            return
        seats = range(self.case.seats) if self.case.game.facts.hidden else [moment.number]
        twins = (moment.twin(seat % self.case.seats) for seat in seats)
        self.is_dealt = any(twin.canonical_bytes() != moment.canonical for twin in twins)

    def close(self) -> None:
        is_hidden = self.case.game.facts.hidden
        verb = "changes" if self.is_dealt else "never changes"
        hold(self.is_dealt == is_hidden, f"`resample` {verb} a state: the facts say {is_hidden}.")


STATE_PROMISES: Final[tuple[type[Promise], ...]] = (
    OptionsAreListed,
    OthersAreRefused,
    OptionsDiffer,
    NotationReadsBack,
    BadInputIsRefused,
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
