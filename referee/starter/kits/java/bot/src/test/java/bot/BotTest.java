package bot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class BotTest {
  @Test
  void anAnswerIsAnOption() {
    RandomGenerator random = RandomGenerator.getDefault();
    for (int optionCount = 1; optionCount < 50; optionCount++) {
      int option = Bot.pick(random, optionCount);
      assertTrue(option >= 0 && option < optionCount);
    }
  }
}
