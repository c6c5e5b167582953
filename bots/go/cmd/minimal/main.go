// Command minimal is a bot that takes any option: it plays every game and knows none.
//
// It speaks the contract (proto/tianming/v1/play.proto) over the generated stubs alone.
package main

import (
	"cmp"
	"context"
	"io"
	"log"
	"math/rand/v2"
	"os"

	tianming "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const revision = 1 // of the protocol

func main() {
	log.SetFlags(0)
	server := cmp.Or(os.Getenv("TIANMING_SERVER"), "127.0.0.1:50051")
	if err := play(server, os.Getenv("TIANMING_TOKEN")); err != nil {
		log.Fatalf("the bot cannot play: %v", err)
	}
}

// play answers every question on one stream, until the referee ends it.
func play(server, token string) error {
	channel, err := grpc.NewClient(server, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer channel.Close()
	ctx := metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+token)
	stream, err := tianming.NewRefereeServiceClient(channel).Play(ctx)
	if err != nil {
		return err
	}
	hello := &tianming.Hello{RevisionMin: revision, RevisionMax: revision, BotName: "minimal"}
	said := []*tianming.BotMessage{{Kind: &tianming.BotMessage_Hello{Hello: hello}}}
	for welcome := false; ; welcome = true {
		if len(said) > 0 {
			_ = stream.Send(&tianming.PlayRequest{Messages: said}) // Recv says why, if it fails
		}
		frame, err := stream.Recv()
		if err == io.EOF || welcome && status.Code(err) == codes.Unavailable {
			return nil // the referee has no more matches, or stops
		}
		if err != nil {
			return err
		}
		said = answers(frame)
	}
}

// answers is what there is to say to a frame; what it does not know it leaves alone.
func answers(frame *tianming.PlayResponse) []*tianming.BotMessage {
	var said []*tianming.BotMessage
	for _, message := range frame.Messages {
		switch kind := message.Kind.(type) {
		case *tianming.RefereeMessage_Question:
			asked := kind.Question
			option := &tianming.Choose_Option{Option: rand.Uint32N(asked.OptionCount)}
			choose := &tianming.Choose{MatchId: asked.MatchId, Number: asked.Number, Answer: option}
			said = append(said, &tianming.BotMessage{Kind: &tianming.BotMessage_Choose{Choose: choose}})
		case *tianming.RefereeMessage_Ping:
			pong := &tianming.Pong{Id: kind.Ping.Id}
			said = append(said, &tianming.BotMessage{Kind: &tianming.BotMessage_Pong{Pong: pong}})
		}
	}
	return said
}
