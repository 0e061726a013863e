package advice

import (
	"fmt"
	"slices"

	"interleave/engine/conflict"
)

// snapshotsLost says which snapshots of the victim's the request took away, and who else is to be told: whose text was
// in one and is what a read shows no more.
func (a *adviser) snapshotsLost() string {
	const most = 3
	lost, all, alone := conflict.LostSnapshots(a.v.Clone(), a.c)
	var taken, writers []string
	for _, s := range lost {
		taken = append(taken, fmt.Sprintf("#%d", s.Taken.Number))
		if x := s.Text; x != nil && x.By != a.c.By && !slices.Contains(writers, a.v.Title(x.By)) && !a.stands(x) {
			writers = append(writers, a.v.Title(x.By))
		}
	}
	if len(taken) > most || !all {
		taken = append(taken[:min(most, len(taken))], "others")
	}
	what, it := "snapshot", "it"
	if len(taken) > 1 {
		what, it = "snapshots", "them"
	}
	said := fmt.Sprintf("#%d removed the %s that %s had taken: no read shows %s any more.", a.x.Number, what,
		conflict.And(taken), it)
	if !alone {
		said += fmt.Sprintf(" %s stops if the rest was a claim%s.", a.v.Title(a.c.Whose), a.elseAgain())
	}
	if len(writers) > 0 {
		verb := "is"
		if len(writers) > 1 {
			verb = "are"
		}
		said += fmt.Sprintf(" Text of %s was in %s: %[1]s %[3]s to be told too.", conflict.And(writers), it, verb)
	}
	return said
}
