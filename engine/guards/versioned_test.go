package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/guards"
)

// The document's proposal for the plain string key_1: the same history with a versioned string, whose version stops the
// second write. Who is at home on versioned strings already is offered none.
func TestAPlainStringIsTriedAsAVersionedOne(t *testing.T) {
	const plain = `writer app1 "Application 1"
writer app2 "Application 2"
seed: SET key_1 hello
app1: GET key_1 as r1
app2: GET key_1 as r2
app1: SET key_1 world
app2: SET key_1 universe
`
	for _, row := range []struct {
		lines string
		found bool
	}{{plain, true}, {strings.NewReplacer("SET", "EXSET", "GET", "EXGET").Replace(plain), false}} {
		in, err := replayed(row.lines)
		if err != nil {
			t.Fatal(err)
		}
		table := guards.New(in, func() bool { return false }).All()
		versioned, found := table.Row("versioned")
		said := ""
		if found {
			said = table.Cell(versioned, "~ lost-update") + ", " + table.Cell(versioned, "! stale-write")
		}
		if found && said != "stops, refuses 1" {
			t.Errorf("it says %q", said)
		}
		if found != row.found {
			t.Errorf("%s is offered a versioned string: %v", row.lines, found)
		}
	}
}
