package scenario_test

import (
	"slices"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/races"
)

// The properties that somebody asks for by name are those of the whole list, groups and all.
func TestPropertiesByNameAreThoseOfTheList(t *testing.T) {
	names := []string{"version", "etag", "lease.state", "lease.holder", "state", "body", "row", "path"}
	met := map[string]bool{}
	for _, name := range races.All() {
		result := enginetest.Ran(t, name)
		for object, r := range result.Timeline.World().Objects() {
			want := slices.DeleteFunc(engine.Properties(r),
				func(p engine.Property) bool { return !slices.Contains(names, p.Name) })
			if got := engine.PropertiesNamed(r, names...); !slices.Equal(got, want) {
				t.Fatalf("%s: %s has %v, want %v", name, object, got, want)
			}
			for _, p := range want {
				met[p.Name] = true
			}
		}
	}
	if !met["version"] || !met["lease.state"] || !met["body"] {
		t.Errorf("the races have only %v", met)
	}
}
