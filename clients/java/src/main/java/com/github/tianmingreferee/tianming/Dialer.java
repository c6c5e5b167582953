package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.RefereeServiceGrpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.stub.MetadataUtils;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.TimeUnit;

/** Opens streams to referees. */
final class Dialer {
  static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private static final long PING_INTERVAL_SECONDS = 30;
  private static final long PING_TIMEOUT_SECONDS = 10;

  private Dialer() {}

  /** Opens a stream with a channel of its own, which ends with it. */
  static Session.Connection dial(Session session, Address address, Tls tls, String token) {
    var metadata = new Metadata();
    metadata.put(AUTHORIZATION, "Bearer " + token);
    var channel = channel(address, tls);
    var stream =
        RefereeServiceGrpc.newStub(channel)
            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
            .play(session);
    return new Session.Connection(stream, channel::shutdownNow);
  }

  /** Returns the address as gRPC's names have it, where the brackets of IPv6 are escaped. */
  static String target(Address address) {
    return "dns:///" + address.target().replace("[", "%5B").replace("]", "%5D");
  }

  private static ManagedChannel channel(Address address, Tls tls) {
    var credentials = address.tls() ? tls.forChannel() : InsecureChannelCredentials.create();
    var builder =
        address.isUnix()
            ? NettyChannelBuilder.forAddress(address.socketAddress(), credentials)
                .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
                .overrideAuthority("localhost")
            : NettyChannelBuilder.forTarget(target(address), credentials)
                .channelType(NioSocketChannel.class, InetSocketAddress.class);
    if (address.isLocal()) {
      builder.proxyDetector(target -> null);
    }
    return builder
        .eventLoopGroup(IoThread.GROUP)
        .directExecutor()
        .disableRetry()
        .disableServiceConfigLookUp()
        .keepAliveTime(PING_INTERVAL_SECONDS, TimeUnit.SECONDS)
        .keepAliveTimeout(PING_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .build();
  }
}
