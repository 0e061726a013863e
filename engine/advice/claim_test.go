package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// A property of a row holds one value, whatever stands beside it: who is second stops, by a read of the row and by one
// of all rows. Two counts are put together.
func TestAClaimInARowIsNotPutOverAnothers(t *testing.T) {
	const own = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table own\n" +
		"seed: insert-entity own/p/0 .owner=none .cursor=1\n"
	const stop = "If what is there now claims it for somebody else, stop; otherwise decide which value counts"
	const read = own + "ann: get-entity own/p/0 as a\nben: get-entity own/p/0 as b\n"
	const list = own + "ann: query-entities own as a\nben: query-entities own as b\n" +
		"ann: merge-entity own/p/0 .owner=ann .epoch=1 if-match=$a.0.etag\n" +
		"ben: merge-entity own/p/0 .owner=ben .epoch=1 if-match=$b.0.etag\n"
	for _, row := range []struct{ name, lines, want, never string }{
		{"merged", read + "ann: merge-entity own/p/0 .owner=ann if-match=$a.etag\n" +
			"ben: merge-entity own/p/0 .owner=ben if-match=$b.etag\n", stop, "together"},
		{"replaced", read + "ann: update-entity own/p/0 .owner=ann .cursor=1 if-match=$a.etag\n" +
			"ben: update-entity own/p/0 .owner=ben .cursor=1 if-match=$b.etag\n", stop, "together"},
		{"from a list", list, "If what is there now claims it for somebody else, stop; otherwise put",
			"Read again, put"},
		{"given back while another claims it", read + "ann: merge-entity own/p/0 .owner=ann if-match=$a.etag\n" +
			"ben: update-entity own/p/0 .cursor=1 if-match=$b.etag\n", stop, "together"},
		{"counts", read + "ann: merge-entity own/p/0 .cursor=2 if-match=$a.etag\n" +
			"ben: merge-entity own/p/0 .cursor=3 if-match=$b.etag\n", "put the two together", "claims"},
		{"counts beside what one of them claimed", read +
			"ann: merge-entity own/p/0 .owner=ann .cursor=2 if-match=$a.etag\n" +
			"ben: merge-entity own/p/0 .cursor=3 if-match=$b.etag\n", "put the two together", "claims"},
	} {
		saysAtEnd(t, row.lines, engine.StaleWrite, row.want, row.never)
	}
}

// A value that came with the refusal may be a claim as well as a body that was read: before it is written over, whoever
// was refused looks whose it is. A text of several lines is no such claim.
func TestAClaimInALineIsNotPutOverAnothers(t *testing.T) {
	const stop = "if what is there now claims it for somebody else, stop; otherwise put the change into the new value"
	const read = "ann: EXGET own\nben: EXGET own\n"
	for _, row := range []struct{ name, lines, want, never, rest string }{
		{"a value that claims", who + "seed: EXSET own none\n" + read +
			"ann: EXCAS own ann 1\nben: EXCAS own ben 1\n", stop, "",
			"If what is there now claims it for somebody else, stop; otherwise put the change into the value"},
		{"a value of several lines", who + "seed: EXSET own \"a\\nb\"\n" + read +
			"ann: EXCAS own \"a\\nann\" 1\nben: EXCAS own \"a\\nben\" 1\n",
			"put the change into the new value", "claims", "Put the change into the value"},
	} {
		card, found := cardAtEnd(t, row.lines, engine.StaleWrite)
		never := row.never != "" && strings.Contains(card.Say, row.never)
		if !found || !strings.Contains(card.Say, row.want) || never || !strings.Contains(card.Rest, row.rest) {
			t.Errorf("%s: %q, %q", row.name, card.Say, card.Rest)
		}
	}
}

// A try without an answer does not make a claim one's own: who reads another's name where it was to set its own stops,
// whatever carries the name.
func TestALostClaimIsNotPutOverAnothers(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: create-table tab\n" +
		"seed: put-blob own/0 none\nseed: insert-entity tab/p/0 .owner=none .cursor=1\nseed: EXSET own none\n"
	const stop = "laims it for somebody else, stop; otherwise "
	for _, row := range []struct{ name, read, write, guard, want, never string }{
		{"metadata", "get-blob own/0", "set-blob-metadata own/0 meta.owner=%", " if-match=$%.etag",
			"if it c" + stop + "put the change into what is there", "if not"},
		{"a body", "get-blob own/0", "put-blob own/0 %", " if-match=$%.etag",
			"If what is there now c" + stop + "check whether", ""},
		{"a row", "get-entity tab/p/0", "merge-entity tab/p/0 .owner=%", " if-match=$%.etag",
			"If what is there now c" + stop + "check whether", ""},
		{"a line", "EXGET own", "EXCAS own %", " 1", "If what is there now c" + stop + "check whether", ""},
		{"lines", "get-blob own/0", "put-blob own/0 \"%\\nlog\"", " if-match=$%.etag",
			"check whether its change is still missing", "claims"},
	} {
		write := func(name string) string { return strings.ReplaceAll(row.write+row.guard, "%", name) }
		lines := who + "ann: " + row.read + " as ann\nben: " + row.read + " as ben\n" +
			"ann: send " + write("ann") + " as p\nlose p\nben: " + write("ben") + "\n" +
			"ann: " + write("ann") + " again=p\nann: " + row.read + "\n"
		saysAtEnd(t, lines, engine.StaleWrite, row.want, row.never)
	}
}

// A name in an otherwise empty blob claims it: who is second stops, and does not put its own over the first one's.
func TestAClaimIsNotPutOverAnothers(t *testing.T) {
	const own = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: put-blob own/p0 none\n"
	const read = own + "ann: get-blob own/p0 as a1\nben: get-blob own/p0 as b1\n" +
		"ann: put-blob own/p0 ann if-match=$a1.etag\n"
	for _, row := range []struct{ name, lines, want, never string }{
		{"a body of one line may be a claim", read + "ben: put-blob own/p0 ben if-match=$b1.etag\n",
			"claims it for somebody else, stop; otherwise put the two together", ""},
		{"so may one that was made from a list", own + "ann: list-blobs own as a1\nben: list-blobs own as b1\n" +
			"ann: put-blob own/p0 ann if-match=$a1.0.etag\nben: put-blob own/p0 ben if-match=$b1.0.etag\n",
			"claims it for somebody else, stop", "Read again, put"},
		{"who sent it all the same is told of the other", read + "ben: put-blob own/p0 ben if-match=$b1.etag\n" +
			"ben: get-blob own/p0 as b2\nben: put-blob own/p0 ben if-match=$b2.etag from=b2\n",
			"The text of Ana's #5 is not in it: if that claimed it for Ana, tell Ana.", "Nothing is left to send"},
		{"another text has gone through", read + "ben: put-blob own/p0 ben if-match=$b1.etag\n" +
			"ben: get-blob own/p0 as b2\nben: put-blob own/p0 \"ann, ben\" if-match=$b2.etag from=b2\n",
			"Nothing is left to send", "tell Ana"},
		{"what changed beside the text is no text", own + "ann: get-blob own/p0 as a1\nben: get-blob own/p0 as b1\n" +
			"ann: set-blob-metadata own/p0 meta.k=2\nben: put-blob own/p0 ben if-match=$b1.etag\n" +
			"ben: get-blob own/p0 as b2\nben: put-blob own/p0 ben meta.k=2 if-match=$b2.etag from=b2\n",
			"Nothing is left to send", "The text of Ana"},
		{"texts of several lines are put together", own + "seed: put-blob own/p1 \"a\\nb\"\n" +
			"ann: get-blob own/p1 as a1\nben: get-blob own/p1 as b1\n" +
			"ann: put-blob own/p1 \"a\\nann\" if-match=$a1.etag\nben: put-blob own/p1 \"a\\nben\" if-match=$b1.etag\n",
			"put the two together", "claims"},
	} {
		saysAtEnd(t, row.lines, engine.StaleWrite, row.want, row.never)
	}
}

// Who claims what a read did not find has a guard that asks for an absence; where the claim is sent by what takes none,
// or by a line, the same is offered as the operation that does (engine/tair/rules.md, "Commands", NX;
// engine/table/rules.md, "Operations and outcomes", Insert Entity). Whose claim was replaced stops, and sets
// its own over nobody's.
func TestAClaimOfWhatWasNotThere(t *testing.T) {
	const head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-table own\nseed: create-container own\n"
	const tell = "tell Ann, who stops if it was a claim and puts anything else into what is there"
	for _, row := range []struct{ read, claim, sent string }{
		{"GET own", "SET own NAME", "send SET own ben NX. There it is refused (nil)"},
		{"EXGET own", "EXSET own NAME", "send EXSET own ben NX. There it is refused (nil)"},
		{"get-entity own/p/0", "insert-or-replace-entity own/p/0 .owner=NAME",
			"send insert-entity. There it is refused (409 Conflict)"},
		{"get-blob own/0", "put-blob own/0 NAME", "send it with a guard. There it is refused (409"},
	} {
		lines := head + "ann: " + row.read + "\nben: " + row.read + "\n" +
			"ann: " + strings.ReplaceAll(row.claim, "NAME", "ann") + "\n" +
			"ben: " + strings.ReplaceAll(row.claim, "NAME", "ben") + "\n"
		advises(t, []advised{{row.claim, lines, engine.LostUpdate, "guard", row.sent, "plain read"},
			{row.claim, lines, engine.LostUpdate, "guard", tell, ""}})
	}
}

// Two who both heeded what they were told worked all the same, because the claim of the one was over when the other's
// was accepted: the story says what ended it, and in the order of events (engine/blob/rules.md, If-None-Match * and
// leases; engine/tair/rules.md, "Commands", NX and EX).
func TestAClaimThatWasOver(t *testing.T) {
	const (
		head  = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-container jobs\nseed: put-blob jobs/inv x\n"
		blob  = "put-blob jobs/done x if-none-match=*\n"
		ann   = head + "ann: " + blob
		took  = head + "ann: acquire-blob-lease jobs/inv duration=15\n"
		lock  = "ann: SET lk ann NX\nann: SET x 1\n"
		again = "ben: SET lk ben NX\nben: does job\nann: does job\n"
		takes = "ben: acquire-blob-lease jobs/inv duration=15\nben: does job\nann: does job\n"
	)
	for _, c := range []struct{ name, lines, first, step, say string }{
		{"its maker removed it", ann + "ann: does job\nann: delete-blob jobs/done\nben: " + blob + "ben: does job\n",
			"Both had made jobs/done: Ann's #4 had removed what #3 had made when Ben's #5 was accepted.",
			"Ann removed jobs/done with #4.", "#4 removed the marker of #3: only one that stays keeps others"},
		{"the other removed it", ann + "ben: " + blob + "ben: delete-blob jobs/done\nben: " + blob +
			"ben: does job\nann: does job\n", "Ben's #5 had removed what #3 had made when Ben's #6 was accepted.",
			"Ben removed jobs/done with #5.", "#5 took away the claim of #3: settle with Ann first"},
		{"a key's time was over", head + "ann: SET lk ann NX EX 10\nclock +11s\nben: SET lk ben NX EX 10\n" +
			"ben: does job\nann: does job\n", "what Ann's #3 had made was gone when Ben's #4 was accepted.",
			"lk expired at 00:10.001.", "The claim of #3 was over when #4 was accepted"},
		{"a lease's time was over", took + "clock +16s\n" + takes, "that of Ann's #3 was over when Ben's #4",
			"The lease of jobs/inv ended at 00:15.0.", "The claim of #3 was over when #4 was accepted"},
		{"a lease was broken", strings.Replace(took, "=15", "=-1", 1) +
			"ben: break-blob-lease jobs/inv\n" + takes,
			"Ben's #4 had broken the one of #3 when Ben's #5", "Ben broke the lease of jobs/inv at 00:00.0.",
			"#4 took away the claim of #3"},
		{"one of several keys", head + lock + "ben: DEL x lk\n" + again,
			"Ben's #5 had removed what #3 had made when Ben's #6", "Ben removed lk with #5.",
			"#5 took away the claim of #3: settle with Ann first"},
		{"a transaction", head + lock + "ben: MULTI\nben: DEL lk\nben: EXEC\n" + again,
			"Ben's #7 had removed what #3 had made when Ben's #8", "Ben removed lk with #7.",
			"#7 took away the claim of #3"},
		{"a script", head + lock + "ben: EVAL \"if redis.call('GET', KEYS[1]) then return redis.call('DEL', KEYS[1]) " +
			"end\" 1 lk\n" + again, "Ben's #5 had removed what #3 had made when Ben's #6", "Ben removed lk with #5.",
			"#5 took away the claim of #3"},
		{"a rename", head + lock + "ben: RENAME lk old\n" + again,
			"Ben's #5 had moved away what #3 had made when Ben's #6", "Ben moved lk away with #5.",
			"#5 took away the claim of #3"},
		{"replaced before it was removed", head + lock + "ben: RENAME x lk\nben: DEL lk\n" + again,
			"what Ann's #3 had made was gone when Ben's #7 was accepted.", "Ben made lk with #7",
			"#5 replaced Ann's #3 before."},
		{"another thing was made", ann + "ann: does job\nann: delete-blob jobs/done\n" +
			"ben: put-blob jobs/else x if-none-match=*\nben: does job\n",
			"by Ann and by Ben. Nobody was told.", "", ""},
	} {
		v := roomtest.AtEnd(t, c.lines)
		for _, f := range v.Troubles() {
			if f.Kind != engine.DoneTwice {
				continue
			}
			told, text, last := v.Story(f.Finding), "", 0
			for _, s := range told.Steps {
				text += s.Text + "\n"
				if s.Event < last {
					t.Errorf("%s: out of order: %s", c.name, s.Text)
				}
				last = s.Event
			}
			card := advice.For(v, f.Finding)
			if !strings.Contains(told.First, c.first) || !strings.Contains(text, c.step) ||
				!strings.HasPrefix(card.Say, c.say) || !strings.Contains(card.Say, "Make the work safe to repeat") {
				t.Errorf("%s: %s\n%s%s", c.name, told.First, text, card.Say)
			}
			c.name = ""
		}
		if c.name != "" {
			t.Errorf("%s: no mark", c.name)
		}
	}
}

// A name that is given again, as in each round of a plan, is another answer's by then: what was sent keeps what it had
// been sent with, and so does the same again.
func TestANameThatIsGivenAgainChangesNothingThatWasSent(t *testing.T) {
	const (
		lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/n 7\n" +
			"ann: get-blob con/n as r\nben: put-blob con/n 8\nann: put-blob con/n 9 if-match=$r.etag as w\n"
		key = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET n 7\nann: EXGET n as r\nben: EXSET n 8\n" +
			"ann: EXSET n 9 VER $r.version as w\n"
	)
	advises(t, []advised{
		{"another's", lines + "ben: get-blob con/n as r\n", engine.StaleWrite, "read",
			"The same again would get 412 Precondition Failed", ""},
		{"a key", key + "ben: EXGET n as r\n", engine.StaleWrite, "read",
			"The same again would get ERR update version is stale", ""},
	})
}

// What a merge does not name stays in the row (engine/table/rules.md): nobody's claim goes by it.
func TestAMergeOfAnotherPropertyTakesNoClaimAway(t *testing.T) {
	const row = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table acc\nseed: insert-entity acc/p/a .n=1\n" +
		"ann: get-entity acc/p/a as a\nben: get-entity acc/p/a as b\nann: merge-entity acc/p/a .by=ann " +
		"if-match=$a.etag\n"
	const last = " if-match=$b.etag\nben: get-entity acc/p/a as c\n"
	const is = "is not in it: if that claimed it for Ana"
	advises(t, []advised{
		{"another property", row + "ben: merge-entity acc/p/a .m=2" + last + "ben: merge-entity acc/p/a .m=2 " +
			"if-match=$c.etag\n", engine.StaleWrite, "", "has gone through since. Nothing is left to send.", is},
		{"the same", row + "ben: merge-entity acc/p/a .by=ben" + last + "ben: merge-entity acc/p/a .by=ben " +
			"if-match=$c.etag\n", engine.StaleWrite, "",
			"It did harm: tell Ana, who does not know", "Nothing is left"},
	})
}

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

// Who hears nothing of its own create, reads the other's marker and works all the same is told whose it is, in whatever
// words its service has for a create: an insert, NX, If-None-Match (engine/*/rules.md). A marker that names nobody is
// to name its maker. No id of a message is spoken of where there is none, though a key is called as the work is.
func TestAMarkerIsToldInTheWordsOfItsService(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket jobs\nseed: create-table jobs\n"
	const row, key, object = "insert-entity jobs/p/job1 .owner=WHO", "SET job1 WHO NX", "put-object jobs/job1 WHO " +
		"if-none-match=*"
	for _, c := range []struct{ create, read, says string }{
		{row, "get-entity jobs/p/job1", `It says "owner=ann": work only where the name in it is one's own.`},
		{"insert-entity jobs/p/job1 .state=taken", "get-entity jobs/p/job1", "Let a marker name its maker"},
		{key, "GET job1", `It says "ann": work only where the name in it is one's own.`},
		{"SETNX job1 taken", "GET job1", "Let a marker name its maker"},
		{"EXSET job1 WHO NX", "EXGET job1", `It says "ann": work only`},
		{object, "get-object jobs/job1", `It says "ann": work only where the name in it is one's own.`},
	} {
		create := func(by string) string { return strings.ReplaceAll(c.create, "WHO", by) }
		lines := who + "ann: " + create("ann") + "\nann: does job1\nben: send " + create("ben") +
			" as b\nlose b\nben: " + c.read + "\nben: does job1\n"
		saysAtEnd(t, lines, engine.DoneTwice, "Ben worked all the same. "+c.says, "message")
	}
	const customer = "ann: insert-entity jobs/p/customer .city=Rome\nben: get-entity jobs/p/customer\n" // is no marker
	for id, lines := range map[string]string{
		"an id of its own": customer + "ann: does job1\nben: does job1\n",
		"the message's id": "seed: create-queue jobq\nseed: put-message jobq job1\n" +
			"ann: get-messages jobq visibilitytimeout=5 as a\nclock +6s\n" +
			"ben: get-messages jobq visibilitytimeout=30 as b\n" + customer + "ann: does $a.0\nben: does $b.0\n",
	} {
		saysAtEnd(t, who+lines, engine.DoneTwice, "Make the work safe to repeat: keep its result under "+id, "marker")
	}
	const nobody = "writer ann\nwriter ben\nann: SET job1 1\nann: does job1\nben: does job1\n"
	saysAtEnd(t, nobody, engine.DoneTwice, "under an id of its own, where the storage takes it only once, as a SET "+
		"with NX does.", "")
}

// Who claims under the tag that it read, and replaces what says that another has it, is told to look at what it reads:
// the condition held.
func TestWhoReplacesAClaimItReadIsToldToLook(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\n"+
		"seed: put-blob own/p free\nann: get-blob own/p as a\nann: put-blob own/p ann if-match=$a.etag\n"+
		"ann: does job\nben: get-blob own/p as b\nben: put-blob own/p ben if-match=$b.etag\nben: does job\n",
		engine.DoneTwice)
	if want := `#5 had shown Ben that own/p says "ann", and #6 replaced it.`; !found ||
		!strings.HasPrefix(card.Say, want) || !strings.Contains(card.Say, "leave what says that another has it") {
		t.Errorf("%t %s", found, card.Say)
	}
}
