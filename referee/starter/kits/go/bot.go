// Command {{name}} is a bot for Tianming.
package main

import (
	"math/rand/v2"

	"github.com/tianming-referee/tianming/clients/go/tianming"
)

func main() {
	tianming.Main(tianming.Func(choose), nil)
}

// choose returns the index of an option, from 0 to q.OptionCount - 1.
//
// q.Position has what the seat sees, and its options, as the message of the game. This bot takes
// any option.
func choose(q *tianming.Question) int {
	return pick(q.Match.Rand, q.OptionCount)
}

func pick(random *rand.Rand, optionCount int) int {
	return random.IntN(optionCount)
}
