package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of the surface, which all SDKs share. */
class SurfaceTest {
  private static final String PACKAGE = "com.github.tianmingreferee.tianming.";

  /** Returns the names of the column of this SDK. */
  static Stream<String> names() throws IOException {
    var file = Path.of(System.getProperty("proto.folder"), "..", "clients", "surface.json");
    var rows =
        JsonParser.parseString(Files.readString(file)).getAsJsonObject().getAsJsonArray("rows");
    return StreamSupport.stream(rows.spliterator(), false)
        .map(row -> row.getAsJsonObject().get("java"))
        .filter(name -> !name.isJsonNull())
        .map(JsonElement::getAsString);
  }

  @ParameterizedTest
  @MethodSource("names")
  @DisplayName("Each name of the table exists")
  void exists(String name) throws ClassNotFoundException {
    int dot = name.indexOf('.');
    var type = typeOf(dot < 0 ? name : name.substring(0, dot));
    assertTrue(Modifier.isPublic(type.getModifiers()), name);
    assertTrue(dot < 0 || members(type).anyMatch(name.substring(dot + 1)::equals), name);
  }

  /** Returns a type of the SDK, or a message of the contract. */
  private static Class<?> typeOf(String name) throws ClassNotFoundException {
    try {
      return Class.forName(PACKAGE + name);
    } catch (ClassNotFoundException error) {
      return Class.forName(PACKAGE + "v1." + name);
    }
  }

  /** Returns the names of the public members of a type. */
  private static Stream<String> members(Class<?> type) {
    return Stream.concat(
        Stream.of(type.getMethods(), type.getFields())
            .flatMap(Arrays::stream)
            .map(member -> ((Member) member).getName()),
        Stream.of(type.getClasses()).map(Class::getSimpleName));
  }

  @Test
  @DisplayName("Each public type is in the table")
  void complete() throws Exception {
    var named = names().map(name -> name.split("\\.")[0]).collect(Collectors.toSet());
    var missing = new TreeSet<String>();
    var folder = Path.of(Bot.class.getResource("Bot.class").toURI()).getParent();
    try (var files = Files.newDirectoryStream(folder, "[A-Z]*.class")) {
      for (var file : files) {
        var name = file.getFileName().toString().replace(".class", "");
        boolean isPublic = Modifier.isPublic(Class.forName(PACKAGE + name).getModifiers());
        if (isPublic && !name.contains("$") && !named.contains(name)) {
          missing.add(name);
        }
      }
    }
    assertEquals(new TreeSet<>(), missing);
  }
}
