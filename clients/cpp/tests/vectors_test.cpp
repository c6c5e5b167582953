#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>
#include <tianming/error.h>
#include <tianming/games/dragon/v1/dragon.pb.h>
#include <tianming/match.h>
#include <tianming/v1/play.pb.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "address.h"

namespace tianming {
namespace {

using google::protobuf::Struct;
using google::protobuf::util::JsonStringToMessage;
using google::protobuf::util::MessageDifferencer;
using google::protobuf::util::MessageToJsonString;

/// The objects of a file of `proto/vectors`.
std::vector<Struct> vectors(const std::string& name) {
  std::ifstream file(VECTORS "/" + name + ".json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  google::protobuf::ListValue list;
  EXPECT_TRUE(JsonStringToMessage(text, &list).ok()) << name;
  EXPECT_FALSE(list.values().empty()) << name;
  std::vector<Struct> objects;
  for (auto& value : *list.mutable_values()) objects.push_back(value.struct_value());
  return objects;
}

std::string text(const Struct& object, const std::string& key) {
  return object.fields().at(key).string_value();
}

std::string bytes(const Struct& object, const std::string& key) {
  const std::string digits = text(object, key);
  std::string bytes;
  for (std::size_t place = 0; place < digits.size(); place += 2) {
    bytes += static_cast<char>(std::stoi(digits.substr(place, 2), nullptr, 16));
  }
  return bytes;
}

TEST(Vectors, AnAddressHasTheTargetAndTheSecurityThatTheContractSays) {
  for (const Struct& vector : vectors("addresses")) {
    const std::string address = text(vector, "address");
    if (vector.fields().at("valid").bool_value()) {
      const Address parsed = parse_address(address);
      EXPECT_EQ(parsed.target, text(vector, "target")) << address;
      EXPECT_EQ(parsed.uses_tls, vector.fields().at("tls").bool_value()) << address;
    } else {
      EXPECT_THROW(parse_address(address), OptionError) << address;
    }
  }
}

TEST(Vectors, ASeedAndItsNonceGiveTheCommitment) {
  for (const Struct& vector : vectors("seeds")) {
    EXPECT_EQ(commitment(bytes(vector, "seed"), bytes(vector, "nonce")),
              bytes(vector, "commitment"));
  }
}

template <class Frame>
void expect_same(const Struct& vector) {
  EXPECT_NE(games::dragon::v1::Position::descriptor(),
            nullptr);  // the JSON of a position needs its type
  std::string json;
  ASSERT_TRUE(MessageToJsonString(vector.fields().at("json").struct_value(), &json).ok());
  Frame parsed;
  Frame expected;
  ASSERT_TRUE(parsed.ParseFromString(bytes(vector, "bytes")));
  ASSERT_TRUE(JsonStringToMessage(json, &expected).ok()) << json;
  for (auto& message : *parsed.mutable_messages()) message.DiscardUnknownFields();
  EXPECT_TRUE(MessageDifferencer::Equals(parsed, expected)) << text(vector, "name");
}

TEST(Vectors, ARecordedFrameIsAQuestionOfItsGame) {
  for (const std::string game : {"china", "dragon", "ming"}) {
    std::ifstream file(VECTORS "/questions/" + game + ".bin", std::ios::binary);
    const Question question = Question::from_frame(
        {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
    EXPECT_EQ(question.match->game, game);
    EXPECT_GT(question.option_count, 1U);
  }
}

TEST(Vectors, AFrameWithoutAMatchIsNoRecordedQuestion) {
  EXPECT_THROW(Question::from_frame(""), PayloadError);
  EXPECT_THROW(Question::from_frame("\xff"), PayloadError);
}

TEST(Vectors, TheBytesOfAFrameAreTheMessagesOfItsJson) {
  for (const Struct& vector : vectors("frames")) {
    if (text(vector, "from") == "bot") {
      expect_same<v1::PlayRequest>(vector);
    } else {
      expect_same<v1::PlayResponse>(vector);
    }
  }
}

}  // namespace
}  // namespace tianming
