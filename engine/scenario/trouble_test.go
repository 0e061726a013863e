package scenario_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"interleave/engine/scenario"
)

// Of a long line only what stands around the place that is wrong is shown, with the mark under that place.
func TestALongLineIsShownAroundItsFault(t *testing.T) {
	body := strings.Repeat("ä", 300_000)
	for _, c := range []struct{ source, fault string }{
		{"ann: put-blob wiki/a x wrong=1", "wrong"},
		{"\tann: put-blob wiki/a x wrong=1", "wrong"},
		{"ann: put-blob wiki/a " + body + " wrong=1", "wrong"},
		{"ann: wrong-blob wiki/a " + body, "wrong"},
		{"ann: put-blob wiki/a " + body + " wrong=1 body2=" + body, "wrong"},
	} {
		before, _, _ := strings.Cut(c.source, c.fault)
		e := scenario.Error{File: "a.race", Line: 1, Col: 1 + utf8.RuneCountInString(before), Source: c.source,
			Text: "there is no such word"}
		lines := strings.Split(e.Error(), "\n")
		if len(lines) != 3 || len([]rune(lines[1])) > 340 {
			t.Errorf("%.60s: %d lines, the second of %d letters", c.source, len(lines), len([]rune(lines[1])))
			continue
		}
		at := strings.Index(lines[2], "^")
		if got := string([]rune(lines[1])[len([]rune(lines[2][:at])):]); !strings.HasPrefix(got, c.fault) {
			t.Errorf("%.60s: the mark stands under %.20q", c.source, got)
		}
	}
}
