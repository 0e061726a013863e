package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// begun is Ana's upload, of which Ben was told.
const begun = "set bucket.minimum-part=1\nseed: create-bucket lake\nann: create-multipart-upload lake/k as u\n" +
	"tell ben $u.upload\nann: upload-part lake/k x upload=$u.upload part=1 as p\ntell ben $p.etag\n"

// The story of an upload that another ended says who had begun it (rules.md: each end and beginning of the thing).
func TestTheStoryOfAnUploadSaysWhoBeganIt(t *testing.T) {
	for lines, first := range map[string]string{
		begun + "ben: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n" +
			"ann: abort-multipart-upload lake/k upload=$u.upload\n": "Ben completed Ana's upload with #4.",
		begun + "ben: abort-multipart-upload lake/k upload=$u.upload\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n": "Ben aborted Ana's upload of " +
			"lake/k with #4.",
		begun + "ann: abort-multipart-upload lake/k upload=$u.upload\n" +
			"ben: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n": "Ana aborted an upload of lake/k " +
			"with #4.",
	} {
		r, last := run(t, lines)
		told := conflict.Story(r.Timeline.World(), last)
		if !strings.HasPrefix(told.First, first) || len(told.Steps) == 0 ||
			told.Steps[0].Text != "Ana began an upload of lake/k with #2." {
			t.Errorf("%s%q, want %q; %v", lines, told.First, first, told.Steps)
		}
	}
}

// A program names an upload by the id that it was told, and nothing else: its story is that of one who refers to the
// answer. An id that nobody was given names none.
func TestAnUploadIsKnownByItsID(t *testing.T) {
	for _, lines := range []string{
		begun + "ben: abort-multipart-upload lake/k upload=$u.upload\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n",
		begun + "ben: upload-part lake/k y upload=$u.upload part=1\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n",
		begun + "ben: put-object lake/k y\nann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n",
	} {
		r, last := run(t, lines)
		w := r.Timeline.World()
		id := w.Named("u").Answer.Field("upload").String()
		typed, other := run(t, strings.ReplaceAll(lines, "upload=$u.upload", "upload="+id))
		want, got := conflict.Story(w, last), conflict.Story(typed.Timeline.World(), other)
		if !strings.Contains(fmt.Sprint(want), "Ana's upload") || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s\n%v\n%v", lines, got, want)
		}
	}
	r, last := run(t, begun+"ann: complete-multipart-upload lake/k [1=$p.etag] upload=6-000000000000\n")
	if told := fmt.Sprint(conflict.Story(r.Timeline.World(), last)); strings.Contains(told, "began") {
		t.Error(told)
	}
}

// An upload counts from its beginning: what it makes lies below what was put meanwhile, and the story of a condition on
// its tag says so (engine/bucket/rules.md, "Multipart life cycle").
func TestAnUploadThatCountsAsOlderIsToldSo(t *testing.T) {
	const head = "seed: create-bucket ver\nseed: put-bucket-versioning ver Enabled\n"
	const upload = "ben: create-multipart-upload ver/f as u\nben: upload-part ver/f b part=1 upload=$u.upload as p\n"
	const complete = "ben: complete-multipart-upload ver/f [1=$p.etag] upload=$u.upload as c\n"
	const put = "ben: put-object ver/f more if-match=$c.etag\n"
	for lines, older := range map[string]bool{
		head + upload + "ann: put-object ver/f a\n" + complete + put: true,
		head + upload + complete + "ann: put-object ver/f a\n" + put: false,
	} {
		var steps []string
		for _, s := range toldOf(t, lines).Steps {
			steps = append(steps, s.Text)
		}
		if told := strings.Join(steps, " "); strings.Contains(told, "and so it counts as older") != older {
			t.Errorf("%s: %s", lines, told)
		}
	}
}

// Of two uploads the one that was begun later is what reads show, whichever is completed first
// (engine/bucket/rules.md, "Multipart life cycle"): of the other's the story tells when that began.
func TestOfTwoUploadsTheLaterBegunHides(t *testing.T) {
	const (
		anns  = "ann: create-multipart-upload lake/k as u\n"
		bens  = "ben: create-multipart-upload lake/k as w\n"
		parts = "ann: upload-part lake/k a part=1 upload=$u.upload as p\n" +
			"ben: upload-part lake/k b part=1 upload=$w.upload as q\n" +
			"ben: complete-multipart-upload lake/k [1=$q.etag] upload=$w.upload\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n"
	)
	told := toldOf(t, "seed: create-bucket lake\n"+anns+bens+parts)
	steps := fmt.Sprint(told.Steps)
	if !strings.Contains(told.First, "Ana's upload had begun before Ben's, and so it counts as older.") ||
		!strings.Contains(steps, "Ben began an upload of lake/k with #") {
		t.Errorf("%s %s", told.First, steps)
	}
}

// What a repeated Complete is answered is open (bucket/rules.md, "A Complete that is repeated"): the card says so
// whichever way it went, and names the change since which the same again is refused.
func TestStoriesOfARepeatedComplete(t *testing.T) {
	const (
		again = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload again=c\n"
		lost  = "set bucket.minimum-part=1\nseed: create-bucket lake\nann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k x upload=$u.upload part=1 as p\n" +
			"ann: send complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload as c\ndeliver c\nlose c\n"
		open    = "what a Complete that is repeated is answered, and for how long, is open"
		deleted = lost + "ben: delete-object lake/k\n" + again
	)
	saysOfAll(t, []saying{
		{lost, "a retry may meet that work", open},
		{lost + again, open, ""},
		{lost + again[:len(again)-1] + " choose=1\n", open, "The same again is answered"},
		{deleted, open, ""},
		{deleted, "It was saved as v1 and its answer was lost. The same again is answered as the first was until " +
			"somebody changes lake/k, and Ben deleted lake/k", ""},
		{deleted, "Ben deleted lake/k with #5.", ""},
	})
}

// A Complete that was refused has stored nothing, also where the refusal ended its upload.
func TestARefusedCompleteHasCompletedNothing(t *testing.T) {
	const commit = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n"
	r, last := run(t, "set bucket.minimum-part=1\nseed: create-bucket lake\nseed: put-object lake/k v0\n"+
		"ann: create-multipart-upload lake/k as u\nben: put-object lake/k ben\nann: get-object lake/k as g\n"+
		"ann: upload-part lake/k x upload=$u.upload part=1 as p\n"+commit+commit)
	said(t, r, last, "the same again", "Ana's #7 was refused, which ended the upload", "completed the upload")
}

// An entry of a DeleteObjects is judged as a request of its own: what went is the key, and the bucket stands.
func TestWhatADeleteOfSeveralRemovedIsTheKey(t *testing.T) {
	r, last := run(t, "seed: create-bucket lake\nseed: put-object lake/k v0\nben: get-object lake/k as g\n"+
		"ann: delete-objects lake [k]\nben: put-object lake/k v1 if-match=$g.etag\n")
	said(t, r, last, "a key of several", "Ana deleted lake/k with", "deleted lake ")
}

// The service decides each copy of a request by itself: what is told of a copy is its own answer and the version that
// it made, whichever answer its writer heard. DECRBY of 15 by 4 answers 11 and then 7; each put makes a version.
func TestWhatIsToldOfACopyIsWhatTheCopyDid(t *testing.T) {
	const counter = "seed: SET n 15\nann: send DECRBY n 4 as d\ndouble d\n"
	const text = "seed: create-container wiki\nseed: put-blob wiki/x v1\nann: send put-blob wiki/x a from=none as p\n" +
		"double p\n"
	for _, row := range []struct {
		lines, mark string
		told        []string
		never       string
	}{
		{counter + "deliver d\ndeliver d'\n", "~ done-twice ann", []string{"The service said yes: 7.",
			"The answer is 7, and Ana has not heard it."}, " 11"},
		{counter + "deliver d'\ndeliver d\n", "~ done-twice ann", []string{"The service said yes: 7."}, " 11"},
		{text + "deliver p\nanswer p\ndeliver p'\n", "~ done-twice ann", []string{"Ana saved v2.",
			"The service said yes: 201 Created v3", "Ana heard: 201 Created. Ana cannot know."}, "Created v2"},
		{text + "deliver p\nben: get-blob wiki/x as g\nben: send put-blob wiki/x b from=g as q\ndeliver p'\n" +
			"deliver q\n", "~ lost-update ann", []string{"Ana's v3 was overwritten by Ben.",
			"Ana saved v3 with a second copy of #3."}, "Ana saved v2"},
		{text + "ben: get-blob wiki/x as g\nben: send put-blob wiki/x b from=g as q\ndeliver p\ndeliver p'\n" +
			"answer p'\ndeliver q\n", "~ lost-update ann", []string{"Ana's v3 was overwritten by Ben."},
			"v2 was"},
		{text + "ben: get-blob wiki/x as g\nben: send put-blob wiki/x b from=g as q\ndeliver p\ndeliver q\n" +
			"deliver p'\n", "~ done-twice ann", []string{"Ana saved v2."}, "Ana saved v4"},
	} {
		last, told, steps := lastStory(t, row.lines)
		said := told.First + "\n" + told.Heard + "\n" + steps
		if last.String() != row.mark {
			t.Errorf("%s%q, want %q", row.lines, last, row.mark)
		}
		for _, want := range row.told {
			if !strings.Contains(said, want) {
				t.Errorf("%sis told as\n%s\nwithout %q", row.lines, said, want)
			}
		}
		if strings.Contains(said, row.never) {
			t.Errorf("%sis told as\n%s\nwith %q", row.lines, said, row.never)
		}
	}
}

// A second copy of a write is decided by itself, and takes what came behind the first: no wish of before is carried out
// then, and the rule is that of the write.
func TestASecondCopyOfAWriteIsDecidedByItself(t *testing.T) {
	r, _ := run(t, "seed: create-container cont\nseed: put-blob cont/b v1\nann: get-blob cont/b\n"+
		"ann: send put-blob cont/b va as x\ndouble x\ndeliver x\nanswer x\nben: get-blob cont/b as s\n"+
		"ben: put-blob cont/b vb if-match=$s.etag\ndeliver x'\n")
	for _, o := range r.Outcomes {
		for _, found := range o.Marks {
			for _, c := range found {
				if c.Kind != engine.LostUpdate {
					continue
				}
				n := conflict.Story(r.Timeline.World(), c)
				said := fmt.Sprint(n.Steps, n.Rule)
				if !strings.Contains(said, "The service said yes to a second copy of #4: 201") ||
					strings.Contains(said, "only now") || strings.Contains(said, "asked for earlier") {
					t.Error(said)
				}
				return
			}
		}
	}
	t.Error("no lost update")
}

// A slow copy makes a version where it begins, empty, and another where it ends; one that ends without success leaves
// its destination empty (engine/blob/rules.md, "Copy Blob"; rules.md, "Slow work that fails later").
func TestASlowCopyIsToldByItsEnd(t *testing.T) {
	const head = "set blob.copy=slow\nseed: create-container cont\nseed: put-blob cont/src s\n" +
		"seed: put-blob cont/dst d\nben: get-blob cont/dst as r\nann: copy-blob cont/dst source=cont/src as c\n"
	for name, c := range map[string]struct{ lines, want, never string }{
		"met behind its end": {head + "finish c\nben: put-blob cont/dst bb if-match=$r.etag\n",
			"Ana's copy to cont/dst, begun with #5, was finished", "saved v2"},
		"overwritten behind its end": {head + "ben: get-blob cont/dst\nfinish c\nben: put-blob cont/dst bb\n",
			"Ana's copy was overwritten by Ben", "v2"},
		"taken in behind its end": {head + "ben: get-blob cont/dst\nfinish c\n" +
			"ben: copy-blob-from-url cont/third source=cont/dst\n",
			"What Ben stored holds Ana's copy, which Ben had not read", "v2"},
		"given up, its source gone": {head + "ben: delete-blob cont/src\nfinish c\n",
			"which left cont/dst empty", "nothing changed"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if !strings.Contains(told.First, c.want) || strings.Contains(told.First, c.never) {
			t.Errorf("%s: %s", name, told.First)
		}
	}
}
