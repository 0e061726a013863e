package truth

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/uitest"
)

func TestTheTruthComparesChosenVersions(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	truth := New(d)
	d.With(truth)
	d.ToMark(t)
	uitest.Screen(truth, 70, 26, true, uitest.ASCII())
	if older, newer, ok := truth.pair(); !ok || older.Number != "4" || newer.Number != "5" {
		t.Errorf("v%s with v%s", older.Number, newer.Number)
	}
	truth.Do(command.Open{})
	truth.Do(command.Move{Where: command.Last})
	if got := uitest.Text(uitest.Screen(truth, 70, 26, true, uitest.ASCII())); !strings.Contains(got,
		"Difference v1 to v5") {
		t.Errorf("the chosen versions are not compared:\n%s", got)
	}
	truth.Mouse(face.Mouse{Kind: face.Click, X: 3, Y: 0})
	cmd, mine := truth.Do(command.Copy{})
	if !mine || fmt.Sprint(cmd()) != truth.truth.Versions[0].Tag {
		t.Errorf("copied %v, not the whole tag %s", cmd(), truth.truth.Versions[0].Tag)
	}
}

// What is compared is named, a deletion too, which has no number of its own.
func TestTheChosenVersionIsNamed(t *testing.T) {
	at := engine.Instant(0).Add(2100 * time.Millisecond)
	for want, n := range map[string]view.Version{"v3": {Number: "3", At: at},
		"The deletion at 00:02.1": {Gone: true, At: at}, "What stood there at 00:02.1": {At: at}} {
		if got := called(n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A tombstone is a version like any other, and the list says that nothing is there now.
func TestTheTruthListsRemovals(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	truth := New(d)
	d.With(truth)
	uitest.Send(t, d.Room(), uitest.Request("ben", "delete-blob", "wiki/home.md"))
	got := uitest.Screen(truth, 80, 6, false, uitest.ASCII()).Text()
	if !strings.Contains(got[1], "Ben") || !strings.Contains(got[1], "deleted") || strings.Contains(got[1], "now") {
		t.Errorf("the removal shows as %q", got[1])
	}
}

// Two rows say of a message who has it, for how long, and how often it was received.
func TestALowTruthOfAMessageSaysWhoHasIt(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 8, engine.ObjectID{})
	d.Chosen = d.First(t, "message")
	uitest.Holds(t, truthOf(d, 80, 4), "hidden", "Ben", "2x", "Ana has the old receipt")
}

// That a version is gone is never painted over: what is said of it gets shorter, and stands behind.
func TestAMarkStandsBehindDeleted(t *testing.T) {
	for w := 40; w <= 80; w++ {
		d := uitest.Play(t, "wiki.race")
		truth := New(d)
		d.With(truth)
		uitest.Send(t, d.Room(), uitest.Request("ben", "delete-blob", "wiki/home.md"))
		uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "put-blob",
			Args: engine.Args("path", "wiki/home.md", "body",
				"x", "if-match", "0x8D0000000000001")})
		got := uitest.Text(uitest.Screen(truth, w, 10, false, uitest.ASCII()))
		for row := range strings.Lines(got) {
			if gone := strings.Contains(row, "Ben") && strings.Contains(row, "del"); gone &&
				!strings.Contains(row, "deleted") {
				t.Errorf("%d columns: %q", w, row)
			}
		}
	}
}

// A version whose text is that of the one before it says what else has changed, where its own row has no room for that.
func TestTheDifferenceSaysWhatChangedBesideTheText(t *testing.T) {
	d := uitest.At(t, "blob/extra-properties-make-a-new-tag.race", 5, engine.ParseObject("blob wiki/home.md"))
	if got := truthOf(d, 48, 10); !strings.Contains(got, "Beside the text: content-type=text/markdown") {
		t.Errorf("the media type that Ben set is not shown:\n%s", got)
	}
}

// A version that differs from the one before it in metadata alone says so.
func TestTheTruthShowsWhatChangedBesideTheText(t *testing.T) {
	d := uitest.At(t, "blob/r35-metadata-is-replaced-not-merged.race", 6, engine.ParseObject("blob wiki/home.md"))
	if got := truthOf(d, 100, 6); !strings.Contains(got, `"v1" metadata.a=1`) {
		t.Errorf("the metadata that Ana set is not shown:\n%s", got)
	}
}
