// Command random is a bot that takes any option. It plays every game and knows none.
package main

import "github.com/tianming-referee/tianming/clients/go/tianming"

func main() {
	tianming.Main(tianming.Func(choose), nil)
}

// choose follows from the seed of the match, so the bot plays the same match again.
func choose(q *tianming.Question) int {
	return q.Match.Rand.IntN(q.OptionCount)
}
