package conflict_test

import (
	"testing"

	"interleave/engine"
)

// rules.md, "Refused", policy: a permission that somebody set or took away stands against it. An access policy counts
// as taken away also where it had not settled before (engine/blob/rules.md, R39), and a version is kept by whoever
// locked it (engine/bucket/rules.md, "Object Lock"). One that never was there is nobody's doing.
func TestWhatSomebodySetOrTookAwayIsAPolicy(t *testing.T) {
	const (
		box   = "seed: create-container cont\nseed: put-blob cont/b 1\nseed: set-container-acl cont policy.p=rw\n"
		lake  = "seed: create-bucket lake object-lock=true\nseed: put-object lake/k 1\nann: get-object lake/k as g\n"
		away  = "ben: set-container-acl cont policy.q=r\n"
		get   = "ann: get-blob cont/b under=p\n"
		later = "clock +31s\n"
		lock  = "ben: put-object-retention lake/k lock-mode=COMPLIANCE lock-until=2030-01-01T00:00:00Z\n"
		jobs  = "seed: create-queue jobs\nseed: set-queue-acl jobs policy.p=a\nben: set-queue-acl jobs policy.q=a\n"
		stock = "seed: create-table stock\nseed: set-table-acl stock policy.p=a\nben: set-table-acl stock\n"
		kill  = "ann: delete-object lake/k version-id=$g.version-id\n"
	)
	for name, c := range map[string]struct {
		lines string
		kind  engine.Trouble
	}{
		"taken away at once":  {box + away + get, engine.ByPolicy},
		"taken away and over": {box + away + later + get, engine.ByPolicy},
		"taken away in time":  {box + later + away + later + get, engine.ByPolicy},
		"never there":         {box + away + "ann: get-blob cont/b under=z\n", ""},
		"from a queue":        {jobs + "ann: put-message jobs m under=p\n", engine.ByPolicy},
		"back at a queue": {jobs + "ben: set-queue-acl jobs policy.p=r\nann: put-message jobs m under=q\n",
			engine.ByPolicy},
		"never at a queue": {jobs + "ann: put-message jobs m under=z\n", ""},
		"from a table":     {stock + "ann: insert-entity stock/p/r .a=1 under=p\n", engine.ByPolicy},
		"a retention":      {lake + lock + kill, engine.ByPolicy},
		"a legal hold":     {lake + "ben: put-object-legal-hold lake/k legal-hold=ON\n" + kill, engine.ByPolicy},
	} {
		_, last := run(t, c.lines)
		if last.Kind != c.kind || last.Severity != engine.SeverityRefused {
			t.Errorf("%s: %s, want %q", name, last, c.kind)
		}
	}
}
