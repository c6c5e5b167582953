//! Why a connection can never succeed: only one of the two sides uses TLS.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::Error;
use crate::address::Address;

/// The first bytes of an HTTP/2 client without TLS: the preface and a SETTINGS frame.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// The first message of a TLS client, which every server with TLS answers with a record of TLS.
const CLIENT_HELLO: &[u8] = b"\x16\x03\x01\0\x7c\x01\0\0\x78\x03\x03\
    tianming asks whether this is TL\
    \0\0\x08\x13\x01\x13\x02\xc0\x2b\xc0\x2f\x01\0\0\x47\
    \0\x0a\0\x06\0\x04\0\x1d\0\x17\
    \0\x0b\0\x02\x01\0\
    \0\x0d\0\x12\0\x10\x04\x03\x08\x04\x04\x01\x05\x03\x08\x05\x05\x01\x08\x06\x06\x01\
    \0\x10\0\x05\0\x03\x02h2\
    \0\x2b\0\x05\x04\x03\x04\x03\x03\
    \0\x33\0\x02\0\0\
    \0\x17\0\0\xff\x01\0\x01\0";

/// The type of the frame with which an HTTP/2 server answers.
const SETTINGS: u8 = 4;

/// The longest wait for the answer to a probe.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns the error of an address at which only one side uses TLS.
pub(crate) async fn one_sided_tls(address: &Address) -> Option<Error> {
    let target = address.target();
    if address.path().is_some() {
        return None;
    }
    let is_one_sided = if address.uses_tls() {
        reply(target, PREFACE).await.get(3) == Some(&SETTINGS)
    } else {
        matches!(reply(target, CLIENT_HELLO).await[..], [0x15 | 0x16, 3, ..])
    };
    is_one_sided.then(|| Error::Tls {
        address: address.to_string(),
        target: target.to_owned(),
        uses_tls: !address.uses_tls(),
    })
}

/// The first bytes of a server's answer. None if it does not answer.
async fn reply(target: &str, data: &[u8]) -> Vec<u8> {
    let ask = async {
        let mut stream = TcpStream::connect(target).await.ok()?;
        stream.write_all(data).await.ok()?;
        let mut bytes = vec![0; 64];
        let count = stream.read(&mut bytes).await.ok()?;
        bytes.truncate(count);
        Some(bytes)
    };
    timeout(PATIENCE, ask).await.ok().flatten().unwrap_or_default()
}
