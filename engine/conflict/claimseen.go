package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// mostNamed is how many bytes a text has at most that is quoted as the name in a claim.
const mostNamed = 40

// NamedIn is what a read showed that names a writer, as a claim or a marker does: the whole text, or the property of a
// row. Empty: nothing short does.
func NamedIn(w *engine.World, read *engine.Exchange, writer string) string {
	for _, f := range read.Answer.Fields {
		if !slices.Contains(engine.TextNames(), f.Name) {
			continue
		}
		for line := range strings.Lines(f.Value.String()) {
			if line = strings.TrimSpace(line); len(line) <= mostNamed && NamesWriter(w, line, writer) {
				return line
			}
		}
	}
	return ""
}

// SeenClaim is a claim that the one who did the work again had read, and had replaced all the same: a condition that
// compares with what was read lets that through.
type SeenClaim struct {
	Read, Replaced *engine.Exchange
	Whose          string // who had made it, and had done the work
	Says           string // what named its maker
}

// ClaimReplaced is the newest such claim; ok is false where there was none.
func ClaimReplaced(w *engine.World, c Finding) (SeenClaim, bool) {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.claimReplaced()
}

func (t teller) claimReplaced() (s SeenClaim, ok bool) {
	handed, workers := t.handedAt(t.c.By, t.c.Event), t.w.Workers(t.c.Object)
	own := t.heardBefore(t.c.By, t.c.Event, func(h *engine.Exchange) bool {
		return h.Sent.Event > handed && h.Took && claims(t.w.Spec(h.Verb)) && !h.Object.IsZero()
	})
	if own == nil || !own.Compared.Of(own.Object) { // what was read may be gone by then: a create replaces nothing
		return s, false
	}
	isRead := func(h *engine.Exchange) bool { return t.w.Spec(h.Verb).Group == engine.GroupRead }
	read := t.heardBefore(t.c.By, own.Sent.Event, func(h *engine.Exchange) bool {
		return h.Sent.Event > handed && h.Object == own.Object && (isRead(h) || h.Altered)
	})
	if read == nil || !isRead(read) { // an own write in between had replaced it before
		return s, false
	}
	for _, p := range read.Shows {
		if p.Gone || p.Object != own.Object || p.Mark.By == t.c.By || !slices.Contains(workers, p.Mark.By) {
			continue
		}
		if says := NamedIn(t.w, read, p.Mark.By); says != "" {
			return SeenClaim{read, own, p.Mark.By, says}, true
		}
	}
	return s, false
}

// tellClaim tells of work that was done twice because a claim was replaced by who had read it.
func (t teller) tellClaim(told *Narrative, s SeenClaim, second string) {
	what, maker := Called(t.w, s.Replaced.Object), t.who(s.Whose)
	told.First = strings.TrimSuffix(told.First, " Nobody was told.") + fmt.Sprintf(" %s had read what %s had written "+
		"to %s, %q, and replaced it.", second, maker, what, s.Says)
	told.Steps = append([]Step{{Text: fmt.Sprintf("%s read with #%d what %s had written: %s.", second, s.Read.Number,
		maker, what), Event: s.Read.Heard.Event}, {Text: fmt.Sprintf("%s replaced it with #%d.", second,
		s.Replaced.Number), Event: s.Replaced.Decided.Event}}, told.Steps...)
	told.Heard = fmt.Sprintf("%s saw that it was there, but cannot know whether the work was done by then.", second)
}
