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
