package conflict_test

import (
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// What no version ever was would have been refused at any time: who changed the object is no cause of that. Where it
// may have stood, or a writer's answer gave it, the change is the cause.
func TestWhatNeverStoodNamesNoWriterAsTheCause(t *testing.T) {
	const (
		key   = "seed: EXSET k v\nben: EXSET k w\n"
		lake  = "seed: create-bucket lake\nben: put-object lake/k v1 as p\n"
		wiki  = "seed: create-container wiki\nben: put-blob wiki/a v1 as p\n"
		stock = "seed: create-table stock\nben: insert-entity stock/p/r .a=1 as p\n"
	)
	for _, row := range []struct{ lines, never string }{
		{key + "ann: EXSET k x VER 99\n", "No version of k was ever 99."},
		{key + "ann: EXCAS k x 0\n", "No version of k was ever 0."},
		{key + "ann: MULTI\nann: EXSET k x VER 99\nann: EXEC\n", "No version of k was ever 99."},
		{lake + "ann: put-object lake/k x if-match=wrong\n", `No version of lake/k ever had the ETag "wrong".`},
		{lake + "ann: copy-object lake/k source=lake/k source-if-match=wrong\n",
			`No version of its source ever had the ETag "wrong".`},
		{wiki + "ann: put-blob wiki/a x if-match=x\n", `No version of wiki/a ever had the ETag "x".`},
		{stock + "ann: update-entity stock/p/r .a=2 if-match=\"W/\\\"old\\\"\"\n",
			`No version of stock/p/r ever had the ETag W/"old".`},

		{key + "ann: EXSET k x VER 1\n", ""},
		{key + "ben: EXSETVER k 99\nben: EXSETVER k 7\nann: EXSET k x VER 99\n", ""},
		{key + "ben: EXSET k x ABS 99\nben: EXSETVER k 7\nann: EXCAS k x 98\n", ""},
		{key + "ben: EVAL \"return redis.call('EXSETVER', KEYS[1], 7)\" 1 k\nann: EXSET k x VER 99\n", ""},
		{lake + "ben: put-object lake/k v2\ntell ann $p.etag\nann: put-object lake/k x if-match=$p.etag\n", ""},
		{wiki + "ben: put-blob wiki/a v2\ntell ann $p.etag\nann: put-blob wiki/a x if-match=$p.etag\n", ""},
		{stock + "ben: update-entity stock/p/r .a=3 if-match=*\ntell ann $p.etag\nann: update-entity stock/p/r .a=2 " +
			"if-match=$p.etag\n", ""},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != engine.StaleWrite || strings.HasPrefix(told.First, "No version of") != (row.never != "") {
			t.Errorf("%s%s: %s", row.lines, last, told.First)
		}
		blames := false
		for _, s := range told.Steps {
			blames = blames || strings.HasPrefix(s.Text, "Ben ")
		}
		if !strings.HasPrefix(told.First, row.never) || blames != (row.never == "") {
			t.Errorf("%s%s: %s %v", row.lines, last, told.First, told.Steps)
		}
	}
}

// A program's library sends a tag as the text that it was answered: one that stood is known by that text too, and who
// has changed the object since is the cause.
func TestATagThatIsSentAsTextHasStood(t *testing.T) {
	for _, row := range []struct{ lines, write string }{
		{"seed: create-container wiki\nben: put-blob wiki/a v1 as p\nben: put-blob wiki/a v2\n", "put-blob wiki/a x"},
		{"seed: create-table stock\nben: insert-entity stock/p/r .a=1 as p\nben: update-entity stock/p/r .a=3 " +
			"if-match=*\n",
			"update-entity stock/p/r .a=2"},
		{"seed: create-bucket lake\nben: put-object lake/k v1 as p\nben: put-object lake/k v2\n",
			"put-object lake/k x"},
	} {
		before, _ := run(t, row.lines+"ann: "+row.write+" if-match=wrong\n")
		tag := before.Timeline.World().Named("p").Answer.Field("etag").String()
		r, last := run(t, row.lines+"ann: "+row.write+" if-match="+strconv.Quote(tag)+"\n")
		first := conflict.Story(r.Timeline.World(), last).First
		if last.Kind != engine.StaleWrite || strings.HasPrefix(first, "No version of") {
			t.Errorf("%s with %s: %s %s", row.write, tag, last, first)
		}
	}
}
