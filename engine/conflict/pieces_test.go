package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// The byte range is the part (rules.md, "Words"): of what another wrote into a file the bytes that were replaced are
// lost, and the rest of it stands.
func TestLostBytesAreNamed(t *testing.T) {
	const head = "seed: create-share sh\nseed: create-file sh/f 8\n" +
		"seed: put-range sh/f 00000000 range=0-7\nann: get-file sh/f\n"
	for _, c := range []struct{ name, lines, want string }{
		{"some", "ben: put-range sh/f bbbb range=0-3\nann: put-range sh/f aaaa range=2-5\n",
			"Ben's bytes 2-3 were overwritten by Ana."},
		{"one", "ben: put-range sh/f bbbbbb range=0-5\nann: put-range sh/f a range=5-5\n",
			"Ben's byte 5 was overwritten by Ana."},
		{"two stretches", "ben: put-range sh/f bb range=0-1\nben: put-range sh/f bb range=4-5\n" +
			"ann: put-range sh/f aaaaaaaa range=0-7\n",
			"Ben's bytes 0-1 and 4-5 were overwritten by Ana."},
		{"neighbours", "ben: put-range sh/f bb range=0-1\nben: put-range sh/f cc range=2-3\n" +
			"ann: put-range sh/f aaaaaaaa range=0-7\n", "Ben's bytes 0-3 were overwritten by Ana."},
		{"cleared, which writes zeros", "ben: put-range sh/f bbbb range=0-3\n" +
			"ann: put-range sh/f range=2-5 write=clear\n",
			"Ben's bytes 2-3 were overwritten by Ana."},
		{"the whole file", "ben: put-range sh/f bbbb range=0-3\nann: create-file sh/f 8\n",
			"Ben's v3 was overwritten by Ana."},
	} {
		if told := lostOf(t, head+c.lines); !strings.HasPrefix(told.First, c.want) {
			t.Errorf("%s: want %q, got %+v", c.name, c.want, told)
		}
	}
}

// The bytes of a plain string are parts as those of a file are: SETRANGE replaces the ones that it writes over, APPEND
// none, and what stands beside them is whoever's it was (Redis, SETRANGE and APPEND; engine/tair/rules.md, "Plain Redis
// commands"). Empty: no mark.
func TestLostBytesOfAPlainString(t *testing.T) {
	const head = "writer cal \"Cal\"\nseed: SET k AAAABBBB\nann: GET k\n"
	for _, c := range []struct{ name, lines, want string }{
		{"the same bytes", "ben: SETRANGE k 0 bbbb\nann: SETRANGE k 2 aaaa\n",
			"Ben's bytes 2-3 were overwritten by Ana."},
		{"others", "ben: SETRANGE k 4 bbbb\nann: SETRANGE k 0 aaaa\n", ""},
		{"two stretches", "ben: SETRANGE k 0 b\nben: SETRANGE k 4 b\nann: SETRANGE k 0 aaaaaaaa\n",
			"Ben's bytes 0 and 4 were overwritten by Ana."},
		{"the whole was set", "ben: SET k bbbbbbbb\nann: SETRANGE k 4 aa\n",
			"Ben's bytes 4-5 were overwritten by Ana."},
		{"in front of an append", "ben: APPEND k bb\nann: SETRANGE k 0 aa\n", ""},
		{"what was appended", "ben: APPEND k bb\nann: SETRANGE k 8 aa\n", "Ben's bytes 8-9 were overwritten by Ana."},
		{"it only grows", "ben: SET k bb\nann: SETRANGE k 2 aa\n", ""},
		{"read again", "ben: SETRANGE k 0 bbbb\nann: GET k\nann: SETRANGE k 0 aaaa\n", ""},
		{"one's own", "ben: SETRANGE k 4 b\nann: SETRANGE k 0 a\nann: SETRANGE k 0 aa\n", ""},
		{"the seed's", "ann: SETRANGE k 0 aaaa\n", ""},
		{"deleted", "ben: DEL k\nann: SETRANGE k 0 aaaa\n", "Ben's delete of k was undone by Ana."},
		{"deleted and appended to", "ben: DEL k\nann: APPEND k aaaa\n", ""},
		{"the whole", "ben: SETRANGE k 4 b\nann: SET k aaaa\n", "Ben's value was overwritten by Ana."},
		{"the first of two appends", "ben: APPEND k b\ncal: APPEND k c\ncal: GET k\nann: SETRANGE k 8 a\n",
			"Ben's byte 8 was overwritten by Ana."},
		{"by a copy of what it was", "ben: SETRANGE k 4 b\nann: DEL k\n", "Ben's value was deleted by Ana."},
		{"a part that was read", "ann: GETRANGE k 0 3\nben: SETRANGE k 4 b\nann: SETRANGE k 4 a from=none\n", ""},
		{"in a script", "ben: SETRANGE k 0 b\nann: EVAL \"return redis.call('SETRANGE',KEYS[1],0,'a')\" 1 k\n",
			"Ben's value was overwritten by Ana."},
		{"in one that looks", "ben: SETRANGE k 0 b\nann: EVAL \"redis.call('GET',KEYS[1]) " +
			"return redis.call('SETRANGE',KEYS[1],0,'a')\" 1 k\n", ""},
		{"in a transaction", "ben: SETRANGE k 0 b\nann: MULTI\nann: SETRANGE k 0 a\nann: EXEC\n",
			"Ben's value of k was overwritten by Ana."},
	} {
		r, last := run(t, head+c.lines)
		told := ""
		if last.Kind != "" {
			told = conflict.Story(r.Timeline.World(), last).First
		}
		if (told == "") != (c.want == "") || !strings.HasPrefix(told, c.want) {
			t.Errorf("%s: want %q, got %q", c.name, c.want, told)
		}
	}
}

// An answer that goes on where an earlier one ended is torn where another replaced what that one covered
// (engine/conflict/rules.md, "Silent"); what others changed elsewhere in the value tears nothing.
func TestARangeOfAPlainStringIsTorn(t *testing.T) {
	const head = "seed: SET k AAAABBBB\nann: GETRANGE k 0 3\n"
	for lines, torn := range map[string]bool{
		"ben: SET k bbbbbbbb\nann: GETRANGE k 4 7\n":  true,
		"ben: SETRANGE k 0 b\nann: GETRANGE k 4 -1\n": true,
		"ben: SETRANGE k 6 b\nann: GETRANGE k 4 7\n":  false,
		"ben: SETRANGE k 0 b\nann: GETRANGE k 5 7\n":  false,
		"ben: SETRANGE k 0 b\nann: GETRANGE k 0 7\n":  false,
		"ben: APPEND k b\nann: GETRANGE k 4 8\n":      false,
		"ann: SETRANGE k 0 a\nann: GETRANGE k 4 7\n":  false,
	} {
		if _, last := run(t, head+lines); (last.Kind == engine.TornRead) != torn {
			t.Errorf("%s: %s", lines, last)
		}
	}
}

// A text that was put there piece by piece is lost as the newest piece left it: of an append blob, whose Put Blob makes
// it empty (engine/blob/rules.md, Append Block), it is not the empty start that another replaces.
func TestTheNewestPieceOfATextIsLost(t *testing.T) {
	const head = "seed: create-container cont\nann: get-blob cont/b\n"
	for _, c := range []struct{ name, lines, want, step string }{
		{"an append", "ben: put-blob cont/b \"\" type=AppendBlob\nben: append-block cont/b order\n" +
			"ann: put-blob cont/b \"\" type=AppendBlob\n", "Ben's v2 was overwritten by Ana.", "Ben saved v2"},
		{"a page", "ben: put-blob cont/b \"\" type=PageBlob size=512\nben: put-page cont/b \"" +
			strings.Repeat("x", 512) + "\" range=0-511\nann: put-blob cont/b \"\" type=PageBlob size=512\n",
			"Ben's v2 was overwritten by Ana.", "Ben saved v2"},
		{"deleted", "ben: put-blob cont/b \"\" type=AppendBlob\nann: get-blob cont/b\n" +
			"ben: append-block cont/b order\nann: delete-blob cont/b\n", "Ben's block 1 was deleted by Ana.",
			"Ben saved v2"},
	} {
		told := lostOf(t, head+c.lines)
		steps := ""
		for _, s := range told.Steps {
			steps += s.Text
		}
		if !strings.HasPrefix(told.First, c.want) || !strings.Contains(steps, c.step) {
			t.Errorf("%s: want %q, got %+v", c.name, c.want, told)
		}
	}
}

// lostOf is the story of the last mark of a scene, which says that an update was lost.
func lostOf(t *testing.T, lines string) conflict.Narrative {
	t.Helper()
	r, last := run(t, lines)
	if last.Kind != "lost-update" {
		t.Fatalf("%q comes of\n%s", last.Kind, lines)
	}
	return conflict.Story(r.Timeline.World(), last)
}

// A whole put, a delete and a commit throw away all that is staged, also what others staged (engine/blob/rules.md,
// "Block blobs"): who finds others under the same ids, or nothing, is told of that first, and of each piece.
func TestWhoThrewStagedBlocksAwayIsTold(t *testing.T) {
	const (
		own = "seed: create-container wiki\nben: put-block wiki/film b1 block=0001\n" +
			"ben: put-block wiki/film b2 block=0002\n"
		put   = "cyd: put-blob wiki/film Z\n"
		other = "ann: put-block wiki/film a1 block=0001\nann: put-block wiki/film a2 block=0002\n" +
			"ann: put-block-list wiki/film [latest 0001 0002] from=none\n"
		latest = "ben: put-block-list wiki/film [latest 0001 0002] from=none\n"
		staged = "ben: put-block-list wiki/film [uncommitted 0001 0002] from=none\n"
		mine   = "ben: send put-block-list wiki/film [uncommitted 0001 0002] from=none as p\ndeliver p\nlose p\n"
		retry  = "ben: put-block-list wiki/film [uncommitted 0001 0002] from=none again=p\n"
	)
	for _, c := range []struct {
		name, lines, first string
		kind               engine.Trouble
		step, never        string
	}{
		{"by a whole put", own + put + other + latest, "Cyd saved v1 with #4. That threw away what Ben had staged. " +
			"What Ben stored holds Ana's block 0001 and block 0002, which Ben had not read.", engine.MixedContent,
			"Ben staged a block of wiki/film with #2: block 0001.", ""},
		{"and only staged ones are asked for", own + put + other + staged, "Cyd saved v1 with #4. That threw away " +
			"what Ben had staged. Ben's request was refused", engine.IsGone, "Ana saved v2 with #7.", "took the block"},
		{"by a delete", "seed: create-container wiki\nseed: put-blob wiki/film z\nben: put-block wiki/film b1 " +
			"block=0001\ncyd: delete-blob wiki/film\nann: put-block wiki/film a1 block=0001\n" +
			"ben: put-block-list wiki/film [latest 0001] from=none\n",
			"Cyd deleted wiki/film with #4. That threw away what Ben had staged.", engine.MixedContent, "", ""},
		{"another's took its place", own + other + staged, "Ana staged a block of wiki/film with #4. That took the " +
			"place of what Ben had staged.", engine.IsGone, "Ana saved v1 with #6.", "took the block"},
		{"and was taken in", own + other + latest, "What Ben stored holds Ana's block 0001 and block 0002,",
			engine.MixedContent, "in the place of that of #2.", "threw away"},
		{"by who committed it", own + "ann: put-block-list wiki/film [latest 0001] from=none\n" + staged,
			"Ana saved v1 with #4. That took the block that Ben had staged.", engine.IsGone, "", "threw away"},
		{"by one's own unheard commit", own + mine + "cyd: put-blob wiki/film Z from=none\n" + retry,
			"This 400 comes from Ben's own first try, #4.", engine.OwnEcho, "Cyd saved v2 with #5.", "threw away"},
		{"by one's own, looked for everywhere", own + mine + "cyd: put-blob wiki/film Z from=none\n" +
			strings.ReplaceAll(retry, "uncommitted", "latest"), "Ben saved v1 with #4. That took the block that Ben " +
			"had staged.", engine.IsGone, "Cyd saved v2 with #5.", "threw away"},
	} {
		last, told, steps := lastStory(t, "writer cyd \"Cyd\"\n"+c.lines)
		said := told.First + "\n" + steps
		if last.Kind != c.kind || !strings.HasPrefix(told.First, c.first) || !strings.Contains(said, c.step) ||
			c.never != "" && strings.Contains(said, c.never) {
			t.Errorf("%s: %s: %s", c.name, last, said)
		}
	}
}

// Put Blob and Set Blob Metadata clear what they do not send (blob/rules.md, "What changes ETag and Last-Modified"; the
// referee's rules, "By part"): what another had set is removed then, and overwritten where something is sent for it.
func TestWhatAWriteClearsIsRemoved(t *testing.T) {
	const head = "seed: create-container docs\nseed: put-blob docs/a one meta.o=x tag.s=x\nann: get-blob docs/a\n" +
		"ann: get-blob-tags docs/a\n"
	const meta = head + "ben: set-blob-metadata docs/a meta.o=ben\n"
	const tags = head + "ben: set-blob-tags docs/a tag.s=ben\n"
	for lines, says := range map[string]string{
		meta + "ann: put-blob docs/a two\n":                  "Ben's metadata was removed by Ana.",
		meta + "ann: put-blob docs/a two meta.o=ann\n":       "Ben's metadata was overwritten by Ana.",
		meta + "ann: set-blob-metadata docs/a\n":             "Ben's metadata was removed by Ana.",
		meta + "ann: set-blob-metadata docs/a meta.o=ann\n":  "Ben's metadata was overwritten by Ana.",
		tags + "ann: put-blob docs/a two\n":                  "Ben's tags were removed by Ana.",
		tags + "ann: set-blob-tags docs/a tag.s=ann\n":       "Ben's tags were overwritten by Ana.",
		meta + "ann: put-blob docs/a two content-type=a/b\n": "Ben's metadata was removed by Ana.",
	} {
		r, last := run(t, lines)
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, says) {
			t.Errorf("%s%s, want %s", lines, told.First, says)
		}
	}
}

// The bytes of a page blob show of a page that nobody had written that it is empty (rules.md, "Shown"): they are a base
// of who writes the page, as they are of a page that was written before. A read of other bytes, and a HEAD, show no
// such page.
func TestAReadOfAnEmptyPageIsABase(t *testing.T) {
	page := func(s string) string { return strings.Repeat(s, 512) }
	head := "seed: create-container cont\nseed: put-blob cont/pg \"\" type=PageBlob size=1024\n"
	bens := "ben: put-page cont/pg " + page("b") + " range=0-511\n"
	anns := "ann: put-page cont/pg " + page("a") + " range=0-511"
	for _, c := range []struct{ name, lines, want string }{
		{"read whole", "ann: get-blob cont/pg\n" + bens + anns, "~ lost-update ben"},
		{"cleared", "ann: get-blob cont/pg\n" + bens + "ann: put-page cont/pg \"\" range=0-511 page-write=clear",
			"~ lost-update ben"},
		{"those bytes", "ann: get-blob cont/pg range=0-511\n" + bens + anns, "~ lost-update ben"},
		{"other bytes", "ann: get-blob cont/pg range=512-1023\n" + bens + anns, ""},
		{"a HEAD", "ann: get-blob-properties cont/pg\n" + bens + anns, ""},
		{"nothing read", bens + anns, ""},
		{"read since", "ann: get-blob cont/pg\n" + bens + "ann: get-blob cont/pg\n" + anns, ""},
		{"another page", "ann: get-blob cont/pg\nben: put-page cont/pg " + page("b") + " range=512-1023\n" + anns, ""},
		{"the same date", "ann: get-blob cont/pg as r\n" + bens + anns + " if-unmodified-since=$r.last-modified",
			"~ same-number ben"},
		{"made for nothing", "ann: get-blob cont/pg\n" + bens + anns + " from=none", ""},
	} {
		_, last := run(t, head+c.lines+"\n")
		got := ""
		if last.Severity != 0 {
			got = last.String()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What nobody compares has rules of its own: what is staged and is not in the list goes with a commit, and Latest
// searches the staged blocks first (engine/blob/rules.md, "Block blobs"); a delete takes the snapshots that it names.
func TestTheLawOfWhatGoesAlong(t *testing.T) {
	const head = "seed: create-container cont\nseed: put-blob cont/b 1\n"
	const committed = head + "ann: put-block cont/b aaa block=AAAA\nann: put-block-list cont/b [uncommitted AAAA]\n" +
		"ann: get-blob cont/b as g\n"
	for _, row := range []struct{ lines, law string }{
		{committed + "ben: put-block cont/b bbb block=BBBB\nann: put-block-list cont/b [committed AAAA]\n",
			"A commit throws away all blocks that wait uncommitted and are not in its list"},
		{committed + "ben: put-block cont/b bbb block=BBBB\n" +
			"ann: put-block-list cont/b [committed AAAA] if-match=$g.etag\n",
			"A commit throws away all blocks that wait uncommitted and are not in its list"},
		{committed + "ben: put-block cont/b bbb block=AAAA\nann: put-block-list cont/b [latest AAAA]\n",
			"For a block that is to be the latest, a commit takes the uncommitted one"},
		{committed + "ben: put-block cont/b bbb block=AAAA\nann: put-block-list cont/b [uncommitted AAAA]\n",
			"A commit takes what lies under these names"},
		{head + "ben: snapshot-blob cont/b\nann: list-blobs cont include=[snapshots]\nben: snapshot-blob cont/b\n" +
			"ben: put-blob cont/b 2\nann: delete-blob cont/b snapshots=include\n",
			"With its snapshots, all of them go"},
	} {
		r, last := run(t, row.lines)
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.Law, row.law) {
			t.Errorf("%s%s: %q\nwant %q", row.lines, last, told.Law, row.law)
		}
	}
}

// A block that was thrown away was taken by nobody where the list looks for the committed one of its id.
func TestAThrownBlockIsNotTaken(t *testing.T) {
	const head = "seed: create-container cont\nseed: put-block cont/b 1 block=AAAA\n" +
		"seed: put-block cont/b 2 block=BBBB\n" +
		"seed: put-block-list cont/b [uncommitted AAAA BBBB]\nann: put-block cont/b 3 block=BBBB\n" +
		"ben: get-blob cont/b\n"
	for _, row := range []struct{ list, first string }{
		{"[committed AAAA BBBB]", "That threw away what Ana had staged."},
		{"[committed AAAA latest BBBB]", "That took the block that Ana had staged."},
		{"[uncommitted BBBB committed AAAA]", "That took the block that Ana had staged."},
	} {
		r, last := run(t, head+"ben: put-block-list cont/b "+row.list+"\n"+
			"ann: put-block-list cont/b [uncommitted BBBB]\n")
		if told := conflict.Story(r.Timeline.World(), last); !strings.Contains(told.First, row.first) {
			t.Errorf("%s: %s: %s\nwant %q", row.list, last, told.First, row.first)
		}
	}
}
