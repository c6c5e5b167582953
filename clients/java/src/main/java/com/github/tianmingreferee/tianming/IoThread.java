package com.github.tianmingreferee.tianming;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;

/**
 * The thread that reads and writes all streams. It uses Java's own sockets, so that Unix domain
 * sockets need no native library, which a sandbox may not let Java unpack.
 */
final class IoThread {
  static final EventLoopGroup GROUP =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("tianming-io", true), NioIoHandler.newFactory());

  private IoThread() {}
}
