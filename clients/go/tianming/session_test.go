package tianming_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tianming-referee/tianming/clients/go/tianming"
	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
)

// recorder keeps all that it is told. The test reads it after the bot has answered.
type recorder struct {
	started []*tianming.Match
	asked   []*tianming.Question
	events  []*tianming.Event
	faults  []*tianming.FaultNotice
	results []*tianming.MatchResult
}

func (b *recorder) Start(m *tianming.Match) { b.started = append(b.started, m) }

func (b *recorder) Choose(_ context.Context, q *tianming.Question) (tianming.Answer, error) {
	b.asked = append(b.asked, q)
	return tianming.Answer{Option: len(b.asked) % q.OptionCount}, nil
}

func (b *recorder) Events(_ *tianming.Match, events []*tianming.Event) {
	b.events = append(b.events, events...)
}

func (b *recorder) Fault(_ *tianming.Match, notice *tianming.FaultNotice) {
	b.faults = append(b.faults, notice)
}

func (b *recorder) End(r *tianming.MatchResult) { b.results = append(b.results, r) }

func TestMatchesShareTheStream(t *testing.T) {
	r := newReferee(t)
	r.play(first)
	s, _ := r.welcome()
	messages := []*tianmingv1.RefereeMessage{}
	for i := range 64 {
		id := fmt.Sprint("m", i)
		messages = append(messages, matchStarted(id), question(id, uint32(i+1)))
	}
	s.write(messages...)
	answers := s.read()
	for len(answers) < 64 {
		answers = append(answers, s.read()...)
	}
	for i, message := range answers {
		choose := message.GetChoose()
		if choose.GetMatchId() != fmt.Sprint("m", i) || choose.GetNumber() != uint32(i+1) || choose.GetAnswer() == nil {
			t.Errorf("answer %d is %v", i, choose)
		}
	}
}

func TestPingIsAnsweredWhileTheBotThinks(t *testing.T) {
	r := newReferee(t)
	bot := thinker{make(chan *tianming.Question)}
	r.play(bot)
	s, _ := r.welcome()
	s.write(matchStarted("m1"), question("m1", 1))
	<-bot.asked
	s.write(ping(1<<32 - 1))
	if frame := s.read(); len(frame) != 1 || frame[0].GetPong().GetId() != 1<<32-1 {
		t.Errorf("the bot answered %v", frame)
	}
}

func TestLargeFrameIsSplit(t *testing.T) {
	r := newReferee(t)
	r.play(noter{strings.Repeat("n", 50)})
	s := r.accept()
	s.read()
	welcomed := welcome("ann")
	welcomed.GetWelcome().Limits = &tianmingv1.Limits{MaxFrameBytes: 200, MaxNoteCharacters: 50}
	s.write(welcomed, matchStarted("m1"), question("m1", 1), question("m1", 2), question("m1", 3), question("m1", 4))
	for answers := 0; answers < 4; {
		frame := &tianmingv1.PlayRequest{Messages: s.read()}
		answers += len(frame.GetMessages())
		if size := proto.Size(frame); size > 200 || size < 100 {
			t.Errorf("a frame has %d bytes, and could have 200", size)
		}
	}
}

func TestWhatIsUnknownIsIgnored(t *testing.T) {
	r := newReferee(t)
	r.play(first)
	s, _ := r.welcome()
	unknown := &tianmingv1.RefereeMessage{}
	unknown.ProtoReflect().SetUnknown(protowire.AppendBytes(protowire.AppendTag(nil, 99, protowire.BytesType), nil))
	s.write(unknown, question("no match", 1), matchStarted("m1"), question("m1", 1))
	if frame := s.read(); len(frame) != 1 || frame[0].GetChoose().GetMatchId() != "m1" {
		t.Errorf("the bot answered %v", frame)
	}
}

func TestQuestionHasWhatTheRefereeSent(t *testing.T) {
	r := newReferee(t)
	bot := &recorder{}
	r.play(bot)
	s, _ := r.welcome()
	s.write(startedWith(&tianmingv1.MatchStarted{
		MatchId: "m1",
		Game:    "dragon",
		Seats:   []*tianmingv1.Seat{{Index: 0, Bot: "bob"}, {Index: 1, Bot: "ann"}},
		Seat:    1,
		Clock:   &tianmingv1.Clock{Decision: durationpb.New(time.Second)},
		BotSeed: []byte(strings.Repeat("s", 32)),
	}))
	asked := question("m1", 7, &tianmingv1.Event{Index: 3, Notation: "take 0"})
	asked.GetQuestion().Seat = 1
	s.write(asked)
	s.read()
	q, m := bot.asked[0], bot.started[0]
	if q.Match != m || q.Number != 7 || q.OptionCount != 4 || q.Budget != 5*time.Second ||
		q.Since[0].GetNotation() != "take 0" || time.Until(q.Deadline) > q.Budget {
		t.Errorf("the question is %+v", q)
	}
	if m.ID != "m1" || m.Game != "dragon" || m.Seat != 1 || m.Bots[1] != "ann" || m.Clock.Decision != time.Second {
		t.Errorf("the match is %+v", m)
	}
}

func TestRandomNumbersFollowFromTheSeed(t *testing.T) {
	numbers := func(seed string) (drawn [4]int) {
		r := newReferee(t)
		bot := &recorder{}
		r.play(bot)
		s, _ := r.welcome()
		s.write(startedWith(&tianmingv1.MatchStarted{MatchId: "m1", BotSeed: []byte(seed)}), question("m1", 1))
		s.read()
		for i := range drawn {
			drawn[i] = bot.started[0].Rand.IntN(1000)
		}
		return drawn
	}
	one, two := strings.Repeat("1", 32), strings.Repeat("2", 32)
	if drawn, again := numbers(one), numbers(one); drawn != again || drawn == numbers(two) {
		t.Errorf("the numbers are %v and %v", drawn, again)
	}
}

func TestBotFollowsItsMatch(t *testing.T) {
	r := newReferee(t)
	bot := &recorder{}
	r.play(bot)
	s, hello := r.welcome()
	if len(hello.GetCapabilities()) != 1 || hello.GetCapabilities()[0] != tianmingv1.Capability_CAPABILITY_EVENTS {
		t.Errorf("the bot asks for %v", hello.GetCapabilities())
	}
	seed, nonce := []byte("seed"), []byte("nonce")
	s.write(startedWith(&tianmingv1.MatchStarted{MatchId: "m1", SeedCommitment: tianming.Commitment(seed, nonce)}))
	s.write(&tianmingv1.RefereeMessage{Kind: &tianmingv1.RefereeMessage_MatchEvents{
		MatchEvents: &tianmingv1.MatchEvents{MatchId: "m1", Events: []*tianmingv1.Event{{Index: 0}, {Index: 1}}},
	}})
	s.write(&tianmingv1.RefereeMessage{Kind: &tianmingv1.RefereeMessage_FaultNotice{
		FaultNotice: &tianmingv1.FaultNotice{MatchId: "m1", Fault: tianmingv1.Fault_FAULT_LATE, StrikesLeft: 2},
	}})
	outcome := &tianmingv1.Outcome{Results: []*tianmingv1.SeatResult{{Seat: 0, Place: 2}}}
	s.write(matchEnded(&tianmingv1.MatchEnded{MatchId: "m1", Outcome: outcome, Seed: seed, SeedNonce: nonce}))
	s.write(matchStarted("m2"), question("m2", 1))
	s.read()
	if len(bot.events) != 2 || len(bot.faults) != 1 || bot.started[0].StrikesLeft != 2 || len(bot.results) != 1 {
		t.Fatalf("the bot knows %+v", bot)
	}
	if result := bot.results[0]; result.Match != bot.started[0] || result.Place() != 2 || !result.IsFair() {
		t.Errorf("the result is %+v", result)
	}
}

func TestResultTellsAnotherSeedFromTheCommittedOne(t *testing.T) {
	match := &tianming.Match{SeedCommitment: tianming.Commitment([]byte("seed"), []byte("nonce"))}
	result := &tianming.MatchResult{Match: match, Seed: []byte("other"), SeedNonce: []byte("nonce")}
	if result.IsFair() {
		t.Error("another seed keeps the commitment")
	}
}

// noter answers with a note.
type noter struct{ note string }

func (b noter) Choose(context.Context, *tianming.Question) (tianming.Answer, error) {
	thought := &tianming.Thought{Value: proto.Float64(0.5), PrincipalLine: []string{"pass\x00"}}
	return tianming.Answer{Option: 3, Note: b.note, Thought: thought}, nil
}

func TestNotesAndThoughtsCostNoStrike(t *testing.T) {
	r := newReferee(t)
	r.play(noter{"a\x07b\t天\xff" + strings.Repeat("命", 300)})
	s, _ := r.welcome()
	s.write(matchStarted("m1"), question("m1", 1))
	choose := s.read()[0].GetChoose()
	if want := "ab\t天\ufffd" + strings.Repeat("命", 195); choose.GetNote() != want {
		t.Errorf("the note is %q, not %q", choose.GetNote(), want)
	}
	if choose.GetOption() != 3 || choose.GetThought().GetValue() != 0.5 || choose.GetThought().GetPrincipalLine()[0] != "pass" {
		t.Errorf("the answer is %v", choose)
	}
}

// batcher answers a frame at once.
type batcher struct {
	recorder
	answers func(questions []*tianming.Question) ([]tianming.Answer, error)
}

func (b *batcher) ChooseBatch(_ context.Context, questions []*tianming.Question) ([]tianming.Answer, error) {
	return b.answers(questions)
}

func TestBatchBotAnswersAFrameAtOnce(t *testing.T) {
	r := newReferee(t)
	r.play(&batcher{answers: func(questions []*tianming.Question) ([]tianming.Answer, error) {
		answers := make([]tianming.Answer, len(questions))
		for i := range answers {
			answers[i].Option = len(questions)
		}
		answers[1].Resign = true
		return answers, nil
	}})
	s, _ := r.welcome()
	s.write(matchStarted("m1"), question("m1", 1), question("m1", 2))
	frame := s.read()
	if len(frame) != 2 || frame[0].GetChoose().GetOption() != 2 || frame[1].GetResign().GetMatchId() != "m1" {
		t.Errorf("the bot answered %v", frame)
	}
}

// chooser is a bot whose Choose is the function.
type chooser func(q *tianming.Question) (tianming.Answer, error)

func (f chooser) Choose(_ context.Context, q *tianming.Question) (tianming.Answer, error) {
	return f(q)
}

func TestFailureOfTheBotEndsTheRun(t *testing.T) {
	failure := errors.New("no idea")
	for name, test := range map[string]struct {
		bot  tianming.Bot
		want string
	}{
		"error": {
			chooser(func(*tianming.Question) (tianming.Answer, error) { return tianming.Answer{}, failure }),
			"the bot failed in choose: no idea",
		},
		"panic": {
			tianming.Func(func(*tianming.Question) int { panic(failure) }),
			"the bot failed in choose: panic: no idea",
		},
		"batch": {
			&batcher{answers: func([]*tianming.Question) ([]tianming.Answer, error) { return nil, nil }},
			"the bot failed in choose_batch: 0 answers to 1 questions: give one to each",
		},
		"negative": {
			tianming.Func(func(*tianming.Question) int { return -1 }),
			"choose gave -1 to question 1: give 0 to 3",
		},
		"too large": {
			tianming.Func(func(*tianming.Question) int { return 4 }),
			"choose gave 4 to question 1: give 0 to 3",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReferee(t)
			run := r.play(test.bot)
			s, _ := r.welcome()
			s.write(matchStarted("m1"), question("m1", 1))
			if frame, err := s.Recv(); err == nil {
				t.Errorf("the bot sent %v", frame)
			}
			err := run.wait()
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("the run ended with %v, not %q", err, test.want)
			}
			if name == "error" && !errors.Is(err, failure) {
				t.Error("the error of the bot is lost")
			}
		})
	}
}
