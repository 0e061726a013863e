package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// otherDisposition tries an open that emptied or replaced what was there with a disposition that does neither, or, for
// who knew of nothing there, with the one that asks for a free name.
//
// Source: MS-SMB2 and MS-FSA, open of a file, by disposition; engine/share/rules.md, "Open by disposition".
func (a *adviser) otherDisposition(k *view.Known) []string {
	instead := map[string]string{"OVERWRITE": "OPEN", "OVERWRITE_IF": "OPEN_IF", "SUPERSEDE": "OPEN_IF"}
	other := instead[a.sent("disposition").String()]
	if other == "" || a.spec.Effect != engine.Opens {
		return nil
	}
	leaves := fmt.Sprintf("disposition=%s, which leaves what is there as it is", other)
	if a.mayCreate(k) {
		other, leaves = "CREATE", "disposition=CREATE, which asks for a free name"
	}
	t := a.before(a.c.Event)
	t.decide(engine.Send{By: a.x.By, Verb: a.x.Verb, Words: engine.Words{From: a.from(k)},
		Args: engine.With(a.x.Args, "disposition", engine.Text(other))})
	if t.err != nil || t.last == nil || t.last.Decided.IsZero() || len(silentOf(t.found)) > 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s. The answer would be %s.", leaves, t.reply())}
}
