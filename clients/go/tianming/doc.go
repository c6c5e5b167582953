// Package tianming is the Go SDK of Tianming, the referee for bot leagues.
//
// A bot is a function from a question to the index of an option:
//
//	func main() {
//		tianming.Main(tianming.Func(func(q *tianming.Question) int { return 0 }), nil)
//	}
//
// A type that implements [Bot] can do more: it gets a context, answers with a note or a [Thought],
// resigns and returns errors. With the methods of [BatchBot], [Starter], [EventWatcher],
// [FaultWatcher] and [Ender] it also takes questions by the frame and follows its matches.
//
// [Main] is a whole program. [Run] is for programs that do more: the bot plays until the context is
// done.
//
// # Games
//
// The SDK knows no game. A question carries the position of its game, which each game defines in
// a package below github.com/tianming-referee/tianming/clients/go/tianming/games:
//
//	var position dragonv1.Position
//	if err := q.Position.UnmarshalTo(&position); err != nil {
//		return tianming.Answer{}, err
//	}
//
// # Environment
//
// The fields of [Options] default to these variables:
//
//   - TIANMING_SERVER: the address of the referee: host:port, http://host:port, https://host:port
//     or unix:/path. Plain host:port uses TLS unless the host is this machine.
//   - TIANMING_TOKEN: the token of the bot.
//   - TIANMING_CA: a PEM file with the authority of the referee's certificate.
//   - TIANMING_CERTIFICATE and TIANMING_KEY: PEM files with a certificate of the bot.
//   - TIANMING_WAIT: seconds in which the first referee must appear, 300 by default.
//   - TIANMING_LISTEN: an address on which the bot waits for a referee, instead of calling one.
package tianming
