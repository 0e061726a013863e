package view_test

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
)

// What Ana can know, and what the referee knows.
func Example() {
	r := room.New(catalog.New, room.Options{})
	for _, in := range []engine.Input{
		engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"},
		engine.Send{By: "seed", Verb: "create-container", Args: engine.Args("path", "wiki"), As: "c"},
		engine.Deliver{Names: []string{"c"}},
		engine.Send{By: "ben", Verb: "put-blob", Args: engine.Args("path", "wiki/home", "body", "Open"), As: "b1"},
		engine.Deliver{Names: []string{"b1"}},
	} {
		if _, err := r.Do(in); err != nil {
			fmt.Println(err)
		}
	}
	v, home := r.View(), engine.ObjectID{Kind: "blob", Name: "wiki/home"}
	_, read := v.Known("ann").Reading(home)
	fmt.Println("Ana has read it:", read)
	fmt.Println("the newest version is by", v.Truth(home).Versions[0].By)
	// Output:
	// Ana has read it: false
	// the newest version is by ben
}
