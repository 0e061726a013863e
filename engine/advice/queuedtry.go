package advice

import (
	"cmp"
	"fmt"

	"interleave/engine"
)

// queuedAgain says what became of another try of a line that was queued in a transaction: by itself it has done
// nothing. What only adds was then added once more, where the first had been done. Empty where it was dropped, or where
// its sender has not heard of the end of the transaction.
//
// Source: engine/tair/rules.md, "Values", last line; Redis, "Transactions".
func (a *adviser) queuedAgain(line *engine.Exchange) string {
	exec, open := a.carriedBy(line)
	head := fmt.Sprintf("%s's #%d, the same again,", a.who(), line.Number)
	switch {
	case open:
		return fmt.Sprintf("%s is queued, and nothing is done by it before EXEC. Where it is not known whether #%d "+
			"was done, DISCARD and read first.", head, a.x.Number)
	case exec == nil:
		return ""
	case a.spec.Effect == engine.Adds || a.spec.Effect == engine.Appends:
		return fmt.Sprintf("%s was carried out by #%d. Where #%d had been done too, it is in %s twice: compare what "+
			"is there with what was there before #%[3]d, and settle by what it stands for whether it is there once. "+
			"%[5]s",
			head, exec.Number, a.x.Number, a.v.Called(line.Object), nextTime)
	}
	head = fmt.Sprintf("%s was carried out by #%d", head, exec.Number)
	if did := a.v.Overwrote(exec); did != "" {
		return fmt.Sprintf("%s, and %s. Nobody was told: settle whether that is still wanted.", head, did)
	}
	return head + ". " + cmp.Or(a.harmBy(exec), "Nothing is left to send.")
}

// carriedBy is the transaction that carried a queued line out, as its sender has heard; nil where none did. open says
// that it still may.
func (a *adviser) carriedBy(line *engine.Exchange) (exec *engine.Exchange, open bool) {
	for n := line.Number + 1; a.v.Exchange(n) != nil; n++ {
		x := a.v.Exchange(n)
		spec := a.v.Spec(x.Verb)
		if x.By != line.By || x.Words.On != line.Words.On || isQueued(x) {
			continue
		}
		switch {
		case spec.Effect == engine.Groups && spec.Prompt() && !x.Heard.IsZero() && x.Answer.Accepted() && x.Took:
			return x, false
		case spec.Effect == engine.Groups && spec.Prompt(), spec.Effect == engine.Gathers:
			return nil, false
		}
	}
	return nil, true
}
