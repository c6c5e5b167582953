package main

import (
	"os"
	"testing"

	rules "github.com/tianming-referee/tianming/clients/go/tianming/rules/v1"
)

// BenchmarkRollouts measures whole rollouts of the game of TIANMING_GAME, with the rules at
// TIANMING_RULES.
func BenchmarkRollouts(b *testing.B) {
	address := os.Getenv("TIANMING_RULES")
	if address == "" {
		b.Skip("TIANMING_RULES has no address of the rules")
	}
	bot, err := newSearch(address)
	if err != nil {
		b.Fatal(err)
	}
	begin := &rules.Begin{Game: os.Getenv("TIANMING_GAME"), Seats: 3, Seed: 1}
	results, err := bot.work(&rules.Operation{Kind: &rules.Operation_Begin{Begin: begin}})
	if err != nil {
		b.Fatal(err)
	}
	acting := results[0].GetView().GetActing()[0]
	measure := &rules.Rollout{Seat: acting.GetSeat(), Count: 1}
	for b.Loop() {
		if _, err := bot.work(&rules.Operation{Kind: &rules.Operation_Rollout{Rollout: measure}}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*float64(acting.GetOptionCount())/b.Elapsed().Seconds(), "rollouts/s")
}
