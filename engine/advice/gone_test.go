package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// What was mixed, torn, late or left without an end is told only while it is so: a put replaces all of a blob and
// clears its blocks (engine/blob/rules.md), DEL and an expiry leave nothing of a key, and EXPIRE gives it an end
// (engine/tair/rules.md, "Expiry").
func TestWhatIsSoNoLongerIsNotTold(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		mix = who + "seed: create-container www\nseed: put-blob www/a old\nann: put-block www/a AA block=A001\n" +
			"ben: put-block www/a BB block=A001\nann: put-block-list www/a [latest A001]\n"
		left  = "nothing of what was mixed is left."
		piece = who + "seed: create-share sha\nseed: create-file sha/s 4\nseed: create-file sha/d 4\n" +
			"ann: get-file sha/s\nben: put-range sha/s BBBB range=0-3\n" +
			"ann: put-range-from-url sha/d sha/s range=0-3 source-range=0-3\n"
		torn = who + "seed: create-bucket bkt\nseed: put-object bkt/k 12345678\n" +
			"ann: get-object bkt/k range=bytes=0-3\nben: put-object bkt/k abcdefgh\n" +
			"ann: get-object bkt/k range=bytes=4-7\n"
		ends = who + "seed: EXSET k one\nben: EXGET k as b\nann: EXPIRE k 500\nben: EXSET k two VER $b.version\n"
		late = who + "seed: create-bucket bkt\nann: send put-object bkt/k one as p\nann: put-object bkt/k two\n" +
			"deliver p\n"
		lease = who + "seed: create-container www\nseed: put-blob www/a old\n" +
			"ann: acquire-blob-lease www/a duration=60 as l\nann: set-blob-metadata www/a meta.id=$l.lease " +
			"lease=$l.lease\nben: get-blob www/a as b\nben: put-blob www/a ben lease=$b.meta.id\n"
	)
	advises(t, []advised{
		{"mixed", mix, engine.MixedContent, "read", "Read the whole, then write what was meant.", "left"},
		{"mixed, and put right", mix + "ann: put-blob www/a AA\n", engine.MixedContent, "",
			"Ana's #6 has put another text there since: " + left, "Read"},
		{"mixed, and replaced", mix + "ben: put-blob www/a CC from=none\n", engine.MixedContent, "", left + " Settle " +
			"with Ben whether what #5 was to write is still wanted.", "Read"},
		{"mixed, and changed by who had read it", mix + "ben: get-blob www/a as r\nben: put-blob www/a BBB " +
			"if-match=$r.etag\n", engine.MixedContent, "read", "Read the whole", "left"},
		{"mixed, and gone", mix + "ben: delete-blob www/a from=none\n", engine.MixedContent, "",
			"www/a is gone, by Ben's #6 (delete-blob), and with that what was mixed. Settle with Ben whether " +
				"it is wanted again.", "Read"},
		{"mixed, and gone by its own", mix + "ann: delete-blob www/a from=none\n", engine.MixedContent, "",
			"and with that what was mixed. Write what was meant if it is still wanted.", "Settle"},
		{"a mixed piece", piece, engine.MixedContent, "read", "Read the whole", "left"},
		{"torn", torn, engine.TornRead, "read", "Read again, with If-Match", "nothing is left"},
		{"torn, and gone", torn + "ben: delete-object bkt/k\n", engine.TornRead, "",
			"bkt/k is gone, by Ben's #6 (delete-object): nothing is left to read.", "Read again"},
		{"without an end", ends, engine.LostUpdate, "", "without one it stays for ever", "another."},
		{"under another name", ends + "cat: EXGET k\ncat: RENAME k h\n", engine.LostUpdate, "",
			"k is h now, by Cat's #6. Tell Ana",
			"not there any more"},
		{"ended otherwise", ends + "cat: EXGET k\ncat: DEL k\n", engine.LostUpdate, "",
			"k is gone, by Cat's #6 (DEL): what had lost its end is not there any more.", "for ever"},
		{"an older text", late, engine.LostUpdate, "read", "Read what is there and write the newer text", "nothing"},
		{"an older text, and gone", late + "cat: delete-object bkt/k\n", engine.LostUpdate, "",
			"bkt/k is gone, by Cat's #4 (delete-object). Write the newer text again only if", "what is there"},
		{"an older text, and the newer one again", late + "ann: put-object bkt/k two\n", engine.LostUpdate, "",
			"Since #4 what #3 had put there stands again: nothing is left to do.", "Read"},
		{"an older text, and the newest", late + "ann: put-object bkt/k three\n", engine.LostUpdate, "",
			"#4 has put another there since: nothing is left to do.", "Read"},
	})
	advisesBehind(t, []advised{
		{"with another end", ends + "cat: EXPIRE k 50\n", engine.LostUpdate, "",
			"took away the expiry of k, and Cat's #5 has given it another.", "for ever"},
		{"a borrowed lease", lease, engine.BorrowedLease, "guard", "Stop: the lease is Ana's.", "not any more"},
		{"a borrowed lease that is over", lease + "ann: release-blob-lease www/a lease=$l.lease\n",
			engine.BorrowedLease, "guard", "The lease was Ana's, and is not any more", "Stop: the lease is"},
	})
}

// RENAME and MOVE keep what they take elsewhere (engine/tair/rules.md, "Values"): nothing has to be written again, and
// what brings it back is tried.
func TestWhatWasMovedIsNotLost(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET a 1\nann: GET a\nben: SET a 2\n"
		two  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: SET a 1\nseed: SET z 9\nann: GET a\n"
		move = head + "ann: MOVE a 1\n"
		name = head + "ann: RENAME a b\n"
	)
	advises(t, []advised{
		{"moved", move, engine.LostUpdate, "", "Tell Ben that #4 moved it to db1:a: a plain read of a no longer " +
			"shows it. MOVE a 0 in database 1 brings it back.", "write again"},
		{"renamed", name, engine.LostUpdate, "", "RENAMENX b a brings it back.", "write again"},
		{"back again", name + "ann: RENAME b a\n", engine.LostUpdate, "",
			"#5 has put it back since: a read of a shows it again.", "no longer"},
		{"back from the other database", move + "ann: SELECT 1\nann: MOVE a 0\n", engine.LostUpdate, "",
			"has put it back since", "no longer"},
		{"renamed in a transaction", head + "ann: MULTI\nann: RENAME a b\nann: SET c 1\nann: EXEC\n",
			engine.LostUpdate, "", "Tell Ben that #7 moved it to b: a plain read of a no longer shows it. RENAMENX b " +
				"a brings it back.", "removed"},
		{"moved in a transaction", head + "ann: MULTI\nann: MOVE a 1\nann: EXEC\n",
			engine.LostUpdate, "", "Tell Ben that #6 moved it to db1:a", "removed"},
		{"replaced in one, and renamed then", head + "ann: MULTI\nann: SET a 3\nann: RENAME a b\nann: EXEC\n",
			engine.LostUpdate, "", "Tell Ben what #7", "moved it"},
		{"met nothing after one", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET a 1\nann: MULTI\n" +
			"ann: RENAME a b\nann: EXEC\nben: SET a 2 XX\n", engine.IsGone, "read", "a is b now, by Ana's #4.", ""},
		{"renamed twice", two + "ben: RENAME a b\ncy: RENAME b c\nann: SET a 2 XX\n", engine.IsGone, "read",
			"a is c now, by Ben's #4 and then Cy's #5.", ""},
		{"another one put over it", two + "ben: RENAME a b\ncy: RENAME z b\nann: SET a 2 XX\n", engine.IsGone, "",
			"It is gone.", "is b now"},
		{"another written over it", two + "ben: RENAME a b\ncy: SET b 3\nann: SET a 2 XX\n", engine.IsGone, "",
			"b is not what Ben's #4 renamed to that any more: Cy's #5 put something else in its place. It is gone.",
			"is b now"},
		{"written over behind the refusal", two + "ben: RENAME a b\nann: SET a 2 XX\ncy: SET b 3\n", engine.IsGone, "",
			"Cy's #6 put something else in its place. It is gone.", "is b now"},
		{"read and written under its new name", two + "ben: RENAME a b\ncy: GET b\ncy: SET b 3\nann: SET a 2 XX\n",
			engine.IsGone, "read", "a is b now, by Ben's #4.", "something else"},
		{"appended to", two + "ben: RENAME a b\ncy: APPEND b 3\nann: SET a 2 XX\n", engine.IsGone, "read",
			"a is b now, by Ben's #4.", "something else"},
		{"written over by who had found nothing there", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET a 1\n" +
			"ben: GET b\nann: RENAME a b\nben: SET b 2\nben: SET a x XX\n", engine.IsGone, "",
			"b is not what Ana's #3 renamed to that any more: Ben's #4 put something else in its place.", "is b now"},
		{"a file made over it", "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-share sh\n" +
			"seed: create-file sh/a 5\nann: rename-file sh/b source=sh/a\ncy: create-file sh/b 2\n" +
			"ben: put-range sh/a x range=0-0\n", engine.IsGone, "", "sh/b is not what Ana's #3 renamed to that any " +
			"more: Cy's #4 put something else in its place. It is gone.", "is sh/b now"},
		{"a piece of a file put into it", "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n" +
			"seed: create-share sh\nseed: create-file sh/a 5\nann: rename-file sh/b source=sh/a\n" +
			"cy: put-range sh/b y range=1-1\nben: put-range sh/a x range=0-0\n", engine.IsGone, "read",
			"sh/a is sh/b now, by Ana's #3.", "something else"},
		{"a new one stands there", name + "ben: SET a 3\n", engine.LostUpdate, "", "moved it to b", "brings it back"},
		{"replaced since", name + "ben: SET b 3\n", engine.LostUpdate, "", "moved it to b", "brings it back"},
		{"gone since", name + "ann: DEL b\n", engine.LostUpdate, "", "moved it to b", "brings it back"},
		{"a value of the module", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET a 1\nann: EXGET a\n" +
			"ben: EXSET a 2\nann: MOVE a 1\n", engine.LostUpdate, "", "MOVE a 0 in database 1 brings it back.", ""},
	})
}

// Who took a property or a row away has put nothing there that could be put back: what is settled is whether it is to
// be there (engine/conflict/rules.md, "By part": there and gone are two states of one part).
func TestWhoRemovedSomethingIsAskedWhetherItIsToBeThere(t *testing.T) {
	const row = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table tab\nseed: insert-entity tab/p/r .a=1L " +
		".b=1L\nann: get-entity tab/p/r\n"
	for lines, want := range map[string]string{
		row + "ben: insert-or-replace-entity tab/p/r .a=2L\nann: insert-or-merge-entity tab/p/r .b=5L\n": "tell Ben " +
			"that #5 brought back what #4 had removed, and settle whether it is to be there.",
		row + "ben: update-entity tab/p/r .a=2L if-match=*\nann: insert-or-merge-entity tab/p/r .b=5L\n": "tell Ben " +
			"that #5 brought back what #4 had removed, and settle whether it is to be there.",
	} {
		card, found := cardAtEnd(t, lines, engine.LostUpdate)
		if said := strings.Join(card.Others, " "); !found || !strings.Contains(said, want) ||
			strings.Contains(said, "put into what is there") {
			t.Errorf("%s: %t %q, want %q", lines, found, said, want)
		}
	}
}

// engine/lease/rules.md: a lease runs out so many seconds after the answer that started its clock, and is renewed until
// then. Who comes later is told by how much, and that a renewal in time goes through (azure-functions-host 7143: 17.9 s
// after the last renewal of a lease of 15 s; 2592: begin at half of the time).
func TestWhoCameTooLateIsToldByHowMuch(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: put-blob own/h x\n" +
		"ann: acquire-blob-lease own/h duration=15 as a\n"
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want        string // empty: nothing of the kind is said
	}{
		{"late", head + "clock +16s\nben: acquire-blob-lease own/h duration=15\nclock +2s\n" +
			"ann: renew-blob-lease own/h lease=$a.lease\n", engine.IsLeased,
			"s after the lease had ended. In time, before 00:15.0, a renewal gets 200 OK; one at half of the 15 s"},
		{"held up", head + "clock +12s\nann: send renew-blob-lease own/h lease=$a.lease as r\nclock +4s\n" +
			"ben: acquire-blob-lease own/h duration=15\ndeliver r\nanswer r\n", engine.IsLeased,
			", though it was sent at 00:12."},
		{"a write", head + "clock +20s\nann: put-blob own/h y lease=$a.lease\n", engine.LeaseOver,
			"a renewal gets 200"},
		{"just then", head + "clock +15s\nben: acquire-blob-lease own/h duration=15\n" +
			"ann: renew-blob-lease own/h lease=$a.lease\n", engine.IsLeased,
			" came as the lease ended. In time, before "},
		{"broken", head + "clock +2s\nben: break-blob-lease own/h period=0\n" +
			"ann: renew-blob-lease own/h lease=$a.lease\n", engine.LeaseOver, ""},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		said := strings.Join(card.Others, " ")
		if !found || !strings.Contains(said, c.want) || c.want == "" && strings.Contains(said, "In time") {
			t.Errorf("%s: %t, %q", c.name, found, card.Others)
		}
	}
}

// Who took a lease anew, read what another had written meanwhile and went on has nothing of that left to read.
func TestWhoHasReadAndGoneOnIsNotToReadOnceMore(t *testing.T) {
	const (
		locked = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/l one\n" +
			"seed: put-blob wiki/b one\nlock blob wiki/l covers blob wiki/b\n" +
			"ann: acquire-blob-lease wiki/l duration=15 as a\nclock +20s\nben: acquire-blob-lease wiki/l duration=15 " +
			"as b\nben: put-blob wiki/b two\nann: renew-blob-lease wiki/l lease=$a.lease\n" +
			"ben: release-blob-lease wiki/l lease=$b.lease\nann: acquire-blob-lease wiki/l duration=15 as n\n"
		read = "ann: get-blob wiki/b\n"
		left = "read wiki/b, which Ben changed meanwhile"
	)
	advisesBehind(t, []advised{
		{"nothing read", locked, engine.IsLeased, "read", left, ""},
		{"read", locked + read, engine.IsLeased, "", "Ana holds it again", left},
		{"gone on", locked + read + "ann: put-blob wiki/b three\n", engine.IsLeased, "", "Ana holds it again", left},
	})
}

// Who was refused one name of a log and has put the same text under the next one is done: told to go on under the next
// name, it would commit twice. Another text there, or one that was refused too, is not it.
func TestWhoWentOnUnderTheNextNameIsDone(t *testing.T) {
	const refused = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket log\n" +
		"ann: put-object log/1 first if-none-match=*\nben: put-object log/1 part if-none-match=*\n"
	const next = "ben: put-object log/2 part if-none-match=*\n"
	for name, c := range map[string]struct {
		then string
		done bool
	}{
		"nothing since":                {"", false},
		"the same text, next name":     {next, true},
		"another text":                 {"ben: put-object log/2 more if-none-match=*\n", false},
		"refused there too":            {"ann: put-object log/2 a\n" + next, false},
		"somebody else's of that text": {"ann: put-object log/2 part\n", false},
		"taken away again":             {next + "ann: delete-object log/2\n", false},
	} {
		want, never := "go on under", "nothing is left to send"
		if c.done {
			want, never = "put the same text into log/2 since: if that is the same work, "+never, want
		}
		t.Log(name)
		saysAtEnd(t, refused+c.then, engine.AlreadyThere, want, never)
	}
}
