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
		card, found := cardAtEnd(t, c.lines, engine.DoneTwice)
		if !found || !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, "recognise") {
			t.Errorf("%s%v %s", c.lines, found, card.Say)
		}
		v := roomtest.AtEnd(t, c.lines)
		for _, f := range v.Troubles() {
			if told := fmt.Sprint(conflict.Story(v.Clone(), f.Finding).Steps); f.Kind == engine.DoneTwice &&
				!strings.Contains(told, c.story) {
				t.Errorf("%s%s", c.lines, told)
			}
		}
	}
}
