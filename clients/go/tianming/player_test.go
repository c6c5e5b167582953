package tianming

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
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

func TestAStackHasTheFramesOfTheBotAlone(t *testing.T) {
	stack := strings.Join([]string{
		"goroutine 7 [running]:",
		"runtime/debug.Stack()", "\t/go/debug/stack.go:26 +0x5e",
		packagePath + ".(*player).play.func1()", "\t/sdk/player.go:35 +0x51",
		"panic({0x1, 0x2})", "\t/go/runtime/panic.go:783 +0x132",
		"main.choose(...)", "\t/bot/bot.go:12",
		packagePath + ".Func.Choose(...)", "\t/sdk/bot.go:50",
		"created by " + packagePath + ".(*client).run in goroutine 1", "\t/sdk/client.go:99 +0x1",
	}, "\n")
	if own, want := ownFrames([]byte(stack)), "goroutine 7 [running]:\nmain.choose(...)\n\t/bot/bot.go:12"; own != want {
		t.Errorf("the stack is %q, not %q", own, want)
	}
}

func TestErrorOfABotIsOneLine(t *testing.T) {
	failure := &BotError{Method: "choose", Err: errors.New("two\n\tlines")}
	if text := failure.Error(); text != "the bot failed in choose: two lines" {
		t.Errorf("the error is %q", text)
	}
}

func TestARecordedFrameIsAQuestion(t *testing.T) {
	for _, game := range []string{"china", "dragon", "ming"} {
		frame, err := os.ReadFile("../../../proto/vectors/questions/" + game + ".bin")
		if err != nil {
			t.Fatal(err)
		}
		q, err := QuestionOf(frame)
		if err != nil || q.Match.Game != game || q.OptionCount < 2 || q.Match.Rand == nil || q.Position == nil {
			t.Errorf("the question of %s is %v, %v", game, q, err)
		}
	}
	if _, err := QuestionOf(nil); err == nil {
		t.Error("an empty frame is a question")
	}
}

func TestWhatIsWrongWithACertificateIsNamed(t *testing.T) {
	certificate := &x509.Certificate{
		DNSNames:    []string{"here"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotAfter:    time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC),
	}
	later := &x509.Certificate{NotBefore: time.Date(2999, 1, 2, 0, 0, 0, 0, time.UTC)}
	for want, wrong := range map[string]error{
		"has another name: it is for here, 127.0.0.1, not for there; use a name that it has, or issue one for there (": x509.HostnameError{
			Certificate: certificate, Host: "there",
		},
		"expired on 2020-01-02: renew it there (": x509.CertificateInvalidError{
			Cert: certificate, Reason: x509.Expired,
		},
		"is valid from 2999-01-02 on: check the clocks of both machines (": x509.CertificateInvalidError{
			Cert: later, Reason: x509.Expired,
		},
		"is not trusted: name the file of its authority in TIANMING_CA (": x509.UnknownAuthorityError{},
	} {
		text := (&UntrustedError{"https://there:1", &tls.CertificateVerificationError{Err: wrong}}).Error()
		if !strings.HasPrefix(text, "the certificate of https://there:1 "+want) {
			t.Errorf("the error is %q", text)
		}
	}
}

func TestTheVariableOfAProxyIsNamed(t *testing.T) {
	t.Setenv("HTTPS_PROXY", "http://ann:secret@127.0.0.1:9")
	failure := status.Error(codes.Unavailable, "refused")
	if text := reason(withProxy(failure, address{target: "127.0.0.1:1"})); text != "refused" {
		t.Errorf("the reason at this machine is %q", text)
	}
	want := "refused; HTTPS_PROXY sends the call through a proxy"
	if text := reason(withProxy(failure, address{target: "referee.example:1"})); text != want {
		t.Errorf("the reason is %q, not %q", text, want)
	}
}
