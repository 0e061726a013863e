package ui

import (
	"interleave/engine"
	"testing"
)

// A request into a container that is not there is answered 404: Enter makes the container.
func TestA404OfTheContainerOffersToMakeIt(t *testing.T) {
	d, root, _ := newDesk(t, "", 100, 30)
	line := func(text string) {
		d.Press(":")
		d.Type(text)
		d.Press("enter")
	}
	line("writer ann")
	line("ann: put-blob wiki/a x")
	d.See("there is no container wiki. Enter makes it.")
	d.Press("enter")
	if !root.view.Truth(engine.ObjectID{Kind: "container", Name: "wiki"}).Exists {
		t.Fatal("there is no container")
	}
	line("ann: get-blob wiki/b") // the container is there: nothing to make
	d.Not("Enter makes it")
}
