package command_test

import (
	"fmt"

	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/ui/command"
)

// A key is looked up in the innermost scope first. A command that cannot be done now is found all the same, and says
// why.
func ExampleResolve() {
	empty := room.New(catalog.New, room.Options{})
	c, ok := command.Resolve("a", command.Nav, command.InFlight, command.Desk)
	fmt.Println(ok, c.ID, c.Keys.Help().Key)
	fmt.Println(c.Title + ": " + c.Why(empty.View(), command.Place{Pane: command.InFlight}))
	// Output:
	// true flight.deliver a
	// Deliver: nothing is in flight, H holds the next request
}
