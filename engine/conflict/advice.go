package conflict

import (
	"fmt"

	"interleave/engine"
)

// advise says what the documents recommend after a conflict; the first is carried out by one key, the others are a
// list.
func advise(t teller) Advice {
	who := t.who(t.c.By)
	switch t.c.Kind {
	case "stale-write":
		if spec := t.w.Spec(t.x.Verb); spec.Group == "read" {
			return Advice{"read", "Read it whole and anew: what was read before belongs to another moment.",
				[]string{"Stop."}}
		}
		return Advice{"redrive", fmt.Sprintf("Read again, put %s's change into the new text, send it with the new %s.",
			who, t.guardWord()),
			[]string{"Keep the newer version and stop.", "Write without a guard: the newer version is lost."}}
	case "already-there":
		return Advice{"read", "Read what is there and decide whether it will do.",
			[]string{"Stop.", "Write with If-Match after reading."}}
	case "gone":
		return Advice{"decide", "Create it again if it is still wanted, or stop.", []string{"Stop."}}
	case "leased":
		if c := t.c.Cause; c.Since.By == t.c.By {
			return Advice{"stop", "Send the lease id with the request: the lease is one's own.",
				[]string{"Release the lease."}}
		} else if c.Until == 0 || c.Until == engine.Never {
			return Advice{"stop", "It does not end by itself. Its holder gives it back, or somebody breaks it.",
				[]string{"Break the lease.", "Stop."}}
		}
		return Advice{"wait", "Wait until the lease ends, then send the same again.",
			[]string{"Break the lease.", "Stop."}}
	case "lease-over":
		return Advice{"lease", "Acquire the lease again, read, redo the change, send it with the new id.",
			[]string{"Send without a lease id.", "Stop."}}
	case "unfinished":
		return Advice{"wait", "Wait until it is finished, then send the same again.", []string{"Use another name."}}
	case "two-at-once":
		return t.afterTwoAtOnce()
	case "policy":
		return Advice{"guard", "Add the guard that the policy asks for.", []string{"Change the policy."}}
	case "own-echo":
		return Advice{"read", "Stop and read: the earlier try was done. Compare before sending anything.",
			[]string{"Stop."}}
	case "old-receipt":
		return Advice{"stop", "Treat the work as not finished.", nil}
	case "shared-file":
		return Advice{"wait", "Wait for the close, then open again.", []string{"Stop."}}
	case "no-answer":
		return t.afterNoAnswer()
	case "lost-update", "same-number", "stale-holder":
		return Advice{"redrive", "Go back before the write on a new branch and send it with a guard.",
			[]string{"Write the lost text again."}}
	case "guard-defeated":
		return Advice{"redrive", "Go back, merge the newer text, then send it under the newer tag.", nil}
	case "torn-read":
		return Advice{"read", "Read again, with If-Match on each piece.", nil}
	case "shadowed-write":
		return Advice{"read", "Read what is there: the write came too late to be seen. With a guard it would have " +
			"been refused instead.", []string{"Send it again."}}
	case "mixed-content":
		return Advice{"read", "Read the whole, then write what was meant.", nil}
	case "done-twice":
		return Advice{"stop", "Make the work safe to repeat.", nil}
	}
	return Advice{"stop", "Correct the request: as it stands it can only be refused.", nil}
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
