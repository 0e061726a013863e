package blob_test

import (
	"strings"
	"testing"

	"interleave/engine/blob"
)

// A lease of a container has a page of its own, with tables of its own; of a missing id its delete's page says another
// status than is followed (rules.md, "Using a container while leased").
func TestContainerLeasesCiteTheirOwnPage(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range blob.Service().Ops {
		for _, r := range op.Refuses {
			code := r.Fault.Code
			if !strings.HasPrefix(code, "Lease") || op.Object != "container" {
				continue
			}
			if r.Source.Document != `Azure REST, "Lease Container"` {
				t.Errorf("%s, %s: %s", op.Verb, code, r.Source.Document)
			}
			if op.Verb == "delete-container" && code == "LeaseIdMissing" && !strings.Contains(r.Source.Differs, "409") {
				t.Error("nothing says that the page of Delete Container has 409")
			}
			seen[code] = true
		}
	}
	for _, code := range []string{"LeaseIdMissing", "LeaseLost", "LeaseAlreadyPresent",
		"LeaseIdMismatchWithContainerOperation"} {
		if !seen[code] {
			t.Errorf("%s is nowhere refused", code)
		}
	}
}
