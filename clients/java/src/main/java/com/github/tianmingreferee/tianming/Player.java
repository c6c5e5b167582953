package com.github.tianmingreferee.tianming;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Calls a bot, and turns its exceptions into those of the client. */
record Player(Bot bot) {
  String name() {
    var name = bot.getClass().getSimpleName();
    return bot.getClass().isSynthetic() || name.isEmpty() ? "bot" : name;
  }

  boolean wantsEvents() {
    return bot instanceof EventBot;
  }

  /** Calls a method of the bot that returns nothing. */
  void call(String method, Consumer<Bot> body) {
    get(
        method,
        () -> {
          body.accept(bot);
          return true;
        });
  }

  void events(Match match, List<Event> events) {
    if (bot instanceof EventBot follower) {
      call("events", ignored -> follower.events(match, events));
    }
  }

  /** Asks the bot, and passes on each answer as soon as the bot has it. */
  void answer(List<Question> questions, BiConsumer<Question, Answer> receiver) {
    Iterator<? extends Answer> answers =
        get("choose", () -> bot.chooseBatch(Collections.unmodifiableList(questions)).iterator());
    for (var question : questions) {
      if (!get("choose", answers::hasNext)) {
        throw wrongNumber("fewer", questions);
      }
      receiver.accept(question, get("choose", () -> Objects.requireNonNull(answers.next())));
    }
    if (get("choose", answers::hasNext)) {
      throw wrongNumber("more", questions);
    }
  }

  private static BotException wrongNumber(String comparison, List<Question> questions) {
    return new BotException(
        "chooseBatch gave %s answers than the %d questions: give one answer to each question"
            .formatted(comparison, questions.size()));
  }

  private static <T> T get(String method, Supplier<T> body) {
    try {
      return body.get();
    } catch (RuntimeException | Error error) {
      throw new BotException(
          "the bot failed in %s: %s".formatted(method, Messages.oneLine(error.toString())), error);
    }
  }
}
