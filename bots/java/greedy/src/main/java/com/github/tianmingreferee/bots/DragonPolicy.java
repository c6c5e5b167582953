package com.github.tianmingreferee.bots;

import com.github.tianmingreferee.tianming.games.dragon.v1.ActionCard;
import com.github.tianmingreferee.tianming.games.dragon.v1.EventTile;
import com.github.tianmingreferee.tianming.games.dragon.v1.Observation;
import com.github.tianmingreferee.tianming.games.dragon.v1.Option;
import com.github.tianmingreferee.tianming.games.dragon.v1.Palace;
import com.github.tianmingreferee.tianming.games.dragon.v1.PersonCard;
import com.github.tianmingreferee.tianming.games.dragon.v1.Player;
import com.github.tianmingreferee.tianming.games.dragon.v1.Position;
import com.github.tianmingreferee.tianming.games.dragon.v1.Tile;
import java.util.stream.IntStream;

/**
 * A greedy policy for In the Year of the Dragon: survive the year, then score.
 *
 * <p>An option is worth the points that it brings, and what it saves from the coming events. An
 * event counts less the farther away it is.
 */
final class DragonPolicy {
  private static final int MONTHS = 12;
  private static final int TRIBUTE = 4;
  private static final int TOLL = 3;
  private static final int[] PRIVILEGE_PRICE = {0, 2, 6};

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
      case DRAFT ->
          newPerson(option.getDraft().getFirst()) + newPerson(option.getDraft().getSecond());
      case PASS_ACTION -> yuan(Math.max(0, 3 - me.getYuan()));
      case TAKE_ACTION -> action(option.getTakeAction().getCard());
      case BUY_PRIVILEGE -> privilege(option.getBuyPrivilege().getSizeValue());
      case BUILD_FLOOR -> option.getBuildFloor().hasPalace() ? 1 : newPalace();
      case PLAY_CARD -> card(option.getPlayCard().getCard());
      case TAKE_TILE -> newPerson(option.getTakeTile().getTile());
      case PLACE_TILE -> placement(me.getPalaces(option.getPlaceTile().getPalace()));
      case REPLACE_TILE -> person(seen.getTiles(0)) - person(option.getReplaceTile().getPerson());
      case RELEASE_PERSON -> -person(option.getReleasePerson().getPerson());
      default -> 0; // the expansions
    };
  }

  /** Returns the worth of a person from now on. */
  private double person(Tile tile) {
    int symbols = SYMBOLS[tile.getNumber()];
    var card = cardOf(tile);
    return 2
        + switch (card) {
          case PERSON_CARD_COURT_LADY -> monthsLeft * 0.8;
          case PERSON_CARD_MONK -> symbols * 1.8;
          case PERSON_CARD_WARRIOR -> symbols * 2.2 * mongolsLeft();
          case PERSON_CARD_HEALER ->
              6
                  * Math.min(symbols, Math.max(0, 3 - symbols(card)))
                  * urgency(EventTile.EVENT_TILE_CONTAGION);
          case PERSON_CARD_SCHOLAR -> symbols * monthsLeft * 0.25;
          default -> symbols * monthsLeft * 0.17 / (1 + symbols(card) / 3.0);
        };
  }

  /** Returns the worth of a tile from the display: the person, and the steps on the track. */
  private double newPerson(Tile tile) {
    return person(tile) + STEPS[tile.getNumber()] * 0.02 * monthsLeft;
  }

  /** Returns the worth of the best tile that a card brings. Jokers are worth keeping. */
  private double card(PersonCard card) {
    boolean joker = card == PersonCard.PERSON_CARD_JOKER;
    double best =
        IntStream.rangeClosed(1, seen.getDisplayCount())
            .filter(number -> seen.getDisplay(number - 1) > 0)
            .mapToObj(Tile::forNumber)
            .filter(tile -> joker || cardOf(tile) == card)
            .mapToDouble(this::newPerson)
            .max()
            .orElse(0);
    return joker && monthsLeft > 2 ? best - 2 : best;
  }

  /** Fills an empty palace first, so that it does not decay. Monks like many floors. */
  private double placement(Palace palace) {
    boolean monk = cardOf(seen.getTiles(0)) == PersonCard.PERSON_CARD_MONK;
    return (palace.getPersonsCount() == 0 ? 3 : 0) + palace.getFloors() * (monk ? 1 : -0.1);
  }

  private double newPalace() {
    return me.getPalacesCount() == inhabited() && me.getHandCount() > 0 ? 2 : 0;
  }

  private double action(ActionCard card) {
    double gain =
        switch (card) {
          case ACTION_CARD_TAXES -> yuan(2 + symbols(PersonCard.PERSON_CARD_TAX_COLLECTOR));
          case ACTION_CARD_BUILD -> floors(1 + symbols(PersonCard.PERSON_CARD_CRAFTSMAN));
          case ACTION_CARD_HARVEST -> rice(1 + symbols(PersonCard.PERSON_CARD_FARMER));
          case ACTION_CARD_FIREWORKS_DISPLAY ->
              fireworks(1 + symbols(PersonCard.PERSON_CARD_PYROTECHNIST));
          case ACTION_CARD_MILITARY_PARADE ->
              (1 + symbols(PersonCard.PERSON_CARD_WARRIOR)) * 0.05 * monthsLeft;
          case ACTION_CARD_RESEARCH -> 1 + symbols(PersonCard.PERSON_CARD_SCHOLAR);
          default -> 0;
        };
    return gain - spending(toll(card));
  }

  private double privilege(int dragons) {
    int toll = toll(ActionCard.ACTION_CARD_PRIVILEGE);
    return dragons * monthsLeft - spending(toll + PRIVILEGE_PRICE[dragons]);
  }

  /** Returns the yuan for a group of actions that somebody has chosen already. */
  private int toll(ActionCard card) {
    return seen.getGroupsList().stream()
            .anyMatch(group -> group.getDragons() > 0 && group.getCardsList().contains(card))
        ? TOLL
        : 0;
  }

  private double spending(int yuan) {
    int missing = Math.max(0, Math.min(yuan, TRIBUTE - (me.getYuan() - yuan)));
    return yuan * 0.33 + missing * 2.0 * urgency(EventTile.EVENT_TILE_IMPERIAL_TRIBUTE);
  }

  private double yuan(int gained) {
    int needed = Math.min(gained, Math.max(0, TRIBUTE - me.getYuan()));
    return gained * 0.33 + needed * 2.5 * urgency(EventTile.EVENT_TILE_IMPERIAL_TRIBUTE);
  }

  private double rice(int gained) {
    int needed = Math.min(gained, Math.max(0, inhabited() - me.getRice()));
    return gained * 0.6 + needed * 4.0 * urgency(EventTile.EVENT_TILE_DROUGHT);
  }

  private double fireworks(int gained) {
    return gained * (0.6 + 2 * urgency(EventTile.EVENT_TILE_DRAGON_FESTIVAL));
  }

  /** Returns the worth of floors: room for the persons of the coming months. */
  private double floors(int gained) {
    int floors = me.getPalacesList().stream().mapToInt(Palace::getFloors).sum();
    int persons = me.getPalacesList().stream().mapToInt(Palace::getPersonsCount).sum();
    int useful = Math.max(0, Math.min(gained, me.getHandCount() - (floors - persons)));
    return useful * (floors > persons ? 1.6 : 3.5) * Math.min(1, monthsLeft / 5.0);
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

  private long mongolsLeft() {
    return seen.getEventsList().stream()
        .skip(month - 1L)
        .filter(event -> event == EventTile.EVENT_TILE_MONGOL_INVASION)
        .count();
  }

  /** Returns how close the next event of a kind is: 1 this month, less later, 0 never. */
  private double urgency(EventTile event) {
    int ahead = seen.getEventsList().subList(month - 1, MONTHS).indexOf(event);
    return ahead < 0 ? 0 : Math.max(0.15, 1 - 0.17 * ahead);
  }
}
