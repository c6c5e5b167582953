// A greedy bot for In the Year of the Dragon: survive the year, then score. In other games it takes
// any option.
//
// Each option gets points: what it is worth at once, and what it saves from the events that are
// coming. Events count less the farther away they are.
import { type Question, run } from "tianming";
import {
  ActionCard,
  EventTile,
  type Observation,
  type Option,
  PersonCard as Card,
  type Player,
  Position,
  type Tile,
} from "tianming/dragon";

/** The person card, the symbols and the spaces on the track of each tile, by its number. */
const TILES: readonly (readonly [card: Card, symbols: number, steps: number])[] = [
  [Card.UNSPECIFIED, 0, 0],
  [Card.CRAFTSMAN, 1, 2],
  [Card.COURT_LADY, 1, 1],
  [Card.PYROTECHNIST, 1, 5],
  [Card.TAX_COLLECTOR, 3, 3],
  [Card.WARRIOR, 1, 5],
  [Card.MONK, 1, 6],
  [Card.HEALER, 1, 4],
  [Card.FARMER, 1, 4],
  [Card.SCHOLAR, 2, 4],
  [Card.PYROTECHNIST, 2, 3],
  [Card.WARRIOR, 2, 3],
  [Card.MONK, 2, 2],
  [Card.HEALER, 2, 1],
  [Card.FARMER, 2, 1],
  [Card.SCHOLAR, 3, 2],
];

function tileOf(tile: Tile | undefined): readonly [card: Card, symbols: number, steps: number] {
  return TILES[tile ?? 0] ?? [Card.UNSPECIFIED, 0, 0];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Values the options of one position. */
class Policy {
  readonly #seen: Observation;
  readonly #me: Player;
  readonly #coming: readonly EventTile[];

  constructor(seen: Observation, me: Player) {
    this.#seen = seen;
    this.#me = me;
    this.#coming = seen.events.slice(Math.max(1, seen.month ?? 1) - 1);
  }

  /** Returns what an option is worth in points. */
  worth({ kind }: Option): number {
    switch (kind?.$case) {
      case "draft":
        return this.#newPerson(kind.value.first) + this.#newPerson(kind.value.second);
      case "takeTile":
        return this.#newPerson(kind.value.tile);
      case "playCard":
        return this.#card(kind.value.card);
      case "placeTile":
        return this.#place(kind.value.palace);
      case "replaceTile":
        return this.#person(this.#seen.tiles[0]) - this.#person(kind.value.person);
      case "releasePerson":
        return -this.#person(kind.value.person) - (this.#persons(kind.value.palace) === 1 ? 1 : 0);
      case "passAction":
        return this.#yuan(3 - this.#me.yuan);
      case "takeAction":
        return this.#action(kind.value.card) - this.#toll(kind.value.card);
      case "buyPrivilege":
        return kind.value.size * this.#coming.length - 1.5 * kind.value.size;
      case "buildFloor":
        return kind.value.palace === undefined ? this.#newPalace() : 1;
      default:
        return 0;
    }
  }

  // -- persons

  /** What a person in the palaces is worth from now on. */
  #person(tile: Tile | undefined): number {
    const [card, symbols] = tileOf(tile);
    const months = this.#coming.length;
    switch (card) {
      case Card.COURT_LADY:
        return 2 + months * 0.8;
      case Card.MONK:
        return 2 + symbols * 1.8;
      case Card.WARRIOR:
        return 2 + symbols * 2.2 * this.#count(EventTile.MONGOL_INVASION);
      case Card.HEALER: {
        const missing = Math.max(0, 3 - this.#symbols(card));
        return 2 + 6 * Math.min(symbols, missing) * this.#urgency(EventTile.CONTAGION);
      }
      case Card.SCHOLAR:
        return 2 + symbols * months * 0.25;
      default:
        return 2 + (symbols * months * 0.17) / (1 + this.#symbols(card) / 3);
    }
  }

  /** What it is worth to take a tile: the person, and the spaces on the track. */
  #newPerson(tile: Tile): number {
    return this.#person(tile) + tileOf(tile)[2] * 0.02 * this.#coming.length;
  }

  /** The best tile that a card brings. A joker is kept for later. */
  #card(card: Card): number {
    const isJoker = card === Card.JOKER;
    const worths = this.#seen.display.map((count, index) => {
      const isOnOffer = count > 0 && (isJoker || tileOf(index + 1)[0] === card);
      return isOnOffer ? this.#newPerson(index + 1) : 0;
    });
    return Math.max(0, ...worths) - (isJoker && this.#coming.length > 2 ? 2 : 0);
  }

  /** An empty palace comes first, so that it does not decay; monks live where floors are many. */
  #place(index: number): number {
    const floors = this.#me.palaces[index]?.floors ?? 0;
    const isEmpty = this.#persons(index) === 0;
    const isMonk = tileOf(this.#seen.tiles[0])[0] === Card.MONK;
    return isMonk ? floors + (isEmpty ? 2 : 0) : (isEmpty ? 4 : 0) - floors * 0.1;
  }

  // -- actions

  #action(card: ActionCard): number {
    switch (card) {
      case ActionCard.TAXES:
        return this.#yuan(2 + this.#symbols(Card.TAX_COLLECTOR));
      case ActionCard.BUILD:
        return this.#floors(1 + this.#symbols(Card.CRAFTSMAN));
      case ActionCard.HARVEST:
        return this.#rice(1 + this.#symbols(Card.FARMER));
      case ActionCard.FIREWORKS_DISPLAY:
        return this.#fireworks(1 + this.#symbols(Card.PYROTECHNIST));
      case ActionCard.MILITARY_PARADE:
        return (1 + this.#symbols(Card.WARRIOR)) * 0.05 * this.#coming.length;
      case ActionCard.RESEARCH:
        return 1 + this.#symbols(Card.SCHOLAR);
      default:
        return 0;
    }
  }

  /** What the yuan for a group that somebody has chosen are worth to keep. */
  #toll(card: ActionCard): number {
    const group = this.#seen.groups.find(({ cards }) => cards.includes(card));
    return group && group.dragons > 0 ? 1 + 3 * this.#urgency(EventTile.IMPERIAL_TRIBUTE) : 0;
  }

  #yuan(gained: number): number {
    return this.#goods(gained, 0.33, 4 - this.#me.yuan, 2.5, EventTile.IMPERIAL_TRIBUTE);
  }

  #rice(gained: number): number {
    return this.#goods(gained, 0.6, this.#inhabited() - this.#me.rice, 4, EventTile.DROUGHT);
  }

  /** Goods have a price, and a higher one while an event that takes them is not yet paid for. */
  #goods(gained: number, price: number, missing: number, saved: number, event: EventTile): number {
    const needed = Math.max(0, Math.min(gained, missing));
    return Math.max(0, gained) * price + needed * saved * this.#urgency(event);
  }

  /** The most fireworks bring 6 points. */
  #fireworks(gained: number): number {
    const others = this.#seen.players.filter((player) => player !== this.#me);
    const most = Math.max(0, ...others.map((player) => player.fireworks));
    const isNeeded = this.#me.fireworks < most && this.#me.fireworks + gained >= most;
    return gained * 0.6 + (isNeeded ? 6 : 0) * this.#urgency(EventTile.DRAGON_FESTIVAL);
  }

  /** Floors are room for the persons of the months to come. */
  #floors(gained: number): number {
    const floors = sum(this.#me.palaces.map((palace) => palace.floors));
    const rooms = floors - sum(this.#me.palaces.map((palace) => palace.persons.length));
    const useful = Math.max(0, Math.min(gained, this.#me.hand.length - rooms));
    return useful * (rooms > 0 ? 1.6 : 3.5) * Math.min(1, this.#coming.length / 5);
  }

  /** A new palace is a point a month while somebody can move in. */
  #newPalace(): number {
    return this.#inhabited() === this.#me.palaces.length && this.#me.hand.length > 0 ? 2 : 0;
  }

  // -- counts

  #symbols(card: Card): number {
    const tiles = this.#me.palaces.flatMap((palace) => palace.persons.map(tileOf));
    return sum(tiles.map(([other, symbols]) => (other === card ? symbols : 0)));
  }

  #persons(palace: number): number {
    return this.#me.palaces[palace]?.persons.length ?? 0;
  }

  #inhabited(): number {
    return this.#me.palaces.filter((palace) => palace.persons.length > 0).length;
  }

  #count(event: EventTile): number {
    return this.#coming.filter((other) => other === event).length;
  }

  /** How much an event presses: 1 this month, less later, 0 if it does not come again. */
  #urgency(event: EventTile): number {
    const ahead = this.#coming.indexOf(event);
    return ahead < 0 ? 0 : Math.max(0.15, 1 - 0.17 * ahead);
  }
}

/** Returns the index of the best option, the first of equals. */
function choose(question: Question): number {
  if (question.match.game !== "dragon") {
    return question.match.random.below(question.optionCount);
  }
  const { observation, options } = question.position(Position);
  const me = observation?.players[observation.seat];
  if (!observation || !me) {
    return 0;
  }
  const policy = new Policy(observation, me);
  const worths = options.map((option) => policy.worth(option));
  return worths.indexOf(Math.max(...worths));
}

await run(choose, { name: "greedy" });
