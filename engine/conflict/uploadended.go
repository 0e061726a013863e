package conflict

import (
	"fmt"

	"interleave/engine"
)

// upload is the request that began the upload which is completed; nil where none is.
func (t teller) upload() *engine.Exchange {
	for _, a := range t.x.Args {
		if a.Name != "upload" {
			continue
		}
		name, field, _ := a.Value.RefName()
		if x := t.w.Named(name); x != nil && field == "upload" {
			return x
		}
	}
	return nil
}

// uploadGone says whether the request was refused for the upload that it names is over.
func (t teller) uploadGone() bool { return t.c.Cause != nil && t.c.Cause.Rule.Name == "upload" }

// endedUpload is how a request ended the upload that a refused one named, and whose that was where another had begun
// it; empty where it did not.
func (t teller) endedUpload(x *engine.Exchange) string {
	effect, began := t.w.Spec(x.Verb).Effect, t.upload()
	others := began != nil && began.By != x.By
	switch {
	case !t.uploadGone():
	case effect == engine.Commits && others:
		return fmt.Sprintf("completed %s upload", possessive(t.who(began.By)))
	case effect == engine.Commits:
		return "completed the upload"
	case effect == engine.Aborts && others:
		return fmt.Sprintf("aborted %s upload of %s", possessive(t.who(began.By)), Called(t.w, x.Object))
	}
	return ""
}
