package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// A rename that is done a second time takes what others have put under the old name since (engine/share/rules.md,
// "FileREST operations"; engine/tair/rules.md): what stands under the new one is theirs. What is set a second time on a
// thing that was made anew, or after others had set it otherwise, is nothing to take back by oneself. The story names
// who was between the two.
func TestASecondDoingMeetsAnothersThing(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		stand = "which of the two is to stand"
	)
	tries := func(seed, line, between string) string {
		return who + seed + "ann: send " + line + " as a\ndeliver a\nlose a\ntimeout a\n" + between + "ann: " + line +
			" again=a\n"
	}
	share := "seed: create-share s\n"
	for _, c := range []struct{ lines, want, story string }{
		{tries(share+"seed: create-file s/f 4\n", "rename-file s/g source=s/f replace=true",
			"cat: create-file s/f 4\n"), "moved to s/g what Cat's #4 had put under s/f since", "Cat created s/f"},
		{tries("seed: SET k 1\n", "RENAME k c", "cat: SET k 2\n"), "moved to c what Cat's #3 had put under k since",
			"Cat set k to 2"},
		{tries("seed: create-queue qqq\n", "set-queue-metadata qqq meta.a=1", "ben: delete-queue qqq\nclock +41s\n"+
			"cat: create-queue qqq\n"), "Cat's #4 made qqq anew", "Ben deleted qqq"},
		{tries(share+"seed: create-directory s/d\n", "set-directory-metadata s/d meta.a=1",
			"ben: delete-directory s/d\ncat: create-directory s/d\n"), "Cat's #5 made s/d anew", "Cat created s/d"},
		{tries("seed: create-queue qqq\n", "set-queue-metadata qqq meta.a=1", "ben: set-queue-metadata qqq meta.a=2\n"),
			stand, "Ben set qqq's metadata"},
	} {
		saysAtEnd(t, c.lines, engine.DoneTwice, c.want, "recognise")
		v := roomtest.AtEnd(t, c.lines)
		for _, f := range v.Troubles() {
			if told := fmt.Sprint(conflict.Story(v.Clone(), f.Finding).Steps); f.Kind == engine.DoneTwice &&
				!strings.Contains(told, c.story) {
				t.Errorf("%s%s", c.lines, told)
			}
		}
	}
}

// A rename that replaces takes the place of what an earlier one had brought under the name: that text is nowhere
// afterwards (engine/share/rules.md, "FileREST operations": an existing file is replaced; engine/tair/rules.md: RENAME
// overwrites). Who is told to settle which of two is to stand, or that nothing is left to send, would not look for it.
func TestARenameOverItsOwnLeavesNothingOfIt(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		share = who + "seed: create-share s\nseed: create-file s/f 4\n"
		lost  = "deliver a\nlose a\ntimeout a\n"
		over  = "ann: rename-file s/g source=s/f replace=true"
		put   = "ben: create-file s/f 3\n"
		left  = "Nothing is left to send."
	)
	plain := share + "ann: send rename-file s/g source=s/f as a\n" + lost
	twice := share + "ann: send rename-file s/g source=s/f replace=true as a\n" + lost
	again := "ann: rename-file s/g source=s/f again=a\n"
	for _, c := range []struct {
		lines     string
		kind      engine.Trouble
		want, not string
	}{
		{twice + put + over + " again=a\n", engine.DoneTwice, "What #3 had brought there is gone", "which of the two"},
		{who + "seed: SET k 1\nann: send RENAME k c as a\n" + lost + "ben: SET k 2\nann: RENAME k c again=a\n",
			engine.DoneTwice, "What #2 had brought there is gone", "which of the two"},
		{plain + put + again + over + "\n", engine.OwnEcho, "had put under s/f in between over what #3 had brought " +
			"there, which is gone", left},
		{plain + put + again + "ben: delete-file s/g\n" + over + "\n", engine.OwnEcho,
			"settle with Ben what is to be s/g", "is gone"},
		{plain + put + again + "ann: get-file s/f\n" + over + "\n", engine.OwnEcho, "gone through", "in between"},
		{plain + "ann: create-file s/f 3\n" + again + over + "\n", engine.OwnEcho, left, "in between"},
		{who + "seed: SET k 1\nann: send RENAMENX k c as a\n" + lost + "ben: SET k 2\nann: RENAMENX k c again=a\n" +
			"ann: RENAME k c\n", engine.OwnEcho, "in between over what #2 had brought there, which is gone", left},
	} {
		saysAtEnd(t, c.lines, c.kind, c.want, c.not)
	}
}
