package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

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
