package grid_test

import (
	"fmt"
	"image"

	"interleave/themes"
	"interleave/ui/grid"
)

// A window is an area in a frame; what does not fit into it is cut, never spilled.
func Example() {
	g := grid.New(20, 4)
	title := []grid.Span{{Text: "Log"}}
	inside := g.Area(image.Rect(0, 0, 20, 4)).Frame(grid.Frame{Title: title}, grid.ASCII())
	inside.Put(1, 0, "412 Precondition Failed", themes.Style{Ink: themes.Refused, Bold: true})
	for _, row := range g.Text() {
		fmt.Println(row)
	}
	// Output:
	// +- Log ------------+
	// | 412 Precondition |
	// |                  |
	// +------------------+
}
