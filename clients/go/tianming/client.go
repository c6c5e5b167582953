package tianming

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/grpclog"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const (
	revision  = 1 // of the protocol
	userAgent = "tianming-go/0.1.0"

	leaveWithin  = 2 * time.Second        // from Goodbye to the end of the stream
	firstPause   = 200 * time.Millisecond // between two streams: doubled each time, shortened by chance
	longestPause = 5 * time.Second

	maxInvitations = 64   // streams to other referees at once
	maxTurns       = 1024 // frames that wait for the bot
)

var errNoWelcome = errors.New("the stream ended without a welcome")

// refusals are the codes after which another try would end the same.
var refusals = []codes.Code{
	codes.Unauthenticated,
	codes.PermissionDenied,
	codes.FailedPrecondition,
	codes.InvalidArgument,
	codes.Aborted,
	codes.Unimplemented,
}

// Main runs a bot as a program. SIGINT and SIGTERM stop it with exit code 0. An error is printed on
// standard error and ends the program with exit code 1. The options may be nil.
func Main(bot Bot, options *Options) {
	if os.Getenv("GRPC_GO_LOG_SEVERITY_LEVEL") == "" {
		grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, io.Discard))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	if err := Run(ctx, bot, options); err != nil {
		if failure, ok := errors.AsType[*BotError](err); ok && len(failure.Stack) > 0 {
			fmt.Fprintln(os.Stderr, ownFrames(failure.Stack))
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Run plays until the context is done, then says goodbye to the referee and returns nil. The
// options may be nil.
//
// When its stream breaks, Run connects again, and the matches continue. It returns an error if
// another try cannot help: a [RefusedError], an [UntrustedError], a [MismatchError], an
// [UnreachableError], an [AddressError] or [ErrToken], and after a failure of the bot a [BotError] or an [OptionError].
//
// Run does not wait for a Choose that continues after its context is done.
func Run(ctx context.Context, bot Bot, options *Options) error {
	completed, err := (*cmp.Or(options, &Options{})).complete()
	if err != nil {
		return err
	}
	c := &client{
		bot:     bot,
		options: completed,
		turns:   make(chan turn, maxTurns),
		workers: map[string]*matches{},
		invited: make(chan struct{}, maxInvitations),
	}
	return c.run(ctx)
}

// A client is one run of a bot.
type client struct {
	life    context.Context // of the streams, which outlive the context of Run for the goodbye
	bot     Bot
	options Options
	turns   chan turn
	streams sync.WaitGroup
	workers map[string]*matches // by address
	invited chan struct{}       // one element for each stream to another referee
}

func (c *client) run(ctx context.Context) error {
	var end context.CancelFunc
	c.life, end = context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	ended := make(chan error, 2)
	go func() { ended <- (&player{bot: c.bot}).play(c.life, c.turns) }()
	c.streams.Go(func() {
		if c.options.Listen != "" {
			ended <- c.listen(ctx)
		} else {
			ended <- c.stay(ctx)
		}
	})
	err := <-ended
	if err != nil {
		end()
	}
	c.streams.Wait()
	return err
}

// stay keeps up a stream to the referee until the context is done or the referee refuses the bot.
func (c *client) stay(ctx context.Context) error {
	server, err := parseAddress(c.options.Server, "TIANMING_SERVER")
	if err != nil {
		return err
	}
	matches := newMatches()
	follow := func(invitation *tianmingv1.Invitation) { c.follow(ctx, invitation) }
	began, pause := time.Now(), firstPause
	everWelcomed, isReported := false, false
	for {
		start := time.Now()
		isWelcomed, err := c.call(ctx, server, c.options.Token, matches, follow)
		if ctx.Err() != nil || c.life.Err() != nil {
			return nil
		}
		if final := refusal(err); final != nil {
			return final
		}
		if isWelcomed {
			everWelcomed, isReported = true, false
		} else if !everWelcomed && time.Since(began) >= c.options.Wait {
			return &UnreachableError{server.text, c.options.Wait, err}
		}
		if err != nil && !isReported {
			c.options.Log.Printf("no referee at %s, trying again (%s)", server.text, reason(err))
			isReported = true
		}
		if isWelcomed && time.Since(start) > longestPause {
			pause = firstPause
		}
		select {
		case <-ctx.Done():
			return nil
		case <-c.life.Done():
			return nil
		case <-time.After(pause/2 + rand.N(pause/2)):
		}
		pause = min(2*pause, longestPause)
	}
}

// refusal returns the error of a stream after which another try would end the same, or nil.
func refusal(err error) error {
	if untrusted, ok := errors.AsType[*UntrustedError](err); ok {
		return untrusted
	}
	if mismatch, ok := errors.AsType[*MismatchError](err); ok {
		return mismatch
	}
	if code := status.Code(err); slices.Contains(refusals, code) {
		return &RefusedError{code, cmp.Or(reason(err), "no reason was given")}
	}
	return nil
}

// call plays one stream that the bot opens, and reports whether the referee welcomed the bot.
func (c *client) call(
	ctx context.Context, server address, token string, matches *matches, follow func(*tianmingv1.Invitation),
) (isWelcomed bool, err error) {
	channel, creds, err := dial(server, c.options.TLS)
	if err != nil {
		return false, err
	}
	defer channel.Close()
	life, end := context.WithCancel(c.life)
	defer end()
	isWanted := context.AfterFunc(ctx, end)
	life = metadata.AppendToOutgoingContext(life, "authorization", "Bearer "+token)
	stream, err := tianmingv1.NewRefereeServiceClient(channel).Play(life)
	if err != nil || !isWanted() {
		return false, c.explain(ctx, err, server, creds)
	}
	s := &session{client: c, peer: server.text, matches: matches, follow: follow, stream: stream}
	s.hangUp = func() { _ = stream.CloseSend() }
	defer context.AfterFunc(ctx, func() {
		time.AfterFunc(leaveWithin, end)
		s.leave()
	})()
	if err = s.play(ctx); err == nil && !s.isWelcomed {
		err = errNoWelcome
	} else if !s.isWelcomed {
		err = c.explain(ctx, err, server, creds)
	}
	return s.isWelcomed, err
}

// explain returns the error of a stream without a welcome, or a better one that names its cause.
func (c *client) explain(ctx context.Context, err error, server address, creds *watchedCredentials) error {
	if distrust := creds.distrust.Load(); err != nil && distrust != nil {
		return &UntrustedError{server.text, distrust}
	}
	if status.Code(err) != codes.Unavailable {
		return err
	}
	if creds.isConnected.Load() {
		if wrong := mismatch(ctx, server); wrong != nil {
			return wrong
		}
	}
	return withProxy(err, server)
}

// follow opens a stream to another referee. The lobby invites the bot again if the stream breaks.
func (c *client) follow(ctx context.Context, invitation *tianmingv1.Invitation) {
	worker, err := parseAddress(invitation.GetAddress(), "Invitation")
	if err != nil {
		c.options.Log.Print(err)
		return
	}
	select {
	case c.invited <- struct{}{}:
	default:
		return // as many as the bot follows at once
	}
	if c.workers[worker.target] == nil {
		c.workers[worker.target] = newMatches()
	}
	matches := c.workers[worker.target]
	c.streams.Go(func() {
		defer func() { <-c.invited }()
		if _, err := c.call(ctx, worker, invitation.GetTicket(), matches, nil); err != nil && ctx.Err() == nil {
			c.options.Log.Printf("the stream to %s has ended: %s", worker.text, reason(err))
		}
	})
}
