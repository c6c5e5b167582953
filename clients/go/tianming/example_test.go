package tianming_test

import (
	"context"
	"fmt"
	"log"
	"os/signal"
	"syscall"

	"github.com/tianming-referee/tianming/clients/go/tianming"
	dragonv1 "github.com/tianming-referee/tianming/clients/go/tianming/games/dragon/v1"
	"google.golang.org/protobuf/types/known/anypb"
)

// The smallest bot is one function.
func Example() {
	tianming.Main(tianming.Func(func(q *tianming.Question) int {
		return q.Match.Rand.IntN(q.OptionCount)
	}), nil)
}

// A program that does more than play calls Run, and stops it with a context.
func ExampleRun() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	bot := tianming.Func(func(*tianming.Question) int { return 0 })
	if err := tianming.Run(ctx, bot, &tianming.Options{Games: []string{"dragon"}, MaxMatches: 8}); err != nil {
		log.Fatal(err)
	}
}

// A bot that knows the game unpacks the position.
func ExampleQuestion() {
	position, err := anypb.New(&dragonv1.Position{Observation: &dragonv1.Observation{Seat: 2}})
	if err != nil {
		log.Fatal(err)
	}
	q := &tianming.Question{OptionCount: 1, Position: position}

	var seen dragonv1.Position
	if err := q.Position.UnmarshalTo(&seen); err != nil {
		log.Fatal(err)
	}
	fmt.Println("seat", seen.GetObservation().GetSeat())
	// Output: seat 2
}
