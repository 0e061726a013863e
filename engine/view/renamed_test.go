package view_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// A newer request may take the name of an older one: the n-th is called rN where it is given none. What was told, read
// and given is that of the older one all the same (engine/conflict/rules.md, borrowed-lease: an id that was never
// handed over).
func TestANewerRequestOfTheSameNameIsAnother(t *testing.T) {
	const (
		id    = "11111111-1111-1111-1111-111111111111"
		start = "writer ann\nwriter ben\nwriter cat\nseed: create-container doc\nseed: put-blob doc/k 0\n" +
			"ann: get-blob doc/k\nann: acquire-blob-lease doc/k duration=-1 id=" + id + "\ntell ben $r4.lease\n"
		renamed = start + "cat: get-blob doc/k as r4\ncat: get-blob doc/k as r3\n"
	)
	for _, lines := range []string{start, renamed} {
		v := roomtest.AtEnd(t, lines+"ben: put-blob doc/k 1 lease="+id+"\n")
		for _, c := range v.Told() {
			if c.Kind == engine.BorrowedLease {
				t.Errorf("%s: %s was told the id: %v", lines, c.By, c)
			}
		}
	}
	v, blob := roomtest.AtEnd(t, renamed), engine.ObjectID{Kind: "blob", Name: "doc/k"}
	ann, spec := v.Known("ann"), v.Spec("put-blob")
	ann.Guard = "if-match"
	args, why, _ := ann.Guarded(*spec, blob, nil)
	sent := conflict.LeaseNamed(engine.ValueOf(args, "lease"))
	if tag := engine.ValueOf(args, "if-match"); why != "" || !tag.Equal(v.Exchange(3).Answer.Field("etag")) ||
		sent != conflict.LeaseNamed(v.Exchange(4).Answer.Field("lease")) {
		t.Errorf("guards of what #3 and #4 said: %v %s", args, why)
	}
	if hold, ok := v.Known("ben").Holds(blob); !ok || hold.Request != 4 || hold.From == "" {
		t.Errorf("ben was told the id in #4: %+v", hold)
	}
	read, _ := ann.Reading(blob)
	draft := view.Draft{Text: "x", From: read.Into(nil)}
	if from := v.Source(draft); read.Request != 3 || read.From() != "" || from == nil || from.Number != 3 ||
		v.From(draft) != "" {
		t.Errorf("made from #3, which no name tells: %+v, source %v, from %q", read, from, v.From(draft))
	}
	if v.Clone().NamedBefore("r3", 5).Number != 3 {
		t.Error("the name r3 meant #3 before #6")
	}
}
