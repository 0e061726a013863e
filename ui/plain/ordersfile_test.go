package plain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ordersOf is what `interleave orders` says of a scenario.
func ordersOf(t *testing.T, text string, flags ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "case.race")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := said(t, append([]string{"orders", file}, flags...), "")
	return out
}

// A name of one letter is refused (engine/blob/rules.md: 3 to 63): nothing is there, both are stuck in both orders,
// under every guard too. Each of that is told, and nowhere that there is no trouble.
func TestOrdersOfAFileSayWhoIsStuckAndWhatTheStartLacks(t *testing.T) {
	const plan = " [get-blob c/n as r; put-blob c/n {$r.body + 1} if-match=$r.etag]\n"
	out := ordersOf(t, "writer ann\nwriter ben\nseed: create-container c\nplan ann"+plan+"plan ben"+plan, "-guards")
	for _, want := range []string{
		"  seed: create-container c was refused (OutOfRangeInput): The name of a container has 3 to 63 characters.\n",
		"    ann cannot use the body of get-blob c/n: the answer 400 OutOfRangeInput has no \"body\" (body)\n",
		"  get-blob refused with 400 OutOfRangeInput: 2 orders, all, shortest 1 step\n",
		"  guard none: get-blob refused with 400 OutOfRangeInput in all 2 orders, somebody stuck in all 2 orders " +
			"(ann cannot ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it lacks %q:\n%s", want, out)
		}
	}
	if strings.Contains(strings.ToLower(out), "no order meets") {
		t.Error(out)
	}
}

// Under a lock each reads when it is its turn, and a text that was typed beforehand goes over what it has read. No mark
// tells of it, so it is said. Of a text that is made from what was read it is not.
func TestALockUnderWhichTypedTextsReplaceEachOtherIsToldOf(t *testing.T) {
	const start, stays = "writer ann\nwriter ben\nseed: create-container con\nseed: put-blob con/n 10\n",
		"\n    The texts are those of the history"
	typed := ordersOf(t, start+"ann: get-blob con/n\nben: get-blob con/n\nann: put-blob con/n 15\n"+
		"ben: put-blob con/n 12\n", "-guards")
	const plan = " [get-blob con/n as g; put-blob con/n {$g.body + 1}]\n"
	made := ordersOf(t, start+"plan ann"+plan+"plan ben"+plan, "-guards")
	if strings.Count(typed, stays) != 1 || strings.Contains(made, stays) {
		t.Errorf("typed:\n%s\nmade from what was read:\n%s", typed, made)
	}
}

// What a search calls a step is a request that is sent, decided and answered: three of them are nine words
// step. An order is searched again as what it is an order of, and opened again it is the branch that one is on. What
// only makes what the others need is not put in order, and named.
func TestAnOrderThatIsOpenedSaysHowOneGoesAlongIt(t *testing.T) {
	out, _ := said(t, []string{"--ephemeral"}, "new\nadd ann, ben\nann: create-container con\nann: put-blob con/n 0\n"+
		"ann: get-blob con/n\nben: get-blob con/n\nben: put-blob con/n 1\norders\norders 1\norders\norders 1\n")
	for _, want := range []string{
		"ann 2 requests, ben 2 requests; first of all, in every order, ann's create-container con.\n",
		"3 steps lead to ",
		" step goes along it, 9 times to its end: a request is sent, decided and answered; ",
		" Until something else is done here, orders and guards search again what it is an order of; undo goes " +
			"back to main.\n",
		" You were on it already; undo goes back to where you were.\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it lacks %q:\n%s", want, out)
		}
	}
}

// A wish that is half done is no request's mark. Where its rows lie in one partition a group does all or none
// (engine/table/rules.md); in two it cannot. When nothing is left to do the harm is told there as well.
func TestASplitUpdateThatIsOpenedSaysWhatItIs(t *testing.T) {
	const group = " ann's rows lie in one partition: entity-group-transaction acc p does all of the wish or none " +
		"of it.\n"
	for row, one := range map[string]bool{"acc/p/b": true, "acc/q/b": false} {
		file := filepath.Join(t.TempDir(), "case.race")
		text := "writer ann\nseed: create-table acc\nseed: insert-entity acc/p/a .n=5\nseed: insert-entity " + row +
			" .n=5\nplan ann [wish move [merge-entity acc/p/a .n=4; merge-entity " + row + " .n=6]]\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, _ := said(t, []string{"--ephemeral", file}, "orders stops 1\norders 1\nrun\nrun\nwhy\n")
		const split = "No request in it is marked: what is left half done at its end is the harm."
		over := "No conflict is marked. What is left half done at its end is the harm. ann's wish move: done " +
			"merge-entity acc/p/a; not done merge-entity " + row + "."
		at := strings.LastIndex(out, over)
		if !strings.Contains(out, split) || strings.Contains(out, group) != one || at < 0 {
			t.Errorf("%s:\n%s", row, out)
		}
	}
}

// What the rows of guards tell, the list in front of them tells of the same search: a text that names its writer and is
// replaced by who has read it. Of 6 orders the one has put its name before the other looks in 2, and in 4 both look
// first, which is a lost update.
func TestOrdersOfAFileTellWhatTheirGuardsTell(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container lake\nseed: put-blob lake/n 0\n"
	for _, id := range []string{"ann", "ben"} {
		text += "plan " + id + " [get-blob lake/n; put-blob lake/n " + id + "]\n"
	}
	out := ordersOf(t, text, "-guards")
	for _, want := range []string{
		"  a text that names its writer is overwritten by who had read it:  2 of 6 orders ",
		"  guard as it is: ~ lost-update 4 of 6 orders (66.6667 %), a text that names its writer overwritten by who " +
			"had read it 2 of 6 orders ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it lacks %q:\n%s", want, out)
		}
	}
}

// Guards stand as in the window: what lets all work through in front, and of these what refuses least; If-None-Match
// lets no write of an object that is there through.
func TestTheGuardsStandAsInTheWindow(t *testing.T) {
	for line, rows := range map[string][]string{
		"guards all":     {"\nas it is: ", "\nnone: ", "\nlease: ", "\nIf-Match: ", "\nIf-None-Match *: "},
		"compare-guards": {"\nas-it-is ", "\nnone ", "\nlease ", "\nif-match ", "\nif-none-match "},
	} {
		out, _ := said(t, []string{"--plain", "--ephemeral"}, "races wiki-no-guard\n"+line+"\n")
		at := 0
		for _, row := range rows {
			next := strings.Index(out[at:], row)
			if next < 0 {
				t.Fatalf("%s: %q does not stand behind the rows before it:\n%s", line, row, out)
			}
			at += next
		}
	}
}

// Why a row cures nothing is said once, however many of its columns it is so of.
func TestAReasonIsSaidOncePerRow(t *testing.T) {
	const lines = "new\nadd ann, ben\nseed: EXSET c 0\nben: EXGET c\nann: EXSET c 1\nben: EXCAS c 2 1\n" +
		"ben: EXSET c 2\ncompare-guards\n"
	out, _ := said(t, []string{"--plain", "--ephemeral"}, lines)
	const why = "Nobody does the work in this row"
	if n := strings.Count(out, why); n != 1 || strings.Count(out, "  undone  ") < 2 {
		t.Errorf("%q is said %d times:\n%s", why, n, out)
	}
}

// What the start made goes without a word, and what the clock ends of it does not: who reads it later finds nothing,
// and would not know why.
func TestTheEndOfWhatTheStartMadeIsTold(t *testing.T) {
	out, _ := said(t, []string{"--ephemeral"}, "new\nadd ann\nseed: SET k v PX 1000\nadvance 10s\nann: GET k\nlog\n")
	if got := strings.Count(out, "k expired"); got != 2 {
		t.Errorf("told %d times, when it ended and in the log are 2:\n%s", got, out)
	}
	if strings.Contains(out, "SET k v") {
		t.Errorf("the start is told:\n%s", out)
	}
}

// A request of the start that a file states and that was refused is told as one that is typed: what comes after is
// about what is not there (engine/blob/rules.md: a new append blob is empty).
func TestARefusedStartOfAFileIsTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "log.race")
	text := "writer ann \"Ana\"\nseed: create-container logs\nseed: put-blob logs/a type=AppendBlob body=x\n" +
		"ann: append-block logs/a y\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	const told = "seed: put-blob logs/a was refused (InvalidHeaderValue): A new append blob or page blob is empty."
	for _, c := range []struct {
		args  []string
		lines string
	}{
		{[]string{"--ephemeral", file}, "run\n"},
		{[]string{"--ephemeral"}, "new\nadd ann\nseed: create-container logs\n" +
			"seed: put-blob logs/a type=AppendBlob body=x\n"},
	} {
		out, _ := said(t, c.args, c.lines)
		if got := strings.Count(out, told); got != 1 || strings.Contains(out, "create-container logs was refused") {
			t.Errorf("%v told %d times:\n%s", c.args, got, out)
		}
	}
}
