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

/** The person card, the symbols and the spaces on the person track of each tile, by its number. */
const CARD: readonly Card[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 5, 6, 7, 8, 9];
const SYMBOLS: readonly number[] = [0, 1, 1, 1, 3, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3];
const STEPS: readonly number[] = [0, 2, 1, 5, 3, 5, 6, 4, 4, 4, 3, 3, 2, 1, 1, 2];

/** What a position says about the months to come. */
class Outlook {
  readonly #coming: readonly EventTile[];

  constructor(
    readonly seen: Observation,
    readonly me: Player,
  ) {
    this.#coming = seen.events.slice(Math.max(1, seen.month ?? 1) - 1);
  }

  get monthsLeft(): number {
    return this.#coming.length;
  }

  /** How much an event presses: 1 this month, less later, 0 if it does not come again. */
  urgency(event: EventTile): number {
    const ahead = this.#coming.indexOf(event);
    return ahead < 0 ? 0 : Math.max(0.15, 1 - 0.17 * ahead);
  }

  /** How often an event comes. */
  count(event: EventTile): number {
    return this.#coming.filter((other) => other === event).length;
  }

  /** Symbols of a type in the palaces. */
  symbols(card: Card): number {
    const tiles = this.me.palaces.flatMap(({ persons }) => persons);
    return tiles.reduce((sum, tile) => sum + (CARD[tile] === card ? (SYMBOLS[tile] ?? 0) : 0), 0);
  }

  persons(palace: number): number {
    return this.me.palaces[palace]?.persons.length ?? 0;
  }

  inhabited(): number {
    return this.me.palaces.filter(({ persons }) => persons.length > 0).length;
  }

  /** Persons for whom the palaces have room. */
  rooms(): number {
    return this.me.palaces.reduce((sum, { floors, persons }) => sum + floors - persons.length, 0);
  }
}

/** Returns what an option is worth. */
function worth(outlook: Outlook, { kind }: Option): number {
  const { me, seen } = outlook;
  switch (kind?.$case) {
    case "draft":
      return newPerson(outlook, kind.value.first) + newPerson(outlook, kind.value.second);
    case "takeTile":
      return newPerson(outlook, kind.value.tile);
    case "playCard":
      return cardWorth(outlook, kind.value.card);
    case "placeTile": // an empty palace decays
      return outlook.persons(kind.value.palace) > 0 ? 0 : 4;
    case "replaceTile":
      return person(outlook, seen.tiles[0] ?? 0) - person(outlook, kind.value.person);
    case "releasePerson":
      return (outlook.persons(kind.value.palace) > 1 ? 1 : 0) - person(outlook, kind.value.person);
    case "passAction":
      return yuan(outlook, Math.max(0, 3 - me.yuan));
    case "takeAction":
      return action(outlook, kind.value.card) - toll(outlook, kind.value.card);
    case "buyPrivilege":
      return kind.value.size * (outlook.monthsLeft - 1.5);
    case "buildFloor": // a new palace scores while somebody can move in
      return kind.value.palace === undefined && outlook.persons(me.palaces.length - 1) > 0 ? 2 : 1;
    default:
      return 0;
  }
}

/** What a person in the palaces is worth from now on. */
function person(outlook: Outlook, tile: Tile): number {
  const { monthsLeft } = outlook;
  const card = CARD[tile] ?? Card.UNSPECIFIED;
  const symbols = SYMBOLS[tile] ?? 0;
  switch (card) {
    case Card.COURT_LADY:
      return 2 + monthsLeft * 0.8;
    case Card.MONK:
      return 2 + symbols * 1.8;
    case Card.WARRIOR:
      return 2 + symbols * 2.2 * outlook.count(EventTile.MONGOL_INVASION);
    case Card.HEALER: {
      const missing = Math.max(0, 3 - outlook.symbols(card));
      return 2 + 6 * Math.min(symbols, missing) * outlook.urgency(EventTile.CONTAGION);
    }
    case Card.SCHOLAR:
      return 2 + symbols * monthsLeft * 0.25;
    default:
      return 2 + (symbols * monthsLeft * 0.17) / (1 + outlook.symbols(card) / 3);
  }
}

/** What it is worth to take a tile: the person, and the spaces on the track. */
function newPerson(outlook: Outlook, tile: Tile): number {
  return person(outlook, tile) + (STEPS[tile] ?? 0) * 0.02 * outlook.monthsLeft;
}

/** The best tile that a card brings. A joker is kept for later. */
function cardWorth(outlook: Outlook, card: Card): number {
  const isJoker = card === Card.JOKER;
  const worths = outlook.seen.display.map((count, index) => {
    const isOnOffer = count > 0 && (isJoker || CARD[index + 1] === card);
    return isOnOffer ? newPerson(outlook, index + 1) : 0;
  });
  return Math.max(0, ...worths) - (isJoker && outlook.monthsLeft > 2 ? 2 : 0);
}

/** What an action brings. */
function action(outlook: Outlook, card: ActionCard): number {
  const { me, monthsLeft } = outlook;
  switch (card) {
    case ActionCard.TAXES:
      return yuan(outlook, 2 + outlook.symbols(Card.TAX_COLLECTOR));
    case ActionCard.BUILD: {
      const rooms = outlook.rooms();
      const useful = Math.min(1 + outlook.symbols(Card.CRAFTSMAN), me.hand.length - rooms);
      return Math.max(0, useful) * (rooms > 0 ? 1.6 : 3.5) * Math.min(1, monthsLeft / 5);
    }
    case ActionCard.HARVEST:
      return rice(outlook, 1 + outlook.symbols(Card.FARMER));
    case ActionCard.FIREWORKS_DISPLAY:
      return 0.6 * (1 + outlook.symbols(Card.PYROTECHNIST));
    case ActionCard.MILITARY_PARADE:
      return 0.05 * (1 + outlook.symbols(Card.WARRIOR)) * monthsLeft;
    case ActionCard.RESEARCH:
      return 1 + outlook.symbols(Card.SCHOLAR);
    default:
      return 0;
  }
}

/** What the 3 yuan for a group that somebody has chosen are worth to keep. */
function toll(outlook: Outlook, card: ActionCard): number {
  const group = outlook.seen.groups.find(({ cards }) => cards.includes(card));
  return group && group.dragons > 0 ? 1 + 3 * outlook.urgency(EventTile.IMPERIAL_TRIBUTE) : 0;
}

/** Money is worth more while a tribute is not yet paid for. */
function yuan(outlook: Outlook, gained: number): number {
  const needed = Math.max(0, Math.min(gained, 4 - outlook.me.yuan));
  return gained * 0.33 + needed * 2.5 * outlook.urgency(EventTile.IMPERIAL_TRIBUTE);
}

/** Rice is worth more while a drought would starve a palace. */
function rice(outlook: Outlook, gained: number): number {
  const needed = Math.max(0, Math.min(gained, outlook.inhabited() - outlook.me.rice));
  return gained * 0.6 + needed * 4 * outlook.urgency(EventTile.DROUGHT);
}

/** Returns the index of the best option, the first of equals. */
function choose(question: Question): number {
  if (question.match.game !== "dragon") {
    return question.match.random.below(question.optionCount);
  }
  const { observation: seen, options } = question.position(Position);
  const me = seen?.players[seen.seat];
  if (!seen || !me) {
    return 0;
  }
  const outlook = new Outlook(seen, me);
  const worths = options.map((option) => worth(outlook, option));
  return worths.indexOf(Math.max(...worths));
}

await run(choose, { name: "greedy" });
