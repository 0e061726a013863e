package timeline

// Record is one line of a session as it is kept: what was put in, where in the tree it stands, and what came of it, so
// that a replay under changed rules can say at which step it diverged.
type Record struct {
	Number int    // from 1 over the session; the record's place in the log
	Parent int    // the record it follows; 0 is the empty world
	Action int    // the number of the first record of the press that made it
	Line   string // the input, as scenario.Format writes it
	Said   string // the answer in short, as `412 ConditionNotMet`; empty where nothing was decided
	Digest uint64 // of the world after it
}
