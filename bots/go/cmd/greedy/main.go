// Command greedy is a bot that takes what looks best at once in In the Year of the Dragon. In other
// games it takes any option.
package main

import (
	"context"

	"github.com/tianming-referee/tianming/clients/go/tianming"
	dragonv1 "github.com/tianming-referee/tianming/clients/go/tianming/games/dragon/v1"
)

func main() {
	tianming.Main(greedy{}, nil)
}

type greedy struct{}

// Choose implements [tianming.Bot].
func (greedy) Choose(_ context.Context, q *tianming.Question) (tianming.Answer, error) {
	if q.Match.Game != "dragon" {
		return tianming.Answer{Option: q.Match.Rand.IntN(q.OptionCount)}, nil
	}
	var position dragonv1.Position
	if err := q.Position.UnmarshalTo(&position); err != nil {
		return tianming.Answer{}, err
	}
	return tianming.Answer{Option: best(&position)}, nil
}
