package pane_test

import (
	"fmt"

	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// A sheet scrolls, and its lines may lead somewhere: Enter does what the chosen line asks for.
func ExampleSheet() {
	sheet := pane.Sheet{Chosen: -1}
	sheet.Set([]pane.Line{{Left: []grid.Span{say.Plain("Ben saved v5.")}, Does: command.GoTo{Record: 5}},
		{Left: []grid.Span{say.Plain("Nothing changed.")}}})
	sheet.Next(1)
	fmt.Printf("%+v\n", sheet.Link())
	// Output: {Record:5}
}
