package conflict

import (
	"fmt"

	"interleave/engine"
)

// byCopy says of a mark that another copy of its request made it, behind the first; empty of any other.
func (t teller) byCopy(x *engine.Exchange, m engine.Mark) string {
	if !x.CopyDecided(m.Event) {
		return ""
	}
	return fmt.Sprintf(" with a second copy of #%d", x.Number)
}

// versionMade is how the work of a request that an event made is called by its version, as `v2`: empty where its answer
// named none. What a slow copy puts there when it ends is another version than the empty one that its answer named, and
// no answer to its sender names it: that is a `copy`.
//
// Source: Azure REST, "Copy Blob", Remarks; engine/blob/rules.md, "Copy".
func versionMade(x *engine.Exchange, event int) string {
	made := x.AnswerOf(event)
	v := made.Field("version")
	switch {
	case v.IsZero():
		return ""
	case event > x.Decided.Event && !x.CopyDecided(event) && made.Field("copy-status").String() == "pending":
		return "copy"
	}
	return "v" + v.String()
}

// answer is what the service said to the copy of the request that the finding is about.
func (t teller) answer() *engine.Answer {
	if t.c.Answer != nil {
		return t.c.Answer
	}
	return &t.x.Answer
}

// saidYes is how the service answered a request that harmed another, in words.
func (t teller) saidYes() string {
	if t.answer().Why != nil {
		return "refused it, with a part of it carried out"
	}
	return "said yes"
}
