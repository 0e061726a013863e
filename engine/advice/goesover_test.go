package advice_test

import (
	"testing"

	"interleave/engine"
)

// The same again goes over what another has put there meanwhile, or puts there as long as it stands in the way: that is
// read first (the referee's rules, "Silent": a blind write over another's work is what last writer wins allows, and no
// advice). The tag of S3 is that of the content, so that one of before fits a text that a third has put there.
func TestTheSameAgainIsNotSentOverAnothersWork(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"
		two = who + "set bucket.contention=on\nseed: create-bucket lake\nseed: put-object lake/k v1 as w\n" +
			"tell ann $w.etag\ntell ben $w.etag\n" +
			"ben: send put-object lake/k mine if-match=$w.etag from=none as p\n" +
			"ann: send put-object lake/k v2 if-match=$w.etag from=none as q\n" +
			"arrive q\narrive p\ndeliver q\ndeliver p\nanswer q\nanswer p\n"
		slow = who + "set blob.copy=slow\nseed: create-container wiki\nseed: put-blob wiki/s v1\n" +
			"seed: put-blob wiki/a v1\nben: copy-blob wiki/a source=wiki/s as c\nann: put-blob wiki/a v2\n"
		open = who + "seed: create-share docs\nseed: create-file docs/f 4\n" +
			"ben: smb-create docs/f access=RW share=NONE as h\n"
		put = "ann: put-range docs/f aaaa range=0-3\n"
	)
	advisesBehind(t, []advised{
		{"two at once", two, engine.TwoAtOnce, "retry", "a 412 then says that somebody else was first", "go over"},
		{"and a third has put the old text there", two + "cy: get-object lake/k\ncy: put-object lake/k v1\n",
			engine.TwoAtOnce, "read", "The same again would go over Cy's #6, which Ana has not read.", "Send the same"},
		{"a slow copy", slow, engine.Unfinished, "",
			"Wait until it is finished, and read then what is there: the same again would go over Ben's #4",
			"send the same"},
		{"an open file", open + put, engine.SharedFile, "", "Wait until Ben closes it, then send the same again.",
			"go over"},
		{"and it was written to", open + "ben: smb-write $h.handle bbbb offset=0\n" + put, engine.SharedFile, "",
			"Wait until Ben closes it, then read what is there: the same again would go over Ben's #4", "then send"},
	})
}
