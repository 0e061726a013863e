package view_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/timeline"
	"interleave/engine/view"
)

// walkedReading is the newest of all answers that a writer heard which says what an object's content is; 0: none does.
func walkedReading(v *view.View, writer string, object engine.ObjectID) int {
	for x := range v.HeardBy(writer) {
		listed := slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Object == object })
		effect := v.Spec(x.Verb).Effect
		if object.Kind == "entity" && listed && x.Answer.Accepted() &&
			(x.Object == object && effect == engine.Merges || effect == engine.Groups) {
			return x.Number
		}
		for _, p := range x.Shows {
			if p.Unlists(object) && !listed || p.Object == object && (p.Name == "*" || p.Name == "policy" ||
				slices.Contains(engine.TextNames(), p.Name)) {
				return x.Number
			}
		}
	}
	return 0
}

// walkedListing is the newest of all answers that a writer heard which lists an object's ETag, as `r4.0.etag`.
func walkedListing(v *view.View, writer string, object engine.ObjectID) string {
	for x := range v.HeardBy(writer) {
		for _, f := range x.Answer.Fields {
			number, of, _ := strings.Cut(f.Name, ".")
			if (of == "name" || of == "key") && x.Object.Name+"/"+f.Value.String() == object.Name &&
				!x.Answer.Field(number+".etag").IsZero() {
				return x.Name + "." + number + ".etag"
			}
		}
	}
	return ""
}

// What a writer was shown of an object is looked up, and is what a walk of all that it heard finds.
func TestWhatAWriterReadIsFoundAsByAWalk(t *testing.T) {
	looked, found, listings := 0, 0, 0
	enginetest.Played(t, func(name string, tl *timeline.Timeline) {
		w := tl.At(tl.Last())
		v := view.OfWorld(w)
		for object := range w.Kept() {
			for _, writer := range w.Writers() {
				k := v.Known(writer.ID)
				read, _ := k.Reading(object)
				looked++
				if object.Kind == "handle" {
					continue // its file's content is meant
				}
				if want := walkedReading(v, writer.ID, object); read.Request != want {
					t.Errorf("%s: of %s the look-up finds #%d for %s, a walk #%d", name, object, read.Request,
						writer.ID, want)
				} else if want != 0 {
					found++
				}
				want := walkedListing(v, writer.ID, object)
				if read.Request == 0 && want != "" {
					listings++
					if got := (view.Answers{Known: k}).Shown(object, "etag"); got.String() != "$"+want {
						t.Errorf("%s: of %s the look-up lists %q for %s, a walk %q", name, object, got, writer.ID, want)
					}
				}
			}
		}
	})
	if found < 300 || listings == 0 || found == looked {
		t.Errorf("of %d look-ups %d found an answer, %d a listing: races no longer try all", looked, found, listings)
	}
}
