#pragma once

#include <tianming/games/dragon/v1/dragon.pb.h>

namespace bots {

/// Returns the index of the option that is worth most in In the Year of the Dragon: survive the
/// events of the year, then score.
int choose_dragon(const tianming::games::dragon::v1::Position& position);

}  // namespace bots
