package catalog_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/timeline"
)

var (
	entryOfMany = regexp.MustCompile(`^\d+(\.|$)`)
	chosenName  = regexp.MustCompile(
		`^(N\.)?(meta\.|tag\.|policy\.|policy-start\.|policy-expiry\.|property\.|checksum\.|\.).*`)
)

// sentVerb is the operation that an input sends; of a step of a plan none.
func sentVerb(in engine.Input) string {
	s, _ := in.(engine.Send)
	return s.Verb
}

// D18: what help lists as the fields of answers is what answers of the library have, and all of it where it lists any.
func TestReturnsAreWhatTheLibraryIsAnswered(t *testing.T) {
	answered := map[string][]string{}
	enginetest.Played(t, func(_ string, tl *timeline.Timeline) {
		verbs := map[int]string{}
		for n := 1; n <= tl.Last(); n++ {
			for _, e := range tl.Events(n) {
				if e.Kind == engine.Sent {
					verbs[e.Request] = sentVerb(tl.Input(n))
				}
				if e.Kind != engine.Decided || !e.Answer.Accepted() {
					continue
				}
				verb := verbs[e.Request]
				for _, f := range e.Answer.Fields {
					name := chosenName.ReplaceAllString(entryOfMany.ReplaceAllString(f.Name, "N$1"), "${1}${2}*")
					answered[verb] = append(answered[verb], name)
				}
			}
		}
	})
	listed := 0
	for _, spec := range enginetest.Specs() {
		fields := catalog.Returns(spec.Verb)
		if len(fields) == 0 {
			continue
		}
		listed++
		for _, f := range fields {
			if !slices.Contains(answered[spec.Verb], f) {
				t.Errorf("%s returns %q in help, and in no race", spec.Verb, f)
			}
		}
		for _, f := range answered[spec.Verb] {
			ours := f == "reply" || f == "resp" || f == "N" || strings.HasSuffix(f, "version") && !spec.Prompt()
			if !ours && !slices.Contains(fields, f) {
				t.Errorf("%s is answered %q, which help does not list: add it to returns.go", spec.Verb, f)
			}
		}
	}
	if listed < 100 {
		t.Errorf("help lists the fields of %d operations", listed)
	}
}
