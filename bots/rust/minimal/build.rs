//! Generates the stubs of the stream from the contract, without a `protoc` on the machine.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=../../../proto/tianming/v1");
    let contract = protox::compile(["tianming/v1/play.proto"], ["../../../proto"])?;
    tonic_prost_build::configure().build_server(false).compile_fds(contract)?;
    Ok(())
}
