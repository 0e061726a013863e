package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// A version is over with one's own write as well, and where the answer to that was lost its sender cannot know so: the
// cause says whose it is, what was heard that it does not tell, and the advice compares with both of its changes
// (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestAnOwnChangeThatWasNotHeardIsToldAsThat(t *testing.T) {
	const (
		blob  = who + "seed: create-container own\nseed: put-blob own/x one\nann: get-blob own/x as g\n"
		row   = who + "seed: create-table stock\nseed: insert-entity stock/a/b .n=1\nann: get-entity stock/a/b as g\n"
		lake  = who + "seed: create-bucket lake\nseed: put-object lake/k one\nann: get-object lake/k as g\n"
		tair  = who + "seed: EXSET k one\nann: EXGET k as g\n"
		lost  = " as p\ndeliver p\nlose p\n"
		named = " had no answer, and this refusal does not say whose work it met. Read"
		both  = "oth changed"
	)
	put := blob + "ann: send put-blob own/x two if-match=$g.etag" + lost
	third := put + "ann: put-blob own/x three if-match=$g.etag\n"
	advisesBehind(t, []advised{
		{"a blob", third, engine.StaleWrite, "read", "Ana's own #4" + named, both},
		{"which was read since", third + "ann: get-blob own/x\n", engine.StaleWrite, "",
			"#6 has read it. Where it is #4's, put #5's change into it", both},
		{"a row", row + "ann: send update-entity stock/a/b .n=2 if-match=$g.etag" + lost +
			"ann: update-entity stock/a/b .n=3 if-match=$g.etag\n", engine.StaleWrite, "read", "Ana's own " +
			"#4" + named, both},
		{"another of its properties", row + "ann: send merge-entity stock/a/b .m=2 if-match=$g.etag" + lost +
			"ann: merge-entity stock/a/b .k=3 if-match=$g.etag\n", engine.StaleWrite, "redrive", "Ana's own #4" + named,
			both},
		{"an object", lake + "ann: send put-object lake/k two if-match=$g.etag" + lost +
			"ann: put-object lake/k three if-match=$g.etag\n", engine.StaleWrite, "read", "Ana's own #4" + named, both},
		{"a versioned string", tair + "ann: send EXSET k two VER 1" + lost + "ann: EXSET k three VER 1\n",
			engine.StaleWrite, "read", "Ana's own #3" + named, both},
		{"a delete", put + "ann: delete-blob own/x if-match=$g.etag\n", engine.StaleWrite, "read", "Ana's own " +
			"#4" + named,
			both},
		{"another's behind it", put + "ben: put-blob own/x b from=none\nann: put-blob own/x three if-match=$g.etag\n",
			engine.StaleWrite, "read", "Read again", "own #4"},
	})
	const moved = "That was Ana's own #4: its answer was lost."
	for lines, want := range map[string][2]string{
		third: {moved, "Ana cannot tell from that whether #4 had been done."},
		put + "ben: put-blob own/x b from=none\nann: put-blob own/x three if-match=$g.etag\n": {"Ben saved v3",
			"Ana cannot tell from that whether #4 had been done."},
		blob + "ben: put-blob own/x two\nann: put-blob own/x three if-match=$g.etag\n": {"Ben saved " +
			"v2", "Nothing changed."},
	} {
		v := roomtest.AtEnd(t, lines)
		list := v.Troubles()
		told := conflict.Story(v.Clone(), list[len(list)-1].Finding)
		if !strings.Contains(told.First, want[0]) || !strings.HasSuffix(told.Heard, want[1]) ||
			want[0] != moved && strings.Contains(told.First, "own") {
			t.Errorf("%s%q %q", lines, told.First, told.Heard)
		}
	}
}

// A count may be repeated as a value that has it in it, so that behind a count which nobody heard nothing is added by
// itself (conflict/rules.md, "Sentences and advice come from the cause": of two that count one is missing then).
func TestACountThatWasNotHeardIsNotAddedTwice(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		tair = who + "seed: EXSET n 5\nann: EXGET n as g\nann: send EXINCRBY n 1 as p\ndeliver p\n"
		lost = tair + "lose p\n"
		once = "Ana's own #3 had no answer, and this refusal does not say whether it was done. Read again. Compare " +
			"what is there with what was read before #3: its count may be in it. Where it is, and #4 was to count " +
			"the same, nothing is left to send. Otherwise add only what #4 counts and is not in it"
		into = "change into"
	)
	advisesBehind(t, []advised{
		{"the same by a reckoned value", lost + "ann: EXSET n {$g.value + 1} VER $g.version\n", engine.StaleWrite,
			"read", once, into},
		{"the same by a value", lost + "ann: EXSET n 6 VER 1\n", engine.StaleWrite, "read", once,
			"one is missing"},
		{"more than that", lost + "ann: EXSET n 8 VER 1\n", engine.StaleWrite, "read", once, into},
		{"compared with the version", lost + "ann: EXCAS n 6 1\n", engine.StaleWrite, "read", once, into},
		{"another's behind it", lost + "ben: EXINCRBY n 1\nann: EXSET n 6 VER 1\n", engine.StaleWrite, "read",
			strings.ReplaceAll(once, "#4", "#5"), into},
		{"which was read since", lost + "ann: EXSET n 6 VER 1\nann: EXGET n\n", engine.StaleWrite, "",
			"#5 has read it. Compare what is there", into},
		{"a value that is no number", lost + "ann: EXSET n done VER 1\n", engine.StaleWrite, "read", "new value",
			once},
		{"which was heard", tair + "answer p\nann: EXSET n {$g.value + 1} VER $g.version\n", engine.StaleWrite,
			"redrive", "What it met is Ana's own #3", "had no answer"},
		{"another's count", who + "seed: EXSET n 5\nann: EXGET n as g\nben: EXINCRBY n 1\n" +
			"ann: EXSET n {$g.value + 1} VER $g.version\n", engine.StaleWrite, "redrive", into, "once"},
		{"a value over it", lost + "ann: SET n 6\n", engine.NoAnswer, "", "Ana's #4 put a value there since: whether " +
			"#3 was done or not, only what that value has in it counts. Send #3 again only if that leaves it out.",
			"in place of that"},
	})
}

// So it is where the number was watched (engine/tair/rules.md, race 18): what is queued again is added to a count that
// may be done.
func TestACountThatWasNotHeardIsNotAddedTwiceBehindWatch(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		sent = who + "seed: SET n 5\nann: WATCH n\nann: GET n as g\nann: send INCR n as p\ndeliver p\n"
		lost = sent + "lose p\n"
		into = "put the change into"
		once = "Ana's own #4 had no answer, and this refusal does not say whether it was done. WATCH and read again. " +
			"Compare n with what it was before #4: its count may be in it. Where it is, and #7 was to count the " +
			"same, nothing is left to send. Otherwise add only what #7 counts and is not in it, with MULTI, the " +
			"commands and EXEC again."
	)
	advisesBehind(t, []advised{
		{"the number", lost + "ann: MULTI\nann: SET n 6\nann: EXEC\n", engine.StaleWrite, "", once, into},
		{"the same again", lost + "ann: MULTI\nann: INCR n\nann: EXEC\n", engine.StaleWrite, "", once, into},
		{"another's behind it", lost + "ben: INCR n\nann: MULTI\nann: SET n 6\nann: EXEC\n", engine.StaleWrite, "",
			strings.ReplaceAll(once, "#7", "#8"), into},
		{"another key beside it", lost + "ann: MULTI\nann: SET n 6\nann: SET m x\nann: EXEC\n", engine.StaleWrite, "",
			"was to count the same, only its other commands are left to send.", into},
		{"no number", lost + "ann: MULTI\nann: SET n done\nann: EXEC\n", engine.StaleWrite, "", into, "its count"},
		{"which was heard", sent + "answer p\nann: MULTI\nann: SET n 6\nann: EXEC\n", engine.StaleWrite, "",
			"What it met is Ana's own #4", "its count"},
		{"another's alone", who + "seed: SET n 5\nann: WATCH n\nann: GET n\nben: INCR n\nann: MULTI\nann: SET n 6\n" +
			"ann: EXEC\n", engine.StaleWrite, "", into, "its count"},
	})
}
