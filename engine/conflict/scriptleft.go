package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// scriptLook is how many requests are looked back at for who put there what a script found.
const scriptLook = 256

// ScriptLeft says of a script that changed nothing, and carries what its sender had put under its key, who had put
// something else there or removed it by then: as of a lock that is deleted by a script only while it is one's own, and
// that is another's. To the service no comparison failed there, so the answer is no refusal, and has no mark. Empty for
// anything else. A script that carries what its sender had read there compares that with what is there: another's since
// is told alike, and is no lock that was lost.
//
// Source: engine/tair/rules.md, "Scripts"; Redis, "Distributed locks with Redis".
func ScriptLeft(w *engine.World, e engine.Event) string {
	if e.Kind != engine.Decided || e.Answer == nil {
		return ""
	}
	left, read := leftByScript(w, e)
	who := w.Title(e.By)
	if left == "" {
		return ""
	}
	if read != nil {
		return fmt.Sprintf("%s's #%d %s, and no longer what #%d had read.", who, e.Request, left, read.Number)
	}
	return fmt.Sprintf("%s's #%d %s. If that is a lock, %s's was over before: see what both have done under it.", who,
		e.Request, left, who)
}

// scriptLeft is that, without who sent the script.
func scriptLeft(w *engine.World, e engine.Event) string {
	left, _ := leftByScript(w, e)
	return left
}

// leftByScript is that, with the read of what the script carries, where its sender had read that; nil where it had put
// it there itself.
func leftByScript(w *engine.World, e engine.Event) (left string, read *engine.Exchange) {
	x := w.Exchange(e.Request)
	if spec := w.Spec(x.Verb); !spec.Prompt() || spec.Effect != engine.Groups || spec.Group != engine.GroupWrite ||
		!e.Answer.Accepted() || len(e.Own()) > 0 || x.By == engine.Seed {
		return "", nil
	}
	carried := scriptArguments(x)
	carries := func(text string) bool { return slices.Contains(carried, text) }
	var theirs, own *engine.Exchange
	for n := x.Number - 1; n >= max(1, x.Number-scriptLook); n-- {
		y := w.Exchange(n)
		if y.Decided.IsZero() || y.Decided.Event >= e.Number {
			continue
		}
		switch left := leftAnother(y, x.Object) || tookAway(y, x.Object); {
		case left && y.By == x.By && (own == nil || own.Decided.Event < y.Decided.Event):
			own = y
		case left && y.By != x.By && (theirs == nil || theirs.Decided.Event < y.Decided.Event):
			theirs = y
		case y.By == x.By && read == nil && y.Object == x.Object && w.Spec(y.Verb).Group == engine.GroupRead &&
			!y.Heard.IsZero() && carries(y.Answer.Text().String()):
			read = y
		}
	}
	if theirs == nil || theirs.By == engine.Seed {
		return "", nil
	}
	behind := func(y *engine.Exchange) bool { return y != nil && theirs.Decided.Event > y.Decided.Event }
	switch {
	case own != nil && !behind(own):
		return "", nil
	case own != nil && slices.ContainsFunc(LineContent(own), carries):
		read = nil
	case !behind(read) || TextIn(w.Object(x.Object)) == read.Answer.Text().String():
		return "", nil
	}
	if tookAway(theirs, x.Object) {
		return fmt.Sprintf("changed nothing: %s's #%d had removed %s", w.Title(theirs.By), theirs.Number,
			Called(w, x.Object)), read
	}
	return fmt.Sprintf("changed nothing: %s held what %s had put there with #%d", Called(w, x.Object),
		w.Title(theirs.By), theirs.Number), read
}

// LineContent are the values that a line carries.
func LineContent(x *engine.Exchange) (values []string) {
	line, ok := x.Op().(engine.Liner)
	if !ok {
		return nil
	}
	words := engine.LineWords(x.Resolved()[0].Value)
	for i, role := range line.Roles() {
		if role.Content && i < len(words) {
			values = append(values, words[i].String())
		}
	}
	return values
}

// scriptArguments are the words of a script behind its text, the number of its keys and these.
func scriptArguments(x *engine.Exchange) (list []string) {
	words := engine.LineWords(x.Resolved()[0].Value)
	if len(words) < 2 {
		return nil
	}
	keys, ok := words[1].Int()
	if !ok || keys < 0 || 2+keys > int64(len(words)) {
		return nil
	}
	for _, word := range words[2+keys:] {
		list = append(list, word.String())
	}
	return list
}
