package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.MatchStarted;
import com.github.tianmingreferee.tianming.v1.ResumePoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The matches of a bot at one referee. They outlive its streams. Only the thread that calls the bot
 * uses it.
 */
final class MatchTable {
  /** Matches that a {@code Hello} names, and that are kept without news of them. */
  private static final int MOST = 256;

  private record Key(String matchId, int seat) {}

  private final Map<Key, Match> matches = new LinkedHashMap<>();
  private final Map<String, Integer> nextEvents = new LinkedHashMap<>();
  private final Set<Key> named = new HashSet<>();

  /** Returns where the bot stands in its newest matches. */
  List<ResumePoint> resumePoints() {
    return nextEvents.entrySet().stream()
        .skip(Math.max(0, nextEvents.size() - MOST))
        .map(MatchTable::resumePoint)
        .toList();
  }

  private static ResumePoint resumePoint(Map.Entry<String, Integer> entry) {
    return ResumePoint.newBuilder()
        .setMatchId(entry.getKey())
        .setNextEvent(entry.getValue())
        .build();
  }

  /** Drops the oldest matches that the last stream did not name; nobody reports their end. */
  void beginStream() {
    var silent = new ArrayList<>(matches.keySet());
    silent.removeAll(named);
    for (var key : silent.subList(0, Math.max(0, silent.size() - MOST))) {
      matches.remove(key);
      nextEvents.remove(key.matchId());
    }
    named.clear();
  }

  /** Adds a match, and returns it unless the bot already has it. */
  Optional<Match> start(MatchStarted started) {
    var key = new Key(started.getMatchId(), started.getSeat());
    named.add(key);
    nextEvents.putIfAbsent(started.getMatchId(), 0);
    if (matches.containsKey(key)) {
      return Optional.empty();
    }
    var match = new Match(started);
    matches.put(key, match);
    return Optional.of(match);
  }

  /** Returns whether all matches have ended. */
  boolean isEmpty() {
    return matches.isEmpty();
  }

  /** Returns the match of a seat, if the bot has it. */
  Optional<Match> find(String matchId, int seat) {
    return Optional.ofNullable(matches.get(new Key(matchId, seat)));
  }

  /** Returns a match as each seat of the bot has it. */
  List<Match> seats(String matchId) {
    return matches.values().stream().filter(match -> match.id().equals(matchId)).toList();
  }

  /** Remembers up to which event the bot knows a match. */
  void see(String matchId, List<com.github.tianmingreferee.tianming.v1.Event> events) {
    int next = events.isEmpty() ? 0 : events.get(events.size() - 1).getIndex() + 1;
    nextEvents.computeIfPresent(matchId, (any, known) -> Math.max(known, next));
  }

  /** Removes a match that is over, and returns it as each seat of the bot had it. */
  List<Match> remove(String matchId) {
    var seats = seats(matchId);
    for (var match : seats) {
      var key = new Key(matchId, match.seat());
      matches.remove(key);
      named.remove(key);
    }
    nextEvents.remove(matchId);
    return seats;
  }
}
