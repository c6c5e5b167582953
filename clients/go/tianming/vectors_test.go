package tianming

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"

	_ "github.com/tianming-referee/tianming/clients/go/tianming/games/dragon/v1"
	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// vectors returns the test vectors of a file, which all SDKs share.
func vectors[V any](t *testing.T, name string) []V {
	t.Helper()
	text, err := os.ReadFile("../../../proto/vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var parsed []V
	if err := json.Unmarshal(text, &parsed); err != nil {
		t.Fatal(err)
	}
	return parsed
}

// hexBytes are bytes in hexadecimal.
type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

func TestAddressesAreThoseOfTheVectors(t *testing.T) {
	for _, v := range vectors[struct {
		Address, Target string
		Valid, TLS      bool
	}](t, "addresses.json") {
		parsed, err := parseAddress(v.Address, "TIANMING_SERVER")
		if (err == nil) != v.Valid || parsed.target != v.Target || parsed.tls != v.TLS {
			t.Errorf("%q is %+v, %v", v.Address, parsed, err)
		}
	}
}

func TestCommitmentsAreThoseOfTheVectors(t *testing.T) {
	for _, v := range vectors[struct{ Seed, Nonce, Commitment hexBytes }](t, "seeds.json") {
		match := &Match{SeedCommitment: v.Commitment}
		if !(&MatchResult{Match: match, Seed: v.Seed, SeedNonce: v.Nonce}).IsFair() {
			t.Errorf("the commitment to %x with %x is not %x", v.Seed, v.Nonce, v.Commitment)
		}
	}
}

func TestFramesAreThoseOfTheVectors(t *testing.T) {
	for _, v := range vectors[struct {
		From, Name string
		Bytes      hexBytes
		JSON       json.RawMessage
	}](t, "frames.json") {
		var read, want proto.Message = new(tianmingv1.PlayRequest), new(tianmingv1.PlayRequest)
		if v.From == "referee" {
			read, want = new(tianmingv1.PlayResponse), new(tianmingv1.PlayResponse)
		}
		if err := protojson.Unmarshal(v.JSON, want); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
		if err := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(v.Bytes, read); err != nil || !proto.Equal(read, want) {
			t.Errorf("%s is %v, not %v", v.Name, read, want)
		}
	}
}

func TestReasoningIsCleanAndFitsTheLimit(t *testing.T) {
	thought := &Thought{Reasoning: "\x1b[1m" + strings.Repeat("é", 13), TokensIn: 1200, TokensOut: 80, CostMicros: 3100}
	answer := Answer{Option: 0, Thought: thought}
	q := &Question{Match: &Match{ID: "m1"}, Number: 7, OptionCount: 3}
	for most, want := range map[uint32]string{
		0: "", 6: "", 24: "[1m" + strings.Repeat("é", 7) + "\n[cut]", 29: "[1m" + strings.Repeat("é", 13),
	} {
		message, err := answer.message(q, &tianmingv1.Limits{MaxReasoningBytes: most})
		if err != nil {
			t.Fatal(err)
		}
		got := message.GetChoose().GetThought()
		if got.GetReasoning() != want || got.GetTokensIn() != 1200 || got.GetTokensOut() != 80 || got.GetCostMicros() != 3100 {
			t.Errorf("with %d bytes, the thought is %v, and its reasoning is not %q", most, got, want)
		}
	}
}

func TestAnswersAreThoseOfTheVectors(t *testing.T) {
	value := 0.25
	answers := []Answer{
		{Option: 0, Note: "so it is"},
		{Option: 2, Thought: &Thought{Value: &value, Nodes: 1000, PrincipalLine: []string{"pass"}}},
	}
	frame := new(tianmingv1.PlayRequest)
	for i, answer := range answers {
		q := &Question{Match: &Match{ID: "m1"}, Number: 7 + i, OptionCount: 3}
		message, err := answer.message(q, &tianmingv1.Limits{MaxNoteCharacters: 200})
		if err != nil {
			t.Fatal(err)
		}
		frame.Messages = append(frame.Messages, message)
	}
	pong := &tianmingv1.Pong{Id: 4294967295}
	frame.Messages = append(frame.Messages, &tianmingv1.BotMessage{Kind: &tianmingv1.BotMessage_Pong{Pong: pong}})
	for _, v := range vectors[struct {
		Name  string
		Bytes hexBytes
	}](t, "frames.json") {
		if v.Name != "two answers and a pong" {
			continue
		}
		want := new(tianmingv1.PlayRequest)
		if err := proto.Unmarshal(v.Bytes, want); err != nil || !proto.Equal(frame, want) {
			t.Errorf("the frame is %v, not %v", frame, want)
		}
	}
}
