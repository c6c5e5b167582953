package tianming

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// The referee keeps this much of the line of play in a thought.
const (
	maxLineEntries    = 32
	maxLineCharacters = 64
)

// cutMark ends a reasoning that was cut.
const cutMark = "\n[cut]"

// message returns an answer as the contract has it.
func (a *Answer) message(q *Question, limits *tianmingv1.Limits) (*tianmingv1.BotMessage, error) {
	if a.Resign {
		resign := &tianmingv1.Resign{MatchId: q.Match.ID}
		return &tianmingv1.BotMessage{Kind: &tianmingv1.BotMessage_Resign{Resign: resign}}, nil
	}
	if a.Option < 0 || a.Option >= q.OptionCount {
		return nil, &OptionError{a.Option, q}
	}
	choose := &tianmingv1.Choose{
		MatchId: q.Match.ID,
		Number:  uint32(q.Number),
		Answer:  &tianmingv1.Choose_Option{Option: uint32(a.Option)},
		Note:    clean(a.Note, int(limits.GetMaxNoteCharacters())),
		Thought: cleanThought(a.Thought, int(limits.GetMaxReasoningBytes())),
	}
	return &tianmingv1.BotMessage{Kind: &tianmingv1.BotMessage_Choose{Choose: choose}}, nil
}

func cleanThought(t *Thought, maxReasoning int) *Thought {
	if t == nil {
		return nil
	}
	line := t.GetPrincipalLine()
	kept := make([]string, min(len(line), maxLineEntries))
	for i := range kept {
		kept[i] = clean(line[i], maxLineCharacters)
	}
	return &Thought{
		Value:         t.Value,
		Nodes:         t.GetNodes(),
		Depth:         t.GetDepth(),
		PrincipalLine: kept,
		Reasoning:     cleanReasoning(t.GetReasoning(), maxReasoning),
		TokensIn:      t.GetTokensIn(),
		TokensOut:     t.GetTokensOut(),
		CostMicros:    t.GetCostMicros(),
	}
}

// cleanReasoning drops the characters that cost a strike, and cuts a text to a number of bytes.
func cleanReasoning(text string, most int) string {
	text = clean(text, len(text))
	if len(text) <= most {
		return text
	}
	end := most - len(cutMark)
	if end <= 0 {
		return ""
	}
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + cutMark
}

// clean drops the characters that cost a strike, and cuts a text to a number of characters.
func clean(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !strings.ContainsRune("\t\n\r", r) {
			return -1
		}
		return r
	}, text)
	if len(text) <= most {
		return text
	}
	count := 0
	for i := range text {
		if count == most {
			return text[:i]
		}
		count++
	}
	return text
}

// frames splits messages into frames of at most a number of bytes.
func frames(messages []*tianmingv1.BotMessage, most int) iter.Seq[*tianmingv1.PlayRequest] {
	return func(yield func(*tianmingv1.PlayRequest) bool) {
		first, size := 0, 0
		for i, message := range messages {
			more := protowire.SizeTag(1) + protowire.SizeBytes(proto.Size(message))
			if i > first && size+more > most {
				if !yield(&tianmingv1.PlayRequest{Messages: messages[first:i]}) {
					return
				}
				first, size = i, 0
			}
			size += more
		}
		if first < len(messages) {
			yield(&tianmingv1.PlayRequest{Messages: messages[first:]})
		}
	}
}
