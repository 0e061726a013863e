package conflict_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
)

// facts are what a history has made true so far: a story may name nothing else.
type facts struct {
	people, versions, tags map[string]bool
	times                  map[engine.Instant]bool
	spans                  map[int64]bool // seconds that somebody asked for
}

func newFacts() *facts {
	return &facts{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[engine.Instant]bool{0: true},
		map[int64]bool{30: true}}
}

// learn takes in what a record made true.
func (f *facts) learn(j judged) {
	for _, e := range j.events {
		f.times[e.At] = true
		if x := j.after.Exchange(e.Request); x != nil {
			if w := j.after.Writer(x.By); w != nil {
				f.people[w.Title] = true
			}
			args, _ := j.after.Resolved(x)
			for _, a := range args {
				f.value(a.Value)
				if n, ok := a.Value.Int(); ok {
					f.spans[n] = true
				}
			}
		}
		if w := j.after.Writer(e.By); w != nil {
			f.people[w.Title] = true
		}
		if e.Answer == nil {
			continue
		}
		for _, field := range e.Answer.Fields {
			f.value(field.Value)
			if field.Name == "version" {
				f.versions["v"+field.Value.String()] = true
			}
		}
		if why := e.Answer.Why; why != nil {
			f.value(why.Want)
			f.value(why.Have)
			f.times[why.Until] = true
		}
	}
}

func (f *facts) value(v engine.Value) {
	if list, ok := v.List(); ok {
		for _, part := range list {
			f.value(part)
		}
	}
	if at, err := engine.ParseInstant(v.String()); err == nil {
		f.times[at] = true
	}
	if t, ok := v.Token(); ok {
		f.tags[t.Short()] = true
	}
	if text := v.String(); len(text) > 4 {
		f.tags[".."+text[len(text)-4:]] = true
	}
}

// knows says whether a moment is one at which something happened, or the end of a time that somebody asked for.
func (f *facts) knows(at engine.Instant) bool {
	if f.times[at] {
		return true
	}
	for from := range f.times {
		for seconds := range f.spans {
			if from.Add(time.Duration(seconds)*time.Second) == at {
				return true
			}
		}
	}
	return false
}

var (
	namesTime    = regexp.MustCompile(`\b(?:\d+:)?\d\d:\d\d\.\d+`)
	namesVersion = regexp.MustCompile(`\b(?:read|saved|'s|as) (v\d+)\b`)
	namesTag     = regexp.MustCompile(`\.\.[0-9A-Za-z]{4}\b`)
	ruledOut     = regexp.MustCompile(`(?i)\b(?:failed|invalid|oops|please)\b`)
	codes        = regexp.MustCompile(`[A-Z]\w*[A-Z]\w*|Precondition Failed|".*?"`)
	oddEnglish   = regexp.MustCompile(`\(\)|\bit's\b|\bs's\b|[^.]\.\.$| \.(?:\s|$)|,\.|%!`)
)

// wrong says what a sentence names that is not so, or how it is said.
func (f *facts) wrong(w *engine.World, text string) (list []string) {
	for _, x := range w.Writers() {
		if !f.people[x.Title] && regexp.MustCompile(`\b`+regexp.QuoteMeta(x.Title)+`\b`).MatchString(text) {
			list = append(list, "names "+x.Title+", who did nothing yet")
		}
	}
	for _, m := range namesTime.FindAllString(text, -1) {
		if at, err := engine.ParseInstant(m); err == nil && !f.knows(at) {
			list = append(list, "names the time "+m+", at which nothing happens")
		}
	}
	for _, m := range namesVersion.FindAllStringSubmatch(text, -1) {
		if !f.versions[m[1]] {
			list = append(list, "names "+m[1]+", which no answer gave")
		}
	}
	for _, m := range namesTag.FindAllString(text, -1) {
		if !f.tags[m] && !f.tags[strings.ToLower(m)] {
			list = append(list, "names "+m+", which nobody sent or was answered")
		}
	}
	if m := ruledOut.FindString(codes.ReplaceAllString(text, "CODE")); m != "" {
		list = append(list, fmt.Sprintf("says %q, which is ruled out", m))
	}
	return list
}

// ours is a sentence without the words of the service that it quotes.
func ours(m conflict.Finding, text string) string {
	if m.Cause == nil {
		return text
	}
	fault := m.Cause.Rule.Fault
	for _, quoted := range []string{fault.Message, fault.Code} {
		text = strings.ReplaceAll(text, strings.TrimSuffix(quoted, "."), "CODE")
	}
	return strings.ReplaceAll(text, "' .", "'") // how Redis ends its list of words
}

// Over all races and histories no story names a person, a version, a time or a lease that its events do not have, none
// of the words that are ruled out occurs, and its steps come in the order of events.
func TestStoriesNameOnlyWhatHappened(t *testing.T) {
	var f *facts
	from, told, bad := "", 0, 0
	look := func(j judged) {
		if j.from != from {
			from, f = j.from, newFacts()
		}
		f.learn(j)
		for _, m := range slices.Concat(j.marks...) {
			story := conflict.Story(j.after, m)
			told++
			texts := []string{story.First, story.Heard}
			last := 0
			for _, s := range story.Steps {
				texts = append(texts, s.Text)
				if s.Event != 0 && s.Event < last {
					t.Errorf("%s, %s: step %q of record %d stands behind record %d", j.from, m, s.Text, s.Event, last)
				}
				last = max(last, s.Event)
			}
			for _, text := range texts {
				text = ours(m, text)
				for _, wrong := range f.wrong(j.after, text) {
					if bad++; bad < 40 {
						t.Errorf("%s, record %d, %s: %q %s", j.from, m.Event, m, text, wrong)
					}
				}
				if odd := oddEnglish.FindString(codes.ReplaceAllString(text, "CODE")); odd != "" && bad < 40 {
					bad++
					t.Errorf("%s, record %d, %s: %q in %q", j.from, m.Event, m, odd, text)
				}
			}
			if story.First == "" || story.First[len(story.First)-1] != '.' {
				t.Errorf("%s, %s: the first sentence is %q", j.from, m, story.First)
			}
		}
	}
	eachRace(t, look)
	eachHistory(t, look)
	if told < 1500 {
		t.Errorf("only %d stories were told: the races no longer try this", told)
	}
}
