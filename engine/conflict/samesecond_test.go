package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A date stands for all that was written in its second (blob/rules.md, "Last-Modified"; race R23): the card says so
// where both works fell into one, and of no other date.
func TestWhyADateFittedIsTold(t *testing.T) {
	const head = "seed: create-container docs\nseed: put-blob docs/a one\nann: get-blob docs/a as g\n"
	const why = "and a date counts whole seconds: the one that Ana sent fits both. Ben's"
	const page = "Specifying conditional headers for Blob service operations"
	for _, c := range []struct{ lines, first, law, document string }{
		{head + "clock +0.4s\nben: put-blob docs/a two\n" +
			"ann: put-blob docs/a mine if-unmodified-since=$g.last-modified\n",
			"v1 and Ben's v2 were written within one second, " + why, "dates are compared in whole seconds", page},
		{"seed: create-container docs\nann: get-container-properties docs as g\nclock +0.9s\n" +
			"ben: set-container-metadata docs meta.a=1\n" +
			"ann: delete-container docs if-unmodified-since=$g.last-modified\n",
			"v1 and Ben's metadata were written within one second, " + why, "dates are compared in whole seconds",
			page},
		{head + "clock +5s\nben: put-blob docs/a two\nann: get-blob-properties docs/a as h\n" +
			"ann: put-blob docs/a mine if-unmodified-since=$h.last-modified from=g\n",
			"Ana sent the newest date with an older text.", "still fitted, so the request was done", "Put Blob"},
		{head + "clock +5s\nann: put-blob docs/a two\nann: get-blob-properties docs/a as h\n" +
			"ben: put-blob docs/a three\nann: put-blob docs/a mine if-unmodified-since=$h.last-modified\n",
			"v2 and Ben's v3 were written within one second, " + why, "dates are compared in whole seconds", page},
		{"seed: create-container docs\nseed: put-blob docs/a one\nclock +2s\nann: get-blob docs/a as g\nclock +2s\n" +
			"ben: put-blob docs/a two\nann: put-blob docs/a mine if-unmodified-since=00:59.0\n",
			"The date that Ana sent fits Ben's newer work too.", "still fitted, so the request was done", "Put Blob"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if !strings.HasPrefix(told.First, c.first) || !strings.Contains(told.Law, c.law) ||
			!strings.Contains(told.Rule.Document, c.document) {
			t.Errorf("%s%s\n%s\n%s", c.lines, told.First, told.Law, told.Rule.Document)
		}
	}
}
