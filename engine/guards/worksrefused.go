package guards

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/explore"
)

// worksRefused says of an order in which a writer does work outside behind a request that was refused, as what it was
// to make was there: a guard that refuses such a request keeps nobody from the work who does not look. Empty: nobody
// does.
func worksRefused(in explore.Input, order []explore.Step) string {
	for w, e := range along(in, order) {
		if said := workedRefused(w, e); said != "" {
			return said
		}
	}
	return ""
}

// workedRefused says it of one event, in the world behind it.
func workedRefused(w *engine.World, e engine.Event) string {
	by := w.Writer(e.By)
	if e.Kind != engine.Acted || by == nil {
		return ""
	}
	x := w.Exchange(by.Newest)
	if x == nil || x.Answer.Why == nil || x.Answer.Why.Rule.Kind != engine.AlreadyThere {
		return ""
	}
	return fmt.Sprintf("%s does the work there although %s was refused, as something was there: such a refusal keeps "+
		"nobody from the work who does not decide by it.", by.Title, inShort(w.Spec(x.Verb), x.Asked().Args))
}
