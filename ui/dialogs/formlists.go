package dialogs

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/scenario"
)

// A list is the hardest thing to write into a form: what its writer knows of its members is put in as a line would say
// it, and changed by hand.

// ownHandle is the newest handle that the writer has open on the selected file, for what goes through a handle; empty:
// the operation is about something else, or nothing is open.
func (f *form) ownHandle() string {
	if f.k == nil || f.spec.Object != "handle" || f.d.Object().Kind == "handle" {
		return ""
	}
	list := f.k.Handles(f.d.Object())
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1].Object.Name
}

// listed are the lists that the operation is given, made of what its writer has heard: the parts of its upload, and the
// selected row as the first operation of a group.
func (f *form) listed() (args []engine.Arg) {
	add := func(name, text string) {
		if v, err := readValue(text); err == nil {
			args = append(args, engine.Arg{Name: name, Value: v})
		}
	}
	if f.spec.Takes("parts") && f.spec.Takes("upload") {
		var words []string
		for _, p := range f.k.Parts(f.object()) {
			words = append(words, fmt.Sprintf("%s=$%s.etag", p.Number, p.Answer))
		}
		if len(words) > 0 {
			add("parts", "["+strings.Join(words, " ")+"]")
		}
	}
	table, rest, _ := strings.Cut(f.d.Object().Name, "/")
	partition, row, ok := strings.Cut(rest, "/")
	if !ok || f.d.Object().Kind != "entity" || !f.spec.Takes("partition") || !f.spec.Takes("operations") ||
		f.target() != table {
		return args
	}
	add("partition", partition)
	read, has := f.k.Reading(f.d.Object())
	if !has || read.Gone || !read.HasBody {
		return args
	}
	line := "[update-entity " + row
	if strings.Contains(read.Body, "'") { // a text that may go over lines
		line += " " + scenario.FormatValue(engine.Text(read.Body))
	} else {
		for property := range strings.Lines(read.Body) {
			name, value, _ := strings.Cut(strings.TrimSuffix(property, "\n"), "=")
			line += " ." + name + "=" + scenario.FormatValue(engine.Text(value)) // with blanks it stands in quotes
		}
	}
	tag := "$" + read.Answer() + ".etag"
	if read.Answer() == "" {
		tag = scenario.FormatValue(read.Tag)
	}
	add("operations", line+" if-match="+tag+"]")
	return args
}
