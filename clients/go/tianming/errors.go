package tianming

import (
	"cmp"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	rpccode "google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// ErrToken reports a token with characters that no token has. It does not repeat the token.
var ErrToken = errors.New("the token (Options.Token, or TIANMING_TOKEN) has characters that no token has, " +
	"such as spaces, line breaks or accents: give what `referee token` printed, and nothing else")

// An AddressError reports a text that is no address.
type AddressError struct {
	// Address is the text.
	Address string
	// Variable is the environment variable for the address.
	Variable string
}

func (e *AddressError) Error() string {
	use := "of a referee"
	if e.Variable == listenVariable {
		use = "to listen at"
	}
	return fmt.Sprintf("%q is no address %s (%s): give host:port, https://host:port or "+
		"http://host:port, or unix:/path", e.Address, use, e.Variable)
}

// A RefusedError reports that the referee refused the bot. Another try would end the same.
type RefusedError struct {
	Code   codes.Code
	Reason string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the referee refused the bot: %s (%s)", e.Reason, rpccode.Code(e.Code))
}

// An UntrustedError reports that no known authority vouches for the certificate of the referee, or
// that the certificate is for another host or another time.
type UntrustedError struct {
	Address string
	Err     error
}

func (e *UntrustedError) Error() string {
	if wrong, ok := errors.AsType[x509.HostnameError](e.Err); ok {
		return fmt.Sprintf("the certificate of %s has another name: it is for %s, not for %s; use a name "+
			"that it has, or issue one for %s (%v)", e.Address, hosts(wrong.Certificate), wrong.Host, wrong.Host, e.Err)
	}
	if wrong, ok := errors.AsType[x509.CertificateInvalidError](e.Err); ok && wrong.Reason == x509.Expired {
		if start := wrong.Cert.NotBefore; time.Now().Before(start) {
			return fmt.Sprintf("the certificate of %s is valid from %s on: check the clocks of both machines (%v)",
				e.Address, start.UTC().Format(time.DateOnly), e.Err)
		}
		return fmt.Sprintf("the certificate of %s expired on %s: renew it there (%v)",
			e.Address, wrong.Cert.NotAfter.UTC().Format(time.DateOnly), e.Err)
	}
	return fmt.Sprintf("the certificate of %s is not trusted: name the file of its authority in "+
		"TIANMING_CA (%v)", e.Address, e.Err)
}

// hosts returns the hosts of a certificate as a list.
func hosts(certificate *x509.Certificate) string {
	names := slices.Clone(certificate.DNSNames)
	for _, address := range certificate.IPAddresses {
		names = append(names, address.String())
	}
	return cmp.Or(strings.Join(names, ", "), "no host")
}

// Unwrap returns the error of the TLS handshake.
func (e *UntrustedError) Unwrap() error { return e.Err }

// A MismatchError reports that only one of the bot and the referee uses TLS.
type MismatchError struct {
	Address string

	target  string
	usesTLS bool // the bot
}

func (e *MismatchError) Error() string {
	if e.usesTLS {
		return fmt.Sprintf("the referee at %s does not use TLS: give http://%s", e.Address, e.target)
	}
	return fmt.Sprintf("the referee at %s uses TLS: give https://%s", e.Address, e.target)
}

// An UnreachableError reports that no referee has appeared at an address.
type UnreachableError struct {
	Address string
	// Waited is how long the bot looked for the referee.
	Waited time.Duration
	Err    error
}

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no referee at %s for %g s: start the referee, or check TIANMING_SERVER (%v)",
		e.Address, e.Waited.Seconds(), reason(e.Err))
}

// Unwrap returns the error of the last try.
func (e *UnreachableError) Unwrap() error { return e.Err }

// An OptionError reports an answer that is no index of an option.
type OptionError struct {
	Option   int
	Question *Question
}

func (e *OptionError) Error() string {
	return fmt.Sprintf("choose gave %d to question %d: give 0 to %d",
		e.Option, e.Question.Number, e.Question.OptionCount-1)
}

// A BotError reports an error or a panic of the bot.
type BotError struct {
	// Method is the method that failed, such as "choose".
	Method string
	Err    error
	// Stack is the stack of a panic, and empty for an error.
	Stack []byte
}

// Error returns the method and the error on one line.
func (e *BotError) Error() string {
	return fmt.Sprintf("the bot failed in %s: %s", e.Method, strings.Join(strings.Fields(e.Err.Error()), " "))
}

// Unwrap returns the error of the bot.
func (e *BotError) Unwrap() error { return e.Err }

// reason returns the text of an error without the words of gRPC around it.
func reason(err error) string { return status.Convert(err).Message() }
