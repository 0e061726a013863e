package dialogs

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
)

// names are what new writers are called, in this order.
var names = [...]string{"Ana", "Ben", "Chen", "Dee", "Eli", "Fay", "Gus", "Hana", "Ivo"}

// NewAddWriter asks for the name of a new writer; the next free one stands there.
func NewAddWriter(d command.Host) Dialog {
	first := freeName(d.Room().View())
	if len(d.Room().View().Writers()) == 0 { // one alone makes no race
		first = strings.Join(names[:2], ", ")
	}
	p := newPrompt("Add a writer", "Name", first, "Add", func(text string) error {
		v := d.Room().View()
		var titles []string
		var inputs []engine.Input
		for part := range strings.SplitSeq(text, ",") {
			title := strings.TrimSpace(part)
			switch {
			case title == "":
				return errors.New("a writer needs a name")
			case slices.ContainsFunc(titles, func(t string) bool { return strings.EqualFold(t, title) }):
				return fmt.Errorf("%s stands there twice. Another name tells them apart", title)
			case titled(v, title):
				return fmt.Errorf("%s is here already. Another name tells them apart", title)
			}
			id := freeID(v, title, inputs)
			titles, inputs = append(titles, title), append(inputs, engine.AddWriter{ID: id, Title: title})
		}
		if _, err := d.Room().Do(inputs...); err != nil {
			return err
		}
		joins := " joins."
		if len(titles) > 1 {
			joins = " join."
		}
		d.Say(strings.Join(titles, ", ")+joins+" u takes it back.", 0)
		return nil
	})
	p.below = "A writer sends requests, and knows only what it was answered. A comma adds several."
	return p
}

func titled(v *view.View, title string) bool {
	return slices.ContainsFunc(v.Writers(), func(w *engine.Writer) bool { return strings.EqualFold(w.Title, title) })
}

func freeName(v *view.View) string {
	for _, name := range names {
		if !titled(v, name) {
			return name
		}
	}
	return fmt.Sprintf("Writer %d", len(v.Writers())+1)
}

// freeID is how scenario lines call a writer: the letters of its name where they are free.
func freeID(v *view.View, title string, joining []engine.Input) string {
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(title))
	if id == "" || id[0] <= '9' {
		id = "w" + id
	}
	for n, free := 2, id; ; n++ {
		taken := slices.ContainsFunc(joining, func(in engine.Input) bool { return in.(engine.AddWriter).ID == free })
		if v.Writer(free) == nil && !taken && free != engine.Seed && free != "w" {
			return free
		}
		free = fmt.Sprintf("%s%d", id, n)
	}
}

// NewFind searches while one types; Esc shows all again.
func NewFind(_ command.Host, apply func(text string)) Dialog {
	p := newPrompt("Find", "/", "", "Find", func(text string) error { apply(text); return nil })
	p.typed = apply
	p.cancel = func() { apply("") }
	p.below = "n goes to the next match, N to the one before."
	return p
}

// NewSaveAs asks where the session is kept from now on.
func NewSaveAs(_ command.Host, suggest string, save func(path string) error) Dialog {
	p := newPrompt("Save session as", "File", suggest, "Save", func(text string) error {
		if text == "" {
			return errors.New("a file needs a name")
		}
		err := save(text)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s exists already and is left as it is. Another name is needed", text)
		}
		return err
	})
	p.folder = newFolder(".")
	p.says = func() string {
		name := strings.TrimSpace(p.input.Text())
		where := "It goes into this folder."
		switch {
		case name == "":
			where = ""
		case filepath.Base(name) != name:
			where = "It goes where its path says."
		case p.folder.in(name) == name && filepath.Ext(name) == "":
			where = "A name without .db goes to the kept sessions, which O lists."
		}
		return strings.TrimSpace("The session goes on in the new file; the old one stays. " + where)
	}
	return p
}

// NewOpenFile asks for a file that is in no list: a session or a race. A name can be typed, or chosen in a folder.
func NewOpenFile(_ command.Host, open func(path string)) Dialog {
	p := newPrompt("Open a file", "File", "", "Open", func(text string) error {
		if text == "" {
			return errors.New("a file needs a name: Tab goes to the folder")
		}
		open(text)
		return nil
	})
	p.folder = newFolder(".", ".db", ".race")
	p.below = "A session (.db) is opened, a race (.race) becomes a script in a new session."
	return p
}
