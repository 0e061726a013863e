package conflict_test

import "testing"

// What people who knew public bug reports were not convinced by.
func TestStoriesThatWereNotBelieved(t *testing.T) {
	const jobs = "seed: create-queue jobs\nseed: put-message jobs m\n" +
		"ann: get-messages jobs visibilitytimeout=30 as g\n" +
		"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\nclock +20s\n" +
		"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30\nann: does $g.0\n" +
		"ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\nclock +15s\n" +
		"ben: get-messages jobs as h\nben: does $h.0\n"
	for _, row := range []struct{ lines, says, never string }{
		{jobs, "Ana's #5, which was to hide it for longer, was refused. So was #6, which was to delete it.", ""},
		{jobs, "Ana's #5 was refused: its receipt no longer counted, so the message was not hidden for longer.", ""},
		{jobs, "Ana's #6 was refused: its receipt no longer counted, so the message stayed.", ""},
		{"ann: send CONFIG SET maxmemory 1 as c\nlose c\n", "no work is in doubt", "read"},
	} {
		r, last := run(t, row.lines)
		said(t, r, last, row.lines, row.says, row.never)
	}
}
