package engine

import (
	"fmt"
	"time"
)

// The limits of the simulation, each far over what a lesson needs. Where a service has a code of its own for a size it
// answers that; reaching any other limit is a LimitError.
const (
	MaxBody     = 16 << 20  // bytes of one value of Redis
	MaxObject   = 64 << 20  // bytes of one object of the other services, and of one of their bodies
	MaxTyped    = 64 << 10  // bytes of a body that people type, paste or open from a file
	MaxObjects  = 1_000_000 // records in one table: about as many as a session has requests
	MaxWriters  = 1_024     // writers of one world, seed not counted
	MaxInFlight = 1_000     // messages under way or at the service
	MaxInputs   = 4_000_000 // records of one session
	MaxStates   = 4_000_000 // states explored in one search
	MaxRounds   = 1_000     // rounds of one loop of a plan
	MaxPlan     = 500       // steps of one plan, those of its blocks too
	MaxNested   = 8         // blocks of a plan within each other
	MaxIdle     = 10_000    // steps of a plan between two requests
	MaxWalk     = 10_000    // inputs that one run of plans puts in
)

// MaxWait is the longest wait of a plan.
const MaxWait = 24 * time.Hour

// LimitError is returned by Step when an input would pass one of the limits above.
type LimitError struct {
	What string // as `messages in flight`
	Most int
}

func (e LimitError) Error() string {
	text := fmt.Sprintf("there can be at most %d %s", e.Most, e.What)
	if e.What == inSession {
		text += ". They all stay, and a new session has room"
	}
	return text
}

// inSession is what MaxInputs counts.
const inSession = "records in one session"

// Chooser answers every question that a run leaves open: which request is next, deliver or drop, how far the clock
// goes, what a service does where its documents do not say. 0 <= Choose(n) < n.
type Chooser interface {
	Choose(n int) int
}
