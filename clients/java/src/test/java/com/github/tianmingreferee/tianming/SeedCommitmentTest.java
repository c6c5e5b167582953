package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tianmingreferee.tianming.v1.MatchEnded;
import com.github.tianmingreferee.tianming.v1.MatchStarted;
import com.google.gson.JsonObject;
import com.google.protobuf.ByteString;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SeedCommitmentTest {
  static Stream<JsonObject> vectors() {
    return Vectors.of("seeds");
  }

  @ParameterizedTest
  @MethodSource("vectors")
  @DisplayName("The commitment to a seed is that of the vectors")
  void vector(JsonObject vector) {
    assertEquals(
        Vectors.bytes(vector, "commitment"),
        SeedCommitment.of(Vectors.bytes(vector, "seed"), Vectors.bytes(vector, "nonce")));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  @DisplayName("A result tells the committed seed from another one")
  void result(JsonObject vector) {
    var started =
        MatchStarted.newBuilder().setSeedCommitment(Vectors.bytes(vector, "commitment")).build();
    var ended =
        MatchEnded.newBuilder()
            .setSeed(Vectors.bytes(vector, "seed"))
            .setSeedNonce(Vectors.bytes(vector, "nonce"))
            .build();
    var otherSeed = ended.toBuilder().setSeed(ByteString.copyFrom(new byte[] {1})).build();
    assertTrue(new MatchResult(new Match(started), ended).isFair());
    assertFalse(new MatchResult(new Match(started), otherSeed).isFair());
  }
}
