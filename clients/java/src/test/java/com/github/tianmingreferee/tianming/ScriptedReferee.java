package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.github.tianmingreferee.tianming.v1.BotMessage;
import com.github.tianmingreferee.tianming.v1.Hello;
import com.github.tianmingreferee.tianming.v1.Limits;
import com.github.tianmingreferee.tianming.v1.MatchStarted;
import com.github.tianmingreferee.tianming.v1.Ping;
import com.github.tianmingreferee.tianming.v1.PlayRequest;
import com.github.tianmingreferee.tianming.v1.PlayResponse;
import com.github.tianmingreferee.tianming.v1.Question;
import com.github.tianmingreferee.tianming.v1.RefereeMessage;
import com.github.tianmingreferee.tianming.v1.RefereeServiceGrpc;
import com.github.tianmingreferee.tianming.v1.Welcome;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A referee that does what a test says, over gRPC on this machine. */
final class ScriptedReferee implements AutoCloseable {
  private static final Context.Key<String> TOKEN = Context.key("token");
  private static final long PATIENCE_SECONDS = 10;

  /** Tests break connections on purpose, so gRPC has much to report. */
  private static final Logger GRPC_LOG = Logger.getLogger("io.grpc");

  static {
    GRPC_LOG.setLevel(Level.OFF);
  }

  private final BlockingQueue<ScriptedStream> streams = new LinkedBlockingQueue<>();
  private final Server server;

  ScriptedReferee() throws IOException {
    this(InsecureServerCredentials.create());
  }

  ScriptedReferee(ServerCredentials credentials) throws IOException {
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server =
        NettyServerBuilder.forAddress(anyPort, credentials)
            .addService(new Service())
            .intercept(new TokenReader())
            .build()
            .start();
  }

  int port() {
    return server.getPort();
  }

  String address() {
    return "127.0.0.1:" + port();
  }

  /** Waits for the next stream of a bot. */
  ScriptedStream accept() throws InterruptedException {
    var stream = streams.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertNotNull(stream, "no bot has connected");
    return stream;
  }

  /** Waits for the next stream, and welcomes the bot. */
  ScriptedStream welcome() throws InterruptedException {
    var stream = accept();
    stream.hello();
    stream.send(welcomeMessage());
    return stream;
  }

  static RefereeMessage welcomeMessage() {
    var limits =
        Limits.newBuilder().setMaxFrameBytes(200).setMaxNoteCharacters(5).setMaxReasoningBytes(24);
    return RefereeMessage.newBuilder()
        .setWelcome(Welcome.newBuilder().setRevision(1).setBot("ann").setLimits(limits))
        .build();
  }

  static RefereeMessage started(String match, int seat) {
    return RefereeMessage.newBuilder()
        .setMatchStarted(
            MatchStarted.newBuilder().setMatchId(match).setSeat(seat).setGame("dragon"))
        .build();
  }

  static RefereeMessage question(String match, int number) {
    return RefereeMessage.newBuilder()
        .setQuestion(Question.newBuilder().setMatchId(match).setNumber(number).setOptionCount(4))
        .build();
  }

  static RefereeMessage ping(int id) {
    return RefereeMessage.newBuilder().setPing(Ping.newBuilder().setId(id)).build();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private final class Service extends RefereeServiceGrpc.RefereeServiceImplBase {
    @Override
    public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> outgoing) {
      var stream = new ScriptedStream(TOKEN.get(), outgoing);
      streams.add(stream);
      return stream;
    }
  }

  private static final class TokenReader implements ServerInterceptor {
    @Override
    public <ReqT, RespT> ServerCall.Listener<ReqT> interceptCall(
        ServerCall<ReqT, RespT> call, Metadata metadata, ServerCallHandler<ReqT, RespT> next) {
      var token = metadata.get(Dialer.AUTHORIZATION);
      return Contexts.interceptCall(
          Context.current().withValue(TOKEN, token), call, metadata, next);
    }
  }

  /** One stream, frame by frame, from the side of the referee. */
  static final class ScriptedStream implements StreamObserver<PlayRequest> {
    private static final PlayRequest END = PlayRequest.getDefaultInstance();

    private final String token;
    private final StreamObserver<PlayResponse> outgoing;
    private final BlockingQueue<PlayRequest> frames = new LinkedBlockingQueue<>();

    ScriptedStream(String token, StreamObserver<PlayResponse> outgoing) {
      this.token = token;
      this.outgoing = outgoing;
    }

    String token() {
      return token;
    }

    void send(RefereeMessage... messages) {
      outgoing.onNext(PlayResponse.newBuilder().addAllMessages(Arrays.asList(messages)).build());
    }

    void end() {
      outgoing.onCompleted();
    }

    void fail(Status status) {
      outgoing.onError(status.asException());
    }

    /** Waits for the next frame of the bot. */
    List<BotMessage> read() throws InterruptedException {
      var frame = frames.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertNotNull(frame, "the bot has sent no frame");
      return frame.getMessagesList();
    }

    /** Waits for a frame with one message. */
    BotMessage readOne() throws InterruptedException {
      var messages = read();
      assertEquals(1, messages.size(), () -> "messages: " + messages);
      return messages.get(0);
    }

    Hello hello() throws InterruptedException {
      return readOne().getHello();
    }

    /** Waits for the end of the bot's side of the stream. */
    void awaitEnd() throws InterruptedException {
      assertEquals(List.of(), read());
    }

    @Override
    public void onNext(PlayRequest frame) {
      frames.add(frame);
    }

    @Override
    public void onError(Throwable error) {
      frames.add(END);
    }

    /** Ends the stream after the goodbye of the bot, like every referee. */
    @Override
    public void onCompleted() {
      frames.add(END);
      outgoing.onCompleted();
    }
  }
}
