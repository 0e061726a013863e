package guards_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// drawnLines are what two may type, by service: TEXT stands for a text of theirs, SEEN for what they read last.
var drawnLines = map[string][]string{
	"create-container lake\nseed: put-blob lake/k 0": {"get-blob lake/k", "put-blob lake/k TEXT", "delete-blob lake/k",
		"put-blob lake/k TEXT if-none-match=*", "put-blob lake/k TEXT if-match=$SEEN.etag"},
	"SET k 0": {"GET k", "SET k TEXT", "SET k TEXT NX", "DEL k", "SETNX m TEXT", "DEL m", "CAS k 0 TEXT",
		"APPEND k TEXT", "EXPIRE k 60", "GETSET k TEXT"},
	"EXSET k 0": {"EXGET k", "EXSET k TEXT", "EXSET k TEXT NX", "DEL k", "EXCAS k TEXT 1", "EXCAD k 1",
		"EXSET k TEXT VER 1"},
	"create-table tab\nseed: insert-entity tab/p/k .n=0": {"get-entity tab/p/k", "insert-entity tab/p/m .n=TEXT",
		"insert-or-replace-entity tab/p/k .n=TEXT", "update-entity tab/p/k .n=TEXT if-match=*",
		"merge-entity tab/p/k .n=TEXT if-match=$SEEN.etag", "delete-entity tab/p/k if-match=*"},
	"create-bucket lake\nseed: put-object lake/k 0": {"get-object lake/k", "put-object lake/k TEXT",
		"put-object lake/k TEXT if-none-match=*", "delete-object lake/k", "put-object lake/k TEXT if-match=$SEEN.etag"},
}

// drawnHistory is a few such lines of two writers.
func drawnHistory(start string, lines []string, number uint64) string {
	draw := rand.New(rand.NewPCG(number, 7))
	text, seen := "writer ann\nwriter ben\nseed: "+start+"\n", map[string]string{}
	for n := range 4 + draw.IntN(2) {
		by, line := []string{"ann", "ben"}[draw.IntN(2)], lines[draw.IntN(len(lines))]
		if strings.Contains(line, "SEEN") && seen[by] == "" {
			continue
		}
		as := fmt.Sprint("x", n)
		if strings.HasPrefix(line, "get-") {
			seen[by] = as
		}
		line = strings.NewReplacer("SEEN", seen[by], "TEXT", fmt.Sprint(by, draw.IntN(2))).Replace(line)
		text += by + ": " + line + " as " + as + "\n"
	}
	return text
}

// Who types requests one after the other does what a plan does that sends them so: a guard stops for the one what it
// stops for the other, in as many orders.
func TestTypedOrPlannedTheTableIsTheSame(t *testing.T) {
	for start, lines := range drawnLines {
		for number := range uint64(10) {
			text := drawnHistory(start, lines, number)
			_, s := enginetest.Searched(t, text)
			planned, given := s.Input, s.Input
			planned.Programs, given.Programs, given.World = nil, nil, given.World.Clone()
			for _, p := range s.Input.Programs {
				steps, others := p.Planned()
				if others > 0 {
					t.Fatalf("%s\n%v", text, p)
				}
				plan := engine.Plan{By: p.By, Steps: steps}
				planned.Programs = append(planned.Programs, explore.Program{By: p.By, Steps: []engine.Input{plan}})
				if _, err := given.World.Step(given.World.Record()+1, plan); err != nil {
					t.Fatal(err)
				}
			}
			given.World.Freeze()
			for _, b := range []explore.Budget{{}, {Faults: 1}} {
				typed := cells(s.Input, b)
				for how, plans := range map[string]string{"planned": cells(planned, b), "given": cells(given, b)} {
					if typed != plans {
						t.Errorf("%d lost\n%s\ntyped\n%s\n%s\n%s", b.Faults, text, typed, how, plans)
					}
				}
			}
		}
	}
}

// cells are a table of all orders, a line for each row.
func cells(in explore.Input, b explore.Budget) (text string) {
	table := tableOf(guards.Orders(in, b, nil, nil))
	for _, row := range table.Rows {
		text += row.Title + " " + row.Why
		if row.Found != nil {
			text += fmt.Sprint(row.Found.Schedules)
		}
		for _, h := range table.Harms {
			text += "; " + h.Text + ": " + table.Cell(row, h)
		}
		text += "\n"
	}
	return text
}
