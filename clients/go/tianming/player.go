package tianming

import (
	"context"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"
	"time"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
)

// flushAfter is the thinking time after which answers do not wait for the rest of their frame.
const flushAfter = time.Millisecond

// packagePath is the path of this package, with which its functions begin in a stack.
var packagePath = reflect.TypeFor[player]().PkgPath()

// A turn is what one frame of the referee has for the bot.
type turn struct {
	session   *session
	notices   []func(*player)
	questions []*Question
}

// A player calls the bot: from one goroutine, one call at a time, for all streams.
type player struct {
	bot    Bot
	method string // the method that runs, for the report of a panic
}

// play takes turns until the context is done or the bot fails.
func (p *player) play(ctx context.Context, turns <-chan turn) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &BotError{p.method, panicError(v), debug.Stack()}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case t := <-turns:
			if err := p.take(t); err != nil {
				return err
			}
		}
	}
}

func (p *player) take(t turn) error {
	for _, notice := range t.notices {
		notice(p)
	}
	if len(t.questions) == 0 || t.session.ctx.Err() != nil {
		return nil // the referee asks again on the next stream
	}
	if batch, ok := p.bot.(BatchBot); ok {
		return p.answerBatch(batch, t.session, t.questions)
	}
	return p.answerEach(t.session, t.questions)
}

// answerEach answers the questions of a frame with one frame, unless the bot thinks for long.
func (p *player) answerEach(s *session, questions []*Question) error {
	frame := make([]*tianmingv1.BotMessage, 0, len(questions))
	began := time.Now()
	for _, q := range questions {
		p.method = "choose"
		answer, err := p.bot.Choose(s.ctx, q)
		if s.ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return &BotError{Method: p.method, Err: err}
		}
		message, err := answer.message(q, s.limits.Load())
		if err != nil {
			return err
		}
		frame = append(frame, message)
		if now := time.Now(); now.Sub(began) > flushAfter {
			s.send(frame...)
			frame, began = frame[:0], now
		}
	}
	s.send(frame...)
	return nil
}

func (p *player) answerBatch(bot BatchBot, s *session, questions []*Question) error {
	p.method = "choose_batch"
	answers, err := bot.ChooseBatch(s.ctx, questions)
	if s.ctx.Err() != nil {
		return nil
	}
	if err == nil && len(answers) != len(questions) {
		err = fmt.Errorf("%d answers to %d questions: give one to each", len(answers), len(questions))
	}
	if err != nil {
		return &BotError{Method: p.method, Err: err}
	}
	frame := make([]*tianmingv1.BotMessage, len(questions))
	for i, q := range questions {
		if frame[i], err = answers[i].message(q, s.limits.Load()); err != nil {
			return err
		}
	}
	s.send(frame...)
	return nil
}

func (p *player) start(m *Match) {
	if bot, ok := p.bot.(Starter); ok {
		p.method = "start"
		bot.Start(m)
	}
}

func (p *player) events(m *Match, events []*Event) {
	if bot, ok := p.bot.(EventWatcher); ok {
		p.method = "events"
		bot.Events(m, events)
	}
}

func (p *player) fault(m *Match, notice *FaultNotice) {
	m.StrikesLeft = int(notice.GetStrikesLeft())
	if bot, ok := p.bot.(FaultWatcher); ok {
		p.method = "fault"
		bot.Fault(m, notice)
	}
}

func (p *player) end(r *MatchResult) {
	if bot, ok := p.bot.(Ender); ok {
		p.method = "end"
		bot.End(r)
	}
}

// ownFrames returns the frames of a stack that are neither of this package nor of the runtime.
func ownFrames(stack []byte) string {
	lines := strings.Split(strings.TrimSpace(string(stack)), "\n")
	kept := lines[:1] // the goroutine
	for i := 1; i+1 < len(lines); i += 2 {
		if function := strings.TrimPrefix(lines[i], "created by "); !isForeign(function) {
			kept = append(kept, lines[i], lines[i+1])
		}
	}
	return strings.Join(kept, "\n")
}

// isForeign reports whether a function of a stack is none of the bot.
func isForeign(function string) bool {
	for _, prefix := range []string{packagePath + ".", "runtime.", "runtime/debug.", "panic("} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}

// panicError returns the value of a panic as an error.
func panicError(v any) error {
	if err, ok := v.(error); ok {
		return fmt.Errorf("panic: %w", err)
	}
	return fmt.Errorf("panic: %v", v)
}
