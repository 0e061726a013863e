package export

import (
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// Report is a session as a page of Markdown: what its author says of it, and of each branch who took part, how it
// ended, the story, the difference and the rule of every conflict, the messages as a diagram, the events as a list.
// What a branch shares with an earlier one is told there.
func Report(branches []*view.View, made Made) []byte {
	r := &report{}
	for r.view, r.from = range untold(branches) {
		v := r.view
		if r.text.Len() == 0 {
			r.top(made.Says)
		}
		if len(branches) > 1 {
			r.branch()
		}
		r.writers()
		r.troubles()
		r.endState()
		r.block("%s The messages", r.head())
		if made.Picture != "" && made.Of == v.Branch {
			r.block("![Every message of %s, time going down](<%s>)", markdown(v.Branch), made.Picture)
		}
		r.fence("mermaid", string(Mermaid(v)))
		r.block("%s The events", r.head())
		r.events()
	}
	if found := r.view.Orders(); found != "" {
		r.block("## All orders")
		r.fence("text", found)
	}
	if compared := r.view.GuardOrders(); compared != "" {
		r.block("## Guards over all orders")
		r.fence("text", compared)
	}
	return []byte(r.text.String())
}

// Made is what a report says of itself, and the picture that it names.
type Made struct {
	Says    string // when it was made, and of which file; empty: nothing
	Picture string // the file with the sequence of a branch, as it is named from the report; empty: there is none
	Of      string // that branch
}

// report is a page as it grows.
type report struct {
	view *view.View
	from int  // the step up to which an earlier branch has told the same
	many bool // there are several branches, each with a heading
	text strings.Builder
}

// untold are the branches that tell more than the beginning of an earlier one, each with the step up to which an
// earlier one has told the same.
func untold(branches []*view.View) iter.Seq2[*view.View, int] {
	return func(yield func(*view.View, int) bool) {
		var told []*view.View
		for _, v := range branches {
			from := commonWith(v, told)
			if from > 0 && from == v.Step {
				continue
			}
			told = append(told, v)
			if !yield(v, from) {
				return
			}
		}
	}
}

// commonWith is the last step that a branch has in common with one of others.
func commonWith(v *view.View, others []*view.View) (step int) {
	for _, o := range others {
		mine, theirs := v.Log(), o.Log()
		for i := 0; i < min(mine.Len(), theirs.Len()) && mine.At(i).Record == theirs.At(i).Record; i++ {
			step = max(step, mine.At(i).Step)
		}
	}
	return step
}

// head is the sign of a heading: those of a branch stand below its own.
func (r *report) head() string {
	if r.many {
		return "###"
	}
	return "##"
}

func (r *report) branch() {
	r.many = true
	refused, silent, unknown := r.view.Counts()
	from := ""
	if r.from > 0 {
		from = fmt.Sprintf(" It leaves the ones above behind step %d.", r.from)
	}
	r.block("## Branch %s", markdown(r.view.Branch))
	r.block("Step %d of %d, %s on the virtual clock. %d refused (`!`), %d silent (`~`), %d unknown (`?`).%s",
		r.view.Step,
		r.view.Steps, r.view.Now(), refused, silent, unknown, from)
}

// block is a block of its own: a blank line stands between two.
func (r *report) block(format string, args ...any) {
	if r.text.Len() > 0 {
		r.text.WriteByte('\n')
	}
	fmt.Fprintf(&r.text, format+"\n", args...)
}

// fence is a block of code; its fence is longer than any in the text.
func (r *report) fence(language, text string) {
	ticks, run := 3, 0
	for _, c := range text {
		if c != '`' {
			run = 0
			continue
		}
		run++
		ticks = max(ticks, run+1)
	}
	fence := strings.Repeat("`", ticks)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	r.block("%s%s\n%s%s", fence, language, text, fence)
}

func (r *report) top(made string) {
	title := "A session"
	if r.view.Script != "" {
		title = strings.TrimSuffix(path.Base(r.view.Script), ".race")
	}
	r.block("# %s", markdown(title))
	if r.view.About != "" {
		r.block("%s", markdown(strings.Join(strings.Fields(r.view.About), " ")))
	}
	for _, s := range r.view.Sources {
		r.block("After %s.", markdown(s))
	}
	if made != "" {
		r.block("%s", markdown(made))
	}
	if len(r.view.Branches()) > 1 {
		return // each branch says how far it goes
	}
	refused, silent, unknown := r.view.Counts()
	r.block("Branch %s, step %d of %d, %s on the virtual clock. %d refused (`!`), %d silent (`~`), %d unknown (`?`).",
		markdown(r.view.Branch), r.view.Step, r.view.Steps, r.view.Now(), refused, silent, unknown)
}

func (r *report) writers() {
	if len(r.view.Writers()) == 0 {
		r.block("Nobody takes part yet.")
		return
	}
	rows := ""
	for _, w := range r.view.Writers() {
		sent, heard, marks := 0, "nothing", ""
		for _, e := range r.view.Log().All() {
			if e.Event().By == w.ID && e.Event().Kind == engine.Sent {
				sent++
			}
			if e.Event().By == w.ID && e.Event().Kind == engine.Heard {
				heard = strings.TrimPrefix(r.view.Tell(e).What, "heard ")
			}
			for _, m := range e.Marks {
				if m.Whose == w.ID {
					marks += string(m.Severity)
				}
			}
		}
		rows += fmt.Sprintf("\n| %s | %d | %s | %s |", markdown(w.Title), sent, markdown(heard), markdown(marks))
	}
	r.block("| Writer | Requests | Heard last | Marks |\n|---|---|---|---|%s", rows)
}

func (r *report) troubles() {
	r.block("%s What went wrong", r.head())
	list := r.own()
	if len(list) == 0 {
		r.block("Nothing: there is no conflict on this branch.")
	}
	for i, t := range list {
		r.block("%s# %d. `%c` %s: %s", r.head(), i+1, t.Severity, markdown(kindWords(t.Kind)),
			markdown(r.view.Title(t.Whose)))
		r.story(t)
		r.difference(t)
		r.rule(t)
	}
}

// own are the troubles that no earlier branch has told.
func (r *report) own() []view.Trouble {
	return slices.DeleteFunc(slices.Clone(r.view.Troubles()), func(t view.Trouble) bool { return t.Step <= r.from })
}

func (r *report) story(t view.Trouble) {
	told := r.view.Story(t.Finding)
	r.block("%s", markdown(told.First))
	steps := ""
	for i, s := range told.Steps {
		steps += fmt.Sprintf("%d. %s\n", i+1, markdown(s.Text))
	}
	if steps != "" {
		r.block("%s", strings.TrimSuffix(steps, "\n"))
	}
	law := ""
	if t.Severity == engine.SeveritySilent {
		law = told.Law
	}
	card := advice.For(r.view, t.Finding)
	for _, p := range []struct{ head, text string }{{"", told.Heard},
		{"**What would stop it:** ", strings.Join(card.Stops, " ")}, {"**Why nothing stood in the way:** ", law},
		{"**What to do:** ", card.Say}} {
		if p.text != "" {
			r.block("%s%s", p.head, markdown(p.text))
		}
	}
}

func (r *report) difference(t view.Trouble) {
	x := r.view.ThreeWay(t.Finding)
	if !x.Mine.Known || !x.Theirs.Known || t.Kind == "policy" { // a policy looks at no text
		return
	}
	text, clashes, cut := diff(x)
	say := "Nothing clashes: the two can be put together."
	switch {
	case cut:
		say = "Not all of it is compared."
	case clashes > 0:
		say = "Both changed the same lines."
	}
	switch alike := x.Alike(); {
	case alike != "":
		r.block("%s and %s. %s", markdown(x.Mine.Name), markdown(x.Theirs.Name), alike)
	case x.Theirs.Text == x.Base.Text:
		r.block("%s, from %s. Nobody has changed that text since.", markdown(x.Mine.Name), markdown(x.Base.Name))
	default:
		r.block("%s and %s, both from %s. %s", markdown(x.Mine.Name), markdown(x.Theirs.Name), markdown(x.Base.Name),
			say)
	}
	r.fence("diff", text)
}

// rule is what the documents say, with its source.
func (r *report) rule(t view.Trouble) {
	told := r.view.Story(t.Finding)
	if t.Cause != nil && t.Cause.Rule != nil {
		f := t.Cause.Rule.Fault
		called := f.String()
		if x := r.view.Exchange(t.Request); x != nil {
			called = r.view.Spec(x.Verb).Called(f)
		}
		text := fmt.Sprintf("**The rule:** %s, else %s", markdown(t.Cause.Rule.Name), markdown(called))
		if f.Message != "" && f.Message != called {
			text += ": " + markdown(strings.TrimSuffix(f.Message, "."))
		}
		r.block("%s.", text)
	}
	if told.Rule.Document != "" {
		where := markdown(told.Rule.Document)
		if told.Rule.Section != "" {
			where += ", " + markdown(told.Rule.Section)
		}
		r.block("**Source:** %s.", where)
	}
	if told.Unsure != "" {
		r.block("**What they leave open:** %s.", markdown(told.Unsure))
	}
}

// bodyMost is how much of one text a report shows.
const bodyMost = 4 << 10

// endState lists what is there at the end, and the texts.
func (r *report) endState() {
	r.block("%s How it stands", r.head())
	rows, bodies := "", []view.Truth{}
	for _, s := range r.view.Services() {
		for _, thing := range r.view.Things(s.Name) {
			t := r.view.Truth(thing.Object)
			by, tag := "", ""
			if len(t.Versions) > 0 {
				by, tag = r.view.Title(t.Versions[0].By), t.Versions[0].Tag
				if t.Versions[0].Body != "" {
					bodies = append(bodies, t)
				}
			}
			rows += fmt.Sprintf("\n| %s | %s | %s | %s |", markdown(thing.Object.String()), markdown(thing.Version),
				markdown(tag), markdown(by))
		}
	}
	if rows == "" {
		r.block("Nothing is there.")
		return
	}
	r.block("| Object | Version | Tag | Written by |\n|---|---|---|---|%s", rows)
	for _, t := range bodies {
		body := t.Versions[0].Body
		r.block("%s:", markdown(t.Object.String()))
		if more := len(body) - bodyMost; more > 0 {
			body = strings.ToValidUTF8(body[:bodyMost], "") + fmt.Sprintf("\n(and %d bytes more)\n", more)
		}
		r.fence("text", harmless(body))
	}
	for _, m := range r.view.Flight() {
		what := "the request"
		if m.Back {
			what = "the answer"
		}
		r.block("%s of %s is under way: %s.", markdown(m.No), markdown(r.view.Title(m.By)), what)
	}
}

func (r *report) events() {
	var b strings.Builder
	for _, e := range r.view.Lines().All() {
		if e.Step <= r.from {
			continue
		}
		fmt.Fprintf(&b, "%-5d %s\n", e.Record, r.view.Line(e))
	}
	r.fence("text", harmless(b.String()))
}

// harmless is a text without what a terminal takes for a command.
func harmless(text string) string {
	return strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && unicode.IsControl(c) {
			return ' '
		}
		return c
	}, text)
}

// markdown is a text as it stands in a paragraph, a heading or a cell of Markdown, so that nothing of it is taken for a
// sign.
func markdown(text string) string {
	var b strings.Builder
	for i, c := range strings.TrimSpace(text) {
		switch {
		case strings.ContainsRune("\\`*_[]<>|~&#", c), i == 0 && strings.ContainsRune("-+=", c):
			b.WriteByte('\\')
			b.WriteRune(c)
		case unicode.IsControl(c):
			b.WriteByte(' ')
		case c == '.' && i > 0 && strings.Trim(b.String(), "0123456789") == "":
			b.WriteString("\\.") // a number with a point at the beginning would be a list
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// Story is the story of one conflict as a text of its own.
func Story(told conflict.Narrative, card advice.Card) string {
	var b strings.Builder
	b.WriteString(told.First + "\n\n")
	for i, s := range told.Steps {
		fmt.Fprintf(&b, "%d. %s\n", i+1, s.Text)
	}
	for _, s := range []string{told.Heard, strings.Join(card.Stops, " "), card.Say} {
		if s != "" {
			b.WriteString("\n" + s)
		}
	}
	return b.String() + "\n"
}
