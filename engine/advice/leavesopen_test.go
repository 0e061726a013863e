package advice_test

import (
	"strings"
	"testing"

	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// A 500 does not tell whether the request was done, and of a Clear that ran out of time a part was: nobody is told that
// nothing changed, and nothing that must not be done twice is sent again unseen.
//
// Source: Azure REST, "Common REST API error codes", OperationTimedOut (may or may not have succeeded; query first);
// engine/queue/rules.md, O14; engine/bucket/rules.md, "Which answer, which reaction".
func TestAServersTimeOutLeavesOpenWhatWasDone(t *testing.T) {
	const (
		queue = who + "seed: create-queue jobs\nseed: put-message jobs m1 messagettl=-1\n" +
			"seed: put-message jobs m2 messagettl=-1\nseed: put-message jobs m3 messagettl=-1\n"
		parts = "set queue.clear-batch=2\n" + queue + "ann: clear-messages jobs\n"
		one   = "set queue.clear-batch=1\n" + queue + "ann: clear-messages jobs\n"
		blob  = who + "seed: create-container con\nseed: put-blob con/a v1\nann: get-blob con/a as g\n"
		fault = " fault=OperationTimedOut\n"
		open  = " does not say whether #"
	)
	for _, c := range []struct{ name, lines, action, want, story, never string }{
		{"a clear in parts", parts, "retry", "send the same again until it is answered 204.",
			"2 of the 3 messages were removed by then, and 1 left.", "others"},
		{"one at a time", one, "retry",
			"until it is answered 204.", "1 of the 3 messages was removed by then, and 2 left.", ""},
		{"another has put one since", parts + "ben: put-message jobs new messagettl=-1\n", "",
			"But Ben has put messages there since, which the same again would remove too: settle first",
			"That answer does not tell how much of it was done.", ""},
		{"and is met by a later part", one + "ben: put-message jobs new messagettl=-1\n", "",
			"But Ben has put messages there since", "That answer does not tell how much of it was done.", ""},
		{"a message", queue + "ann: put-message jobs x" + fault, "", "Make it safe to repeat",
			"leaves open whether Ana's request was done", "would be accepted"},
		{"a receive", queue + "ann: get-messages jobs" + fault, "", "under a receipt that no read shows",
			"leaves open whether", "would be accepted"},
		{"a delete", queue + "ann: get-messages jobs as g\nann: delete-message $g.0 popreceipt=$g.0.receipt" + fault,
			"retry", open + "6 was done. Send the same again: its receipt counts once.", "leaves open whether", ""},
		{"a put under its tag", blob + "ann: put-blob con/a v2 if-match=$g.etag" + fault, "read",
			open + "4 was done. Read before the next try", "Nothing changed, which that answer does not tell.", ""},
		{"and was read again", blob + "ann: put-blob con/a v2" + fault + "ann: get-blob con/a\n", "retry",
			"#5 shows what was there before #4: that was not done. Send the same again.", "leaves open", ""},
		{"a container", who + "ann: create-container con fault=InternalError\nann: get-container-properties con\n",
			"retry", "#2 found nothing: #1 was not done", "leaves open", "the change of"},
		{"an object", who + "seed: create-bucket lake\nann: put-object lake/k x if-none-match=* fault=InternalError\n",
			"read", open + "2 was done.", "leaves open", ""},
		{"a row", who + "seed: create-table stock\nseed: insert-entity stock/p/r .n=1\n" +
			"ann: merge-entity stock/p/r .m=2 if-match=* fault=InternalError\n",
			"read", open + "3 was done.", "leaves open", ""},
		{"a read changes nothing", blob + "ann: get-blob con/a" + fault, "retry", "would be accepted by now",
			"nothing changed", "leaves open"},
		{"a busy service did not take it up", blob + "ann: put-blob con/a v2 fault=ServerBusy\n", "retry",
			"would be accepted by now", "nothing changed", "leaves open"},
	} {
		v := roomtest.AtEnd(t, c.lines)
		said, story := advice.Card{}, ""
		for _, m := range v.Marks() {
			if m.Severity == '!' {
				said = advice.For(v, m.Finding)
				told := v.Story(m.Finding)
				story = told.First + " " + told.Heard
				for _, s := range told.Steps {
					story += " " + s.Text
				}
			}
		}
		if said.Action != c.action || !strings.Contains(said.Say, c.want) || !strings.Contains(story, c.story) ||
			c.never != "" && strings.Contains(said.Say+story, c.never) {
			t.Errorf("%s: %q %s\n%s", c.name, said.Action, said.Say, story)
		}
	}
}
