package engine

// Aim is what a person means by one key or word, whatever the object is.
type Aim string

// The roles. Which operation serves one is said by the service, for each kind of object.
const (
	ToRead    Aim = "read"    // the plain read; of a queue the receive
	ToPeek    Aim = "peek"    // a look that changes nothing, where the read changes something
	ToWrite   Aim = "write"   // put the text there
	ToDelete  Aim = "delete"  // take it away
	ToAcquire Aim = "acquire" // take the lease
	ToRenew   Aim = "renew"
	ToRelease Aim = "release"
	ToBreak   Aim = "break"
)

// Acts are the verbs of each aim for one kind of object. Of several the first counts that fits what the writer knows
// and holds: one that merges where its writer merges, one that compares a version where it knows that the object is
// there, one about a message where it holds that message; the last fits always.
type Acts map[Aim][]string

// Feature is what objects of a kind can be told to do, and do not unless they are, as a bucket to keep versions: people
// mean it by one key.
type Feature struct {
	Kind, Name string // as `bucket`, `versions`
	Makes      string // what an object is called that has it from its making, as `versioned bucket`
	Property   string // that says whether it has it: On where it has
	On         string
	Verb       string // of the request that tells it, with Args behind its name
	Args       []Arg
}

// Loss says in a sentence what is to be done where an object is gone; %s is by whom, empty where nothing special is.
type Loss struct {
	Expired string // the clock took it away
	Swept   string // it went with what it lay in; by title, and " with the others" where there were any
	Removed string // it was removed alone
	Worked  string // it stood for work that the sender has done; by title
	Closed  string // it is no longer open, or the request had it open no longer
}

// Lease are the acts of a kind whose leases are called by its name.
func (a Acts) Lease(kind string, renews bool) Acts {
	a[ToAcquire], a[ToRelease] = []string{"acquire-" + kind + "-lease"}, []string{"release-" + kind + "-lease"}
	a[ToBreak] = []string{"break-" + kind + "-lease"}
	if renews {
		a[ToRenew] = []string{"renew-" + kind + "-lease"}
	}
	return a
}
