package com.github.tianmingreferee.tianming;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The test vectors of the contract. */
final class Vectors {
  private Vectors() {}

  /** Returns the cases of a file. */
  static Stream<JsonObject> of(String name) {
    var file = Path.of(System.getProperty("proto.folder"), "vectors", name + ".json");
    try {
      var cases = JsonParser.parseString(Files.readString(file)).getAsJsonArray();
      return StreamSupport.stream(cases.spliterator(), false).map(one -> one.getAsJsonObject());
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** Returns the recorded question of a game. */
  static byte[] question(String game) throws IOException {
    return Files.readAllBytes(
        Path.of(System.getProperty("proto.folder"), "vectors", "questions", game + ".bin"));
  }

  /** Returns the bytes of a case. */
  static ByteString bytes(JsonObject vector, String name) {
    return ByteString.copyFrom(HexFormat.of().parseHex(vector.get(name).getAsString()));
  }
}
