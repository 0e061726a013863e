package dialogs

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/say"
)

// guardWords are how each guard is called and what it protects.
var guardWords = map[string][2]string{
	"none": {"None", "Last writer wins: unless something else refuses, what is there is overwritten and nobody is " +
		"told."},
	"if-match": {"If-Match",
		"Writes only over the version that was read. Anything newer makes the service refuse."},
	view.AnyVersion: {"If-Match *",
		"Overwrites whatever stands there, as long as something does: the documents' way to let the last writer win."},
	"if-none-match": {"If-None-Match *", "Creates only: an object that exists is left as it is."},
	"if-unmodified-since": {"If-Unmodified-Since",
		"Writes only if nothing was written after the date that was heard. Two writes in one second look alike."},
	"lease": {"Lease",
		"Writes under the lease that the writer holds. While it lasts, nobody else can write or delete."},
}

// unguarded is what is said of the kinds whose calls take no condition.
var unguarded = map[string]string{
	"queue":     "A put takes no condition. A delete of a message sends its receipt.",
	"message":   "The receipt goes along. An update hides the message again for:",
	"key":       "A line carries its guard itself, as VER 3 behind EXSET.",
	"handle":    "SMB knows no condition. Access, share mode and locks are the guards.",
	"directory": "SMB knows no condition. Access, share mode and locks are the guards.",
}

// hidings are the choices of how long an update hides a message, in seconds.
var hidings = []struct{ seconds, text, say string }{
	{"0", "0 s", "Visible at once: an update gives the message back."},
	{"10", "10 s", "A short while: who is late may lose it to another receiver."},
	{"30", "30 s", "As long as a receive hides unless told. This is so unless another is chosen."},
	{"300", "5 min", "Long enough for slow work, and as long out of reach if its worker dies."},
}

// NewGuards lists the guards that the selected object's calls take, each with what the writer would send now; of a
// message, how long an update hides it.
func NewGuards(d command.Host) Dialog {
	v := d.Room().View()
	k := v.Known(d.Writer())
	kind := d.Object().Kind
	title, chosen := "Guard", 0
	var rows []row
	if k != nil {
		title = "Guard of " + k.Title + "'s writes"
		spec, names := writeOf(v, d.Object()), v.Guards(d.Object())
		if kind == "" {
			rows = append(rows, row{head: true,
				text: "Nothing is selected: not every object's calls take each of these."})
		}
		if len(names) == 1 {
			note := unguarded[kind]
			if note == "" {
				note = "None of its calls takes a condition."
			}
			rows = append(rows, row{head: true, text: note})
		}
		if sends := unchosen(d, k, spec); sends != "" && len(names) > 1 {
			rows = append(rows, row{head: true, text: "Until one is chosen: " + sends})
		}
		if len(names) > 1 || kind != "message" {
			for _, name := range names {
				r := guardRow(d, k, spec, name)
				if name == "none" && !slices.Contains(names, inForce(k, spec, d.Object())) {
					r.sign = "*"
				}
				if r.sign == "*" || inForce(k, spec, d.Object()) == name {
					chosen = len(rows)
				}
				rows = append(rows, r)
			}
		} else {
			for _, h := range hidings {
				if h.seconds == k.Hides {
					chosen = len(rows)
				}
				rows = append(rows, hidingRow(d, k, h.seconds, h.text, h.say))
			}
		}
	}
	if k != nil && kind == "entity" {
		rows = append(rows, row{head: true, text: "A write of an entity that was read"},
			rowsRow(d, k, view.ReplaceRows, "Replace all",
				"What the draft does not say goes: the entity is what was sent."),
			rowsRow(d, k, view.MergeRows, "Merge what changed",
				"Only the properties that the draft changed are sent. All others stay, and nothing is taken away."))
	}
	p := &picker{chooser: newChooser("", "No writer yet. + adds one.", rows), title: title, wide: 72,
		hints: []Hint{{"Enter", "take"}, upDown, escCloses}}
	p.list.Select(chosen)
	return p
}

// rowsRow is how the writer's writes of rows go.
func rowsRow(d command.Host, k *view.Known, name, text, tip string) row {
	r := row{text: text, say: tip}
	r.sets(d, engine.Set{Scope: k.ID, Key: "rows", Value: name}, k.Rows,
		k.Title+"'s writes of entities: "+strings.ToLower(text[:1])+text[1:]+".")
	return r
}

// hidingRow is how long the writer's updates of messages hide them again.
func hidingRow(d command.Host, k *view.Known, seconds, text, tip string) row {
	r := row{text: text, note: "sends visibilitytimeout=" + seconds, say: tip}
	r.sets(d, engine.Set{Scope: k.ID, Key: "hides", Value: seconds}, k.Hides,
		k.Title+"'s updates hide a message for "+text+".")
	return r
}

// sets makes the row one that sets something, with a star where it is set so now; said is what it says then.
func (r *row) sets(d command.Host, set engine.Set, now, said string) {
	if r.sign, r.signInk = " ", themes.Focus; set.Value == now {
		r.sign = "*"
	}
	r.act = func() bool {
		if _, err := d.Room().Do(set); err != nil {
			d.Say(say.Error(err), 0)
			return true
		}
		d.Say(said+" u takes it back.", 0)
		return true
	}
}

// writeOf is the operation by which an object's content is written, one that compares versions where there is one; any
// where nothing is selected.
func writeOf(v *view.View, object engine.ObjectID) *engine.OpSpec {
	kind := object.Kind
	var plain *engine.OpSpec
	for _, s := range v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Object != kind && kind != "" || view.TextOf(*op) == "" {
				continue
			}
			if slices.ContainsFunc(op.Params(), func(p engine.Param) bool { return p.Version && p.Guard != "" }) {
				return op
			}
			if plain == nil {
				plain = op
			}
		}
	}
	return plain
}

// inForce is the guard of a writer's writes; one that was never chosen is If-Match where a version is known, else none.
func inForce(k *view.Known, spec *engine.OpSpec, object engine.ObjectID) string {
	if k.Guard != "" {
		return k.Guard
	}
	if spec != nil && !object.IsZero() {
		if args, _, _ := k.Guarded(*spec, object, nil); len(args) == 0 {
			return "none"
		}
	}
	return "if-match"
}

// unchosen is what the writer sends as long as it has chosen no guard, where none of the rows sends just that: the id
// of a lease whose time is over goes along.
func unchosen(d command.Host, k *view.Known, spec *engine.OpSpec) string {
	hold, holds := k.Holds(d.Object())
	if k.Guard != "" || spec == nil || !holds || !hold.Over(k.Now) {
		return ""
	}
	args, _, _ := k.Guarded(*spec, d.Object(), nil)
	return guardText(k, d.Object(), *spec, args)
}

func guardRow(d command.Host, k *view.Known, spec *engine.OpSpec, name string) row {
	words := guardWords[name]
	r := row{sign: " ", signInk: themes.Focus, text: words[0], note: "sends nothing", say: words[1]}
	if inForce(k, spec, d.Object()) == name && unchosen(d, k, spec) == "" {
		r.sign = "*"
	}
	if name == "none" && d.Object().Kind == "entity" {
		r.say = "An upsert: the entity is made where there is none, else overwritten, and nobody is told."
	}
	if name == "none" && d.Object().Kind == "queue" {
		r.say = "A put adds a message and overwrites none."
	}
	if d.Object().IsZero() { // what is sent depends on what is there
		r.note = ""
	} else if spec != nil {
		as := *k
		as.Guard = name
		args, why, lacks := as.Guarded(*spec, d.Object(), nil)
		if sends := guardText(k, d.Object(), *spec, args); sends != "" {
			r.note = "sends " + sends
		}
		if why != "" {
			why += say.Hint(lacks)
			r.note, r.say = why, why+" "+words[1]
		}
	}
	r.act = func() bool {
		now := d.Room().View()
		known := now.Known(k.ID)
		if known == nil { // time has gone back below the list
			d.Say(k.Title+" has not joined at this moment.", 0)
			return true
		}
		if set := known.Guard; set == name || set == "" && len(now.Guards(d.Object())) == 1 {
			d.Say(k.Title+"'s writes: "+inSentence(words[0])+", as before.", 0)
			return true
		}
		if _, err := d.Room().Do(engine.Set{Scope: k.ID, Key: "guard", Value: name}); err != nil {
			d.Say(say.Error(err), 0)
			return true
		}
		d.Say(k.Title+"'s writes: "+inSentence(words[0])+". u takes it back.", 0)
		return true
	}
	return r
}

// guardText is what guards send, as `If-Match ..1F04`.
func guardText(k *view.Known, object engine.ObjectID, spec engine.OpSpec, args []engine.Arg) string {
	var parts []string
	for _, a := range args {
		param, _ := spec.Param(a.Name)
		parts = append(parts, conflict.GuardName(a.Name)+" "+say.Tag(resolved(k, object, param.Guard, a.Value)))
	}
	return strings.Join(parts, ", ")
}

// suggestion is what a writer can fill a guard with from what it has heard of an object: a reference, and what it
// stands for.
func suggestion(k *view.Known, object engine.ObjectID, field string) (ref, value engine.Value) {
	answer := ""
	switch field {
	case "":
		return ref, value
	case "etag":
		if read, ok := k.Reading(object); ok && !read.Gone {
			answer, value = read.Answer(), read.Tag
		}
	case "lease":
		if hold, ok := k.Holds(object); ok {
			answer, value = hold.Answer, hold.Token.Value()
		}
	case "receipt":
		if held := k.Handed(object); len(held) > 0 {
			last := held[len(held)-1]
			return last.Proof(), engine.Text(last.Receipt)
		}
	default:
		answer, value = k.Property(object, field)
	}
	if answer == "" || value.IsZero() { // by no name, or by one that a newer request goes by
		return value, value
	}
	return engine.Ref(answer+"."+field, false), value
}

// resolved is what a reference stands for where the writer knows it, else the value itself.
func resolved(k *view.Known, object engine.ObjectID, field string, v engine.Value) engine.Value {
	if ref, value := suggestion(k, object, field); !ref.IsZero() && ref.Equal(v) {
		return value
	}
	return v
}

// inSentence is a word within a sentence: the name of a header keeps its letters.
func inSentence(word string) string {
	if strings.Contains(word, "-") {
		return word
	}
	return strings.ToLower(word[:1]) + word[1:]
}
