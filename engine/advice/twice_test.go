package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What a second delete is answered is the service's own: S3 says 204 of a key that is not there
// (engine/bucket/rules.md, "DeleteObject"), so that its answer tells nothing; Azure refuses it; Redis counts.
func TestWhatASecondDeleteTellsIsTheServicesOwn(t *testing.T) {
	const lost = " as p\nlose p\n"
	for _, c := range []struct{ lines, want, never string }{
		{"seed: create-bucket lake\nseed: put-object lake/m v1\nann: get-object lake/m\n" +
			"ann: send delete-object lake/m" + lost, "204 No Content either way", "refusal says"},
		{"seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob wiki/a\n" +
			"ann: send delete-blob wiki/a" + lost, "refusal with BlobNotFound says that it is gone", "either way"},
		{"seed: create-queue jobs\nseed: put-message jobs 1 messagettl=-1\nann: get-messages jobs as a\n" +
			"ann: send delete-message $a.0 popreceipt=$a.0.receipt" + lost,
			"If it is refused, the message is gone, or somebody else has it.", "cannot be removed twice"},
		{"seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob wiki/a\nhold ann\n" +
			"ann: send delete-blob wiki/a as p\ndeliver p\nlose p\nhold ann off\n",
			"refusal with BlobNotFound says that it is gone", "either way"},
		{"seed: SET k v\nann: GET k\nann: send DEL k" + lost, "nswer of 0 says that it is gone", "refusal"},
	} {
		saysAtEnd(t, who+c.lines, engine.NoAnswer, c.want, c.never)
	}
}

// Identical body, identical ETag (engine/bucket/rules.md, "ETags"); an Azure ETag is never given twice, a date and a
// version of a key are (engine/blob/rules.md; engine/tair/rules.md): only a tag that no other has names one thing.
func TestADeleteUnderATagThatComesAgainIsNotSafeToRepeat(t *testing.T) {
	const lost = " as p\ndeliver p\nlose p\n"
	const wiki = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob wiki/a as g\n"
	for _, c := range []struct{ name, lines, want, step string }{
		{"a hash", "seed: create-bucket lake\nseed: put-object lake/m v1\nann: get-object lake/m as g\n" +
			"ann: send delete-object lake/m if-match=$g.etag" + lost,
			"unless others may have put the same content there since: the tag fits that too",
			"a retry may find nothing, or delete what others have created since"},
		{"a tag", wiki + "ann: send delete-blob wiki/a if-match=$g.etag" + lost,
			"Send the same again: what is removed cannot be removed twice", "a retry may find nothing."},
		{"a date", wiki + "ann: send delete-blob wiki/a if-unmodified-since=$g.last-modified" + lost,
			"unless others may have created it again or changed it since", "or delete what others have created since"},
		{"a version of a key", "seed: EXSET k v\nann: EXGET k\nann: send EXCAD k 1" + lost,
			"unless others may have created it again or changed it since", "or delete what others have created since"},
	} {
		saysAtEnd(t, who+c.lines, engine.NoAnswer, c.want, "")
		v := roomtest.AtEnd(t, who+c.lines)
		troubles := v.Troubles()
		story := conflict.Story(v.Clone(), troubles[len(troubles)-1].Finding)
		if steps := fmt.Sprint(story.Steps); !strings.Contains(steps, c.step) {
			t.Errorf("%s: %s", c.name, steps)
		}
	}
}

// What was done twice is stopped by what lets the first try through and refuses the second. Of a log of which its
// sender had heard no length, or an older one, that is the position from a read before (Azure REST, "Append Block",
// x-ms-blob-condition-appendpos): one that had moved by then would have refused both.
func TestAGuardLetsTheFirstOfTwoTriesThrough(t *testing.T) {
	const (
		logs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container logs\n" +
			"seed: put-blob logs/a \"\" type=AppendBlob\n"
		twice = "ann: send append-block logs/a x as a\ndeliver a\nlose a\nann: append-block logs/a x again=a\n"
		key   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: EXSET k v1\n"
	)
	advises(t, []advised{
		{"nothing was read", logs + twice, engine.DoneTwice, "read", "Appendpos 0, from a read before #3.", ""},
		{"an older length", logs + "ann: append-block logs/a zero\nben: append-block logs/a bens\n" + twice,
			engine.DoneTwice, "read", "Appendpos 8, from a read before #5. The answer would be 412.", "Appendpos 4"},
		{"the length", logs + "ann: append-block logs/a zero\n" + twice, engine.DoneTwice, "read",
			"Appendpos 4. The answer would be 412.", "from a read"},
		{"another type", key + "ann: send EXCAD k 1 as d\ndeliver d\nlose d\nben: EXSET k v1\nann: EXCAD k 1 again=d\n",
			engine.DoneTwice, "", "Had #3 carried a version that nobody had", "WRONGTYPE"},
	})
}

// A removal under a tag that is a sum of the bytes, sent again over the same bytes, which another has made since: the
// tag fits both, and only what tells the two apart stops it (Amazon S3 User Guide, "Conditional deletes").
func TestWhatTellsTwoMakersApartStopsTheSecondRemoval(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: put-object lake/f one\n" +
			"ann: get-object lake/f as g\nann: send delete-object lake/f if-match=$g.etag as d\ndeliver d\nlose d\n"
		again = "ann: delete-object lake/f if-match=$g.etag again=d\n"
	)
	advises(t, []advised{
		{"the same bytes", head + "ben: put-object lake/f one\n" + again, engine.DoneTwice, "",
			"Had #5 carried a number in its content, the answer to #6 would be 412.", ""},
	})
}

// A transaction that sets the same value a second time leaves it there once, and one that counts leaves it twice
// (engine/conflict/rules.md, "Silent: the service said yes", `done-twice`).
func TestWhatIsThereOnceIsNotTakenBack(t *testing.T) {
	run := func(line string) string {
		return "writer ana \"Ana\"\nana: MULTI\nana: " + line + "\nana: send EXEC as e\ndeliver e\nlose e\n" +
			"ana: MULTI\nana: " + line + "\nana: EXEC again=e as e2\n"
	}
	for line, once := range map[string]bool{"SET d A": true, "INCR d": false, "APPEND d A": false} {
		card, found := cardAtEnd(t, run(line), engine.DoneTwice)
		if !found || strings.Contains(card.Say, "there once, and nothing has to be taken back") != once {
			t.Errorf("%s: %v %s", line, found, card.Say)
		}
	}
}

// The same of a second copy, which the net brought: a text put twice is there once, what counts or appends is there
// twice, and of a count no read shows whose one is (engine/conflict/rules.md, "What the service computes").
func TestASecondCopyIsTakenBackOnlyWhereItIsThereTwice(t *testing.T) {
	const (
		who = "writer ana \"Ana\"\n"
		net = " as p\ndouble p\ndeliver p\ndeliver p'\n"
	)
	for _, c := range []struct{ lines, want string }{
		{who + "seed: create-container wiki\nana: send put-blob wiki/a v1" + net, "it is there once, and nothing"},
		{who + "ana: send SET k v" + net, "it is there once, and nothing"},
		{who + "ana: send INCR n" + net, "Both copies of #1 counted, and no read tells that"},
		{who + "ana: send APPEND k v" + net, "What was added a second time stays there"},
		{who + "seed: create-share s\nseed: create-file s/f 4\nana: smb-create s/f access=W share=RWD as h\n" +
			"ana: send smb-write $h.handle AB" + net, "it is there once, and nothing"},
	} {
		saysAtEnd(t, c.lines, engine.DoneTwice, c.want, "")
	}
}

// A second try of a write that replaces all of a thing puts its own text there once, and takes away what others had
// changed since in other parts of it (engine/conflict/rules.md, "By part").
func TestASecondTryTakesWhatOthersChangedSince(t *testing.T) {
	const (
		who  = "writer ana \"Ana\"\nwriter cy \"Cy\"\n"
		once = "is there once, and nothing has to be taken back"
		row  = who + "seed: create-table cfg\nseed: insert-entity cfg/p/r .price=10 .stock=5\n" +
			"ana: get-entity cfg/p/r as a\ncy: get-entity cfg/p/r as c\n"
		put   = "insert-or-replace-entity cfg/p/r .price=12 .stock=5"
		merge = "insert-or-merge-entity cfg/p/r .price=12"
		stock = "cy: insert-or-merge-entity cfg/p/r .stock=3\n"
		blob  = who + "seed: create-container jobs\nseed: put-blob jobs/k x\nana: get-blob jobs/k as a\n"
		text  = "put-blob jobs/k y"
		claim = "cy: set-blob-metadata jobs/k meta.owner=cy\n"
	)
	twice := func(head, line, between string) string {
		return head + "ana: send " + line + " as w\ndeliver w\nlose w\n" + between + "ana: " + line + " again=w\n"
	}
	for _, c := range []struct{ lines, want, never string }{
		{twice(row, put, ""), once, "Tell"},
		{twice(row, put, stock), "took away what Cy's #6 had put there since. Tell Cy", once},
		{twice(row, put, stock+"ana: get-entity cfg/p/r\n"), "What had been changed since went with that", once},
		{twice(row, merge, stock), once, "Tell"},
		{twice(blob, text, claim), "Tell Cy", once},
	} {
		saysAtEnd(t, c.lines, engine.DoneTwice, c.want, c.never)
	}
}

// Whoever's delete was undone is told of that, and may not simply write again; an older write that comes behind one's
// own delete is removed, not written anew; who lost an expiry alone is told of the expiry.
func TestWhatIsLeftFitsWhatWasLost(t *testing.T) {
	const who = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
	rows := who + "seed: create-table jobs\nseed: insert-entity jobs/p/r .n=1\nben: get-entity jobs/p/r as g\n" +
		"ana: delete-entity jobs/p/r if-match=*\nben: update-entity jobs/p/r .n=2\n"
	for _, c := range []struct{ lines, want, never string }{
		{rows, "tell Ana that jobs/p/r, which #4 had removed, is there again with what #5 put there and nothing else",
			"anything else is"},
		{who + "ana: SET k v\nana: send SET k w as p\nana: DEL k\ndeliver p\n",
			"The older #2 arrived after the newer #3, which had removed it.", "newer text"},
		{who + "seed: SET s a EX 100\nben: TTL s\nana: EXPIRE s 1000\nben: GETEX s PERSIST\n",
			"Tell Ana that #4 took away the expiry of s", "put into what is there"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.LostUpdate)
		text := card.Say + " " + strings.Join(card.Others, " ")
		if !found || !strings.Contains(text, c.want) || strings.Contains(text, c.never) {
			t.Errorf("%s: %v %s", c.lines, found, text)
		}
	}
}

// Another try may carry something else, and then that stands there, and not what the first had put
// (engine/conflict/rules.md, `done-twice`: a wish is what its sender says it is).
func TestAnotherTryMayCarrySomethingElse(t *testing.T) {
	const who = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
	tries := func(seed, read, first, theirs, second string) string {
		return who + seed + "ana: " + read + "\nana: send " + first + " as p\ndeliver p\nlose p\nben: " + theirs +
			"\nana: " + second + " again=p\n"
	}
	blob := func(second string) string {
		return tries("seed: create-container wiki\nseed: put-blob wiki/a v1\n", "get-blob wiki/a", "put-blob wiki/a v2",
			"put-blob wiki/a v3", second)
	}
	key := func(second string) string { return tries("seed: SET k 1\n", "GET k", "SET k 2", "SET k 9", second) }
	share := func(second string) string {
		return tries("seed: create-share sh quota=3\n", "get-share-properties sh", "set-share-properties sh quota=4",
			"set-share-properties sh quota=5", second)
	}
	for lines, want := range map[string]string{
		blob("put-blob wiki/a v2"):               " put there again what #",
		blob("put-blob wiki/a v4"):               ", put something else there, and took away what Ben's #",
		key("SET k 2"):                           " put there again what #",
		key("SET k 4"):                           ", put something else there, and took away what Ben's #",
		share("set-share-properties sh quota=6"): ", put something else there, and took away what Ben's #",
	} {
		saysAtEnd(t, lines, engine.DoneTwice, want, "")
	}
}

// Two who change the same to the same are no two changes that can be put together (engine/conflict/rules.md, "Sentences
// and advice come from the cause"): of a count one is missing then, and a claim is the other's. Nothing goes out by
// itself; what one of them changed alone does.
func TestTheSameChangeIsNotSentTwice(t *testing.T) {
	const (
		row = who + "seed: create-table hits\nseed: insert-entity hits/p/r .n=1 .m=1\nann: get-entity hits/p/r as a\n" +
			"ben: get-entity hits/p/r as b\nann: merge-entity hits/p/r .n=2 if-match=$a.etag\n"
		blob = who + "seed: create-container www\nseed: put-blob www/a \"1\\nx\\ny\\nz\"\nann: get-blob www/a as a\n" +
			"ben: get-blob www/a as b\nann: put-blob www/a \"2\\nx\\ny\\nz\" if-match=$a.etag\n"
		word = who + "seed: create-container www\nseed: put-blob www/a free\nann: get-blob www/a as a\n" +
			"ben: get-blob www/a as b\nann: put-blob www/a taken if-match=$a.etag\n" +
			"ben: put-blob www/a taken if-match=$b.etag\n"
		beside = who + "seed: create-container www\nseed: put-blob www/a 1 meta.n=1\nann: get-blob www/a as a\n" +
			"ben: get-blob www/a as b\nann: set-blob-metadata www/a meta.n=2 if-match=$a.etag\n"
		key = who + "seed: EXSET k free\nann: EXGET k as a\nben: EXGET k as b\nann: EXSET k taken VER 1\n" +
			"ben: EXSET k taken VER 1\n"
		missing = "Where both are to count, as two who each add 1, one is missing: add it; where it claims " +
			"something, stop;"
	)
	advises(t, []advised{
		{"a property", row + "ben: merge-entity hits/p/r .n=2 if-match=$b.etag\n", engine.StaleWrite, "read",
			"both changed n to 2. " + missing + " else nothing is left to send.", "put Ben's change"},
		{"and another one", row + "ben: merge-entity hits/p/r .n=2 .m=5 if-match=$b.etag\n", engine.StaleWrite, "read",
			"both changed n to 2. " + missing + " else put the rest of #6 into what is there", "nothing is left"},
		{"another one alone", row + "ben: merge-entity hits/p/r .m=5 if-match=$b.etag\n", engine.StaleWrite, "redrive",
			"put Ben's change into the entity as it is now", "missing"},
		{"a line with a number", blob + "ben: put-blob www/a \"2\\nx\\ny\\nZ\" if-match=$b.etag\n", engine.StaleWrite,
			"read", "both changed the same lines to the same text. " + missing + " else put the rest of #6",
			"nothing is left"},
		{"another line", blob + "ben: put-blob www/a \"1\\nx\\ny\\nZ\" if-match=$b.etag\n", engine.StaleWrite,
			"redrive",
			"put Ben's change into the new text", "missing"},
		{"a claim", word, engine.StaleWrite, "read", "both changed it to taken. " + missing, "put Ben's change"},
		{"and it was read", word + "ben: get-blob www/a\n", engine.StaleWrite, "",
			"#7 has read it. Both changed it to taken. " + missing, "put Ben's change"},
		{"and it was sent all the same", word + "ben: get-blob www/a as c\nben: put-blob www/a taken " +
			"if-match=$c.etag from=c\n",
			engine.StaleWrite, "", "Ben's #8 has gone through since. It put there the very text that Ana's #5 had " +
				"put there: where both were to count, as two who each add 1, one is missing; where it claims it for " +
				"Ana, stop.",
			"Nothing is left"},
		{"metadata", beside + "ben: set-blob-metadata www/a meta.n=2 if-match=$b.etag\n", engine.StaleWrite, "read",
			"both changed meta.n to 2. " + missing, "put Ben's change"},
		{"a key", key, engine.StaleWrite, "read", "both changed it to taken. " + missing, "put Ben's change"},
	})
}
