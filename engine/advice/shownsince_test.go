package advice_test

import (
	"testing"

	"interleave/engine"
)

// Advice is a function of the records since and of what stands now (engine/conflict/rules.md, "Sentences and advice
// come from the cause"): a read that showed one's own text does not give its reader the work, or the last word, once
// another has replaced that.
func TestWhatARetryReadMayHaveBeenReplacedSince(t *testing.T) {
	const (
		head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
			"ann: send put-object lake/job ann if-none-match=* as p\n"
		lost  = head + "deliver p\nlose p\n"
		never = head + "lose p\nben: put-object lake/job ben if-none-match=*\n"
		retry = "ann: put-object lake/job ann if-none-match=* again=p\n"
		read  = "ann: get-object lake/job\n"
		takes = "ben: get-object lake/job as g\nben: put-object lake/job other if-match=$g.etag\n"
		stop  = "Read it again. If what is there now claims it for somebody else, stop."
		works = "its work is Ann's to do"
	)
	advises(t, []advised{
		{"not replaced", lost + retry + read, engine.OwnEcho, "", works, "Read it again"},
		{"replaced", lost + retry + read + takes, engine.OwnEcho, "read",
			"What #4 showed is what #2 was to write, and Ben's #6 has replaced that since. " + stop, works},
		{"read again", lost + retry + read + takes + read, engine.OwnEcho, "",
			"#4 showed what #2 was to write, and #7 shows another text. If that claims it for somebody else, stop",
			"was not done"},
		{"no retry", lost + read + takes, engine.NoAnswer, "read", "and Ben's #5 has replaced that since. " + stop,
			works},
		{"another's", never + retry + read + takes, engine.AlreadyThere, "read",
			"What #5 showed is not the text of #2, and Ben's #7 has replaced that since. " + stop, works},
		{"another's, read again", never + retry + read + takes + read, engine.AlreadyThere, "",
			"What #8 shows is not the text of #2.", "Read it again"},
		{"tags alone", lost + retry + read + "ben: put-object-tagging lake/job tag.a=b\n", engine.OwnEcho, "", works,
			"Read it again"},
	})
}

// A read that showed what the second try met has told whose it was, also when another has taken that away since; none
// tells it where nobody had looked before.
func TestWhatWasReadBeforeItWentHasTold(t *testing.T) {
	const (
		who   = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: create-table jobs\n"
		lost  = who + "ann: send put-blob con/a ann if-none-match=* as p\ndeliver p\nlose p\n"
		retry = "ann: put-blob con/a ann if-none-match=* again=p\n"
		read  = "ann: get-blob con/a\n"
		gone  = "ben: get-blob con/a as b\nben: delete-blob con/a if-match=$b.etag\n"
		row   = who + "ann: send insert-entity jobs/p/r .by=x as p\ndeliver p\nlose p\n" +
			"ann: insert-entity jobs/p/r .by=x again=p\nann: get-entity jobs/p/r\n" +
			"ben: delete-entity jobs/p/r if-match=*\n"
		key = who + "ann: send SET k ann NX as p\ndeliver p\nlose p\nann: SET k ann NX again=p\nann: GET k\n" +
			"ben: DEL k\n"
		held   = " showed is what #3 was to write: if it held an id of that try, #3 was done. "
		settle = " Settle with Ben whether it is wanted again."
	)
	advises(t, []advised{
		{"read", lost + retry + read + gone, engine.OwnEcho, "",
			"What #5" + held + "con/a is gone, by Ben's #7 (delete-blob)." + settle, "nothing tells"},
		{"read, and again when it was gone", lost + retry + read + gone + read, engine.OwnEcho, "",
			"What #5" + held, "nothing tells"},
		{"read before the retry", lost + read + retry + gone, engine.OwnEcho, "", "What #4" + held, "nothing tells"},
		{"read when it was gone", lost + retry + gone + read, engine.OwnEcho, "", "nothing tells any more", "showed"},
		{"not read", lost + retry + gone, engine.OwnEcho, "", "nothing tells any more", "showed"},
		{"another's", who + "ben: put-blob con/a ben\nann: send put-blob con/a ann if-none-match=* as p\nlose p\n" +
			retry + read + gone, engine.AlreadyThere, "", "What #6 showed is not the text of #4. con/a is gone",
			"nothing tells"},
		{"a row", row, engine.OwnEcho, "", "What #5" + held + "jobs/p/r is gone", "nothing tells"},
		{"a key", key, engine.OwnEcho, "", "What #5" + held + "k is gone", "nothing tells"},
	})
}
