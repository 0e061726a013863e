package conflict

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// oplocksBroken says what a request took of the oplocks of others: what their clients may keep is less than they asked
// for since, though nobody refused anybody anything. Empty where it took none.
//
// Source: share/rules.md, "What REST does to oplocks".
func oplocksBroken(w *engine.World, e engine.Event) (told string) {
	for object, r := range e.Touched(w) {
		if whose, was, is := oplockBroken(r); was != is && object != e.Object && whose != e.By {
			told += fmt.Sprintf(", breaks %s's oplock: %s is %s now", w.Title(whose), was, is)
		}
	}
	return told
}

// oplockBroken is what an event did to the oplock of a handle, from its records before and after; empty where these are
// none of one handle that stays open.
func oplockBroken(r [2]engine.Record) (whose, was, is string) {
	handle, ok := r[1].(engine.Titled)
	if was, is = oplockOf(r[0]), oplockOf(r[1]); !ok || was == "" || is == "" {
		return "", "", ""
	}
	_, whose = handle.Called()
	return whose, was, is
}

// WithOplock is a story with what the sender's client was told by a broken oplock: only a change of a file takes away
// that its client may keep what it read. e is the event that did what the finding's request replaced.
//
// Source: share/rules.md, "What REST does to oplocks".
func WithOplock(w *engine.World, c Finding, told Narrative, e engine.Event) Narrative {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	heard, blind := strings.CutSuffix(told.Heard, fmt.Sprintf("%s cannot know.", t.who(c.By)))
	if !blind || c.Whose == c.By {
		return told
	}
	for _, r := range e.Touched(w) {
		whose, was, is := oplockBroken(r)
		through, ok := r[1].(engine.Through)
		if !ok || whose != c.By || through.For() != c.Object || !strings.Contains(was, "R") ||
			strings.Contains(is, "R") || len(engine.PropertiesNamed(r[1], "acknowledged")) > 0 {
			continue
		}
		broke, when := "had broken", fmt.Sprintf("before #%d was sent", t.x.Number)
		if e.Number > t.x.Sent.Event {
			broke, when = "broke", fmt.Sprintf("after #%d had been sent", t.x.Number)
		}
		told.Heard = fmt.Sprintf("%s%s could know that %s was changed, not how: #%d %s %s oplock, %s to %s, %s.", heard,
			t.who(c.By), Called(w, c.Object), e.Request, broke, possessive(t.who(c.By)), was, is, when)
		return told
	}
	return told
}

func oplockOf(r engine.Record) string {
	for _, p := range engine.PropertiesNamed(r, "oplock") {
		return p.Text
	}
	return ""
}
