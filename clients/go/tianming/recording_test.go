package tianming_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tianming-referee/tianming/clients/go/tianming"
	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// An entry is a step of a recorded session: see clients/PORTING.md.
type entry struct {
	Stream    int
	From      string
	Bytes     string
	Open      *struct{ Authorization string }
	HalfClose bool `json:"half_close"`
	End       *struct {
		Code     codes.Code
		Sentence string
	}
}

// numberBot takes the option that the number of a question names, like the bot of the sessions.
type numberBot struct{ tianming.Func }

func (numberBot) ChooseBatch(_ context.Context, questions []*tianming.Question) ([]tianming.Answer, error) {
	answers := make([]tianming.Answer, len(questions))
	for i, q := range questions {
		answers[i].Option = q.Number % q.OptionCount
	}
	return answers, nil
}

func TestBotSendsWhatTheRecordedSessionsHave(t *testing.T) {
	files, err := filepath.Glob("../../../proto/vectors/sessions/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("the sessions are %v, %v", files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) { repeat(t, file) })
	}
}

// repeat plays the referee of a session, and compares what the bot sends.
func repeat(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var entries []entry
	if err := json.Unmarshal(text, &entries); err != nil {
		t.Fatal(err)
	}
	r := newReferee(t)
	run := start(t, numberBot{}, tianming.Options{Server: r.address, Token: "example-token", Name: "example"})
	streams := map[int]*stream{}
	for _, e := range entries {
		s := streams[e.Stream]
		switch {
		case e.Open != nil:
			streams[e.Stream] = r.accept()
			if token := streams[e.Stream].token(); token != "["+e.Open.Authorization+"]" {
				t.Errorf("the token is %s, not %s", token, e.Open.Authorization)
			}
		case e.HalfClose:
			if _, err := s.Recv(); err != io.EOF {
				t.Errorf("the bot sent %v, and did not close its side", err)
			}
		case e.End != nil:
			s.end(status.Error(e.End.Code, e.End.Sentence))
		case e.From == "bot":
			compare(t, run, s, frame(t, e, new(tianmingv1.PlayRequest)))
		default:
			sent := frame(t, e, new(tianmingv1.PlayResponse)).GetMessages()
			if invitation := sent[0].GetInvitation(); invitation != nil {
				invitation.Address = "http://" + r.address
			}
			s.write(sent...)
		}
	}
	refused, _ := run.wait().(*tianming.RefusedError)
	if isRefused := strings.Contains(file, "refused"); isRefused != (refused != nil) {
		t.Errorf("the run ended with %v", refused)
	}
}

func frame[M proto.Message](t *testing.T, e entry, into M) M {
	data, err := hex.DecodeString(e.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	if err := proto.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
	return into
}

// compare reads a frame of the bot, which has the name of another SDK in its Hello.
func compare(t *testing.T, run *run, s *stream, want *tianmingv1.PlayRequest) {
	t.Helper()
	if want.GetMessages()[0].GetGoodbye() != nil {
		run.stop()
	}
	got := &tianmingv1.PlayRequest{Messages: s.read()}
	for _, both := range []*tianmingv1.PlayRequest{got, want} {
		if hello := both.GetMessages()[0].GetHello(); hello != nil {
			hello.UserAgent = ""
		}
	}
	if !proto.Equal(got, want) {
		t.Errorf("the bot sent %v, not %v", got, want)
	}
}
