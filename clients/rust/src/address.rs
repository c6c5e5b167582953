//! The address of a referee or of a listening bot, and whether its streams use TLS.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use crate::Error;

/// Where a referee is: `host:port`, `https://host:port`, `http://host:port` or `unix:/path`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    text: String,
    /// `host:port` or `unix:/path`.
    target: String,
    uses_tls: bool,
}

impl Address {
    /// Without a scheme, only a stream that stays on this machine needs no TLS.
    pub fn uses_tls(&self) -> bool {
        self.uses_tls
    }

    /// Reads the address at which a bot listens. Its certificate decides about TLS.
    pub fn to_listen(text: &str) -> Result<Self, Error> {
        text.parse().map_err(|_| Error::ListenAddress(text.to_owned()))
    }

    /// `host:port` or `unix:/path`.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// The path of a Unix domain socket.
    pub fn path(&self) -> Option<&str> {
        self.target.strip_prefix("unix:")
    }

    /// The host as it is written, an IPv6 address in brackets.
    pub fn written_host(&self) -> &str {
        host_of(&self.target)
    }

    /// The host, an IPv6 address without its brackets.
    #[cfg(feature = "tls")]
    pub fn host(&self) -> &str {
        host_of(&self.target).trim_matches(['[', ']'])
    }

    /// The address as tonic reads it.
    pub fn uri(&self) -> String {
        match (is_socket(&self.target), self.uses_tls) {
            (true, _) => self.target.clone(),
            (false, true) => format!("https://{}", self.target),
            (false, false) => format!("http://{}", self.target),
        }
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (scheme, target) = match text.split_once("://") {
            Some((scheme @ ("http" | "https"), rest)) => (scheme, rest.trim_end_matches('/')),
            _ => ("", text),
        };
        let is_valid = if is_socket(target) {
            scheme.is_empty() && is_path(target)
        } else {
            is_port_of_host(target)
        };
        if !is_valid {
            return Err(Error::Address(text.to_owned()));
        }
        let uses_tls = scheme == "https" || (scheme.is_empty() && !is_local(target));
        Ok(Self { text: text.to_owned(), target: target.to_owned(), uses_tls })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

fn is_socket(target: &str) -> bool {
    target.starts_with("unix:")
}

fn is_path(target: &str) -> bool {
    target != "unix:" && !target.contains('\0')
}

fn is_port_of_host(target: &str) -> bool {
    let port = target.rsplit(':').next().unwrap_or_default();
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    is_port && (is_ip(host_of(target)) || is_name(host_of(target)))
}

fn host_of(target: &str) -> &str {
    target.rsplit_once(':').map_or("", |(host, _)| host)
}

/// Whether a host is an IP address: version 4, or version 6 in brackets.
fn is_ip(host: &str) -> bool {
    host.parse::<Ipv4Addr>().is_ok() || ipv6(host).is_some()
}

fn ipv6(host: &str) -> Option<Ipv6Addr> {
    host.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// Whether a host is a name. Digits and dots alone are a bad IP address.
fn is_name(host: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    !host.is_empty()
        && !host.starts_with(['.', '-'])
        && !host.ends_with('-')
        && host.bytes().all(is_letter)
        && !host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Whether what is sent to a target stays on this machine.
fn is_local(target: &str) -> bool {
    let host = host_of(target);
    is_socket(target)
        || host == "localhost"
        || host.parse::<Ipv4Addr>().is_ok_and(|ip| ip.is_loopback())
        || ipv6(host).is_some_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[derive(serde::Deserialize)]
    struct Vector {
        address: String,
        valid: bool,
        target: Option<String>,
        tls: Option<bool>,
    }

    #[test]
    fn addresses_are_read_as_the_vectors_say() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/vectors/addresses.json");
        let file = std::fs::File::open(path).expect("the repository has vectors");
        let vectors: Vec<Vector> = serde_json::from_reader(file).expect("they are JSON");
        for vector in vectors {
            let address = vector.address.parse::<Address>().ok();
            assert_eq!(address.is_some(), vector.valid, "{}", vector.address);
            assert_eq!(address.as_ref().map(|it| it.target.clone()), vector.target);
            assert_eq!(address.as_ref().map(Address::uses_tls), vector.tls);
        }
    }

    #[test]
    fn a_host_has_no_brackets_and_a_socket_no_scheme() {
        let address = |text: &str| text.parse::<Address>().expect("it is an address");
        #[cfg(feature = "tls")]
        assert_eq!(address("https://[::1]:443").host(), "::1");
        assert_eq!(address("https://[::1]:443").uri(), "https://[::1]:443");
        assert_eq!(address("localhost:1").uri(), "http://localhost:1");
        assert_eq!(address("unix:/run/socket").uri(), "unix:/run/socket");
    }
}
