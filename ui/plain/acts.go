package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/ui/sessions"
)

// send is a request by hand.
func (d *desk) send(s engine.Send) bool {
	events, err := d.room.Send(s)
	return d.tried(events, err)
}

// act is what a word needs to make a request of: the writer, what it can know, the object. why says what is missing.
func (d *desk) act() (v *view.View, k *view.Known, why string) {
	v = d.room.View()
	switch k = v.Known(d.writer); {
	case k == nil:
		why = "There is no writer yet. writer Ana adds one."
	case d.object.IsZero():
		why = "No object is chosen. object wiki/home.md chooses one."
	}
	return v, k, why
}

// path is the object's name without its kind.
func path(object engine.ObjectID) string { return object.Name }

func kind(object engine.ObjectID) string { return object.Kind }

// do sends what an aim means for the object; none is what is said where it means nothing.
func (d *desk) do(aim engine.Aim, none string, content act.Content, more ...engine.Arg) {
	v, _, why := d.act()
	if why != "" {
		d.complain("%s", why)
		return
	}
	switch a := act.Of(v, d.writer, d.object, aim, content); {
	case a.Spec == nil:
		d.complain(none, kind(d.object))
	case a.Why != "":
		d.complain("%s%s", a.Why, hints[a.Lacks])
	default:
		a.Send.Args = append(a.Send.Args, more...)
		if d.send(a.Send) && len(a.Takes) > 0 {
			names := make([]string, len(a.Takes))
			for i, object := range a.Takes {
				names[i] = object.String()
			}
			d.say("With it went %s.", strings.Join(names, ", "))
		}
	}
}

// hints are the words by which a writer gets what it lacks.
var hints = map[engine.Aim]string{engine.ToRead: " read reads it.", engine.ToAcquire: " lease takes one."}

func (d *desk) read(rest string) {
	if rest != "" {
		d.choosePath(rest)
	}
	d.do(engine.ToRead, "A %s cannot be read. do lists what can be done.", act.Content{})
}

func (d *desk) remove(string) { d.do(engine.ToDelete, "A %s cannot be deleted.", act.Content{}) }

// leaseLength is how long a lease is taken for, in seconds, unless told.
const leaseLength = "30"

func (d *desk) lease(rest string) {
	if rest == "" {
		rest = leaseLength
	}
	if _, err := strconv.Atoi(rest); err != nil {
		d.complain("%q is no number of seconds: lease 30, or lease -1 for one that does not end.", rest)
		return
	}
	d.withLease(engine.ToAcquire, engine.Args("duration", rest)...)
}

// withLease does something about the object's lease.
func (d *desk) withLease(aim engine.Aim, args ...engine.Arg) {
	d.do(aim, "A %s has no lease.", act.Content{}, args...)
}

// operate sends any operation of the writer, or lists them.
func (d *desk) operate(rest string) {
	if rest != "" {
		d.statement(d.writer + ": " + rest)
		return
	}
	for _, s := range d.room.View().Services() {
		for _, op := range s.Ops {
			d.say("%-28s %s", op.Verb, op.Summary)
		}
	}
}

func (d *desk) guard(rest string) {
	v := d.room.View()
	k := v.Known(d.writer)
	switch {
	case k == nil:
		d.complain("There is no writer yet. writer Ana adds one.")
	case rest == "":
		var list []choice
		for _, name := range v.Guards(d.object) {
			list = append(list, choice{name, func() { d.set("guard", name) }})
		}
		d.offer("", list)
	case !slices.Contains(view.Guards(), strings.ToLower(rest)): // documents spell headers with capitals
		d.complain("There is no guard %q.%s There is %s.", rest, sessions.Nearest(rest, view.Guards()),
			strings.Join(view.Guards(), ", "))
	default:
		d.set("guard", strings.ToLower(rest))
	}
}

func (d *desk) set(key, value string) {
	d.tried(d.room.Do(engine.Set{Scope: d.writer, Key: key, Value: value}))
}

// join brings a writer in, or chooses the one with that name.
func (d *desk) join(rest string) {
	if rest == "" || d.writerNamed(rest) != "" {
		d.as(rest)
		return
	}
	id := idOf(rest)
	if id == "" {
		d.complain("%q has no letters to call a writer by.", rest)
		return
	}
	for base, n := id, 2; d.room.View().Writer(id) != nil || id == engine.Seed; n++ {
		id = fmt.Sprintf("%s%d", base, n)
	}
	if d.tried(d.room.Do(engine.AddWriter{ID: id, Title: rest})) {
		d.writer = id
	}
}

// idOf is the short name by which lines call a writer.
func idOf(title string) string {
	id := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return -1
	}, title)
	if id == "" && strings.ContainsFunc(title, unicode.IsLetter) {
		id = "w"
	}
	return id
}

// writerNamed is the id of the writer with that id, name or place.
func (d *desk) writerNamed(name string) string {
	for i, w := range d.room.View().Writers() {
		if strings.EqualFold(name, w.ID) || strings.EqualFold(name, w.Title) || name == strconv.Itoa(i+1) {
			return w.ID
		}
	}
	return ""
}

func (d *desk) as(rest string) {
	v := d.room.View()
	if rest == "" {
		var list []choice
		for _, w := range v.Writers() {
			list = append(list, choice{w.Title, func() { d.as(w.ID) }})
		}
		d.offer("There is no writer yet. writer Ana adds one.", list)
		return
	}
	id := d.writerNamed(rest)
	if id == "" {
		d.complain("There is no writer %q. writer %s adds one.", rest, rest)
		return
	}
	d.writer = id
	d.say("%s acts.", v.Title(id))
}

// choosePath chooses the object with that path, there or not.
func (d *desk) choosePath(rest string) {
	v := d.room.View()
	var list []choice
	for _, s := range v.Services() {
		for _, t := range v.Things(s.Name) {
			if rest == t.Object.String() || rest == t.Name {
				d.object = t.Object
				return
			}
			list = append(list, choice{t.Object.String(), func() { d.choosePath(t.Object.String()) }})
		}
	}
	switch {
	case rest == "":
		d.offer("No objects yet. object wiki/home.md names one.", list)
	case strings.Contains(rest, " "):
		d.complain("There is no object %q.", rest)
	case strings.Contains(rest, "/"):
		d.object = engine.ObjectID{Kind: "blob", Name: rest}
	default:
		d.object = engine.ObjectID{Kind: "container", Name: rest}
	}
}

func (d *desk) recommend(string) {
	list := d.room.View().Troubles()
	if len(list) == 0 {
		d.complain("There is no conflict yet.")
		return
	}
	did, err := d.room.Recommend(newestIn(list))
	d.follow()
	if did != "" {
		d.say("%s. undo takes it back.", did)
	}
	if err != nil {
		d.say("%s", sessions.Sentence(cause(err)))
	}
}

func newestIn(list []view.Trouble) conflict.Finding { return list[len(list)-1].Finding }
