package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// What a writer has heard decides what it is advised. The worlds of a row differ in whether its own try was done, and
// its own answers are the same in all of them.
func TestTheSameKnowledgeGetsTheSameAdvice(t *testing.T) {
	const (
		lake = who + "seed: create-bucket lake\n"
		wiki = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob wiki/a as g\n" +
			"ben: get-blob wiki/a as b\n"
		rows = who + "seed: create-table stock\n"
		// the same text, written by the try or by another; another text, on the try or in its place
		create  = "ann: send put-object lake/k x if-none-match=* as p\n"
		mine    = lake + create + "deliver p\nlose p\n"
		theirs  = lake + create + "lose p\nben: put-object lake/k x if-none-match=*\n"
		other   = lake + create + "lose p\nben: put-object lake/k y if-none-match=*\n"
		onTop   = mine + "ben: delete-object lake/k\nben: put-object lake/k y if-none-match=*\n"
		change  = wiki + "ann: send put-blob wiki/a v2 if-match=$g.etag as p\n"
		changed = change + "deliver p\nlose p\nben: get-blob wiki/a as c\nben: put-blob wiki/a v3 if-match=$c.etag\n"
		instead = change + "lose p\nben: put-blob wiki/a v3 if-match=$b.etag\n"
		upload  = lake + "ann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k one upload=$u.upload part=1 as p1\ntell ben $u.upload\n" +
			"ann: send complete-multipart-upload lake/k [1=$p1.etag] upload=$u.upload as p\n"
		completed = upload + "deliver p\nlose p\nben: delete-object lake/k\n"
		aborted   = upload + "lose p\nben: abort-multipart-upload lake/k upload=$u.upload\n"
		complete  = "ann: complete-multipart-upload lake/k [1=$p1.etag] upload=$u.upload again=p as q\n"
		insert    = rows + "ann: send insert-entity stock/p/r .n=1 as p\n"
		again     = "ann: put-object lake/k x if-none-match=* again=p as q\n"
		saved     = "ann: put-blob wiki/a v2 if-match=$g.etag again=p as q\n"
		put       = "ann: insert-entity stock/p/r .n=1 again=p as q\n"
		read      = "ann: get-object lake/k\n"
		group     = rows + "ann: send entity-group-transaction stock p [insert-entity r .n=1] as p\n"
		regroup   = "ann: entity-group-transaction stock p [insert-entity r .n=1] again=p as q\n"
		row1      = "ann: get-entity stock/p/r\n"
	)
	for _, row := range []struct {
		name    string
		behind  string // what follows in each world
		worlds  []string
		unheard bool // it is about the try that had no answer, else about what was sent last under its wish
	}{
		{"a create is refused", again, []string{mine, theirs, other, onTop}, false},
		{"and the same text is read", again + read, []string{mine, theirs}, false},
		{"and another text is read", again + read, []string{other, onTop}, false},
		{"no answer, and the same text is read", read, []string{mine, theirs}, true},
		{"no answer, and another text is read", read, []string{other, onTop}, true},
		{"a change is refused", saved, []string{changed, instead}, false},
		{"and what is there is read", saved + "ann: get-blob wiki/a\n", []string{changed, instead}, false},
		{"an insert is refused", put, []string{insert + "deliver p\nlose p\n",
			insert + "lose p\nben: insert-entity stock/p/r .n=1\n"}, false},
		{"a group is refused", regroup, []string{group + "deliver p\nlose p\n",
			group + "lose p\nben: insert-entity stock/p/r .n=1\n"}, false},
		{"and what is there is read", regroup + row1, []string{group + "deliver p\nlose p\n",
			group + "lose p\nben: insert-entity stock/p/r .n=1\n"}, false},
		{"a completed or an aborted upload", complete, []string{completed, aborted}, false},
		{"and what is there is read", complete + read, []string{completed, aborted}, false},
		{"a delete is refused", "ann: delete-blob wiki/a again=p as q\n", []string{
			wiki + "ann: send delete-blob wiki/a as p\ndeliver p\nlose p\n",
			wiki + "ann: send delete-blob wiki/a as p\nlose p\nben: delete-blob wiki/a\n"}, false},
	} {
		advised := map[string]bool{}
		for _, world := range row.worlds {
			card, found := cardOfWish(t, world+row.behind, row.unheard)
			if !found {
				t.Errorf("%s: no finding of Ana in\n%s%s", row.name, world, row.behind)
				continue
			}
			advised[card] = true
		}
		if len(advised) > 1 {
			t.Errorf("%s: %d worlds that look the same are advised %d ways: %v", row.name, len(row.worlds),
				len(advised),
				advised)
		}
	}
}

// cardOfWish is what is advised at the end about the try p that had no answer, or about q, the same again. The numbers
// of requests are left out: those of another writer stand between.
func cardOfWish(t *testing.T, race string, unheard bool) (say string, found bool) {
	t.Helper()
	for _, kind := range []engine.Trouble{engine.NoAnswer, engine.OwnEcho, engine.AlreadyThere, engine.StaleWrite,
		engine.IsGone} {
		if unheard != (kind == engine.NoAnswer) {
			continue
		}
		if card, ok := cardAtEnd(t, race, kind); ok {
			numberless := strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' {
					return -1
				}
				return r
			}, card.Say)
			return card.Action + ": " + numberless, true
		}
	}
	return "", false
}
