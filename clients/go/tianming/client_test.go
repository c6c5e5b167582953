package tianming_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"log"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tianming-referee/tianming/clients/go/tianming"
	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
)

func TestBotIntroducesItself(t *testing.T) {
	r := newReferee(t)
	start(t, first, tianming.Options{
		Server: r.address, Token: " secret\n", Name: "ann", Version: "7", Games: []string{"dragon"}, MaxMatches: 3,
	})
	s := r.accept()
	hello := s.read()[0].GetHello()
	if s.token() != "[Bearer secret]" {
		t.Errorf("the token is %s", s.token())
	}
	if hello.GetRevisionMin() != 1 || hello.GetRevisionMax() != 1 || hello.GetUserAgent() != "tianming-go/0.1.0" {
		t.Errorf("the bot speaks %v", hello)
	}
	if hello.GetBotName() != "ann" || hello.GetBotVersion() != "7" || hello.GetMaxMatches() != 3 ||
		hello.GetGames()[0].GetName() != "dragon" || len(hello.GetCapabilities()) != 0 {
		t.Errorf("the bot says %v", hello)
	}
}

func TestEnvironmentNamesRefereeAndToken(t *testing.T) {
	r := newReferee(t)
	t.Setenv("TIANMING_SERVER", r.address)
	t.Setenv("TIANMING_TOKEN", "from the environment"[:4])
	start(t, first, tianming.Options{})
	if s := r.accept(); s.token() != "[Bearer from]" {
		t.Errorf("the token is %s", s.token())
	}
}

func TestConnectionIsReportedOnce(t *testing.T) {
	r := newReferee(t)
	var lines bytes.Buffer
	run := start(t, first, tianming.Options{Server: r.address, Log: log.New(&lines, "tianming: ", 0)})
	s, _ := r.welcome()
	run.stop()
	s.isLeft()
	if err := run.wait(); err != nil {
		t.Fatal(err)
	}
	if want := "tianming: connected to " + r.address + " as ann, games: all\n"; lines.String() != want {
		t.Errorf("the log is %q, not %q", lines.String(), want)
	}
}

func TestCancelledBotSaysGoodbye(t *testing.T) {
	r := newReferee(t)
	run := r.play(first)
	s, _ := r.welcome()
	run.stop()
	s.isLeft()
	if err := run.wait(); err != nil {
		t.Errorf("the run ended with %v", err)
	}
}

// thinker is a bot that thinks until its context is done.
type thinker struct{ asked chan *tianming.Question }

func (b thinker) Choose(ctx context.Context, q *tianming.Question) (tianming.Answer, error) {
	b.asked <- q
	<-ctx.Done()
	return tianming.Answer{}, ctx.Err()
}

func TestCancelledBotSaysGoodbyeWhileItThinks(t *testing.T) {
	r := newReferee(t)
	bot := thinker{make(chan *tianming.Question)}
	run := r.play(bot)
	s, _ := r.welcome()
	s.write(matchStarted("m1"), question("m1", 1))
	<-bot.asked
	run.stop()
	s.isLeft()
	if err := run.wait(); err != nil {
		t.Errorf("the run ended with %v", err)
	}
}

func TestBotLeavesARefereeThatNeverEndsTheStream(t *testing.T) {
	r := newReferee(t)
	run := r.play(first)
	r.welcome()
	run.stop()
	if err := run.wait(); err != nil {
		t.Errorf("the run ended with %v", err)
	}
}

func TestRefusalEndsTheRun(t *testing.T) {
	for _, code := range []codes.Code{
		codes.Unauthenticated, codes.PermissionDenied, codes.FailedPrecondition, codes.InvalidArgument,
		codes.Aborted, codes.Unimplemented,
	} {
		t.Run(code.String(), func(t *testing.T) {
			r := newReferee(t)
			run := r.play(first)
			r.accept().end(status.Error(code, "No."))
			refused, ok := errors.AsType[*tianming.RefusedError](run.wait())
			if !ok || refused.Code != code || refused.Reason != "No." {
				t.Errorf("the run ended with %v", refused)
			}
		})
	}
}

func TestRefusalNamesTheCodeAsTheProtocolDoes(t *testing.T) {
	refused := &tianming.RefusedError{Code: codes.FailedPrecondition, Reason: "No."}
	if want := "the referee refused the bot: No. (FAILED_PRECONDITION)"; refused.Error() != want {
		t.Errorf("%q, not %q", refused, want)
	}
}

func TestBotComesBackAfterOtherEnds(t *testing.T) {
	r := newReferee(t)
	r.play(first)
	for _, err := range []error{
		status.Error(codes.Unavailable, "The referee is about to stop."),
		status.Error(codes.ResourceExhausted, "Too many."),
		nil,
	} {
		s, _ := r.welcome()
		s.end(err)
	}
	r.welcome()
}

func TestMatchOutlivesItsStream(t *testing.T) {
	r := newReferee(t)
	bot := &recorder{}
	r.play(bot)
	s, hello := r.welcome()
	if len(hello.GetResume()) != 0 {
		t.Errorf("a new bot resumes %v", hello.GetResume())
	}
	s.write(matchStarted("m1"), question("m1", 1, &tianmingv1.Event{Index: 4}))
	s.read()
	s.end(status.Error(codes.Unavailable, "The network broke."))

	s, hello = r.welcome()
	points := hello.GetResume()
	if len(points) != 1 || points[0].GetMatchId() != "m1" || points[0].GetNextEvent() != 5 {
		t.Errorf("the bot resumes %v", points)
	}
	s.write(matchStarted("m1"), question("m1", 1))
	s.read()
	if len(bot.started) != 1 || bot.asked[0].Match != bot.asked[1].Match {
		t.Error("the match began a second time")
	}
}

func TestBotForgetsAMatchThatTheRefereeRejects(t *testing.T) {
	r := newReferee(t)
	r.play(first)
	s, _ := r.welcome()
	rejection := &tianmingv1.Rejection{MatchId: "m1"}
	s.write(matchStarted("m1"), &tianmingv1.RefereeMessage{
		Kind: &tianmingv1.RefereeMessage_Rejection{Rejection: rejection},
	})
	s.write(ping(1))
	s.read()
	s.end(nil)
	if _, hello := r.welcome(); len(hello.GetResume()) != 0 {
		t.Errorf("the bot resumes %v", hello.GetResume())
	}
}

func TestHelloNamesTheNewest256Matches(t *testing.T) {
	r := newReferee(t)
	r.play(first)
	s, _ := r.welcome()
	for i := range 300 {
		s.write(matchStarted("m" + big.NewInt(int64(i)).String()))
	}
	s.write(ping(1))
	s.read()
	s.end(nil)
	_, hello := r.welcome()
	points := hello.GetResume()
	if len(points) != 256 || points[0].GetMatchId() != "m44" || points[255].GetMatchId() != "m299" {
		t.Errorf("the bot resumes %d matches, not the newest 256", len(points))
	}
}

func TestBotGivesUpWithoutAReferee(t *testing.T) {
	var lines bytes.Buffer
	path := "unix:" + filepath.Join(t.TempDir(), "nobody")
	run := start(t, first, tianming.Options{
		Server: path, Wait: 300 * time.Millisecond, Log: log.New(&lines, "tianming: ", 0),
	})
	unreachable, ok := errors.AsType[*tianming.UnreachableError](run.wait())
	if !ok {
		t.Fatal("the run did not end with an UnreachableError")
	}
	want := "no referee at " + path + " for 0.3 s: start the referee, or check TIANMING_SERVER ("
	if !strings.HasPrefix(unreachable.Error(), want) {
		t.Errorf("%q does not begin with %q", unreachable, want)
	}
	want = "tianming: no referee at " + path + ", trying again ("
	if !strings.HasPrefix(lines.String(), want) || strings.Count(lines.String(), "\n") != 1 {
		t.Errorf("the log is %q, not one line with %q", lines.String(), want)
	}
}

func TestBadOptionsEndTheRun(t *testing.T) {
	bad, ok := errors.AsType[*tianming.AddressError](
		start(t, first, tianming.Options{Server: "referee.example"}).wait())
	if want := `"referee.example" is no address of a referee (TIANMING_SERVER): give host:port, ` +
		"https://host:port or http://host:port, or unix:/path"; !ok || bad.Error() != want {
		t.Errorf("%v, not %q", bad, want)
	}
	err := start(t, first, tianming.Options{Token: "se cret"}).wait()
	if !errors.Is(err, tianming.ErrToken) || strings.Contains(err.Error(), "se cret") {
		t.Errorf("the run ended with %v", err)
	}
	t.Setenv("TIANMING_KEY", "key.pem")
	if err := start(t, first, tianming.Options{}).wait(); err == nil {
		t.Error("half of a certificate is fine")
	}
}

// newCertificate returns a certificate for 127.0.0.1 that signs itself, and names its file.
func newCertificate(t *testing.T) (pair tls.Certificate, file string) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		NotAfter:     time.Now().Add(time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file
}

func TestUntrustedCertificateEndsTheRun(t *testing.T) {
	pair, _ := newCertificate(t)
	r := newReferee(t, grpc.Creds(credentials.NewServerTLSFromCert(&pair)))
	run := start(t, first, tianming.Options{Server: "https://" + r.address})
	err := run.wait()
	if _, ok := errors.AsType[*tianming.UntrustedError](err); !ok {
		t.Fatalf("the run ended with %v", err)
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); !ok {
		t.Errorf("the cause is not in %v", err)
	}
	want := "the certificate of https://" + r.address + " is not trusted: " +
		"name the file of its authority in TIANMING_CA ("
	if !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%q does not begin with %q", err, want)
	}
}

func TestEnvironmentNamesTheAuthority(t *testing.T) {
	pair, file := newCertificate(t)
	t.Setenv("TIANMING_CA", file)
	r := newReferee(t, grpc.Creds(credentials.NewServerTLSFromCert(&pair)))
	start(t, first, tianming.Options{Server: "https://" + r.address})
	r.welcome()
}

func TestInvitationOpensOneStreamWithTheTicket(t *testing.T) {
	lobby, worker := newReferee(t), newReferee(t)
	lobby.play(first)
	s, _ := lobby.welcome()
	s.write(invitation("http://"+worker.address, "ticket"))
	invited, _ := worker.welcome()
	if invited.token() != "[Bearer ticket]" {
		t.Errorf("the token is %s", invited.token())
	}
	invited.write(matchStarted("m1"), question("m1", 1))
	invited.read()
	invited.end(status.Error(codes.Unauthenticated, "No."))

	s.write(invitation("http://"+worker.address, "another"))
	invited, hello := worker.welcome()
	if invited.token() != "[Bearer another]" {
		t.Errorf("the bot came back by itself with %s", invited.token())
	}
	if len(hello.GetResume()) != 1 {
		t.Errorf("the bot resumes %v", hello.GetResume())
	}
}

func TestCancelledBotLeavesAllStreams(t *testing.T) {
	lobby, worker := newReferee(t), newReferee(t)
	run := lobby.play(first)
	s, _ := lobby.welcome()
	s.write(invitation("http://"+worker.address, "ticket"))
	invited, _ := worker.welcome()
	run.stop()
	invited.isLeft()
	s.isLeft()
	if err := run.wait(); err != nil {
		t.Errorf("the run ended with %v", err)
	}
}

// program starts this test as a bot.
func program(t *testing.T, variables ...string) (command *exec.Cmd, stderr *bytes.Buffer) {
	command = exec.Command(os.Args[0])
	command.Env = append(os.Environ(), append(variables, "TIANMING_TEST_BOT=1")...)
	stderr = new(bytes.Buffer)
	command.Stderr = stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return command, stderr
}

func TestSignalsEndAProgramWithExitCode0(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		r := newReferee(t)
		command, stderr := program(t, "TIANMING_SERVER="+r.address)
		s, _ := r.welcome()
		s.write(ping(1))
		s.read()
		if err := command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		s.isLeft()
		if err := command.Wait(); err != nil {
			t.Errorf("%v ended the program with %v: %s", signal, err, stderr)
		}
	}
}

func TestRefusedProgramSaysWhyAndEndsWithExitCode1(t *testing.T) {
	r := newReferee(t)
	command, stderr := program(t, "TIANMING_SERVER="+r.address)
	r.accept().end(status.Error(codes.PermissionDenied, "No."))
	if err := command.Wait(); command.ProcessState.ExitCode() != 1 {
		t.Errorf("the program ended with %v", err)
	}
	if want := "the referee refused the bot: No. (PERMISSION_DENIED)\n"; stderr.String() != want {
		t.Errorf("the program printed %q, not %q", stderr, want)
	}
}
