package advice

import (
	"fmt"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
)

// tooLate says of a request under a lease whose time had run out by how much it came too late, and what a renewal in
// time is answered: that was tried behind what had started the clock of that lease last. Nothing where somebody had
// ended it: to come sooner is no cure of that.
func (a *adviser) tooLate() []string {
	own, ok := conflict.LeaseSent(a.v.Clone(), a.c)
	if !ok || own.RanOut == 0 || own.Seconds <= 0 || a.spec.Effect == engine.ReleasesLease {
		return nil
	}
	inTime := a.inTime(own)
	if inTime == "" {
		return nil
	}
	came := fmt.Sprintf("#%d came %s", a.x.Number, behindTheEnd(a.x.Decided.At.Sub(own.RanOut)))
	if a.x.Sent.At < own.RanOut {
		came += fmt.Sprintf(", though it was sent at %s", a.x.Sent.At)
	}
	return []string{came + ". " + inTime}
}

// inTime is what a renewal is answered before the time of a lease is over, as it was tried behind what had started its
// clock last. Empty where that was not accepted.
func (a *adviser) inTime(own conflict.OwnLease) string {
	t := a.before(own.Started + 1)
	at := own.RanOut.Add(-2 * oneWay) // it is sent then, and decided before the end
	if at <= t.w.Now() {
		return ""
	}
	t.put(engine.Clock{To: at})
	if !a.renews(t) {
		return ""
	}
	return fmt.Sprintf("In time, before %s, a renewal gets %s; one at half of the %d s leaves time for another try.",
		own.RanOut, t.reply(), own.Seconds)
}

// renewedLate is what to do the next time about the newest renewal that was accepted when the time of its lease was
// over, behind what is told of that; said is that text. Empty where none of it is told.
func (a *adviser) renewedLate(said string) string {
	w := a.v.Clone()
	for e := range a.v.Recent() {
		told := conflict.RenewedLate(w, *e)
		if told == "" || !strings.Contains(said, told) {
			continue
		}
		x := a.v.Exchange(e.Request)
		late := &adviser{v: a.v, x: x, c: conflict.Finding{By: x.By, Event: e.Number, Request: x.Number,
			Object: x.Object}}
		late.spec = a.v.Spec(x.Verb)
		if own, ok := conflict.LeaseSent(w, late.c); ok && own.RanOut != 0 && own.Seconds > 0 {
			return late.inTime(own)
		}
	}
	return ""
}

// renews sends a renewal under the lease id of the finding's request, and says whether it was accepted.
func (a *adviser) renews(t *trial) bool {
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Effect == engine.RenewsLease && op.Object == a.c.Object.Kind {
				args := engine.With(engine.Args(op.Params()[0].Name, a.c.Object.Name), "lease", a.leaseSent())
				return t.send(engine.Send{By: a.c.By, Verb: op.Verb, Args: args}).accepted()
			}
		}
	}
	return false
}

// behindTheEnd is how late that is, as people read it: to a tenth of a second, and of less in thousandths.
func behindTheEnd(late time.Duration) string {
	switch {
	case late <= 0:
		return "as the lease ended"
	case late < 100*time.Millisecond:
		return fmt.Sprintf("%d ms after the lease had ended", late.Milliseconds())
	}
	return fmt.Sprintf("%.1f s after the lease had ended", late.Seconds())
}
