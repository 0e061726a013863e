package truth

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/ui/uitest"
)

// A mark and its word stand together, or neither does: also behind a version that says that it is gone.
func TestAMarkBesideADeleteMarkerIsWhole(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	for _, r := range [][]string{{"ann", "create-bucket", "lake"},
		{"ann", "put-bucket-versioning", "lake", "status", "Enabled"}, {"ann", "put-object", "lake/a", "body", "one"},
		{"ben", "delete-object", "lake/a"}} {
		uitest.Send(t, d.Room(), uitest.Request(r[0], r[1], r[2], r[3:]...))
	}
	d.Select(engine.ParseObject("object lake/a"))
	mine, _ := d.Room().View().Known("ann").Reading(d.Object())
	s := uitest.Request("ann", "put-object", "lake/a", "body", "two")
	s.Args = append(s.Args, engine.Arg{Name: "if-match", Value: mine.Tag})
	uitest.Send(t, d.Room(), s)
	for wide := 40; wide <= 90; wide++ {
		row := uitest.Row(t, truthOf(d, wide, 10), "delete marker")
		if strings.Contains(row, "!") && !strings.Contains(row, "! refused") {
			t.Errorf("in %d columns: %s", wide, row)
		}
		if wide >= 46 && !strings.Contains(row, "! refused") {
			t.Errorf("in %d columns the mark is missing: %s", wide, row)
		}
	}
}
