package truth

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/act"
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

// What is there again says so at every width, and it is still of who wrote it, not of who took away what hid it; that
// is named beside it where there is room, and the marker is told as removed.
func TestWhatIsThereAgainIsItsAuthors(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	truth := New(d)
	d.With(truth)
	for _, s := range []engine.Send{uitest.Request("ben", "create-bucket", "lake"),
		{By: "ben", Verb: "put-bucket-versioning", Args: engine.Args("path", "lake", "status", "Enabled")},
		{By: "ben", Verb: "put-object", Args: engine.Args("path", "lake/a", "body", "of Ben")},
		uitest.Request("ben", "delete-object", "lake/a")} {
		uitest.Send(t, d.Room(), s)
	}
	object := engine.ParseObject("object lake/a")
	uitest.Send(t, d.Room(), act.Undelete(d.Room().View(), "ann", object).Send)
	d.Select(object)
	truth.Show(d.Room().View())
	for _, wide := range []int{46, 58, 78} {
		got := uitest.Screen(truth, wide, 20, false, uitest.ASCII()).Text()
		if !strings.Contains(got[1], "Ben") || !strings.Contains(got[1], "again") || strings.Contains(got[1], "DEL") ||
			wide > 58 && !strings.Contains(got[1], "there again by Ana #") {
			t.Errorf("%d columns: the newest row is %q", wide, got[1])
		}
		if !strings.Contains(got[2], "Ben") || !strings.Contains(got[2], "marker gone") {
			t.Errorf("%d columns: the marker's row is %q", wide, got[2])
		}
		at := slices.IndexFunc(got, func(row string) bool { return strings.Contains(row, "+ of Ben") })
		if at < 0 || !strings.HasSuffix(strings.TrimRight(got[at], " |"), "Ben") {
			t.Errorf("%d columns: whose line it is:\n%s", wide, strings.Join(got, "\n"))
		}
	}
}
