package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// What a thing lies in and is not there has nothing of it to read (ContainerNotFound, TableNotFound, QueueNotFound in
// the services' rules.md): of what cannot be told whether it was done, it is said that it was not, or went with that.
func TestWhatLiesNowhereIsNotRead(t *testing.T) {
	const made, gone = who + "seed: create-container wiki\n", "ben: delete-container wiki\n"
	const never, with = "it was not done, and there is nothing to read", "went with it, and no read tells"
	const fault = " fault=InternalError\n"
	advises(t, []advised{
		{"a blob", who + "ann: put-blob wiki/a one" + fault, "", "", "There is no container wiki, and there was none " +
			"when #1 was sent: " + never + ". Make that first, with create-container wiki", "Read before"},
		{"a row", who + "ann: insert-entity people/p/r .a=1" + fault, "", "", "There is no table people", "in it"},
		{"a message", who + "ann: put-message jobs 1" + fault, "", "", "There is no queue jobs", "Read before"},
		{"a receive", who + "ann: get-messages jobs" + fault, "", "", never, "hidden"},
		{"a lease", who + "ann: acquire-blob-lease wiki/a duration=15" + fault, "", "", never, "Correct the request"},
		{"it went since", made + "ann: put-blob wiki/a one" + fault + gone, "", "", "wiki is gone, by Ben's #3 " +
			"(delete-container): whatever #2 did there " + with + ". Settle with Ben", ""},
		{"it had gone before", made + gone + "ann: put-blob wiki/a one" + fault, "", "", "There has been no " +
			"container wiki since Ben's #2 (delete-container), before #3 was sent: " + never, "create-container"},
		{"no answer", made + "ann: send put-blob wiki/a one as s\ndeliver s\nlose s\n" + gone, engine.NoAnswer, "",
			with, "Read before"},
		{"it is there", made + "ann: put-blob wiki/a one" + fault, "", "read", "Read before the next", "nothing to"},
		{"the container itself", who + "ann: create-container wiki" + fault, "", "read", "Read before", "nothing to"},
	})
}

// A text that was put under a second name while nobody had said that it was done under the first is another wish
// (engine/conflict/rules.md, done-twice: the same words), so no mark: it is told, whatever condition it was sent under,
// where both names were free and both texts stand.
func TestATextUnderASecondNameIsToldWithoutACondition(t *testing.T) {
	const first = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container log\n" +
		"ann: send put-blob log/1 hello as a\ndeliver a\nlose a\n"
	const also = "#3 has put the same text into log/2 since, and #2 was done as well"
	const beside = "Ana's #3 put the text of #2 into log/2 too."
	const second, refused = "ann: put-blob log/2 hello\n", "ben: put-blob log/1 x if-none-match=*\n"
	for _, row := range []struct {
		name, lines string
		kind        engine.Trouble
		says, never string
	}{
		{"its own card", first + second, engine.NoAnswer, also, ""},
		{"another card", first + second + refused, engine.AlreadyThere, beside, also},
		{"another text", first + "ann: put-blob log/2 hallo\n" + refused, engine.AlreadyThere, "", beside},
		{"over something", first + "ben: put-blob log/2 x\n" + second + refused, engine.AlreadyThere, "", "too."},
		{"one is gone", first + second + "ann: delete-blob log/2\n" + refused, engine.AlreadyThere, "", beside},
		{"values", "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: send SET n 0 as a\ndeliver a\nlose a\nann: SET m 0\n",
			engine.NoAnswer, "", "same text into"},
	} {
		card, found := cardIn(roomtest.AtEnd(t, row.lines), row.kind)
		said := card.Say + " " + card.Beside
		if !found || !strings.Contains(said, row.says) || row.never != "" && strings.Contains(said, row.never) {
			t.Errorf("%s: %v %s, want %q, never %q", row.name, found, said, row.says, row.never)
		}
	}
}

// A delete with snapshots=include takes all of them, whoever took them, and the text in each (engine/blob/rules.md,
// "Snapshots"): each is told, with whose text it held, and who wrote that is to be told too.
func TestSnapshotsAreToldWithWhatTheyHeld(t *testing.T) {
	const start = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cal \"Cal\"\nseed: create-container wiki\n" +
		"seed: put-blob wiki/a one\nben: get-blob wiki/a\ncal: put-blob wiki/a two\nann: snapshot-blob wiki/a\n"
	const deletes = "ben: delete-blob wiki/a snapshots=include\n"
	const more = "cal: put-blob wiki/a three\nann: snapshot-blob wiki/a\n"
	for _, row := range []struct{ name, lines, first, say string }{
		{"one", start + deletes, "Ana's snapshot of Cal's v2 of wiki/a was deleted by Ben.",
			"#6 removed the snapshot that #5 had taken: no read shows it any more. Text of Cal was in it"},
		{"two", start + more + deletes, "Ana's snapshot of Cal's v2 of wiki/a was deleted by Ben, and the snapshot " +
			"of Cal's v3 of wiki/a with it.", "#8 removed the snapshots that #5 and #7 had taken: no read shows them"},
		{"one state twice", start + "ann: snapshot-blob wiki/a\n" + deletes, "Ana's snapshot of Cal's v2 of wiki/a " +
			"was deleted by Ben, and another like it with it.", "the snapshots that #5 and #6 had taken"},
		{"with metadata since", start + "ben: set-blob-metadata wiki/a meta.k=v\nann: snapshot-blob wiki/a\n" + deletes,
			"and the snapshot of v3 of wiki/a with Cal's text with it.", "#5 and #7"},
		{"her own text", start + "ann: put-blob wiki/a four\nann: snapshot-blob wiki/a\n" + deletes,
			"the snapshot of v3 of wiki/a", "Ana stops if the rest was a claim"},
	} {
		v := roomtest.AtEnd(t, row.lines)
		for _, tr := range v.Troubles() {
			if tr.Kind != engine.LostUpdate || tr.Whose != "ann" {
				continue
			}
			card := advice.For(v, tr.Finding)
			first, said := v.Story(tr.Finding).First, card.Say+" "+strings.Join(card.Others, " ")
			if !strings.Contains(first, row.first) || !strings.Contains(said, row.say) {
				t.Errorf("%s: %s\n%s\nwant %q, %q", row.name, first, said, row.first, row.say)
			}
			row.first = ""
		}
		if row.first != "" {
			t.Errorf("%s: no mark", row.name)
		}
	}
}
