package guards

import (
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
)

// Who holds the lock that by agreement covers what it writes has its turn, and what it replaces is not counted as
// replaced unread. It is replaced all the same: a row that meets none of it has not stopped it.

// covers says whether a lock covers anything that is written in a search.
func covers(in explore.Input) bool {
	return slices.ContainsFunc(sendsOf(in), func(s engine.Send) bool {
		spec := in.World.Spec(s.Verb)
		return spec.Changes() && !in.World.Guardian(spec.About(s.Args)).IsZero()
	})
}

// replacesCovered says whether an order replaces work unread while its writer holds such a lock.
func replacesCovered(in explore.Input, order []explore.Step) bool {
	for w, e := range along(in, order) {
		_, blindly := conflict.Blindly(w, e)
		if _, unread := conflict.Unread(w, e); blindly && !unread {
			return true
		}
	}
	return false
}

// isCovered is what is said of work replaced unread that a row does not meet for that reason.
const isCovered = ", for that is not counted of who holds the lock that covers the work. Some order replaces it so."
