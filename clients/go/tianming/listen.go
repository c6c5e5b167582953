package tianming

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net"
	"strings"
	"time"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
)

// maxIdle is the number of streams whose matches wait for the next one.
const maxIdle = 16

// A service is a bot that waits for its referees.
type service struct {
	tianmingv1.UnimplementedBotServiceServer
	client *client
	ctx    context.Context // done when the bot leaves
	idle   chan *matches   // those of streams that are over
}

// listen serves referees until the context is done.
func (c *client) listen(ctx context.Context) error {
	where, err := parseAddress(c.options.Listen, listenVariable)
	if err != nil {
		return err
	}
	if strings.HasPrefix(where.text, "https://") && !c.hasCertificate() {
		return fmt.Errorf("%s is %q, which needs a certificate: set TIANMING_CERTIFICATE and "+
			"TIANMING_KEY, or give http://%s", listenVariable, where.text, where.target)
	}
	network, at := "tcp", where.target
	if path, isUnix := strings.CutPrefix(at, "unix:"); isUnix {
		network, at = "unix", path
	}
	listener, err := net.Listen(network, at)
	if err != nil {
		return fmt.Errorf("the bot cannot listen on %s (%s): %w", where.text, listenVariable, err)
	}
	server, checks := grpc.NewServer(c.serverOptions()...), health.NewServer()
	tianmingv1.RegisterBotServiceServer(server, &service{client: c, ctx: ctx, idle: make(chan *matches, maxIdle)})
	healthv1.RegisterHealthServer(server, checks)
	checks.SetServingStatus(tianmingv1.BotService_ServiceDesc.ServiceName, healthv1.HealthCheckResponse_SERVING)
	c.options.Log.Printf("listening on %s", shown(listener.Addr()))
	defer context.AfterFunc(c.life, server.Stop)()
	defer context.AfterFunc(ctx, func() {
		time.AfterFunc(leaveWithin, server.Stop)
		checks.Shutdown()
		server.GracefulStop()
	})()
	return server.Serve(listener)
}

func (c *client) serverOptions() []grpc.ServerOption {
	options := []grpc.ServerOption{
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: pingInterval, Timeout: pingTimeout}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: pingTimeout, PermitWithoutStream: true}),
		grpc.StaticStreamWindowSize(window),
		grpc.StaticConnWindowSize(window),
	}
	if c.hasCertificate() {
		options = append(options, grpc.Creds(credentials.NewTLS(c.options.TLS)))
	}
	return options
}

// hasCertificate reports whether the bot can serve TLS.
func (c *client) hasCertificate() bool {
	config := c.options.TLS
	return len(config.Certificates) > 0 || config.GetCertificate != nil || config.GetConfigForClient != nil
}

// shown returns an address in the form of TIANMING_LISTEN.
func shown(at net.Addr) string {
	if at.Network() == "unix" {
		return "unix:" + at.String()
	}
	return at.String()
}

// Serve implements [tianmingv1.BotServiceServer].
func (s *service) Serve(stream tianmingv1.BotService_ServeServer) error {
	if !s.admits(stream.Context()) {
		return status.Error(codes.Unauthenticated, "The call has no token, or not that of this bot.")
	}
	matches := s.resume()
	defer s.keep(matches)
	ended := make(chan error, 2)
	session := &session{client: s.client, peer: caller(stream.Context()), matches: matches, stream: stream}
	session.hangUp = func() { ended <- nil }
	defer context.AfterFunc(s.ctx, session.leave)()
	go func() { ended <- session.play(s.ctx) }()
	return <-ended
}

// resume returns the matches of a stream that is over, or none if no stream is. Streams of several
// referees at once share no matches, since two matches can have the same ID.
func (s *service) resume() *matches {
	select {
	case m := <-s.idle:
		return m
	default:
		return newMatches()
	}
}

func (s *service) keep(m *matches) {
	select {
	case s.idle <- m:
	default:
	}
}

// admits reports whether a call carries the token that the bot and the referee share.
func (s *service) admits(ctx context.Context) bool {
	token := s.client.options.Token
	given := metadata.ValueFromIncomingContext(ctx, "authorization")
	return token == "" || len(given) == 1 &&
		subtle.ConstantTimeCompare([]byte(given[0]), []byte("Bearer "+token)) == 1
}

func caller(ctx context.Context) string {
	if p, ok := peer.FromContext(ctx); ok {
		return p.Addr.String()
	}
	return "a referee"
}
