package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// ReplacedPart says whether a refusal is that of a list which names a part of an upload by the tag of what stood there
// before it was sent again. The version that moved is then the part's, and not one of the object that the parts are to
// become.
//
// Source: engine/bucket/rules.md, "Multipart life cycle", "Complete, order of checks", row 7.
func ReplacedPart(w *engine.World, c Finding) bool {
	x := w.Exchange(c.Request)
	return c.Severity == engine.SeverityRefused && c.Cause != nil && c.Cause.Rule.Kind == engine.StaleWrite &&
		c.Cause.Rule.Name == "part list" && x != nil && w.Spec(x.Verb).Effect == engine.Commits
}

// PartListed is the request that had sent the part which a list names by its former tag; nil where none is found.
func PartListed(w *engine.World, c Finding) *engine.Exchange {
	since := w.Exchange(c.Cause.Since.Request)
	if since == nil {
		return nil
	}
	same := func(x *engine.Exchange, name string) bool {
		is := func(a engine.Arg) bool { return a.Name == name }
		mine, theirs := slices.IndexFunc(x.Resolved(), is), slices.IndexFunc(since.Resolved(), is)
		return mine >= 0 && theirs >= 0 && x.Resolved()[mine].Value.Equal(since.Resolved()[theirs].Value)
	}
	for x := range w.Gave(c.Cause.Want).On(since.Object).Newest() {
		if x.Decided.Event < c.Cause.Since.Event && x.Object == since.Object && x.Took &&
			w.Spec(x.Verb).Effect == engine.Stages && same(x, "upload") && same(x, "part") &&
			x.Answer.Field("etag").Equal(c.Cause.Want) {
			return x
		}
	}
	return nil
}

// partMoved says who sent the part again that the list names.
func (t teller) partMoved() string {
	said := t.intoUpload(t.did(t.c.Cause.Since), t.c.Cause.Since.By)
	if x := PartListed(t.w, t.c); x != nil {
		said = fmt.Sprintf("%s, in the place of what #%d had sent, which is what the list names", said, x.Number)
	}
	return sentence(said) + " " + t.refused()
}

// stepsOfPart are the two comings of the part, the list, and what was answered.
func (t teller) stepsOfPart() (steps []Step) {
	marks := []engine.Mark{t.c.Cause.Since}
	if x := PartListed(t.w, t.c); x != nil {
		marks = append(marks, x.Decided)
	}
	for _, m := range marks {
		s := t.happened(m)
		s.Text = t.intoUpload(s.Text, m.By)
		steps = append(steps, s)
	}
	return append(steps, t.sent(), t.answered(fmt.Sprintf("The service said %s.%s", t.saidNo(), t.compared())))
}

// intoUpload says whose upload it was into which somebody sent a part, where it was another's.
func (t teller) intoUpload(did, by string) string {
	whose := "the upload"
	if began := t.upload(); began != nil && began.By != by {
		whose = possessive(t.who(began.By)) + " upload"
	}
	return strings.Replace(did, "an upload", whose, 1)
}
