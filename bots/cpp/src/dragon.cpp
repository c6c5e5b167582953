#include "dragon.h"

#include <algorithm>
#include <vector>

namespace bots {
namespace {

using namespace tianming::games::dragon::v1;

constexpr int months = 12;

/// Person card, symbols and spaces on the track of each tile, as the contract numbers them.
constexpr int card_of[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 5, 6, 7, 8, 9};
constexpr int symbols_of[] = {0, 1, 1, 1, 3, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3};
constexpr int steps_of[] = {0, 2, 1, 5, 3, 5, 6, 4, 4, 4, 3, 3, 2, 1, 1, 2};

/// The worth of the options of one position, in points.
class Judge {
 public:
  explicit Judge(const Observation& seen)
      : seen_(seen), me_(seen.players(static_cast<int>(seen.seat()))) {}

  double worth(const Option& option) const {
    switch (option.kind_case()) {
      case Option::kDraft:
        return new_person(option.draft().first()) + new_person(option.draft().second());
      case Option::kPassAction: return yuan(std::max(0, 3 - number(me_.yuan())));
      case Option::kTakeAction:
        return action(option.take_action().card()) - cost(option.take_action().card(), 0);
      case Option::kBuyPrivilege: return privilege(option.buy_privilege().size());
      case Option::kBuildFloor: return build(option.build_floor());
      case Option::kPlayCard: return card(option.play_card().card());
      case Option::kDiscardCard: return -card(option.discard_card().card());
      case Option::kTakeTile: return new_person(option.take_tile().tile());
      case Option::kPlaceTile: return place(palace(option.place_tile().palace()));
      case Option::kReplaceTile:
        return person(seen_.tiles(0)) - person(option.replace_tile().person());
      case Option::kReleasePerson: return release(option.release_person());
      case Option::kLoseFloor: return -palace(option.lose_floor().palace()).persons_size();
      default: return 0;
    }
  }

 private:
  static int number(std::uint32_t value) { return static_cast<int>(value); }

  const Palace& palace(std::uint32_t index) const { return me_.palaces(number(index)); }

  int this_month() const { return std::max(1, number(seen_.month())); }
  int months_left() const { return months + 1 - this_month(); }

  /// How much the next event of a kind presses: 1 this month, less later, 0 if none comes.
  double urgency(EventTile event) const {
    for (int month = this_month(); month <= seen_.events_size(); ++month) {
      const int ahead = month - this_month();
      if (seen_.events(month - 1) == event) return std::max(0.15, 1 - 0.17 * ahead);
    }
    return 0;
  }

  int symbols(int person) const {
    int sum = 0;
    for (const Palace& palace : me_.palaces()) {
      for (const int tile : palace.persons()) {
        if (card_of[tile] == person) sum += symbols_of[tile];
      }
    }
    return sum;
  }

  int inhabited() const {
    return static_cast<int>(std::count_if(me_.palaces().begin(), me_.palaces().end(),
                                          [](const auto& one) { return one.persons_size() > 0; }));
  }

  int rooms() const {
    int sum = 0;
    for (const Palace& one : me_.palaces()) sum += number(one.floors()) - one.persons_size();
    return sum;
  }

  /// A person in a palace, from now on.
  double person(int tile) const {
    const int symbols = symbols_of[tile];
    switch (card_of[tile]) {
      case PERSON_CARD_COURT_LADY: return 2 + months_left() * 0.8;
      case PERSON_CARD_MONK: return 2 + symbols * 1.8;
      case PERSON_CARD_WARRIOR: return 2 + symbols * 4.0 * urgency(EVENT_TILE_MONGOL_INVASION);
      case PERSON_CARD_HEALER: return 2 + symbols * 6.0 * urgency(EVENT_TILE_CONTAGION);
      default: return 2 + symbols * months_left() * 0.2;
    }
  }

  /// A tile: the person, and the spaces on the track.
  double new_person(int tile) const { return person(tile) + steps_of[tile] * 0.02 * months_left(); }

  /// The best tile that a card brings. A joker is worth more later.
  double card(PersonCard card) const {
    const bool is_joker = card == PERSON_CARD_JOKER;
    double best = 0;
    for (int tile = 1; tile <= seen_.display_size(); ++tile) {
      const bool fits = is_joker || card_of[tile] == card;
      if (fits && seen_.display(tile - 1) > 0) best = std::max(best, new_person(tile));
    }
    return best - (is_joker && months_left() > 2 ? 2 : 0);
  }

  double yuan(int gain) const {
    const int needed = std::min(std::max(0, 4 - number(me_.yuan())), gain);
    return gain * 0.33 + needed * 2.5 * urgency(EVENT_TILE_IMPERIAL_TRIBUTE);
  }

  double rice(int gain) const {
    const int needed = std::min(std::max(0, inhabited() - number(me_.rice())), gain);
    return gain * 0.6 + needed * 4.0 * urgency(EVENT_TILE_DROUGHT);
  }

  double floors(int gain) const {
    const int useful = std::max(0, std::min(gain, me_.hand_size() - rooms()));
    return useful * (rooms() > 0 ? 1.6 : 3.5) * std::min(1.0, months_left() / 5.0);
  }

  double action(ActionCard card) const {
    switch (card) {
      case ACTION_CARD_TAXES: return yuan(2 + symbols(PERSON_CARD_TAX_COLLECTOR));
      case ACTION_CARD_BUILD: return floors(1 + symbols(PERSON_CARD_CRAFTSMAN));
      case ACTION_CARD_HARVEST: return rice(1 + symbols(PERSON_CARD_FARMER));
      case ACTION_CARD_FIREWORKS_DISPLAY:
        return (1 + symbols(PERSON_CARD_PYROTECHNIST)) *
               (0.6 + 1.2 * urgency(EVENT_TILE_DRAGON_FESTIVAL));
      case ACTION_CARD_MILITARY_PARADE:
        return 0.05 * (1 + symbols(PERSON_CARD_WARRIOR)) * months_left();
      case ACTION_CARD_RESEARCH: return 1 + symbols(PERSON_CARD_SCHOLAR);
      default: return 2;
    }
  }

  /// The yuan that an action costs, with those that others have made it cost.
  double cost(ActionCard card, int price) const {
    for (const ActionGroup& group : seen_.groups()) {
      const auto& cards = group.cards();
      if (group.dragons() > 0 && std::count(cards.begin(), cards.end(), card) > 0) price += 3;
    }
    const int missing = std::max(0, std::min(price, 4 - number(me_.yuan()) + price));
    return price * 0.33 + missing * 2.0 * urgency(EVENT_TILE_IMPERIAL_TRIBUTE);
  }

  double privilege(PrivilegeSize size) const {
    const int price = size == PRIVILEGE_SIZE_LARGE ? 7 : 2;
    return size * months_left() - cost(ACTION_CARD_PRIVILEGE, price);
  }

  /// A new palace while all have persons; else an old one grows.
  double build(const BuildFloor& option) const {
    if (!option.has_palace()) return me_.palaces_size() == inhabited() ? 2 : 0;
    return 1 + palace(option.palace()).floors() * 0.1;
  }

  /// An empty palace first, so that it does not decay; monks where floors are many.
  double place(const Palace& home) const {
    const bool is_empty = home.persons_size() == 0;
    if (card_of[seen_.tiles(0)] == PERSON_CARD_MONK) return home.floors() + 2.0 * is_empty;
    return 4.0 * is_empty - home.floors() * 0.1;
  }

  /// The person who is worth least. A palace without persons decays.
  double release(const ReleasePerson& option) const {
    const bool is_alone = palace(option.palace()).persons_size() == 1;
    return -person(option.person()) - is_alone;
  }

  const Observation& seen_;
  const Player& me_;
};

}  // namespace

int choose_dragon(const Position& position) {
  const Judge judge(position.observation());
  std::vector<double> worth;
  for (const Option& option : position.options()) worth.push_back(judge.worth(option));
  return static_cast<int>(std::max_element(worth.begin(), worth.end()) - worth.begin());
}

}  // namespace bots
