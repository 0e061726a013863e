package plain

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/advice"
	"interleave/engine/room"
	"interleave/engine/scenario"
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
		why = noObject(v)
	}
	return v, k, why
}

// noObject says what chooses an object; where there is none, what makes one.
func noObject(v *view.View) string {
	for _, s := range v.Services() {
		if list := v.ThingsToSee(s.Name); len(list) > 0 {
			return fmt.Sprintf("No object is chosen. object %s chooses one.", path(list[len(list)-1].Object))
		}
	}
	if len(v.Writers()) == 0 {
		return "There is no object yet, and no writer to make one. writer Ana adds one."
	}
	return "There is no object yet. do create-queue jobs makes a queue, do lists what else can be made."
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
		d.carryOut(v, a)
	}
}

// carryOut sends a request and says what goes with the object that it deletes.
func (d *desk) carryOut(v *view.View, a act.Act) {
	if d.send(a.Send) && len(a.Takes) > 0 {
		d.say("With it went %s. undo brings all back.", names(v, a.Takes))
	}
}

// hints are the words by which a writer gets what it lacks.
var hints = map[engine.Aim]string{engine.ToRead: " read reads it.", engine.ToAcquire: " lease takes one."}

func (d *desk) read(rest string) {
	if rest != "" {
		d.choosePath(rest)
	}
	object, sent := d.object, d.room.View().Requests()
	d.object = act.Asked(object)
	d.do(engine.ToRead, "A %s cannot be read. do lists what can be done.", act.Content{})
	d.object = object
	d.follow() // what was sent and heard stands above it
	d.tellText(sent)
	d.tellEmpty(sent)
}

// tellText says what the answers to requests behind a number have shown the writer: the text of the object, or the
// messages that it was handed.
func (d *desk) tellText(sent int) {
	k := d.room.View().Known(d.writer)
	if k == nil {
		return
	}
	for _, g := range k.Handed(d.object) {
		if g.Request > sent {
			d.say("    %s", quoted(g.Text))
		}
	}
	if read, ok := k.Reading(d.object); ok && read.Request > sent && read.HasBody && !read.Gone && !read.Own {
		d.say("    %s", quoted(read.Body))
	}
}

// quoted is a text in quotes, cut where it is long: truth tells the whole.
func quoted(text string) string {
	const most = 400
	if letters := []rune(text); len(letters) > most {
		return fmt.Sprintf("%s and %d letters more", strconv.Quote(string(letters[:most])), len(letters)-most)
	}
	return strconv.Quote(text)
}

// remove deletes the object. Where the word means what a writer holds of it, the whole of it has to be named.
func (d *desk) remove(rest string) {
	v, _, why := d.act()
	whole, parts := act.Whole(v, d.writer, d.object, engine.ToDelete)
	switch {
	case why != "":
		d.complain("%s", why)
		return
	case rest != "" && rest != kind(d.object) && rest != path(d.object):
		d.complain("delete is about the object, %s. object chooses another.", d.object)
		return
	case parts && rest != "":
		d.carryOut(v, whole)
		return
	case act.Missing(v, d.writer, d.object, engine.ToDelete) != "":
		all := "the " + kind(d.object) + " itself"
		if len(whole.Takes) > 0 {
			all = "it all: " + names(v, whole.Takes)
		}
		d.complain("%s delete %s deletes %s.",
			act.Of(v, d.writer, d.object, engine.ToDelete, act.Content{}).Why, kind(d.object), all)
		return
	}
	d.do(engine.ToDelete, "A %s cannot be deleted.", act.Content{})
}

// undelete takes away the delete marker on top of the object.
func (d *desk) undelete(string) {
	v, _, why := d.act()
	a := act.Undelete(v, d.writer, d.object)
	switch {
	case why != "":
		d.complain("%s", why)
	case a.Spec == nil:
		d.complain("No delete marker hides %s.", path(d.object))
	default:
		object := d.object
		d.carryOut(v, a)
		d.follow()
		if now := d.room.View(); now.Readable(object) { // the request may be held
			d.say("The delete marker is gone: v%s of %s is there again. read reads it.",
				view.Record(now.Properties(object)).Text("version"), path(object))
		}
	}
}

// versions tells the object to keep its versions.
func (d *desk) versions(string) {
	v, _, why := d.act()
	_, send, ok := act.Feature(v, d.writer, d.object)
	switch {
	case why != "":
		d.complain("%s", why)
	case !ok:
		d.complain("%s.", act.NoFeature(v, d.writer, d.object))
	default:
		d.carryOut(v, act.Act{Object: d.object, Spec: v.Spec(send.Verb), Send: send})
	}
}

// names lists objects, a message with what it says.
func names(v *view.View, objects []engine.ObjectID) string {
	list := make([]string, len(objects))
	for i, object := range objects {
		list[i] = object.String()
		if r := view.Record(v.Properties(object)); r.Has("text") {
			list[i] += " " + strconv.Quote(r.Text("text"))
		}
	}
	return strings.Join(list, ", ")
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
	d.withLease(engine.ToAcquire, engine.Args("duration", rest)...)
}

// withLease does something about the object's lease.
func (d *desk) withLease(aim engine.Aim, args ...engine.Arg) {
	d.do(aim, "A %s has no lease.", act.Content{}, args...)
}

// operate sends any operation of the writer, or lists them.
func (d *desk) operate(rest string) {
	if rest != "" {
		if d.writer == "" {
			d.complain("There is no writer yet. writer Ana adds one.")
			return
		}
		d.statement(d.writer + ": " + d.aimed(d.room.View(), rest))
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
		d.complain("There is no guard %q.%s The guards are: %s.", rest, sessions.Nearest(rest, view.Guards()),
			strings.Join(view.Guards(), ", "))
	default:
		d.set("guard", strings.ToLower(rest))
	}
}

func (d *desk) set(key, value string) {
	d.tried(d.room.Do(engine.Set{Scope: d.writer, Key: key, Value: value}))
}

// join brings a writer in, who acts from now on, or chooses the one with that name. A comma adds several, of whom the
// first acts.
func (d *desk) join(rest string) {
	if rest == "" || d.writerNamed(rest) != "" {
		d.as(rest)
		return
	}
	if ids := d.joinAll(rest); len(ids) > 0 {
		d.writer = ids[0]
		d.whoActs(ids)
	}
}

// add brings writers in. Who acts stays.
func (d *desk) add(rest string) {
	switch {
	case rest == "":
		d.complain("add wants a name, or several with commas: add Ana, Ben.")
	case d.writerNamed(rest) != "":
		d.as(rest)
	default:
		acts := d.writer
		if ids := d.joinAll(rest); len(ids) > 0 {
			if d.writer = acts; acts == "" {
				d.writer = ids[0]
			}
			d.whoActs(ids)
		}
	}
}

// whoActs says who acts where somebody else has joined.
func (d *desk) whoActs(joined []string) {
	if d.follow(); len(joined) > 1 || joined[0] != d.writer {
		d.say("%s acts.", d.room.View().Title(d.writer))
	}
}

// joinAll brings in the writers of a list, as one action, and says their ids; none where one cannot join.
func (d *desk) joinAll(titles string) (ids []string) {
	var inputs []engine.Input
	for part := range strings.SplitSeq(titles, ",") {
		title := strings.TrimSpace(part)
		id := idOf(title)
		twice := slices.ContainsFunc(inputs, func(in engine.Input) bool {
			return strings.EqualFold(in.(engine.AddWriter).Title, title)
		})
		switch {
		case id == "":
			d.complain("%q has no letters to call a writer by.", title)
			return nil
		case twice || d.writerNamed(title) != "":
			d.complain("%s is here already. Another name tells them apart.", title)
			return nil
		}
		for base, n := id, 2; d.room.View().Writer(id) != nil || id == engine.Seed || slices.Contains(ids, id); n++ {
			id = fmt.Sprintf("%s%d", base, n)
		}
		ids, inputs = append(ids, id), append(inputs, engine.AddWriter{ID: id, Title: title})
	}
	if !d.tried(d.room.Do(inputs...)) {
		return nil
	}
	return ids
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

// writerNames are the ids and the titles of all writers.
func (d *desk) writerNames() (list []string) {
	for _, w := range d.room.View().Writers() {
		list = append(list, w.ID, w.Title)
	}
	return list
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
		hint := "."
		if near := scenario.Suggest(rest, d.writerNames()); near != "" {
			hint = "; did you mean " + near + "?"
		}
		d.complain("There is no writer %q%s writer %s adds one.", rest, hint, rest)
		return
	}
	d.writer = id
	d.say("%s acts.", v.Title(id))
}

// choosePath chooses the object with that path, there or not.
func (d *desk) choosePath(rest string) {
	if rest != "" {
		d.ready = engine.ObjectID{} // somebody chooses, be it the one that stood ready
	}
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
	was, gone := v.GoneAs(rest)
	switch {
	case rest == "":
		d.offer("No objects yet. object wiki/home.md names one.", list)
	case strings.Contains(rest, " "):
		d.complain("There is no object %q.", rest)
	case gone:
		d.object = was
	case strings.Contains(rest, "/"):
		d.object = engine.ObjectID{Kind: contentsOf(v, rest), Name: rest}
	default:
		d.object = engine.ObjectID{Kind: "container", Name: rest}
	}
}

// contentsOf is the kind of what a path names that nothing has yet: what the thing of its first name holds, a blob
// where there is none or several.
func contentsOf(v *view.View, path string) string {
	first, _, _ := strings.Cut(path, "/")
	kind := ""
	for _, s := range v.Services() {
		for _, t := range v.Things(s.Name) {
			switch into := act.Into(v, t.Object); {
			case t.Object.Name != first || into == nil || into.Object == t.Object.Kind: // no path names a message
			case into.Makes == "blob" || kind != "":
				return "blob"
			default:
				kind = into.Makes
			}
		}
	}
	return cmp.Or(kind, "blob")
}

// noMark is the sentence where no conflict is marked: what was replaced unread is not passed over.
func noMark(v *view.View, none string) string {
	unmarked := advice.Unmarked(v)
	if why, how := advice.Hidden(v); why != "" { // what was removed unread is not lost
		how = "undelete takes the marker away: " + how
		return strings.TrimSpace(why + " " + how + " No conflict is marked. " + unmarked)
	}
	if back := advice.Back(v); back != "" {
		return strings.TrimSpace(back + " No conflict is marked. " + unmarked)
	}
	if unmarked != "" {
		return "No conflict is marked. " + unmarked
	}
	return none
}

// recommend does what was tried about a conflict and helps: the newest, or the n-th. Without a number it is about what
// why is about, which may be a refusal that is nobody's trouble.
func (d *desk) recommend(rest string) {
	list := d.room.View().Troubles()
	told := d.room.View().Told()
	if len(told) == 0 || len(list) == 0 && rest != "" {
		if why, _ := advice.Hidden(d.room.View()); why != "" {
			d.complain("%s recommend sent nothing: undelete takes the marker away.", why)
			return
		}
		d.complain("%s", noMark(d.room.View(), "There is no conflict yet."))
		return
	}
	trouble := told[len(told)-1].Finding
	if rest != "" {
		n, _ := strconv.Atoi(rest)
		if n < 1 || n > len(list) {
			d.complain("There are conflicts 1 to %d: recommend 1 is about the first, recommend about the newest.",
				len(list))
			return
		}
		trouble = list[n-1].Finding
	}
	before := advice.For(d.room.View(), trouble).Say
	did, err := d.room.Recommend(trouble)
	d.follow()
	if did != "" {
		d.say("%s. undo takes it back.", did)
	}
	stands := func(t view.Trouble) bool { return t.Finding.Event == trouble.Event && t.Finding.Kind == trouble.Kind }
	if did != "" && err == nil && slices.ContainsFunc(d.room.View().Told(), stands) { // not on a branch without it
		if now := advice.For(d.room.View(), trouble).Say; now != before { // what was read says more
			d.say("What to do now: %s", now)
		}
	}
	switch {
	case did == "" && errors.Is(err, room.ErrByHand): // the card's own sentence, which may begin with a name
		d.say("%s", cause(err))
	case err != nil:
		d.say("%s", d.sentence(err))
	}
	if did != "" {
		return
	}
	switch underWay := slices.ContainsFunc(d.room.View().Flight(), func(m view.Moving) bool {
		return m.Request == trouble.Request && m.Back && d.room.View().Exchange(m.Request).GaveUp.IsZero()
	}); {
	case errors.Is(err, room.ErrByHand) && underWay:
		d.say("recommend sent nothing: step brings the answer that is under way.")
	case errors.Is(err, room.ErrByHand):
		d.say("recommend sent nothing: what is left to do, if anything, is a person's.")
	}
	if open, n, ok := advice.Open(d.room.View(), trouble); ok {
		d.say("Another mark is open, %s by %s's #%d: recommend %d does what helps there.", open,
			d.room.View().Title(open.By), open.Request, n)
	}
}
