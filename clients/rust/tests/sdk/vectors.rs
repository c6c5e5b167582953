//! The vectors that all SDKs share.

use std::fs::File;

use prost::Message;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tianming::games::dragon;
use tianming::v1::referee_message::Kind;
use tianming::v1::{PlayRequest, PlayResponse};
use tianming::{Question, commitment};

fn vectors<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/../../proto/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_reader(File::open(path).unwrap()).unwrap()
}

#[derive(Deserialize)]
struct Commitment {
    #[serde(with = "hex")]
    seed: Vec<u8>,
    #[serde(with = "hex")]
    nonce: Vec<u8>,
    #[serde(with = "hex")]
    #[serde(rename = "commitment")]
    hash: Vec<u8>,
}

#[test]
fn commitments_are_those_of_the_vectors() {
    for vector in vectors::<Commitment>("seeds") {
        assert_eq!(commitment(&vector.seed, &vector.nonce).to_vec(), vector.hash);
    }
}

#[derive(Deserialize)]
struct Frame {
    from: String,
    name: String,
    #[serde(with = "hex")]
    bytes: Vec<u8>,
}

fn frames(from: &str) -> impl Iterator<Item = Frame> {
    let is_known = |frame: &Frame| frame.name != "a kind that no client knows yet";
    let from = from.to_owned();
    vectors::<Frame>("frames").into_iter().filter(move |it| it.from == from && is_known(it))
}

#[test]
fn frames_keep_their_bytes() {
    for frame in frames("bot") {
        let message = PlayRequest::decode(frame.bytes.as_slice()).unwrap();
        assert_eq!(message.encode_to_vec(), frame.bytes, "{}", frame.name);
    }
    for frame in frames("referee") {
        let message = PlayResponse::decode(frame.bytes.as_slice()).unwrap();
        assert_eq!(message.encode_to_vec(), frame.bytes, "{}", frame.name);
    }
}

#[test]
fn a_kind_that_no_client_knows_is_no_kind() {
    let frames = vectors::<Frame>("frames");
    let frame = frames.iter().find(|it| it.name == "a kind that no client knows yet").unwrap();
    let message = PlayResponse::decode(frame.bytes.as_slice()).unwrap();
    assert_eq!(message.messages.len(), 1);
    assert!(message.messages[0].kind.is_none());
}

#[test]
fn a_position_of_the_vectors_opens_by_its_type() {
    let frame = frames("referee").find(|it| it.name == "a question behind a ping").unwrap();
    let message = PlayResponse::decode(frame.bytes.as_slice()).unwrap();
    let Some(Kind::Question(question)) = &message.messages[1].kind else { panic!("no question") };
    let position: dragon::Position = question.position.as_ref().unwrap().to_msg().unwrap();
    assert_eq!(position.observation.unwrap().month(), 3);
}

fn recorded(game: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/vectors/questions");
    std::fs::read(format!("{folder}/{game}.bin")).unwrap()
}

#[test]
fn a_recorded_frame_is_a_question_of_its_game() {
    let asked = ["china", "dragon", "ming"].map(|game| {
        let question = Question::from_frame(&recorded(game)).unwrap();
        assert_eq!(question.game(), game);
        assert!(question.option_count > 1);
        question
    });
    let position: dragon::Position = asked[1].position().unwrap();
    assert_eq!(position.options.len(), asked[1].option_count);
}

#[test]
fn a_frame_without_a_match_is_no_recorded_question() {
    for bytes in [&b""[..], b"\xff"] {
        let error = Question::from_frame(bytes).unwrap_err().to_string();
        assert!(error.starts_with("the frame is no recorded question: "), "{error}");
    }
}
