package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonObject;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddressTest {
  static Stream<JsonObject> vectors() {
    return Vectors.of("addresses");
  }

  @ParameterizedTest
  @MethodSource("vectors")
  @DisplayName("An address has the target and the TLS of the vectors, or is refused")
  void vector(JsonObject vector) {
    var text = vector.get("address").getAsString();
    if (vector.get("valid").getAsBoolean()) {
      var expected =
          new Address(vector.get("target").getAsString(), vector.get("tls").getAsBoolean());
      assertEquals(expected, Address.ofReferee(text));
    } else {
      var error = assertThrows(IllegalArgumentException.class, () -> Address.ofReferee(text));
      assertEquals(
          "\"%s\" is no address of a referee (TIANMING_SERVER): give host:port, https://host:port or http://host:port, or unix:/path"
              .formatted(text),
          error.getMessage());
    }
  }
}
