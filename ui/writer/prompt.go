package writer

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// typedLine is a line that the writer typed at a prompt, and what it heard. All of it is the writer's own.
type typedLine struct {
	text    string
	reply   string // empty: nothing was heard
	heard   bool
	refused bool
}

// prompt is the body of a writer's window where the object is spoken to in lines: what was typed and replied, and a
// line to type in.
type prompt struct {
	on        bool
	lines     []typedLine // the oldest first
	summaries map[string]string
	input     *widget.Input
	at        image.Rectangle // of the input inside the body
	back      int             // how far back in the history the input is; 0: not at all
	kept      string          // what was being typed before it went there
	of        string          // whose line it is, and of which object
	waited    bool            // the line is the draft of the object, and nobody has changed it
	up        int             // rows that the lines are scrolled up
	byCode    bool            // a program sends the lines
}

// promptBytes is how long a line may be.
const promptBytes = 4096

// spoken says whether objects of a kind are spoken to in lines.
func spoken(v *view.View, kind string) bool {
	return view.Operation(v, kind, func(s engine.OpSpec) bool { return s.Prompt() }) != nil
}

// take shows newer lines of a writer. What is being typed stays.
func (p *prompt) take(v *view.View, writer string, object engine.ObjectID) {
	p.on = !object.IsZero() && spoken(v, view.KindOf(object))
	p.lines = nil
	if !p.on {
		return
	}
	if p.input == nil {
		p.input = widget.NewInput(">", promptBytes)
		p.summaries = map[string]string{}
		for _, s := range v.Services() {
			for _, op := range s.Ops {
				if op.Prompt() {
					p.summaries[op.Verb] = op.Summary
				}
			}
		}
	}
	looked := 0
	for x := range v.RequestsOf(writer) {
		if looked++; looked > lookedMost {
			break
		}
		if spec := v.Spec(x.Verb); spec != nil && spec.Prompt() {
			p.lines = append(p.lines, lineOf(v, spec, x))
		}
		if len(p.lines) == linesMost {
			break
		}
	}
	slices.Reverse(p.lines)
}

// linesMost is how many lines are listed: nobody scrolls further back. lookedMost is among how many requests they are
// looked for, because this is done for each view, and a writer may have sent a million of another kind.
const (
	linesMost  = 1024
	lookedMost = 16 * linesMost
)

// lineOf is a request as it was typed, with the reply if its writer has heard it. Where a word names an earlier answer,
// it is what that said.
func lineOf(v *view.View, spec *engine.OpSpec, x *engine.Exchange) typedLine {
	words := []string{x.Verb}
	if args := x.Resolved(); len(args) > 0 {
		for _, w := range engine.LineWords(args[0].Value) {
			words = append(words, typedWord(w))
		}
	}
	l := typedLine{text: strings.Join(words, " ")}
	if !x.Heard.IsZero() {
		l.heard, l.refused, l.reply = true, !x.Answer.Accepted(), conflict.Says(spec, &x.Answer)
	}
	return l
}

// typedWord is a word as a prompt takes it back: in quotes where it would be cut.
func typedWord(v engine.Value) string {
	text := v.String()
	if text == "" || strings.ContainsAny(text, " \t\r\n\"\\") {
		return strconv.Quote(text)
	}
	return text
}

// history goes back and forth through what was typed before.
func (p *prompt) history(by int) {
	to := p.back + by
	if to < 0 || to > len(p.lines) {
		return
	}
	if p.back == 0 {
		p.kept = p.input.Text()
	}
	p.back = to
	text := p.kept
	if to > 0 {
		text = p.lines[len(p.lines)-to].text
	}
	_ = p.input.SetText(text) // a longer line stays where it is
}

// lineOfObject is the name under which an unsent line is kept beside the drafts.
func lineOfObject(object engine.ObjectID) engine.ObjectID {
	return engine.ObjectID{Kind: "line", Name: object.String()}
}

// load puts the line back that its writer has not sent; what is being typed stays where it is the same one. Into an
// empty prompt comes the draft of the object, as what a card put there: it stays kept as it is until somebody changes
// it.
func (p *prompt) load(v *view.View, writer string, object engine.ObjectID) {
	if !p.on {
		return
	}
	if of := writer + " " + object.String(); p.of != of {
		p.of, p.back, p.up, p.waited = of, 0, 0, false
		d, _ := v.Draft(writer, lineOfObject(object))
		_ = p.input.SetText(d.Text) // it was typed here: it is not too long
	}
	text := p.input.Text()
	if d, _ := v.Draft(writer, object); d.Text != text && (p.waited || text == "") {
		if err := p.input.SetText(d.Text); err != nil { // a longer line stays where it is
			_ = p.input.SetText("")
		}
		p.waited = p.input.Text() != ""
	}
}

// request is what the typed line asks for; why says in a sentence what is wrong with it.
func (p *prompt) request(v *view.View, writer string) (s engine.Send, reason string) {
	text := strings.TrimSpace(p.input.Text())
	first, rest, _ := strings.Cut(text, " ")
	verb := strings.ToUpper(first)
	switch spec := v.Spec(verb); {
	case text == "":
		return s, "Nothing is typed. A line begins with a command, as GET."
	case spec == nil || !spec.Prompt():
		return s, fmt.Sprintf("There is no command %s here. o lists what can be done.", first)
	}
	name := v.Spec(verb).Params()[0].Name
	return engine.Send{By: writer, Verb: verb,
		Args: []engine.Arg{{Name: name, Value: engine.Text(strings.TrimSpace(rest))}}}, ""
}

// sent empties the line behind its sending.
func (p *prompt) sent() {
	_ = p.input.SetText("")
	p.back, p.kept, p.up = 0, "", 0
}

// usage is how the command is typed whose name stands in the line: what its summary says behind the colon.
func (p *prompt) usage() string {
	first, _, _ := strings.Cut(strings.TrimSpace(p.input.Text()), " ")
	_, form, _ := strings.Cut(p.summaries[strings.ToUpper(first)], ": ")
	return form
}

func (p *prompt) version() uint64 {
	if p.input == nil {
		return 0
	}
	return p.input.Version()
}

// cursor is where the next letter goes, inside the window whose body stands there.
func (p *prompt) cursor(body image.Rectangle) (x, y int, visible bool) {
	x, y, visible = p.input.Cursor()
	return x + body.Min.X + p.at.Min.X, y + body.Min.Y + p.at.Min.Y, visible && !p.at.Empty()
}

// paint shows value and version as they were heard, the lines with their replies, the line to type in and how its
// command is typed.
func (p *prompt) paint(a grid.Area, look face.Look, reading view.Reading, focused bool) {
	w, h := a.Size()
	top, bottom := 0, h-1
	if h >= 4 {
		say.Put(a, 0, 0, w-1, look.Glyphs, heardValue(reading)...)
		top = 1
	}
	if usage := p.usage(); usage != "" && h >= 5 {
		bottom--
		say.Put(a, 0, h-1, w-1, look.Glyphs, say.Dim(usage))
	}
	rows := p.rows()
	room := max(bottom-top, 0)
	p.up = min(max(p.up, 0), max(len(rows)-room, 0))
	last := len(rows) - p.up
	first := max(last-room, 0)
	for y, spans := range rows[first:last] {
		say.Put(a, 0, top+y, w-1, look.Glyphs, spans...)
	}
	y := top + last - first
	in := image.Rect(0, y, w, y+1)
	if p.at = in; !p.byCode {
		p.input.Paint(a.Sub(in), pane.InFocus(look, focused))
	}
}

// heardValue is the first row: what the writer was last told that the object is.
func heardValue(reading view.Reading) []grid.Span {
	switch {
	case reading.Name == "":
		return []grid.Span{say.Dim("value    not read. r reads.")}
	case reading.Gone:
		return []grid.Span{say.Dim("value    "), say.Bold(themes.Text, "nothing there")}
	}
	spans := []grid.Span{say.Dim("value    ")}
	if reading.HasBody {
		spans = append(spans, say.Bold(themes.Text, say.Quoted(reading.Body)))
	} else {
		spans = append(spans, say.Dim("not said"))
	}
	if reading.Version != "" {
		spans = append(spans, say.Dim("  version "), say.Bold(themes.Text, reading.Version))
	}
	return spans
}

// rows are the lines and below each its reply.
func (p *prompt) rows() (rows [][]grid.Span) {
	for _, l := range p.lines {
		rows = append(rows, []grid.Span{say.Dim("> "), say.Plain(l.text)})
		switch {
		case !l.heard:
			rows = append(rows, []grid.Span{say.Dim("  ...")})
		case l.refused:
			rows = append(rows, []grid.Span{say.Bold(themes.Refused, "! "+l.reply)})
		default:
			rows = append(rows, []grid.Span{say.Ink(themes.Fresh, "  "+l.reply)})
		}
	}
	return rows
}

// speaks says whether the window has a prompt.
func (w *Pane) speaks() bool { return w.window.known != nil && w.window.prompt.on }

// typePrompt takes a key of the prompt: Enter sends, Up and Down go through what was typed before.
func (w *Pane) typePrompt(msg tea.Msg) tea.Cmd {
	p := &w.window.prompt
	w.Changes++
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "enter":
			w.sendLine()
			return nil
		case "up":
			p.history(1)
			w.keepLine()
			return nil
		case "down":
			p.history(-1)
			w.keepLine()
			return nil
		}
	}
	cmd, _ := p.input.Update(msg)
	w.sayLeftOut(p.input)
	w.keepLine()
	return cmd
}

// keepLine keeps what is typed with the session, as a draft is: in the place of the object's own where it began with
// that.
func (w *Pane) keepLine() {
	keeper, name := w.Desk.Room(), lineOfObject(w.window.object)
	v, text := keeper.View(), w.window.prompt.input.Text()
	if w.window.prompt.waited {
		if d, _ := v.Draft(w.id, w.window.object); d.Text == text {
			return
		}
		w.window.prompt.waited = false
		defer keeper.DropDraft(w.id, w.window.object)
	}
	d, _ := v.Draft(w.id, name)
	switch {
	case text == d.Text:
	case text == "":
		keeper.DropDraft(w.id, name)
	default:
		keeper.SetDraft(w.id, name, view.Draft{Text: text})
	}
}

// sendLine sends what is typed.
func (w *Pane) sendLine() {
	s, reason := w.window.prompt.request(w.View, w.id)
	if reason != "" {
		w.Desk.Say(reason, 0)
		return
	}
	w.window.prompt.sent()
	w.keepLine()
	w.request(s, "sent")
}

// promptReads are the commands that read an object whole, whatever its type is.
var promptReads = []string{"EXGET", "GET"}

// readByLine sends the command that reads the object: the first one that would not be refused.
func (w *Pane) readByLine() {
	var last engine.Send
	for _, verb := range promptReads {
		spec := w.View.Spec(verb)
		last = engine.Send{By: w.id, Verb: verb,
			Args: []engine.Arg{{Name: spec.Params()[0].Name,
				Value: engine.Text(typedWord(engine.Text(view.NameOf(w.window.object))))}}, As: "would-be"}
		events, _, err := w.Desk.Room().Try(last, engine.Deliver{Names: []string{"would-be"}})
		if err == nil && !refusedIn(events) {
			break
		}
	}
	last.As = ""
	w.request(last, "read")
}

func refusedIn(events []engine.Event) bool {
	for _, e := range events {
		if e.Kind == engine.Decided && !e.Answer.Accepted() {
			return true
		}
	}
	return false
}
