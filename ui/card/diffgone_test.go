package card

import (
	"strings"
	"testing"

	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// cardAfter is the card of the last mark of a few lines.
func cardAfter(t *testing.T, lines string) cardPage {
	t.Helper()
	v := roomtest.AtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\n"+lines)
	list := v.Told()
	if len(list) == 0 {
		t.Fatalf("no conflict comes of\n%s", lines)
	}
	last := list[len(list)-1]
	return cardPage{view: v, t: last, advice: advice.For(v, last.Finding), w: 100}
}

// A delete against a save is no question of lines: what the text was made from is there no more.
func TestADeleteAgainstASaveIsNoClashOfLines(t *testing.T) {
	const (
		wiki = "seed: create-container wiki\nseed: put-blob wiki/a one\nann: get-blob wiki/a as a\n"
		rows = "seed: create-table stock\nseed: insert-entity stock/p/r .n=1\nann: get-entity stock/p/r as a\n"
		key  = "seed: EXSET k one EX 10\nann: EXGET k as a\n"
	)
	for _, row := range []struct{ lines, says string }{
		{wiki + "ben: delete-blob wiki/a\nann: put-blob wiki/a two if-match=$a.etag\n",
			"Ben deleted what Ana's change was made from."},
		{rows + "ben: delete-entity stock/p/r if-match=*\nann: update-entity stock/p/r .n=2 if-match=$a.etag\n",
			"Ben deleted what Ana's change was made from."},
		{key + "clock +11s\nann: EXCAS k two $a.version\n", "What Ana's change was made from has ended by itself."},
		{wiki + "ben: put-blob wiki/a two\nann: delete-blob wiki/a if-match=$a.etag\n", "Ana asked: DELETE wiki/a"},
		{"set bucket.contention=on\n" +
			"seed: create-bucket lake\nann: send put-object lake/k A if-none-match=* as a\n" +
			"ben: send put-object lake/k B if-none-match=* as b\narrive a b\ndeliver b\nanswer b\n",
			"The other request stood undecided: nothing was there yet."},
		{"set bucket.contention=on\nseed: create-bucket lake\nseed: put-object lake/k zero\n" +
			"ann: send put-object lake/k A if-none-match=* as a\nben: send delete-object lake/k as b\narrive a b\n" +
			"deliver b\nanswer b\ndeliver a\n", "nothing of it was read."},
		{wiki + "ben: put-blob wiki/a two\nann: put-blob wiki/a three if-match=$a.etag\n",
			"Both changed the same lines:"},
	} {
		text := strings.Join(strings.Fields(textOf(cardAfter(t, row.lines).lines(diffView, true))), " ")
		clashes := strings.Contains(text, "the same lines") || strings.Contains(text, "Nothing clashes")
		if !strings.Contains(text, row.says) || clashes != strings.HasPrefix(row.says, "Both") {
			t.Errorf("%sthe difference says %q", row.lines, text)
		}
	}
}

// Where a guide says otherwise than what is followed, the Rule view says so, with its place.
func TestTheRuleViewSaysWhereAGuideDiffers(t *testing.T) {
	const box = "seed: create-container wiki\nann: get-container-properties wiki as a\n"
	for _, row := range []struct{ lines, says string }{
		{"seed: EXSET k one\nann: EXGET k as a\nben: EXSET k two\nann: EXCAS k three $a.version\n",
			"tair.wording=module"},
		{"seed: create-queue jobs\nseed: put-message jobs m\nann: get-messages jobs as g\nclock +31s\n" +
			"ben: get-messages jobs\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30\n",
			"calls Update Message last writer wins"},
		{box + "ben: set-container-metadata wiki meta.a=1\nann: set-container-metadata wiki meta.b=1 " +
			"if-match=$a.etag\n", "ignores If-Match"},
	} {
		text := strings.Join(strings.Fields(textOf(cardAfter(t, row.lines).lines(ruleView, true))), " ")
		if !strings.Contains(text, "[differs]") || !strings.Contains(text, row.says) {
			t.Errorf("%sthe rule says %q", row.lines, text)
		}
	}
}

// Where the other changed what stands beside the text, as metadata, that is what the two differ in, and what the
// refused write would have cleared.
func TestTheDifferenceShowsWhatChangedBesideTheText(t *testing.T) {
	p := cardAfter(t, "seed: create-container wiki\nseed: put-blob wiki/a one meta.a=1\nann: get-blob wiki/a as a\n"+
		"ben: set-blob-metadata wiki/a meta.k=v\nann: put-blob wiki/a two if-match=$a.etag\n")
	got := ""
	for _, l := range p.diffLines() {
		for _, s := range l.Left {
			got += s.Text
		}
		got += "\n"
	}
	for _, want := range []string{"- one", "+ two", "- metadata.a 1", "+ metadata.a (not there)", "+ metadata.k v",
		"put-blob replaces what stands beside the text too"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not shown in\n%s", want, got)
		}
	}
}
