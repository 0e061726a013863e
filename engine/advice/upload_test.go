package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// The ETag of an object is that of its content, so that a text which was written over itself has the tag of before
// (engine/bucket/rules.md, "ETag"): a Complete that met it is let through by the same condition in a new upload.
func TestANewUploadIsNotSettledByATagThatFitsAgain(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"seed: put-object lake/k v1\nann: get-object lake/k as r\nann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k aaa upload=$u.upload part=1 as p\n"
		done = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$r.etag\n"
		put  = "ann: put-object lake/k v3 if-match=$r.etag\n"
	)
	advises(t, []advised{
		{"the same text", head + "ben: put-object lake/k v1\n" + done, engine.TwoAtOnce, "read",
			"The tag fits what Ben's #6 put there too", "settles it"},
		{"over itself", head + "ben: put-object lake/k v1\n" + put, engine.SameNumber, "", "no text is lost by this",
			"different in between"},
		{"another in between", head + "ben: put-object lake/k v2\nben: put-object lake/k v1\n" + put,
			engine.SameNumber, "", "did not see that it had been different in between", "stood there"},
	})
}

// Of an upload that is over it is told whose it was, and what stands under its name by now: what completed it may have
// been written over or removed since (engine/conflict/rules.md: advice is a function of what stands now).
func TestAnUploadThatIsOverIsToldByWhatStandsNow(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"ann: create-multipart-upload lake/k as u\ntell ben $u.upload\n" +
			"ann: upload-part lake/k x upload=$u.upload part=1 as p\ntell ben $p.etag\n"
		late = head + "ben: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n" +
			"ann: abort-multipart-upload lake/k upload=$u.upload\n"
		gone = head + "ben: abort-multipart-upload lake/k upload=$u.upload\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n"
		put = "ben: put-object lake/k y\n"
	)
	advises(t, []advised{
		{"it stands", late, engine.IsGone, "", "for #4 completed it. What that wrote stays.", "What is there now"},
		{"written over", late + put, engine.IsGone, "", "for #4 completed it. What is there now is by Ben's #6, in " +
			"the place of what that wrote.", "stays"},
		{"removed", late + "ben: delete-object lake/k\n", engine.IsGone, "",
			"lake/k is gone, by Ben's #6 (delete-object).", "stays"},
		{"aborted", gone, engine.IsGone, "", "Settle with Ben whether it is still wanted", "What is there now"},
		{"aborted, and put", gone + put, engine.IsGone, "", "send every part again. What is there now is by Ben's #6.",
			"stays"},
	})
}

// An upload is refused for a change that came after its Create (engine/bucket/rules.md, "Multipart life cycle"), and
// its parts stay what they were made from: what is sent anew is made from what the condition names, in a new upload.
func TestAnUploadIsSentAnewFromWhatItsConditionNames(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"seed: put-object lake/k v0\nann: get-object lake/k as g\n"
		create   = "ann: create-multipart-upload lake/k as u\n"
		part     = "ann: upload-part lake/k \"v0 ann\" upload=$u.upload part=1 as p\n"
		other    = "ben: get-object lake/k as h\nben: put-object lake/k \"v0 ben\" if-match=$h.etag\n"
		complete = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n"
	)
	advises(t, []advised{
		{"the tag alone was read behind the parts", head + create + part + other + "ann: head-object lake/k as g\n" +
			complete, engine.TwoAtOnce, "read", "begin a new upload with parts made of it", "under the same condition"},
		{"the parts were made from what the tag names", head + create + other + "ann: get-object lake/k as g\n" +
			part + complete, engine.TwoAtOnce, "", "Begin a new upload and send every part again, under the same " +
			"condition", "Put Ana's change"},
		{"the tag is over", head + create + part + other + complete, engine.StaleWrite, "read",
			"in a new upload, completed with the new tag", "send its pieces again"},
	})
}

// After 412, after the 404 of a condition and after the 403 of a policy an upload is still open, after 409 it is gone
// (engine/bucket/rules.md, "What a failed Complete leaves behind"): whatever is done instead, it is to be aborted, or
// its parts stay. A list of parts that was refused is to be corrected, and the upload completed.
func TestAnUploadThatStaysOpenIsToBeAborted(t *testing.T) {
	const (
		lake = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n"
		sent = "ann: create-multipart-upload lake/k as u\nann: upload-part lake/k aaa upload=$u.upload part=1 as p\n"
		made = lake + sent + "ben: put-object lake/k b if-none-match=*\nann: complete-multipart-upload lake/k " +
			"[1=$p.etag] upload=$u.upload if-none-match=*\n"
		there    = lake + "seed: put-object lake/k v1\nann: get-object lake/k as g\n"
		complete = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n"
		moved    = there + sent + "ben: put-object lake/k v2\n" + complete
		abort    = "ann: abort-multipart-upload lake/k upload=$u.upload\n"
		open     = "Abort the upload, which is still open with its parts"
		anew     = "ann: get-object lake/k as h\nann: create-multipart-upload lake/k as w\n" +
			"ann: upload-part lake/k aaa upload=$w.upload part=1 as q\n" +
			"ann: complete-multipart-upload lake/k [1=$q.etag] upload=$w.upload if-match=$h.etag\n"
	)
	advises(t, []advised{
		{"something is there", made, engine.AlreadyThere, "read", open + ".", "unless"},
		{"and is gone again", made + "ben: delete-object lake/k\n", engine.AlreadyThere, "",
			"Create it, with a new upload, only where nothing is, if it is still wanted", "unless"},
		{"a log goes on", made, engine.AlreadyThere, "read", "under the next name, with a new upload,", "unless"},
		{"it was there before the upload", there + sent + "ann: complete-multipart-upload lake/k [1=$p.etag] " +
			"upload=$u.upload if-none-match=*\n", engine.AlreadyThere, "read",
			open + ", unless it is still to be completed.", ""},
		{"and it was aborted", made + abort, engine.AlreadyThere, "read", "", "Abort the upload"},
		{"another version is there", moved, engine.StaleWrite, "read", open + ".", "unless"},
		{"and it was aborted too", moved + abort, engine.StaleWrite, "read", "", "Abort the upload"},
		{"and a new one went through", moved + anew, engine.StaleWrite, "", open, ""},
		{"nothing is there any more", there + sent + "ben: delete-object lake/k\n" + complete, engine.IsGone, "",
			open + ".", "unless"},
		{"two at once", there + sent + "ben: put-object lake/k v1\n" + complete, engine.TwoAtOnce, "read", "",
			"Abort the upload"},
		{"another's part lies in it", lake + sent + "tell ben $u.upload\n" +
			"ben: upload-part lake/k bbb upload=$u.upload part=2\nben: put-object lake/k b if-none-match=*\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-none-match=*\n",
			engine.AlreadyThere, "read", "", "Abort the upload"},
		{"a part was sent again", lake + sent + "ann: upload-part lake/k ccc upload=$u.upload part=1\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n", engine.StaleWrite, "complete", "",
			"Abort the upload"},
	})
}

// A commit throws away every block that is staged and not in its list, and Get shows none of them before or after
// (engine/blob/rules.md, "Block blobs"): they are staged again, there is no text for them to be put into.
func TestStagedBlocksThatWereLostAreStagedAgain(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/f base\n" +
			"ann: get-blob cont/f as r\nben: put-block cont/f b1 block=B001\n"
		want = "Tell Ben that #%d threw away what Ben had staged. If it is still wanted, it is Ben's to stage again, " +
			"then to commit."
	)
	for last, number := range map[string]string{
		"ann: put-block cont/f a1 block=A001\nann: put-block-list cont/f [latest A001] if-match=$r.etag\n": "6",
		"ann: put-blob cont/f a1 if-match=$r.etag\n":                                                       "5",
	} {
		card, found := cardAtEnd(t, head+last, engine.LostUpdate)
		if !found || !strings.Contains(card.Say, strings.Replace(want, "%d", number, 1)) ||
			strings.Contains(card.Say, "plain read") {
			t.Errorf("%s: %v %s", last, found, card.Say)
		}
	}
}

// A list that asks for the staged blocks alone is refused where they were thrown away (engine/blob/rules.md, R17 of its
// races); where another's lies in their place it is not, and one that keeps committed blocks could never ask so.
func TestAskingForStagedBlocksAloneIsNamed(t *testing.T) {
	const (
		head  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cyd \"Cyd\"\nseed: create-container wiki\n"
		own   = head + "ben: put-block wiki/film b1 block=0001\n"
		put   = "cyd: put-blob wiki/film Z\n"
		other = "ann: put-block wiki/film a1 block=0001\n"
		list  = "ann: put-block-list wiki/film [latest 0001] from=none\n"
		last  = "ben: put-block-list wiki/film [latest 0001] from=none\n"
		said  = "uncommitted in the place of latest in the list. The answer would be 400."
	)
	advises(t, []advised{
		{"thrown away", own + put + other + list + last, engine.MixedContent, "read", said, ""},
		{"in their place", own + other + last, engine.MixedContent, "read", "", "uncommitted"},
		{"a list that keeps another", head + "seed: put-block wiki/film s1 block=0001\n" +
			"seed: put-block-list wiki/film [latest 0001] from=none\nben: put-block wiki/film b2 block=0002\n" + other +
			"ann: put-block-list wiki/film [latest 0001] from=none\nben: put-block wiki/film b2 block=0002\n" +
			"ben: put-block-list wiki/film [latest 0001 0002] from=none\n", engine.MixedContent, "read", "",
			"uncommitted"},
	})
}

// Latest searches the staged blocks first, and committed the others (engine/blob/rules.md, "Block blobs"): who had read
// what is committed asks for that. The tag of a blob stands beside what is said of its snapshots.
func TestAskingForCommittedBlocksIsNamed(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"
		film = head + "seed: put-block wiki/film a1 block=0001\n" +
			"seed: put-block-list wiki/film [latest 0001] from=none\n"
		read = "ann: get-blob wiki/film\n"
		ben  = "ben: put-block wiki/film b1 block=0001\n"
		said = "committed in the place of latest in the list: what Ana stored would hold none of Ben's"
		list = "ben: snapshot-blob wiki/film\nann: list-blobs wiki include=[snapshots]\n" +
			"ben: snapshot-blob wiki/film\nben: put-blob wiki/film 2\n"
	)
	advises(t, []advised{
		{"read", film + read + ben + "ann: put-block-list wiki/film [latest 0001]\n", engine.MixedContent, "read", said,
			""},
		{"none is committed", head + ben + "ann: put-block-list wiki/film [latest 0001]\n", engine.MixedContent, "read",
			"", "committed in the place"},
		{"a snapshot", film + list + "ann: delete-blob wiki/film snapshots=include\n", engine.LostUpdate, "guard",
			"Without snapshots=include. The answer would be 409. If-Match", ""},
	})
}

// Who stages under an id that is there already puts its block in the place of that one (engine/blob/rules.md, "Block
// blobs"): an id of one's own keeps the whole one's own, which was tried. What others have staged goes with the commit
// all the same, and is said. Another id of base64 stands for as many bytes: in front of padding no letter is changed.
func TestABlockIDOfOnesOwnWouldStopMixedContent(t *testing.T) {
	const scene = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/f old\n"
	for lines, want := range map[string]string{
		"ann: put-block wiki/f A block=A001\nben: put-block wiki/f B block=A001\n": "Had #3 and #5 named a block id " +
			"that nobody else has (A00Z), what Ana stored would hold none of Ben's; a commit throws away all the " +
			"same what others have staged.",
		"ann: put-block wiki/f C block=A002\nben: put-block wiki/f B block=A001\n": "",
		"ann: put-block wiki/f A block=\"MDAwMQ==\"\nben: put-block wiki/f B block=\"MDAwMQ==\"\n": "Had #3 and #5 " +
			"named a block id that nobody else has (MDAwZQ==), what",
	} {
		list := "ann: put-block-list wiki/f [latest A001]\n"
		if strings.Contains(lines, "MDAwMQ==") {
			list = "ann: put-block-list wiki/f [latest \"MDAwMQ==\"]\n"
		}
		card, found := cardAtEnd(t, scene+lines+list, engine.MixedContent)
		stops := strings.Join(card.Stops, " ")
		if !found || !strings.Contains(stops, want) || want == "" && strings.Contains(stops, "block id") {
			t.Errorf("%s: %v %q", lines, found, stops)
		}
	}
}

// A block that a commit took in is uncommitted no more (engine/blob/rules.md, "Block blobs"): to who had no answer to
// that commit the same again is its own echo, whoever has put another text on top since, and nothing tells any more
// whether it had been done.
func TestBlocksThatOnesOwnUnheardCommitUsed(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\n" +
			"ann: put-block cont/b one block=A001\n"
		lost   = "ann: send put-block-list cont/b [uncommitted A001] from=none as p\ndeliver p\nlose p\n"
		over   = "ben: get-blob cont/b as r\nben: put-blob cont/b ben1 if-match=$r.etag\n"
		again  = "ann: put-block-list cont/b [uncommitted A001] from=none again=p\n"
		unseen = "it can no longer be seen whether that try had been done before. If it is, stage the blocks again, " +
			"then commit with the tag of #7"
	)
	advises(t, []advised{
		{"another's on top", head + lost + over + again, engine.OwnEcho, "read", "Ana's own try #3 had no answer",
			"stage"},
		{"and read", head + lost + over + again + "ann: get-blob cont/b\n", engine.OwnEcho, "", unseen, "threw"},
		{"its own stands", head + lost + again + "ann: get-blob cont/b\n", engine.OwnEcho, "",
			"what the pieces of #3 come to. If they hold an id of that try, it was done", "stage"},
		{"never arrived", head + "ann: send put-block-list cont/b [uncommitted A001] from=none as p\nlose p\n" +
			"ben: put-blob cont/b ben1\n" + again, engine.IsGone, "read", "Ana's own try #3 had no answer", "stage"},
		{"heard of", head + "ann: put-block-list cont/b [uncommitted A001] from=none\n" + over +
			"ann: put-block-list cont/b [uncommitted A001] from=none\n", engine.IsGone, "read",
			"The blocks would take the place of what Ben wrote with #5.", "own try"},
	})
}

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

// A piece is made from what its sender knew when it sent it (engine/conflict/rules.md, "Base": what a request's content
// was made from), so a tag that was read behind it is no guard for it; and a piece alone stores nothing.
func TestAdviceOfAnUploadGoesByWhenItsPiecesWereSent(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"seed: put-object lake/k v0\n"
		refused = "ann: create-multipart-upload lake/k as u\nann: upload-part lake/k AAAA upload=$u.upload part=1 " +
			"as p\nben: put-object lake/k ben\nann: get-object lake/k as g\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n"
		anew = "ann: create-multipart-upload lake/k as v\n"
		more = "ann: upload-part lake/k %s upload=$v.upload part=1 as q\n" +
			"ann: complete-multipart-upload lake/k [1=$q.etag] upload=$v.upload if-match=$g.etag\n"
		before = "ann: get-object lake/k as g\nann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k AAAA upload=$u.upload part=1 as p\nben: put-object lake/k ben\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n"
		later = "ann: put-object lake/k ann\n"
		first = "ann: create-multipart-upload lake/k as a\nann: upload-part lake/k AAAA upload=$a.upload part=1 " +
			"as q\nben: create-multipart-upload lake/k as u\nben: upload-part lake/k BBBB upload=$u.upload part=1 " +
			"as p\n"
		absent = "ben: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload " +
			"if-none-match=*\nben: get-object lake/k\n" +
			"ben: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n"
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"the tag was read behind the parts", head + refused, "they would replace it. Put Ana's change " +
			"into what is there", "under the same condition"},
		{"the tag was read in front of the parts", head + before, "", "they would replace it"},
		{"a new upload was begun", head + refused + anew, "Put Ana's change into", "Nothing is left to send"},
		{"the same parts went into it", head + refused + anew + strings.Replace(more, "%s", "AAAA", 1),
			"from before #6 read Ben's work (#5), and #10 has replaced that work", "Nothing is left to send"},
		{"other parts went into it", head + refused + anew + strings.Replace(more, "%s", "benAAAA", 1),
			"Nothing is left to send", "replaced"},
		{"the condition was left out", head + first + "ann: complete-multipart-upload lake/k [1=$q.etag] " +
			"upload=$a.upload\n" + absent, "read Ana's work (#7), and #10 has replaced that work",
			"Nothing is left to send"},
		{"a later write hides it", head + first + later + absent, "no read will ever show it",
			"Nothing is left to send"},
	} {
		kind := engine.TwoAtOnce
		if strings.Contains(c.lines, "if-none-match") {
			kind = engine.AlreadyThere
		}
		card, found := cardAtEnd(t, c.lines, kind)
		if !found && c.want != "" || !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %s", c.name, found, card.Say)
		}
	}
}

// What a condition on the source of a copy refused is the source, so that is what is read for its new tag.
func TestACopyRefusedForItsSourceReadsTheSource(t *testing.T) {
	for name, lines := range map[string]string{
		"S3": "seed: create-bucket lake\nseed: put-object lake/k v0\nseed: put-object lake/src s0\n" +
			"ann: get-object lake/src as g\nben: put-object lake/src s1\n" +
			"ann: copy-object lake/k source=lake/src source-if-match=$g.etag\n%s: get-object lake/src\n",
		"Blob": "seed: create-container lake\nseed: put-blob lake/k v0\nseed: put-blob lake/src s0\n" +
			"ann: get-blob lake/src as g\nben: put-blob lake/src s1\n" +
			"ann: copy-blob lake/k source=lake/src source-if-match=$g.etag\n%s: get-blob lake/src\n",
	} {
		card, _ := cardAtEnd(t, who+strings.Replace(lines, "%s", "ben", 1), engine.StaleWrite)
		if len(card.Inputs) == 0 || card.Inputs[0].(engine.Send).Args[0].Value.String() != "lake/src" {
			t.Error(name, card.Say, card.Inputs)
		}
		card, _ = cardAtEnd(t, who+strings.Replace(lines, "%s", "ann", 1), engine.StaleWrite)
		if !strings.Contains(card.Say, "has read it. See whether it is still to be copied") {
			t.Error(name, card.Say)
		}
	}
}

// A range that was cleared, or never written, is nothing in a file that is there (engine/share/rules.md, ranges).
func TestAClearedRangeIsNoFileThatIsGone(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/a 16\n" +
		"seed: put-range s/a aaaa range=0-3\nben: get-file s/a\nann: acquire-file-lease s/a duration=-1 as l\n" +
		"ann: put-range s/a CCCC range=0-3 lease=$l.lease\nben: put-range s/a BBBB range=0-3\n" +
		"ann: put-range s/a range=4-7 write=clear lease=$l.lease\n" +
		"ann: release-file-lease s/a lease=$l.lease\nben: get-file s/a\n"
	if card, _ := cardAtEnd(t, lines, engine.IsLeased); strings.Contains(card.Say, "is gone") || card.Say == "" {
		t.Error(card.Say)
	}
}

// engine/bucket/rules.md, "Which answer, which reaction": what is there is compared with one's own body. Of a commit
// that is what its pieces come to, whatever became of it; where somebody's later version hides it, no read shows it.
func TestWhatACommitWroteIsCompared(t *testing.T) {
	const (
		who    = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
		begin  = "ann: create-multipart-upload lake/k as u\nann: upload-part lake/k one upload=$u.upload part=1 as p\n"
		lost   = "ann: send complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-none-match=* as c\n"
		again  = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-none-match=* again=c"
		read   = "\nann: get-object lake/k\n"
		blocks = "seed: create-container cont\nann: put-block cont/b one block=AAAA\n" +
			"ann: send put-block-list cont/b [uncommitted AAAA] if-none-match=* as c\ndeliver c\nlose c\n" +
			"ann: put-block-list cont/b [uncommitted AAAA] if-none-match=* again=c\nann: get-blob cont/b\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want, never string
	}{
		{"done", who + begin + lost + "deliver c\nlose c\n" + again + " choose=2" + read, engine.OwnEcho,
			"is what the pieces of #4 come to. If they hold an id of that try, it was done", "begin a new upload"},
		{"done and answered 404", who + begin + lost + "deliver c\nlose c\n" + again + " choose=1" + read,
			engine.OwnEcho, "is what the pieces of #4 come to.", "begin a new upload"},
		{"another's, made before", who + "ben: put-object lake/k other\n" + begin + lost + "deliver c\nlose c\n" +
			again + read, engine.AlreadyThere, "is not what the pieces of #5 come to.", "it was done, and nothing"},
		{"another's, made behind the beginning", who + begin + "ben: put-object lake/k other\n" + lost +
			"deliver c\nlose c\n" + again + read, engine.AlreadyThere,
			"check whether its change is still missing", "come to"},
		{"blocks", who + blocks, engine.OwnEcho, "is what the pieces of #4 come to.", "still missing"},
	} {
		saysAtEnd(t, c.lines, c.kind, c.want, c.never)
	}
}

// Some bytes of a text alone tell nothing of the rest of it: where they fit what was sent, the whole is read; where
// they do not, it is another text.
func TestSomeBytesAreNotTheWholeText(t *testing.T) {
	const lost = "writer ann \"Ana\"\nseed: create-container con\nseed: put-blob con/b 0123456789\n" +
		"ann: send put-blob con/b annannanna as w\ndeliver w\nlose w\nann: get-blob con/b range="
	const object = "writer ann \"Ana\"\nseed: create-bucket bkt\nseed: put-object bkt/b 0123456789\n" +
		"ann: send put-object bkt/b annannanna as w\ndeliver w\nlose w\nann: get-object bkt/b range=bytes="
	const none = "writer ann \"Ana\"\nseed: create-container con\nseed: put-blob con/b 0123456789\n" +
		"ann: send put-blob con/b annannanna as w\nlose w\nann: get-blob con/b range="
	const fits = "shows some bytes alone, which are those that #3 was to put there. Read all of it"
	advises(t, []advised{
		{"the first bytes", lost + "0-3\n", engine.NoAnswer, "read", fits, "is not the text"},
		{"the last bytes", lost + "7-\n", engine.NoAnswer, "read", fits, "is not the text"},
		{"an object's last bytes", object + "-3\n", engine.NoAnswer, "read", fits, "is not the text"},
		{"other bytes", none + "0-3\n", engine.NoAnswer, "", "What #4 shows is not the text of #3", fits},
		{"all bytes", lost + "0-99\n", engine.NoAnswer, "", "What #4 shows is what #3 was to write", fits},
		{"all bytes of an object", object + "0-9\n", engine.NoAnswer, "", "What #4 shows is what #3 was to write",
			fits},
	})
}
