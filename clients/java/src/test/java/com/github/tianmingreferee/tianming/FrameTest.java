package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.tianmingreferee.tianming.games.dragon.v1.Position;
import com.github.tianmingreferee.tianming.v1.PlayRequest;
import com.github.tianmingreferee.tianming.v1.PlayResponse;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameTest {
  private static final JsonFormat.Printer JSON =
      JsonFormat.printer()
          .usingTypeRegistry(TypeRegistry.newBuilder().add(Position.getDescriptor()).build());

  static Stream<JsonObject> vectors() {
    return Vectors.of("frames");
  }

  @ParameterizedTest
  @MethodSource("vectors")
  @DisplayName("The bytes of a frame have the messages of the vectors")
  void vector(JsonObject vector) throws InvalidProtocolBufferException {
    var bytes = Vectors.bytes(vector, "bytes");
    Message frame =
        vector.get("from").getAsString().equals("bot")
            ? PlayRequest.parseFrom(bytes)
            : PlayResponse.parseFrom(bytes);
    assertEquals(vector.get("json"), JsonParser.parseString(JSON.print(frame)));
    assertEquals(bytes, frame.toByteString());
  }
}
