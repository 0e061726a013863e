package dialogs

import (
	"testing"

	"interleave/ui/command"
)

// A line that calls a writer by its title is hers, whatever her id is.
func TestTheTitleOfAWriterStandsBeforeALine(t *testing.T) {
	d := wiki(t)
	p := NewPalette(d, d.room.View(), command.Place{Writer: "ann"})
	write(p, "Ana: get-blob wiki/home.md")
	if send(p, "enter"); newest(d).By != "ann" || newest(d).Verb != "get-blob" {
		t.Errorf("%+v", newest(d))
	}
}
