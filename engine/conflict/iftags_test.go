package conflict_test

import (
	"testing"

	"interleave/engine/conflict"
)

// A condition on tags decides as any other (engine/blob/rules.md, x-ms-if-tags: unmet is 412), so that what a request
// asks for is told with it.
func TestAConditionOnTagsIsTold(t *testing.T) {
	r, _ := run(t, "seed: create-container wiki\nseed: put-blob wiki/x one tag.state=new\n"+
		"ann: set-blob-tags wiki/x tag.state=ann if-tags=\"state = 'old'\"\n")
	w := r.Timeline.World()
	const want = "PUT wiki/x (set-blob-tags)  If-Tags state = 'old'"
	if got := conflict.Asks(w, w.Exchange(w.Requests())); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
