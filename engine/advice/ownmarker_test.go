package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Who was answered 200 for what stands there knows that it made it, and is not told to look for a maker
// (engine/conflict/rules.md, "Sentences and advice come from the cause"). Where it has deleted it since, it does not.
func TestWhoMadeItIsNotToldToLookForItsMaker(t *testing.T) {
	const head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket box\nana: put-object box/k x\n"
	for _, c := range []struct {
		lines string
		own   bool
	}{
		{head + "ana: put-object box/k x if-none-match=*\n", true},
		{head + "ana: delete-object box/k\nben: put-object box/k y\nana: put-object box/k x if-none-match=*\n", false},
		{strings.Replace(head, "ana: put", "ben: put", 1) + "ana: put-object box/k x if-none-match=*\n", false},
	} {
		card, found := cardAtEnd(t, c.lines, engine.AlreadyThere)
		own := strings.Contains(card.Say, "#2 was answered 200 OK: Ana made it")
		if !found || own != c.own || own == strings.Contains(card.Say, "who made it") {
			t.Errorf("%s: %v %s", c.lines, found, card.Say)
		}
	}
}

// Once a read has shown whose text stands there, a card goes by that: no If-Match is sent over another's.
func TestWhoseTextStandsThereIsNoQuestionOnceItWasRead(t *testing.T) {
	const (
		head  = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket box\nana: put-object box/k x\n"
		again = "ana: put-object box/k z if-none-match=*\n"
		other = "ben: put-object box/k y from=none\n" + again
		read  = "ana: get-object box/k\n"
		where = "Where it is still what #2 wrote, nothing stood against it but Ana's own"
	)
	advises(t, []advised{
		{"unread", head + again, engine.AlreadyThere, "read", where, "It is what"},
		{"one's own", head + again + read, engine.AlreadyThere, "", "#4 has read it. It is what #2 wrote, and " +
			"nothing stood against it but Ana's own", "Where it is still"},
		{"another's, unread", head + other, engine.AlreadyThere, "read", where, "It is what"},
		{"another's", head + other + read, engine.AlreadyThere, "",
			"#5 has read it. Of a marker, settle that its maker does the work", "what #2 wrote"},
		{"another's since", head + again + read + "ben: put-object box/k y from=none\n", engine.AlreadyThere, "read",
			where, "It is what"},
	})
}

// A marker that was read and then written over is gone for its maker, who was not told: no mark stands at that, for it
// was known (engine/conflict/rules.md, "Words", Known). What holds the other's text as well takes nothing away.
func TestAMarkerThatWasWrittenOverIsToldToItsMaker(t *testing.T) {
	const (
		met = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container www\n" +
			"ben: put-blob www/m ben if-none-match=*\nann: put-blob www/m ann if-none-match=*\n" +
			"ann: get-blob www/m as r\n"
		over = "ann: put-blob www/m mine from=r if-match=$r.etag\n"
		tell = "The text of Ben's #2 is not in it: if that claimed it for Ben, tell Ben."
		left = "Nothing is left to send"
	)
	advises(t, []advised{
		{"by another text", met + over, engine.AlreadyThere, "", tell, left},
		{"with what it said", met + strings.Replace(over, "mine", "\"ben, mine\"", 1), engine.AlreadyThere, "", left,
			"tell Ben"},
		{"under another name", met + "ann: put-blob www/n ann if-none-match=*\n", engine.AlreadyThere, "", "",
			"tell Ben"},
	})
}

// An insert, SET with NX and an SMB CREATE make a marker as If-None-Match * does (engine/table/rules.md, "Operations
// and outcomes"; engine/tair/rules.md, "Commands"; engine/share/rules.md, "SMB opens"): who meets another's is told
// what that may be, and who may have met its own as well.
func TestAMarkerThatIsNoBlob(t *testing.T) {
	const (
		head  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table jobs\nseed: create-share docs\n"
		maker = "Of a marker, settle that its maker does the work: it may never have heard that it was made."
		own   = "If it is a marker, do not leave its work to others: it may be Ana's own."
	)
	lost := func(line string) string { return "ann: send " + line + " as m\ndeliver m\nlose m\n" }
	for _, line := range []string{"insert-entity jobs/p/r .by=x", "SET job x NX", "EXSET job x NX",
		"smb-create docs/job disposition=CREATE"} {
		advises(t, []advised{{line, head + lost(line) + "ben: " + line + "\n", engine.AlreadyThere, "read", maker,
			"If the content counts"}})
		if strings.HasPrefix(line, "smb") { // its own echo is told otherwise
			continue
		}
		advises(t, []advised{{line, head + lost(line) + "ann: " + line + " again=m\n", engine.OwnEcho, "read", own,
			""}})
	}
	const ofMarker = "Of a marker: with the id, its work is Ana's to do"
	advises(t, []advised{
		{"one's own row, read", head + lost("insert-entity jobs/p/r .by=x") + "ann: insert-entity jobs/p/r .by=x " +
			"again=m\nann: get-entity jobs/p/r\n", engine.OwnEcho, "", ofMarker, ""},
		{"one's own key, read", head + lost("SET job x NX") + "ann: SET job x NX again=m\nann: GET job\n",
			engine.OwnEcho, "", ofMarker, ""},
		{"another's key, read", head + "ben: SET job y NX\n" + lost("SET job x NX") + "ann: SET job x NX again=m\n" +
			"ann: GET job\n", engine.AlreadyThere, "",
			"and nobody deletes, #4 was not done. Otherwise", "a log goes on"},
		{"a lock without a time", head + "ben: SET job y NX\nann: SET job x NX\n", engine.AlreadyThere, "read",
			"it never ends by itself. Settle whether its maker works; if not, delete it with CAD of what was read", ""},
		{"a versioned one", head + "ben: EXSET job y NX\nann: EXSET job x NX\n", engine.AlreadyThere, "read",
			"delete it with EXCAD of what was read", ""},
		{"a lock with a time", head + "ben: SET job y NX EX 30\nann: SET job x NX EX 30\n", engine.AlreadyThere,
			"retry", "job has expired. Send the same again", "never ends"},
	})
	advises(t, []advised{{"a container holds things", head + "ann: create-table jobz\nben: create-table jobz\n",
		engine.AlreadyThere, "read", "decide whether it will do", "Of a marker"}})
}

// A refusal behind one's own try without an answer does not say that somebody else was first (engine/bucket/rules.md,
// 409 ConditionalRequestConflict), and behind one that was heard to be done it is the echo of that.
func TestOnesOwnTryMayHaveBeenFirst(t *testing.T) {
	const (
		busy = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.contention=on\nseed: create-bucket bkt\n" +
			"ben: send put-object bkt/m ben if-none-match=* as k\narrive k\n" +
			"ann: put-object bkt/m ann if-none-match=* as m\n"
		again = "ann: put-object bkt/m ann if-none-match=* again=m\n"
		lost  = "lose k\nann: send put-object bkt/m ann if-none-match=* again=m as n\ndeliver n\nlose n\n"
		first = "was told 412: somebody else was first"
		late  = "writer ann \"Ana\"\nseed: create-bucket bkt\nann: send put-object bkt/m ann if-none-match=* as m\n" +
			"lose m\nann: put-object bkt/m ann if-none-match=* again=m\n"
	)
	advises(t, []advised{
		{"another's", busy + "deliver k\n" + again, engine.TwoAtOnce, "", first, ""},
		{"one's own", busy + lost + again, engine.TwoAtOnce, "", "What to do now stands at that refusal", first},
		{"heard to be done", late + again, engine.OwnEcho, "", "Stop: #3 was done", "does not say whose"},
	})
}

// A marker that a third has removed tells its maker nothing: until that one has heard of it, it may still work behind
// it (engine/bucket/rules.md, DeleteObject without a condition), and who would take it next has to settle that first.
func TestWhoMadeWhatAThirdRemovedMayStillWork(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-bucket pics\n" +
			"seed: create-container con\n"
		lock = who + "ann: put-object pics/m ann if-none-match=*\nben: put-object pics/m ben if-none-match=*\n"
		blob = who + "ann: put-blob con/m ann if-none-match=*\nben: put-blob con/m ben if-none-match=*\n"
		key  = who + "ann: SET m ann NX\nben: SET m ben NX\n"
		took = "cem: delete-object pics/m\n"
		more = "Settle with Cy whether it is wanted again, and whether Ana, who made it and has not heard that it is " +
			"gone, still works behind it."
		only = "Settle with Cy whether it is wanted again."
	)
	advises(t, []advised{
		{"an object", lock + took, engine.AlreadyThere, "", more, only},
		{"a blob", blob + "cem: delete-blob con/m\n", engine.AlreadyThere, "", more, only},
		{"a key", key + "cem: DEL m\n", engine.AlreadyThere, "", more, only},
		{"its maker has read since", lock + took + "ann: get-object pics/m\n", engine.AlreadyThere, "", only, "Ana"},
		{"its maker read before", lock + "ann: get-object pics/m\n" + took, engine.AlreadyThere, "", more, only},
		{"its maker was refused since", blob + "cem: delete-blob con/m\nann: put-blob con/m x if-match=*\n",
			engine.AlreadyThere, "", only, "Ana"},
		{"nobody's", strings.Replace(lock, "ann: put", "seed: put", 1) + took, engine.AlreadyThere, "", only, "Ana"},
		{"given back", lock + "ann: delete-object pics/m\n", engine.AlreadyThere, "retry", "Send the same again", "Cy"},
		{"a container", who + "ann: create-container box\nben: create-container box\n" +
			"cem: delete-container box\nclock +40s\n", engine.AlreadyThere, "", only, "Ana"},
	})
}
