package queue

import (
	"fmt"
	"strconv"

	"interleave/engine"
)

func guardings() []engine.Guarding {
	return []engine.Guarding{{ID: "hidden", Title: "hidden long", Keeps: true,
		Say: "A received message is hidden for longer than its receiver took until its last request about it came. " +
			"Whoever takes longer in another order still loses it.",
		Fits: func(spec *engine.OpSpec, _ engine.Send) bool { return spec.Effect == engine.Receives },
		Guard: func(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
			own, hides := hiding(spec, s)
			seconds := heard.Needed(s.As)
			if !hides || seconds <= own {
				return s, ""
			}
			s.Args = engine.With(s.Args, "visibilitytimeout", engine.Text(strconv.FormatInt(seconds, 10)))
			return s, fmt.Sprintf("Hidden for %d s: %%s.", seconds)
		}}, {ID: "receipt", Title: "newest receipt", Keeps: true,
		Say:  "Every update and delete of a message sends the newest receipt that its sender has heard.",
		Fits: func(spec *engine.OpSpec, _ engine.Send) bool { return receipt(spec) != "" },
		Guard: func(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
			name := receipt(spec)
			for _, a := range s.Args {
				if newest := heard.Receipt(a.Value); name != "" && a.Name == spec.Object && !newest.IsZero() {
					s.Args = engine.With(s.Args, name, newest)
				}
			}
			return s, ""
		}}}
}

// hiding is for how many seconds a request hides a message: an update does so anew, and what it sets counts from then
// on (rules.md, visibilitytimeout). hides is false for one that hides none, or gives it back.
func hiding(spec *engine.OpSpec, s engine.Send) (seconds int64, hides bool) {
	if spec.Effect != engine.Receives && spec.Effect != engine.Updates {
		return 0, false
	}
	seconds = standardHiding
	for _, a := range s.Args {
		if n, ok := a.Value.Int(); ok && a.Name == "visibilitytimeout" {
			seconds = n
		}
	}
	return seconds, seconds > 0
}

// receipt is the parameter for the receipt of a message; empty: an operation takes none.
func receipt(spec *engine.OpSpec) string {
	for _, p := range spec.Params() {
		if p.Guard == "receipt" {
			return p.Name
		}
	}
	return ""
}
