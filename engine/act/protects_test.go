package act_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/view"
)

// What a guard line claims is what the service does with the write behind another's: that of the services' rules.md.
func TestAGuardIsWhatItCameTo(t *testing.T) {
	const container, blob, read = "seed: create-container wiki", "seed: put-blob wiki/x v1", "ann: get-blob wiki/x"
	for _, row := range []struct {
		name, object, guard string
		lines               []string
		want                act.Protection
	}{
		{"a tag", "blob wiki/x", "", []string{container, blob, read}, act.Refused},
		{"no guard", "blob wiki/x", "none", []string{container, blob, read}, act.Overwrites},
		{"nothing was read", "blob wiki/x", "", []string{container, blob}, act.Overwrites},
		{"create only", "blob wiki/new", "if-none-match", []string{container}, act.Refused},
		{"any version", "blob wiki/x", view.AnyVersion, []string{container, blob, read}, act.Overwrites},
		{"another's lease", "blob wiki/x", "", []string{container, blob, read,
			"ben: acquire-blob-lease wiki/x duration=60"}, act.NotTried},
		{"a queue", "queue jobs", "", []string{put}, act.Leaves},
		{"a file", "file s/f", "", []string{"seed: create-share s", "seed: create-file s/f size=5",
			"ann: get-file s/f"},
			act.Overwrites},
		{"a row's tag", "entity shop/inks/red", "", append(rows[:len(rows):len(rows)], "ann: get-entity shop/inks/red"),
			act.Refused},
		{"a row's star", "entity shop/inks/red", view.AnyVersion,
			append(rows[:len(rows):len(rows)], "ann: get-entity shop/inks/red"), act.Overwrites},
		{"a new row", "entity shop/inks/blue", "", rows, act.Refused},
		{"an object's tag", "object lake/k", "", []string{"seed: create-bucket lake", "seed: put-object lake/k v",
			"ann: get-object lake/k"}, act.Refused},
		{"a policy", "bucket lake", "", []string{"seed: create-bucket lake"}, act.NotTried},
	} {
		r := session(t, row.lines...)
		if _, err := r.Do(engine.Set{Scope: "ann", Key: "guard", Value: row.guard}); row.guard != "" && err != nil {
			t.Fatal(err)
		}
		v, text := r.View(), "mine"
		object := engine.ParseObject(row.object)
		if object.Kind == "entity" {
			text = "n=7\n"
		}
		last := v.Last
		if got := act.Protects(v, act.Of(v, "ann", object, engine.ToWrite, act.Content{Text: text})); got != row.want {
			t.Errorf("%s: %d, want %d", row.name, got, row.want)
		}
		if r.View().Last != last {
			t.Errorf("%s: the trial left a record", row.name)
		}
	}
}

// Beside the screen: a trial takes a part of a millisecond, whatever lies behind.
func BenchmarkProtects(b *testing.B) {
	r := session(&testing.T{}, "seed: create-container wiki", "seed: put-blob wiki/x v1", "ann: get-blob wiki/x")
	v := r.View()
	a := act.Of(v, "ann", engine.ParseObject("blob wiki/x"), engine.ToWrite, act.Content{Text: "mine"})
	for b.Loop() {
		act.Protects(v, a)
	}
}
