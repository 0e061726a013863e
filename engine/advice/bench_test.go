package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/advice"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// longSession is a view behind so many requests of two writers on blobs of their own, with a scene at its end.
func longSession(tb testing.TB, requests int, scene string) *view.View {
	tb.Helper()
	var text strings.Builder
	text.WriteString("writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/a v1\n")
	for n := range requests / 2 {
		fmt.Fprintf(&text, "ann: put-blob wiki/ann%d x\nben: get-blob wiki/ann%d\n", n%50, n%50)
	}
	text.WriteString(scene)
	r := roomtest.Of(tb, "long.race", text.String())
	for {
		if _, err := r.Step(); err != nil {
			return r.View()
		}
	}
}

// What a card costs behind a history, and behind one ten times as long: it is to be the same, for what happened long
// before has nothing to do with it.
func BenchmarkCardBehindAHistory(b *testing.B) {
	for _, scene := range []struct{ name, lines string }{
		{"refused", "ann: get-blob wiki/a as g\nben: put-blob wiki/a two\nann: put-blob wiki/a three " +
			"if-match=$g.etag\n"},
		{"silent", "ann: get-blob wiki/a as g\nben: put-blob wiki/a two\nann: put-blob wiki/a three\n"},
		{"unanswered", "ann: send put-blob wiki/a two as p\nlose p\nann: get-blob wiki/a\n"},
		{"leased", "ann: acquire-blob-lease wiki/a duration=15 as l\nclock +16s\n" +
			"ben: acquire-blob-lease wiki/a duration=15\nann: put-blob wiki/a x lease=$l.lease\n"},
		{"worktwice", "seed: create-queue jobs\nseed: put-message jobs hello\nann: get-messages jobs " +
			"visibilitytimeout=30 " +
			"as g\nann: does $g.0\nclock +31s\nben: get-messages jobs as h\nben: does $h.0\n"},
		{"takenaway", "seed: create-bucket lake\nann: send put-object lake/k x if-none-match=* as p\ndeliver " +
			"p\nlose p\n" +
			"ben: delete-object lake/k\nann: put-object lake/k x if-none-match=* again=p\n"},
		{"opened", "seed: create-share s\nseed: create-file s/f size=3\nann: smb-create s/f access=RW share=RWD as " +
			"a\n" +
			"ben: smb-create s/f access=RW share=RWD as b\nann: smb-write $a.handle body=one offset=0\n" +
			"ben: smb-read $b.handle\nann: smb-write $a.handle body=two offset=0\nben: smb-write $b.handle body=ben " +
			"offset=0\n"},
		{"nothing ever", everScenes[0].lines}, {"another's tag", everScenes[1].lines},
		{"stray receipt", everScenes[2].lines}, {"strange lease", everScenes[6].lines},
	} {
		for _, requests := range []int{1_000, 10_000, 100_000} {
			v := longSession(b, requests, scene.lines)
			list := v.Marks()
			if len(list) == 0 {
				b.Fatal("the scene has no finding")
			}
			c := list[len(list)-1].Finding
			b.Run(fmt.Sprintf("%s/%d", scene.name, requests), func(b *testing.B) {
				for b.Loop() {
					if card := advice.For(v, c); card.Say == "" {
						b.Fatal("no advice")
					}
				}
			})
			b.Run(fmt.Sprintf("%s/%d/story", scene.name, requests), func(b *testing.B) {
				for b.Loop() {
					_ = v.Story(c)
				}
			})
		}
	}
}

// The sentence of work that was replaced unread, and its baseline: the same history without any.
func BenchmarkUnreadBehindAHistory(b *testing.B) {
	for _, scene := range []struct{ name, lines string }{{"none", ""},
		{"unread", "ann: put-blob wiki/n one\nben: put-blob wiki/n two\n"}} {
		for _, requests := range []int{1_000, 10_000} {
			v := longSession(b, requests, scene.lines)
			b.Run(fmt.Sprintf("%s/%d", scene.name, requests), func(b *testing.B) {
				for b.Loop() {
					if told := v.Unread(); (told != "") != (scene.name == "unread") {
						b.Fatal(told)
					}
				}
			})
			b.Run(fmt.Sprintf("%s/%d/stops", scene.name, requests), func(b *testing.B) {
				for b.Loop() {
					if told := advice.Unread(v); (told != "") != (scene.name == "unread") {
						b.Fatal(told)
					}
				}
			})
		}
	}
}
