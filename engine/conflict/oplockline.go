package conflict

import (
	"fmt"

	"interleave/engine"
)

// oplocksBroken says what a request took of the oplocks of others: what their clients may keep is less than they asked
// for since, though nobody refused anybody anything. Empty where it took none.
//
// Source: share/rules.md, "What REST does to oplocks".
func oplocksBroken(w *engine.World, e engine.Event) (told string) {
	for object, r := range e.Touched(w) {
		handle, ok := r[1].(engine.Titled)
		if !ok || object == e.Object {
			continue
		}
		was, is := oplockOf(r[0]), oplockOf(r[1])
		if _, whose := handle.Called(); was != is && was != "" && is != "" && whose != e.By {
			told += fmt.Sprintf(", breaks %s's oplock: %s is %s now", w.Title(whose), was, is)
		}
	}
	return told
}

func oplockOf(r engine.Record) string {
	for _, p := range engine.PropertiesNamed(r, "oplock") {
		return p.Text
	}
	return ""
}
