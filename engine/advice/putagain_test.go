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
		card, found := cardAtEnd(t, c.lines, engine.DoneTwice)
		if !found || !strings.Contains(card.Say, c.want) {
			t.Errorf("%s: %v %s", c.lines, found, card.Say)
		}
	}
}

// Whoever's delete was undone is told of that, and may not simply write again; an older write that comes behind one's
// own delete is removed, not written anew; who lost an expiry alone is told of the expiry.
func TestWhatIsLeftFitsWhatWasLost(t *testing.T) {
	const who = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
	rows := who + "seed: create-table jobs\nseed: insert-entity jobs/p/r .n=1\nben: get-entity jobs/p/r as g\n" +
		"ana: delete-entity jobs/p/r if-match=*\nben: update-entity jobs/p/r .n=2\n"
	for _, c := range []struct{ lines, want, never string }{
		{rows, "tell Ana that #5 brought back what #4 had removed", "anything else"},
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
