package advice_test

import (
	"fmt"

	"interleave/engine/advice"
	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/room"
)

// What is offered for the first finding of a race was tried on clones; Room.Recommend puts it in.
func Example() {
	text, _ := races.FS.ReadFile("blob/wiki.race")
	r := room.New(catalog.New, room.Options{})
	if err := r.Load("wiki.race", text); err != nil {
		fmt.Println(err)
	}
	for len(r.View().Troubles()) == 0 {
		if _, err := r.Step(); err != nil {
			fmt.Println(err)
			return
		}
	}
	finding := r.View().Troubles()[0].Finding
	for r.View().Exchange(finding.Request).Heard.IsZero() { // who has heard nothing can do nothing about it
		if _, err := r.Step(); err != nil {
			fmt.Println(err)
			return
		}
	}
	card := advice.For(r.View(), finding)
	fmt.Println(finding.Kind, "->", card.Action)
	fmt.Println("all of it was tried:", card.Tried)
	// Output:
	// stale-write -> read
	// all of it was tried: true
}
