package com.github.tianmingreferee.bots;

import com.github.tianmingreferee.tianming.v1.BotMessage;
import com.github.tianmingreferee.tianming.v1.Choose;
import com.github.tianmingreferee.tianming.v1.Hello;
import com.github.tianmingreferee.tianming.v1.PlayRequest;
import com.github.tianmingreferee.tianming.v1.PlayResponse;
import com.github.tianmingreferee.tianming.v1.Pong;
import com.github.tianmingreferee.tianming.v1.RefereeServiceGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status.Code;
import io.grpc.StatusException;
import io.grpc.stub.MetadataUtils;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.LogManager;

/**
 * A bot that takes any option: it plays every game and knows none. It speaks the contract ({@code
 * proto/tianming/v1/play.proto}) over the generated stubs alone.
 */
public final class MinimalBot {
  public static void main(String[] arguments) throws InterruptedException {
    LogManager.getLogManager().reset(); // errors are printed below
    var folder = System.getenv().getOrDefault("TMPDIR", "/tmp"); // for gRPC's native library
    System.setProperty("java.io.tmpdir", folder);
    var server = System.getenv().getOrDefault("TIANMING_SERVER", "127.0.0.1:50051");
    var token = System.getenv().getOrDefault("TIANMING_TOKEN", "");
    try {
      play(Grpc.newChannelBuilder(server, InsecureChannelCredentials.create()).build(), token);
    } catch (StatusException error) {
      System.err.println("the bot cannot play: " + error.getStatus().getDescription());
      System.exit(1);
    }
    System.exit(0); // the channel's threads would run on
  }

  /** Answers every question on one stream, until the referee ends it. */
  private static void play(ManagedChannel channel, String token)
      throws InterruptedException, StatusException {
    var key = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    var metadata = new Metadata();
    metadata.put(key, "Bearer " + token);
    var identity = MetadataUtils.newAttachHeadersInterceptor(metadata);
    var stream = RefereeServiceGrpc.newBlockingV2Stub(channel).withInterceptors(identity).play();
    var hello = Hello.newBuilder().setRevisionMin(1).setRevisionMax(1);
    var opening = BotMessage.newBuilder().setHello(hello.setBotName("minimal"));
    stream.write(PlayRequest.newBuilder().addMessages(opening).build());
    var welcome = false;
    try {
      for (var frame = stream.read(); frame != null; frame = stream.read()) {
        welcome = true;
        var answers = answers(frame);
        if (answers.getMessagesCount() > 0) {
          stream.write(answers);
        }
      }
    } catch (StatusException error) {
      if (!welcome || error.getStatus().getCode() != Code.UNAVAILABLE) {
        throw error; // otherwise the referee stops
      }
    }
  }

  /** The answers to a frame. The bot ignores kinds of messages that it does not know. */
  private static PlayRequest answers(PlayResponse frame) {
    var answers = PlayRequest.newBuilder();
    for (var message : frame.getMessagesList()) {
      if (message.hasQuestion()) {
        var asked = message.getQuestion();
        var choose =
            Choose.newBuilder().setMatchId(asked.getMatchId()).setNumber(asked.getNumber());
        choose.setOption(ThreadLocalRandom.current().nextInt(asked.getOptionCount()));
        answers.addMessagesBuilder().setChoose(choose);
      } else if (message.hasPing()) {
        answers.addMessagesBuilder().setPong(Pong.newBuilder().setId(message.getPing().getId()));
      }
    }
    return answers.build();
  }
}
