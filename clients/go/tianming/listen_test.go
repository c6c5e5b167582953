package tianming_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"strings"
	"testing"

	"github.com/tianming-referee/tianming/clients/go/tianming"
	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// listening starts a listening bot, and returns a channel to it.
func listening(t *testing.T, bot tianming.Bot) (*run, *grpc.ClientConn) {
	return listeningWith(t, bot, nil, insecure.NewCredentials())
}

func listeningWith(
	t *testing.T, bot tianming.Bot, config *tls.Config, creds credentials.TransportCredentials,
) (*run, *grpc.ClientConn) {
	output, lines := io.Pipe()
	run := start(t, bot, tianming.Options{
		Listen: "127.0.0.1:0", Token: "secret", Name: "ann", TLS: config, Log: log.New(lines, "tianming: ", 0),
	})
	reader := bufio.NewReader(output)
	line, err := reader.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, reader)
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "tianming: listening on ")
	if !ok {
		t.Fatalf("the bot says %q", line)
	}
	channel, err := grpc.NewClient(address, grpc.WithTransportCredentials(creds))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { channel.Close() })
	return run, channel
}

// ask opens a stream to a bot, and reads its Hello.
func ask(t *testing.T, channel *grpc.ClientConn) (tianmingv1.BotService_ServeClient, *tianmingv1.Hello) {
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer secret")
	s, err := tianmingv1.NewBotServiceClient(channel).Serve(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return s, receive(t, s)[0].GetHello()
}

func receive(t *testing.T, s tianmingv1.BotService_ServeClient) []*tianmingv1.BotMessage {
	t.Helper()
	frame, err := s.Recv()
	if err != nil {
		t.Fatal(err)
	}
	return frame.GetMessages()
}

func TestListeningBotPlaysAndLeaves(t *testing.T) {
	run, channel := listening(t, first)
	s, hello := ask(t, channel)
	if hello.GetBotName() != "ann" {
		t.Errorf("the bot says %v", hello)
	}
	messages := []*tianmingv1.RefereeMessage{welcome("ann"), matchStarted("m1"), question("m1", 1)}
	if err := s.Send(&tianmingv1.ServeRequest{Messages: messages}); err != nil {
		t.Fatal(err)
	}
	if frame := receive(t, s); len(frame) != 1 || frame[0].GetChoose().GetNumber() != 1 {
		t.Errorf("the bot answered %v", frame)
	}
	run.stop()
	if frame := receive(t, s); frame[0].GetGoodbye() == nil {
		t.Errorf("the bot left with %v", frame)
	}
	if _, err := s.Recv(); err != io.EOF {
		t.Errorf("the stream ended with %v, not OK", err)
	}
	if err := run.wait(); err != nil {
		t.Errorf("the run ended with %v", err)
	}
}

func TestListeningBotKeepsItsMatches(t *testing.T) {
	_, channel := listening(t, first)
	s, _ := ask(t, channel)
	messages := []*tianmingv1.RefereeMessage{welcome("ann"), matchStarted("m1"), question("m1", 1)}
	if err := s.Send(&tianmingv1.ServeRequest{Messages: messages}); err != nil {
		t.Fatal(err)
	}
	receive(t, s)
	if err := s.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Recv(); err != io.EOF {
		t.Errorf("the stream ended with %v, not OK", err)
	}
	if _, hello := ask(t, channel); len(hello.GetResume()) != 1 {
		t.Errorf("the bot resumes %v", hello.GetResume())
	}
}

func TestListeningBotRefusesCallsWithoutItsToken(t *testing.T) {
	_, channel := listening(t, first)
	s, err := tianmingv1.NewBotServiceClient(channel).Serve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Recv(); status.Code(err) != codes.Unauthenticated {
		t.Errorf("the bot answered with %v", err)
	}
}

func TestListeningBotAnswersHealthChecks(t *testing.T) {
	_, channel := listening(t, first)
	for _, service := range []string{"", "tianming.v1.BotService"} {
		request := &healthv1.HealthCheckRequest{Service: service}
		answer, err := healthv1.NewHealthClient(channel).Check(context.Background(), request)
		if err != nil || answer.GetStatus() != healthv1.HealthCheckResponse_SERVING {
			t.Errorf("the health of %q is %v, %v", service, answer, err)
		}
	}
}

func TestListeningBotServesTLSWithACertificate(t *testing.T) {
	pair, file := newCertificate(t)
	creds, err := credentials.NewClientTLSFromFile(file, "")
	if err != nil {
		t.Fatal(err)
	}
	_, channel := listeningWith(t, first, &tls.Config{Certificates: []tls.Certificate{pair}}, creds)
	if _, hello := ask(t, channel); hello.GetBotName() != "ann" {
		t.Errorf("the bot says %v", hello)
	}
}

func TestStreamsOfTwoRefereesShareNoMatches(t *testing.T) {
	_, channel := listening(t, first)
	one, _ := ask(t, channel)
	messages := []*tianmingv1.RefereeMessage{welcome("ann"), matchStarted("m1"), question("m1", 1)}
	if err := one.Send(&tianmingv1.ServeRequest{Messages: messages}); err != nil {
		t.Fatal(err)
	}
	receive(t, one)
	if _, hello := ask(t, channel); len(hello.GetResume()) != 0 {
		t.Errorf("the bot resumes %v at another referee", hello.GetResume())
	}
}

func TestFailureOfAListeningBotEndsTheRun(t *testing.T) {
	run, channel := listening(t, tianming.Func(func(*tianming.Question) int { return 9 }))
	s, _ := ask(t, channel)
	messages := []*tianmingv1.RefereeMessage{welcome("ann"), matchStarted("m1"), question("m1", 1)}
	if err := s.Send(&tianmingv1.ServeRequest{Messages: messages}); err != nil {
		t.Fatal(err)
	}
	if frame, err := s.Recv(); err == nil {
		t.Errorf("the bot sent %v", frame)
	}
	if _, ok := errors.AsType[*tianming.OptionError](run.wait()); !ok {
		t.Error("the run did not end with an OptionError")
	}
}
