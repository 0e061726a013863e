package advice_test

import (
	"testing"

	"interleave/engine"
)

// A library sends its request again where no answer came. A lease of another's may stand there by then, and does not
// say whether the first try was done; a read is let through without its id (engine/blob/rules.md, "Using a blob while
// leased"). So the first step is to read, and a break is for what was not done.
func TestAnOpenTryIsSettledBeforeAnEndlessLeaseIsBroken(t *testing.T) {
	const (
		wiki  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b one\n"
		endR  = "ann: acquire-blob-lease wiki/b duration=-1 as l\n"
		wrote = "ann: get-blob wiki/b as r2\nann: put-blob wiki/b \"two, three\" if-match=$r2.etag\n"
		lost  = "deliver p\nlose p\n"
		put   = wiki + "ben: get-blob wiki/b as r\nben: send put-blob wiki/b two as p\n"
		again = "ben: put-blob wiki/b two again=p\n"
		tried = "ben: send put-blob wiki/b two again=p as q\ndeliver q\nanswer q\n"
		held  = wiki + "ben: get-blob wiki/b as r\nhold ben\nben: send put-blob wiki/b two as p\n" + endR + tried
		kill  = wiki + "ben: get-blob wiki/b as r\nben: send delete-blob wiki/b as p\n"
		docs  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/f 4\n" +
			"ben: send put-range docs/f wxyz range=0-3 as p\n"
		share = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n" +
			"ben: send delete-container wiki as p\nlose p\nann: acquire-container-lease wiki duration=-1\n" +
			"ben: delete-container wiki again=p\n"
		first  = "#4 had no answer, and this refusal does not say whether it was done. Read what is there first. If"
		behind = "Read behind that, before it is sent: as it is, it would "
	)
	advisesBehind(t, []advised{
		{"done, and changed since", put + lost + wrote + endR + again, engine.IsLeased, "read", first + " what #4 was",
			"What to do"},
		{"what the same again would do", put + lost + wrote + endR + again, engine.IsLeased, "read",
			behind + "go over Ana's work.", ""},
		{"and read since", put + lost + wrote + endR + again + "ben: get-blob wiki/b\n", engine.IsLeased, "",
			"#9 has read it. If what #4 was to change is in it, nothing is left to send. If it is not: the", first},
		{"not done, as a read shows", put + "lose p\n" + endR + again + "ben: get-blob wiki/b\n", engine.IsLeased, "",
			"#7 shows what was there before #4: that was not done. The lease does not end by itself", first},
		{"a delete", kill + lost + "ann: put-blob wiki/b new\n" + endR + "ben: delete-blob wiki/b again=p\n",
			engine.IsLeased, "read", "If #4 was done, what is there now was made since, and may be somebody else's: " +
				"settle that first. If it was not: the lease", ""},
		{"a container", share, engine.IsLeased, "read", "#2 had no answer", "Read behind that"},
		{"a file", docs + lost + "ann: acquire-file-lease docs/f duration=-1\nben: put-range docs/f wxyz range=0-3 " +
			"again=p\n", engine.IsLeased, "read", "Read what is there first. If what #3", ""},
		{"a staged block", wiki + "ben: send put-block wiki/b two block=AAAA as p\n" + lost + endR + "ben: put-block " +
			"wiki/b two block=AAAA again=p\n", engine.IsLeased, "", "#3 had no answer, and this refusal does not say " +
			"whether it was done. List what is staged first, `ben: get-block-list wiki/b list=uncommitted`: if block " +
			"AAAA is there with that length, nothing is left to send. If it is not: the lease does not end", ""},
		{"its answer came", put + "deliver p\ntimeout p\n" + endR + again + "answer p\n", engine.IsLeased, "",
			"Stop: #4 was done, as its answer says, and nothing is left to send.", "break it"},
		{"no try is open", wiki + "ben: get-blob wiki/b\n" + endR + "ben: put-blob wiki/b two as p\n" +
			"ann: put-blob wiki/b three lease=$l.lease\n" + again, engine.IsLeased, "",
			behind + "go over Ana's work.", "had no answer"},
		{"a version keeps it out", wiki + "ben: get-blob wiki/b as r\n" + endR + "ben: put-blob wiki/b two " +
			"if-match=$r.etag as p\nann: put-blob wiki/b three lease=$l.lease\nben: put-blob wiki/b two " +
			"if-match=$r.etag again=p\n", engine.IsLeased, "", "break it, which needs no id", behind},
		{"it is under way", held, engine.IsLeased, "",
			"#4 is under way: wait for its answer before anything is done to the lease, or it may be done behind " +
				"that as well. Where it is refused too: the lease does not end by itself", first},
		{"it is under way, and nobody waits for it", held + "timeout p\n", engine.IsLeased, "read",
			"It is still under way: what arrives behind the end of the lease may be done then. Read what is there",
			"wait for its answer"},
		{"a lease that ends", put + lost + wrote + "ann: acquire-blob-lease wiki/b duration=30\n" + again,
			engine.IsLeased, "wait, lease anew",
			"otherwise redo the change, unless that of #4, which had no answer, is in it, and send it with", ""},
	})
}
