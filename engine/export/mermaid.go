package export

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// What Mermaid draws unless it is told otherwise: a longer text becomes a picture that says only that it is too long.
const mermaidMost = 48_000 // of 50,000 characters, the limit maxTextSize

// A time without events that is at least this long has a row of its own.
const foldedWait = time.Second

// Mermaid is the branch up to the cursor as a sequence diagram: the writers and the services as columns, every message
// as an arrow with its number, lost ones with a cross, and notes for marks, for long waits and for what happens at one
// place alone. A request that is not at the service at once has a note where it leaves and its arrow where it arrives:
// an arrow of Mermaid takes no time. Of a branch that is too long for Mermaid the newest part is drawn, with a note
// that says how much is left out.
func Mermaid(v *view.View) []byte {
	d := &diagram{view: v, columns: map[string]string{}, arrived: map[string]bool{}}
	d.participants()
	for i := range v.Log().Len() {
		d.row(i)
	}
	d.start()
	return d.text()
}

// diagram is a sequence diagram as it grows.
type diagram struct {
	view    *view.View
	head    []string
	rows    []string
	columns map[string]string // by writer id or service name
	first   string            // the outermost columns
	last    string
	arrived map[string]bool // by number: its arrow is drawn
	seeds   []string        // what seed did and no row says yet
	drawn   engine.Instant
	began   bool
}

// participants are the writers that stand on the path, then the services that were spoken to.
func (d *diagram) participants() {
	d.head = []string{"sequenceDiagram"}
	add := func(key, kind, id, title string) {
		d.columns[key] = id
		d.head = append(d.head, fmt.Sprintf("    %s %s as %s", kind, id, mermaidText(title)))
		if d.first == "" {
			d.first = id
		}
		d.last = id
	}
	for i, w := range d.view.Writers() {
		add("writer "+w.ID, "actor", fmt.Sprintf("w%d", i+1), w.Title)
	}
	for _, s := range d.view.Services() {
		for _, e := range d.view.Log().All() {
			if x := d.view.Exchange(e.Event().Request); x != nil && x.Service() == s.Name {
				add("service "+s.Name, "participant", s.Name, s.Title)
				break
			}
		}
	}
}

// row draws one event.
func (d *diagram) row(i int) {
	entry := d.view.Log().At(i)
	e, tell := *entry.Event(), d.view.Tell(entry)
	x := d.view.Exchange(e.Request)
	writer := d.columns["writer "+e.By]
	switch {
	case e.By == engine.Seed && x != nil:
		if e.Kind == engine.Sent {
			d.seeds = append(d.seeds, tell.What)
		}
	case x != nil && writer != "":
		d.message(i, e, tell, writer, d.columns["service "+x.Service()])
	case e.Kind == engine.Ended:
		d.note(e, d.first+","+d.last, tell.What)
	case (e.Kind == engine.Acted || e.Kind == engine.Told) && writer != "":
		d.note(e, writer, tell.What)
	case e.Kind == engine.Switched || e.Kind == engine.Locked:
		if !entry.Quiet && d.last != "" {
			d.note(e, d.first+","+d.last, tell.What)
		}
	}
	for _, m := range entry.Marks {
		d.mark(e, m)
	}
}

// message draws what happens to a request or to its answer.
func (d *diagram) message(i int, e engine.Event, tell conflict.Telling, writer, service string) {
	switch e.Kind {
	case engine.Sent:
		if !d.next(i, engine.Arrived, engine.Waiting, engine.Decided) && !d.lostNext(i) {
			d.note(e, writer, tell.No+" leaves: "+tell.What)
		}
	case engine.Arrived:
		d.request(e, tell, writer, service)
	case engine.Waiting:
		d.request(e, tell, writer, service)
		d.note(e, service, tell.No+" "+tell.What)
	case engine.Decided:
		d.request(e, tell, writer, service)
		if !d.next(i, engine.Heard) && !d.lostNext(i) {
			d.note(e, service, tell.No+" decided: "+tell.What)
		}
	case engine.Finished:
		d.note(e, service, tell.No+" "+tell.What)
	case engine.Heard:
		d.arrow(e, service, "-->>", writer, tell.No+" "+strings.TrimPrefix(tell.What, "heard "))
	case engine.Lost:
		if e.Text == "answer" {
			d.arrow(e, service, "--x", writer, tell.No+" the answer is lost")
			return
		}
		d.arrow(e, writer, "-x", service, tell.No+" "+d.asks(e.Request)+" is lost")
	default:
		d.note(e, writer, tell.No+" "+tell.What)
	}
}

// next says whether the next thing that happens to any message is one of these, to the request of this event.
func (d *diagram) next(i int, kinds ...engine.EventKind) bool {
	log := d.view.Log()
	for _, later := range log.From(i + 1).All() {
		if later.Event().Kind == engine.Passed && later.Quiet {
			continue
		}
		for _, k := range kinds {
			if later.Event().Kind == k {
				e := log.At(i).Event()
				return later.Event().Request == e.Request && later.Event().Copy == e.Copy
			}
		}
		return false
	}
	return false
}

func (d *diagram) lostNext(i int) bool { return d.next(i, engine.Lost) }

func (d *diagram) asks(number int) string {
	x := d.view.Exchange(number)
	return d.view.Spec(x.Verb).Method + " " + conflict.Place(x.Object)
}

// request draws the arrow of a request where it has none yet.
func (d *diagram) request(e engine.Event, tell conflict.Telling, writer, service string) {
	if d.arrived[tell.No] {
		return
	}
	d.arrived[tell.No] = true
	d.arrow(e, writer, "->>", service, tell.No+" "+d.sentAs(e))
}

// sentAs is a request as the log told it when it was sent, or changed under way.
func (d *diagram) sentAs(e engine.Event) string {
	log := d.view.Log()
	for i := log.Len() - 1; i >= 0; i-- {
		if about := log.At(i).Event(); about.Request == e.Request &&
			(about.Kind == engine.Sent || about.Kind == engine.Edited) {
			return strings.TrimPrefix(d.view.Tell(log.At(i)).What, "changed: ")
		}
	}
	return d.asks(e.Request)
}

// mark draws a mark of the referee under its event, with the first sentence of its story.
func (d *diagram) mark(e engine.Event, m conflict.Finding) {
	columns := d.first + "," + d.last
	if whose := d.columns["writer "+m.By]; whose != "" {
		columns = whose
		if x := d.view.Exchange(m.Request); x != nil && d.columns["service "+x.Service()] != "" {
			columns += "," + d.columns["service "+x.Service()]
		}
	}
	text := fmt.Sprintf("%c %s: %s", m.Severity, kindWords(m.Kind), d.view.Title(m.Whose))
	if m.Kind != "" {
		text += "\n" + d.view.First(m)
	}
	d.note(e, columns, text)
}

// kindWords is a kind as people say it.
func kindWords(kind engine.Trouble) string {
	if kind == "" {
		return "refused"
	}
	return kind.Words()
}

func (d *diagram) arrow(e engine.Event, from, arrow, to, text string) {
	d.wait(e)
	d.rows = append(d.rows, fmt.Sprintf("    %s%s%s: %s", from, arrow, to, mermaidText(text+"  "+e.At.String())))
}

func (d *diagram) note(e engine.Event, over, text string) {
	if over == "" || over == "," {
		return
	}
	d.wait(e)
	d.rows = append(d.rows, fmt.Sprintf("    Note over %s: %s", over, mermaidText(text)))
}

// wait draws the time that passed since the row before, where it is long.
func (d *diagram) wait(e engine.Event) {
	d.start()
	since := e.At.Sub(d.drawn)
	if d.began && since >= foldedWait {
		d.rows = append(d.rows, fmt.Sprintf("    Note over %s,%s: %s", d.first, d.last,
			mermaidText("~ "+long(since)+" without events ~")))
	}
	d.began, d.drawn = true, e.At
}

// long is a time as people say it.
func long(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%g s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.0f h", d.Hours())
	}
	return fmt.Sprintf("%.0f days", d.Hours()/24)
}

// startsNamed is how much of the start is told by name.
const startsNamed = 4

// start tells what seed did since the row before.
func (d *diagram) start() {
	if len(d.seeds) == 0 {
		return
	}
	named := d.seeds[:min(len(d.seeds), startsNamed)]
	text := "Start: " + strings.Join(named, "\n")
	if more := len(d.seeds) - len(named); more > 0 {
		text += fmt.Sprintf("\nand %d more", more)
	}
	d.seeds = nil
	d.rows = append(d.rows, fmt.Sprintf("    Note over %s,%s: %s", d.first, d.last, mermaidText(text)))
}

// text is the whole diagram, or its newest part.
func (d *diagram) text() []byte {
	size, from := 0, len(d.rows)
	for _, h := range d.head {
		size += len(h) + 1
	}
	for from > 0 && size+len(d.rows[from-1]) < mermaidMost {
		from--
		size += len(d.rows[from]) + 1
	}
	lines := d.head
	if from > 0 {
		lines = append(lines, fmt.Sprintf("    Note over %s,%s: %d rows before this are left out", d.first, d.last,
			from))
	}
	return []byte(strings.Join(append(lines, d.rows[from:]...), "\n") + "\n")
}

// noteWidth is where the text of a note goes on in the next row.
const noteWidth = 60

// mermaidText is a text as Mermaid takes it in a message, a note or a title: what its grammar or HTML would take for
// its own becomes a character code, a newline its tag.
func mermaidText(text string) string {
	var b strings.Builder
	for i, row := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		for j, part := range wrapped(row, noteWidth) {
			if i+j > 0 {
				b.WriteString("<br/>")
			}
			for _, r := range strings.TrimRight(part, " ") {
				b.WriteString(mermaidRune(r))
			}
		}
	}
	if b.Len() == 0 {
		return "#nbsp;"
	}
	return mermaidWords.Replace(b.String())
}

// mermaidWords are words that Mermaid looks for before it reads the grammar: in a line with one of them it drops a
// character.
var mermaidWords = strings.NewReplacer("style", "#115;tyle", "classDef", "#99;lassDef")

func mermaidRune(r rune) string {
	switch {
	case strings.ContainsRune("#;\"<>&%\\{}$`", r):
		return fmt.Sprintf("#%d;", r)
	case unicode.IsControl(r), r == '\u2028', r == '\u2029', r == unicode.ReplacementChar:
		return " "
	}
	return string(r)
}

// wrapped are the rows of a text at a width, parted at blanks; a longer word keeps its row.
func wrapped(text string, width int) []string {
	rows := []string{""}
	for _, word := range strings.Split(text, " ") {
		last := &rows[len(rows)-1]
		switch {
		case *last == "" && len(rows) == 1:
			*last = word
		case len(*last)+1+len(word) > width:
			rows = append(rows, word)
		default:
			*last += " " + word
		}
	}
	return rows
}
