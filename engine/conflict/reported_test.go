package conflict_test

import "testing"

// What people who knew public bug reports were not convinced by.
func TestStoriesThatWereNotBelieved(t *testing.T) {
	for _, row := range []struct{ lines, says, never string }{
		{"ann: send CONFIG SET maxmemory 1 as c\nlose c\n", "no work is in doubt", "read"},
	} {
		r, last := run(t, row.lines)
		said(t, r, last, row.lines, row.says, row.never)
	}
}
