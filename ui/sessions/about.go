package sessions

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/scenario"
	"interleave/persist"
)

// About is what a list says of a session: when it was saved, how long it is, and what was sent last, by which a person
// knows it again.
func About(info persist.Info) string {
	text := info.Changed.Format("2006-01-02 15:04") + ", " + engine.Counted(info.Steps, "record", "records")
	for i := len(info.Tail) - 1; i >= 0; i-- {
		in, err := scenario.ParseInput(info.Tail[i])
		send, ok := in.(engine.Send)
		if spec := catalog.New().Spec(send.Verb); err == nil && ok && spec != nil && send.By != engine.Seed {
			return fmt.Sprintf("%s, last %s: %s %s", text, send.By, send.Verb, spec.Target(send.Args))
		}
	}
	return text
}
