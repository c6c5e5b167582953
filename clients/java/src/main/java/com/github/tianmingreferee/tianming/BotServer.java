package com.github.tianmingreferee.tianming;

import com.github.tianmingreferee.tianming.v1.BotServiceGrpc;
import com.github.tianmingreferee.tianming.v1.PlayRequest;
import com.github.tianmingreferee.tianming.v1.PlayResponse;
import com.github.tianmingreferee.tianming.v1.RefereeServiceGrpc;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** Serves a bot to referees that dial it, with a health check. */
final class BotServer implements AutoCloseable {
  /** {@code BotService.Serve} with the messages of {@code Play}, which have the same bytes. */
  private static final MethodDescriptor<PlayResponse, PlayRequest> SERVE =
      BotServiceGrpc.getServeMethod().toBuilder(
              RefereeServiceGrpc.getPlayMethod().getResponseMarshaller(),
              RefereeServiceGrpc.getPlayMethod().getRequestMarshaller())
          .build();

  private static final long LEAST_PING_INTERVAL_SECONDS = 10;
  private static final long LAST_WORD_MILLIS = 500;

  private final BiFunction<String, StreamObserver<PlayRequest>, Session> sessions;
  private final String token;
  private final Address listen;
  private final HealthStatusManager health = new HealthStatusManager();
  private final Server server;

  /**
   * Starts to listen.
   *
   * @throws IllegalArgumentException if the address is in use or not of this machine
   */
  BotServer(Options options, BiFunction<String, StreamObserver<PlayRequest>, Session> sessions) {
    this.sessions = sessions;
    this.token = options.token();
    this.listen = options.listenAddress();
    server =
        NettyServerBuilder.forAddress(listen.socketAddress(), options.tls().forServer())
            .channelType(
                listen.isUnix() ? NioServerDomainSocketChannel.class : NioServerSocketChannel.class)
            .bossEventLoopGroup(IoThread.GROUP)
            .workerEventLoopGroup(IoThread.GROUP)
            .directExecutor()
            .permitKeepAliveTime(LEAST_PING_INTERVAL_SECONDS, TimeUnit.SECONDS)
            .addService(health.getHealthService())
            .addService(
                ServerServiceDefinition.builder(BotServiceGrpc.SERVICE_NAME)
                    .addMethod(SERVE, this::serve)
                    .build())
            .build();
    health.setStatus(BotServiceGrpc.SERVICE_NAME, ServingStatus.SERVING);
    try {
      if (listen.isUnix()) {
        AbandonedSocket.remove(listen.path());
      }
      server.start();
    } catch (IOException error) {
      throw new IllegalArgumentException(
          ("the bot cannot listen on %s (TIANMING_LISTEN): the port is taken, or the address is "
                  + "none of this machine")
              .formatted(options.listen()),
          error);
    }
  }

  /** Returns where the server listens, with the port that the system chose for 0. */
  String address() {
    return listen.isUnix() ? listen.target() : listen.host() + ":" + server.getPort();
  }

  private ServerCall.Listener<PlayResponse> serve(
      ServerCall<PlayResponse, PlayRequest> call, Metadata metadata) {
    if (!isAuthorised(metadata)) {
      call.close(
          Status.UNAUTHENTICATED.withDescription("the call has no token, or not that of this bot"),
          new Metadata());
      return new ServerCall.Listener<>() {};
    }
    return ServerCalls.<PlayResponse, PlayRequest>asyncBidiStreamingCall(
            outgoing -> {
              var session = sessions.apply(peer(call), outgoing);
              var stream = (ServerCallStreamObserver<PlayRequest>) outgoing;
              stream.setOnCancelHandler(() -> {});
              stream.setOnCloseHandler(session::onCompleted);
              return session;
            })
        .startCall(call, metadata);
  }

  /** Returns the host of a referee. The port differs for each of its streams. */
  private static String peer(ServerCall<?, ?> call) {
    return call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)
            instanceof InetSocketAddress address
        ? address.getHostString()
        : "a Unix domain socket";
  }

  private boolean isAuthorised(Metadata metadata) {
    var given = String.valueOf(metadata.get(Dialer.AUTHORIZATION));
    return token.isEmpty() || MessageDigest.isEqual(bytes(given), bytes("Bearer " + token));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Tells load balancers that the bot serves no more. */
  void drain() {
    health.enterTerminalState();
  }

  /** Lets the ends of streams reach their referees, then breaks the streams that are left. */
  @Override
  public void close() {
    server.shutdown();
    try {
      server.awaitTermination(LAST_WORD_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
    server.shutdownNow();
    if (listen.isUnix()) {
      listen.path().toFile().delete();
    }
  }
}
