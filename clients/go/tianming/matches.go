package tianming

import (
	"bytes"
	"maps"
	"sync"

	tianmingv1 "github.com/tianming-referee/tianming/clients/go/tianming/v1"
)

// maxResumePoints is the number of matches that a Hello names, so that its frame stays small.
const maxResumePoints = 256

// matches are the running matches of a session by their IDs.
type matches map[string]*seats

// seats are the seats of the bot in a match.
type seats struct {
	held      []*Match
	nextEvent uint32 // index of the first event that the bot has not seen
}

// seat returns the match from a seat of the bot, or nil.
func (m matches) seat(id string, seat uint32) *Match {
	if s, ok := m[id]; ok {
		for _, match := range s.held {
			if match.Seat == int(seat) {
				return match
			}
		}
	}
	return nil
}

// start returns the match that a message announces, and whether it is new to the bot. The
// commitment tells apart matches of two referees with the same ID.
func (m matches) start(started *tianmingv1.MatchStarted) (match *Match, isNew bool) {
	id := started.GetMatchId()
	if match = m.seat(id, started.GetSeat()); match != nil {
		if bytes.Equal(match.SeedCommitment, started.GetSeedCommitment()) {
			return match, false
		}
		delete(m, id)
	}
	match = newMatch(started)
	if m[id] == nil {
		m[id] = &seats{}
	}
	m[id].held = append(m[id].held, match)
	return match, true
}

// end forgets a match, and returns it from each seat of the bot.
func (m matches) end(id string) []*Match {
	if s, ok := m[id]; ok {
		delete(m, id)
		return s.held
	}
	return nil
}

// see notes the events of a match that the bot gets to see, and returns the match from each seat.
func (m matches) see(id string, events []*Event) []*Match {
	s, ok := m[id]
	if !ok {
		return nil
	}
	if len(events) > 0 {
		s.nextEvent = max(s.nextEvent, events[len(events)-1].GetIndex()+1)
	}
	return s.held
}

func (m matches) resumePoints() []*tianmingv1.ResumePoint {
	points := make([]*tianmingv1.ResumePoint, 0, min(len(m), maxResumePoints))
	for id, s := range m {
		if len(points) == maxResumePoints {
			break // the referee answers every point, so the next Hello names others
		}
		points = append(points, &tianmingv1.ResumePoint{MatchId: id, NextEvent: s.nextEvent})
	}
	return points
}

// A home keeps the matches of an address between two streams.
type home struct {
	mu      sync.Mutex
	matches matches
}

// leave returns the matches for a stream, which owns them until it enters them again.
func (h *home) leave() matches {
	h.mu.Lock()
	defer h.mu.Unlock()
	left := h.matches
	h.matches = nil
	if left == nil {
		left = matches{}
	}
	return left
}

// enter takes the matches of a stream that is over.
func (h *home) enter(m matches) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.matches == nil {
		h.matches = m
	} else {
		maps.Copy(h.matches, m)
	}
}
