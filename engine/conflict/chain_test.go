package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// A story holds each event without which its end does not follow from its beginning: what had the thing go and come
// again, with what it lies in, who held its lease or its receipt, and each version of which the newest decided
// (rules.md, "Sentences and advice come from the cause").
func TestStoriesHoldTheWholeChain(t *testing.T) {
	const page = "writer cy \"Cy\"\nseed: create-container wiki\nseed: put-blob wiki/a one\n"
	const jobs = "writer cy \"Cy\"\nseed: create-queue jobs\nseed: put-message jobs one\n"
	const lake = "set bucket.contention=on\nseed: create-bucket lake\nseed: put-object lake/a 1\n" +
		"ann: get-object lake/a as g\nben: get-object lake/a as h\n"
	const lease = page + "ann: acquire-blob-lease wiki/a duration=15 as l\nann: get-blob wiki/a\nclock +16s\n" +
		"ben: acquire-blob-lease wiki/a duration=15 as m\nben: put-blob wiki/a two lease=$m.lease\n"
	const row = "seed: create-table tab\nann: insert-entity tab/p/r .a=1 as i\n"
	for _, c := range []struct{ lines, want string }{
		{lease + "ben: release-blob-lease wiki/a lease=$m.lease\nann: put-blob wiki/a three\n",
			"Ana took the lease|Ana read v1|Ana's lease (15 s|Ben took|Ben saved v2|Ben gave the lease back|Ana sent"},
		{lease + "clock +16s\nann: put-blob wiki/a three\n", "Ben saved v2|Ben's lease (15 s|Ana sent"},
		{page + "ann: get-blob wiki/a as g\nben: delete-container wiki\nclock +60s\nben: create-container wiki\n" +
			"ben: put-blob wiki/a one\nann: put-blob wiki/a two if-match=$g.etag\n",
			"Ana read v1|Ben deleted wiki at 00:00.0, and wiki/a with it.|Ben created wiki|Ben saved v2|Ana sent"},
		{page + "ann: get-blob wiki/a as g\nben: put-blob wiki/a two\ncy: put-blob wiki/a three\n" +
			"ann: put-blob wiki/a four if-match=$g.etag\n", "Ana read v1|Ben saved v2|Cy saved v3|Ana sent"},
		{page + "ann: get-blob wiki/a as g\n" + strings.Repeat("ben: put-blob wiki/a two\n", 6) +
			"ann: put-blob wiki/a four if-match=$g.etag\n",
			"Ana read v1|Ben saved v2|2 more changes followed.|Ben saved v5|Ben saved v6|Ben saved v7|Ana sent"},
		{page + "ann: get-blob wiki/a as g\nben: put-blob wiki/a two\nann: put-blob wiki/a 3 if-match=*\n" +
			"cy: get-blob wiki/a\ncy: put-blob wiki/a 4\nann: get-blob wiki/a as h\n" +
			"ann: put-blob wiki/a 5 from=g if-match=$h.etag\n",
			"Ana read v1|Ben saved v2|Ana saved v3|Cy saved v4|Ana sent"},
		{jobs + "ann: get-messages jobs visibilitytimeout=5 as g\nclock +6s\n" +
			"ben: get-messages jobs visibilitytimeout=5\nclock +6s\ncy: get-messages jobs\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt\n",
			"Ana received|The message was hidden|Ben received|Cy received|Ana sent"},
		{jobs + "ben: get-messages jobs as g\n" +
			"ben: update-message $g.0 two popreceipt=$g.0.receipt visibilitytimeout=0 as u\ncy: get-messages jobs\n" +
			"ben: delete-message $g.0 popreceipt=$u.receipt\n",
			"Ben updated the message with #4, which made it visible at once.|Cy received|Ben sent"},
		{jobs + "ann: get-messages jobs as g\nben: delete-queue jobs\nclock +41s\nben: create-queue jobs\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt\n",
			"Ana received|Ben deleted jobs|Ben created jobs|Ana sent"},
		{row + "ben: delete-entity tab/p/r if-match=*\nben: insert-entity tab/p/r .a=2\n" +
			"ann: insert-entity tab/p/r .a=1 again=i\n", "Ben deleted tab/p/r|Ben saved v2|Ana sent"},
		{lake + "ann: send put-object lake/a A if-match=$g.etag as x\n" +
			"ben: send put-object lake/a B if-match=$h.etag as y\narrive x\narrive y\ndeliver x\ndeliver y\n",
			"Ben's #6 stood undecided|The service said 409|Ben saved v2"},
	} {
		r, last := run(t, c.lines)
		steps, at := fmt.Sprint(conflict.Story(r.Timeline.World(), last).Steps), 0
		for _, want := range strings.Split(c.want, "|") {
			i := strings.Index(steps[at:], want)
			if i < 0 {
				t.Errorf("%s%s\n%s\nlacks %q there", c.lines, last, steps, want)
				break
			}
			at += i + len(want)
		}
	}
}

// What the clock ended between has no request of its own, and who made the thing again behind that is told with it:
// else what is removed next would be what ended (rules.md, "Sentences and advice come from the cause").
func TestWhoMadeItBehindItsExpiryIsTold(t *testing.T) {
	v := roomtest.AtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SET l ann NX PX 5000\nclock +6s\n"+
		"ben: SET l ben NX PX 60000\nben: DEL l\nann: CAD l ann\n")
	marks := v.Marks()
	steps, at := fmt.Sprint(v.Story(marks[len(marks)-1].Finding).Steps), 0
	for _, want := range []string{"Ana set l", "l expired", "Ben set l", "Ben deleted l", "Ana sent"} {
		i := strings.Index(steps[at:], want)
		if i < 0 {
			t.Fatalf("%s lacks %q there", steps, want)
		}
		at += i + len(want)
	}
}

// What was refused for a wrong word, or for a version that never was, has no chain: it would have been refused whatever
// stood there.
func TestWhatIsRefusedAtAnyTimeHasNoChain(t *testing.T) {
	for _, lines := range []string{
		"ann: EXSET k v\nann: EXGET k\nben: EXSET k w\nann: EXCAS k x 0\n",
		"ann: SET s v\nann: GET s\nben: SET s w\nann: SETEX s 0 x\n",
	} {
		r, last := run(t, lines)
		if said := fmt.Sprint(conflict.Story(r.Timeline.World(), last).Steps); strings.Contains(said, "Ben") {
			t.Errorf("%s%s: %s", lines, last, said)
		}
	}
}
