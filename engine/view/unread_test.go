package view_test

import (
	"strings"
	"testing"

	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// Two hosts claim the same blob unseen, or one takes what its listing names: last writer wins allows it, so there is no
// mark, and the program does not pass it over in silence. Who looked first, by a listing too, or asked that nothing be
// there, is judged instead.
func TestAWorkReplacedUnreadIsTold(t *testing.T) {
	const start = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\n"
	for _, row := range []struct{ lines, says string }{
		{"ana: put-blob own/p0 ana\nben: put-blob own/p0 ben\n",
			"Ben's #3 replaced Ana's work (#2) without having read it, and nothing was compared."},
		{"ana: put-blob own/p0 ana if-none-match=*\nben: delete-blob own/p0\n" +
			"ben: put-blob own/p0 ben if-none-match=*\n",
			"Ben's #3 removed Ana's work (#2) without having read it, and nothing was compared."},
		{"ana: put-blob own/p0 ana\nben: list-blobs own\nben: put-blob own/p0 ben\n",
			"Ben's #4 replaced Ana's work (#2) without having read it, and nothing was compared."},
		{"seed: put-blob own/p0 none\nana: list-blobs own\nben: list-blobs own as l\nana: put-blob own/p0 ana\n" +
			"ben: put-blob own/p0 ben if-match=$l.0.etag\nben: get-blob own/p0 as g\n" +
			"ben: put-blob own/p0 ben if-match=$g.etag\n", "The version that it named was compared and held"},
		{"seed: put-blob own/p0 none\nana: set-blob-tags own/p0 tag.t=1\nben: put-blob own/p0 ben\n",
			"Ben's #4 removed Ana's tags (#3) without having read them, and nothing was compared."},
		{"ana: SET job ana\nben: GETSET job ben\n", "nothing was compared. The last writer wins. The answer tells " +
			"Ben; Ana is not told."},
		{"ana: SET job ana\nben: SET job ben GET\n", "The answer tells Ben; Ana is not told."},
		{"ana: SET job ana\nben: SET job ben\n", "The last writer wins, and nobody is told."},
		{"ana: SET job ana\nben: MULTI\nben: DEL job\nben: EXEC\n",
			"Ben's #5 removed Ana's work (#2) without having read it, and nothing was compared."},
		{"ana: SET job ana\nben: EVAL \"return redis.call('DEL', KEYS[1])\" 1 job\n",
			"Ben's #3 removed Ana's work (#2) without having read it, and nothing was compared."},
		{"ana: put-blob own/p0 ana\nana: acquire-blob-lease own/p0 duration=30 as a\ntell ben $a.lease\n" +
			"ben: put-blob own/p0 ben lease=$a.lease\n", "and nothing but the id of a lease was compared."},
		{"ana: put-blob own/p0 ana tag.s=new\nben: put-blob own/p0 ben if-tags=\"s <> 'old'\"\n",
			"and nothing but If-Tags s <> 'old' was compared."},
		{"ben: put-blob own/p1 ben as b\nana: put-blob own/p0 ana\nben: put-blob own/p0 ben if-none-match=$b.etag\n",
			"and nothing but If-None-Match .."},
		{"seed: create-queue jobs\nana: put-message jobs job\nana: get-messages jobs as g\ntell ben $g.0\n" +
			"ben: update-message $g.0 b popreceipt=$g.0.receipt visibilitytimeout=30\n",
			"and nothing but the receipt was compared."},
		{"seed: create-table tab\nseed: insert-entity tab/p/r .n=1\nben: get-entity tab/p/r as g\n" +
			"ana: insert-entity tab/p/s .n=1\nben: entity-group-transaction tab p " +
			"[update-entity r .n=2 if-match=$g.etag; insert-or-replace-entity s .n=2]\n",
			"Ben's #6 replaced Ana's work (#5) on tab/p/s without having read it, and nothing was compared."},
		{"ana: list-blobs own\nben: list-blobs own\nana: put-blob own/p0 ana\nben: put-blob own/p0 ben\n", ""},
		{"ana: put-blob own/p0 ana\nben: get-blob own/p0\nben: put-blob own/p0 ben\n", ""},
		{"ana: put-blob own/p0 ana\nben: put-blob own/p0 ben if-none-match=*\n", ""},
		{"ben: get-blob own/p0\nana: put-blob own/p0 ana\nben: put-blob own/p0 ben\n",
			""}, // a lost update has its mark
	} {
		v := roomtest.AtEnd(t, start+row.lines)
		if got := v.Unread(); (got == "") != (row.says == "") || !strings.Contains(got, row.says) {
			t.Errorf("%s: %q, want %q", row.lines, got, row.says)
		}
	}
}

// Claims without a condition, and without a read, have no mark (engine/conflict/rules.md, "Silent"): where no card
// stands it is said how many went through, and whose were overwritten.
func TestBlindWritesOneOverTheOtherAreCounted(t *testing.T) {
	const scene = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-container hub\n" +
		"seed: put-blob hub/0 \"\"\nann: set-blob-metadata hub/0 meta.owner=ann\n" +
		"ben: set-blob-metadata hub/0 meta.owner=ben\n"
	const counted = "3 writes to hub/0 went through so, one over the other: Ana's #3 and Ben's #4 are overwritten, " +
		"and each writer was told that it went well."
	said := roomtest.AtEnd(t, scene+"cem: set-blob-metadata hub/0 meta.owner=cem\n").Unread()
	if !strings.Contains(said, counted) {
		t.Error(said)
	}
	// Who heard no answer was told nothing.
	const lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-bucket own\n" +
		"ann: send put-object own/k ann as p\ndeliver p\nlose p\n"
	for _, row := range []struct{ lines, says string }{
		{"ben: put-object own/k ben\n", "No answer to #2 was heard. The others were told that it went well."},
		{"ben: send put-object own/k ben as q\ndeliver q\nlose q\n", "No answer to #2 and #3 was heard."},
	} {
		said := roomtest.AtEnd(t, lost+row.lines+"cem: put-object own/k cem\n").Unread()
		if !strings.HasSuffix(said, "Ana's #2 and Ben's #3 are overwritten. "+row.says) {
			t.Errorf("%s: %q", row.lines, said)
		}
	}
	// What is staged is no write: the blob does not change until the commit.
	const staged = "ann: put-block hub/1 a block=AAAA\nben: put-block hub/1 b block=AAAA\n" +
		"ann: put-block hub/1 a block=AAAA\n"
	said = roomtest.AtEnd(t, scene+staged).Unread()
	if !strings.Contains(said, "3 requests to hub/1 went through so, one over the other") {
		t.Error(said)
	}
	if said := roomtest.AtEnd(t, scene).Unread(); strings.Contains(said, "one over the other") {
		t.Error(said)
	}
}

// A legal hold is no part of what it keeps: who lifts it replaces nothing but the hold (engine/bucket/rules.md), and is
// named where what it kept is deleted.
func TestALiftedHoldIsNotWrittenOverWhatItKept(t *testing.T) {
	const scene = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cyd \"Cyd\"\n" +
		"ann: create-bucket buck object-lock=true\n" +
		"ann: put-object buck/a one as p\nann: put-object-legal-hold buck/a legal-hold=ON\n" +
		"cyd: put-object-legal-hold buck/a legal-hold=OFF\ntell ben $p.version-id\n" +
		"ben: delete-object buck/a version-id=$p.version-id\n"
	said := roomtest.AtEnd(t, scene).Unread()
	if !strings.Contains(said, "Ben's #5 removed Ana's work (#2)") || strings.Contains(said, "one over the other") ||
		!strings.Contains(said, "Before it, Cyd's #4 replaced Ana's legal hold (#3) unread as well.") {
		t.Error(said)
	}
}

// Bytes that were written over leave those beside them: whose work stands in part is not overwritten (a byte range is a
// part: engine/conflict/rules.md, "Words").
func TestWhatStandsInPartIsNotOverwritten(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\n"
		file = who + "seed: create-share sh\nseed: create-file sh/f 8\n"
	)
	for lines, all := range map[string]bool{
		who + "ann: SET k AAAABBBB\nben: SETRANGE k 0 bb\ncem: SETRANGE k 0 c\n": false,
		who + "ann: SET k AA\nben: SETRANGE k 0 bb\ncem: SETRANGE k 0 cc\n":      true,
		file + "ann: put-range sh/f aaaa range=0-3\nben: put-range sh/f bb range=0-1\n" +
			"cem: put-range sh/f c range=0-0\n": false,
		file + "ann: put-range sh/f aa range=0-1\nben: put-range sh/f bb range=0-1\n" +
			"cem: put-range sh/f cc range=0-1\n": true,
	} {
		said := roomtest.AtEnd(t, lines).Unread()
		if said == "" || strings.Contains(said, "one over the other") != all {
			t.Errorf("%s%q", lines, said)
		}
	}
}

// Who removes what several made removes the work of each of them, and that is told of each: a container goes with its
// blobs, a queue is cleared with all its messages, a blob goes with its metadata.
func TestUnreadWorkIsToldOfAllWhoseItWas(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cal \"Cal\"\n"
	const both = "Cal's #4 removed Ana's work (#2) and Ben's work (#3) without having read them"
	for lines, want := range map[string]string{
		"seed: create-queue jobs\nann: put-message jobs 1\nben: put-message jobs 2\ncal: clear-messages jobs\n": both,
		"seed: create-container con\nann: put-blob con/a A\nben: put-blob con/b B\ncal: delete-container con\n": both,
		"seed: create-container con\nseed: put-blob con/k 1\nann: put-blob con/k 2 meta.a=1\n" +
			"cal: set-blob-metadata con/k meta.c=2\nben: delete-blob con/k\n": "Ana's #3 and Cal's #4 are gone",
	} {
		if said := roomtest.AtEnd(t, who+lines).Unread(); !strings.Contains(said, want) {
			t.Errorf("%s%q, want %q", lines, said, want)
		}
	}
}

// A declared lock excuses who held it, and nobody else (engine/conflict/rules.md, "Silent": every other blind write
// over another's work is told): without it, or when it is over, the same is told as where no lock was declared.
func TestADeclaredLockExcusesOnlyWhoHeldIt(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cal \"Cal\"\n"
	const blob = who + "seed: create-container con\nseed: put-blob con/L \"\"\nseed: put-blob con/k 1\n" +
		"lock blob con/L covers blob con/k\n"
	const took = "ben: acquire-blob-lease con/L duration=15 as l\n"
	const held = "ben: send acquire-blob-lease con/L duration=15 as l\ndeliver l\n"
	const unheard = held + "lose l\n"
	for _, row := range []struct{ name, lines, says string }{
		{"neither held it", blob + took + "ann: put-blob con/k 9\ncal: put-blob con/k 10\n",
			"Cal's #6 replaced Ana's work (#5) without having read it, and nothing was compared. The last writer " +
				"wins, and nobody is told. By agreement the lease of con/L guards con/k; Cal did not hold it."},
		{"nobody held it", blob + "ann: put-blob con/k 9\ncal: put-blob con/k 10\n", "Cal did not hold it."},
		{"it was over", blob + took + "clock +16s\nann: put-blob con/k 9\nben: put-blob con/k 10\n", "told"},
		{"it was given back", blob + took + "ben: release-blob-lease con/L lease=$l.lease\nann: put-blob con/k 9\n" +
			"ben: put-blob con/k 10\n", "Ben did not hold it."},
		{"its answer was lost", blob + "ann: put-blob con/k 9\n" + unheard + "ben: put-blob con/k 10\n",
			"Ben held it without having heard so."},
		{"its answer came later", blob + "ann: put-blob con/k 9\n" + held + "ben: put-blob con/k 10\nanswer l\n",
			"Ben held it without having heard so."},
		{"its answer came before", blob + "ann: put-blob con/k 9\n" + held +
			"answer l\nben: put-blob con/k 10\n", ""},
		{"its answer was lost, and it is over", blob + "ann: put-blob con/k 9\n" + unheard + "clock +16s\n" +
			"ben: put-blob con/k 10\n", "Ben did not hold it."},
		{"a table under a container's", who + "seed: create-container con\nseed: create-table ttt\n" +
			"lock container con covers table ttt\nben: acquire-container-lease con duration=15\n" +
			"ann: insert-or-merge-entity ttt/p/r .n=1\ncal: insert-or-merge-entity ttt/p/r .n=2\n",
			"By agreement the lease of con guards ttt/p/r; Cal did not hold it."},
		{"its holder", blob + "ann: put-blob con/k 9\n" + took + "ben: put-blob con/k 10\n", ""},
		{"its holder, under another id since", blob + "ann: put-blob con/k 9\n" + took +
			"ben: change-blob-lease con/L lease=$l.lease id=8a1f3c5e-0000-4000-8000-000000000001\n" +
			"ben: put-blob con/k 10\n", ""},
		{"its holder, who renewed it", blob + "ann: put-blob con/k 9\n" + took + "clock +10s\n" +
			"ben: renew-blob-lease con/L lease=$l.lease\nclock +10s\nben: put-blob con/k 10\n", ""},
	} {
		v := roomtest.AtEnd(t, row.lines)
		said := v.Unread()
		if row.says == "told" { // by a mark, as its writer believes in it
			said += strings.Join(kinds(v), " ")
		}
		if (said == "") != (row.says == "") || row.says != "told" && !strings.Contains(said, row.says) {
			t.Errorf("%s: %q, want %q", row.name, said, row.says)
		}
	}
}

func kinds(v *view.View) (list []string) {
	for _, tr := range v.Troubles() {
		list = append(list, string(tr.Kind))
	}
	return list
}

// An upload that was aborted is not there (bucket/rules.md, NoSuchUpload): who completes it is refused, and so is told
// that its parts are gone. Before that answer nobody was.
func TestWhoIsRefusedForUnreadWorkWasTold(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket bkt\n" +
		"ann: create-multipart-upload bkt/k as u\nann: upload-part bkt/k AAAA part=1 upload=$u.upload as p\n" +
		"ben: list-multipart-uploads bkt as l\nben: abort-multipart-upload bkt/k upload=$l.0.upload\n"
	const completes = "ann: complete-multipart-upload bkt/k [1=$p.etag] upload=$u.upload\n"
	for scene, want := range map[string]bool{lines: false, lines + completes: true} {
		said := roomtest.AtEnd(t, scene).Unread()
		if told := strings.Contains(said, "Ana heard of it by #6, which was refused for it."); told != want ||
			strings.Contains(said, "nobody is told") == want {
			t.Errorf("%s%q", scene, said)
		}
	}
}

// A rename puts what stood under one name over what stood under the other (Rename File in engine/share/rules.md): that
// the old name is gone does not tell whose file was replaced. Of a container that is gone nothing stands there instead.
func TestWhatAnAnswerDoesNotTellOfUnreadWork(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	const moved = who + "ann: create-share sha\nann: create-file sha/a 3\nben: create-file sha/b 3\n" +
		"ben: put-range sha/b ccc range=0-2\nann: rename-file sha/b source=sha/a replace=true\n"
	const removed = who + "ann: create-container wiki\nann: acquire-container-lease wiki duration=60 as l\n" +
		"ann: put-blob wiki/a one\nben: put-blob wiki/a ben\nben: break-container-lease wiki period=0\n" +
		"ben: delete-container wiki\nann: renew-container-lease wiki lease=$l.lease\n"
	for _, row := range []struct{ lines, says, not string }{
		{moved + "ben: get-file sha/a\n", "nobody is told", "heard of it"},
		{moved + "ben: get-file sha/b\n", "has shown Ben since what is there instead", "nobody is told"},
		{removed, "#7 has shown Ana since that nothing was there any more", "instead"},
	} {
		v := roomtest.AtEnd(t, row.lines)
		said := v.Unread() + strings.Join(v.Beside(), " ")
		if !strings.Contains(said, row.says) || strings.Contains(said, row.not) {
			t.Errorf("%s%q, want %q", row.lines, said, row.says)
		}
	}
}

// Put Blob under If-None-Match * is refused by whatever stands there, one's own work too, and LeaseIdMismatch by a
// lease (engine/blob/rules.md): neither tells that another has replaced what one had written. A tag that is over does,
// to who had heard it of that; one that no answer gave, or that an own write had ended, would be refused at any time.
// EXCAS says value and version whatever was named, and EXEC asks what happened since WATCH (engine/tair/rules.md).
func TestARefusalThatCannotTellIsNotSaidToHaveTold(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\n"
		put   = "ann: put-blob own/p ann as a\nben: put-blob own/p ben from=none\n"
		lost  = "ann: send put-blob own/p ann if-none-match=* as m\ndeliver m\nlose m\nben: put-blob own/p ben\n"
		tair  = "ann: EXSET x one\nben: EXSET x two\n"
		plain = "ann: SET x one\nben: SET x two\n"
		held  = "ann: put-blob own/p ann\nann: acquire-blob-lease own/p duration=15 as l\nclock +16s\n" +
			"ben: put-blob own/p ben from=none\nben: acquire-blob-lease own/p duration=60\n"
	)
	for _, row := range []struct {
		lines string
		told  bool
	}{
		{who + lost + "ann: put-blob own/p ann if-none-match=* again=m\n", false},
		{who + lost + "ben: delete-blob own/p\nann: delete-blob own/p\n", false},
		{who + put + "ann: put-blob own/p ann2 if-none-match=*\n", false},
		{who + held + "ann: renew-blob-lease own/p lease=$l.lease\n", false},
		{who + put + "ann: put-blob own/p ann2 if-match=$a.etag\n", true},
		{who + put + "ann: put-blob own/p ann2 if-match=made-up\n", false},
		{who + "ann: put-blob own/p first as f\n" + put + "ann: put-blob own/p ann2 if-match=$f.etag\n", false},
		{who + "ann: put-blob own/p ann as a\nclock +2s\nben: put-blob own/p ben from=none\n" +
			"ann: put-blob own/p ann2 if-unmodified-since=$a.last-modified\n", true},
		{who + "ann: put-blob own/p ann\nben: delete-blob own/p from=none\nann: put-blob own/p a if-match=made-up\n",
			false},
		{who + "ann: put-blob own/p ann as a\nben: delete-blob own/p from=none\n" +
			"ann: put-blob own/p a if-match=$a.etag\n", true},
		{who + tair + "ann: EXSET x 3 VER 77\n", false},
		{who + tair + "ann: EXSET x 3 VER 1\n", true},
		{who + tair + "ann: EXCAS x 3 77\n", true}, // it says value and version, whatever was named
		{who + plain + "ann: CAS x never 3\n", false},
		{who + plain + "ann: CAS x one 3\n", true},
		{who + "ann: WATCH x\n" + plain + "ann: MULTI\nann: SET x 3\nann: EXEC\n", false}, // by an own SET as well
		{who + "ann: SET x one\nann: WATCH x\nben: SET x two\nann: MULTI\nann: SET x 3\nann: EXEC\n", true},
	} {
		said := roomtest.AtEnd(t, row.lines).Unread()
		if said == "" || strings.Contains(said, "heard of it") != row.told {
			t.Errorf("%s%q", row.lines, said)
		}
	}
}

// A read that finds nothing is an answer, and no refusal (engine/conflict/rules.md, "Refused"): it tells all the same.
// Who was told is not counted among those who were told that it went well.
func TestWhoReadsThatWorkIsGoneWasTold(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\n"
		gone = who + "ann: put-blob own/a A\nben: delete-blob own/a\n"
		one  = who + "ann: put-block own/a A block=0001\nben: put-block own/a B block=0002\n" +
			"ann: put-block-list own/a [0001] from=none\n"
		told = one + "ben: put-block-list own/a [0002] from=none\nben: put-block own/a B block=0002\n" +
			"ben: put-block-list own/a [0002] from=none\n"
		untold = one + "ben: put-block own/a B block=0002\nben: put-block-list own/a [0002] from=none\n"
	)
	for _, row := range []struct{ lines, want, never string }{
		{gone + "ann: get-blob own/a\n", "Ana heard of it by #4, a read that was answered 404 Not Found.", "refused"},
		{gone + "ann: get-blob-tags own/a\n", "Ana heard of it by #4, a read that was answered 404 Not Found.",
			"refused"},
		{gone + "ann: set-blob-tags own/a tag.t=1\n", "Ana heard of it by #4, which was refused for it.", "nobody"},
		{told, "Ben's #7 replaced Ana's work (#4)", "went well"},
		{untold, "one over the other: Ben's #3 and Ana's #4 are overwritten", "heard of it"},
	} {
		said := roomtest.AtEnd(t, row.lines).Unread()
		if !strings.Contains(said, row.want) || strings.Contains(said, row.never) {
			t.Errorf("%s%q, want %q", row.lines, said, row.want)
		}
	}
}
