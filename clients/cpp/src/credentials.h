#pragma once

#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>
#include <tianming/options.h>

#include <memory>
#include <string>

namespace tianming {

/// Returns a token without the white space around it.
/// @throws OptionError if it has characters that no token has. The error does not repeat it.
std::string bare_token(const std::string& token);

/// Returns the credentials of a channel.
/// @throws OptionError if a file cannot be read, or one of certificate and key is missing.
std::shared_ptr<grpc::ChannelCredentials> channel_credentials(const Options& options,
                                                              bool uses_tls);

/// Returns the credentials of a listening bot: TLS if it has a certificate. With an authority
/// callers need a certificate of it.
/// @throws OptionError if a file cannot be read, or one of certificate and key is missing.
std::shared_ptr<grpc::ServerCredentials> server_credentials(const Options& options);

}  // namespace tianming
