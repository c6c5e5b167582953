// Command search is a bot that plays every game: it takes the option with the best mean lead over
// random rollouts. The rules come from `referee games serve` (proto/tianming/rules/v1/rules.proto). Its
// argument is the address of that service.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/tianming-referee/tianming/clients/go/tianming"
	rules "github.com/tianming-referee/tianming/clients/go/tianming/rules/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

const (
	rollouts = 4  // for each option
	limit    = 30 // decisions of a rollout
)

func main() {
	log.SetFlags(0)
	address := "127.0.0.1:50052"
	if len(os.Args) > 1 {
		address = os.Args[1]
	}
	bot, err := newSearch(address)
	if err != nil {
		log.Fatalf("the rules are not available: %v", err)
	}
	tianming.Main(bot, nil)
}

// search asks the service of the rules on one stream.
type search struct {
	stream grpc.BidiStreamingClient[rules.WorkRequest, rules.WorkResponse]
}

func newSearch(address string) (*search, error) {
	channel, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	stream, err := rules.NewRulesServiceClient(channel).Work(context.Background())
	if err != nil {
		return nil, err
	}
	return &search{stream}, nil
}

// Choose reads the position of the question into state 0, and measures its options.
func (s *search) Choose(_ context.Context, q *tianming.Question) (tianming.Answer, error) {
	read := &rules.Read{
		Game:     q.Match.Game,
		Options:  q.Match.Options,
		Setup:    q.Match.Setup.GetValue(),
		Position: q.Position.GetValue(),
		Seed:     q.Match.Rand.Uint64(),
	}
	count := min(rollouts, max(1, 20_000/q.OptionCount)) // the service has a limit
	measure := &rules.Rollout{Seat: uint32(q.Match.Seat), Count: uint32(count), Limit: limit, Deal: true}
	results, err := s.work(
		&rules.Operation{Kind: &rules.Operation_Read{Read: read}},
		&rules.Operation{Kind: &rules.Operation_Rollout{Rollout: measure}},
	)
	if err != nil {
		return tianming.Answer{}, err
	}
	return tianming.Answer{Option: best(results[1].GetValues().GetOptions(), q.Match.Seat)}, nil
}

// work returns one result for each operation.
func (s *search) work(operations ...*rules.Operation) ([]*rules.OperationResult, error) {
	if err := s.stream.Send(&rules.WorkRequest{Operations: operations}); err != nil {
		_, reason := s.stream.Recv() // it says why
		return nil, fmt.Errorf("the service of the rules is gone: %w", cmp.Or(reason, err))
	}
	response, err := s.stream.Recv()
	if err != nil {
		return nil, fmt.Errorf("the service of the rules is gone: %w", err)
	}
	for _, result := range response.GetResults() {
		if result.GetError() != "" {
			return nil, errors.New(result.GetError())
		}
	}
	return response.GetResults(), nil
}

// best returns the option with the greatest mean lead of the seat.
func best(options []*rules.MeanPoints, seat int) int {
	found, most := 0, 0.0
	for index, option := range options {
		if value := lead(option.GetPoints(), seat); index == 0 || value > most {
			found, most = index, value
		}
	}
	return found
}

// lead returns the distance of the seat's points to the most points of another seat.
func lead(points []float64, seat int) float64 {
	rival, isFirst := 0.0, true
	for other, value := range points {
		if other != seat && (isFirst || value > rival) {
			rival, isFirst = value, false
		}
	}
	return points[seat] - rival
}
