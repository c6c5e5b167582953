package bot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tianmingreferee.tianming.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class BotTest {
  @Test
  void theAnswerToAQuestionOfEachGameIsAnOption() throws IOException {
    try (var files = Files.newDirectoryStream(Path.of("..", "questions"))) {
      for (var file : files) {
        var question = Question.ofFrame(Files.readAllBytes(file));
        int option = Bot.choose(question);
        assertTrue(option >= 0 && option < question.optionCount(), question.match().game());
      }
    }
  }
}
