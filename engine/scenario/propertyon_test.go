package scenario_test

import (
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/scenario"
)

// What is typed is kept or refused: on= names the connection of a program, and a property stands behind a point.
func TestAPropertyNamedOnIsNotDropped(t *testing.T) {
	for word, kept := range map[string]bool{"on=1": false, "on=true": false, ".on=1": true, "on=c1": true} {
		text := "writer ann\nann: create-table tab\nann: insert-entity tab/p/a " + word + "\n"
		_, err := scenario.Parse("t.race", []byte(text), catalog.Services())
		if kept != (err == nil) || err != nil && !strings.Contains(err.Error(), "written .on=") {
			t.Errorf("%s: %v", word, err)
		}
	}
}
