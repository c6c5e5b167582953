package tianming

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc/status"
)

// probeWithin is the time for the answer to a probe.
const probeWithin = 2 * time.Second

// preface is the start of an HTTP/2 connection without TLS: the preface and a SETTINGS frame.
const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"

// settingsType is the type of a SETTINGS frame, with which an HTTP/2 server begins.
const settingsType = 4

// mismatch returns a MismatchError if only one side uses TLS, and else nil. It opens a connection
// of its own.
func mismatch(ctx context.Context, a address) error {
	if strings.HasPrefix(a.target, "unix:") {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, probeWithin)
	defer cancel()
	speaks := speaksTLS
	if a.tls {
		speaks = speaksPlaintext
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", a.target)
	if err != nil {
		return nil
	}
	defer conn.Close()
	if deadline, ok := ctx.Deadline(); !ok || conn.SetDeadline(deadline) != nil || !speaks(conn) {
		return nil
	}
	return &MismatchError{Address: a.text, target: a.target, usesTLS: a.tls}
}

func speaksTLS(conn net.Conn) bool {
	// The probe reads nothing and sends nothing but the handshake, so it need not trust the server.
	err := tls.Client(conn, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}).Handshake()
	_, isAlert := errors.AsType[tls.AlertError](err)
	return err == nil || isAlert
}

func speaksPlaintext(conn net.Conn) bool {
	head := make([]byte, 9)
	if _, err := io.WriteString(conn, preface); err != nil {
		return false
	}
	_, err := io.ReadFull(conn, head)
	return err == nil && head[3] == settingsType
}

// withProxy adds the variable of the proxy to the error of a stream, if gRPC uses one for the address.
func withProxy(err error, a address) error {
	if err == nil || strings.HasPrefix(a.target, "unix:") {
		return err
	}
	request := &http.Request{URL: &url.URL{Scheme: "https", Host: a.target}}
	proxy, _ := http.ProxyFromEnvironment(request)
	if proxy == nil {
		return err
	}
	variable := "HTTPS_PROXY"
	if os.Getenv(variable) == "" {
		variable = "https_proxy"
	}
	return status.Error(status.Code(err),
		fmt.Sprintf("%s; %s sends the call through a proxy", reason(err), variable))
}
