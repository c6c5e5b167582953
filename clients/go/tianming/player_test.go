package tianming

import (
	"io"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
)

// A frameLog is a stream that keeps the sizes of the frames of a bot.
type frameLog []int

func (l *frameLog) SendMsg(m any) error {
	*l = append(*l, len(m.(*tianmingv1.PlayRequest).GetMessages()))
	return nil
}

func (*frameLog) RecvMsg(any) error { return io.EOF }

// framesOf returns how many answers each frame has when a bot answers a frame of questions. The
// clock of the test advances only while the bot sleeps.
func framesOf(t *testing.T, choose Func, questions int) (sizes frameLog) {
	synctest.Test(t, func(t *testing.T) {
		s := &session{ctx: t.Context(), stream: &sizes}
		s.limits.Store(&tianmingv1.Limits{MaxFrameBytes: 1 << 16})
		asked := make([]*Question, questions)
		for i := range asked {
			asked[i] = &Question{Match: &Match{ID: "m1"}, Number: i + 1, OptionCount: 1}
		}
		if err := (&player{bot: choose}).take(turn{session: s, questions: asked}); err != nil {
			t.Error(err)
		}
	})
	return sizes
}

func TestAnswersToAFrameGoInOneFrame(t *testing.T) {
	if sizes := framesOf(t, func(*Question) int { return 0 }, 200); !slices.Equal(sizes, []int{200}) {
		t.Errorf("the frames have %v answers", sizes)
	}
}

func TestAnswersDoNotWaitForASlowOne(t *testing.T) {
	sizes := framesOf(t, func(q *Question) int {
		if q.Number == 3 {
			time.Sleep(flushAfter + 1)
		}
		return 0
	}, 5)
	if !slices.Equal(sizes, []int{3, 2}) {
		t.Errorf("the frames have %v answers", sizes)
	}
}

func TestEachSlowAnswerIsSentAtOnce(t *testing.T) {
	sizes := framesOf(t, func(*Question) int { time.Sleep(time.Second); return 0 }, 3)
	if !slices.Equal(sizes, []int{1, 1, 1}) {
		t.Errorf("the frames have %v answers", sizes)
	}
}
