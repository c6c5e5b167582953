//! The SDK against a scripted referee: a real gRPC server in the same process.

mod failing;
mod invitation;
mod leaving;
mod listening;
mod match_end;
mod playing;
mod reconnecting;
mod referee;
#[cfg(feature = "tls")]
mod secure;
mod vectors;
