package conflict_test

import (
	"slices"
	"testing"

	"interleave/engine/conflict"
	"interleave/engine/enginetest"
)

// Every mark, the silent ones too, shows rule and document; but work that no answer of the storage handed out.
// Over all races and histories no story names a person, a version, a time or a lease that its events do not have, none
// of the words that are ruled out occurs, and its steps come in the order of events.
func TestStoriesNameOnlyWhatHappened(t *testing.T) {
	var f *enginetest.Facts
	from, told, bad := "", 0, 0
	look := func(j judged) {
		if j.from != from {
			from, f = j.from, enginetest.NewFacts()
		}
		f.Learn(j.after, j.events)
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
				text = enginetest.Ours(m.Cause, text)
				for _, wrong := range f.Wrong(j.after, text) {
					if bad++; bad < 40 {
						t.Errorf("%s, record %d, %s: %q %s", j.from, m.Event, m, text, wrong)
					}
				}
			}
			work := m.Object.Kind == "work" && story.Rule.Document == ""
			if story.Law == "" || story.Rule.Document == "" && !work {
				t.Errorf("%s, %s: the rule is %q, from %q", j.from, m, story.Law, story.Rule.Document)
			}
			if story.First == "" || story.First[len(story.First)-1] != '.' {
				t.Errorf("%s, %s: the first sentence is %q", j.from, m, story.First)
			}
		}
	}
	eachRace(t, look)
	eachHistory(t, look)
	eachMix(t, look)
	if told < 1500 {
		t.Errorf("only %d stories were told: the races no longer try this", told)
	}
}

// EXEC compares what was watched, a script nothing by itself (engine/tair/rules.md, "Values" and "Scripts").
func TestWhatATransactionAndAScriptCompared(t *testing.T) {
	const (
		read = "ann: GET a\nben: SET a 2\n"
		exec = "ann: MULTI\nann: SET a 7\nann: EXEC\n"
	)
	for lines, law := range map[string]string{
		read + exec: "No key was watched, so EXEC compared nothing: the last writer wins.",
		"ann: WATCH b\n" + read + exec: "No watched key had been touched since WATCH, and a was none of them, so the " +
			"transaction was carried out.",
		read + "ann: WATCH a\n" + exec: "No watched key had been touched since WATCH, so the transaction was carried " +
			"out.",
		read + "ann: EVAL \"return redis.call('set',KEYS[1],ARGV[1])\" 1 a 7\n": "EVAL compares nothing by itself: " +
			"what the script does not compare, nobody does.",
		"ann: MULTI\nann: SET b 1\nann: EXEC\n" + read + // that one has ended
			"ann: EVAL \"return redis.call('set',KEYS[1],ARGV[1])\" 1 a 7\n": "EVAL compares nothing by itself: what " +
			"the script does not compare, nobody does.",
	} {
		r, last := run(t, "seed: SET a 1\n"+lines)
		if told := conflict.Story(r.Timeline.World(), last); told.Law != law {
			t.Errorf("%s%s", lines, told.Law)
		}
	}
}
