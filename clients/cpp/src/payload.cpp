#include <google/protobuf/message_lite.h>
#include <tianming/error.h>
#include <tianming/payload.h>

namespace tianming {

std::string_view Payload::type() const {
  const std::string_view url = type_url;
  return url.substr(url.rfind('/') + 1);
}

void Payload::parse(google::protobuf::MessageLite& message) const {
  const std::string wanted(message.GetTypeName());
  if (type() != wanted) {
    throw PayloadError("the payload is a " + std::string(type()) + ", and no " + wanted);
  }
  if (!message.ParseFromString(bytes)) {
    throw PayloadError("the payload is no valid " + wanted);
  }
}

}  // namespace tianming
