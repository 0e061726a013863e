package writer

import (
	"fmt"
	"image"
	"slices"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// window is what a writer sees. It holds what its writer knows, its draft and its editor, and nothing by which it could
// learn more: a test goes through its fields.
type window struct {
	known   *view.Known // nil: there is no such writer
	object  engine.ObjectID
	change  *engine.OpSpec // what the next write would be; nil: nothing can be written
	content bool           // change carries a text
	holds   act.Protection // what the next write came to behind another's, in a trial
	eyes    bool           // client eyes, or an open question: what a trial came to is not told
	draft   view.Draft
	drafted bool // a draft is kept
	begins  bool // typing begins something new that lies in the object
	base    view.Basis
	fields  []engine.Field // of the newest answer, where the object has no content
	newest  view.Reading   // and what that answer was

	given    []view.Handed // messages that the writer was handed
	grid     rowGrid       // in place of the editor where the object is a row
	prompt   prompt        // in place of the editor where the object is spoken to in lines
	editor   *widget.Editor
	editing  bool
	touched  bool            // somebody has put the cursor somewhere in this text
	at       image.Rectangle // of the editor inside the window
	top      int             // the first field on screen
	guardAt  int             // the row of the guard, -1: it is not shown
	answered int             // the request whose answer came last
	news     bool            // it came with the newest view
	version  uint64

	client *view.Client    // the program that writes here; nil: a person does
	taken  bool            // a person does, in the seat of its program
	there  engine.ObjectID // what its newest request went to, if not to this object
	went   int             // that request
	wrote  *sentText       // what it sent last for the object; nil: nothing
	long   longText        // of what is shown, where the editor has its head only
}

// sentText is what a program sent: its text, and the conditions that its code set.
type sentText struct {
	request int // 0: none is known
	text    string
	guarded int // the request that the guards are of
	guards  []engine.Arg
}

func newWindow() window { return window{editor: widget.NewEditor(engine.MaxTyped)} }

// knowledge is what an adapter hands down: all of it is the writer's own.
type knowledge struct {
	known   *view.Known
	object  engine.ObjectID
	change  *engine.OpSpec
	content bool
	holds   act.Protection
	draft   view.Draft
	drafted bool
	base    view.Basis
	fields  []engine.Field
	newest  view.Reading
	given   []view.Handed
	client  *view.Client
	taken   bool
	wrote   *sentText
	there   engine.ObjectID // what a program's newest request went to, if not to this object
	went    int             // that request
	begins  bool            // typing begins something new that lies in the object
}

// take shows newer knowledge. Text, cursor and selection stay as they are while the text is the same.
func (w *window) take(f knowledge) {
	other := w.known == nil || f.known == nil || w.known.ID != f.known.ID || w.object != f.object
	w.client, w.wrote, w.there, w.went = f.client, f.wrote, f.there, f.went
	w.taken, w.begins = f.taken, f.begins
	w.prompt.byCode = f.client != nil
	w.known, w.object, w.change, w.content, w.holds = f.known, f.object, f.change, f.content, f.holds
	w.draft, w.drafted, w.base, w.fields, w.newest, w.given = f.draft, f.drafted, f.base, f.fields, f.newest, f.given
	w.version++
	w.listen(other)
	if other {
		w.grid.at, w.grid.top, w.grid.column, w.grid.typing = 0, 0, valueCell, false
	}
	defer func() { w.grid.sync(w.editor.Text(), w.known != nil && w.byProperty()) }()
	text, known := w.wanted()
	text = w.shorten(text)
	if text == w.editor.Text() || !known && !other {
		w.mark()
		return
	}
	at := w.editor.At()
	_ = w.editor.SetText(text) // it is no longer than the editor takes
	w.touched = w.touched && !other
	if !other {
		w.editor.MoveTo(at)
	}
	w.mark()
}

// listen notes whether an answer came with it.
func (w *window) listen(other bool) {
	answered := 0
	if w.known != nil {
		if d, ok := w.known.Doing(); ok && d.Heard {
			answered = d.Request
		}
	}
	w.news = !other && answered != 0 && answered != w.answered
	w.answered = answered
}

// ownText says whether the editor holds the object's own text. That of a queue becomes a new message, and that of a
// bucket its policy: a click into such a window means the window.
func (w *window) ownText() bool {
	return !slices.Contains([]string{"queue", "bucket", "role"}, w.object.Kind)
}

// holdsPolicy says whether the text of the shown object is a policy.
func (w *window) holdsPolicy() bool {
	return w.object.Kind == "bucket" || w.object.Kind == "role"
}

// changed says whether the draft says something else than what it was made from.
func (w *window) changed() bool { return w.drafted && w.draft.Text != w.base.Text }

// wanted is the text that belongs into the editor; known is false where nothing says which.
func (w *window) wanted() (text string, known bool) {
	if w.known == nil || w.object.IsZero() {
		return "", true
	}
	read, ok := w.known.Reading(w.object)
	if w.client != nil && w.wrote != nil && w.wrote.request > read.Request {
		return w.wrote.text, true
	}
	if w.changed() {
		return w.draft.Text, true
	}
	_, restored := w.known.Restored(w.object)
	switch {
	case !ok:
		return w.draft.Text, true
	case read.Gone, restored:
		return "", true
	}
	if text, ok := w.handedText(); ok && !read.HasBody {
		return text, true
	}
	return read.Body, read.HasBody
}

// mark shows the lines that differ from what the text was made from.
func (w *window) mark() {
	base := w.base.Text
	if !w.drafted && w.known != nil {
		if read, ok := w.known.Reading(w.object); ok {
			base = read.Body
			if text, ok := w.handedText(); ok && !read.HasBody {
				base = text
			}
		}
	}
	marks := map[int]widget.LineMark{}
	if text := w.editor.Text(); text != base && max(len(w.long.text), len(base)) <= engine.MaxTyped {
		for _, l := range conflict.Lines([]byte(base), []byte(text)) {
			if l.Kind == conflict.Added {
				marks[l.New-1] = widget.LineMark{Role: themes.Fresh}
			}
		}
	}
	w.editor.SetMarks(marks)
}

// outdated is the version that a changed draft was made from, where its writer has read another since: what was read is
// fresh then, and the text is not. Empty: it is made from what was read last.
func (w *window) outdated() string {
	read, ok := w.known.Reading(w.object)
	if !ok || read.Own || !w.changed() || !w.base.Found || w.base.Version == read.Version {
		return ""
	}
	return w.base.Version
}

// edited is the draft after the text has changed, made from what was read last.
func (w *window) edited() view.Draft {
	d := view.Draft{Text: w.editor.Text(), From: w.draft.From}
	if read, ok := w.known.Reading(w.object); ok {
		d.From = read.Into(d.From)
	}
	return d
}

// tick lets the clock on screen run ahead of it.
func (w *window) tick(now engine.Instant) {
	if w.known == nil || now <= w.known.Now {
		return
	}
	ahead := *w.known
	ahead.Now = now
	w.known = &ahead
	_, read := w.known.Reading(w.object)
	_, holds := w.known.Holds(w.object)
	open, _ := w.known.Unanswered()
	if plan, _ := w.known.Plan(); read || holds || open > 0 || plan.In > 0 || len(w.given) > 0 {
		w.version++
	}
}

// silence says whether the writer has given up on a request, or waited for longer than an answer takes.
func (w *window) silence(d view.Doing) bool {
	return w.known.Silence(d)
}

// refused says whether the newest answer was a no. That a plain read finds nothing is none.
func refused(d view.Doing) bool {
	return d.Heard && d.Refused && !(d.Read && (d.Status == 404 || d.Status == 304))
}

// marks are the words at the right of the title, the most important first.
func (w *window) marks() []grid.Span {
	if w.known == nil {
		return nil
	}
	var list []grid.Span
	d, sent := w.known.Doing()
	if sent && refused(d) {
		list = append(list, say.Bold(themes.Refused, "! refused"))
	}
	if sent && w.silence(d) || w.forgotten() {
		list = append(list, say.Bold(themes.Unknown, "? no answer"))
	}
	if w.known.Hold {
		list = append(list, say.Bold(themes.Behind, "# held"))
	}
	if w.changed() {
		list = append(list, say.Bold(themes.Behind, "* draft"))
	}
	return list
}

// forgotten says whether an older request than the newest is still without its answer.
func (w *window) forgotten() bool {
	n, oldest := w.known.Unanswered()
	d, _ := w.known.Doing()
	return n > 0 && oldest != nil && oldest.Number != d.Request && w.known.Now.Sub(oldest.Sent.At) >= view.Patience
}

// reading is what the writer was shown last of the object.
func (w *window) reading() (view.Reading, bool) {
	if r, ok := w.known.Reading(w.object); ok {
		return r, true
	}
	return w.newest, w.newest.Name != ""
}

// thinks is the writer's belief in one sentence.
func (w *window) thinks() string {
	d, sent := w.known.Doing()
	read, shown := w.reading()
	hold, holds := w.known.Holds(w.object)
	switch {
	case sent && w.silence(d):
		return fmt.Sprintf("%s may be done, or not", d.No)
	case sent && refused(d):
		return afterRefusal(d, read)
	case holds && hold.Ends != 0 && hold.Ends <= w.known.Now:
		return "the lease has ended by now"
	case holds:
		return "the lease still stands"
	case !shown && len(w.given) > 0 && w.given[len(w.given)-1].Until > w.known.Now:
		return "nobody else gets the message"
	case !shown && sent && d.Heard && d.Write: // what it wrote is no text that it has
		return "all went well"
	case !shown:
		return "nothing yet"
	case read.Own && d.Request == read.Request:
		return "all went well"
	case read.Gone:
		return "it does not exist"
	case read.Version == "":
		return "what was read is the newest"
	}
	return fmt.Sprintf("v%s is the newest", read.Version)
}

func afterRefusal(d view.Doing, read view.Reading) string {
	switch {
	case d.Stale && read.Version != "":
		return fmt.Sprintf("v%s is not the newest", read.Version)
	case d.Status == 409:
		return "somebody is in the way"
	case d.Status == 404:
		return "it is not there"
	case d.Status == 403:
		return "it is not allowed"
	}
	return fmt.Sprintf("%s was not done", d.No)
}
