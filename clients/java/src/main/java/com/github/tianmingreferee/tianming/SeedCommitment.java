package com.github.tianmingreferee.tianming;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash that commits a referee to a seed before the first draw of a match. */
public final class SeedCommitment {
  private static final byte[] LABEL = "tianming.v1.seed".getBytes(StandardCharsets.US_ASCII);

  private SeedCommitment() {}

  /**
   * Returns the commitment to a seed: SHA-256 of a label, the nonce and the seed.
   *
   * @param seed 32 bytes
   * @param nonce 32 bytes
   * @return 32 bytes
   */
  public static ByteString of(ByteString seed, ByteString nonce) {
    try {
      var hash = MessageDigest.getInstance("SHA-256");
      hash.update(LABEL);
      hash.update(nonce.toByteArray());
      hash.update(seed.toByteArray());
      return ByteString.copyFrom(hash.digest());
    } catch (NoSuchAlgorithmException error) {
      throw new AssertionError("every Java platform has SHA-256", error);
    }
  }
}
