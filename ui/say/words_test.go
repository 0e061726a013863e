package say_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"interleave/engine/room"
	"interleave/ui/grid"
	"interleave/ui/say"
)

func TestAnErrorIsOneSentence(t *testing.T) {
	for text, want := range map[string]string{
		"nothing flies":             "Nothing flies.",
		"élan is gone":              "Élan is gone.", // not half of a letter
		"wiki/home.md is not there": "wiki/home.md is not there.",
		"who?":                      "Who?",
		"":                          "",
	} {
		if got := say.Sentence(text); got != want {
			t.Errorf("%q is told as %q, not %q", text, got, want)
		}
	}
	for err, want := range map[error]string{
		fmt.Errorf("%w: the script is over", room.ErrNothing): "The script is over.",
		errors.New("line 3 is odd\n   ^"):                     "Line 3 is odd.",
		errors.New("these are not known:\n a\n b"):            "These are not known.",
		errors.New("it goes on…"):                             "It goes on…",
	} {
		if got := say.Error(err); got != want {
			t.Errorf("%q is told as %q, not %q", err, got, want)
		}
	}
}

func TestRowsBreakBetweenWordsAndNeverWithinALetter(t *testing.T) {
	text := "Send If-Match: 0x8D again 营业时间九点到五点 👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦"
	for w := 1; w < 30; w++ {
		rows := say.Wrap(text, w)
		for _, row := range rows {
			if grid.Width(row) > max(w, 2) { // one wide letter stands where it does not fit
				t.Errorf("at %d columns: %q", w, row)
			}
		}
		if got := strings.ReplaceAll(strings.Join(rows, ""), " ", ""); got != strings.ReplaceAll(text, " ", "") {
			t.Errorf("at %d columns the text became %q", w, got)
		}
	}
	if rows := say.Wrap("Send If-Match again", 10); rows[1] != "If-Match" {
		t.Errorf("a header's name was broken: %q", rows)
	}
}

// What does not fit is left out in the middle: the end of a text tells as much as its beginning.
func TestATextIsCutInItsMiddle(t *testing.T) {
	gl := grid.ASCII()
	for w, want := range map[int]string{40: "Open 9 to 5, closed on Sunday", 20: "Open 9 to..on Sunday", 9: ""} {
		got := say.FitMiddle("Open 9 to 5, closed on Sunday", w, gl)
		if w == 9 && grid.Width(got) > w || w != 9 && got != want {
			t.Errorf("in %d columns %q, want %q", w, got, want)
		}
	}
}

// The width of a value of some megabytes is not to be measured each time that a row of it is painted.
func TestALongLineIsQuotedByItsBeginning(t *testing.T) {
	long := strings.Repeat("é", 3<<20)
	if got := say.Quoted(long + "\nend"); len(got) > 3<<10 || !strings.HasPrefix(got, `"éé`) ||
		!strings.HasSuffix(got, `é... / end"`) {
		t.Errorf("%d bytes: %.20s ... %s", len(got), got, got[len(got)-20:])
	}
}
