package plain

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

func (d *desk) state(string) {
	v := d.room.View()
	refused, silent, unknown := v.Counts()
	d.say("%s, step %d of %d of %s, %d refused, %d silent, %d unknown", v.Now(), v.Step, v.Steps, v.Branch, refused,
		silent, unknown)
	if v.Past {
		d.say("PAST: now goes to the newest moment. Any action here starts a branch.")
	}
	if v.Next != "" {
		d.say("next: %s", v.Next)
	}
	if !d.object.IsZero() {
		d.say("object: %s", d.object)
	}
	for i, w := range v.Writers() {
		d.writerState(v, i+1, v.Known(w.ID))
	}
}

// queueState is what a writer knows of a thing that it has not read: of a queue the messages that it was handed,
// put or saw.
func queueState(k *view.Known, object engine.ObjectID) string {
	if object.Kind == "queue" {
		if handed := k.Holding(object); len(handed) > 0 {
			got := "Got    "
			if handed[len(handed)-1].Put {
				got = "Put    "
			}
			return got + engine.Counted(len(handed), "message")
		}
		if n, at, ok := k.Peeked(object); ok {
			if n == 0 {
				return fmt.Sprintf("Saw    no message at %s", at)
			}
			return fmt.Sprintf("Saw    %s at %s", engine.Counted(n, "message"), at)
		}
		if at, empty := k.CameEmpty(object); empty {
			return fmt.Sprintf("Got    no message at %s", at)
		}
		if k.Received(object) {
			return "Got    no message any more: what it got, it has deleted"
		}
	}
	return "Read   nothing of " + cmp.Or(path(object), "any object")
}

// writerState tells what one writer can know, in the order of its window.
func (d *desk) writerState(v *view.View, place int, k *view.Known) {
	acts := ""
	if k.ID == d.writer {
		acts = "  * acts"
	}
	d.say("%d %s%s", place, k.Title, acts)
	if read, ok := k.Reading(d.object); ok {
		d.say("  %-6s %s", map[bool]string{true: "Has", false: "Read"}[read.Own], readState(v, k, read, d.object))
	} else if read, what, ok := k.Glance(d.object); ok {
		d.say("  Read   v%s %s, %s and not the text  %s ago", read.Version, short(read.Tag), what,
			ago(k.Now.Sub(read.At)))
	} else {
		d.say("  %s", queueState(k, d.object))
	}
	hold := "nothing"
	if h, ok := k.Holds(d.object); ok {
		hold = "lease " + short(h.Token.Value())
		if h.From != "" {
			hold += ", told by " + h.From
		}
		if h.Ends != 0 && h.Ends != engine.Never {
			hold += ", as it reckons until " + h.Ends.String()
		}
	}
	handles := k.Handles(d.object)
	for _, h := range handles {
		if hold == "nothing" {
			hold = ""
		}
		hold = strings.TrimPrefix(hold+", "+handleState(h), ", ")
	}
	d.say("  Holds  %s", hold)
	for _, h := range handles {
		for _, c := range h.Cached {
			d.say("  Cache  %s at %d-%d, unsent: %s", engine.Counted(len(c.Text), "byte"), c.From, c.To(),
				strconv.Quote(c.Text))
		}
	}
	if k.Guard != "" {
		d.say("  Guard  %s", k.Guard)
	}
	if draft, ok := v.Draft(k.ID, d.object); ok {
		d.say("  Draft  %s", strconv.Quote(draft.Text))
	}
	if doing, ok := k.Doing(); ok {
		d.say("  Sent   %s %s at %s%s", doing.No, doing.What, doing.At, map[bool]string{true: "  # held"}[doing.Held])
		d.say("  Heard  %s", heard(k, doing))
	}
	if p, ok := k.Plan(); ok {
		d.say("  Plan   %s", planState(p))
	}
}

// handleState is a handle that a writer has: its access, what it shares, its oplock, its locks.
func handleState(h view.Handle) string {
	text := "handle " + cmp.Or(h.Access, "none") + " shares " + cmp.Or(h.Shares, "none")
	if h.Oplock != "" {
		text += " oplock " + h.Oplock
	}
	if len(h.Locks) > 0 {
		text += " lock " + strings.Join(h.Locks, " ")
	}
	return text
}

// heard is what came of the newest request; silence is one only when an answer is overdue.
func heard(k *view.Known, doing view.Doing) string {
	switch {
	case k.Silence(doing):
		return "? nothing"
	case !doing.Heard:
		return "nothing yet"
	case doing.Refused:
		return "! " + doing.Words
	}
	return doing.Words
}

// planState is the steps that the writer takes by itself, and where it stands among them.
func planState(p view.Planned) string {
	words := strings.Join(p.Words, ", ")
	switch {
	case p.Why != "":
		return words + "; it cannot go on: " + p.Why
	case p.In > 0:
		return fmt.Sprintf("%s; on in %.1f s", words, p.In.Seconds())
	case p.For != "":
		return words + "; waits for " + p.For
	case p.Ended:
		return words + "; ended"
	case p.Next >= 0:
		return words + "; next: " + p.Words[p.Next]
	}
	return words
}

func readState(v *view.View, k *view.Known, read view.Reading, object engine.ObjectID) string {
	if read.Gone {
		return fmt.Sprintf("that it is not there, %s ago", ago(k.Now.Sub(read.At)))
	}
	text := fmt.Sprintf("v%s  %s ago", read.Version, ago(k.Now.Sub(read.At)))
	switch { // messages and files over SMB have no version
	case read.Version == "" && read.HasBody:
		text = fmt.Sprintf("%s  %s ago", engine.Counted(len(read.Body), "byte"), ago(k.Now.Sub(read.At)))
	case read.Version == "":
		text = fmt.Sprintf("it, %s ago", ago(k.Now.Sub(read.At)))
	}
	if !read.Tag.IsZero() {
		text = fmt.Sprintf("v%s %s  %s ago", read.Version, short(read.Tag), ago(k.Now.Sub(read.At)))
	}
	switch n, known := v.Behind(k.ID, object); {
	case known && n == 0:
		text += "  = fresh"
	case known && n == read.Missed:
		text += fmt.Sprintf("  < %d unseen", n)
	case known:
		text += fmt.Sprintf("  < %d behind", n)
	}
	return text
}

func short(v engine.Value) string {
	if t, ok := v.Token(); ok {
		return t.Short()
	}
	if text := v.String(); len(text) > 12 && !strings.ContainsAny(text, " :") { // a tag that is a text
		return engine.ShortTag(text)
	}
	return v.String()
}

func ago(by time.Duration) string { return fmt.Sprintf("%.1f s", by.Seconds()) }

func (d *desk) truth(rest string) {
	if rest != "" {
		d.choosePath(rest)
	}
	if d.object.Name == "" { // nor is what is about no object, as a PING
		d.complain("%s", noObject(d.room.View()))
		return
	}
	v := d.room.View()
	t := v.Truth(d.object)
	_, was := v.GoneAs(d.object.Name)
	switch {
	case t.Exists:
		d.say("%s", d.object)
	case !was: // of what kind it would be is a guess
		d.say("%s is not there.", d.object.Name)
	default:
		d.say("%s is not there.", d.object)
	}
	for _, n := range t.Versions {
		d.say("  %s", versionLine(v, t, n))
	}
	if t.CountsMarkers() {
		d.say("  A delete marker is counted like a version, and so is its removal: no text has these numbers.")
	}
	if t.Lease.State != "" && t.Exists {
		d.say("  lease %s", leaseLine(v, t.Lease))
	}
	d.kept(v, t)
	d.inside(v)
}

// kept says what the record of an object keeps; of an entity each property with whose it is, for a merge leaves
// those that it does not name the work of who wrote them.
func (d *desk) kept(v *view.View, t view.Truth) {
	record := view.Record(t.Properties)
	for _, p := range t.Properties {
		ends, timed := view.TimerOf(t.Timers, t.Object, p.Name)
		_, told := view.TimerOf(t.Timers, t.Object, endOf[p.Name])
		if view.Unset(p) || told {
			continue
		}
		if group, _, inside := strings.Cut(p.Name, "."); p.Text != "" && p.Name != "body" &&
			(!inside || slices.Contains([]string{"metadata", "tags"}, group)) {
			name := p.Name
			if words := recordWords[name]; words != "" && (name != "put" || d.object.Kind == "queue") {
				name = words
			}
			text := p.Text
			if m := record.Mark(p.Name); v.Title(m.By) != "" {
				text = strings.Replace(text, m.By, v.Title(m.By), 1)
			}
			if timed {
				text = ends.SeenFrom(v.Now())
			}
			d.say("  %-16s %s", name, strings.ReplaceAll(strings.TrimRight(text, "\r\n"), "\n", " / "))
		}
	}
	if !t.Exists || d.object.Kind != "entity" {
		return
	}
	for _, g := range record.Groups("changed.") {
		value := "removed"
		if record.Has("." + g.Name) {
			value = record.Text("." + g.Name)
		}
		m := g.Mark("")
		d.say("  %-16s %s  by %s at %s", "."+g.Name, value, cmp.Or(v.Title(m.By), m.By), m.At)
	}
}

// recordWords say what a record keeps, of a queue how many messages, where its own words say too little.
var recordWords = map[string]string{"put": "messages put", "gone": "deleted", "free": "name free from",
	"expiry": "expires"}

// endOf are the timers that say when what a record keeps has ended: a key holds until its time, and is gone behind it.
var endOf = map[string]string{"expires": "expiry"}

// inside lists what lies in the object: of messages until when nobody is given them, and who has the receipt that
// counts.
func (d *desk) inside(v *view.View) {
	var list []view.ObjectInfo
	var places []int64
	for _, s := range v.Services() {
		for _, t := range v.ThingsToSee(s.Name) {
			if t.Inside == d.object {
				place, _ := engine.Text(view.Record(v.Properties(t.Object)).Text("seq")).Int()
				at, _ := slices.BinarySearch(places, place+1) // things without a number stay in their order
				list, places = slices.Insert(list, at, t), slices.Insert(places, at, place)
			}
		}
	}
	for _, t := range list {
		switch {
		case t.Kind == "message":
			d.say("  %s", messageLine(v, t))
		case t.Version != "":
			d.say("  %s%s  v%s", t.Object, hiddenWord(t), t.Version)
		default:
			d.say("  %s%s", t.Object, hiddenWord(t))
		}
	}
}

// hiddenWord tells what stands there under a delete marker alone, and can be had back; empty of anything else.
func hiddenWord(t view.ObjectInfo) string {
	if t.Hidden {
		return "  deleted, under a delete marker"
	}
	return ""
}

func messageLine(v *view.View, t view.ObjectInfo) string {
	m := view.Record(v.Properties(t.Object))
	line := fmt.Sprintf("%s  %s  received %sx", t.Object, strconv.Quote(m.Text("text")), m.Text("dequeue-count"))
	if until, hidden := view.TimerOf(v.Timers(), t.Object, "next-visible"); hidden {
		line += fmt.Sprintf("  hidden until %s", until)
	} else {
		line += "  visible"
	}
	if by := m.Text("holder"); by != "" {
		line += fmt.Sprintf("  receipt %s of %s counts", engine.ShortTag(m.Text("receipt")), v.Title(by))
	}
	return line
}

// bodyOf is the content of a version in a line: the properties of a row, any other text in quotes.
func bodyOf(object engine.ObjectID, body string) string {
	if rows, ok := view.RowOf(body); ok && object.Kind == "entity" && len(rows) > 0 {
		return strings.Join(strings.Split(strings.TrimSpace(body), "\n"), "  ")
	}
	return strconv.Quote(body)
}

func versionLine(v *view.View, t view.Truth, n view.Version) string {
	line := fmt.Sprintf("%s  %s", v.Title(t.Author(n)), n.At)
	if n.Number != "" { // a queue has no versions
		line = "v" + n.Number + "  " + line
	}
	if n.Gone {
		line += "  " + n.Went()
	} else {
		line += strings.TrimRight("  "+bodyOf(t.Object, n.Body)+" "+n.Beside(), " ")
	}
	if n.Again && v.Title(n.By) != "" {
		line += fmt.Sprintf("  there again by %s #%d", v.Title(n.By), n.Request)
	}
	if n.Now {
		line += "  now"
	}
	for _, id := range n.BaseOf {
		line += "  known to " + v.Title(id)
	}
	return line + marksOf(n.Marks)
}

// marksOf are marks behind a line; what several tries have is said once, with how many.
func marksOf(marks []conflict.Finding) (line string) {
	for i, m := range marks {
		same := func(o conflict.Finding) bool { return o.String() == m.String() }
		if slices.ContainsFunc(marks[:i], same) {
			continue
		}
		line += "   " + m.String()
		times := 0
		for _, o := range marks[i:] {
			if same(o) {
				times++
			}
		}
		if times > 1 {
			line += fmt.Sprintf(" (%d times)", times)
		}
	}
	return line
}

func leaseLine(v *view.View, l view.LeaseState) string {
	line := l.State
	if l.Holder != "" {
		line += ", " + v.Title(l.Holder)
	}
	if l.Ends != 0 && l.Ends != engine.Never {
		line += ", until " + l.Ends.String()
	}
	return line
}

func (d *desk) tree(string) {
	v := d.room.View()
	empty := true
	for _, s := range v.Services() {
		for _, t := range v.ThingsToSee(s.Name) {
			empty = false
			line := t.Object.String() + hiddenWord(t)
			if t.Version != "" {
				line += "  v" + t.Version
			}
			if t.Lease != "" {
				line += "  lease of " + v.Title(t.Lease)
			}
			for i, n := range t.Marks {
				if n > 0 {
					line += fmt.Sprintf("  %c%d", "!~?"[i], n)
				}
			}
			d.say("%s", line)
		}
	}
	if empty {
		d.say("No objects yet. do create-container wiki makes one.")
	}
}

// why explains a mark: the newest, or the n-th.
func (d *desk) why(rest string) {
	v := d.room.View()
	list, told := v.Troubles(), v.Told()
	n := len(list)
	if rest != "" {
		n, _ = strconv.Atoi(rest)
	}
	none := ""
	if len(list) == 0 && (rest != "" || len(told) == 0) {
		none = noMark(v, "")
	}
	switch {
	case rest == "" && len(told) > len(list): // the newest mark is a refusal that is nobody's trouble
		c := told[len(told)-1]
		d.say("Not a conflict: ! refused")
		d.tell(v, c, "recommend")
		return
	case none != "":
		d.say("%s", none)
		return
	case len(list) == 0 && v.Next == "":
		d.say("There is no conflict here, and nothing is due.")
		return
	case len(list) == 0:
		d.say("No conflict yet. step or run goes on.")
		return
	case len(list) == 1 && n != 1:
		d.complain("There is one conflict. why explains it.")
		return
	case n < 1 || n > len(list):
		d.complain("There are conflicts 1 to %d: why 1 explains the first, why the newest.", len(list))
		return
	}
	d.say("Conflict %d of %d: %s", n, len(list), list[n-1])
	recommend := "recommend"
	if n < len(list) {
		recommend = fmt.Sprintf("recommend %d", n)
	}
	d.tell(v, list[n-1], recommend)
}

// tell is a mark's story, what to do about it, the rule, and the word that does what was tried.
func (d *desk) tell(v *view.View, c view.Trouble, recommend string) {
	told := v.Story(c.Finding)
	d.say("%s", told.First)
	for i, s := range told.Steps {
		d.say("%3d  %s", i+1, s.Text)
	}
	if told.Heard != "" {
		d.say("%s", told.Heard)
	}
	d.properties(v, c)
	card := advice.For(v, c.Finding)
	if len(card.Stops) > 0 {
		d.say("What would stop it: %s", strings.Join(card.Stops, " "))
	}
	d.say("What to do: %s", card.Say)
	for _, other := range card.Others {
		d.say("  %s", other)
	}
	d.say("The rule: %s", told.Law)
	if told.Rule.Document != "" {
		d.say("  %s", strings.TrimSuffix(told.Rule.Document+", "+told.Rule.Section, ", "))
	}
	if told.Rule.Differs != "" {
		d.say("Differs: %s", told.Rule.Differs)
	}
	if told.Unsure != "" {
		d.say("Assumed: %s", told.Unsure)
	}
	if card.Action != "" {
		d.say("%s does it.", recommend)
	}
	beside := v.Beside() // a card about something else does not make it untrue
	if card.Beside != "" {
		beside = append(slices.Clip(beside), card.Beside)
	}
	for _, told := range beside {
		d.say("Beside it, and not marked: %s", told)
	}
}

// diff compares the writer's text with its base and with what the service has.
func (d *desk) diff(string) {
	v, k, why := d.act()
	if why != "" {
		d.complain("%s", why)
		return
	}
	draft, ok := v.Draft(d.writer, d.object)
	read, known := k.Reading(d.object)
	switch {
	case !ok:
		d.complain("%s has no draft of %s. edit TEXT makes one.", k.Title, path(d.object))
		return
	case !known:
		d.complain("%s has not read %s. read reads.", k.Title, path(d.object))
		return
	}
	base := read.Body
	if x := v.Source(draft); x != nil {
		base = x.Answer.Field("body").String()
	}
	theirs := ""
	if t := v.Truth(d.object); t.Exists && len(t.Versions) > 0 {
		theirs = t.Versions[0].Body
	}
	names := conflict.Names{Mine: k.Title, Base: "base", Theirs: "service"}
	for _, h := range conflict.Diff3([]byte(base), []byte(draft.Text), []byte(theirs)) {
		d.hunk(h, names)
	}
}

func (d *desk) hunk(h conflict.Hunk, names conflict.Names) {
	side := func(mark, name string, lines []string) {
		for _, line := range lines {
			d.say("%s %-8s %s", mark, name, strings.TrimSuffix(line, "\n"))
		}
	}
	switch h.Kind {
	case conflict.Same:
		side(" ", "", h.Base)
	case conflict.Clash:
		side("<>", names.Base, h.Base)
		side("<>", names.Mine, h.Mine)
		side("<>", names.Theirs, h.Theirs)
	default:
		side("-", names.Base, h.Base)
		if h.Kind == conflict.Theirs {
			side("+", names.Theirs, h.Theirs)
		} else {
			side("+", names.Mine, h.Mine)
		}
	}
}

func (d *desk) log(string) { d.find("") }

func (d *desk) find(rest string) {
	v := d.room.View()
	found := false
	for _, e := range v.Lines().All() {
		if line := v.Line(e); strings.Contains(strings.ToLower(line), strings.ToLower(rest)) {
			d.say("%s", line)
			found = true
		}
	}
	switch {
	case !found && rest == "":
		d.say("No events. run goes on, step does one step.")
	case !found:
		d.say("No match for %q.", rest)
	}
}

// timeline lists the whole branch and where on it this moment is.
func (d *desk) timeline(string) {
	course := d.room.View().Course()
	if course.Lines.Len() == 0 {
		d.say("No events.")
	}
	for i, e := range course.Lines.All() {
		at := "  "
		if i == course.Here-1 {
			at = "> "
		}
		d.say("%s%s", at, course.Line(e))
	}
}
