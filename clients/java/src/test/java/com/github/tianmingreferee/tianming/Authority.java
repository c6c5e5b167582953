package com.github.tianmingreferee.tianming;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate that signs itself, in PEM files.
 *
 * @param certificate file of the certificate
 * @param key file of the private key
 */
record Authority(Path certificate, Path key) {
  private static final String PASSWORD = "password";

  /** Creates a certificate for the host {@code localhost}. */
  static Authority create(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    var store = folder.resolve(name + ".p12");
    var keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertEquals(0, keytool.waitFor());
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    return new Authority(
        write(folder.resolve(name + ".pem"), "CERTIFICATE", keys.getCertificate(name).getEncoded()),
        write(
            folder.resolve(name + ".key"),
            "PRIVATE KEY",
            keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
  }

  private static Path write(Path file, String type, byte[] bytes) throws IOException {
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return Files.writeString(
        file, "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(type, text));
  }
}
