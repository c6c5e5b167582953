//! TLS, with the files that the environment names.

#[cfg(feature = "tls")]
pub(crate) use rustls_files::{is_untrusted, secure, serve};

#[cfg(not(feature = "tls"))]
pub(crate) use no_tls::{is_untrusted, secure, serve};

#[cfg(feature = "tls")]
mod rustls_files {
    use std::error::Error as StdError;
    use std::fs;
    use std::io;

    use tonic::transport::{
        Certificate, ClientTlsConfig, Endpoint, Identity, Server, ServerTlsConfig,
    };

    use crate::address::Address;
    use crate::{Error, options::variable};

    /// An endpoint that trusts the authority of the environment, else those of the system.
    pub fn secure(endpoint: Endpoint, address: &Address) -> Result<Endpoint, Error> {
        let config = ClientTlsConfig::new().domain_name(address.host());
        let config = match file("TIANMING_CA")? {
            Some(authority) => config.ca_certificate(Certificate::from_pem(authority)),
            None => config.with_native_roots(),
        };
        let config = match identity()? {
            Some(identity) => config.identity(identity),
            None => config,
        };
        endpoint.tls_config(config).map_err(|error| unusable(&error))
    }

    /// A server with the certificate of the environment, if it names one.
    pub fn serve(server: Server) -> Result<Server, Error> {
        let Some(identity) = identity()? else { return Ok(server) };
        let config = ServerTlsConfig::new().identity(identity);
        server.tls_config(config).map_err(|error| unusable(&error))
    }

    /// Whether a connection failed because of the certificate of the peer.
    pub fn is_untrusted(error: &(dyn StdError + 'static)) -> bool {
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let cause = inner.and_then(|inner| inner.downcast_ref());
        matches!(cause, Some(rustls::Error::InvalidCertificate(_)))
            || error.source().is_some_and(is_untrusted)
    }

    fn identity() -> Result<Option<Identity>, Error> {
        match (file("TIANMING_CERTIFICATE")?, file("TIANMING_KEY")?) {
            (Some(certificate), Some(key)) => Ok(Some(Identity::from_pem(certificate, key))),
            (None, None) => Ok(None),
            _ => Err(Error::Environment(
                "TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none".to_owned(),
            )),
        }
    }

    fn file(name: &str) -> Result<Option<Vec<u8>>, Error> {
        let read = |path: String| {
            fs::read(&path).map_err(|error| {
                Error::Environment(format!(
                    "{name} is \"{path}\", which cannot be read: {error}; name a PEM file"
                ))
            })
        };
        variable(name).map(read).transpose()
    }

    fn unusable(error: &dyn StdError) -> Error {
        let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        Error::Environment(format!(
            "the files of TIANMING_CA, TIANMING_CERTIFICATE and TIANMING_KEY cannot be used: {why}"
        ))
    }
}

#[cfg(not(feature = "tls"))]
mod no_tls {
    use tonic::transport::{Endpoint, Server};

    use crate::{Error, address::Address};

    pub fn secure(_: Endpoint, address: &Address) -> Result<Endpoint, Error> {
        Err(Error::Environment(format!(
            "{address} needs the feature `tls` of the crate `tianming`"
        )))
    }

    pub fn serve(server: Server) -> Result<Server, Error> {
        Ok(server)
    }

    pub fn is_untrusted(_: &dyn std::error::Error) -> bool {
        false
    }
}
