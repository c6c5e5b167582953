#include "text.h"

#include <gtest/gtest.h>

namespace tianming {
namespace {

TEST(Text, ControlCharactersAreRemovedAndTabsAndLineBreaksStay) {
  EXPECT_EQ(clean("a\x01\tb\n\r\x7F\xC2\x85"
                  "c",
                  200),
            "a\tb\n\rc");
}

TEST(Text, CharactersCountAndNotBytes) {
  EXPECT_EQ(clean("天命天命", 3), "天命天");
}

TEST(Text, ATextOfSeveralLinesBecomesOneLine) {
  EXPECT_EQ(one_line("\nStart it\r\n\tagain: 天\xC2\x85\x07"), "Start it again: 天");
}

TEST(Text, BytesThatAreNotUtf8AreRemoved) {
  EXPECT_EQ(clean("a\xFF"
                  "b\xE5\xA4",
                  200),
            "ab");
}

}  // namespace
}  // namespace tianming
