package conflict

import (
	"fmt"
	"sort"

	"interleave/engine"
)

// upload is the request that began the upload which the request names; nil: none did, or it names none.
func (t teller) upload() *engine.Exchange {
	return t.beganUpload(engine.ValueOf(t.x.Resolved(), "upload"))
}

// beganUpload is the request that was answered the id of an upload: the service mints ids, and one tells the record in
// which that was. A program has nothing but the id.
func (t teller) beganUpload(id engine.Value) *engine.Exchange {
	record := int(engine.TokenOf(engine.UploadID, id.String()).N >> 16)
	if record == 0 || record > t.x.Sent.Event {
		return nil
	}
	number := sort.Search(t.x.Number, func(n int) bool { return t.w.Exchange(n+1).Sent.Event > record })
	for ; number > 0; number-- {
		if x := t.w.Exchange(number); x.Decided.Event == record && x.Answer.Field("upload").String() == id.String() {
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
