package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"interleave/engine"
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

// verbOf is the first operation on that kind of object that fits.
func verbOf(v *view.View, object engine.ObjectID, fits func(engine.OpSpec) bool) *engine.OpSpec {
	for _, s := range v.Services() {
		for _, op := range s.Ops {
			if op.Object == kind(object) && fits(op) {
				return &op
			}
		}
	}
	return nil
}

// contentOf is the parameter that an operation replaces a content by; empty where it has none.
func contentOf(op engine.OpSpec) string {
	for _, p := range op.Params() {
		if p.Content && p.Positional() {
			return p.Name
		}
	}
	return ""
}

func reads(op engine.OpSpec) bool  { return op.Group == "read" && op.Method == "GET" }
func writes(op engine.OpSpec) bool { return op.Group == "write" && contentOf(op) != "" }
func erases(op engine.OpSpec) bool { return op.Group == "delete" }

func (d *desk) read(rest string) {
	if rest != "" {
		d.choosePath(rest)
	}
	v, _, why := d.act()
	op := verbOf(v, d.object, reads)
	switch {
	case why != "":
		d.complain("%s", why)
	case op == nil:
		d.complain("A %s cannot be read. do lists what can be done.", kind(d.object))
	default:
		d.send(engine.Send{By: d.writer, Verb: op.Verb, Args: engine.Args(op.Params()[0].Name, path(d.object))})
	}
}

// text is what a person typed: quoted with escapes, or as it stands.
func text(rest string) (string, error) {
	if !strings.HasPrefix(rest, `"`) {
		return rest, nil
	}
	plain, err := strconv.Unquote(rest)
	if err != nil {
		return "", fmt.Errorf("this text begins with a quote and cannot be read: %s", rest)
	}
	return plain, nil
}

// keepDraft puts a text into a draft; what it is made from is the writer's newest reading.
func (d *desk) keepDraft(writer string, object engine.ObjectID, text string) {
	draft := view.Draft{Text: text}
	v := d.room.View()
	if old, ok := v.Draft(writer, object); ok {
		draft.From = old.From
	}
	if k := v.Known(writer); k != nil {
		if read, ok := k.Reading(object); ok && !slices.Contains(draft.From, read.Name) {
			draft.From = append(slices.Clone(draft.From), read.Name)
		}
	}
	d.room.SetDraft(writer, object, draft)
}

func (d *desk) edit(rest string) {
	_, _, why := d.act()
	body, err := text(rest)
	switch {
	case why != "":
		d.complain("%s", why)
	case err != nil:
		d.complain("%s", sessions.Sentence(err))
	default:
		d.keepDraft(d.writer, d.object, body)
		d.say("The draft is kept. write sends it.")
	}
}

func (d *desk) write(rest string) {
	v, k, why := d.act()
	op := verbOf(v, d.object, writes)
	switch {
	case why != "":
		d.complain("%s", why)
		return
	case op == nil:
		d.complain("A %s has no text to write. do lists what can be done.", kind(d.object))
		return
	}
	if rest != "" {
		body, err := text(rest)
		if err != nil {
			d.complain("%s", sessions.Sentence(err))
			return
		}
		d.keepDraft(d.writer, d.object, body)
		v = d.room.View()
	}
	draft, ok := v.Draft(d.writer, d.object)
	if !ok {
		d.complain("%s has no draft of %s. edit TEXT makes one, write TEXT sends it at once.", k.Title, path(d.object))
		return
	}
	args, why := k.Guarded(*op, d.object, engine.Args(op.Params()[0].Name, path(d.object), contentOf(*op), draft.Text))
	if why != "" {
		d.complain("%s", inWords(why))
		return
	}
	d.send(engine.Send{By: d.writer, Verb: op.Verb, Args: args, Words: engine.Words{From: v.From(draft)}})
}

// inWords puts the words of the plain mode in the place of the desktop's keys.
func inWords(why string) string {
	return strings.NewReplacer(" r reads.", " read reads it.", " o takes one.", " lease takes one.").Replace(why)
}

func (d *desk) remove(string) {
	v, k, why := d.act()
	op := verbOf(v, d.object, erases)
	switch {
	case why != "":
		d.complain("%s", why)
		return
	case op == nil:
		d.complain("A %s cannot be deleted.", kind(d.object))
		return
	}
	args, why := k.Guarded(*op, d.object, engine.Args(op.Params()[0].Name, path(d.object)))
	if why != "" {
		d.complain("%s", inWords(why))
		return
	}
	d.send(engine.Send{By: d.writer, Verb: op.Verb, Args: args})
}

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
	d.leased("acquire", engine.Args("duration", rest))
}

// withLease does what names the lease that the writer believes to hold; a break names none.
func (d *desk) withLease(action string) {
	_, k, why := d.act()
	if why != "" {
		d.complain("%s", why)
		return
	}
	hold, ok := k.Holds(d.object)
	switch {
	case action == "break":
		d.leased(action, nil)
	case !ok:
		d.complain("%s holds no lease on %s. lease takes one.", k.Title, path(d.object))
	default:
		d.leased(action, []engine.Arg{{Name: "lease", Value: engine.Ref(hold.Answer+".lease", false)}})
	}
}

func (d *desk) leased(action string, args []engine.Arg) {
	v, _, why := d.act()
	op := verbOf(v, d.object, func(op engine.OpSpec) bool {
		return op.Group == "lease" &&
			strings.HasPrefix(op.Verb, action+"-")
	})
	switch {
	case why != "":
		d.complain("%s", why)
	case op == nil:
		d.complain("A %s has no lease.", kind(d.object))
	default:
		d.send(engine.Send{By: d.writer, Verb: op.Verb,
			Args: append(engine.Args(op.Params()[0].Name, path(d.object)), args...)})
	}
}

// operate sends any operation of the writer, or lists them.
func (d *desk) operate(rest string) {
	if rest != "" {
		before := d.room.View().Requests()
		d.statement(d.writer + ": " + rest)
		for _, e := range d.room.View().Log() { // what was just asked about is what the next words are about
			if e.Event.Kind == engine.Sent && e.Event.Request > before && e.Event.By == d.writer {
				d.object = e.Event.Object
			}
		}
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
		for _, name := range view.Guards() {
			list = append(list, choice{name, func() { d.set("guard", name) }})
		}
		d.offer("", list)
	case !slices.Contains(view.Guards(), rest):
		d.complain("There is no guard %q.%s There is %s.", rest, sessions.Nearest(rest, view.Guards()),
			strings.Join(view.Guards(), ", "))
	default:
		d.set("guard", rest)
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
