package tianming_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"testing"
	"time"

	"github.com/tianming-referee/tianming/clients/go/tianming"
	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/durationpb"
)

// A referee serves streams on this machine. The test takes them one by one, and plays the script.
type referee struct {
	tianmingv1.UnimplementedRefereeServiceServer
	t       *testing.T
	address string
	streams chan *stream
}

func newReferee(t *testing.T, options ...grpc.ServerOption) *referee {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, listener, options...)
}

func serve(t *testing.T, listener net.Listener, options ...grpc.ServerOption) *referee {
	r := &referee{t: t, address: listener.Addr().String(), streams: make(chan *stream)}
	server := grpc.NewServer(options...)
	tianmingv1.RegisterRefereeServiceServer(server, r)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return r
}

func (r *referee) Play(s tianmingv1.RefereeService_PlayServer) error {
	opened := &stream{r.t, s, make(chan error, 1)}
	r.streams <- opened
	select {
	case err := <-opened.ended:
		return err
	case <-s.Context().Done():
		return s.Context().Err()
	}
}

// accept returns the next stream that a bot opens.
func (r *referee) accept() *stream { return <-r.streams }

// welcome returns the next stream after Hello and Welcome, with the Hello.
func (r *referee) welcome() (*stream, *tianmingv1.Hello) {
	r.t.Helper()
	s := r.accept()
	hello := s.read()[0].GetHello()
	s.write(welcome("ann"))
	return s, hello
}

// A stream is the referee's side of a stream.
type stream struct {
	t *testing.T
	tianmingv1.RefereeService_PlayServer
	ended chan error
}

// read returns the messages of the next frame.
func (s *stream) read() []*tianmingv1.BotMessage {
	s.t.Helper()
	frame, err := s.Recv()
	if err != nil {
		s.t.Fatal(err)
	}
	return frame.GetMessages()
}

// write sends a frame.
func (s *stream) write(messages ...*tianmingv1.RefereeMessage) {
	s.t.Helper()
	if err := s.Send(&tianmingv1.PlayResponse{Messages: messages}); err != nil {
		s.t.Fatal(err)
	}
}

// end ends the stream with an error, or with OK.
func (s *stream) end(err error) { s.ended <- err }

// isLeft checks that the bot says goodbye and closes its side, and ends the stream.
func (s *stream) isLeft() {
	s.t.Helper()
	frame := s.read()
	if frame[len(frame)-1].GetGoodbye() == nil {
		s.t.Errorf("the last message is %v, not Goodbye", frame[len(frame)-1])
	}
	if _, err := s.Recv(); err != io.EOF {
		s.t.Errorf("after Goodbye came %v, not the end", err)
	}
	s.end(nil)
}

// token returns what the call carries as authorization.
func (s *stream) token() string {
	given := metadata.ValueFromIncomingContext(s.Context(), "authorization")
	return fmt.Sprint(given)
}

// A run is a bot that plays.
type run struct {
	t     *testing.T
	stop  context.CancelFunc
	ended chan error
}

// play lets a bot play at the referee until the test ends.
func (r *referee) play(bot tianming.Bot) *run {
	return start(r.t, bot, tianming.Options{Server: r.address, Token: "secret", Name: "ann"})
}

func start(t *testing.T, bot tianming.Bot, options tianming.Options) *run {
	if options.Log == nil {
		options.Log = log.New(t.Output(), "", 0)
	}
	ctx, stop := context.WithCancel(context.Background())
	r := &run{t, stop, make(chan error, 1)}
	go func() { r.ended <- tianming.Run(ctx, bot, &options) }()
	t.Cleanup(stop)
	return r
}

// wait returns the error of the run, which must end within ten seconds.
func (r *run) wait() error {
	r.t.Helper()
	select {
	case err := <-r.ended:
		return err
	case <-time.After(10 * time.Second):
		r.t.Fatal("the run continues")
		return nil
	}
}

// first is a bot that takes the first option.
var first = tianming.Func(func(*tianming.Question) int { return 0 })

func welcome(bot string) *tianmingv1.RefereeMessage {
	w := &tianmingv1.Welcome{Revision: 1, Bot: bot}
	return &tianmingv1.RefereeMessage{Kind: &tianmingv1.RefereeMessage_Welcome{Welcome: w}}
}

func matchStarted(match string) *tianmingv1.RefereeMessage {
	return startedWith(&tianmingv1.MatchStarted{MatchId: match, Game: "dragon", Strikes: 3, StrikesLeft: 3})
}

func startedWith(m *tianmingv1.MatchStarted) *tianmingv1.RefereeMessage {
	return &tianmingv1.RefereeMessage{Kind: &tianmingv1.RefereeMessage_MatchStarted{MatchStarted: m}}
}

func question(match string, number uint32, since ...*tianmingv1.Event) *tianmingv1.RefereeMessage {
	q := &tianmingv1.Question{
		MatchId:     match,
		Number:      number,
		OptionCount: 4,
		Budget:      durationpb.New(5 * time.Second),
		Since:       since,
	}
	return &tianmingv1.RefereeMessage{Kind: &tianmingv1.RefereeMessage_Question{Question: q}}
}

func ping(id uint32) *tianmingv1.RefereeMessage {
	return &tianmingv1.RefereeMessage{Kind: &tianmingv1.RefereeMessage_Ping{Ping: &tianmingv1.Ping{Id: id}}}
}

func matchEnded(m *tianmingv1.MatchEnded) *tianmingv1.RefereeMessage {
	return &tianmingv1.RefereeMessage{Kind: &tianmingv1.RefereeMessage_MatchEnded{MatchEnded: m}}
}

func invitation(address, ticket string) *tianmingv1.RefereeMessage {
	i := &tianmingv1.Invitation{Address: address, Ticket: ticket}
	return &tianmingv1.RefereeMessage{Kind: &tianmingv1.RefereeMessage_Invitation{Invitation: i}}
}

// TestMain plays a bot as a program of its own when a test starts it as one.
func TestMain(m *testing.M) {
	if os.Getenv("TIANMING_TEST_BOT") != "" {
		tianming.Main(first, nil)
		os.Exit(0)
	}
	os.Exit(m.Run())
}
