package truth

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/uitest"
)

// The last column of the matrix is the delete that the writer would send, with its guard.
func TestTheTriedDeleteCarriesTheWritersGuard(t *testing.T) {
	d := uitest.At(t, "bucket/r03-three-update-the-registry.race", 0,
		engine.ParseObject("object my-bucket/metastore/dataset_registry.json"))
	d.ToEnd()
	b := d.Room().View().WriterAt(2)
	x := d.Room().View().WriterAt(1)
	uitest.Send(t, d.Room(), engine.Send{By: x.ID, Verb: "put-object",
		Args: engine.Args("path", view.NameOf(d.Chosen), "body", "newer")})
	last := func() string {
		f := strings.Fields(uitest.Row(t, truthOf(d, 110, 24), "| "+b.Title+" "))
		return strings.Join(f[len(f)-3:], " ")
	}
	uitest.Do(t, d.Room(), engine.Set{Scope: b.ID, Key: "guard", Value: "none"})
	if got := last(); strings.Contains(got, "412") {
		t.Errorf("without a guard: %s", got)
	}
	uitest.Do(t, d.Room(), engine.Set{Scope: b.ID, Key: "guard", Value: "if-match"})
	if got := last(); !strings.Contains(got, "412") {
		t.Errorf("with If-Match: %s", got)
	}
}
