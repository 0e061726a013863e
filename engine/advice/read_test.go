package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// An insert is the guard of who creates: of a row that had been there before all of them it would refuse the first as
// well, so what stops the second upsert is an update with the tag of a read.
func TestAnInsertStopsOnlyWhereNothingWasThere(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table carts\n"
		row  = "seed: insert-entity carts/s/42 .n=1L\n"
		both = "ann: insert-or-replace-entity carts/s/42 .n=2L\nben: insert-or-replace-entity carts/s/42 .n=3L\n"
		lost = "ben: send insert-or-replace-entity carts/s/42 .n=3L as wb\ndeliver wb\nlose wb\n" +
			"ann: insert-or-replace-entity carts/s/42 .n=5L\n" +
			"ben: insert-or-replace-entity carts/s/42 .n=3L again=wb\n"
	)
	for lines, insert := range map[string]bool{head + both: true, head + row + both: false} {
		said := advice.Unread(roomtest.AtEnd(t, lines))
		update := strings.Contains(said, "update-entity If-Match ") &&
			strings.Contains(said, ", from a read before #3. The answer would be 412.")
		if strings.Contains(said, "insert-entity") != insert || update == insert {
			t.Error(lines, said)
		}
	}
	for lines, insert := range map[string]bool{head + lost: true, head + row + lost: false} {
		card, _ := cardAtEnd(t, lines, engine.DoneTwice)
		stops := strings.Join(card.Stops, " ")
		if strings.Contains(stops, "insert-entity") != insert || strings.Contains(stops, "update-entity") == insert {
			t.Error(lines, card.Stops)
		}
		if !strings.Contains(card.Say, "Tell Ana that #") || !strings.Contains(card.Say, " replaced Ana's v") {
			t.Error(lines, card.Say)
		}
	}
}

// Hosts that claim without having looked: all but the first are refused by what asks that nothing be there, the third
// as well as the second. Of what had been there before all of them the tag of a read stops it, in the same operation
// where that compares one (azure-sdk-for-go 20717, azure-sdk-for-python 38812: the cure of the claim is its condition).
func TestTheThirdClaimIsStoppedAsTheSecond(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"
		none = "What would stop it: If-None-Match *, as Cy had not looked. The answer would be "
	)
	for _, c := range []struct{ lines, want string }{
		{"seed: create-container own\nann: put-blob own/0 ann\nben: put-blob own/0 ben\ncy: put-blob own/0 cy\n",
			none + "409."},
		{"seed: create-bucket own\nann: put-object own/0 ann\nben: put-object own/0 ben\ncy: put-object own/0 cy\n",
			none + "412."},
		{"seed: create-container own\nseed: put-blob own/0 free\nann: put-blob own/0 ann\nben: put-blob own/0 ben\n" +
			"cy: put-blob own/0 cy\n", ", from a read before #4. The answer would be 412."},
		{"seed: create-container own\nseed: put-blob own/0 free\nann: set-blob-metadata own/0 meta.owner=ann\n" +
			"ben: set-blob-metadata own/0 meta.owner=ben\n", ", from a read before #3. The answer would be 412."},
		// of its own that the second replaced the first writer had made the one before: it would refuse that as well
		{"seed: create-container own\nann: put-blob own/0 ann\nann: put-blob own/0 ann2\nben: put-blob own/0 ben\n",
			", from a read before #3. The answer would be 412."},
	} {
		said := advice.Unread(roomtest.AtEnd(t, who+c.lines))
		create := strings.Contains(c.want, "If-None-Match")
		if !strings.Contains(said, c.want) || strings.Contains(said, "If-None-Match") != create ||
			strings.Contains(said, "If-Match") == create {
			t.Errorf("%s%q", c.lines, said)
		}
	}
}

// A first try without a condition that comes last, behind the second one and another's work on that: no tag of the
// later time could have gone with it, and nothing was there when it was sent. Whose work it took away is told.
func TestALateFirstTryIsStoppedByWhatItsSenderKnew(t *testing.T) {
	for _, lines := range []string{
		"seed: create-bucket lake\nann: send put-object lake/m one as p\ntimeout p\n" +
			"ann: put-object lake/m one again=p\nben: get-object lake/m as b\n" +
			"ben: put-object lake/m two if-match=$b.etag\ndeliver p\n",
		"seed: create-container lake\nann: send put-blob lake/m one as p\ntimeout p\n" +
			"ann: put-blob lake/m one again=p\nben: get-blob lake/m as b\n" +
			"ben: put-blob lake/m two if-match=$b.etag\ndeliver p\n",
	} {
		for _, kind := range []engine.Trouble{engine.LostUpdate, engine.DoneTwice} {
			card, found := cardAtEnd(t, who+lines, kind)
			stops := strings.Join(card.Stops, " ")
			if !found || strings.Contains(stops, "If-Match") || !strings.Contains(stops, "If-None-Match *") {
				t.Errorf("%s%s: %v %q", lines, kind, found, stops)
			}
			told := card.Say + strings.Join(card.Others, " ")
			if !strings.Contains(strings.ToLower(told), "tell ben") || strings.Contains(card.Say, "and stop") {
				t.Errorf("%s%s: %q", lines, kind, told)
			}
		}
	}
}

// What a read before would have named meets what came in between, as it did: the star that was sent stops nothing, and
// the tag meets another's row.
func TestAReadBeforeIsTriedBehindWhatCameInBetween(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table acc\nseed: insert-entity acc/p/a .n=1\n" +
		"ann: send delete-entity acc/p/a if-match=* as d\ndeliver d\nlose d\nben: insert-entity acc/p/a .n=9\n" +
		"ann: delete-entity acc/p/a if-match=* again=d\n"
	advises(t, []advised{
		{"the tag", lines, engine.DoneTwice, "", ", from a read before #3. The answer would be 412.", "would be 404"},
		{"the star", lines, engine.DoneTwice, "", "If-Match", "If-Match *, from a read"},
	})
}

// Set Blob Tags and Set Container ACL replace the whole list, and a Delete Container takes what lies in it
// (engine/blob/rules.md, "What each operation accepts"). Get Blob only counts tags, Get Container Metadata shows no
// policy, and neither shows a blob that came in meanwhile: who goes on from one of them has not seen what goes.
func TestTheReadToGoOnFromShowsWhatTheRequestReplaces(t *testing.T) {
	const (
		tags = "seed: create-container con\nseed: put-blob con/a one tag.n=1\nann: get-blob-tags con/a\n" +
			"ben: get-blob-tags con/a\nann: set-blob-tags con/a tag.n=2 if-tags=\"n = '1'\"\n" +
			"ben: set-blob-tags con/a tag.n=3 if-tags=\"n = '1'\"\n"
		policies = "seed: create-container con\nann: get-container-acl con as a\nclock +2s\n" +
			"ben: set-container-acl con policy.p=r\n" +
			"ann: set-container-acl con policy.q=rw if-unmodified-since=$a.last-modified\n"
		inside = "seed: create-container con\nann: acquire-container-lease con duration=15\n" +
			"ben: delete-container con\nclock +16s\ncem: put-blob con/b new\n"
	)
	for name, c := range map[string]struct {
		kind                        engine.Trouble
		lines, read, again, changes string
	}{
		"tags": {engine.StaleWrite, tags, "get-blob-tags", "ben: get-blob-tags con/a\n",
			"cem: set-blob-tags con/a tag.n=7\n"},
		"policies": {engine.StaleWrite, policies, "get-container-acl", "ann: get-container-acl con\n",
			"cem: set-container-acl con policy.z=r\n"},
		"what lies in it": {engine.IsLeased, inside, "list-blobs", "ben: list-blobs con\n",
			"cem: put-blob con/c more\n"},
	} {
		t.Run(name, func(t *testing.T) {
			lines := "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cem\"\n" + c.lines
			card, _ := cardIn(behindLines(t, lines), c.kind)
			if !slices.ContainsFunc(card.Inputs, func(in engine.Input) bool {
				sent, ok := in.(engine.Send)
				return ok && sent.Verb == c.read
			}) {
				t.Errorf("%q sends %v, want %s", card.Say, card.Inputs, c.read)
			}
			if card, _ = cardIn(behindLines(t, lines+c.again), c.kind); !strings.Contains(card.Say, "has read it") {
				t.Errorf("behind the read: %q", card.Say)
			}
			if card, _ = cardIn(behindLines(t, lines+c.again+c.changes), c.kind); card.Action != "read" {
				t.Errorf("behind a later change: %q", card.Say)
			}
		})
	}
}

// "Read before the next try: that tells whether it was done" holds of a read whose answer it changes: GET shows no
// expiry (engine/tair/rules.md), Get Object no upload that is under way and no policy (engine/bucket/rules.md), a table
// none of its rows, Get Blob none of its snapshots, Get File no handle. Where none does, none is offered.
func TestOnlyAReadThatShowsItTellsWhetherItWasDone(t *testing.T) {
	const (
		lake  = who + "seed: create-bucket lake object-lock=true\nseed: put-object lake/k v1\n"
		wiki  = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\n"
		share = who + "seed: create-share s\nseed: create-file s/f 4\n"
		opens = share + "ann: smb-create s/f access=RW share=none as h\n"
		lost  = " as p\ndeliver p\nlose p\n"
		never = " as p\nlose p\n"
	)
	for _, c := range []struct{ lines, read string }{
		{who + "seed: SET k v\nann: send EXPIRE k 1000" + lost, "TTL"},
		{who + "seed: SET k v\nann: send EXPIRE k 1000" + never, "TTL"},
		{who + "ann: send SET k v" + lost, "GET"},
		{lake + "ann: send create-multipart-upload lake/k" + lost, "list-multipart-uploads"},
		{lake + "ann: send put-object-legal-hold lake/k legal-hold=ON" + lost, "get-object"},
		{who + "seed: create-table tab\nann: send entity-group-transaction tab p [insert-entity a .n=1]" + lost,
			"get-entity"},
		{wiki + "ann: send snapshot-blob wiki/a" + lost, "list-blobs"},
		{wiki + "ann: send set-blob-tags wiki/a tag.a=1" + lost, "get-blob-tags"},
		{share + "ann: send smb-create s/f access=R share=RWD" + lost, "list-handles"},
		{opens + "ann: send smb-write $h.handle ABCD" + lost, "smb-read"},
		{share + "ann: smb-create s/f access=W share=RWD as h\nann: send smb-write $h.handle ABCD offset=0" + lost,
			"get-file"},
		{share + "ann: smb-create s/f access=W share=none as h\nann: send smb-write $h.handle ABCD offset=0" +
			lost, ""},
	} {
		card, found := cardAtEnd(t, c.lines, engine.NoAnswer)
		read := ""
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok {
				read = s.Verb
			}
		}
		if !found || read != c.read || (read == "") != strings.HasPrefix(card.Say, "Nothing that can be read tells") {
			t.Errorf("%s: %v %q: %s", c.lines, found, read, card.Say)
		}
	}
}

// A handle closes once and a lock ends once (engine/share/rules.md): the same again does no harm and tells.
func TestWhatEndsOnceIsSentAgain(t *testing.T) {
	const opens = "writer ann \"Ana\"\nseed: create-share s\nseed: create-file s/f 4\nann: smb-create s/f access=RW " +
		"share=RWD as h\nann: smb-lock $h.handle offset=0 length=2\n"
	for _, c := range []struct{ lines, foretold string }{
		{"ann: send smb-close $h.handle as p\ndeliver p\nlose p\n", "STATUS_FILE_CLOSED"},
		{"ann: send smb-close $h.handle as p\nlose p\n", ""},
		{"ann: send smb-unlock $h.handle offset=0 length=2 as p\ndeliver p\nlose p\n", "STATUS_RANGE_NOT_LOCKED"},
	} {
		card, found := cardAtEnd(t, opens+c.lines, engine.NoAnswer)
		if !found || card.Action != "retry" || card.Foretold != c.foretold ||
			!strings.Contains(card.Say, " once, and ") {
			t.Errorf("%s: %v %q %q: %s", c.lines, found, card.Action, card.Foretold, card.Say)
		}
	}
}

// A refused write of a piece, or of a property, is not done by one of another: the bytes that were asked for have been
// written by nobody (MS-FSA, write; Azure REST, "Put Page", "Merge Entity").
func TestWhatWentElsewhereSettlesNothing(t *testing.T) {
	const (
		writers = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
		locked  = writers + "seed: create-share docs\nseed: create-file docs/f 20\n" +
			"ana: smb-create docs/f access=RW share=RW as ah\nben: smb-create docs/f access=RW share=RW as bh\n" +
			"ana: smb-lock $ah.handle offset=0 length=10 fail-immediately=true\n" +
			"ben: smb-write $bh.handle \"HEAD.\" offset=0\nben: smb-write $bh.handle \"TAIL.\" offset=10\n" +
			"ana: smb-close $ah.handle\n"
		pages = writers + "seed: create-container docs\nseed: put-blob docs/p \"\" type=PageBlob size=1024\n" +
			"ana: get-blob-properties docs/p as g\nben: set-blob-metadata docs/p meta.a=b\n" +
			"ana: put-page docs/p page-write=clear range=0-1023 if-match=$g.etag\n"
		row = writers + "seed: create-table acct\nseed: insert-entity acct/p/r .n=1\nana: get-entity acct/p/r as g\n" +
			"ben: merge-entity acct/p/r .n=2 if-match=*\nana: merge-entity acct/p/r .n=3 if-match=$g.etag\n"
		head  = "ana: put-page docs/p page-write=clear range=0-511\n"
		tail  = "ana: put-page docs/p page-write=clear range=512-1023\n"
		other = "ana: merge-entity acct/p/r .m=1 if-match=*\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		settled     bool
	}{
		{"other bytes", locked, engine.SharedFile, false},
		{"those bytes", locked + "ben: smb-write $bh.handle \".HEAD!!\" offset=0\n", engine.SharedFile, true},
		{"one page of two", pages + head, engine.StaleWrite, false},
		{"both, one after the other", pages + tail + head, engine.StaleWrite, true},
		{"another property", row + other, engine.StaleWrite, false},
		{"the property", row + "ana: merge-entity acct/p/r .n=4 .m=1 if-match=*\n", engine.StaleWrite, true},
		{"all of the row", row + "ana: update-entity acct/p/r .m=1 if-match=*\n", engine.StaleWrite, true},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if !found || strings.Contains(card.Say, "gone through") != c.settled {
			t.Errorf("%s: %v %s", c.name, found, card.Say)
		}
	}
}

// Nobody else ends the lock of a handle (engine/share/rules.md, "Byte-range locks", L8): an unlock that finds none
// behind a try without an answer tells that this one was done, and is nobody's fault.
func TestAnUnlockBehindALostOneIsItsEcho(t *testing.T) {
	const (
		opens = who + "seed: create-share s\nseed: create-file s/f 4\nann: smb-create s/f access=RW share=RWD as h\n" +
			"ann: smb-lock $h.handle offset=0 length=2\n"
		lost   = opens + "ann: send smb-unlock $h.handle offset=0 length=2 as p\ndeliver p\nlose p\n"
		unlock = "ann: smb-unlock $h.handle offset=0 length=2 again=p\n"
		done   = "Stop: #5 was done, and this is its echo."
		wrong  = "Correct the request"
	)
	advises(t, []advised{
		{"behind one that was done", lost + unlock, engine.OwnEcho, "", done, wrong},
		{"a second copy", opens + "ann: send smb-unlock $h.handle offset=0 length=2 as p\ndouble p\ndeliver p\n" +
			"answer p\ndeliver p'\n", engine.OwnEcho, "", "a second copy of it was refused", wrong},
		{"of another range", lost + "ann: smb-unlock $h.handle offset=0 length=3\n", "", "", wrong, "its echo"},
		{"never locked", opens + "ann: send smb-unlock $h.handle offset=2 length=1 as p\ndeliver p\nlose p\n" +
			"ann: smb-unlock $h.handle offset=2 length=1 again=p\n", "", "", wrong, "its echo"},
	})
}
