package plain

import (
	"strings"
	"testing"
)

// A bucket holds what a delete marker hides until that goes by its version id (engine/bucket/rules.md, "Versioning"),
// and is not deleted before: what lies in it is listed.
func TestWhatADeleteMarkerHidesIsListed(t *testing.T) {
	const lines = "new\nadd Ana, Ben\nseed: create-bucket buc\nseed: put-bucket-versioning buc Enabled\n" +
		"ana: put-object buc/k x\nana: delete-object buc/k\n"
	for _, look := range []string{"tree\n", "truth buc\n"} {
		out, _ := said(t, []string{"--plain", "--ephemeral"}, lines+look)
		if !strings.Contains(out, "object buc/k  deleted, under a delete marker\n") {
			t.Errorf("%s%s", look, out)
		}
	}
}
