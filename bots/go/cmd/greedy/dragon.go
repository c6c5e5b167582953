package main

import (
	"slices"

	dragonv1 "github.com/tianming-referee/tianming/clients/go/tianming/games/dragon/v1"
)

const months = 12

// The cards of persons, and the events, by short names.
const (
	craftsman    = dragonv1.PersonCard_PERSON_CARD_CRAFTSMAN
	courtLady    = dragonv1.PersonCard_PERSON_CARD_COURT_LADY
	pyrotechnist = dragonv1.PersonCard_PERSON_CARD_PYROTECHNIST
	taxCollector = dragonv1.PersonCard_PERSON_CARD_TAX_COLLECTOR
	warrior      = dragonv1.PersonCard_PERSON_CARD_WARRIOR
	monk         = dragonv1.PersonCard_PERSON_CARD_MONK
	healer       = dragonv1.PersonCard_PERSON_CARD_HEALER
	farmer       = dragonv1.PersonCard_PERSON_CARD_FARMER
	scholar      = dragonv1.PersonCard_PERSON_CARD_SCHOLAR
	joker        = dragonv1.PersonCard_PERSON_CARD_JOKER

	tribute   = dragonv1.EventTile_EVENT_TILE_IMPERIAL_TRIBUTE
	drought   = dragonv1.EventTile_EVENT_TILE_DROUGHT
	festival  = dragonv1.EventTile_EVENT_TILE_DRAGON_FESTIVAL
	mongols   = dragonv1.EventTile_EVENT_TILE_MONGOL_INVASION
	contagion = dragonv1.EventTile_EVENT_TILE_CONTAGION
)

// persons are the tiles in the order of the enum: card, symbols, and steps on the person track.
var persons = [...]struct {
	card           dragonv1.PersonCard
	symbols, steps float64
}{
	{}, // unspecified
	{craftsman, 1, 2}, {courtLady, 1, 1}, {pyrotechnist, 1, 5}, {taxCollector, 3, 3}, {warrior, 1, 5},
	{monk, 1, 6}, {healer, 1, 4}, {farmer, 1, 4}, {scholar, 2, 4}, {pyrotechnist, 2, 3},
	{warrior, 2, 3}, {monk, 2, 2}, {healer, 2, 1}, {farmer, 2, 1}, {scholar, 3, 2},
}

// A view is a position from the seat that is asked.
type view struct {
	*dragonv1.Observation
	me *dragonv1.Player
}

// best returns the index of the option that is worth most, the first of equals.
func best(position *dragonv1.Position) (index int) {
	seen := position.GetObservation()
	v := view{seen, seen.GetPlayers()[seen.GetSeat()]}
	most := v.worth(position.GetOptions()[0])
	for i, option := range position.GetOptions()[1:] {
		if worth := v.worth(option); worth > most {
			index, most = i+1, worth
		}
	}
	return index
}

// worth returns what an option is worth, in points at the end of the year.
func (v view) worth(option *dragonv1.Option) float64 {
	switch kind := option.GetKind().(type) {
	case *dragonv1.Option_Draft:
		return v.newPerson(kind.Draft.GetFirst()) + v.newPerson(kind.Draft.GetSecond())
	case *dragonv1.Option_PassAction:
		return v.yuan(max(0, 3-float64(v.me.GetYuan())))
	case *dragonv1.Option_TakeAction:
		return v.action(kind.TakeAction.GetCard()) - v.toll(kind.TakeAction.GetCard())
	case *dragonv1.Option_BuyPrivilege:
		size := float64(kind.BuyPrivilege.GetSize())
		return size*v.monthsLeft() - 3*size - v.toll(dragonv1.ActionCard_ACTION_CARD_PRIVILEGE)
	case *dragonv1.Option_BuildFloor:
		if kind.BuildFloor.Palace == nil {
			return 1
		}
		return 1 + float64(len(v.me.GetPalaces()[kind.BuildFloor.GetPalace()].GetPersons()))
	case *dragonv1.Option_PlayCard:
		return v.card(kind.PlayCard.GetCard())
	case *dragonv1.Option_TakeTile:
		return v.newPerson(kind.TakeTile.GetTile())
	case *dragonv1.Option_PlaceTile:
		return 10 - float64(len(v.me.GetPalaces()[kind.PlaceTile.GetPalace()].GetPersons()))
	case *dragonv1.Option_ReplaceTile:
		return v.person(v.GetTiles()[0]) - v.person(kind.ReplaceTile.GetPerson())
	case *dragonv1.Option_ReleasePerson:
		return -v.person(kind.ReleasePerson.GetPerson())
	}
	return 0
}

// monthsLeft returns the number of scorings that are still to come.
func (v view) monthsLeft() float64 { return months + 1 - max(1, float64(v.GetMonth())) }

// ahead returns the events from this month on.
func (v view) ahead() []dragonv1.EventTile { return v.GetEvents()[max(1, v.GetMonth())-1:] }

// count returns how often an event is still to come.
func (v view) count(event dragonv1.EventTile) (sum float64) {
	for _, tile := range v.ahead() {
		if tile == event {
			sum++
		}
	}
	return sum
}

// urgency returns how much an event presses: 1 in this month, less later, and 0 for never.
func (v view) urgency(event dragonv1.EventTile) float64 {
	ahead := slices.Index(v.ahead(), event)
	if ahead < 0 {
		return 0
	}
	return max(0.15, 1-0.17*float64(ahead))
}

// symbols returns the number of symbols of a type in the player's palaces.
func (v view) symbols(card dragonv1.PersonCard) (sum float64) {
	for _, palace := range v.me.GetPalaces() {
		for _, tile := range palace.GetPersons() {
			if persons[tile].card == card {
				sum += persons[tile].symbols
			}
		}
	}
	return sum
}

// person returns what a person in a palace is worth from now on.
func (v view) person(tile dragonv1.Tile) float64 {
	card, symbols, left := persons[tile].card, persons[tile].symbols, v.monthsLeft()
	switch card {
	case courtLady:
		return 2 + 0.8*left
	case monk:
		return 2 + 1.8*symbols
	case warrior:
		return 2 + 2.2*symbols*v.count(mongols)
	case healer:
		missing := max(0, 3-v.symbols(card))
		return 2 + 6*min(symbols, missing)*v.urgency(contagion)
	case scholar:
		return 2 + 0.25*symbols*left
	default:
		return 2 + 0.17*symbols*left/(1+v.symbols(card)/3)
	}
}

// newPerson returns what a tile from the display is worth: the person, and its steps.
func (v view) newPerson(tile dragonv1.Tile) float64 {
	return v.person(tile) + 0.02*persons[tile].steps*v.monthsLeft()
}

// card returns what the best tile for a card is worth. It is better to keep a joker.
func (v view) card(card dragonv1.PersonCard) (most float64) {
	isJoker := card == joker
	for i, count := range v.GetDisplay() {
		if tile := dragonv1.Tile(i + 1); count > 0 && (isJoker || persons[tile].card == card) {
			most = max(most, v.newPerson(tile))
		}
	}
	if isJoker && v.monthsLeft() > 2 {
		most -= 2
	}
	return most
}

// action returns what an action brings.
func (v view) action(card dragonv1.ActionCard) float64 {
	switch card {
	case dragonv1.ActionCard_ACTION_CARD_TAXES:
		return v.yuan(2 + v.symbols(taxCollector))
	case dragonv1.ActionCard_ACTION_CARD_BUILD:
		return v.floors(1 + v.symbols(craftsman))
	case dragonv1.ActionCard_ACTION_CARD_HARVEST:
		gained := 1 + v.symbols(farmer)
		missing := max(0, float64(len(v.me.GetPalaces()))-float64(v.me.GetRice()))
		return 0.6*gained + 4*min(missing, gained)*v.urgency(drought)
	case dragonv1.ActionCard_ACTION_CARD_FIREWORKS_DISPLAY:
		gained := 1 + v.symbols(pyrotechnist)
		return gained * (0.6 + 0.8*v.urgency(festival))
	case dragonv1.ActionCard_ACTION_CARD_MILITARY_PARADE:
		return 0.05 * (1 + v.symbols(warrior)) * v.monthsLeft()
	case dragonv1.ActionCard_ACTION_CARD_RESEARCH:
		return 1 + v.symbols(scholar)
	default:
		return 2
	}
}

// yuan returns what money is worth, which is more while a tribute is not paid for.
func (v view) yuan(gained float64) float64 {
	missing := max(0, 4-float64(v.me.GetYuan()))
	return 0.33*gained + 2.5*min(missing, gained)*v.urgency(tribute)
}

// floors returns what room for the persons of the months to come is worth.
func (v view) floors(gained float64) float64 {
	rooms := 0
	for _, palace := range v.me.GetPalaces() {
		rooms += int(palace.GetFloors()) - len(palace.GetPersons())
	}
	each := 1.6
	if rooms == 0 {
		each = 3.5
	}
	return each * max(0, min(gained, float64(len(v.me.GetHand())-rooms))) * min(1, v.monthsLeft()/5)
}

// toll returns what the money for a group that somebody has chosen before is worth.
func (v view) toll(card dragonv1.ActionCard) float64 {
	for _, group := range v.GetGroups() {
		if group.GetDragons() > 0 && slices.Contains(group.GetCards(), card) {
			short := max(0, min(3, 4-(float64(v.me.GetYuan())-3)))
			return 1 + 2*short*v.urgency(tribute)
		}
	}
	return 0
}
