package engine

import (
	"slices"
	"strings"
)

// setAlike notes of the changes that set what stands beside a content, as its metadata, and nothing else, that they set
// it to what stood there.
func (s *step) setAlike(changed []Change, written []Written) {
	for i := range changed {
		c := &changed[i]
		if c.Name != "metadata" && c.Name != "tags" || c.Side || c.Drops || c.Gone || c.Mark.IsZero() {
			continue
		}
		e := Event{written: written}
		if before, after, ok := e.On(s.World, c.Object.Kind, c.Object.Name); ok && before != nil && after != nil {
			of := func(name string) bool { return strings.HasPrefix(name, c.Name+".") }
			c.Same = slices.Equal(PropertiesThat(before, of), PropertiesThat(after, of))
		}
	}
}
