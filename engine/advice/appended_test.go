package advice_test

import (
	"fmt"
	"testing"

	"interleave/engine"
)

// What was put behind all that is there is no longer taken out, as of a log: what stands there twice is corrected by
// another entry. A text that was put twice under two names is another matter.
func TestWhatWasAppendedTwiceIsCorrected(t *testing.T) {
	const (
		logs = "writer ann \"Ana\"\nseed: create-container logs\nseed: put-blob logs/a type=AppendBlob\n" +
			"seed: put-blob logs/b type=AppendBlob\n"
		lost   = "deliver a\nlose a\ntimeout a\n"
		behind = "What was added a second time stays there: add an entry that corrects it."
	)
	for _, row := range []struct {
		lines string
		kind  engine.Trouble
		want  string
	}{
		{logs + "ann: send append-block logs/a x as a\n" + lost + "ann: append-block logs/a x again=a\n",
			engine.DoneTwice, behind},
		{"writer ann \"Ana\"\nann: send APPEND log x as a\n" + lost + "ann: APPEND log x again=a\n", engine.DoneTwice,
			behind},
		{"writer ann \"Ana\"\nseed: create-queue jobs\nann: send put-message jobs x messagettl=-1 as a\n" +
			lost + "ann: put-message jobs x messagettl=-1 again=a\n", engine.DoneTwice,
			"one of the two has to be taken back by hand"},
		{logs + "ann: send append-block logs/a x as a\n" + lost + "ann: append-block logs/b x again=a\n",
			engine.NoAnswer, "the same is there twice, and one of them has to be corrected by an entry behind it."},
		{logs + "ann: send append-block logs/a x as a\n" + lost + "ann: append-block logs/b x again=a\n" +
			"ann: delete-blob logs/a\n", engine.NoAnswer, "the two do not both stand there any more."},
	} {
		saysAtEnd(t, row.lines, row.kind, row.want, "")
	}
}

// A list holds entries, and equal ones are equal: which of two is taken out makes no difference (Redis, LREM, with a
// count of 1 the first from the head that is equal). Where the list has another name by then, that is the one.
func TestWhatWasPushedTwiceIsTakenOut(t *testing.T) {
	const (
		twice = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: send LPUSH jobs a \"b c\" as a\ndeliver a\nlose a\n" +
			"timeout a\nann: LPUSH jobs a \"b c\" again=a\n"
		out = "unless it was handled or taken out already, take it out (LREM %s 1 a, LREM %[1]s 1 \"b c\")."
	)
	advises(t, []advised{
		{"stands", twice, engine.DoneTwice, "", fmt.Sprintf(out, "jobs"), "corrects"},
		{"renamed", twice + "ben: RENAME jobs old\n", engine.DoneTwice, "", fmt.Sprintf(out, "old"), "LREM jobs"},
		{"gone", twice + "ben: DEL jobs\n", engine.DoneTwice, "", "nothing has to be taken back", "LREM"},
	})
}

// What is appended where the blob ends now leaves there what others had appended (engine/blob/rules.md): nobody's claim
// is replaced by it.
func TestAnAppendTakesNobodysTextAway(t *testing.T) {
	advises(t, []advised{{"at the new end", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container logs\n" +
		"seed: put-blob logs/a \"\" type=AppendBlob\nann: append-block logs/a a appendpos=0\n" +
		"ben: append-block logs/a b appendpos=0\nben: get-blob logs/a\nben: append-block logs/a b appendpos=1\n",
		engine.StaleWrite, "", "Ben's #6 has gone through since. Nothing is left to send.", "is not in it"}})
}
