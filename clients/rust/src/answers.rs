//! The answers of a bot to one stream: in frames, within the limits of the referee.

use tokio::sync::mpsc::WeakUnboundedSender;

use crate::v1::bot_message::Kind;
use crate::v1::{BotMessage, Choose, Limits, PlayRequest, Resign, Thought, choose};
use crate::{Answer, Choice, Error, Question};

/// Bytes that announce a message in its frame, at most.
const MESSAGE_HEAD: usize = 6;

/// The mark at the end of a reasoning that was cut.
const CUT: &str = "\n[cut]";

/// The answers that wait for the next frame of a stream.
///
/// The stream itself is over when its session ends, whoever still thinks for it.
pub(crate) struct Answers {
    stream: WeakUnboundedSender<PlayRequest>,
    max_frame_bytes: usize,
    max_note_characters: usize,
    max_reasoning_bytes: usize,
    frame: PlayRequest,
    bytes: usize,
}

impl Answers {
    pub fn new(stream: WeakUnboundedSender<PlayRequest>, limits: &Limits) -> Self {
        Self {
            stream,
            max_frame_bytes: limits.max_frame_bytes as usize,
            max_note_characters: limits.max_note_characters as usize,
            max_reasoning_bytes: limits.max_reasoning_bytes as usize,
            frame: PlayRequest::default(),
            bytes: 0,
        }
    }

    /// Whether the stream is over, so that nobody waits for answers.
    pub fn is_over(&self) -> bool {
        self.stream.strong_count() == 0
    }

    /// Adds an answer to the frame, or to the next one where this one is full.
    pub fn add(&mut self, question: &Question, answer: Answer) -> Result<(), Error> {
        let match_id = question.match_.id.clone();
        let kind = match answer {
            Answer::Resign => Kind::Resign(Resign { match_id }),
            Answer::Choice(choice) => Kind::Choose(self.choose(match_id, question, choice)?),
        };
        let message = BotMessage::from(kind);
        let bytes = prost::Message::encoded_len(&message) + MESSAGE_HEAD;
        if self.bytes + bytes > self.max_frame_bytes {
            self.flush();
        }
        self.bytes += bytes;
        self.frame.messages.push(message);
        Ok(())
    }

    /// Sends the frame.
    pub fn flush(&mut self) {
        let frame = std::mem::take(&mut self.frame);
        self.bytes = 0;
        if !frame.messages.is_empty()
            && let Some(stream) = self.stream.upgrade()
        {
            let _ = stream.send(frame); // fails if the stream has just ended
        }
    }

    fn choose(
        &self,
        match_id: String,
        question: &Question,
        choice: Choice,
    ) -> Result<Choose, Error> {
        let (number, option_count) = (question.number, question.option_count);
        let index = choice.option;
        let option = u32::try_from(index).ok().filter(|_| index < option_count);
        let option = option.ok_or(Error::OutOfRange { index, number, option_count })?;
        Ok(Choose {
            match_id,
            number,
            answer: Some(choose::Answer::Option(option)),
            note: plain(&choice.note).take(self.max_note_characters).collect(),
            thought: choice.thought.map(|thought| Thought {
                principal_line: thought
                    .principal_line
                    .iter()
                    .map(|text| plain(text).collect())
                    .collect(),
                reasoning: reasoning(&thought.reasoning, self.max_reasoning_bytes),
                ..thought
            }),
        })
    }
}

/// A text without the control characters that cost a strike.
fn plain(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|letter| !letter.is_control() || "\t\n\r".contains(*letter))
}

/// A reasoning without these characters; one of more than `most` bytes is cut, and ends with a mark.
fn reasoning(text: &str, most: usize) -> String {
    let mut text: String = plain(text).collect();
    if text.len() > most {
        let mut end = most.saturating_sub(CUT.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push_str(if end == 0 { "" } else { CUT });
    }
    text
}

impl From<Kind> for BotMessage {
    fn from(kind: Kind) -> Self {
        Self { kind: Some(kind) }
    }
}
