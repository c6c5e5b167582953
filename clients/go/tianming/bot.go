package tianming

import (
	"context"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
)

// The messages of the contract that a bot sees as they are.
type (
	// Event is an action of a seat or a draw of the referee. Its detail is the serialized Event
	// message of the game's package.
	Event = tianmingv1.Event
	// FaultNotice reports a fault of the bot.
	FaultNotice = tianmingv1.FaultNotice
	// Outcome says how a match ended.
	Outcome = tianmingv1.Outcome
	// Thought is what a bot thinks of a position. The record keeps it, and no rule reads it.
	Thought = tianmingv1.Thought
)

// A Bot answers the questions of its matches. The SDK calls it from one goroutine, one call at a
// time, so a bot needs no locks.
type Bot interface {
	// Choose answers a question. The context is done when nobody waits for the answer any more:
	// the stream is over, or the bot leaves. An error ends the run.
	Choose(ctx context.Context, q *Question) (Answer, error)
}

// An Answer is what a bot says to a question. The zero value takes the first option.
type Answer struct {
	// Option is the index of the option, from 0 to OptionCount - 1.
	Option int
	// Note is a remark for the record. The SDK cuts it to the referee's limit and drops control
	// characters.
	Note string
	// Thought is what the bot thinks of the position, or nil.
	Thought *Thought
	// Resign gives up the match, whatever Option says. A substitute player takes over all seats
	// of the bot.
	Resign bool
}

// Func adapts a function that returns the index of an option to a [Bot].
type Func func(q *Question) int

// Choose calls f(q).
func (f Func) Choose(_ context.Context, q *Question) (Answer, error) {
	return Answer{Option: f(q)}, nil
}

// A BatchBot answers all questions of a frame at once, for example with one call of a network.
type BatchBot interface {
	Bot
	// ChooseBatch returns one answer to each question, in their order. The SDK calls it in place
	// of Choose.
	ChooseBatch(ctx context.Context, questions []*Question) ([]Answer, error)
}

// A Starter learns that a match begins.
type Starter interface {
	// Start comes before the first question, once for each seat of the bot. It comes again if the
	// bot has been restarted.
	Start(m *Match)
}

// An EventWatcher follows its matches between its own questions.
type EventWatcher interface {
	// Events reports events as they happen. The next question repeats them in Since.
	Events(m *Match, events []*Event)
}

// A FaultWatcher learns of its faults.
type FaultWatcher interface {
	// Fault reports a fault of the bot.
	Fault(m *Match, notice *FaultNotice)
}

// An Ender learns how its matches end.
type Ender interface {
	// End comes once for each seat of the bot, after the last question of the match.
	End(r *MatchResult)
}
