package panes

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
)

// treeOf is what the tree shows.
func (d *desk) treeOf(w, h int) string {
	p := NewTree(d)
	d.with(p)
	return text(screen(p, w, h, true, ascii()))
}

// An id says nothing: a message is called by its text, a handle by its opener, its access and what it shares, an upload
// by who began it.
func TestTheTreeCallsNothingByItsId(t *testing.T) {
	d := of(t, "queue/q02-slow-worker.race", 0, "queue jobs")
	for range 2 {
		sendAll(t, d.room, engine.Send{By: "ann", Verb: "put-message",
			Args: engine.Args("queue", "jobs", "text", "resize")})
	}
	got := d.treeOf(40, 16)
	holds(t, got, `"m"`, `"resize"`, `"resize" 2`)
	if id := nameOf(d.first(t, "message")); strings.Contains(got, id[5:13]) {
		t.Errorf("the id is on screen:\n%s", got)
	}
	d = aShare(t)
	d.open(t, "ben", "h1", "RW", "R")
	got = d.treeOf(40, 12)
	if at, file := strings.Index(got, "Ben RW/R"), strings.Index(got, " f "); at < 0 || file < 0 || at < file {
		t.Errorf("the handle does not stand below its file:\n%s", got)
	}
	d = of(t, "bucket/r08-multipart-beaten-by-a-put.race", 7, "")
	holds(t, d.treeOf(40, 12), "Ana's upload")
}

// The log and the story call things as people do, also when they are gone.
func TestTheWordsNameWhatAnIdStandsFor(t *testing.T) {
	d := of(t, "queue/q02-slow-worker.race", 0, "queue jobs")
	for range 40 {
		if _, err := d.room.Step(); err != nil {
			break
		}
	}
	v := d.room.View()
	var told []string
	for _, e := range v.Log() {
		told = append(told, v.Tell(e).What)
	}
	all := strings.Join(told, "\n")
	holds(t, all, `did the work of jobs "m"`, `DELETE jobs "m"  receipt ..`)
	if strings.Contains(all, "$") {
		t.Errorf("a name of the script is told:\n%s", all)
	}
}

// MS-ERREF: the number 0xC0000043 is STATUS_SHARING_VIOLATION. The writer hears the name.
func TestARefusalOverSMBIsHeardByItsName(t *testing.T) {
	d := aShare(t)
	d.open(t, "ann", "h1", "RW", "none")
	sendAll(t, d.room, engine.Send{By: "ben", Verb: "smb-create",
		Args: engine.Args("path", "s/f", "access", "R", "share", "RWD")})
	w := NewWriter(d, 2)
	d.with(w)
	holds(t, rowOf(t, text(screen(w, 40, 14, false, ascii())), "Heard"), "! STATUS_SHARING_VIOLATION")
	v := d.room.View()
	log := v.Log()
	if what := v.Tell(log[len(log)-1]).What; strings.Contains(what, "0x") {
		t.Errorf("the log says %q", what)
	}
	if spec := v.Spec("acquire-file-lease"); spec.Method != "ACQUIRE" {
		t.Errorf("taking a lease is called %s", spec.Method)
	}
}

// A switch of a writer is told by the writer's name, not by the id that a script gave it.
func TestAWritersSwitchIsToldByName(t *testing.T) {
	d := aShare(t)
	inputs(t, d.room, engine.Set{Scope: "ann", Key: "guard", Value: "lease"})
	v := d.room.View()
	log := v.Log()
	if told := v.Tell(log[len(log)-1]); told.What != "Ana's guard is lease" {
		t.Errorf("%+v", told)
	}
}

// Two rows say of a message who has it, for how long, and how often it was received.
func TestALowTruthOfAMessageSaysWhoHasIt(t *testing.T) {
	d := of(t, "queue/q02-slow-worker.race", 7, "")
	d.object = d.first(t, "message")
	holds(t, d.truthOf(80, 4), "hidden", "Ben", "2x", "Ana has the old receipt")
}

// A command of TairString is called by its own name: nothing is sent as GET where EXGET is typed.
func TestACommandIsCalledByItsName(t *testing.T) {
	for verb, want := range map[string]string{"EXGET": "EXGET", "GET": "GET", "get-blob": "GET",
		"smb-close": "SMB CLOSE"} {
		spec := enginetest.Spec(verb)
		if spec == nil || spec.Shown() != want {
			t.Errorf("%s is called %q, want %q", verb, spec.Shown(), want)
		}
	}
}
