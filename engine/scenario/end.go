package scenario

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
)

// End is an end of orders that is asked for: what objects say, what writers heard last, and what they saw on the way.
type End struct {
	checks []*Check
	heard  []explore.Status
	saw    []explore.Status
}

const endForm = "write state blob wiki/hits body=9, state blob wiki/hits absent, state ann heard=412 of what ann " +
	"heard last, or state ann saw=412 of what it heard at any time; several are parted by a semicolon"

// heardNothing stands for the answer of a writer that heard none.
const heardNothing = "nothing"

// noStatus are words that people write for what a writer heard, with what they can write.
var noStatus = map[string]string{
	"lost":      "heard=stuck, of who waits for an answer that cannot come, or heard=nothing, of who heard none at all",
	"no-answer": "heard=stuck, of who waits for an answer that cannot come, or heard=nothing, of who heard none at all",
	"unknown":   "heard=stuck, of who waits for an answer that cannot come, or heard=nothing, of who heard none at all",
	"refused":   "the status of the refusal, as heard=412, or saw=412 of any time",
	"accepted":  "the status, as heard=201, or saw=201 of any time",
}

// EndOf reads lines as `state blob wiki/hits body=9`, or of one of the writers `state ann heard=412` and `state ann
// saw=412`, parted by semicolons.
func (f *File) EndOf(text string, writers []string) (*End, error) {
	e := &End{}
	for part := range strings.SplitSeq(text, ";") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "state ")
		if by, heard, ok := strings.Cut(part, " heard="); ok && !strings.Contains(by, " ") {
			status, err := endStatus(by, "heard", heard, writers)
			if err != nil {
				return nil, err
			}
			e.heard = append(e.heard, status)
			continue
		}
		if by, saw, ok := strings.Cut(part, " saw="); ok && !strings.Contains(by, " ") {
			status, err := endStatus(by, "saw", saw, writers)
			if err != nil {
				return nil, err
			}
			e.saw = append(e.saw, status)
			continue
		}
		p := newParser(newGrammar(f.services), "state "+part)
		s := &Statement{}
		if err := p.statement(s); err != nil || s.Check == nil {
			return nil, fmt.Errorf("%q is no state: %s", part, endForm)
		}
		if err := s.Check.atEnd(); err != nil {
			return nil, err
		}
		e.checks = append(e.checks, s.Check)
	}
	if len(e.saw) > explore.SawMost {
		return nil, fmt.Errorf("an end asks for at most %d answers by saw=: here are %d", explore.SawMost, len(e.saw))
	}
	return e, nil
}

// endStatus reads the answer that a writer heard; word says whether last or at any time.
func endStatus(by, word, text string, writers []string) (status explore.Status, err error) {
	if !slices.Contains(writers, by) {
		return status, fmt.Errorf("there is no writer %q: there are %s", by, strings.Join(writers, ", "))
	}
	other, isNone := noStatus[text]
	unquoted, notQuoted := strconv.Unquote(text)
	switch {
	case notQuoted == nil:
		text = unquoted
	case isNone:
		return status, fmt.Errorf("%s=%s is no answer: write %s", word, text, other)
	case word == "saw" && (text == heardNothing || text == explore.Stuck):
		return status, fmt.Errorf("saw=%s is no answer: of how it ends for %s write heard=%s", text, by, text)
	case text == heardNothing:
		text = ""
	}
	return explore.Status{Writer: by, Status: text}, nil
}

// atEnd refuses what an end cannot be asked for: what refers to answers, which differ from order to order.
func (c *Check) atEnd() error {
	if c.Writer {
		return fmt.Errorf("of a writer an end says what it heard: write state %s heard=412 of the last answer, or "+
			"saw=412 of any", c.Object.Name)
	}
	for _, f := range c.Fields {
		if f.Name == "version" && explore.CountsOnly(c.Object.Kind) || strings.HasPrefix(f.Name, "changed") {
			return fmt.Errorf("%s says how often or by whom %s was written, not what stands there: an end is "+
				"compared by its text, as body=9", f.Name, c.Object)
		}
		if _, _, refers := f.Value.RefName(); refers || f.Word != "" {
			return fmt.Errorf("%s=%s differs from order to order: an end is compared with values", f.Name,
				FormatValue(f.Value))
		}
	}
	return nil
}

// Want is what a search looks for.
func (e *End) Want() explore.Want {
	return explore.Want{Heard: e.heard, Saw: e.saw, Is: func(w *engine.World) bool {
		return !slices.ContainsFunc(e.checks, func(c *Check) bool { return !c.holds(w) })
	}}
}

// nearestMost is how many ends are compared with one that no order has.
const nearestMost = 200

// Nearest is the end that an order has, among those of which most orders come to, that has the most in common with one
// that none has; differs says what it says instead. It counts the orders of all ends that differ in just that. ok is
// false where there is no end. Where orders end so, and in none of them all was heard that is asked for, that is the
// nearest.
func (e *End) Nearest(in explore.Input, found *explore.Result) (nearest explore.Outcome, differs string, ok bool) {
	if len(found.Wanted) > 0 && found.Wanted[0].Unseen != nil {
		end := found.Wanted[0].Unseen
		return explore.Outcome{Schedules: end.Schedules, Samples: end.Samples, Example: end.Example}, e.unseen(), true
	}
	best, start := 0.0, in.Begun()
	start.Freeze()
	counts := map[string]explore.Outcome{} // by what differs
	for _, o := range found.Outcomes[:min(len(found.Outcomes), nearestMost)] {
		w := start.Clone()
		for _, s := range o.Example {
			for _, input := range s.Inputs {
				if _, err := w.Step(w.Record()+1, input); err != nil {
					break
				}
			}
		}
		said, close := e.compared(w, o.Last)
		text := strings.Join(said, ", ")
		if !ok || close > best {
			nearest, differs, best, ok = o, text, close, true
		}
		all := counts[text]
		if all.Samples += o.Samples; o.Schedules != nil {
			all.Schedules = new(big.Int).Add(cmp.Or(all.Schedules, new(big.Int)), o.Schedules)
		}
		counts[text] = all
	}
	nearest.Schedules, nearest.Samples = counts[differs].Schedules, counts[differs].Samples
	if len(found.Outcomes) > nearestMost { // others may differ in the same
		nearest.Schedules = nil
	}
	return nearest, differs, ok
}

// unseen says that no order has all of the answers that were to be heard on the way.
func (e *End) unseen() string {
	var list []string
	for _, s := range e.saw {
		list = append(list, s.Writer+" "+s.Said())
	}
	if len(list) == 1 {
		return "ends so, but " + e.saw[0].Writer + " never heard " + e.saw[0].Said()
	}
	return "ends so, but never with all of " + strings.Join(list, ", ")
}

// compared is what an end says instead of what is asked for, and how near it is: what holds counts one, what differs
// less than that.
func (e *End) compared(w *engine.World, last []explore.Status) (said []string, near float64) {
	add := func(wanted, is, text string) {
		if near += likeness(wanted, is); wanted != is {
			said = append(said, text)
		}
	}
	for _, c := range e.checks {
		list, there := c.properties(w)
		switch {
		case c.Absent && there:
			said = append(said, c.Object.String()+" is there")
		case c.Absent:
			near++
		case !there:
			said = append(said, c.Object.String()+" is not there")
		}
		for _, f := range c.Fields {
			p, known := property(list, f.Name)
			wanted := f.Value.String()
			switch {
			case !there || c.Absent:
			case f.Name == holds && !known && holdsText(list, wanted):
				near++
			case !known:
				text := fmt.Sprintf("%s has no %s", c.Object, f.Name)
				if _, dotted := property(list, "."+f.Name); dotted {
					text += fmt.Sprintf(" (a property of an entity is written .%s=)", f.Name)
				}
				said = append(said, text)
			default:
				add(wanted, p.Text, fmt.Sprintf("%s %s=%s", c.Object, f.Name, FormatValue(engine.Text(p.Text))))
			}
		}
	}
	for _, h := range e.heard {
		for _, l := range last {
			if l.Writer == h.Writer {
				add(h.Status, l.Status, fmt.Sprintf("%s heard %s", l.Writer, cmp.Or(l.Said(), heardNothing)))
			}
		}
	}
	return said, near
}

// likeness is how much a text is like another: 1 the same, else less; numbers by how far they are apart.
func likeness(a, b string) float64 {
	if a == b {
		return 1
	}
	if x, err := strconv.Atoi(a); err == nil {
		if y, err := strconv.Atoi(b); err == nil {
			return 0.9 / (1 + float64(max(x-y, y-x)))
		}
	}
	front, short := 0, min(len(a), len(b))
	for front < short && a[front] == b[front] {
		front++
	}
	behind := 0
	for behind < short-front && a[len(a)-1-behind] == b[len(b)-1-behind] {
		behind++
	}
	return 0.9 * float64(front+behind) / float64(max(len(a), len(b)))
}

// properties are those of the object, where it is there.
func (c *Check) properties(w *engine.World) (list []engine.Property, there bool) {
	record := w.Object(c.Object)
	gone, ok := record.(engine.Gone)
	if there = record != nil && (!ok || !gone.Gone()); there {
		list = engine.Properties(record)
	}
	return list, there
}
