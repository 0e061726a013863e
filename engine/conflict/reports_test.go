package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// What the people of public reports would have to be told: who can know, where an id came from, why a lease could not
// be renewed.
func TestStoriesOfTheReports(t *testing.T) {
	const (
		borrowed = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a " +
			"duration=60 id=guid:A " +
			"as l\nann: put-blob wiki/a guid:A lease=$l.lease\nben: get-blob wiki/a as g\n" +
			"ben: put-blob wiki/a x lease=guid:A\n"
		short = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a duration=15 " +
			"as l\n" +
			"clock +16s\nben: acquire-blob-lease wiki/a duration=15 as m\nben: release-blob-lease wiki/a " +
			"lease=$m.lease\n" +
			"ann: renew-blob-lease wiki/a lease=$l.lease\n"
		jobs = "seed: create-queue jobs\nseed: put-message jobs hello\nann: get-messages jobs visibilitytimeout=30 " +
			"as g\n" +
			"ann: does $g.0\nann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\nclock +31s\nben: get-messages jobs as h\n" +
			"ben: does $h.0\n"
	)
	const (
		lost = "seed: create-bucket lake\nann: send put-object lake/k x if-none-match=* as p\ndeliver p\nlose p\n"
		echo = lost + "ann: put-object lake/k x if-none-match=* again=p\n"
		gone = lost + "ben: delete-object lake/k\nann: put-object lake/k x if-none-match=* again=p\n"
		two  = "set bucket.contention=on\nseed: create-bucket lake\nann: send put-object lake/k A if-none-match=* " +
			"as a\n" +
			"ben: send put-object lake/k B if-none-match=* as b\narrive a b\ndeliver b\n"
		unheard = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a " +
			"duration=15 as l\n" +
			"clock +10s\nann: send renew-blob-lease wiki/a lease=$l.lease as r\ndeliver r\nlose r\nclock +18s\n" +
			"ben: acquire-blob-lease wiki/a duration=15\nann: put-blob wiki/a x lease=$l.lease\n"
		taken = "seed: create-bucket lake\nann: put-object lake/k x if-none-match=*\n" +
			"ben: send put-object lake/k x if-none-match=* as p\nlose p\nben: get-object lake/k\n"
		changed = "seed: create-container wiki\nseed: put-blob wiki/a v1\nben: acquire-blob-lease wiki/a " +
			"duration=15 as l\n" +
			"tell ann $l.lease\nann: change-blob-lease wiki/a lease=$l.lease id=guid:B\n" +
			"ben: put-blob wiki/a x lease=$l.lease\n"
		oneID = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a id=guid:A " +
			"duration=15 as l\nben: acquire-blob-lease wiki/a id=guid:A duration=15 as m\n"
		marked = "seed: create-bucket lake\nann: send put-object lake/m x if-none-match=* as p\ndeliver p\nlose p\n" +
			"ann: does job\nben: put-object lake/m x if-none-match=*\nben: does job\n"
		refusedFirst = "seed: create-bucket lake\nben: put-object lake/m x if-none-match=*\n" +
			"ann: put-object lake/m x if-none-match=*\nann: does job\nben: does job\n"
		entitled = "seed: create-bucket lake\nann: send put-object lake/m x if-none-match=* as p\ndeliver p\n" +
			"lose p\nben: put-object lake/m y if-none-match=*\nben: get-object lake/m as g\n" +
			"ben: delete-object lake/m if-match=$g.etag\nben: put-object lake/m y if-none-match=*\n" +
			"ann: put-object lake/m x if-none-match=* again=p\nann: does job\nben: does job\n"
		renewed = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a " +
			"duration=15 as l\nclock +10s\nann: renew-blob-lease wiki/a lease=$l.lease\nben: put-blob wiki/a x\n"
		toldOver = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a " +
			"duration=15 as l\nclock +16s\nben: put-blob wiki/a ben\nann: put-blob wiki/a x lease=$l.lease from=l\n" +
			"ann: put-blob wiki/a x from=l\n"
		renewing = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a " +
			"duration=15 as l\nann: send renew-blob-lease wiki/a lease=$l.lease as r\nlose r\n"
		acquiring = "seed: create-container wiki\nseed: put-blob wiki/a v1\n" +
			"ann: send acquire-blob-lease wiki/a duration=15 as l\nlose l\n"
	)
	const (
		tired = "seed: create-bucket lake\nben: put-object lake/k y\n" +
			"ann: send put-object lake/k x if-none-match=* as q\ntimeout q\n"
		again  = "ann: put-object lake/l x if-none-match=* again=p\n"
		before = lost + "ann: get-object lake/k\n" + again
		since  = lost + again + "ann: get-object lake/k\n"
		other  = lost + "ben: put-object lake/k y\nann: get-object lake/k\n" + again
	)
	for _, row := range []struct{ lines, says, never string }{
		{tired + "deliver q\n", "Ana had stopped waiting, and has not heard it: 412 Precondition Failed.", ""},
		{"seed: create-bucket lake\nann: send put-object lake/k x as p\ntimeout p\nann: put-object lake/l x again=p\n" +
			"deliver p\n", "The answer is 200 OK; Ana had stopped waiting for it, and has not heard it.", ""},
		{lost + again, "Ana heard: 200 OK. Ana cannot know.", "shown"},
		{before, "#3 had shown Ana what #2 wrote, but not whose it is.", "cannot know"},
		{since, "Ana heard: 200 OK. #4 has since shown Ana what #2 wrote, but not whose it is.", "cannot know"},
		{other, "Ana heard: 200 OK. Ana cannot know.", "shown"},
		{lost + "ann: head-object lake/k\n" + again, "#3 had shown Ana that lake/k is there, but not whose it is.",
			"wrote"},
		{lost + "ben: put-object lake/k y if-none-match=*\n",
			"Ana had not heard that #2 was done: its answer was lost.", ""},
		{"seed: create-bucket lake\nann: put-object lake/k x if-none-match=*\nben: put-object lake/k y " +
			"if-none-match=*\n", "Ana saved v1", "had not heard"},
		{oneID + "ann: release-blob-lease wiki/a lease=$l.lease\nben: renew-blob-lease wiki/a lease=$m.lease\n",
			"Ana gave the lease back with #5. #3 and #4 had taken it under one id, ..", ""},
		{lost, "a retry may meet that work.", "second time"},
		{renewing, "lasts longer than its holder was told", "second time"},
		{acquiring, "may meet that lease.", "second time"},
		{marked, "was done twice, by Ana and by Ben, whose #3 had been refused before.", "Nobody was told"},
		{refusedFirst, "was done twice, by Ben and by Ana, whose #3 had been refused before.", "Neither"},
		{entitled, "was done twice, by Ben and by Ana, whose #7 had been refused before.", "whose #3"},
		{marked, "Ben heard that #3 was refused: it was to be done only if nothing was there.", "Neither"},
		{renewed, "Ana renewed the lease at 00:10.0.", ""},
		{renewed + "clock +16s\nann: put-blob wiki/a x lease=$l.lease\n", "Ana renewed the lease at 00:10.0.", ""},
		{toldOver, "Ana heard that the lease was over: #5 was refused.", "thought"},
		{"seed: create-container wiki\nseed: put-blob wiki/a 1\nann: acquire-blob-lease wiki/a duration=15 as l\n" +
			"ann: get-blob wiki/a\nclock +16s\nben: acquire-blob-lease wiki/a duration=-1 as k\n" +
			"ben: put-blob wiki/a b lease=$k.lease from=none\nann: put-blob wiki/a a lease=$l.lease\n" +
			"ben: release-blob-lease wiki/a lease=$k.lease\nann: put-blob wiki/a a\n",
			"Ana heard that another lease stands there: #7 was refused.",
			"own clock"},
		{borrowed, "Ana cannot know.", "Ben cannot know."},
		{borrowed, "Ben read the id in #5", ""},
		{borrowed + "ann: put-blob wiki/a y lease=$l.lease from=l\n", "it had been sent under the id of Ana's lease",
			""},
		{jobs, "Ana's #5 was refused: its receipt no longer counted, so the message stayed.", ""},
		{jobs, "the dequeue count, 2, tells Ben", "Neither"},
		{short, "Ben took the lease", ""},
		{jobs, "Ana's #5 was refused, and a 404 does not say that the message stayed.", "told Ana that"},
		{jobs, "Ana updated the message at 00:00.0: its answer, #4, has a newer receipt.", ""},
		{echo, "#2 was done: Ana saved v1; its answer was lost.", ""},
		{echo, "Ana cannot tell from that whether #2 had been done.", ""},
		{gone, "Ben deleted lake/k with #3. #4 did it again.", ""},
		{two, "Ana's #2 stood undecided at the service. Ben's #3 was there too.", "had already reached the service"},
		{unheard, "Ana's lease (15 s from 00:10.0) ended at 00:25.0.", "ended at 00:15.0"},
		{taken, "Ben cannot tell: what #4 shows is new to Ben", ""},
		{changed, "Ana changed the id of Ben's lease", "Ana changed the lease's id with #4. It holds"},
	} {
		r, last := run(t, row.lines)
		said(t, r, last, row.lines, row.says, row.never)
	}
}

// What a third has made under a name tells nothing of a delete that came before: neither its row, nor a listing of it.
func TestAThirdsThingTellsNothingOfAnUnheardDelete(t *testing.T) {
	const (
		lost = " as d\ndeliver d\nlose d\nclock +60s\n"
		row  = "seed: create-table tab\nseed: insert-entity tab/p/a .n=1\nann: get-entity tab/p/a\n" +
			"ann: send delete-entity tab/p/a if-match=*" + lost
		lake = "seed: create-bucket lake\nann: send delete-bucket lake" + lost
		two  = "seed: create-bucket lake\nseed: put-object lake/k x\nann: send delete-objects lake [k]" + lost
	)
	for _, c := range []struct{ lines, says, never string }{
		{row + "ben: insert-entity tab/p/a .n=7\nann: get-entity tab/p/a\n", "may have done it, or not.",
			"had arrived"},
		{row + "ann: get-entity tab/p/a\n", "it had arrived, or somebody", "or not."},
		{lake + "ben: create-bucket lake\nann: list-objects-v2 lake\n", "may have done it, or not.", "had arrived"},
		{lake + "ann: list-objects-v2 lake\n", "it had arrived, or somebody", "or not."},
		{two + "ann: list-objects-v2 lake\n", "It had arrived", "or not."},
	} {
		r, last := run(t, c.lines)
		if last.Kind != engine.NoAnswer {
			t.Error(c.lines, last)
		}
		said(t, r, last, c.lines, c.says, c.never)
	}
}

func said(t *testing.T, r scenario.Result, last conflict.Finding, lines, says, never string) {
	t.Helper()
	told := conflict.Story(r.Timeline.World(), last)
	all := []string{told.First, told.Heard, told.Unsure}
	for _, s := range told.Steps {
		all = append(all, s.Text)
	}
	if !slices.ContainsFunc(all, func(text string) bool { return strings.Contains(text, says) }) ||
		never != "" && slices.ContainsFunc(all, func(text string) bool { return strings.Contains(text, never) }) {
		t.Errorf("%s%s: %s", lines, last, strings.Join(all, "\n"))
	}
}
