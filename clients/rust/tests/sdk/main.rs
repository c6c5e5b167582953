//! The SDK against a scripted referee: a real gRPC server in the same process.

mod failing;
mod invitation;
mod leaving;
mod listening;
mod match_end;
mod playing;
#[cfg(unix)]
mod process;
mod reconnecting;
mod referee;
#[cfg(feature = "tls")]
mod secure;
mod sessions;
mod surface;
mod vectors;
