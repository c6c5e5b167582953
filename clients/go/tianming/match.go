package tianming

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

// A Match is a match from one seat of the bot.
type Match struct {
	ID           string
	Game         string
	RulesVersion int
	// Options are all options of the game with their values.
	Options map[string]string
	// Bots are the names of the bots, in the order of the seats.
	Bots []string
	// Seat is the bot's own seat.
	Seat  int
	Clock Clock
	// Strikes is the number of strikes that forfeit a seat.
	Strikes int
	// StrikesLeft is the number of strikes that the seat has left.
	StrikesLeft int
	// Bank is what the bank of the seat held when the bot's stream began.
	Bank time.Duration
	// SeedCommitment is the hash that commits the referee to the seed: see [MatchResult.IsFair].
	SeedCommitment []byte
	// Setup is the Setup message of the game: what stays the same through the match.
	Setup *anypb.Any
	// BotSeed is 32 bytes for the bot's own random choices.
	BotSeed []byte
	// Rand is seeded from BotSeed. A bot that takes its randomness only from here plays a match
	// in the same way each time.
	Rand *rand.Rand
	// Memory is for the bot. It survives a reconnect, and is empty after a restart of the bot.
	Memory any
}

// A Clock has the time limits of a match. All seats have the same.
type Clock struct {
	// Decision is the time for each decision.
	Decision time.Duration
	// Bank is the reserve for the whole match.
	Bank time.Duration
	// Increment is the time that each decision adds to the bank.
	Increment time.Duration
	// Grace is the time after the budget in which the referee still takes an answer.
	Grace time.Duration
	// First is the extra time for the first question to a seat.
	First time.Duration
}

func newMatch(m *tianmingv1.MatchStarted) *Match {
	bots := make([]string, len(m.GetSeats()))
	for i, seat := range m.GetSeats() {
		bots[i] = seat.GetBot()
	}
	var seed [32]byte
	copy(seed[:], m.GetBotSeed())
	clock := m.GetClock()
	return &Match{
		ID:           m.GetMatchId(),
		Game:         m.GetGame(),
		RulesVersion: int(m.GetRulesVersion()),
		Options:      m.GetOptions(),
		Bots:         bots,
		Seat:         int(m.GetSeat()),
		Clock: Clock{
			Decision:  clock.GetDecision().AsDuration(),
			Bank:      clock.GetBank().AsDuration(),
			Increment: clock.GetIncrement().AsDuration(),
			Grace:     clock.GetGrace().AsDuration(),
			First:     clock.GetFirst().AsDuration(),
		},
		Strikes:        int(m.GetStrikes()),
		StrikesLeft:    int(m.GetStrikesLeft()),
		Bank:           m.GetBank().AsDuration(),
		SeedCommitment: m.GetSeedCommitment(),
		Setup:          m.GetSetup(),
		BotSeed:        m.GetBotSeed(),
		Rand:           rand.New(rand.NewChaCha8(seed)),
	}
}

// A Question asks for a decision. Together with the setup of its match it holds everything that
// the seat may know.
type Question struct {
	Match *Match
	// Number is the number of the question in its match. Numbers rise; the
	// questions to all seats count.
	Number int
	// OptionCount is the number of options. Indexes count from 0.
	OptionCount int
	// Budget is the time for the answer from the moment at which the referee sent the question.
	Budget time.Duration
	// Deadline is the moment at which Budget has passed since the question arrived.
	Deadline time.Time
	// Since has the events since the last question to the seat, oldest first.
	Since []*Event
	// Position is the Position message of the game: what the seat sees, and its options in order.
	Position *anypb.Any
}

func newQuestion(match *Match, q *tianmingv1.Question, now time.Time) *Question {
	budget := q.GetBudget().AsDuration()
	return &Question{
		Match:       match,
		Number:      int(q.GetNumber()),
		OptionCount: int(q.GetOptionCount()),
		Budget:      budget,
		Deadline:    now.Add(budget),
		Since:       q.GetSince(),
		Position:    q.GetPosition(),
	}
}

// QuestionOf returns the question of a recorded frame, for the tests of a bot. The frame is a
// serialized PlayResponse with MatchStarted and a Question of that match.
func QuestionOf(frame []byte) (*Question, error) {
	var recorded tianmingv1.PlayResponse
	if err := proto.Unmarshal(frame, &recorded); err != nil {
		return nil, fmt.Errorf("the frame is no PlayResponse: %w", err)
	}
	var started *tianmingv1.MatchStarted
	var asked *tianmingv1.Question
	for _, message := range recorded.GetMessages() {
		started = cmp.Or(started, message.GetMatchStarted())
		asked = cmp.Or(asked, message.GetQuestion())
	}
	if started == nil || asked == nil {
		return nil, errors.New("the frame has no question: give a PlayResponse with MatchStarted and Question")
	}
	return newQuestion(newMatch(started), asked, time.Now()), nil
}

// A MatchResult says how a match ended, and reveals its seed.
type MatchResult struct {
	Match   *Match
	Outcome *Outcome
	// Seed and SeedNonce open the commitment of the match.
	Seed, SeedNonce []byte
	// RecordDigest is the digest of the last entry of the record.
	RecordDigest []byte
	// Since has the events since the last question to the bot, oldest first.
	Since []*Event
}

func newResult(match *Match, m *tianmingv1.MatchEnded) *MatchResult {
	return &MatchResult{
		Match:        match,
		Outcome:      m.GetOutcome(),
		Seed:         m.GetSeed(),
		SeedNonce:    m.GetSeedNonce(),
		RecordDigest: m.GetRecordDigest(),
		Since:        m.GetSince(),
	}
}

// Place returns the place of the bot's seat, from 1, or 0 if the match is void.
func (r *MatchResult) Place() int {
	for _, seat := range r.Outcome.GetResults() {
		if int(seat.GetSeat()) == r.Match.Seat {
			return int(seat.GetPlace())
		}
	}
	return 0
}

// IsFair reports whether the seed is the one that the referee committed to before the
// first draw.
func (r *MatchResult) IsFair() bool {
	return bytes.Equal(r.Match.SeedCommitment, Commitment(r.Seed, r.SeedNonce))
}

// Commitment returns the hash that commits a referee to a seed: SHA-256 of a label, nonce and
// seed.
func Commitment(seed, nonce []byte) []byte {
	sum := sha256.Sum256(slices.Concat([]byte("tianming.v1.seed"), nonce, seed))
	return sum[:]
}
