package enginetest

import (
	"strings"
	"testing"

	"interleave/engine"
)

// PublicSources holds that whatever the screen names as a source of a service is a page that anybody can open, as its
// document's name says; what no page settles is said beside it.
func PublicSources(t *testing.T, service *engine.Service, public func(document string) bool) {
	t.Helper()
	check := func(of string, s engine.Source) {
		if !public(s.Document) || strings.Contains(s.Section+s.Unsure, "sheet") {
			t.Errorf("%s: %+v", of, s)
		}
	}
	for _, r := range service.Faults {
		check(r.Fault.Code, r.Source)
	}
	for _, spec := range service.Ops {
		check(spec.Verb, spec.Source)
		for _, r := range spec.Refuses {
			check(spec.Verb+" "+r.Fault.Code, r.Source)
		}
	}
}
