package plain

import (
	"fmt"
	"strings"
	"testing"
)

// Who lists hears what there is, a line each: a screen reader has no window with it. What lists all there is needs no
// name, and a long list is said to be longer.
func TestAListSaysWhatItShows(t *testing.T) {
	start := "new\nadd ann\nann: create-bucket photos\nann: put-bucket-versioning photos Enabled\n" +
		"ann: put-object photos/cat.txt meow\nann: delete-object photos/cat.txt\nann: create-queue jobs\n"
	for line, wants := range map[string][]string{
		"do list-object-versions photos": {"\n    count=2\n    0  key=cat.txt  version-id=", "  delete-marker=true",
			"\n    1  key=cat.txt  version-id="},
		"do list-queues":            {"\n    count=1\n    0  name=jobs\n"},
		"do list-objects-v2 photos": {"heard 200 OK\n    count=0\n"},
	} {
		out, _ := said(t, []string{"--plain", "--ephemeral"}, start+line+"\n")
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in\n%s", line, want, out)
			}
		}
	}
	out, _ := said(t, []string{"--plain", "--ephemeral"}, start+"read photos/cat.txt\nrecommend\n")
	if !strings.HasSuffix(out, "stands on top of it. recommend sent nothing: undelete takes the marker away.\n") {
		t.Errorf("recommend does not end with the word that helps:\n%s", out)
	}
	out, _ = said(t, []string{"--plain", "--ephemeral"}, start+"read photos/cat.txt\nwhy\n")
	if !strings.Contains(out, "stands on top of it. undelete takes the marker away: delete-object with version-id ") ||
		!strings.Contains(out, ", and v1 is there again with nothing written. No conflict is marked.") {
		t.Errorf("why does not say how it comes back:\n%s", out)
	}
	out, _ = said(t, []string{"--plain", "--ephemeral"}, start+"read photos/cat.txt\nundelete\n")
	if !strings.HasSuffix(out, "The delete marker is gone: v1 of photos/cat.txt is there again. read reads it.\n") {
		t.Errorf("undelete does not say what is there again:\n%s", out)
	}
	out, _ = said(t, []string{"--plain", "--ephemeral"}, start+"read photos/cat.txt\nundelete\nwrite newer\ntruth\n")
	for _, want := range []string{"there again by ", "marker gone",
		"A delete marker is counted like a version, and so is its removal: no text has these numbers."} {
		if !strings.Contains(out, want) {
			t.Errorf("the truth after an undelete: %q is not in\n%s", want, out)
		}
	}
	var many strings.Builder
	for i := range 30 {
		fmt.Fprintf(&many, "ann: put-object photos/k%d x\n", i)
	}
	out, _ = said(t, []string{"--plain", "--ephemeral"}, start+many.String()+"do list-objects-v2 photos\n")
	if !strings.HasSuffix(out, "\n    and 11 lines more: copy raw says the whole answer.\n") {
		t.Errorf("the end of a long list is\n%s", out[len(out)-200:])
	}
}
