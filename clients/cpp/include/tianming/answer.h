/// @file
/// What a bot answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tianming {

/// What a bot thinks of a position. The record keeps it for replays and learners.
struct Thought {
  std::optional<double> value;              ///< Expected result, from 0 (loss) to 1 (win).
  std::uint64_t nodes = 0;                  ///< Number of positions that the bot searched.
  std::uint32_t depth = 0;                  ///< Depth of the search in decisions.
  std::vector<std::string> principal_line;  ///< Expected play, in the game's notation.
  /// How the bot came to its choice, in words. The SDK cuts it to the limit of the referee.
  std::string reasoning = {};
  std::uint64_t tokens_in = 0;   ///< Tokens that a language model read. The referee checks none.
  std::uint64_t tokens_out = 0;  ///< Tokens that it wrote.
  double cost = 0;               ///< What the choice cost, in US dollars.
};

/// The index of an option, with a remark and a thought for the record.
///
/// The SDK cuts a note to the limit of the referee (200 characters), and removes control
/// characters other than tabs and line breaks.
struct Choice {
  std::int64_t option = 0;
  std::string note = {};
  std::optional<Thought> thought = {};
};

/// Resigns the match: a substitute player plays all seats of the bot to the end.
struct Resign {};

/// An answer: the index of an option of any integral type, a choice, or a resignation.
struct Answer : std::variant<std::int64_t, Choice, Resign> {
  template <class Index,
            std::enable_if_t<std::is_integral_v<Index> && !std::is_same_v<Index, bool>, int> = 0>
  Answer(Index index) : variant(static_cast<std::int64_t>(index)) {}
  Answer(Choice choice) : variant(std::move(choice)) {}
  Answer(Resign resign) : variant(resign) {}
};

}  // namespace tianming
