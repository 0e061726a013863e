package plain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// U12: recommend carries out what the card says and tells what it did; where nothing is left to do it only says so, and
// reads nothing that is not there.
func TestRecommendCarriesOutWhatTheCardSays(t *testing.T) {
	const (
		rows = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-table stock\n" +
			"seed: insert-entity stock/p/r .price=10 .count=1\nann: get-entity stock/p/r as a\n" +
			"ben: get-entity stock/p/r as b\nann: update-entity stock/p/r .price=11 .count=1 if-match=$a.etag\n" +
			"ben: update-entity stock/p/r .price=10 .count=2 if-match=$b.etag\n"
		queue = "writer ann \"Ann\"\nseed: create-queue jobs\nseed: put-message jobs one messagettl=10\n" +
			"ann: get-messages jobs visibilitytimeout=5 as g\nclock 00:20.0\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt\n"
		looked = "writer ann \"Ann\"\nseed: create-queue jobs\nseed: put-message jobs one\nann: peek-messages jobs\n"
	)
	for _, c := range []struct {
		race, lines string
		want, never []string
	}{
		{rows, "run\nstep\nrecommend\nstate\n", []string{"Ben read v2, merged and sent again. undo takes it back.",
			"#8   204 No Content v3"}, nil},
		{queue, "run\nstep\nrecommend\nstate\n", []string{"It expired.", "nothing is left to send"},
			[]string{"cannot be read", "undo takes it back", "Read   nothing of jobs"}},
		{looked, "run\nstate\n", []string{"Saw    1 message at 00:00.0"}, []string{"Read   nothing"}},
	} {
		file := filepath.Join(t.TempDir(), "case.race")
		if err := os.WriteFile(file, []byte(c.race), 0o600); err != nil {
			t.Fatal(err)
		}
		out, _ := said(t, []string{"--plain", "--ephemeral", file}, c.lines)
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("nothing says %q:\n%s", want, out)
			}
		}
		for _, never := range c.never {
			if strings.Contains(out, never) {
				t.Errorf("%q is said:\n%s", never, out)
			}
		}
	}
}

// Where only the answer is awaited, what is left is a step and no person's work.
func TestAnAnswerUnderWayIsAwaited(t *testing.T) {
	out, _ := said(t, []string{"--plain", "--ephemeral"}, "new\nwriter Ana\nwriter Ben\nseed: create-bucket lake\n"+
		"seed: put-object lake/a one\nana: get-object lake/a as r\nben: put-object lake/a two\nhold-all\n"+
		"ana: send put-object lake/a three if-match=$r.etag as w\ndeliver w\nrecommend\n")
	if !strings.Contains(out, "recommend sent nothing: step brings the answer that is under way.") {
		t.Errorf("%s", out)
	}
}

// A card's sentence is told as the card has it: names are case sensitive, and Cont is no container. A mark that is open
// beside it is whose work it is by whom: not that of its doer.
func TestACardsNamesAreToldAsTheyAre(t *testing.T) {
	const (
		head = "new\nadd ann, ben\nseed: create-container cont\nseed: put-blob cont/a v0\nann: get-blob cont/a as r\n"
		gone = "ben: delete-container cont\nann: put-blob cont/a x if-match=$r.etag\nrecommend\n"
		lost = "ann: send delete-blob cont/a as d\nlose-answer\nben: put-blob cont/a ben1\nann: again\nrecommend\n"
	)
	for lines, want := range map[string]string{
		gone: "\ncont is gone, by ben's #4",
		lost: "\nAnother mark is open, ~ lost-update ben by ann's #6: recommend 2",
	} {
		if out, _ := said(t, []string{"--plain", "--ephemeral"}, head+lines); !strings.Contains(out, want) {
			t.Errorf("%s: nothing says %q:\n%s", lines, want, out)
		}
	}
}
