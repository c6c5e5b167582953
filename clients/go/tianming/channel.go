package tianming

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
)

const (
	pingInterval = 30 * time.Second // without data, until a peer is asked for a sign of life
	pingTimeout  = 10 * time.Second // in which it must give one
)

// window is the HTTP/2 window. A fixed one spares the pings that gRPC sends to find its size.
const window = 1 << 20

// dial opens a channel to an address. The credentials keep why a certificate was not trusted.
func dial(a address, config *tls.Config) (*grpc.ClientConn, *watchedCredentials, error) {
	creds := &watchedCredentials{TransportCredentials: insecure.NewCredentials()}
	if a.tls {
		creds.TransportCredentials = credentials.NewTLS(config)
	}
	channel, err := grpc.NewClient(a.target,
		grpc.WithTransportCredentials(creds),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: pingInterval, Timeout: pingTimeout}),
		grpc.WithStaticStreamWindowSize(window),
		grpc.WithStaticConnWindowSize(window),
	)
	return channel, creds, err
}

// watchedCredentials keep the reason why a certificate was not trusted, of which gRPC reports only
// the text.
type watchedCredentials struct {
	credentials.TransportCredentials
	distrust atomic.Pointer[tls.CertificateVerificationError]
	// isConnected is whether a connection was open, so that the handshake could begin.
	isConnected atomic.Bool
}

// ClientHandshake implements [credentials.TransportCredentials].
func (w *watchedCredentials) ClientHandshake(
	ctx context.Context, authority string, raw net.Conn,
) (net.Conn, credentials.AuthInfo, error) {
	w.isConnected.Store(true)
	conn, info, err := w.TransportCredentials.ClientHandshake(ctx, authority, raw)
	if distrust, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		w.distrust.Store(distrust)
	}
	return conn, info, err
}
