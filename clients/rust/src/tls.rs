//! TLS, with the files of an authority and of a certificate.

use crate::options::variable;

/// The PEM files, by the variables of the environment that name them.
#[derive(Clone)]
pub(crate) struct Files {
    pub authority: Option<String>,
    pub certificate: Option<String>,
    pub key: Option<String>,
}

impl Files {
    pub fn from_environment() -> Self {
        Self { authority: variable(CA), certificate: variable(CERTIFICATE), key: variable(KEY) }
    }
}

const CA: &str = "TIANMING_CA";
const CERTIFICATE: &str = "TIANMING_CERTIFICATE";
const KEY: &str = "TIANMING_KEY";

#[cfg(feature = "tls")]
pub(crate) use with_rustls::refusal;

#[cfg(not(feature = "tls"))]
pub(crate) use without::refusal;

#[cfg(feature = "tls")]
mod with_rustls {
    use std::error::Error as StdError;
    use std::{fs, io};

    use rustls::CertificateError;
    use tonic::transport::{
        Certificate, ClientTlsConfig, Endpoint, Identity, Server, ServerTlsConfig,
    };

    use super::{CA, CERTIFICATE, Files, KEY};
    use crate::Error;
    use crate::address::Address;

    impl Files {
        /// An endpoint that trusts the authority, else those of the system.
        pub fn secure(&self, endpoint: Endpoint, address: &Address) -> Result<Endpoint, Error> {
            let mut config = ClientTlsConfig::new().domain_name(address.host());
            config = match read(CA, self.authority.as_deref())? {
                Some(authority) => config.ca_certificate(Certificate::from_pem(authority)),
                None => config.with_native_roots(),
            };
            if let Some(identity) = self.identity()? {
                config = config.identity(identity);
            }
            endpoint.tls_config(config).map_err(|error| unusable(&error))
        }

        /// A server with the certificate, if there is one. With an authority, it accepts only
        /// callers with a certificate of that authority.
        pub fn serve(&self, server: Server) -> Result<Server, Error> {
            let Some(identity) = self.identity()? else { return Ok(server) };
            let mut config = ServerTlsConfig::new().identity(identity);
            if let Some(authority) = read(CA, self.authority.as_deref())? {
                config = config.client_ca_root(Certificate::from_pem(authority));
            }
            server.tls_config(config).map_err(|error| unusable(&error))
        }

        fn identity(&self) -> Result<Option<Identity>, Error> {
            let certificate = read(CERTIFICATE, self.certificate.as_deref())?;
            match (certificate, read(KEY, self.key.as_deref())?) {
                (Some(certificate), Some(key)) => Ok(Some(Identity::from_pem(certificate, key))),
                (None, None) => Ok(None),
                _ => Err(Error::Environment(format!(
                    "{CERTIFICATE} and {KEY} go together: set both or none"
                ))),
            }
        }
    }

    /// Returns the error of a connection that failed because of the certificate of the peer.
    pub fn refusal(error: &(dyn StdError + 'static), address: &Address) -> Option<Error> {
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let cause = inner.and_then(|inner| inner.downcast_ref());
        let Some(rustls::Error::InvalidCertificate(reason)) = cause else {
            return error.source().and_then(|source| refusal(source, address));
        };
        let (address, host, why) =
            (address.to_string(), address.host().to_owned(), reason.to_string());
        Some(match reason {
            CertificateError::NotValidForNameContext { presented, .. } => {
                let names = presented.iter().map(|name| bare_name(name)).collect();
                Error::AnotherName { address, host, names, why }
            }
            CertificateError::Expired => Error::Expired { address, day: None, why },
            CertificateError::ExpiredContext { not_after, .. } => {
                let day = Some(not_after.as_secs() / (24 * 60 * 60));
                Error::Expired { address, day, why }
            }
            _ => Error::Untrusted { address, why },
        })
    }

    /// A name of a certificate without its kind: `DnsName("localhost")` becomes `localhost`.
    fn bare_name(name: &str) -> String {
        let inner = name.split_once('(').map_or(name, |(_, inner)| inner);
        inner.trim_matches([')', '"']).to_owned()
    }

    fn read(variable: &str, path: Option<&str>) -> Result<Option<Vec<u8>>, Error> {
        let Some(path) = path else { return Ok(None) };
        fs::read(path).map(Some).map_err(|error| {
            let why = format!("\"{path}\", which cannot be read: {error}; name a PEM file");
            Error::Environment(format!("{variable} is {why}"))
        })
    }

    fn unusable(error: &dyn StdError) -> Error {
        let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        Error::Environment(format!(
            "the files of {CA}, {CERTIFICATE} and {KEY} are of no use: {why}"
        ))
    }
}

#[cfg(not(feature = "tls"))]
mod without {
    use std::error::Error as StdError;

    use tonic::transport::{Endpoint, Server};

    use super::{CERTIFICATE, Files};
    use crate::Error;
    use crate::address::Address;

    impl Files {
        #[allow(clippy::unused_self)]
        pub fn secure(&self, _: Endpoint, address: &Address) -> Result<Endpoint, Error> {
            Err(missing(&format!("{address} needs TLS")))
        }

        pub fn serve(&self, server: Server) -> Result<Server, Error> {
            if self.certificate.is_none() { Ok(server) } else { Err(missing(CERTIFICATE)) }
        }
    }

    pub fn refusal(_: &dyn StdError, _: &Address) -> Option<Error> {
        None
    }

    fn missing(what: &str) -> Error {
        Error::Environment(format!("{what}: build the bot with the feature `tls` of `tianming`"))
    }
}
