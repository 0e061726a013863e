package export

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/room"
)

// threeTexts are what a conflict is about: what both were made from, and what either made of it.
type threeTexts struct {
	base, mine, theirs             string
	baseName, mineName, theirsName string
	known                          bool // both sides are
}

func textsOf(v *room.View, t room.Trouble) threeTexts {
	x := threeTexts{baseName: "nothing that was read", mineName: fmt.Sprintf("%s's #%d", v.Title(t.By), t.Request)}
	sent := v.Exchange(t.Request)
	if sent == nil {
		return x
	}
	mine, has := sentText(v, sent)
	x.mine = mine
	if base := baseOf(v, t, sent); base != nil {
		x.base, x.baseName = shownText(v, base), "v"+base.Answer.Field("version").String()
	}
	since := t.Victim
	if t.Sort == '!' && t.Cause != nil {
		since = t.Cause.Since
	}
	for _, n := range v.Truth(t.Object).Versions {
		if n.Record == since.Event && !since.IsZero() {
			x.theirs, x.known, x.theirsName = n.Body, has, fmt.Sprintf("%s's v%s", v.Title(n.By), n.Number)
		}
	}
	return x
}

// baseOf is the answer that a request was made from: the one that it names, else the newest that its writer had heard before.
func baseOf(v *room.View, t room.Trouble, sent *engine.Exchange) *engine.Exchange {
	if sent.Base != 0 || sent.Blind() {
		return v.Exchange(sent.Base)
	}
	log := v.Log()
	for i := len(log) - 1; i >= 0; i-- {
		e := log[i].Event
		if e.Kind != engine.Heard || e.By != t.By || e.Number >= sent.Sent.Event {
			continue
		}
		if x := v.Exchange(e.Request); x != nil && x.Object == t.Object && x.Answer.Accepted() && len(x.Shows) > 0 {
			return x
		}
	}
	return nil
}

// sentText is the text that a request carries; ok is false where it carries none.
func sentText(v *room.View, x *engine.Exchange) (text string, ok bool) {
	if word, is := x.Content(); is {
		return word.String(), true
	}
	spec := v.Spec(x.Verb)
	for _, a := range x.Args {
		if p, takes := spec.Param(a.Name); takes && p.Content && p.Positional() {
			if _, list := a.Value.List(); !list {
				return a.Value.String(), true
			}
		}
	}
	return "", false
}

// shownText is the text that an exchange left its writer with: what it was shown, or what it had sent itself.
func shownText(v *room.View, x *engine.Exchange) string {
	if body := x.Answer.Text(); !body.IsZero() {
		return body.String()
	}
	text, _ := sentText(v, x)
	return text
}

// diff is the difference as lines: what both had stands bare, what either took away or put in with its sign and its owner.
func (x threeTexts) diff() (text string, clashes int) {
	add := func(sign string, lines []string, who string) {
		for _, l := range lines {
			if l == "" || l[len(l)-1] != '\n' {
				l += "\n"
			}
			if who != "" {
				l = fmt.Sprintf("%-40s %s\n", l[:len(l)-1], who)
			}
			text += sign + l
		}
	}
	for _, h := range conflict.Diff3([]byte(x.base), []byte(x.mine), []byte(x.theirs)) {
		if h.Kind == conflict.Same {
			add("  ", h.Base, "")
			continue
		}
		if h.Kind == conflict.Clash {
			clashes++
		}
		add("- ", h.Base, "("+x.baseName+")")
		if h.Kind != conflict.Theirs {
			add("+ ", h.Mine, "("+x.mineName+")")
		}
		if h.Kind == conflict.Theirs || h.Kind == conflict.Clash {
			add("+ ", h.Theirs, "("+x.theirsName+")")
		}
	}
	return text, clashes
}
