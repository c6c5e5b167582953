package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.ScriptedReferee.ScriptedStream;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests with one scripted referee and one bot. */
abstract class PlayTest {
  ScriptedReferee referee;
  RunningBot bot;

  @BeforeEach
  final void startReferee() throws IOException {
    referee = new ScriptedReferee();
  }

  @AfterEach
  final void stop() {
    bot.close();
    referee.close();
  }

  /** Starts the bot, and waits for its stream. */
  final ScriptedStream accept(Bot bot) throws InterruptedException {
    this.bot = RunningBot.at(referee.address(), bot);
    return referee.accept();
  }

  /** Starts the bot, and welcomes it. */
  final ScriptedStream welcome(Bot bot) throws InterruptedException {
    this.bot = RunningBot.at(referee.address(), bot);
    return referee.welcome();
  }
}
