package advice_test

import (
	"testing"

	"interleave/engine"
)

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
