package tianming

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
)

// A stream carries the frames of a bot and a referee. Either side may have opened it: the frames
// of BotService.Serve have the same bytes as those of RefereeService.Play.
type stream interface {
	SendMsg(m any) error
	RecvMsg(m any) error
}

// A session is one stream, from Hello to its end. Its goroutine reads the stream and answers
// pings, also while the player thinks.
type session struct {
	ctx        context.Context // done when nobody waits for answers
	client     *client
	peer       string // the address of the referee
	matches    *matches
	follow     func(*tianmingv1.Invitation) // nil if the session follows no invitations
	limits     atomic.Pointer[tianmingv1.Limits]
	isWelcomed bool

	mu     sync.Mutex // one sender at a time
	stream stream
	hangUp func() // ends the bot's side of the stream
	isOver bool   // the bot has left, or the stream has ended
}

// play takes frames until the stream ends. It returns nil if the stream ended with OK.
func (s *session) play(ctx context.Context) error {
	var stop context.CancelFunc
	s.ctx, stop = context.WithCancel(ctx)
	defer stop()
	defer s.close()
	s.limits.Store(&tianmingv1.Limits{MaxFrameBytes: 1 << 16, MaxNoteCharacters: 200, MaxReasoningBytes: 1 << 14})
	s.send(s.hello())
	for {
		frame := new(tianmingv1.PlayResponse)
		if err := s.stream.RecvMsg(frame); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if t := s.read(frame); len(t.notices)+len(t.questions) > 0 {
			select {
			case s.client.turns <- t:
			case <-ctx.Done():
			case <-s.client.life.Done():
			}
		}
	}
}

func (s *session) hello() *tianmingv1.BotMessage {
	o := s.client.options
	hello := &tianmingv1.Hello{
		RevisionMin: revision,
		RevisionMax: revision,
		BotName:     o.Name,
		BotVersion:  o.Version,
		UserAgent:   userAgent,
		MaxMatches:  uint32(o.MaxMatches),
		Resume:      s.matches.resumePoints(),
	}
	for _, name := range o.Games {
		hello.Games = append(hello.Games, &tianmingv1.SupportedGame{Name: name})
	}
	if _, ok := s.client.bot.(EventWatcher); ok {
		hello.Capabilities = []tianmingv1.Capability{tianmingv1.Capability_CAPABILITY_EVENTS}
	}
	return &tianmingv1.BotMessage{Kind: &tianmingv1.BotMessage_Hello{Hello: hello}}
}

// read does at once what needs no bot, and returns the rest of a frame. It ignores kinds of later
// referees, and what concerns a match that the bot does not play.
func (s *session) read(frame *tianmingv1.PlayResponse) turn {
	t, now := turn{session: s}, time.Now()
	for _, message := range frame.GetMessages() {
		switch kind := message.GetKind().(type) {
		case *tianmingv1.RefereeMessage_Question:
			q := kind.Question
			s.matches.see(q.GetMatchId(), q.GetSince())
			if match := s.matches.seat(q.GetMatchId(), q.GetSeat()); match != nil {
				t.questions = append(t.questions, newQuestion(match, q, now))
			}
		case *tianmingv1.RefereeMessage_Ping:
			pong := &tianmingv1.Pong{Id: kind.Ping.GetId()}
			s.send(&tianmingv1.BotMessage{Kind: &tianmingv1.BotMessage_Pong{Pong: pong}})
		case *tianmingv1.RefereeMessage_Welcome:
			s.welcome(kind.Welcome)
		case *tianmingv1.RefereeMessage_Invitation:
			if s.follow != nil {
				s.follow(kind.Invitation)
			}
		case *tianmingv1.RefereeMessage_BenchNotice:
			s.benched(kind.BenchNotice)
		default:
			t.notices = append(t.notices, s.notices(message)...)
		}
	}
	return t
}

// notices returns what a message has for the bot, apart from a question.
func (s *session) notices(message *tianmingv1.RefereeMessage) (notices []func(*player)) {
	switch kind := message.GetKind().(type) {
	case *tianmingv1.RefereeMessage_MatchStarted:
		started := kind.MatchStarted
		match, isNew := s.matches.start(started)
		notices = append(notices, func(p *player) {
			match.Bank, match.StrikesLeft = started.GetBank().AsDuration(), int(started.GetStrikesLeft())
			if isNew {
				p.start(match)
			}
		})
	case *tianmingv1.RefereeMessage_MatchEvents:
		events := kind.MatchEvents.GetEvents()
		for _, match := range s.matches.see(kind.MatchEvents.GetMatchId(), events) {
			notices = append(notices, func(p *player) { p.events(match, events) })
		}
	case *tianmingv1.RefereeMessage_FaultNotice:
		fault := kind.FaultNotice
		if match := s.matches.seat(fault.GetMatchId(), fault.GetSeat()); match != nil {
			notices = append(notices, func(p *player) { p.fault(match, fault) })
		}
	case *tianmingv1.RefereeMessage_MatchEnded:
		for _, match := range s.matches.end(kind.MatchEnded.GetMatchId()) {
			notices = append(notices, func(p *player) { p.end(newResult(match, kind.MatchEnded)) })
		}
	case *tianmingv1.RefereeMessage_Rejection:
		s.matches.end(kind.Rejection.GetMatchId())
	}
	return notices
}

func (s *session) welcome(welcome *tianmingv1.Welcome) {
	s.isWelcomed = true
	if limits := welcome.GetLimits(); limits != nil {
		s.limits.Store(limits)
	}
	games := cmp.Or(strings.Join(s.client.options.Games, ", "), "all")
	s.client.options.Log.Printf("connected to %s as %s, games: %s", s.peer, welcome.GetBot(), games)
}

// benched logs why a league starts no more matches with the bot, and how it comes back.
func (s *session) benched(notice *tianmingv1.BenchNotice) {
	s.client.options.Log.Printf("benched in the league %s: %s. %s",
		oneLine(notice.GetLeague()), oneLine(notice.GetReason()), oneLine(notice.GetAdvice()))
}

// oneLine replaces runs of control characters and line breaks by spaces.
func oneLine(text string) string {
	isBreak := func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
	return strings.Join(strings.FieldsFunc(text, isBreak), " ")
}

// send sends messages in as few frames as the limits allow. If it fails, RecvMsg says why.
func (s *session) send(messages ...*tianmingv1.BotMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver {
		return
	}
	for frame := range frames(messages, int(s.limits.Load().GetMaxFrameBytes())) {
		if err := s.stream.SendMsg(frame); err != nil {
			return
		}
	}
}

// leave says goodbye and ends the bot's side of the stream.
func (s *session) leave() {
	s.send(&tianmingv1.BotMessage{Kind: &tianmingv1.BotMessage_Goodbye{Goodbye: &tianmingv1.Goodbye{}}})
	s.close()
	s.hangUp()
}

// close drops all that the bot says from now on.
func (s *session) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.isOver = true
}
