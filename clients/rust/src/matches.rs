//! The matches that a bot plays at one referee, which outlive its streams.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::v1::{self, Event, MatchEnded, MatchStarted, ResumePoint};
use crate::{Match, MatchResult, Question};

/// Matches that a `Hello` names when the bot comes back, at most.
const MAX_POINTS: usize = 256;

/// Matches that are kept though the last stream did not name them. Most have ended meanwhile.
const MAX_SILENT: usize = 256;

/// The matches in the order in which the referee first named them.
#[derive(Default)]
pub(crate) struct Matches(IndexMap<String, Known>);

/// What is known of a match.
#[derive(Default)]
struct Known {
    /// The match as each seat of the bot has it.
    seats: Vec<Arc<Match>>,
    /// Index of the first event that the bot has not seen.
    next_event: u32,
    /// Whether the referee named the match on this stream.
    is_named: bool,
}

impl Matches {
    /// Whether all matches have ended.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where the bot stands in the latest matches.
    pub fn resume_points(&self) -> Vec<ResumePoint> {
        let latest = self.0.iter().rev().take(MAX_POINTS);
        latest
            .map(|(match_id, known)| ResumePoint {
                match_id: match_id.clone(),
                next_event: known.next_event,
            })
            .collect()
    }

    /// A stream begins: forgets the oldest matches that the last one did not name.
    pub fn welcome(&mut self) {
        let silent = self.0.values().filter(|known| !known.is_named).count();
        let mut surplus = silent.saturating_sub(MAX_SILENT);
        self.0.retain(|_, known| {
            let goes = !known.is_named && surplus > 0;
            surplus -= usize::from(goes);
            known.is_named = false;
            !goes
        });
    }

    /// Returns the match if it is new to the seat.
    pub fn started(&mut self, message: MatchStarted) -> Option<Arc<Match>> {
        let known = self.0.entry(message.match_id.clone()).or_default();
        known.is_named = true;
        if known.seats.iter().any(|match_| match_.seat == message.seat) {
            return None;
        }
        let match_ = Arc::new(Match::from(message));
        known.seats.push(Arc::clone(&match_));
        Some(match_)
    }

    /// Returns the question, unless the referee never announced its match.
    pub fn asked(&mut self, message: v1::Question) -> Option<Question> {
        let known = self.0.get_mut(&message.match_id)?;
        known.saw(&message.since);
        let match_ = known.seats.iter().find(|match_| match_.seat == message.seat)?;
        Some(Question::new(message, Arc::clone(match_)))
    }

    /// Returns the match for each seat of the bot.
    pub fn happened(&mut self, match_id: &str, events: &[Event]) -> Vec<Arc<Match>> {
        let Some(known) = self.0.get_mut(match_id) else { return Vec::new() };
        known.saw(events);
        known.seats.clone()
    }

    /// Returns the result for each seat of the bot.
    pub fn ended(&mut self, message: &MatchEnded) -> Vec<MatchResult> {
        let known = self.0.shift_remove(&message.match_id).unwrap_or_default();
        known.seats.into_iter().map(|match_| MatchResult::new(match_, message.clone())).collect()
    }

    /// The referee does not know a match, so nobody will say how it ends.
    pub fn rejected(&mut self, match_id: &str) {
        self.0.shift_remove(match_id);
    }
}

impl Known {
    fn saw(&mut self, events: &[Event]) {
        if let Some(last) = events.last() {
            self.next_event = self.next_event.max(last.index.saturating_add(1));
        }
    }
}
