package tianming

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// defaultWait is the time in which the first referee must appear.
const defaultWait = 300 * time.Second

// longestWait is in seconds, and fits into a time.Duration.
const longestWait = 1e9

// listenVariable is the environment variable for the address at which the bot listens.
const listenVariable = "TIANMING_LISTEN"

// Options say where and how a bot plays. The zero value takes all from the environment.
type Options struct {
	// Server is the address of the referee. Default: TIANMING_SERVER, else 127.0.0.1:50051.
	Server string
	// Token is the token of the bot. Default: TIANMING_TOKEN.
	Token string
	// Listen is the address on which the bot waits for a referee, instead of calling one. Port 0
	// takes any free port. Default: TIANMING_LISTEN.
	Listen string
	// TLS is used with addresses that ask for TLS, and by a bot that listens and has a certificate.
	// Default: what TIANMING_CA, TIANMING_CERTIFICATE and TIANMING_KEY say. A listening bot then
	// takes only callers with a certificate of TIANMING_CA, if that is set.
	TLS *tls.Config
	// Wait is the time in which the first referee must appear. Default: TIANMING_WAIT, in seconds,
	// else 300 seconds.
	Wait time.Duration
	// Games are the names of the games that the bot plays. Default: all.
	Games []string
	// MaxMatches is the largest number of matches that the bot plays at once. Default: no limit.
	MaxMatches int
	// Name is the name of the bot for the referee's log. Default: the name of the program.
	Name string
	// Version is the version of the bot for the referee's log.
	Version string
	// Log gets a line for each connection. Default: standard error, with the prefix "tianming: ".
	Log *log.Logger
}

// complete returns the options with the defaults from the environment.
func (o Options) complete() (Options, error) {
	o.Server = cmp.Or(o.Server, os.Getenv("TIANMING_SERVER"), "127.0.0.1:50051")
	o.Listen = cmp.Or(o.Listen, os.Getenv(listenVariable))
	o.Name = cmp.Or(o.Name, filepath.Base(os.Args[0]))
	o.Token = strings.TrimSpace(cmp.Or(o.Token, os.Getenv("TIANMING_TOKEN")))
	if strings.ContainsFunc(o.Token, func(r rune) bool { return r < '!' || r > '~' }) {
		return o, ErrToken
	}
	if o.MaxMatches < 0 {
		return o, fmt.Errorf("MaxMatches is %d: give a number of matches, or 0 for no limit", o.MaxMatches)
	}
	if o.Log == nil {
		o.Log = log.New(os.Stderr, "tianming: ", 0)
	}
	var err error
	if o.Wait == 0 {
		if o.Wait, err = waitFromEnvironment(); err != nil {
			return o, err
		}
	}
	if o.TLS == nil {
		o.TLS, err = tlsFromEnvironment()
	}
	return o, err
}

func waitFromEnvironment() (time.Duration, error) {
	text := os.Getenv("TIANMING_WAIT")
	if text == "" {
		return defaultWait, nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 0 && seconds < longestWait) {
		return 0, fmt.Errorf("TIANMING_WAIT is %q: give a number of seconds", text)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

func tlsFromEnvironment() (*tls.Config, error) {
	config := new(tls.Config)
	if file := os.Getenv("TIANMING_CA"); file != "" {
		authorities, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("TIANMING_CA cannot be read: %w; name a PEM file", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(authorities) {
			return nil, fmt.Errorf("TIANMING_CA is %q, which has no certificate: name a PEM file", file)
		}
		config.ClientCAs, config.ClientAuth = config.RootCAs, tls.RequireAndVerifyClientCert
	}
	certificate, key := os.Getenv("TIANMING_CERTIFICATE"), os.Getenv("TIANMING_KEY")
	if (certificate == "") != (key == "") {
		return nil, errors.New("TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none")
	}
	if certificate != "" {
		pair, err := tls.LoadX509KeyPair(certificate, key)
		if err != nil {
			return nil, fmt.Errorf("TIANMING_CERTIFICATE and TIANMING_KEY cannot be used: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}
