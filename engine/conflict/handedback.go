package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// HandedBack says whether the answer to what replaced another's work, and was heard, tells its sender of that.
func HandedBack(w *engine.World, c Finding) bool {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	return !t.x.Heard.IsZero() && t.handedBack() != ""
}

// handedBack says how the answer to a write or a removal at a prompt tells of the work that it replaced: it has that
// value, another than its sender had read, or a version that is not the next one after that. Empty where it tells
// nothing of it.
//
// Source: engine/tair/rules.md, "Plain Redis commands" (GETSET, SET with GET) and "Commands" (WITHVERSION).
func (t teller) handedBack() string {
	spec, words := t.spec(), []engine.Value{}
	if !spec.Prompt() || spec.Effect != engine.Writes && !spec.Hands || t.c.Object != t.x.Object ||
		!slices.Contains(engine.TextNames(), t.c.Part) {
		return ""
	}
	if len(t.x.Resolved()) > 0 {
		words = engine.LineWords(t.x.Resolved()[0].Value)
	}
	has := func(option string) bool {
		return len(words) > 2 && slices.ContainsFunc(words[2:], func(w engine.Value) bool {
			return strings.EqualFold(w.String(), option)
		})
	}
	base := t.basis()
	if spec.Hands || t.x.Verb == "SET" && has("GET") {
		if base != nil && base.Answer.Text().String() == t.answer().Field("reply").String() {
			return "" // it is what its sender had read
		}
		did := "replaced"
		if spec.Effect == engine.Deletes {
			did = "removed"
		}
		return fmt.Sprintf("which is what #%d %s", t.x.Number, did)
	}
	if base == nil || !has("WITHVERSION") {
		return ""
	}
	read, ok := base.Answer.Field("version").Int()
	made, counted := t.answer().Field("reply").Int()
	if !ok || !counted || made <= read+1 {
		return ""
	}
	return fmt.Sprintf("which is more than one after version %d, so that something came in between", read)
}
