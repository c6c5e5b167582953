//! The table of the surface, which all SDKs share.

use std::collections::BTreeSet;
use std::fs;

use serde::Deserialize;

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

#[derive(Deserialize)]
struct Table {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    rust: Option<String>,
}

/// The names of the column of this SDK.
fn names() -> BTreeSet<String> {
    let text = fs::read_to_string(format!("{FOLDER}/../surface.json")).unwrap();
    let table: Table = serde_json::from_str(&text).unwrap();
    table.rows.into_iter().filter_map(|row| row.rust).collect()
}

/// The sources of the SDK without their tests, and of the messages that it exports.
fn sources() -> Vec<String> {
    let files = fs::read_dir(format!("{FOLDER}/src")).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    texts.map(|text| text.split("#[cfg(test)]").next().unwrap().to_owned()).collect()
}

/// The names that `lib.rs` exports.
fn exported() -> BTreeSet<String> {
    let lib = fs::read_to_string(format!("{FOLDER}/src/lib.rs")).unwrap();
    let uses = lib.lines().filter_map(|line| line.strip_prefix("pub use ")?.strip_suffix(';'));
    uses.flat_map(|path| {
        let names = path.rsplit("::").next().unwrap().trim_matches(['{', '}']);
        names.split(", ").map(str::to_owned).collect::<Vec<_>>()
    })
    .collect()
}

/// The blocks of a type: its declaration, and its implementations.
fn blocks<'a>(source: &'a str, of: &str) -> Vec<&'a str> {
    let heads =
        ["pub struct", "pub enum", "pub trait", "impl"].map(|kind| format!("{kind} {of} {{"));
    let starts = heads.iter().flat_map(|head| source.match_indices(head.as_str()));
    starts.map(|(start, _)| source[start..].split("\n}").next().unwrap()).collect()
}

fn has_member(block: &str, member: &str) -> bool {
    let is_trait = block.starts_with("pub trait");
    block.lines().map(str::trim).any(|line| {
        [format!("pub fn {member}("), format!("pub fn {member}<"), format!("pub {member}:")]
            .iter()
            .any(|start| line.starts_with(start.as_str()))
            || (is_trait && line.starts_with(&format!("fn {member}")))
            || [format!("{member},"), format!("{member}("), format!("{member} {{")]
                .iter()
                .any(|start| block.starts_with("pub enum") && line.starts_with(start.as_str()))
    })
}

#[test]
fn each_name_of_the_table_exists() {
    let (sources, exported) = (sources(), exported());
    for name in names() {
        let (of, member) =
            name.split_once('.').map_or((name.as_str(), None), |it| (it.0, Some(it.1)));
        assert!(exported.contains(of), "{name}: lib.rs exports no {of}");
        let Some(member) = member else { continue };
        let mut all = sources.iter().flat_map(|source| blocks(source, of));
        assert!(all.any(|block| has_member(block, member)), "{of} has no {member}");
    }
}

#[test]
fn each_exported_name_is_in_the_table() {
    let named: BTreeSet<_> =
        names().iter().map(|name| name.split('.').next().unwrap().to_owned()).collect();
    let crates = ["prost", "prost_types", "rand"].map(str::to_owned);
    let missing: Vec<_> =
        exported().into_iter().filter(|it| !named.contains(it) && !crates.contains(it)).collect();
    assert_eq!(missing, Vec::<String>::new());
}
