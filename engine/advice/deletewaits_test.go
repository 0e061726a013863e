package advice_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
)

// A lease keeps a delete out, and its holder at work (engine/blob/rules.md, "Using a blob while leased" and "Using a
// container while leased"; engine/share/rules.md): who waits for its end reads before it deletes, of a container or a
// share what lies in it. A delete that names its version is kept from another one by that.
func TestWhoWaitsForALeaseReadsBeforeItDeletes(t *testing.T) {
	const (
		wiki  = who + "seed: create-container wiki\nseed: put-blob wiki/a one\nann: get-blob wiki/a as g\n"
		docs  = who + "seed: create-share docs\nseed: create-file docs/f 4\n"
		box   = "ben: acquire-container-lease wiki duration=15\nann: delete-container wiki\n"
		blob  = "ben: acquire-blob-lease wiki/a duration=15\nann: delete-blob wiki/a"
		share = docs + "ben: acquire-share-lease docs duration=15\nann: delete-share docs\n"
		reads = "then read what is there, as Ben may have changed it until then: if it is still to be deleted, send " +
			"the same again."
		again = "then send the same again."
	)
	advisesBehind(t, []advised{
		{"a blob", wiki + blob + "\n", engine.IsLeased, "wait", "Wait until 00:15.0, " + reads, again},
		{"under its tag", wiki + blob + " if-match=$g.etag\n", engine.IsLeased, "wait", again, reads},
		{"a container", wiki + box, engine.IsLeased, "wait", "Wait until 00:15.0, " + reads, again},
		{"a share", share, engine.IsLeased, "wait", "Wait until 00:15.0, " + reads, again},
		{"over by now", wiki + blob + "\nclock +20s\n", engine.IsLeased, "retry", "send the same again", reads},
	})
	for lines, verb := range map[string]string{
		wiki + blob + "\n": "get-blob", wiki + box: "list-blobs", share: "list-directories-and-files",
	} {
		v, sent := behindLines(t, lines), ""
		for _, tr := range v.Troubles() {
			for _, in := range advice.For(v, tr.Finding).Inputs {
				if s, ok := in.(engine.Send); ok {
					sent += s.Verb + " "
				}
			}
		}
		if sent != verb+" " {
			t.Errorf("%s: R sends %q, want %s", lines, sent, verb)
		}
	}
}
