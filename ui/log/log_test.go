package log

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/uitest"
)

func TestTheLogFollowsUntilItIsScrolled(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	log := New(d)
	d.With(log)
	d.ToMark(t)
	newest := func() int {
		at, _ := log.list.Selected()
		return at
	}
	if n := log.entries.Len() - 1; newest() != n {
		t.Fatalf("event %d is selected, not the newest, %d", newest(), n)
	}
	uitest.Screen(log, 80, 10, true, uitest.ASCII())
	log.Do(command.Move{Where: command.Below})
	log.Do(command.Move{Where: command.Below})
	kept := newest()
	uitest.Do(t, d.Room(), engine.AddWriter{ID: "che", Title: "Chen"})
	if newest() != kept {
		t.Errorf("a new event moved the selection from %d to %d", kept, newest())
	}
	log.Do(command.Open{})
	if want := (command.GoTo{Record: log.entries.At(kept).Record}); d.Last() != want {
		t.Errorf("Enter asks %v, not %v", d.Last(), want)
	}
	log.Do(command.GoTo{})
	if len(d.Asked) != 2 || d.Last() != (command.GoTo{Record: log.entries.At(kept).Record}) {
		t.Errorf("F4 asks %v", d.Asked)
	}
	if _, mine := log.Do(command.GoTo{Record: 3}); mine {
		t.Error("the log keeps a journey that is the desktop's")
	}
	log.Do(command.Move{Where: command.First})
	uitest.Do(t, d.Room(), engine.AddWriter{ID: "dee", Title: "Dee"})
	if newest() != log.entries.Len()-1 {
		t.Error("back at the top it does not follow")
	}
}

func TestTheLogFindsWords(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	log := New(d)
	d.With(log)
	d.ToMark(t)
	log.SetFilter("Precondition")
	if log.list.Len() != 2 { // the decision, and that Ana heard it
		t.Errorf("%d lines", log.list.Len())
	}
	if _, mine := log.Do(command.Escape{}); !mine || log.list.Len() != log.entries.Len() {
		t.Error("Esc does not show all")
	}
	if _, mine := log.Do(command.Escape{}); mine {
		t.Error("a second Esc is not the desktop's")
	}
	log.SetFilter("Chen joins")
	uitest.Do(t, d.Room(), engine.AddWriter{ID: "che", Title: "Chen"})
	if log.list.Len() != 1 {
		t.Errorf("a new event that fits is not shown: %d lines", log.list.Len())
	}
	if err := d.Room().Undo(); err != nil {
		t.Fatal(err)
	}
	uitest.Do(t, d.Room(), engine.AddWriter{ID: "dee", Title: "Dee"})
	if log.list.Len() != 0 {
		t.Error("another branch is searched by the words of the old one")
	}
}

// 10,000 events cost the log no more than 2,000, whose requests have numbers as long: it puts into words what is on
// screen.
func TestTheLogPaintsOnlyWhatIsOnScreen(t *testing.T) {
	cost := func(events int) float64 {
		d := uitest.Long(t, events)
		log := New(d)
		d.With(log)
		g := grid.New(100, 20)
		return testing.AllocsPerRun(20, func() { log.Paint(g.Area(g.Bounds()), uitest.ASCII()) })
	}
	few, many := cost(2_000), cost(10_000)
	if many > few*1.1+10 {
		t.Errorf("%v allocations for a frame with 2,000 events, %v with 10,000", few, many)
	}
}

// The log and the story call things as people do, also when they are gone.
func TestTheWordsNameWhatAnIdStandsFor(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	for range 40 {
		if _, err := d.Room().Step(); err != nil {
			break
		}
	}
	v := d.Room().View()
	var told []string
	for _, e := range v.Log().All() {
		told = append(told, v.Tell(e).What)
	}
	all := strings.Join(told, "\n")
	uitest.Holds(t, all, `did the work of jobs "m"`, `DELETE jobs "m"  receipt ..`)
	if strings.Contains(all, "$") {
		t.Errorf("a name of the script is told:\n%s", all)
	}
}

// A switch of a writer is told by the writer's name, not by the id that a script gave it.
func TestAWritersSwitchIsToldByName(t *testing.T) {
	d := uitest.Share(t)
	uitest.Do(t, d.Room(), engine.Set{Scope: "ann", Key: "guard", Value: "lease"})
	v := d.Room().View()
	log := v.Log()
	if told := v.Tell(log.At(log.Len() - 1)); told.What != "Ana's guard is lease" {
		t.Errorf("%+v", told)
	}
}

// An operation is called by what it does: nothing is sent as GET where EXGET is typed, and a message is not got but
// received.
func TestACommandIsCalledByItsName(t *testing.T) {
	for verb, want := range map[string]string{"EXGET": "EXGET", "GET": "GET", "get-blob": "GET",
		"smb-close": "SMB CLOSE", "get-messages": "RECEIVE", "peek-messages": "PEEK", "put-message": "ADD",
		"update-message": "UPDATE", "insert-entity": "INSERT", "merge-entity": "MERGE", "query-entities": "QUERY",
		"acquire-blob-lease": "ACQUIRE"} {
		spec := enginetest.Spec(verb)
		if spec == nil || spec.Shown() != want {
			t.Errorf("%s is called %q, want %q", verb, spec.Shown(), want)
		}
	}
}

// A code is left out before it is cut in two: the words of an answer stand before it.
func TestNoCodeIsCut(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	log := New(d)
	d.With(log)
	d.ToMark(t)
	uitest.Holds(t, uitest.Text(uitest.Screen(log, 120, 12, false, uitest.ASCII())), "Failed (ConditionNotMet)")
	narrow := uitest.Text(uitest.Screen(log, 74, 12, false, uitest.ASCII()))
	uitest.Holds(t, narrow, "412 Precondition Failed ")
	if strings.Contains(narrow, "(Cond") {
		t.Errorf("a code is cut:\n%s", narrow)
	}
}
