package advice_test

import (
	"testing"

	"interleave/engine"
)

// Who went by another's lease id and heard nothing is not told to do it once more (engine/conflict/rules.md, marks:
// borrowed-lease), and who has heard nothing cannot know whether it was done: the card is the same.
func TestAnothersLeaseIsNotTakenOnceMore(t *testing.T) {
	const (
		box    = who + "seed: create-container box\nseed: put-blob box/a one\n"
		share  = who + "seed: create-share docs\nseed: create-file docs/a 4\n"
		ids    = " lease=guid:B id=guid:A as c\n"
		lost   = "lose c\n"
		done   = "deliver c\nlose c\n"
		never  = "sent a lease id that Ana was never given, and no read tells whether that gave the lease another"
		same   = "Send the same again"
		theirs = box + "ben: acquire-blob-lease box/a duration=30 id=guid:B\nann: send "
		own    = box + "ann: acquire-blob-lease box/a duration=30 id=guid:B\nann: send change-blob-lease box/a" + ids
		change = theirs + "change-blob-lease box/a" + ids
		conts  = box + "ben: acquire-container-lease box duration=-1 id=guid:B\nann: send " +
			"change-container-lease box" + ids
		shares = share + "ben: acquire-share-lease docs duration=-1 id=guid:B\nann: send " +
			"change-share-lease docs" + ids
		files = share + "ben: acquire-file-lease docs/a duration=-1 id=guid:B\nann: send " +
			"change-file-lease docs/a" + ids
		gives = theirs + "release-blob-lease box/a lease=guid:B as c\n"
		takes = theirs + "acquire-blob-lease box/a duration=30 id=guid:"
	)
	advisesBehind(t, []advised{
		{"a change that was lost", change + lost, engine.NoAnswer, "", never, same},
		{"a change that was done", change + done, engine.NoAnswer, "", never, same},
		{"of a container's, lost", conts + lost, engine.NoAnswer, "", never, same},
		{"of a container's, done", conts + done, engine.NoAnswer, "", never, same},
		{"of a share's, lost", shares + lost, engine.NoAnswer, "", never, same},
		{"of a share's, done", shares + done, engine.NoAnswer, "", never, same},
		{"of a file's, done", files + done, engine.NoAnswer, "", never, same},
		{"of one's own, lost", own + lost, engine.NoAnswer, "retry", same, "never given"},
		{"of one's own, done", own + done, engine.NoAnswer, "retry", same, "never given"},
		{"a release, read behind", gives + lost + "ann: get-blob box/a\n", engine.NoAnswer, "",
			"sent a lease id that Ana was never given: settle with whoever holds the lease", "Release it again"},
		{"an acquire under an id that another proposed", takes + "B as c\n" + lost, engine.NoAnswer, "",
			"Next time, propose an id of one's own: a new GUID for each holder.", "with the request"},
		{"an acquire under an id of one's own beside another's lease", takes + "A as c\n" + lost, engine.NoAnswer, "",
			"Send the same again, with the id that it proposes: where it is refused, the lease that stands is another.",
			"Next time"},
		{"an acquire without an id", theirs + "acquire-blob-lease box/a duration=30 as c\n" + lost, engine.NoAnswer, "",
			"Next time, propose an id with the request.", same},
	})
}
