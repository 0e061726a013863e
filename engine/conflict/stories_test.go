package conflict_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/queue"
	"interleave/engine/roomtest"
	"interleave/engine/scenario"
)

// story is one entry of the proof sheet.
type story struct {
	kind, verb, rule string
	text             string // with everybody and every number in the order of their places
	scene            string // the shortest that makes it
	length           int
}

// written is a story as the sheet has it. What to do is no part of it: engine/advice tries that on clones.
func written(c conflict.Narrative) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s\n", c.First)
	for i, s := range c.Steps {
		fmt.Fprintf(&b, "    %d. %s\n", i+1, s.Text)
	}
	for _, l := range []struct{ head, text string }{{"", c.Heard}, {"Rule: ", c.Law}} {
		if l.text != "" {
			fmt.Fprintf(&b, "    %s%s\n", l.head, l.text)
		}
	}
	return b.String()
}

// collect adds the stories of a record.
func collect(all map[string]*story, j judged) {
	for _, marks := range j.marks {
		for _, m := range marks {
			x := j.after.Exchange(m.Request)
			s := story{kind: m.String()[:1] + " " + string(m.Kind), length: j.after.Record(),
				scene: fmt.Sprintf("%s, record %d", j.from, m.Event)}
			if x != nil {
				s.verb = x.Verb
			}
			if m.Cause != nil {
				s.rule = m.Cause.Rule.Name + " " + m.Cause.Rule.Fault.Code
			}
			s.text = enginetest.Alike(j.after, written(conflict.Story(j.after, m)))
			key := s.kind + "|" + s.verb + "|" + s.rule + "|" + s.text
			if old := all[key]; old == nil || old.length > s.length {
				all[key] = &s
			}
		}
	}
}

func sheet(all map[string]*story) string {
	var list []*story
	for _, s := range all {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *story) int {
		return strings.Compare(a.kind+"|"+a.rule+"|"+a.verb+"|"+a.text, b.kind+"|"+b.rule+"|"+b.verb+"|"+b.text)
	})
	var b strings.Builder
	head := ""
	for _, s := range list {
		if h := fmt.Sprintf("== %s: %s", s.kind, s.rule); h != head {
			fmt.Fprintf(&b, "%s\n", h)
			head = h
		}
		fmt.Fprintf(&b, "%s (%s)\n%s", s.verb, s.scene, s.text)
	}
	return b.String()
}

// The proof sheet: every distinct story that the races and random histories make, for people to read. A changed
// sentence is a changed line of it.
func TestStoriesAreThoseOfTheProofSheet(t *testing.T) {
	all := map[string]*story{}
	eachRace(t, func(j judged) { collect(all, j) })
	eachHistory(t, func(j judged) { collect(all, j) })
	const file = "testdata/stories.txt"
	if enginetest.Histories(t) != enginetest.UsualHistories {
		t.Logf("%d stories come of %d histories of each service; the sheet is that of %d", len(all),
			enginetest.Histories(t),
			enginetest.UsualHistories)
		return
	}
	enginetest.HoldSheet(t, file, sheet(all))
}

// The card's first sentence is made of rule, mark and time: of a message it says who received or updated it or
// cleared the queue, or that it ended by itself.
func TestStoryOfAReceiptThatIsOver(t *testing.T) {
	done := func(send engine.Send) []engine.Input {
		send.As = send.By + send.Verb
		return all(send)
	}
	ref := func(path string) engine.Value { return engine.Ref(path, false) }
	get := func(by string) []engine.Input {
		return done(engine.Send{By: by, Verb: "get-messages",
			Args: engine.Args("queue", "jobs", "visibilitytimeout", "10")})
	}
	update := done(engine.Send{By: "ann", Verb: "update-message",
		Args: []engine.Arg{{Name: "message", Value: ref("annget-messages.0")},
			{Name: "popreceipt", Value: ref("annget-messages.0.receipt")},
			{Name: "visibilitytimeout", Value: engine.Number(5)}}})
	later := func(in ...engine.Input) []engine.Input {
		return append([]engine.Input{engine.Clock{To: 11_000}}, in...)
	}
	for _, row := range []struct {
		between []engine.Input
		want    string
	}{
		{later(get("ben")...), "Ben received the message at 00:11.0. "},
		{later(update...), "Ana updated the message at 00:11.0. "},
		{later(done(engine.Send{By: "ben", Verb: "clear-messages", Args: engine.Args("queue", "jobs")})...),
			"Ben cleared jobs at 00:11.0. "},
		{[]engine.Input{engine.Clock{To: 20_000}}, `jobs "m" expired at 00:20.0, as set by the start. `},
	} {
		w := engine.NewWorld(queue.Service())
		var first string
		for _, in := range join([]engine.Input{engine.AddWriter{ID: "ann", Title: "Ana"},
			engine.AddWriter{ID: "ben", Title: "Ben"}},
			done(engine.Send{By: engine.Seed, Verb: "create-queue", Args: engine.Args("queue", "jobs")}),
			done(engine.Send{By: engine.Seed, Verb: "put-message",
				Args: engine.Args("queue", "jobs", "text", "m", "messagettl", "20")}),
			get("ann"), row.between,
			done(engine.Send{By: "ann", Verb: "delete-message",
				Args: []engine.Arg{{Name: "message", Value: ref("annget-messages.0")},
					{Name: "popreceipt", Value: ref("annget-messages.0.receipt")}}})) {
			before := w.Clone()
			events, err := w.Step(w.Record()+1, in)
			if err != nil {
				t.Fatal(err)
			}
			for _, marks := range conflict.Judge(before, events) {
				for _, c := range marks {
					first = conflict.Story(w, c).First
				}
			}
		}
		if !strings.HasPrefix(first, row.want) {
			t.Errorf("told %q, want %q in front", first, row.want)
		}
	}
}

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
			"Ana received|Until 00:05.0 nobody could receive the message|Ben received|Cy received|Ana sent"},
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

// The last conflict of a few lines, told.
func toldOf(t *testing.T, lines string) conflict.Narrative {
	t.Helper()
	r, last := run(t, "seed: create-bucket lake\nseed: put-object lake/k v1\n"+lines)
	if last.Severity == 0 {
		t.Fatalf("no conflict comes of\n%s", lines)
	}
	return conflict.Story(r.Timeline.World(), last)
}

// The referee's rules on sentences: who was at the service, and what passed there.
func TestStoriesOfTwoAtOnce(t *testing.T) {
	for _, row := range []struct{ lines, first string }{
		{"ann: send put-object lake/k x if-none-match=* as a\narrive a\nben: delete-object lake/k\ndeliver a\n",
			"Ben deleted lake/k with #4. Ana's #3 had already reached the service. "},
		{"ann: get-object lake/k as g\nann: send put-object lake/k x if-match=$g.etag as a\narrive a\nben: " +
			"put-object lake/k v1\ndeliver a\n",
			"Ben saved v2 with #5. Ana's #4 had already reached the service. "},
		{"ann: create-multipart-upload lake/k as u\nann: upload-part lake/k x upload=$u.upload part=1 as p\nben: " +
			"delete-object lake/k\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-none-match=* from=none\n",
			"Ben deleted lake/k with #5. "},
		{"set bucket.contention=on\nann: get-object lake/k as g\nben: send put-object lake/k y as b\nann: send " +
			"put-object lake/k x if-match=$g.etag as a\n" +
			"arrive a b\ndeliver a\ndeliver b\n",
			"Ben's #4 stood undecided at the service. Ana's #5 was there too. "},
	} {
		told := toldOf(t, row.lines)
		if !strings.HasPrefix(told.First, row.first) {
			t.Errorf("%s%s", row.lines, told.First)
		}
	}
}

// What was never shown and what a policy refused are told as what they are.
func TestStoriesOfBuckets(t *testing.T) {
	told := toldOf(t, "ann: create-multipart-upload lake/k as u\nann: upload-part lake/k x upload=$u.upload part=1 "+
		"as p\nben: put-object lake/k y\n"+
		"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload from=none\n")
	if !strings.HasPrefix(told.First, "Ben saved v2 with #5. Ana's upload had begun") ||
		!strings.Contains(told.First, "No read will ever show what Ana wrote.") {
		t.Errorf("%+v", told)
	}
	told = toldOf(t, "seed: put-bucket-policy lake @p.json\nann: put-object lake/k y\n-- p.json --\n"+
		`{"Statement": {"Effect": "Deny", "Principal": "*", "Action": "s3:PutObject", "Resource": "arn:aws:s3:::lake/*"}}`+"\n")
	if !strings.HasPrefix(told.First, "The start set the policy of lake. ") {
		t.Errorf("%+v", told)
	}
}

// What people who knew public bug reports were not convinced by.
func TestStoriesThatWereNotBelieved(t *testing.T) {
	const jobs = "seed: create-queue jobs\nseed: put-message jobs m\n" +
		"ann: get-messages jobs visibilitytimeout=30 as g\n" +
		"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\nclock +20s\n" +
		"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30\nann: does $g.0\n" +
		"ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\nclock +15s\n" +
		"ben: get-messages jobs as h\nben: does $h.0\n"
	saysOfAll(t, []saying{
		{jobs, "Ana's #5, which was to hide it for longer, was refused. So was #6, which was to delete it.", ""},
		{jobs, "Ana's #5 was refused: its receipt no longer counted, so the message was not hidden for longer.", ""},
		{jobs, "Ana's #6 was refused: its receipt no longer counted, so the message stayed.", ""},
		{"ann: send CONFIG SET maxmemory 1 as c\nlose c\n", "no work is in doubt", "read"},
	})
}

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
	saysOfAll(t, []saying{
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
		{jobs, "Ana's #5 was refused and the message stayed, which a 404 does not say.", "told Ana that"},
		{jobs, "Ana updated the message at 00:00.0: its answer, #4, has a newer receipt.", ""},
		{echo, "#2 was done: Ana saved v1; its answer was lost.", ""},
		{echo, "Ana cannot tell from that whether #2 had been done.", ""},
		{gone, "Ben deleted lake/k with #3. #4 did it again.", ""},
		{two, "Ana's #2 stood undecided at the service. Ben's #3 was there too.", "had already reached the service"},
		{unheard, "Ana's lease (15 s from 00:10.0) ended at 00:25.0.", "ended at 00:15.0"},
		{taken, "Ben cannot tell: what #4 shows is new to Ben", ""},
		{changed, "Ana changed the id of Ben's lease", "Ana changed the lease's id with #4. It holds"},
	})
}

// A group that was sent again under other names is told with what each of the two wrote.
func TestAGroupSentAgainUnderOtherNamesSaysWhatTheFirstWrote(t *testing.T) {
	const lines = "seed: create-table pay\nann: send entity-group-transaction pay p [insert-entity i1 .sum=5; " +
		"insert-entity l1] as t\ndeliver t\nlose t\n" +
		"ann: entity-group-transaction pay p [insert-entity i2 .sum=5; insert-entity l2] again=t\n"
	saysOfAll(t, []saying{
		{lines, "#2 was done: Ana changed pay/p/i1 and pay/p/l1 in a transaction; its answer was lost.", "pay/p/i2"},
		{lines, "and #3 did the same work again. Nobody was told.", "did it again"},
	})
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

// saying is a race, what the card of its last finding says somewhere, and what it never says.
type saying struct{ lines, says, never string }

func saysOfAll(t *testing.T, list []saying) {
	t.Helper()
	for _, c := range list {
		r, last := run(t, c.lines)
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
