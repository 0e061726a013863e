package conflict

import (
	"fmt"

	"interleave/engine"
)

// advise says what the documents recommend after a conflict; the first is carried out by one key, the others are a
// list.
func advise(t teller) Advice {
	if r, ok := rowOf(t.c.Kind); ok {
		return r.advice(t)
	}
	return Advice{"stop", "Correct the request: as it stands it can only be refused.", nil}
}

func (t teller) afterStaleWrite() Advice {
	if t.w.Spec(t.x.Verb).Effect == engine.Reads {
		return Advice{"read", "Read it whole and anew: what was read before belongs to another moment.",
			[]string{"Stop."}}
	}
	return Advice{"redrive", fmt.Sprintf("Read again, put %s's change into the new text, send it with the new %s.",
		t.who(t.c.By), t.guardWord()),
		[]string{"Keep the newer version and stop.", "Write without a guard: the newer version is lost."}}
}

func (t teller) afterLeased() Advice {
	switch c := t.c.Cause; {
	case c.Since.By == t.c.By:
		return Advice{"stop", "Send the lease id with the request: the lease is one's own.",
			[]string{"Release the lease."}}
	case c.Until == 0 || c.Until == engine.Never:
		return Advice{"stop", "It does not end by itself. Its holder gives it back, or somebody breaks it.",
			[]string{"Break the lease.", "Stop."}}
	}
	return Advice{"wait", "Wait until the lease ends, then send the same again.",
		[]string{"Break the lease.", "Stop."}}
}

// guardWord is what a version is called where it is sent along.
func (t teller) guardWord() string {
	if t.w.Spec(t.x.Verb).Prompt() {
		return "version"
	}
	return "tag"
}

// afterTwoAtOnce depends on what was sent: what was to create can go again as it is, what named a version needs a look
// at the new one first, and the parts of an upload have to be sent anew.
func (t teller) afterTwoAtOnce() Advice {
	if t.w.Spec(t.x.Verb).Effect == engine.Commits {
		return Advice{"decide", "Read what is there, then begin a new upload and send every part again.",
			[]string{"Stop."}}
	}
	for _, a := range t.x.Args {
		if p, ok := t.w.Spec(t.x.Verb).Param(a.Name); ok && p.Version && !t.w.LeftOut(a.Value) {
			return Advice{"redrive", fmt.Sprintf(
				"Read again, put %s's change into the new text, send it with the new tag.", t.who(t.c.By)),
				[]string{"Send the same again, and wait longer each time.", "Stop."}}
		}
	}
	return Advice{"again", "Send the same again, and wait longer each time.", []string{"Stop."}}
}
