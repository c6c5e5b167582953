//! A greedy policy for In the Year of the Dragon: survive the year, then score.
//!
//! Every option gets points: what it is worth at once, and what it saves from the events that are
//! coming. The months ahead count less the farther away they are.

use tianming::games::dragon::{
    ActionCard, EventTile, Observation, PersonCard, Player, Position, PrivilegeSize, Setup,
    option::Kind,
};

use PersonCard::{CourtLady, Craftsman, Farmer, Healer, Joker, Monk, Pyrotechnist};
use PersonCard::{Scholar, TaxCollector, Warrior};

/// Person card, symbols, and steps on the person track of each tile, as the contract numbers them.
const CARD: [i32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 5, 6, 7, 8, 9];
const SYMBOLS: [u8; 16] = [0, 1, 1, 1, 3, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3];
const STEPS: [u8; 16] = [0, 2, 1, 5, 3, 5, 6, 4, 4, 4, 3, 3, 2, 1, 1, 2];

/// The index of an option that is worth most.
pub fn choose(position: &Position, setup: &Setup) -> usize {
    let Some(seen) = &position.observation else { return 0 };
    let view = View { setup, seen, me: &seen.players[seen.seat as usize] };
    let worth = |kind: &Option<Kind>| kind.as_ref().map_or(0.0, |kind| view.worth(kind));
    let worths = position.options.iter().map(|option| worth(&option.kind)).enumerate();
    worths.max_by(|(_, one), (_, other)| one.total_cmp(other)).map_or(0, |(index, _)| index)
}

/// What the seat sees.
struct View<'a> {
    setup: &'a Setup,
    seen: &'a Observation,
    me: &'a Player,
}

impl View<'_> {
    fn worth(&self, kind: &Kind) -> f64 {
        match kind {
            Kind::Draft(draft) => self.new_person(draft.first) + self.new_person(draft.second),
            Kind::TakeTile(take) => self.new_person(take.tile),
            Kind::PassAction(_) => self.yuan(f64::from(3_u32.saturating_sub(self.me.yuan))),
            Kind::TakeAction(take) => self.action(take.card()),
            Kind::BuyPrivilege(buy) => self.privilege(buy.size()),
            Kind::BuildFloor(build) => build.palace.map_or_else(|| self.new_palace(), |_| 1.0),
            Kind::PlayCard(play) => self.card(play.card()),
            Kind::PlaceTile(place) => 2.0 - f64::from(u8::from(self.lives_in(place.palace) > 0)),
            Kind::ReplaceTile(it) => self.person(self.seen.tiles[0]) - self.person(it.person),
            Kind::ReleasePerson(release) => {
                let leaves_decay = self.lives_in(release.palace) == 1;
                -self.person(release.person) - f64::from(u8::from(leaves_decay))
            }
            _ => 0.0, // to let a tile go, and the expansions
        }
    }

    /// What one more person is worth from now on.
    fn person(&self, tile: i32) -> f64 {
        let (card, symbols, left) = (card_of(tile), number(&SYMBOLS, tile), self.months_left());
        let missing = (3.0 - self.symbols(Healer)).max(0.0);
        2.0 + match card {
            CourtLady => left * 0.8,
            Monk => symbols * 1.8,
            Warrior => symbols * 2.2 * self.invasions(),
            Healer => symbols.min(missing) * 6.0 * self.urgency(EventTile::Contagion),
            Scholar => symbols * left * 0.25,
            _ => symbols * left * 0.17 / (1.0 + self.symbols(card) / 3.0),
        }
    }

    /// The person, and the steps on the track.
    fn new_person(&self, tile: i32) -> f64 {
        self.person(tile) + number(&STEPS, tile) * 0.02 * self.months_left()
    }

    /// The best tile that the card would bring. Jokers are kept for later.
    fn card(&self, card: PersonCard) -> f64 {
        let display = (1..).zip(&self.seen.display).filter(|(_, count)| **count > 0);
        let tiles = display.filter(|(tile, _)| card == Joker || card_of(*tile) == card);
        let best = tiles.map(|(tile, _)| self.new_person(tile)).fold(0.0, f64::max);
        if card == Joker && self.months_left() > 2.0 { best - 2.0 } else { best }
    }

    fn action(&self, card: ActionCard) -> f64 {
        let gain = |person| 1.0 + self.symbols(person);
        let worth = match card {
            ActionCard::Taxes => self.yuan(1.0 + gain(TaxCollector)),
            ActionCard::Build => self.floors(gain(Craftsman)),
            ActionCard::Harvest => self.rice(gain(Farmer)),
            ActionCard::FireworksDisplay => self.fireworks(gain(Pyrotechnist)),
            ActionCard::MilitaryParade => gain(Warrior) * 0.05 * self.months_left(),
            ActionCard::Research => gain(Scholar),
            _ => 0.0,
        };
        worth - self.spending(self.toll(card))
    }

    /// The dragons of a privilege score every month.
    fn privilege(&self, size: PrivilegeSize) -> f64 {
        let (dragons, price) = match size {
            PrivilegeSize::Large => (2.0, self.setup.large_privilege_price),
            _ => (1.0, 2),
        };
        dragons * self.months_left() - self.spending(price + self.toll(ActionCard::Privilege))
    }

    /// A group costs 3 yuan where somebody has chosen it before.
    fn toll(&self, card: ActionCard) -> u32 {
        let mut chosen = self.seen.groups.iter().filter(|group| group.dragons > 0);
        if chosen.any(|group| group.cards().any(|other| other == card)) { 3 } else { 0 }
    }

    /// A third of a point each, more while a tribute is not paid for.
    fn yuan(&self, gained: f64) -> f64 {
        let needed = gained.min(f64::from(4_u32.saturating_sub(self.me.yuan)));
        gained * 0.33 + needed * 2.5 * self.urgency(EventTile::ImperialTribute)
    }

    fn spending(&self, yuan: u32) -> f64 {
        let short = f64::from(yuan.min((4 + yuan).saturating_sub(self.me.yuan)));
        f64::from(yuan) * 0.33 + short * 2.0 * self.urgency(EventTile::ImperialTribute)
    }

    fn rice(&self, gained: f64) -> f64 {
        let missing = (count(self.inhabited()) - f64::from(self.me.rice)).max(0.0);
        gained * 0.6 + gained.min(missing) * 4.0 * self.urgency(EventTile::Drought)
    }

    /// Six points for whoever has the most.
    fn fireworks(&self, gained: f64) -> f64 {
        let most = self.seen.players.iter().map(|player| player.fireworks).max().unwrap_or(0);
        let takes_lead = self.me.fireworks < most.max(1)
            && f64::from(self.me.fireworks) + gained >= f64::from(most);
        let points = if takes_lead { 6.0 } else { 0.0 };
        gained * 0.6 + points * self.urgency(EventTile::DragonFestival)
    }

    /// Room for the persons of the months to come.
    fn floors(&self, gained: f64) -> f64 {
        let rooms: u32 = self.me.palaces.iter().map(|palace| palace.floors).sum();
        let free = f64::from(rooms) - count(self.persons());
        let useful = gained.min(count(self.me.hand()) - free).max(0.0);
        useful * if free > 0.0 { 1.6 } else { 3.5 } * (self.months_left() / 5.0).min(1.0)
    }

    /// A palace scores every month, if somebody can move in.
    fn new_palace(&self) -> f64 {
        let has_empty = self.me.palaces.iter().any(|palace| palace.persons.is_empty());
        if has_empty || self.me.hand.is_empty() { 0.0 } else { 2.0 }
    }

    fn lives_in(&self, palace: u32) -> usize {
        self.me.palaces[palace as usize].persons.len()
    }

    fn inhabited(&self) -> impl Iterator {
        self.me.palaces.iter().filter(|palace| !palace.persons.is_empty())
    }

    fn persons(&self) -> impl Iterator<Item = i32> {
        self.me.palaces.iter().flat_map(|palace| palace.persons.iter().copied())
    }

    /// Symbols of a type in the player's palaces.
    fn symbols(&self, card: PersonCard) -> f64 {
        let tiles = self.persons().filter(|tile| card_of(*tile) == card);
        tiles.map(|tile| number(&SYMBOLS, tile)).sum()
    }

    /// Scorings still to come.
    fn months_left(&self) -> f64 {
        13.0 - f64::from(self.seen.month().max(1))
    }

    fn coming(&self) -> impl Iterator<Item = EventTile> {
        self.seen.events().skip(self.seen.month().max(1) as usize - 1)
    }

    fn invasions(&self) -> f64 {
        count(self.coming().filter(|event| *event == EventTile::MongolInvasion))
    }

    /// How much an event presses: 1 this month, less later, 0 never.
    fn urgency(&self, event: EventTile) -> f64 {
        let ahead = (0..).zip(self.coming()).find(|(_, coming)| *coming == event);
        ahead.map_or(0.0, |(months, _)| (1.0 - 0.17 * f64::from(months)).max(0.15))
    }
}

fn card_of(tile: i32) -> PersonCard {
    CARD[index(tile)].try_into().unwrap_or_default()
}

fn number(of: &[u8; 16], tile: i32) -> f64 {
    f64::from(of[index(tile)])
}

fn index(tile: i32) -> usize {
    tile.try_into().unwrap_or_default()
}

fn count(items: impl Iterator) -> f64 {
    items.map(|_| 1.0).sum()
}
