// Command {{name}} is a bot for Tianming.
package main

import "github.com/tianming-referee/tianming/clients/go/tianming"

func main() {
	tianming.Main(tianming.Func(choose), &tianming.Options{Name: "{{name}}"})
}

// choose returns the index of an option, from 0 to q.OptionCount - 1.
//
// q.Position has what the seat sees, and its options, as the message of the game. This bot takes
// any option.
func choose(q *tianming.Question) int {
	return q.Match.Rand.IntN(q.OptionCount)
}
