package tianming

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"sync"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
)

// maxResumePoints is the number of matches that a Hello names, so that its frame stays small.
const maxResumePoints = 256

// matches are the running matches at an address. They outlive its streams, and two streams share
// them while the bot does not know yet that the older one is lost.
type matches struct {
	mu      sync.Mutex
	running map[string]*seats // by the ID of the match
	begun   int               // matches so far
}

// seats are the seats of the bot in a match.
type seats struct {
	held      []*Match
	nextEvent uint32 // index of the first event that the bot has not seen
	order     int    // matches that began before this one
}

func newMatches() *matches { return &matches{running: map[string]*seats{}} }

// start returns the match that a message announces, and whether it is new to the bot. The
// commitment tells apart matches of two referees with the same ID.
func (m *matches) start(started *tianmingv1.MatchStarted) (match *Match, isNew bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.running[started.GetMatchId()]
	if s == nil || !bytes.Equal(s.held[0].SeedCommitment, started.GetSeedCommitment()) {
		s = &seats{order: m.begun}
		m.begun++
		m.running[started.GetMatchId()] = s
	}
	if match = s.at(started.GetSeat()); match != nil {
		return match, false
	}
	match = newMatch(started)
	s.held = append(s.held, match)
	return match, true
}

// at returns the match from a seat, or nil.
func (s *seats) at(seat uint32) *Match {
	for _, match := range s.held {
		if match.Seat == int(seat) {
			return match
		}
	}
	return nil
}

// seat returns a match from a seat of the bot, or nil.
func (m *matches) seat(id string, seat uint32) *Match {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.running[id]; ok {
		return s.at(seat)
	}
	return nil
}

// see notes the events of a match that the bot gets to see, and returns the match from each seat.
func (m *matches) see(id string, events []*Event) []*Match {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.running[id]
	if !ok {
		return nil
	}
	if len(events) > 0 {
		s.nextEvent = max(s.nextEvent, events[len(events)-1].GetIndex()+1)
	}
	return s.held
}

// end forgets a match, and returns it from each seat of the bot.
func (m *matches) end(id string) []*Match {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.running[id]
	if !ok {
		return nil
	}
	delete(m.running, id)
	return s.held
}

// resumePoints says where the bot is in its newest matches. The referee answers each point, and
// rejects those of matches that it has forgotten, so that the next Hello has room for older ones.
func (m *matches) resumePoints() []*tianmingv1.ResumePoint {
	m.mu.Lock()
	defer m.mu.Unlock()
	ids := slices.SortedFunc(maps.Keys(m.running), func(a, b string) int {
		return cmp.Compare(m.running[a].order, m.running[b].order)
	})
	ids = ids[max(0, len(ids)-maxResumePoints):]
	points := make([]*tianmingv1.ResumePoint, len(ids))
	for i, id := range ids {
		points[i] = &tianmingv1.ResumePoint{MatchId: id, NextEvent: m.running[id].nextEvent}
	}
	return points
}
