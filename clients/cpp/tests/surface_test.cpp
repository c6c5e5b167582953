#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace tianming {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The names of the column of this SDK, in the table that all SDKs share.
std::vector<std::string> names() {
  google::protobuf::Struct table;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(text_of(SURFACE), &table).ok());
  std::vector<std::string> names;
  for (const auto& row : table.fields().at("rows").list_value().values()) {
    const auto& name = row.struct_value().fields().at("cpp");
    if (name.has_string_value()) names.push_back(name.string_value());
  }
  return names;
}

/// The headers of the SDK without comments.
std::string headers() {
  std::string all;
  for (const auto& entry : std::filesystem::directory_iterator(HEADERS)) {
    all += std::regex_replace(text_of(entry.path()), std::regex("//[^\n]*"), "");
  }
  return all;
}

/// The declaration of a type; nothing if there is none.
std::string declaration(const std::string& headers, const std::string& type) {
  const std::regex begin("\n(struct|class|enum class) " + type + "\\b[^;{]*\\{");
  std::smatch found;
  if (!std::regex_search(headers, found, begin)) return {};
  const auto start = static_cast<std::size_t>(found.position());
  return headers.substr(start, headers.find("\n};", start) - start);
}

bool has_function(const std::string& headers, const std::string& name) {
  return std::regex_search(headers, std::regex("\n[A-Za-z][^\n]* " + name + "\\("));
}

TEST(Surface, EachNameOfTheTableExists) {
  const std::string all = headers();
  for (const std::string& name : names()) {
    const auto dot = name.find('.');
    const std::string type = declaration(all, name.substr(0, dot));
    if (dot == std::string::npos) {
      EXPECT_TRUE(!type.empty() || has_function(all, name)) << name;
    } else {
      const std::regex member("[\\s*&]" + name.substr(dot + 1) + "\\s*(\\(|;|=|\\{|,)");
      EXPECT_TRUE(std::regex_search(type, member)) << name;
    }
  }
}

TEST(Surface, EachPublicNameIsInTheTable) {
  std::set<std::string> named;
  for (const std::string& name : names()) named.insert(name.substr(0, name.find('.')));
  const std::string all = headers();
  const std::regex type("\n(?:struct|class|enum class) ([A-Z][A-Za-z]*)\\b[^;{]*\\{");
  for (auto found = std::sregex_iterator(all.begin(), all.end(), type);
       found != std::sregex_iterator(); ++found) {
    EXPECT_EQ(named.count((*found)[1]), 1U) << (*found)[1];
  }
}

/// The C core of gRPC keeps no interface for long: it deleted that of its log in 2024.
TEST(Surface, NoSourceUsesTheCoreOfGrpc) {
  for (const auto& entry : std::filesystem::directory_iterator(SOURCES)) {
    const std::string text = text_of(entry.path());
    EXPECT_EQ(text.find("#include <grpc/"), std::string::npos) << entry.path();
    EXPECT_EQ(text.find("gpr_"), std::string::npos) << entry.path();
  }
}

}  // namespace
}  // namespace tianming
