package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// What has gone through is the same thing, done: the same text at the same name. To begin an upload, to abort one, to
// set tags, to delete or to write another text is not (engine/bucket/rules.md, multipart life cycle).
func TestOnlyTheSameThingHasGoneThrough(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n"
		put  = head + "ann: send put-object lake/1 A if-none-match=* as p\nlose p\n"
		done = head + "ann: send put-object lake/1 A if-none-match=* as p\ndeliver p\nlose p\n" +
			"ann: put-object lake/1 A if-none-match=* again=p\n"
		parts = "ann: create-multipart-upload lake/k as u\nann: upload-part lake/k m upload=$u.upload part=1 as q\n"
		lost  = head + parts + "ann: send complete-multipart-upload lake/k [1=$q.etag] upload=$u.upload as c\nlose c\n"
		abort = "ann: abort-multipart-upload lake/k upload=$u.upload\n"
		anew  = "ann: create-multipart-upload lake/k as v\n"
		full  = anew + "ann: upload-part lake/k %s upload=$v.upload part=1 as w\n" +
			"ann: complete-multipart-upload lake/k [1=$w.etag] upload=$v.upload\n"
		left = "Nothing is left to send"
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"the same text", put + "ann: put-object lake/1 A\n", left, ""},
		{"another text", put + "ann: put-object lake/1 B if-none-match=*\n", "Ana's #3 wrote something else: whether " +
			"#2 was done or not, what that was to write does not stand there now", left},
		{"it was deleted", put + "ann: put-object lake/1 A if-none-match=*\nann: delete-object lake/1\n", left, ""},
		{"only deleted", head + "ann: put-object lake/1 0\n" + strings.TrimPrefix(put, head) +
			"ann: delete-object lake/1\n", "Ana's #4 has deleted it since", left},
		{"its delete is lost, and it was written", head + "ann: put-object lake/1 0\n" +
			"ann: send delete-object lake/1 as p\nlose p\nann: put-object lake/1 B\n",
			"#4 has written it since: sent again, #3 would delete that", left},
		{"an upload was begun", put + "ann: create-multipart-upload lake/1 as u\n", "Read before", left},
		{"another name", put + "ann: put-object lake/2 A if-none-match=*\n", "", left},
		{"its commit is lost, and it aborted", lost + abort, "#5 aborted the upload, and was accepted: " +
			"#4 had not been done by then. Begin a new upload", left},
		{"and began another", lost + abort + anew, "Begin a new upload", left},
		{"and completed that", lost + abort + strings.Replace(full, "%s", "m", 1), left, ""},
		{"of another text", lost + abort + strings.Replace(full, "%s", "n", 1), "#8 wrote something else", left},
	} {
		saysAtEnd(t, c.lines, engine.NoAnswer, c.want, c.never)
	}
	saysAtEnd(t, done+"ann: put-object-tagging lake/1 tag.a=b\n", engine.OwnEcho, "Read what is there", "")
}

// A part that nobody heard of is in no read of the object, and is sent again: the same number again replaces the part
// (engine/bucket/rules.md, UploadPart). What committed settles it.
func TestALostPartIsSentAgain(t *testing.T) {
	const (
		lost = "writer ann \"Ana\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"ann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k m upload=$u.upload part=1 as q\n" +
			"ann: send upload-part lake/k n upload=$u.upload part=2 as p\ndeliver p\nlose p\n"
		commit = "ann: complete-multipart-upload lake/k [1=$q.etag] upload=$u.upload\n"
	)
	for lines, want := range map[string]string{lost: "Send the same again: it takes the place",
		lost + commit: "Ana's #5 has committed since"} {
		card, found := cardAtEnd(t, lines, engine.NoAnswer)
		if !found || !strings.Contains(card.Say, want) || (card.Action == "retry") != (lines == lost) {
			t.Errorf("%s: %v %q %s", lines, found, card.Action, card.Say)
		}
	}
	card, found := cardAtEnd(t, lost+strings.Replace(commit, "ann: ", "ann: send ", 1)+"deliver r5\nlose r5\n"+
		strings.TrimSuffix(commit, "\n")+" again=r5 choose=1\n", engine.OwnEcho)
	if !found || !strings.Contains(card.Say, "Compare its ETag with the one that the parts come to") {
		t.Errorf("%v %s", found, card.Say)
	}
}

// Beside a request under way the same request under the same condition is safe, and what its sender was told of another
// try since is what counts, not that the old copy has come to nothing.
func TestWhatIsSafeBesideARequestUnderWay(t *testing.T) {
	const (
		held  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
		late  = held + "ann: send put-object lake/1 A if-none-match=* as p\ntimeout p\n"
		again = late + "ben: put-object lake/1 B if-none-match=*\nann: put-object lake/1 A if-none-match=* again=p\n"
		next  = again + "ann: put-object lake/2 A if-none-match=* again=p\n"
	)
	for _, c := range []struct {
		lines, want, never string
		kind               engine.Trouble
	}{
		{again + "deliver p\nlose p\n", "#4 sent the same again, and was told 412", "Read, or", engine.AlreadyThere},
		{next + "deliver p\nlose p\n", "#5 has put the same into lake/2", "Read, or", engine.AlreadyThere},
		{held + "ann: send put-object lake/1 A if-none-match=* as p\ndeliver p\nlose p\n" +
			"ann: put-object lake/2 A if-none-match=* again=p\nann: delete-object lake/2\n", "do not both stand there",
			"taken back", engine.NoAnswer},
	} {
		saysAtEnd(t, c.lines, c.kind, c.want, c.never)
	}
	for lines, want := range map[string]string{
		late: "Send the same again, under the same condition: only one of the two can be done, unless it is deleted",
		strings.ReplaceAll(late, " if-none-match=*", ""): "What is sent next has to be safe beside it.",
	} {
		r := roomtest.Of(t, "case.race", lines)
		for len(r.View().Troubles()) == 0 {
			if _, err := r.Step(); err != nil {
				t.Fatal(err)
			}
		}
		if card := advice.For(r.View(), r.View().Troubles()[0].Finding); !strings.Contains(card.Say, want) {
			t.Errorf("%s: %s", lines, card.Say)
		}
	}
}

// onceDone is what a card says once what it recommended has been done, at the moment at which its mark was heard.
func onceDone(t *testing.T, text string, kind engine.Trouble) advice.Card {
	t.Helper()
	r := roomtest.Of(t, "case.race", text)
	for {
		if _, err := r.Step(); err != nil {
			t.Fatalf("there is no %s that offers an action: %v", kind, err)
		}
		for _, tr := range r.View().Troubles() {
			if card := advice.For(r.View(), tr.Finding); tr.Kind == kind && card.Action != "" {
				if _, err := r.Recommend(tr.Finding); err != nil && card.Rest == "" {
					t.Fatal(err)
				}
				return advice.For(r.View(), tr.Finding)
			}
		}
	}
}

// What was recommended and has been done is not recommended again: a copy of the refused request that is still under
// way is named beside it, and the answer to a read of a time to live is another one each moment.
func TestWhatWasRecommendedIsNotForEver(t *testing.T) {
	for text, want := range map[string]struct {
		kind engine.Trouble
		say  string
	}{
		`writer ann "Ana"
writer ben "Ben"
seed: create-table stock
seed: insert-entity stock/p/r .a=1 .b=1
ann: get-entity stock/p/r as a1
ben: get-entity stock/p/r as b1
ann: update-entity stock/p/r .a=2 .b=1 if-match=$a1.etag
ben: send update-entity stock/p/r .a=1 .b=9 if-match=$b1.etag as p
double p
deliver p
answer p
`: {engine.StaleWrite, "Ben's #8 has gone through since. Another copy of #6 is still under way. " +
			"Nothing is left to send."},
		`writer ann "Ana"
writer ben "Ben"
seed: SET k v
ann: EXPIREAT k 4102444800
ben: send PEXPIREAT k 4102444800123 as p
deliver p
lose p
`: {engine.NoAnswer, "#4 has read it. Check whether the change of #3 is in it; send it again only if it is not."},
	} {
		if card := onceDone(t, text, want.kind); card.Say != want.say || card.Action != "" {
			t.Errorf("%q %q, want %q", card.Action, card.Say, want.say)
		}
	}
}

// Bytes of a file are the same bytes by whichever way they reach it: by its name or through a handle
// (engine/share/rules.md, "Byte-range locks"; the referee's rules, "Base": by whichever operation). What waits in a
// cache has not reached it.
func TestTheSameBytesHaveGoneThroughAHandle(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share sh\nseed: create-file sh/f 4\n" +
			"seed: create-file sh/g 4\nann: smb-create sh/f access=RW share=R disposition=OPEN as h\n" +
			"ben: put-range sh/f bb range=0-1\nann: smb-close $h.handle\n"
		open = "ben: smb-create sh/f access=RW share=RWD disposition=OPEN as i\n"
		left = "has gone through since. Nothing is left to send."
	)
	for lines, through := range map[string]bool{
		head + open + "ben: smb-write $i.handle bb\n":                                                     true,
		head + open + "ben: smb-write $i.handle cc\n":                                                     false,
		head + open + "ben: smb-write $i.handle bb offset=2\n":                                            false,
		head + "ben: smb-create sh/g access=RW share=RWD as i\nben: smb-write $i.handle bb\n":             false,
		head + "ben: smb-create sh/f access=RW share=RWD oplock=RW as i\nben: smb-write $i.handle bb\n":   false,
		head + "ben: put-range sh/f bb range=0-1\n":                                                       true,
		head + "ann: put-range sh/f bb range=0-1\n" + open + "ann: put-range sh/f bb range=0-1 from=none": false,
	} {
		card, found := cardAtEnd(t, lines, engine.SharedFile)
		if !found || strings.Contains(card.Say, left) != through {
			t.Errorf("%s%v %q, want gone through: %v", lines, found, card.Say, through)
		}
	}
}
