package engine

// Effect is what an accepted operation does, as far as a story and a guard have to tell acts apart. It stands in the
// operation's own row, so that nobody guesses it from a verb.
type Effect uint8

// The effects. An operation without one is not finished: a test over the catalog says which it is.
const (
	NoEffect      Effect = iota
	Reads                // shows something and changes nothing
	Creates              // makes something that says nothing yet: a container, a file of zeros, an upload
	Writes               // puts content, all or a piece, in the place of what was there
	Appends              // puts content beside what was there
	Adds                 // reckons the new content from the old
	Merges               // replaces the properties that it names and leaves the others
	Copies               // as Writes, with the content of another object
	Describes            // replaces what stands beside the content: metadata, tags, an expiry, a version
	Permits              // replaces or removes a policy
	Stages               // keeps a piece that nobody reads until it is committed
	Commits              // makes staged pieces the content
	Aborts               // gives up what an upload or a copy began
	Snapshots            // keeps the content as it is now
	Deletes              // removes, or has the last close remove
	Renames              // puts the object under another name
	Receives             // hands out messages and hides them from others
	Updates              // hides a received message anew
	Opens                // makes a handle
	Closes               // ends a handle
	Flushes              // writes back what waits in a cache
	Locks                // locks bytes
	Unlocks              // ends a lock on bytes
	AcquiresLease        // takes the lease
	RenewsLease          // restarts the clock of the lease
	ChangesLease         // gives the lease another id
	ReleasesLease        // ends one's own lease
	BreaksLease          // ends the lease of whoever holds it
	Chooses              // sets what the requests of its own connection go by, as their database
	Gathers              // begins, watches for or drops a transaction
	Groups               // carries out several requests
	Configures           // reads or sets what the server itself goes by: no object is read or written
)

// EffectsThat are the effects that are as is says, in their order.
func EffectsThat(is func(Effect) bool) (list []Effect) {
	for e := Reads; e <= Configures; e++ {
		if is(e) {
			list = append(list, e)
		}
	}
	return list
}

// OfLease says whether the effect is one on a lease.
func (e Effect) OfLease() bool { return e >= AcquiresLease && e <= BreaksLease }

// sets says whether the effect is no more than to read, or to set what stands beside content.
func (e Effect) sets() bool { return e == Reads || e == Describes || e == Permits }

// Contents says whether the effect leaves other content than there was.
func (e Effect) Contents() bool {
	switch e {
	case Writes, Appends, Adds, Merges, Copies, Commits:
		return true
	}
	return false
}
