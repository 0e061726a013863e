package timeline

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// words are what the strip says of the event at an entry, lane by lane.
func (t *Pane) words(at int) []laneWords {
	e := t.course.Lines.At(t.last(at))
	lane := t.laneAt(e.Event())
	no := say.Bold(themes.Text, t.number(e.Event()))
	who := themes.Writer(lane)
	if lane == 0 {
		who = themes.Text
	}
	one := func(lane int, spans ...grid.Span) []laneWords { return []laneWords{{lane, spans}} }
	switch e.Event().Kind {
	case engine.Sent:
		spans := []grid.Span{say.Bold(who, t.number(e.Event())+" "+t.method(e.Event().Request))}
		if t.held(e.Event().Request) {
			spans = append(spans, say.Bold(themes.Behind, " # held"))
		}
		return one(lane, spans...)
	case engine.Arrived:
		return one(0, no, say.Plain(" arrived"))
	case engine.Waiting:
		return one(0, no, say.Ink(themes.Behind, " waits"))
	case engine.Decided:
		return one(0, append([]grid.Span{no, say.Plain(" ")}, t.decision(e)...)...)
	case engine.Heard:
		if at != t.last(at) { // a read in one column
			return one(lane, say.Dim("read"), say.Plain(" "+t.readVersion(e.Event())))
		}
		return one(lane, t.answerWords(e.Event()))
	case engine.Lost:
		return t.lostWords(e, lane)
	case engine.Finished:
		return one(0, no, say.Plain(" finished"))
	case engine.Ended:
		if planWait(e.Event()) {
			return one(lane, say.Dim("waited"))
		}
		return one(0, say.Ink(themes.Behind, endedWords(e.Event().Text)))
	case engine.Passed:
		return nil
	}
	if words := t.handWords(e, who); lane > 0 {
		return one(lane, words)
	} else {
		return one(0, words)
	}
}

// handWords are what people and networks do besides sending.
func (t *Pane) handWords(e view.Entry, who themes.Role) grid.Span {
	no := t.number(e.Event())
	switch e.Event().Kind {
	case engine.Duplicated:
		return say.Ink(who, no+" doubled")
	case engine.GaveUp:
		return say.Ink(themes.Unknown, "? "+no+" gives up")
	case engine.Moved:
		return say.Ink(who, no+" moved")
	case engine.Edited:
		return say.Ink(who, no+" edited")
	case engine.Switched:
		_, key, _ := strings.Cut(e.Event().Object.Name, ".")
		return say.Dim(key + " " + conflict.SettingShown(key, e.Event().Text))
	}
	return say.Dim(strings.TrimSpace(t.course.Tell(e).What))
}

func (t *Pane) number(e *engine.Event) string {
	return fmt.Sprintf("#%d", e.Request) + strings.Repeat("'", e.Copy)
}

func (t *Pane) method(request int) string {
	x := t.course.Exchange(request)
	if x == nil {
		return ""
	}
	return t.course.Spec(x.Verb).Shown()
}

// mostReply is how much of a prompt's reply the timeline shows.
const mostReply = 12

// statusOf is an answer in a word: the number of HTTP, the name of an NTSTATUS, the reply to a line.
func (t *Pane) statusOf(e *engine.Event) string {
	x := t.course.Exchange(e.Request)
	switch {
	case x == nil || e.Answer == nil:
		return ""
	case t.course.Spec(x.Verb).Replies():
		return grid.Fit(conflict.Replied(e.Answer), mostReply)
	case e.Answer.Why != nil:
		return e.Answer.Why.Rule.Fault.Short()
	case e.Answer.Status == 0:
		return "ok"
	}
	return fmt.Sprint(e.Answer.Status)
}

// answerWords are an answer as its writer hears it.
func (t *Pane) answerWords(e *engine.Event) grid.Span {
	if !e.Answer.Accepted() {
		return say.Bold(themes.Refused, "!"+t.statusOf(e))
	}
	return say.Bold(themes.Fresh, t.statusOf(e))
}

func (t *Pane) readVersion(e *engine.Event) string {
	if v := e.Answer.Field("version"); !v.IsZero() {
		return "v" + v.String()
	}
	return t.statusOf(e)
}

// decision is what the service did about a request, in a word or two, with the harm that it did.
func (t *Pane) decision(e view.Entry) []grid.Span {
	var spans []grid.Span
	d := t.course.Effect(e)
	spec := t.course.Spec(t.course.Exchange(e.Event().Request).Verb)
	switch {
	case !e.Event().Answer.Accepted():
		spans = append(spans, say.Bold(themes.Refused, "no"))
	// not the handle of a close, not an upload that is done
	case d.Gone && spec.Group == engine.GroupDelete:
		spans = append(spans, say.Bold(themes.Text, "gone"))
	case d.Version != "":
		spans = append(spans, say.Bold(themes.Text, "v"+d.Version))
	case d.Leased && (d.Lease.State == "leased" || d.Lease.State == "breaking"):
		spans = append(spans, say.Bold(themes.Text, d.Lease.State))
	case d.Leased && spec.Effect.OfLease(): // what a first block makes has none either
		spans = append(spans, say.Bold(themes.Text, "no lease"))
	default:
		spans = append(spans, say.Bold(themes.Text, t.statusOf(e.Event())))
	}
	for _, m := range e.Marks {
		if m.Severity != engine.SeverityRefused {
			spans = append(spans, say.Plain(" "), say.Finding(m.Severity,
				fmt.Sprintf("%c %s", m.Severity, m.Kind.Words())))
		}
	}
	return spans
}

// lostWords are a loss: at the service where it was the answer, and what its writer waits for.
func (t *Pane) lostWords(e view.Entry, lane int) (list []laneWords) {
	lost := []grid.Span{say.Bold(themes.Refused, "x lost")}
	if e.Event().Text == "answer" {
		list = append(list, laneWords{0, lost})
	}
	x := t.View.Exchange(e.Event().Request)
	waits := x != nil && x.Heard.IsZero() && x.GaveUp.IsZero()
	switch {
	case waits && e.Event().Text == "answer":
		return append(list, laneWords{lane, t.unanswered(x)})
	case waits:
		return append(list, laneWords{lane, append(append(lost, say.Plain("  ")), t.unanswered(x)...)})
	case e.Event().Text != "answer":
		return append(list, laneWords{lane, lost})
	}
	return list
}

func (t *Pane) unanswered(x *engine.Exchange) []grid.Span {
	return []grid.Span{say.Bold(themes.Unknown, "? no answer"),
		say.Ink(themes.Unknown, " for "+say.Seconds(t.View.Now().Sub(x.Sent.At)))}
}

// endedWords are the end of a timer in two words.
func endedWords(timer string) string {
	switch timer {
	case "lease.ends":
		return "lease ended"
	case "lease.breaks":
		return "lease broken"
	case "free":
		return "name free"
	case "next-visible":
		return "visible"
	case "expires", "expiry":
		return "expired"
	case "session":
		return "session over"
	}
	return strings.ReplaceAll(timer, ".", " ")
}
