package com.github.tianmingreferee.bots;

import static com.github.tianmingreferee.tianming.games.dragon.v1.EventTile.EVENT_TILE_CONTAGION;
import static com.github.tianmingreferee.tianming.games.dragon.v1.EventTile.EVENT_TILE_DRAGON_FESTIVAL;
import static com.github.tianmingreferee.tianming.games.dragon.v1.EventTile.EVENT_TILE_DROUGHT;
import static com.github.tianmingreferee.tianming.games.dragon.v1.EventTile.EVENT_TILE_IMPERIAL_TRIBUTE;
import static com.github.tianmingreferee.tianming.games.dragon.v1.EventTile.EVENT_TILE_MONGOL_INVASION;
import static com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard.PERSON_CARD_CRAFTSMAN;
import static com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard.PERSON_CARD_FARMER;
import static com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard.PERSON_CARD_HEALER;
import static com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard.PERSON_CARD_JOKER;
import static com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard.PERSON_CARD_MONK;
import static com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard.PERSON_CARD_PYROTECHNIST;
import static com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard.PERSON_CARD_SCHOLAR;
import static com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard.PERSON_CARD_TAX_COLLECTOR;
import static com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard.PERSON_CARD_WARRIOR;

import com.github.tianmingreferee.tianming.games.dragon.v1.ActionCard;
import com.github.tianmingreferee.tianming.games.dragon.v1.EventTile;
import com.github.tianmingreferee.tianming.games.dragon.v1.Observation;
import com.github.tianmingreferee.tianming.games.dragon.v1.Option;
import com.github.tianmingreferee.tianming.games.dragon.v1.Palace;
import com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard;
import com.github.tianmingreferee.tianming.games.dragon.v1.Player;
import com.github.tianmingreferee.tianming.games.dragon.v1.Position;
import com.github.tianmingreferee.tianming.games.dragon.v1.PrivilegeSize;
import com.github.tianmingreferee.tianming.games.dragon.v1.Tile;
import java.util.stream.IntStream;

/**
 * A greedy policy for In the Year of the Dragon: survive the year, then score.
 *
 * <p>Each option is worth the points that it brings, and what it saves from the coming events. An
 * event counts less the farther away it is.
 */
final class DragonPolicy {
  private static final int MONTHS = 12;
  private static final int TRIBUTE = 4;
  private static final int TOLL = 3;
  private static final int SMALL_PRIVILEGE_PRICE = 2;
  private static final int LARGE_PRIVILEGE_PRICE = 6;

  /** Person card, symbols and steps of each tile, by the number of the tile. */
  private static final int[] CARD = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 5, 6, 7, 8, 9};

  private static final int[] SYMBOLS = {0, 1, 1, 1, 3, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3};
  private static final int[] STEPS = {0, 2, 1, 5, 3, 5, 6, 4, 4, 4, 3, 3, 2, 1, 1, 2};

  private final Observation seen;
  private final Player me;
  private final int month;
  private final int monthsLeft;

  private DragonPolicy(Observation seen) {
    this.seen = seen;
    me = seen.getPlayers(seen.getSeat());
    month = Math.max(1, seen.getMonth());
    monthsLeft = MONTHS + 1 - month;
  }

  /** Returns the index of the option that is worth most, the first of equals. */
  static int choose(Position position) {
    var policy = new DragonPolicy(position.getObservation());
    var worths = position.getOptionsList().stream().mapToDouble(policy::worth).toArray();
    return IntStream.range(0, worths.length)
        .reduce(0, (best, other) -> worths[other] > worths[best] ? other : best);
  }

  private double worth(Option option) {
    return switch (option.getKindCase()) {
      case DRAFT -> take(option.getDraft().getFirst()) + take(option.getDraft().getSecond());
      case PASS_ACTION -> yuan(Math.max(0, 3 - me.getYuan()));
      case TAKE_ACTION -> action(option.getTakeAction().getCard());
      case BUY_PRIVILEGE -> privilege(option.getBuyPrivilege().getSize());
      case BUILD_FLOOR ->
          option.getBuildFloor().hasPalace()
              ? growth(me.getPalaces(option.getBuildFloor().getPalace()))
              : newPalace();
      case PLAY_CARD -> card(option.getPlayCard().getCard());
      case TAKE_TILE -> take(option.getTakeTile().getTile());
      case PLACE_TILE -> placement(me.getPalaces(option.getPlaceTile().getPalace()));
      case REPLACE_TILE -> {
        int floors = me.getPalaces(option.getReplaceTile().getPalace()).getFloors();
        yield person(seen.getTiles(0), floors)
            - person(option.getReplaceTile().getPerson(), floors);
      }
      case RELEASE_PERSON -> {
        var palace = me.getPalaces(option.getReleasePerson().getPalace());
        double decay = palace.getPersonsCount() == 1 ? 1 : 0;
        yield -person(option.getReleasePerson().getPerson(), palace.getFloors()) - decay;
      }
      default -> 0; // the expansions
    };
  }

  /** Returns the worth of a person from now on. */
  private double person(Tile tile, int floors) {
    int symbols = SYMBOLS[tile.getNumber()];
    var card = cardOf(tile);
    return 2
        + switch (card) {
          case PERSON_CARD_COURT_LADY -> monthsLeft * 0.8;
          case PERSON_CARD_MONK -> symbols * floors * 0.9;
          case PERSON_CARD_WARRIOR -> symbols * 2.2 * eventsLeft(EVENT_TILE_MONGOL_INVASION);
          case PERSON_CARD_HEALER -> {
            int missing = Math.max(0, 3 - symbols(PERSON_CARD_HEALER));
            yield 6 * Math.min(symbols, missing) * urgency(EVENT_TILE_CONTAGION);
          }
          case PERSON_CARD_SCHOLAR -> symbols * monthsLeft * 0.25;
          default -> symbols * monthsLeft * 0.17 / (1 + symbols(card) / 3.0);
        };
  }

  /** Returns the worth of a tile from the display: the person, and the steps on the track. */
  private double take(Tile tile) {
    return person(tile, 2) + STEPS[tile.getNumber()] * 0.02 * monthsLeft;
  }

  /** Returns the worth of the best tile that a card brings. Jokers are worth keeping. */
  private double card(PersonCard card) {
    boolean joker = card == PERSON_CARD_JOKER;
    double best =
        IntStream.range(0, seen.getDisplayCount())
            .filter(index -> seen.getDisplay(index) > 0)
            .mapToObj(index -> Tile.forNumber(index + 1))
            .filter(tile -> joker || cardOf(tile) == card)
            .mapToDouble(this::take)
            .max()
            .orElse(0);
    return joker && monthsLeft > 2 ? best - 2 : best;
  }

  /** Fills an empty palace first, so that it does not decay. Monks like many floors. */
  private double placement(Palace palace) {
    boolean empty = palace.getPersonsCount() == 0;
    return cardOf(seen.getTiles(0)) == PERSON_CARD_MONK
        ? palace.getFloors() + (empty ? 2 : 0)
        : (empty ? 4 : 0) - palace.getFloors() * 0.1;
  }

  private double action(ActionCard card) {
    double gain =
        switch (card) {
          case ACTION_CARD_TAXES -> yuan(2 + symbols(PERSON_CARD_TAX_COLLECTOR));
          case ACTION_CARD_BUILD -> floors(1 + symbols(PERSON_CARD_CRAFTSMAN));
          case ACTION_CARD_HARVEST -> rice(1 + symbols(PERSON_CARD_FARMER));
          case ACTION_CARD_FIREWORKS_DISPLAY -> fireworks(1 + symbols(PERSON_CARD_PYROTECHNIST));
          case ACTION_CARD_MILITARY_PARADE ->
              (1 + symbols(PERSON_CARD_WARRIOR)) * 0.05 * monthsLeft;
          case ACTION_CARD_RESEARCH -> 1 + symbols(PERSON_CARD_SCHOLAR);
          default -> 0;
        };
    return gain - spending(toll(card));
  }

  private double privilege(PrivilegeSize size) {
    boolean large = size == PrivilegeSize.PRIVILEGE_SIZE_LARGE;
    int price = large ? LARGE_PRIVILEGE_PRICE : SMALL_PRIVILEGE_PRICE;
    return size.getNumber() * monthsLeft - spending(toll(ActionCard.ACTION_CARD_PRIVILEGE) + price);
  }

  /** Returns the yuan for a group of actions that somebody has chosen already. */
  private int toll(ActionCard card) {
    return seen.getGroupsList().stream()
            .anyMatch(group -> group.getCardsList().contains(card) && group.getDragons() > 0)
        ? TOLL
        : 0;
  }

  private double spending(int yuan) {
    int missing = Math.max(0, Math.min(yuan, TRIBUTE - (me.getYuan() - yuan)));
    return yuan * 0.33 + missing * 2.0 * urgency(EVENT_TILE_IMPERIAL_TRIBUTE);
  }

  private double yuan(int gained) {
    int needed = Math.min(gained, Math.max(0, TRIBUTE - me.getYuan()));
    return gained * 0.33 + needed * 2.5 * urgency(EVENT_TILE_IMPERIAL_TRIBUTE);
  }

  private double rice(int gained) {
    int needed = Math.min(gained, Math.max(0, inhabited() - me.getRice()));
    return gained * 0.6 + needed * 4.0 * urgency(EVENT_TILE_DROUGHT);
  }

  /** Returns the worth of fireworks: 6 points for the most, 3 for the second most. */
  private double fireworks(int gained) {
    double more = festival(me.getFireworks() + gained) - festival(me.getFireworks());
    return gained * 0.6 + more * urgency(EVENT_TILE_DRAGON_FESTIVAL);
  }

  private double festival(int fireworks) {
    long ahead =
        seen.getPlayersList().stream()
            .filter(player -> player != me && player.getFireworks() > fireworks)
            .count();
    return fireworks == 0 || ahead > 1 ? 0 : ahead == 0 ? 6 : 3;
  }

  /** Returns the worth of floors: room for the persons of the coming months. */
  private double floors(int gained) {
    int rooms =
        me.getPalacesList().stream()
            .mapToInt(palace -> palace.getFloors() - palace.getPersonsCount())
            .sum();
    int useful = Math.max(0, Math.min(gained, me.getHandCount() - rooms));
    return useful * (rooms > 0 ? 1.6 : 3.5) * Math.min(1, monthsLeft / 5.0);
  }

  private double newPalace() {
    return me.getPalacesCount() == inhabited() && me.getHandCount() > 0 ? 2 : 0;
  }

  private static double growth(Palace palace) {
    return 1 + (palace.getPersonsCount() > 0 ? 0.3 : 0) + palace.getFloors() * 0.1;
  }

  private static PersonCard cardOf(Tile tile) {
    return PersonCard.forNumber(CARD[tile.getNumber()]);
  }

  private int symbols(PersonCard card) {
    return me.getPalacesList().stream()
        .flatMap(palace -> palace.getPersonsList().stream())
        .filter(tile -> cardOf(tile) == card)
        .mapToInt(tile -> SYMBOLS[tile.getNumber()])
        .sum();
  }

  private int inhabited() {
    return (int)
        me.getPalacesList().stream().filter(palace -> palace.getPersonsCount() > 0).count();
  }

  private long eventsLeft(EventTile event) {
    return seen.getEventsList().stream().skip(month - 1L).filter(event::equals).count();
  }

  /** Returns how close the next event of a kind is: 1 this month, less later, 0 never. */
  private double urgency(EventTile event) {
    int ahead = seen.getEventsList().subList(month - 1, MONTHS).indexOf(event);
    return ahead < 0 ? 0 : Math.max(0.15, 1 - 0.17 * ahead);
  }
}
