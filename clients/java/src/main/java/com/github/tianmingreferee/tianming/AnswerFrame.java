package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.BotMessage;
import com.github.tianmingreferee.tianming.v1.Choose;
import com.github.tianmingreferee.tianming.v1.Limits;
import com.github.tianmingreferee.tianming.v1.PlayRequest;
import com.github.tianmingreferee.tianming.v1.Resign;
import com.github.tianmingreferee.tianming.v1.Thought;
import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Gathers answers to one frame, within the limits of the referee. */
final class AnswerFrame {
  /** Bytes before a message in its frame: a tag and a length. */
  private static final int MESSAGE_HEAD = 6;

  /** The mark at the end of a reasoning that was cut. */
  private static final String CUT = "\n[cut]";

  /** Characters that are a fault in a note. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\t\\n\\r]]");

  private final int maxBytes;
  private final int maxNoteCharacters;
  private final int maxReasoningBytes;
  private final List<BotMessage> messages = new ArrayList<>();

  /**
   * Creates an empty frame. Limits of 0 are not known, except for the reasoning: the referee then
   * takes none.
   */
  AnswerFrame(Limits limits) {
    maxBytes = limits.getMaxFrameBytes() == 0 ? 1 << 16 : limits.getMaxFrameBytes();
    maxNoteCharacters = limits.getMaxNoteCharacters() == 0 ? 200 : limits.getMaxNoteCharacters();
    maxReasoningBytes = limits.getMaxReasoningBytes();
  }

  /**
   * Adds an answer.
   *
   * @throws BotException if the option is out of range
   */
  void add(Question question, Answer answer) {
    var message = BotMessage.newBuilder();
    if (answer instanceof Answer.Choice choice) {
      message.setChoose(choose(question, choice));
    } else {
      message.setResign(Resign.newBuilder().setMatchId(question.match().id()));
    }
    messages.add(message.build());
  }

  /** Returns what the frame holds, split where it would be too large, and empties it. */
  List<PlayRequest> takeParts() {
    var parts = new ArrayList<PlayRequest>();
    var part = PlayRequest.newBuilder();
    int size = 0;
    for (var message : messages) {
      int more = MESSAGE_HEAD + message.getSerializedSize();
      if (size > 0 && size + more > maxBytes) {
        parts.add(part.build());
        part = PlayRequest.newBuilder();
        size = 0;
      }
      part.addMessages(message);
      size += more;
    }
    if (size > 0) {
      parts.add(part.build());
    }
    messages.clear();
    return parts;
  }

  private Choose choose(Question question, Answer.Choice choice) {
    if (choice.option() < 0 || choice.option() >= question.optionCount()) {
      throw new BotException(
          "choose gave %d to question %s: give 0 to %d"
              .formatted(
                  choice.option(),
                  Integer.toUnsignedString(question.number()),
                  question.optionCount() - 1));
    }
    var choose =
        Choose.newBuilder()
            .setMatchId(question.match().id())
            .setNumber(question.number())
            .setOption(choice.option())
            .setNote(note(choice.note()));
    if (!choice.thought().equals(Thought.getDefaultInstance())) {
      choose.setThought(thought(choice.thought()));
    }
    return choose.build();
  }

  private String note(String text) {
    var clean = CONTROL.matcher(text).replaceAll("");
    return clean.codePointCount(0, clean.length()) <= maxNoteCharacters
        ? clean
        : clean.substring(0, clean.offsetByCodePoints(0, maxNoteCharacters));
  }

  private Thought thought(Thought thought) {
    var clean = thought.toBuilder().clearPrincipalLine();
    for (var step : thought.getPrincipalLineList()) {
      clean.addPrincipalLine(CONTROL.matcher(step).replaceAll(""));
    }
    return clean.setReasoning(reasoning(thought.getReasoning())).build();
  }

  private String reasoning(String text) {
    var clean = ByteString.copyFromUtf8(CONTROL.matcher(text).replaceAll(""));
    if (clean.size() <= maxReasoningBytes) {
      return clean.toStringUtf8();
    }
    int end = maxReasoningBytes - CUT.length();
    while (end > 0 && (clean.byteAt(end) & 0xC0) == 0x80) {
      end--; // the character does not fit as a whole
    }
    return end <= 0 ? "" : clean.substring(0, end).toStringUtf8() + CUT;
  }
}
