"""The pieces of the drawn board."""

from tests.games.dragon.position import choose, hand, in_month, palace, table
from tests.games.dragon.test_great_wall import acting, wall
from tianming_games.dragon import GAME
from tianming_games.dragon.action_phase import take_actions
from tianming_games.dragon.box import EventTile, Tile
from tianming_games.dragon.person_phase import summon_persons
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.state import DragonState
from tianming_games.scene import Scene

T = Tile


def shown(state: DragonState, **options: str) -> Scene:
    """The scene of a position."""
    names = [f"bot {seat}" for seat in range(state.seats)]
    return GAME.presentation(state.seats, options, names).scene(state.observation(None))


def named(scene: Scene, prefix: str) -> list[str]:
    """The ids that begin like that, sorted."""
    return sorted(name for name in scene if name.startswith(prefix))


class TestPalaces:
    def test_a_palace_has_its_floors_its_roof_and_its_persons(self) -> None:
        owner = Province(palaces=(palace(3, T.MONK, T.MONK), palace(1)))
        scene = shown(table(take_actions, players=[owner, Province()]))
        assert named(scene, "floor-0-") == [
            "floor-0-0-0",
            "floor-0-0-1",
            "floor-0-0-2",
            "floor-0-1-0",
        ]
        assert named(scene, "roof-0-") == ["roof-0-0", "roof-0-1"]
        assert named(scene, "person-0-") == ["person-0-0-5-0", "person-0-0-5-1"]
        assert scene["person-0-0-5-1"].words == "young monk in palace 1 of bot 0"
        assert scene["person-0-0-5-1"].y < scene["person-0-0-5-0"].y

    def test_more_palaces_than_fit_are_drawn_smaller(self) -> None:
        scene = shown(
            table(take_actions, players=[Province(palaces=(Palace(1),) * 20), Province()])
        )
        board = GAME.presentation(2, {}).board
        assert board is not None
        assert scene["roof-0-19"].x < board.width - 24
        assert scene["roof-0-19"].scale < 1 == scene["roof-1-1"].scale

    def test_a_floor_lifts_the_roof(self) -> None:
        state = table(take_actions, players=[Province(), Province()])
        before = shown(state)["roof-0-0"]
        choose(state, "take build", "floor 0")
        after = shown(state)["roof-0-0"]
        assert (after.x, after.y) == (before.x, before.y - 33)


class TestFollow:
    """Palaces keep their pieces when others disappear."""

    def follow(self, before: Province, *later: Province) -> list[Scene]:
        """The scenes of a player's provinces, one after another."""
        shows = GAME.presentation(2, {}, ("bot 0", "bot 1"))
        found = [shown(table(take_actions, players=[before, Province()]))]
        for province in later:
            scene = shown(table(take_actions, players=[province, Province()]))
            found.append(shows.follow(found[-1], scene))
        return found

    def test_the_palaces_behind_one_that_disappears_move_up(self) -> None:
        first, last = self.follow(
            Province(palaces=(Palace(1), palace(2, T.MONK), palace(2))),
            Province(palaces=(palace(2, T.MONK), palace(1))),
        )
        assert named(last, "roof-0-") == ["roof-0-1", "roof-0-2"]
        assert named(last, "person-0-") == named(first, "person-0-")
        assert last["roof-0-1"].x < first["roof-0-1"].x

    def test_a_new_palace_gets_a_free_number_and_its_neighbours_keep_theirs(self) -> None:
        *_, last = self.follow(
            Province(palaces=(Palace(1), palace(2, T.MONK), palace(2, T.HEALER))),
            Province(palaces=(palace(2, T.MONK), palace(2, T.HEALER))),
            Province(palaces=(palace(2, T.MONK), palace(2, T.HEALER), Palace(1))),
            Province(palaces=(palace(2, T.MONK), palace(3, T.HEALER), Palace(1))),
        )
        assert sorted(named(last, "roof-0-"), key=lambda name: last[name].x) == [
            "roof-0-1",
            "roof-0-2",
            "roof-0-0",
        ]
        assert named(last, "person-0-") == ["person-0-1-5-0", "person-0-2-6-0"]

    def test_the_last_palace_takes_all_with_it(self) -> None:
        *_, last = self.follow(Province(palaces=(Palace(1),)), Province(palaces=()))
        assert named(last, "roof-0-") == []


class TestYear:
    def test_the_current_month_is_marked_and_named(self) -> None:
        players = [Province(), Province()]
        events = in_month(4, EventTile.DROUGHT)
        scene = shown(table(take_actions, players=players, month=4, events=events))
        assert scene["current"].x == scene["event-4"].x
        assert scene["caption"].text == "Month 4: drought"
        assert (scene["event-4"].tone, scene["event-3"].tone) == ("drought", "line")

    def test_of_two_markers_on_a_space_both_can_be_seen(self) -> None:
        players = [Province(track=7, arrival=1), Province(track=7, arrival=2)]
        scene = shown(table(take_actions, players=players))
        below, above = scene["marker-0"], scene["marker-1"]
        assert below.x == above.x
        assert below.y > above.y
        assert below.z < above.z


class TestActions:
    def test_a_card_keeps_its_id_where_it_lies_in_another_group(self) -> None:
        players = [Province(), Province()]
        one = shown(table(take_actions, players=players))
        other = shown(table(take_actions, players=players, groups=((4, 5, 6), (0, 1, 2, 3))))
        assert named(one, "action-") == named(other, "action-")
        assert one["action-6"].x > other["action-6"].x

    def test_a_chosen_group_has_a_dragon(self) -> None:
        state = table(take_actions, players=[Province(), Province()])
        choose(state, "take harvest")
        assert named(shown(state), "dragon-") == ["dragon-0-0"]


class TestPersons:
    def test_a_new_person_comes_from_the_display(self) -> None:
        owner = Province(hand=hand(T.FARMER))
        state = table(summon_persons, players=[owner, Province(track=1)])
        choose(state, "card craftsman", "tile craftsman", "place 0", "card farmer")
        before = shown(state)["stock-7"]
        choose(state, "tile farmer", "place 0")
        scene = shown(state)
        assert scene["person-0-0-7-0"].start == (before.x, before.y)
        assert int(scene["stock-7"].text) == int(before.text) - 1


class TestExpansions:
    def test_the_wall_shows_who_built_what(self) -> None:
        state = acting(Province(), Province(), built=wall(2, 1))
        scene = shown(state, great_wall="yes")
        assert [scene[name].tone for name in named(scene, "brick-")] == [
            "seat-0",
            "seat-0",
            "seat-1",
        ]
        assert len(named(scene, "bonus-0-")) == 4

    def test_the_super_event_lies_on_the_seventh_month(self) -> None:
        state = GAME.begin(2, {"super_event": "flood"})
        scene = shown(state, super_event="flood")
        assert scene["super-note"].text == "Super event in month 7: flood"
        assert scene["super"].symbol == "super-3"
