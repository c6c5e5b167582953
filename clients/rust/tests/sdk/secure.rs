//! TLS, and certificates that nobody trusts.

use rcgen::{CertificateParams, CertifiedKey, KeyPair, date_time_ymd, generate_simple_self_signed};
use tempfile::TempDir;
use tianming::Options;
use tianming::v1::bot_message::Kind;
use tonic::transport::{Certificate, ClientTlsConfig, Identity};

use crate::listening::{Call, connect, listening};
use crate::referee::{Referee, Run, first, question, started};

/// A certificate for this machine, which is its own authority, and the file that has it.
fn certificate(folder: &TempDir) -> (Identity, String) {
    let (certificate, key) = files(folder);
    let read = |file: &String| std::fs::read(file).unwrap();
    (Identity::from_pem(read(&certificate), read(&key)), certificate)
}

/// The files of a new certificate and of its key.
fn files(folder: &TempDir) -> (String, String) {
    let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).unwrap();
    let write = |name: &str, text: String| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    (write("certificate.pem", cert.pem()), write("key.pem", signing_key.serialize_pem()))
}

#[tokio::test]
async fn a_bot_plays_over_tls_where_it_trusts_the_authority() {
    let folder = TempDir::new().unwrap();
    let (identity, authority) = certificate(&folder);
    let mut referee = Referee::start_with_tls(identity).await;
    let options = referee.options().server(format!("https://{}", referee.address));
    let _run = Run::start(first, options.authority(authority));
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 1)]);
    assert_eq!(stream.answers().await, [(1, 0)]);
}

#[tokio::test]
async fn a_certificate_that_nobody_signed_ends_the_run() {
    let folder = TempDir::new().unwrap();
    let (identity, _) = certificate(&folder);
    let (_, other) = certificate(&folder);
    let referee = Referee::start_with_tls(identity).await;
    let address = format!("https://{}", referee.address);
    let error =
        Run::start(first, referee.options().server(&address).authority(other)).error().await;
    let begin = format!(
        "the certificate of {address} is not trusted: name the file of its authority in TIANMING_CA ("
    );
    assert!(error.starts_with(&begin), "{error}");
}

#[tokio::test]
async fn a_referee_without_tls_is_named_to_a_bot_that_asks_for_it() {
    let folder = TempDir::new().unwrap();
    let (_, authority) = certificate(&folder);
    let referee = Referee::start().await;
    let address = format!("https://{}", referee.address);
    let options = referee.options().server(&address).authority(authority);
    let error = Run::start(first, options).error().await;
    let target = &referee.address;
    let sentence = format!("the referee at {address} does not use TLS: give http://{target}");
    assert_eq!(error, sentence);
}

#[tokio::test]
async fn a_referee_with_tls_is_named_to_a_bot_without_it() {
    let folder = TempDir::new().unwrap();
    let referee = Referee::start_with_tls(certificate(&folder).0).await;
    for address in [referee.address.clone(), format!("http://{}", referee.address)] {
        let error = Run::start(first, referee.options().server(&address)).error().await;
        let target = &referee.address;
        let sentence = format!("the referee at {address} uses TLS: give https://{target}");
        assert_eq!(error, sentence);
    }
}

#[tokio::test]
async fn a_certificate_for_another_name_says_which() {
    let folder = TempDir::new().unwrap();
    let names = ["referee.example".to_owned()];
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).unwrap();
    let authority = folder.path().join("certificate.pem");
    std::fs::write(&authority, cert.pem()).unwrap();
    let identity = Identity::from_pem(cert.pem(), signing_key.serialize_pem());
    let referee = Referee::start_with_tls(identity).await;
    let address = format!("https://{}", referee.address);
    let options = referee.options().server(&address).authority(authority.to_str().unwrap());
    let error = Run::start(first, options).error().await;
    let begin = format!(
        "the certificate of {address} has another name: it is for referee.example, not for \
         127.0.0.1; use a name that it has, or issue one for 127.0.0.1 ("
    );
    assert!(error.starts_with(&begin), "{error}");
}

#[tokio::test]
async fn a_certificate_that_expired_says_when() {
    let folder = TempDir::new().unwrap();
    let mut params = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    params.not_after = date_time_ymd(2020, 2, 29);
    let key = KeyPair::generate().unwrap();
    let cert = params.self_signed(&key).unwrap();
    let authority = folder.path().join("certificate.pem");
    std::fs::write(&authority, cert.pem()).unwrap();
    let referee =
        Referee::start_with_tls(Identity::from_pem(cert.pem(), key.serialize_pem())).await;
    let address = format!("https://{}", referee.address);
    let options = referee.options().server(&address).authority(authority.to_str().unwrap());
    let error = Run::start(first, options).error().await;
    let begin = format!("the certificate of {address} expired on 2020-02-29: renew it there (");
    assert!(error.starts_with(&begin), "{error}");
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_named() {
    let options = Options::default().server("https://127.0.0.1:1");
    let error = Run::start(first, options.clone().authority("/nowhere.pem")).error().await;
    assert!(
        error.starts_with("TIANMING_CA is \"/nowhere.pem\", which cannot be read: "),
        "{error}"
    );
    let error = Run::start(first, options.certificate("/nowhere.pem", "")).error().await;
    assert!(error.starts_with("TIANMING_CERTIFICATE is \"/nowhere.pem\""), "{error}");
}

#[tokio::test]
async fn a_bot_that_listens_serves_tls_with_its_certificate() {
    let folder = TempDir::new().unwrap();
    let (authority, key) = files(&folder);
    let options = Options::default().certificate(&authority, &key);
    let (_run, endpoint) = listening(options, "https").await;
    let channel = connect(&endpoint.tls_config(trusting(&authority)).unwrap()).await;
    let mut call = Call::open(&channel, "").await.unwrap();
    assert!(matches!(call.read().await.unwrap()[..], [Kind::Hello(_)]));
}

#[tokio::test]
async fn a_bot_with_an_authority_accepts_only_callers_with_a_certificate_of_it() {
    let folder = TempDir::new().unwrap();
    let (authority, key) = files(&folder);
    let stranger = TempDir::new().unwrap();
    let (other, _) = certificate(&stranger);
    let own = Identity::from_pem(std::fs::read(&authority).unwrap(), std::fs::read(&key).unwrap());
    let options = Options::default().certificate(&authority, &key).authority(&authority);
    let (_run, endpoint) = listening(options, "https").await;
    let tls = trusting(&authority);
    let channel = connect(&endpoint.clone().tls_config(tls.clone().identity(own)).unwrap()).await;
    assert!(Call::open(&channel, "").await.is_ok());
    for refused in [tls.clone(), tls.identity(other)] {
        let endpoint = endpoint.clone().tls_config(refused).unwrap();
        if let Ok(channel) = endpoint.connect().await {
            assert!(Call::open(&channel, "").await.is_err());
        }
    }
}

fn trusting(authority: &str) -> ClientTlsConfig {
    let trusted = Certificate::from_pem(std::fs::read(authority).unwrap());
    ClientTlsConfig::new().ca_certificate(trusted).domain_name("localhost")
}
