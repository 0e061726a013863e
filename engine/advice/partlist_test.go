package advice_test

import (
	"testing"

	"interleave/engine"
)

// A part that was sent again has another tag (engine/bucket/rules.md, "Multipart life cycle"): its sender lists that;
// where another sent it, to list the other's tag stores the other's bytes, and a new part of one's own would replace
// them unread, so nothing is sent.
func TestAListThatNamesAReplacedPart(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"ann: create-multipart-upload lake/k as u\nann: upload-part lake/k ana upload=$u.upload part=1 as p\n" +
			"tell ben $u.upload\n"
		complete = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n"
		two      = head + "ann: upload-part lake/k B upload=$u.upload part=2 as r\n"
		both     = "ann: complete-multipart-upload lake/k [1=$p.etag 2=$r.etag] upload=$u.upload\n"
		again    = "upload-part lake/k other upload=$u.upload part=1 as q\n"
	)
	advises(t, []advised{
		{"another's", head + "ben: " + again + complete, engine.StaleWrite, "read",
			"Part 1 is what Ben sent with #4. Settle with Ben", "complete with the tag"},
		{"another's, listed", head + "ben: " + again + complete + "ann: list-parts lake/k upload=$u.upload\n",
			engine.StaleWrite, "", "Settle with Ben", "complete with the tag"},
		{"another's, who has completed it since", head + "ben: " + again + complete +
			"ben: complete-multipart-upload lake/k [1=$q.etag] upload=$u.upload\n", engine.StaleWrite, "read",
			"The upload is over: Ben completed it with #6. Read what is there. Settle with Ben", "List the parts"},
		{"the same, read", head + "ben: " + again + complete +
			"ben: complete-multipart-upload lake/k [1=$q.etag] upload=$u.upload\nann: get-object lake/k\n",
			engine.StaleWrite, "", "#7 has read it. The upload is over: Ben completed it with #6. Settle", "Part 1"},
		{"another's, who has aborted it since", head + "ben: " + again + complete +
			"ben: abort-multipart-upload lake/k upload=$u.upload\n", engine.StaleWrite, "",
			"The upload is over: Ben aborted it with #6. Settle with Ben whether it is still wanted; then begin a new",
			"List the parts"},
		{"another's, aborted by what was sent before", head + "ben: " + again +
			"ben: send abort-multipart-upload lake/k upload=$u.upload as x\n" + complete + "deliver x\n",
			engine.StaleWrite, "", "The upload is over: Ben aborted it with #5. Settle with Ben", "List the parts"},
		{"one's own, and another has aborted it since", head + "ann: " + again + complete +
			"ben: abort-multipart-upload lake/k upload=$u.upload\n", engine.StaleWrite, "",
			"The upload is over: Ben aborted it with #6. Settle with Ben", "With that the list would get"},
		{"one's own", head + "ann: " + again + complete, engine.StaleWrite, "complete",
			"#4 sent part 1 again: complete with the tag that its answer gave", "Settle"},
		{"one's own, unheard", head + "ann: send " + again + "deliver q\nlose q\n" + complete, engine.StaleWrite,
			"read", "which had no answer, sent part 1 again", "Settle"},
		{"a late copy of one's own", head + "ann: send " + again + "double q\ndeliver q\nanswer q\n" +
			"ann: upload-part lake/k newest upload=$u.upload part=1 as p\ndeliver q'\n" + complete,
			engine.StaleWrite, "complete", "send part 1 again as #5 sent it, then complete", "its answer gave"},
		{"one's own, and another's behind it", two + "ann: " + again +
			"ben: upload-part lake/k D upload=$u.upload part=2\n" + both, engine.StaleWrite, "read",
			"#5 sent part 1 again, and the newest tag came with the answer. Part 2 is what Ben sent with #6. Settle " +
				"with Ben", "complete with the tag"},
		{"two of one's own", two + "ann: " + again + "ann: upload-part lake/k D upload=$u.upload part=2\n" + both,
			engine.StaleWrite, "complete", "#5 sent part 1 again, #6 sent part 2 again: complete with the tags that " +
				"their answers gave", "Settle"},
		{"one's own, and another is too small", two + "ann: " + again + "set bucket.minimum-part=9\n" + both,
			engine.StaleWrite, "", "With that the list would get 400 Bad Request", "complete with the tag"},
	})
}
