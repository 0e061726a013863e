package plain

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interleave/engine/export"
	"interleave/engine/room"
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
	out, _ = said(t, []string{"--plain", "--ephemeral"}, "new\nwriter Ana\nseed: create-bucket lake\n"+
		"seed: put-object lake/a one\nana: send put-object lake/a two if-none-match=* as w\ngive-up\nana: get-object "+
		"lake/a\nhold-all\ndeliver w\nrecommend\n")
	if !strings.Contains(out, "nobody waits for the answer") || strings.Contains(out, "step brings the answer") {
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

// A report has the picture of the sequence beside it and names it; what is there stays as it is, unless over is said.
func TestAReportHasAPicture(t *testing.T) {
	folder := t.TempDir()
	report, picture := filepath.Join(folder, "a.md"), filepath.Join(folder, "a.sequence.svg")
	cast := func(word string, r *room.Room, _, _ int) ([]byte, error) {
		if word != export.AsSequence {
			t.Errorf("the desktop is asked for %s", word)
		}
		return []byte("<svg/>"), nil
	}
	call := func(args ...string) (string, int) {
		var b bytes.Buffer
		code := Main(cast, append([]string{"export", "-o", report}, args...), strings.NewReader(""), &b, &b)
		return b.String(), code
	}
	if out, code := call("wiki"); code != exitOK {
		t.Fatalf("%d\n%s", code, out)
	}
	text, err := os.ReadFile(report)
	if err != nil || !strings.Contains(string(text), "](<a.sequence.svg>)") {
		t.Errorf("%v\n%s", err, text)
	}
	if svg, err := os.ReadFile(picture); err != nil || string(svg) != "<svg/>" {
		t.Errorf("%v %q", err, svg)
	}
	if err := os.WriteFile(picture, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := call("wiki"); code == exitOK || !strings.Contains(out, "stays as it is") {
		t.Errorf("%d\n%s", code, out)
	}
	if err := os.Remove(report); err != nil {
		t.Fatal(err)
	}
	if out, code := call("wiki"); code == exitOK {
		t.Errorf("%d\n%s", code, out)
	}
	if svg, _ := os.ReadFile(picture); string(svg) != "mine" {
		t.Errorf("the picture is %q", svg)
	}
	if out, code := call("-over", "wiki"); code != exitOK {
		t.Errorf("%d\n%s", code, out)
	}
}

// Who reads hears what stands there, in the line behind the answer: a screen reader has no window with the text. What
// shows nothing, as a read that finds nothing, says nothing.
func TestAReadSaysWhatItShows(t *testing.T) {
	start := "new\nadd ann\nann: create-container wiki\nann: put-blob wiki/a \"Open 9 to 5\"\n" +
		"ann: create-queue jobs\n" +
		"ann: put-message jobs \"pay 10\"\nann: create-table counters\nann: insert-entity counters/p/r \"views=5\"\n"
	for line, want := range map[string]string{
		"read wiki/a":       "\n    \"Open 9 to 5\"\n",
		"read jobs":         "\n    \"pay 10\"\n",
		"read counters/p/r": "\n    \"views=5\\n\"\n",
		"read wiki/nowhere": "heard 404 Not Found (BlobNotFound)\n",
	} {
		out, _ := said(t, []string{"--plain", "--ephemeral"}, start+line+"\n")
		if !strings.Contains(out, want) || strings.HasSuffix(line, "nowhere") && !strings.HasSuffix(out, want) {
			t.Errorf("%s: %q is not in\n%s", line, want, out)
		}
	}
}
