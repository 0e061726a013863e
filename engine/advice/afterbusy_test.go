package advice_test

import (
	"strings"
	"testing"

	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// 503 says that the service was too busy to judge a request, and to try again (engine/bucket/rules.md, "Which answer,
// which reaction"): where the same again is refused by now, it is for what somebody did, and not for its words.
func TestWhatABusyServiceDidNotJudgeIsNotWrong(t *testing.T) {
	const (
		blob   = who + "seed: create-container con\n"
		text   = blob + "seed: put-blob con/a one\nann: get-blob con/a as g\n"
		bucket = who + "seed: create-bucket lake\n"
		row    = who + "seed: create-table tab\nseed: insert-entity tab/p/r .n=1\nann: get-entity tab/p/r as g\n"
		busy   = " fault=ServerBusy\n"
		right  = "Nothing in the request is wrong"
	)
	for _, c := range []struct{ name, lines, action, want, never string }{
		{"another made it since", blob + "ann: put-blob con/a one if-none-match=*" + busy +
			"ben: put-blob con/a two if-none-match=*\n", "read", "By now Ben's #3 is there. Read it, then settle", ""},
		{"and it was read", blob + "ann: put-blob con/a one if-none-match=*" + busy +
			"ben: put-blob con/a two if-none-match=*\nann: get-blob con/a\n", "",
			"#4 has read it. Settle which of the two is to stand.", ""},
		{"another made it before", blob + "ben: put-blob con/a two if-none-match=*\n" +
			"ann: put-blob con/a one if-none-match=*" + busy, "read", "By now Ben's #2 is there", ""},
		{"in S3", bucket + "ann: put-object lake/a one if-none-match=* fault=SlowDown\n" +
			"ben: put-object lake/a two if-none-match=*\n", "read", "By now Ben's #3 is there. Read it", ""},
		{"another moved the tag", text + "ann: put-blob con/a x if-match=$g.etag" + busy + "ben: put-blob con/a y\n",
			"read", "By now Ben's #5 has changed what is there. Read it. ", ""},
		{"of a row", row + "ann: merge-entity tab/p/r .n=2 if-match=$g.etag" + busy +
			"ben: merge-entity tab/p/r .m=3 if-match=*\n", "read", "By now Ben's #5 has changed what is there", ""},
		{"of a delete", text + "ann: delete-blob con/a if-match=$g.etag" + busy + "ben: put-blob con/a y\n", "",
			right + ": 503 ServerBusy means that it was not judged. By now Ben's #5 (put-blob) stands in its way.",
			"change into"},
		{"a key", who + "ann: SET k 1 NX fault=LOADING\nben: SET k 2 NX\n", "read",
			right + ": LOADING means that it was not judged. By now Ben's #2 is there. Read it", ""},
		{"a version of a key", who + "seed: EXSET k 1\nann: EXGET k\nann: EXCAS k 5 1 fault=LOADING\n" +
			"ben: EXSET k 3\n", "read", "By now Ben's #4 has changed what is there. Read it. ", ""},
		{"its sender tried once more", blob + "ann: put-blob con/a one if-none-match=*" + busy +
			"ann: put-blob con/a one if-none-match=*\n", "", "Nothing is left to send", right},
		{"its sender moved the tag itself", text + "ann: put-blob con/a x if-match=$g.etag" + busy +
			"ann: set-blob-metadata con/a meta.m=1\n", "read", "By now Ana's own #5 has changed what is there.", ""},
		{"nobody did anything", blob + "ann: put-blob con/a one if-none-match=*" + busy, "retry", "", right},
		{"wrong words", blob + "ann: put-blob con/a one type=AppendBlob" + busy, "", "", right},
	} {
		v := roomtest.AtEnd(t, c.lines)
		card := advice.Card{}
		for _, m := range v.Marks() {
			if m.Cause != nil && m.Cause.Rule.Name == "fault" {
				card = advice.For(v, m.Finding)
			}
		}
		if card.Say == "" || card.Action != c.action || !strings.Contains(card.Say, c.want) ||
			strings.Contains(card.Say, "Correct the request") && c.name != "wrong words" ||
			c.never != "" && strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %q %s", c.name, card.Action, card.Say)
		}
	}
}
