//! Generates the messages and services from the contract, without a `protoc` on the machine.

use std::path::Path;

/// The contract inside a packaged crate, else in the repository.
const FOLDERS: [&str; 2] = ["proto", "../../proto"];

const FILES: [&str; 5] = [
    "tianming/v1/play.proto",
    "tianming/games/china/v1/china.proto",
    "tianming/games/dragon/v1/dragon.proto",
    "tianming/games/ming/v1/ming.proto",
    "tianming/games/small/v1/small.proto",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = FOLDERS
        .into_iter()
        .find(|folder| Path::new(folder).join(FILES[0]).exists())
        .ok_or("the crate has no folder `proto` with the contract")?;
    println!("cargo::rerun-if-changed={folder}/tianming");
    let mut messages = tonic_prost_build::Config::new();
    messages.enable_type_names(); // a message of a game opens only as its own type
    tonic_prost_build::configure()
        .boxed(".tianming.v1.RefereeMessage.kind.match_started") // far larger than the others
        // Both services carry frames of the same bytes, so one session serves both.
        .extern_path(".tianming.v1.ServeRequest", "crate::v1::PlayResponse")
        .extern_path(".tianming.v1.ServeResponse", "crate::v1::PlayRequest")
        .compile_fds_with_config(protox::compile(FILES, [folder])?, messages)?;
    Ok(())
}
