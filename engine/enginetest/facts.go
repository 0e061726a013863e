package enginetest

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"interleave/engine"
)

// Facts are what a history has made true so far: a story may name nothing else.
type Facts struct {
	people, versions, tags map[string]bool
	times                  map[engine.Instant]bool
	spans                  map[int64]bool // seconds that somebody asked for
}

// NewFacts are those of a history in which nothing has happened yet.
func NewFacts() *Facts {
	return &Facts{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[engine.Instant]bool{0: true},
		map[int64]bool{30: true, 40: true}} // for so long a deleted container's, and a queue's, name is not free
}

// Learn takes in what the events of a record made true; the world is the one after them.
func (f *Facts) Learn(after *engine.World, events []engine.Event) {
	for _, e := range events {
		f.times[e.At] = true
		for _, p := range engine.PropertiesNamed(after.Object(e.Object), "kept-until") { // what was deleted
			f.times[p.At] = true
		}
		if x := after.Exchange(e.Request); x != nil {
			if w := after.Writer(x.By); w != nil {
				f.people[w.Title] = true
			}
			for _, a := range x.Resolved() {
				f.value(a.Value)
				if n, ok := a.Value.Int(); ok {
					f.spans[n] = true
				}
			}
		}
		if w := after.Writer(e.By); w != nil {
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

func (f *Facts) value(v engine.Value) {
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
	text := v.String()
	if id, ok := engine.GUID(text); ok { // a scene's guid:NAME is told as the id that it stands for
		f.tags[engine.ShortTag(id)] = true
	}
	if len(text) > 4 {
		f.tags[".."+text[len(text)-4:]] = true
	}
}

// knows says whether a moment is one at which something happened, or the end of a time that somebody asked for.
func (f *Facts) knows(at engine.Instant) bool {
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
	onADay       = regexp.MustCompile(`\d+ [A-Z][a-z]+ \d{4} [\d:.]+`) // an expiry that a command names by its date
	namesVersion = regexp.MustCompile(`\b(?:read|saved|'s|as) (v\d+)\b`)
	namesTag     = regexp.MustCompile(`\.\.[0-9A-Za-z]{4}\b`)
	ruledOut     = regexp.MustCompile(`(?i)\b(?:failed|invalid|oops|please)\b`)
	codes        = regexp.MustCompile(`[A-Z]\w*[A-Z]\w*|Precondition Failed|".*?"`)
	oddEnglish   = regexp.MustCompile(`\(\)|\bit's\b|\bs's\b|[^.]\.\.$| \.(?:\s|$)|,\.|%!`)
)

// Wrong says what a sentence names that is not so, or how it is said.
func (f *Facts) Wrong(w *engine.World, text string) (list []string) {
	for _, x := range w.Writers() {
		if !f.people[x.Title] && regexp.MustCompile(`\b`+regexp.QuoteMeta(x.Title)+`\b`).MatchString(text) {
			list = append(list, "names "+x.Title+", who did nothing yet")
		}
	}
	for _, m := range namesTime.FindAllString(onADay.ReplaceAllString(text, ""), -1) {
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
	if m := ruledOut.FindString(codes.ReplaceAllString(text, "CODE")); m != "" && !quoted(w, m, text) {
		list = append(list, fmt.Sprintf("says %q, which is ruled out", m))
	}
	if odd := oddEnglish.FindString(codes.ReplaceAllString(text, "CODE")); odd != "" {
		list = append(list, fmt.Sprintf("has %q in it", odd))
	}
	return list
}

// quoted says whether a word of a text is one of a service's message that the text quotes.
func quoted(w *engine.World, word, text string) bool {
	for _, service := range w.Services() {
		for _, op := range service.Ops {
			for _, rule := range op.Refuses {
				for _, said := range []string{rule.Fault.Message, rule.Fault.Code} {
					said = strings.TrimSuffix(said, ".")
					if strings.Contains(said, word) && strings.Contains(text, said) {
						return true
					}
				}
			}
		}
	}
	return false
}

// Ours is a sentence without the words of the service that it quotes.
func Ours(cause *engine.Cause, text string) string {
	if cause == nil {
		return text
	}
	fault := cause.Rule.Fault
	for _, quoted := range []string{fault.Message, fault.Code} {
		text = strings.ReplaceAll(text, strings.TrimSuffix(quoted, "."), "CODE")
	}
	return strings.ReplaceAll(text, "' .", "'") // how Redis ends its list of words
}
