package dialogs

import (
	"interleave/engine/export"
	"interleave/themes"
	"interleave/ui/command"
)

// Pane is the word for what the focused pane itself would copy.
const Pane = "pane"

// NewCopy lists what can be copied: what the pane shows, one request in every language, the rest. Copying is the
// caller's.
func NewCopy(d command.Host, about export.Subject, copied func(word string)) Dialog {
	act := func(word string) func() bool { return func() bool { copied(word); return true } }
	rows := []row{{text: "What the pane shows", note: "a name, a tag, a line, a story, a text",
		say: "What is selected in the pane with the focus.", act: act(Pane)}}
	v := d.Room().View()
	if request := export.About(v, about); request != "" {
		rows = append(rows, row{head: true, text: request})
	} else {
		rows = append(rows, row{head: true, text: "No request has been sent yet"})
	}
	quick := false
	for _, c := range export.Choices(v, about) {
		if c.Word == export.Tale {
			rows = append(rows, row{head: true, text: "The rest"})
		}
		one := row{text: c.Title, find: c.Word, say: "Word: copy " + c.Word + ".", why: c.Why, act: act(c.Word)}
		if !quick { // the first tool that sends it is what Y copies
			one.right, one.rightInk, quick = "Y", themes.Key, true
		}
		rows = append(rows, one)
	}
	return &picker{chooser: newChooser("Filter", "Nothing to copy.", rows), title: "Copy", wide: 76,
		hints: []Hint{{"Enter", "copy"}, upDown, escCloses}}
}
