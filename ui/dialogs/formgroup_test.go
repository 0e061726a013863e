package dialogs

import (
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// A request of a group is looked at before it is sent, as one alone is.
func TestAFormTellsWhichWordOfAGroupDoesNotFit(t *testing.T) {
	d := wiki(t)
	d.object = engine.ParseObject("table stock")
	roomtest.Say(t, d.room, "seed: create-table stock")
	before := d.room.View().Record
	form := NewForm(d, "entity-group-transaction",
		append(engine.Args("path", "stock"), engine.Args("partition", "p")...))
	send(form, "tab")
	write(form, "[insert-entity r n=2]")
	if send(form, "ctrl+s") || d.room.View().Record != before {
		t.Errorf("a property without its dot is sent:\n%s", screen(form))
	}
	see(t, form, "operations: insert-entity takes no n=; a property has a dot in front: .n=")
	for range len("n=2]") {
		send(form, "backspace")
	}
	write(form, ".n=2]")
	if !send(form, "ctrl+s") || newest(d).Verb != "entity-group-transaction" || newest(d).Answer.Status != 202 {
		t.Errorf("it is not sent:\n%s", screen(form))
	}
}

// What a form puts in for a row that was read can be sent as it stands.
func TestTheGroupThatAFormPutsInCanBeSent(t *testing.T) {
	for _, body := range []string{`.n=1 .note="two words"`, `.n=1 .note="one\ntwo=2"`} {
		d := wiki(t)
		d.object = engine.ParseObject("entity stock/p/r")
		roomtest.Say(t, d.room, "seed: create-table stock", "seed: insert-entity stock/p/r "+body,
			"ann: get-entity stock/p/r as a2")
		read := newest(d).Answer.Field("body").String()
		form := NewForm(d, "entity-group-transaction", nil)
		if !send(form, "ctrl+s") || newest(d).Answer.Status != 202 {
			t.Errorf("%s:\n%s", body, screen(form))
		}
		roomtest.Say(t, d.room, "ann: get-entity stock/p/r as a3")
		if now := newest(d).Answer.Field("body").String(); now != read {
			t.Errorf("the row becomes %q, want %q", now, read)
		}
	}
}
