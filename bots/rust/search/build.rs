//! Generates the stubs of the service of the rules, without a `protoc` on the machine.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=../../../proto/tianming/rules/v1");
    let contract = protox::compile(["tianming/rules/v1/rules.proto"], ["../../../proto"])?;
    tonic_prost_build::configure().build_server(false).compile_fds(contract)?;
    Ok(())
}
