package plain

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/advice"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/endpoint"
	"interleave/engine/room"
	"interleave/engine/rulebook"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/ui/sessions"
)

// desk is the plain mode: a session, who acts and on what, and what has been told of it so far.
type desk struct {
	*program
	shelf   *sessions.Sessions
	door    *endpoint.Door
	session *sessions.Session
	room    *room.Room
	writer  string          // id; empty: none yet
	object  engine.ObjectID // as `blob wiki/home.md`; empty: none yet
	ready   engine.ObjectID // the object where nobody has chosen it nor sent anything; empty: somebody has
	told    view.Lines
	caption string // what the script's author was last heard to say
	choices []choice
	listed  string // the word that listed them
	course  coursed
	found   foundOrders // of the last search of orders
	guarded foundOrders // of the last one under all guards
	signs   bool        // it was said what the signs of marks mean
	changed bool        // it was said that the script's file has changed
	left    bool        // quit
	code    int
}

// choice is one row of a numbered list that was just told.
type choice struct {
	title string
	take  func()
}

// converse plays a session by lines: commands where there are any, else the script to its end.
func (p *program) converse(shelf *sessions.Sessions, s *sessions.Session, door *endpoint.Door) int {
	d := &desk{program: p, shelf: shelf, door: door, session: s, room: s.Room}
	if s.Path() == "" {
		d.say("Nothing of this session is saved. --session FILE keeps one.")
	}
	for _, sentence := range s.Said {
		d.say("%s", sentence)
	}
	if s.Kept {
		d.told = s.Room.View().Lines() // log lists it
	}
	d.introduce(s.Room.View())
	d.follow()
	d.beginLesson()
	if p.conversation {
		d.say("step goes on, run plays to the next mark, help lists the words.")
	}
	commanded, err := d.obeyAll(bufio.NewReader(p.in))
	if err != nil {
		d.complain("The input cannot be read: %s.", err)
	}
	if !commanded && !p.conversation {
		d.toTheEnd()
	}
	return d.code
}

// maxLine is the longest line that is read, in bytes: a body of 64 KiB has room in it however it is escaped.
const maxLine = 1 << 20

// obeyAll does the lines of the input, and says whether any of them was a command.
func (d *desk) obeyAll(in *bufio.Reader) (commanded bool, err error) {
	next := func() ([]byte, bool, error) { return readLine(in) }
	if !d.conversation {
		m := newMeanwhile(in)
		defer m.end()
		next = func() ([]byte, bool, error) { return m.line(d) }
	}
	for !d.left && err == nil {
		d.prompt()
		var line []byte
		var whole bool
		line, whole, err = next()
		text := strings.TrimSpace(string(line))
		switch {
		case !whole:
			commanded = true
			d.complain("A line of more than %d bytes stays undone: %s...", maxLine, text[:min(len(text), 40)])
		case text != "" && text[0] != '#':
			commanded = true
			d.obey(text)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return commanded, err
}

// readLine reads a line; of one that is too long it gives the beginning, and whole is false.
func readLine(in *bufio.Reader) (line []byte, whole bool, err error) {
	for whole = true; ; {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) <= maxLine {
			line = append(line, part...)
		} else {
			whole = false
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, whole, err
		}
	}
}

func (d *desk) prompt() {
	if d.conversation && !d.left {
		fmt.Fprint(d.out, "> ")
	}
}

func (d *desk) say(format string, args ...any) { fmt.Fprintf(d.out, format+"\n", args...) }

// complain says what could not be done; where nobody can try again, the program ends with it.
func (d *desk) complain(format string, args ...any) {
	d.say(format, args...)
	if !d.conversation {
		d.code = exitUnmet
	}
}

// obey does one line: a number of the last list, a word, or a line of a scenario.
func (d *desk) obey(text string) {
	if n, err := strconv.Atoi(text); err == nil {
		d.choose(n)
		return
	}
	first, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	if n, err := strconv.Atoi(rest); err == nil && first == d.listed && n > 0 && n <= len(d.choices) {
		d.choose(n) // as `guard 2` where guard has listed them
		return
	}
	d.choices, d.listed = nil, first
	w, known := wordNamed(first)
	switch {
	case d.byName(first, rest):
	case strings.HasPrefix(text, ">"):
		d.complain("An expectation is checked in a file: interleave run FILE.")
	case known && !(w.also != nil && w.also(d, rest)):
		if asked := d.asked(); asked != "" && w.tells() {
			d.complain(asked)
			return
		}
		if rest != "" && w.form == "" { // as undo 5, or new writer: what was meant is not what would be done
			d.complain("%s takes no word behind it, and %q stands there. Nothing was done.", first, rest)
			return
		}
		w.do(d, rest)
	case d.nobody(first):
	case strings.HasSuffix(first, ":") || slices.Contains(scenario.Keywords(), first):
		d.statement(text)
	case first == "does" && d.room.View().Known(d.writer) != nil:
		d.statement(scenario.FormatName(d.writer) + ": " + text)
	case first == "seed":
		d.complain("The start is written with a colon: seed: VERB ..., such as seed: put-blob wiki/home.md text.")
	case d.room.View().Spec(first) != nil:
		d.complain("%s is an operation: do %s sends it.", first, text)
	case isLook(first):
		d.say("%s is about how the desktop looks. Here are only lines.", first)
	default:
		does := d.insteadOf(first)
		if does == "" {
			does = strings.TrimSpace(sessions.Nearest(first, wordNames()) + " help lists them.")
		}
		d.complain("There is no word %q. %s", first, does)
	}
	d.follow()
	d.followLesson()
}

func (d *desk) choose(n int) {
	if len(d.choices) == 0 { // a word was said since the question was
		d.choices = d.answers()
	}
	if n < 1 || n > len(d.choices) {
		if len(d.choices) == 0 {
			d.complain("No question is open, and no list was told: %d chooses nothing.", n)
			return
		}
		d.complain("There is no choice %d.", n)
		return
	}
	take := d.choices[n-1].take
	d.choices = nil
	take()
	d.follow()
	d.followLesson()
}

// offer tells a numbered list; the next line may be one of its numbers.
func (d *desk) offer(empty string, list []choice) {
	if len(list) == 0 {
		d.say("%s", empty)
		return
	}
	d.choices = list
	for i, c := range list {
		d.say("%3d  %s", i+1, c.title)
	}
}

// A few words begin a statement too. Which of the two a line is, these tell by what stands behind the word.

func anything(_ *desk, rest string) bool { return rest != "" }

func titled(_ *desk, rest string) bool { return strings.ContainsAny(rest, `"=`) }

// underWay says whether a request stands behind the word: one in flight, or one that has left it with something that
// was to be changed.
func underWay(d *desk, rest string) bool {
	name, change, _ := strings.Cut(rest, " ")
	v := d.room.View()
	if slices.ContainsFunc(v.Flight(), func(m view.Moving) bool { return m.Name == name }) {
		return true
	}
	for n := v.Requests(); n > 0 && strings.Contains(change, "="); n-- {
		if v.Exchange(n).Name == name {
			return true
		}
	}
	return false
}

// ofNames are the words that a writer's name may stand before, as `ana: delete`.
var ofNames = []string{"read", "edit", "write", "delete", "undelete", "versions", "lease", "renew", "release",
	"break", "do", "guard", "hold", "give-up", "again", "diff", "plan"}

// byName does a word for the writer whose name stands before it; who acts stays. False where the line is something
// else.
func (d *desk) byName(first, rest string) bool {
	name, named := strings.CutSuffix(first, ":")
	word, rest, _ := strings.Cut(rest, " ")
	w, known := wordNamed(word)
	id := d.writerNamed(name)
	if !named || !known || id == "" || !slices.Contains(ofNames, word) || d.room.View().Spec(word) != nil {
		return false
	}
	acts := d.writer
	d.writer = id
	w.do(d, strings.TrimSpace(rest))
	d.writer = acts
	return true
}

// nobody says how the one whose name stands in front of a line joins, where no writer is called so.
func (d *desk) nobody(first string) bool {
	name, named := strings.CutSuffix(first, ":")
	if !named || name == engine.Seed || strings.ContainsRune(name, '"') || d.writerNamed(name) != "" {
		return false
	}
	why := fmt.Sprintf("There is no writer %s. add %[1]s lets one join, and then the line does.", name)
	if list := d.room.View().Writers(); len(list) > 0 {
		var names []string
		for _, w := range list[:min(len(list), namesMost)] {
			names = append(names, w.Title)
		}
		why += " There are " + strings.Join(names, ", ")
		if more := len(list) - namesMost; more > 0 {
			why += fmt.Sprintf(" and %d more", more)
		}
		why += "."
	}
	d.complain("%s", why)
	return true
}

// namesMost is how many names a sentence lists.
const namesMost = 9

// request sends what a line says. Who acts stays as it is; what was asked about is what the next words are about.
func (d *desk) request(send engine.Send) {
	v := d.room.View()
	if spec := v.Spec(send.Verb); spec != nil && len(spec.Params()) > 0 && len(send.Args) == 0 && !listsAll(spec) {
		d.complain("%s wants the name of what it is for: do %s %s.", send.Verb, send.Verb,
			strings.ToUpper(spec.Params()[0].Name))
		return
	}
	before, seen := v.Requests(), v.Log().Len()
	d.send(send)
	log := d.room.View().Log()
	for _, e := range log.From(min(seen, log.Len())).All() {
		about := act.About(e.Event().Object)
		if e.Event().Kind == engine.Sent && e.Event().Request > before && e.Event().By == send.By &&
			about.Name != "" { // EXEC is about its connection, which nobody reads
			d.object = about
		}
	}
	d.follow() // what was sent and heard stands above it
	d.tellListed(before)
}

// statement does a line of a scenario, exactly as a file would, but that a request by hand takes its time on the way.
func (d *desk) statement(text string) {
	v := d.room.View()
	text = dotted(v.ByID(text), func(line string) error {
		_, err := scenario.ParseLine(line, v.Requests()+1, v.Services())
		return err
	})
	s, err := scenario.ParseLine(text, v.Requests()+1, v.Services())
	if err != nil {
		d.complain("%s", unread(err))
		return
	}
	switch send, _ := first(s.Inputs).(engine.Send); {
	case s.Kind == scenario.Request && s.By != engine.Seed:
		d.request(send)
	case s.Kind == scenario.Draft:
		d.choosePath(s.Draft.Path)
		d.keepDraft(s.By, d.object, s.Draft.Body.String())
	case s.Kind == scenario.Bookmark:
		d.room.Bookmark(s.Name)
		d.say("Bookmark %s is here.", s.Name)
	case s.Kind == scenario.Back:
		d.toBookmark(s.Name)
	case (s.Kind == scenario.StepOf || s.Kind == scenario.RunOf) && len(s.Names) > 0:
		d.walk(s.Names)
	case len(s.Inputs) == 0:
		d.complain("%s stands in files: interleave run FILE plays and checks them.", s.Kind)
	default:
		tell, _ := first(s.Inputs).(engine.Tell)
		does := act.WouldSend(v, tell.To, tell.What)
		events, err := d.room.Do(s.Inputs...)
		if d.tried(events, err) && does != "" {
			d.follow()
			d.say("    %s", does)
		}
		if plan, ok := first(s.Inputs).(engine.Plan); ok && err == nil {
			d.follow()
			for _, unmet := range catalog.Unmet(plan.Steps) {
				d.say("    %s", unmet)
			}
		}
		if work, ok := first(s.Inputs).(engine.Act); ok && err == nil && workAlone(v, work) {
			why := "no answer is called so"
			if v.Named(work.What.String()) != nil {
				why = "what that answer gave is written with $ in front"
			}
			d.say("    %s is taken as the name of this work: %s. Whoever does %[1]s as well does it a second time.",
				work.What, why)
		}
	}
}

// workAlone says whether work is told by a name alone that no answer gave and nobody did work under before: it may be a
// name that was mistyped.
func workAlone(v *view.View, work engine.Act) bool {
	if _, _, refers := work.What.RefName(); refers {
		return false
	}
	log := v.Log()
	for _, e := range log.From(max(log.Len()-workLook, 0)).All() {
		if e.Event().Kind == engine.Acted && e.Event().Object.Name == work.What.String() {
			return false
		}
	}
	return true
}

// workLook is how many events back work of a name is looked for.
const workLook = 256

// refusedSeeds are what it says of each request of the start that was refused.
func refusedSeeds(s *scenario.Searched) (list []string) {
	for _, x := range s.Refused() {
		list = append(list, view.RefusedSeed(x))
	}
	return list
}

// unread is what is wrong with a line, and where. There is one line, so its number says nothing.
func unread(err error) string {
	var e *scenario.Error
	if !errors.As(err, &e) {
		return sessions.Sentence(err)
	}
	_, shown, _ := strings.Cut(err.Error(), "\n")
	return sessions.Sentence(errors.New(e.Text)) + "\n" + shown
}

func first(inputs []engine.Input) engine.Input {
	if len(inputs) == 0 {
		return nil
	}
	return inputs[0]
}

// tried tells what went wrong with an action, if anything did.
func (d *desk) tried(_ []engine.Event, err error) bool {
	if err != nil {
		d.complain("%s", d.sentence(err))
	}
	return err == nil
}

// sentence says an error, and of what a question keeps back what to do about that.
func (d *desk) sentence(err error) string {
	if asked := d.asked(); asked != "" && errors.Is(err, room.ErrAsked) {
		return asked
	}
	return sessions.Sentence(cause(err))
}

// cause is an error without the name of its kind in front, where a sentence stands behind it.
func cause(err error) error {
	for _, kind := range []error{room.ErrNothing, room.ErrByHand, engine.ErrInput} {
		if rest, ok := strings.CutPrefix(err.Error(), kind.Error()+": "); ok && errors.Is(err, kind) {
			return errors.New(rest)
		}
	}
	return err
}

// follow tells every event that is new since the last call, each as one line, and what a new mark means.
func (d *desk) follow() {
	v := d.room.View()
	log := v.Lines()
	shared := log.Shared(d.told)
	if shared < d.told.Len() {
		d.say("This is %s, step %d of %d of %s.", v.Now(), v.Step, v.Steps, v.Branch)
	}
	d.told = log
	for _, e := range log.From(shared).All() {
		if e.Event().RefusesStart() {
			d.complain("%s", view.RefusedSeed(v.Exchange(e.Event().Request)))
			continue
		}
		e = d.whenHeard(v, e)
		d.say("%s", v.Line(e))
		if pairs := described(v, e.Event()); pairs != "" {
			d.say("    %s", pairs)
		}
		d.explainSigns(len(e.Marks) > 0)
		for _, m := range e.Marks {
			d.explain(v, m)
		}
	}
	d.settle(v)
}

// described are the metadata and the tags that a writer has heard, each as `meta.ownerid=p1`, of a list with the name
// of what they belong to: the line above names neither.
func described(v *view.View, e *engine.Event) string {
	const most = 8
	x := v.Exchange(e.Request)
	if e.Kind != engine.Heard || x == nil {
		return ""
	}
	var pairs []string
	name := ""
	for _, f := range x.Answer.Fields {
		place, rest, listed := strings.Cut(f.Name, ".")
		if _, err := strconv.Atoi(place); listed && err == nil {
			if rest == "name" || rest == "key" {
				name = f.Value.String() + " "
			}
		} else {
			rest = f.Name
		}
		if strings.HasPrefix(rest, "meta.") || strings.HasPrefix(rest, "tag.") {
			pairs = append(pairs, name+rest+"="+inRow(f.Value.String()))
		}
	}
	if more := len(pairs) - most; more > 0 {
		pairs = append(pairs[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(pairs, ", ")
}

// inRow is a value as one word of a line: what holds blanks or signs stands in quotes.
func inRow(text string) string {
	if quoted := strconv.Quote(text); text == "" || strings.Contains(text, " ") || quoted != `"`+text+`"` {
		return quoted
	}
	return text
}

func (d *desk) explain(v *view.View, m conflict.Finding) {
	if m.Kind == "" {
		switch x := v.Exchange(m.Request); {
		case m.Cause == nil || x == nil:
		case x.Answer.Status == 400: // what is out of range
			d.say("    %s", sessions.Sentence(errors.New(rulebook.InWords(v.Page(m.Object), m.Cause))))
		case x.Answer.Status == 404 && v.Spec(x.Verb).Group != engine.GroupDelete: // nothing is made to be deleted
			if holder, makes := v.Absent(m.Object); makes != nil {
				d.say("    There is no %s. do %s %s makes it.", holder, makes.Verb, holder.Name)
			}
		}
		return
	}
	d.say("    %s", v.First(m))
	d.say("    What to do: %s", advice.For(v, m).Say)
}

// settle chooses who acts and on what where nobody has: the first writer, the newest object that a writer was shown;
// before there is one, the newest that stands ready.
func (d *desk) settle(v *view.View) {
	if writers := v.Writers(); d.writer == "" && len(writers) > 0 {
		d.writer = writers[0].ID
	}
	if d.object != d.ready {
		return
	}
	for i := d.told.Len() - 1; i >= 0; i-- {
		if e := d.told.At(i).Event(); e.Kind == engine.Sent && v.Writer(e.By) != nil {
			d.object, d.ready = e.Object, engine.ObjectID{}
			return
		}
	}
	for log, i := v.Log(), v.Log().Len()-1; i >= 0; i-- { // what seed does is not told
		if e := log.At(i).Event(); d.object.IsZero() && e.Request != 0 && v.Exists(e.Object) {
			d.object, d.ready = e.Object, e.Object
		}
	}
}

// toTheEnd plays the script to its end and says what a reader may look at next.
func (d *desk) toTheEnd() {
	for !d.room.View().Waits() && d.next() {
	}
	if !d.session.First {
		return
	}
	d.say("The rule: %s", d.lastRule())
	d.say("Next: the same race without a guard. interleave --plain %s",
		sessions.Second[strings.LastIndexByte(sessions.Second, '/')+1:])
}

func (d *desk) lastRule() string {
	v := d.room.View()
	list := v.Troubles()
	if len(list) == 0 {
		return "nothing went wrong."
	}
	source := v.Story(list[len(list)-1].Finding).Rule
	return strings.TrimSuffix(source.Document+", "+source.Section, ", ")
}

// next does one step of what is due; false where nothing is, or the step cannot be done.
func (d *desk) next() bool {
	if d.room.View().Next == "" || d.guess() {
		return false
	}
	before := d.told.Len()
	did, err := d.room.Step()
	ok := d.tried(nil, err)
	d.narrate(d.room.View())
	if d.follow(); ok && d.told.Len() == before {
		d.say("%s", did)
	}
	return ok
}

// saved brings everything so far to the disk and says how much is there.
func (d *desk) saved() {
	if d.session.Path() == "" {
		d.say("Nothing of this session is saved.")
		return
	}
	steps, err := d.session.Flush()
	if err != nil {
		d.complain("Not saved. %s", sessions.Sentence(err))
		return
	}
	d.say("saved %d in %s", steps, d.session.Path())
}
