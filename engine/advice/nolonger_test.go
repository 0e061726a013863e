package advice_test

import (
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
