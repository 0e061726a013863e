package scenario_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/races"
)

// A page has one title, wherever it is named: in rules and in races.
func TestAPageHasOneTitle(t *testing.T) {
	titles := map[string]string{}
	named := func(title string) {
		plain := strings.NewReplacer(":", "", ",", "").Replace(title)
		words := slices.DeleteFunc(strings.Fields(strings.ToLower(plain)),
			func(word string) bool {
				return slices.Contains([]string{"a", "and", "for", "how", "the", "to", "with"}, word)
			})
		slices.Sort(words)
		key := strings.Join(words, " ")
		if other, ok := titles[key]; ok && !strings.EqualFold(other, title) {
			t.Errorf("one page is called %q and %q", other, title)
		}
		titles[key] = title
	}
	for _, service := range catalog.Services() {
		for _, spec := range service.Ops {
			named(spec.Source.Section)
			for _, rule := range spec.Refuses {
				named(rule.Source.Section)
			}
		}
	}
	for _, name := range races.All() {
		f, _ := parseRace(t, name)
		for _, source := range f.Sources() {
			for i, title := range strings.Split(source, `"`) {
				if i%2 == 1 {
					named(title)
				}
			}
		}
	}
}
