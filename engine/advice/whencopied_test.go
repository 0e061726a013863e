package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// A copy gives its destination a new ETag where it begins, and another where it ends (engine/blob/rules.md, "Copy
// Blob"): a tag from before it never fits again, and what is written without a tag goes over what it brings.
func TestBehindACopyNoOldTagFits(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset blob.copy=slow\nseed: create-container cont\n" +
			"seed: put-blob cont/src s\nseed: put-blob cont/dst d\nben: get-blob cont/dst as r\n" +
			"ann: copy-blob cont/dst source=cont/src as c\n"
		put  = head + "ben: put-blob cont/dst bb if-match=$r.etag\n"
		kill = head + "ben: delete-blob cont/dst if-match=$r.etag\n"
	)
	const (
		gone  = "See whether it is still to be deleted, then delete it with the new tag."
		tag   = "it leaves another tag. "
		claim = "If what is there now claims it for somebody else, stop; otherwise put the change into it"
	)
	advises(t, []advised{
		{"a write behind it", put + "finish c\n", engine.Unfinished, "read",
			"has another tag by now. Read it. " + claim, "send the same again"},
		{"a write behind what was aborted", put + "ann: abort-copy-blob cont/dst copy=$c.copy-id\n", engine.Unfinished,
			"read", "has another tag by now. Read it. " + claim, "send the same again"},
	})
	for lines, want := range map[string]string{
		put:  "Wait until it is finished, and read then: " + tag + claim,
		kill: tag + gone,
		head + "ben: put-blob cont/dst bb\n": "Wait until it is finished, and read then what is there: " +
			"the same again would go over Ana's #5, which Ben has not read.",
	} {
		v := whileItRuns(t, lines)
		for _, tr := range v.Troubles() {
			if card := advice.For(v, tr.Finding); tr.Kind != engine.Unfinished || !strings.HasSuffix(card.Say, want) &&
				!strings.HasPrefix(card.Say, want) || card.Action != "" {
				t.Errorf("%s%s: %q %q", lines, tr.Kind, card.Say, card.Action)
			}
		}
		if len(v.Troubles()) == 0 {
			t.Error("no mark in", lines)
		}
	}
}

// whileItRuns is what is seen when the first refusal has been heard.
func whileItRuns(t *testing.T, text string) *view.View {
	t.Helper()
	r := roomtest.Of(t, "case.race", text)
	for {
		v := r.View()
		for _, tr := range v.Troubles() {
			if !v.Exchange(tr.Request).Heard.IsZero() {
				return v
			}
		}
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
}
