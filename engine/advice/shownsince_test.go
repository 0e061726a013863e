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
