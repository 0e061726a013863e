package advice_test

import (
	"io/fs"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/races"
	"interleave/engine/room"
)

// findings plays a race and hands each finding with a kind to a test when its writer knows of it, with a room that
// stands there.
func findings(t *testing.T, name string, check func(r *room.Room, c conflict.Finding)) {
	t.Helper()
	text, err := races.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	r := room.New(catalog.New, room.Options{})
	if err := r.Load(name, text); err != nil {
		t.Fatal(err)
	}
	seen := map[conflict.Finding]bool{}
	for range 400 {
		_, err := r.Step()
		for _, tr := range r.View().Troubles() {
			x := r.View().Exchange(tr.Request)
			if known := tr.Severity != '!' || x != nil && !x.Heard.IsZero(); known && !seen[tr.Finding] {
				seen[tr.Finding] = true
				check(r, tr.Finding)
			}
		}
		if err != nil {
			return
		}
	}
}

// A law over all races: a recommended action, carried out, harms nobody, and the only refusal that it leaves is the one
// that the card foretold.
func TestEveryRecommendedActionHelps(t *testing.T) {
	names, err := fs.Glob(races.FS, "*/*.race")
	if err != nil {
		t.Fatal(err)
	}
	actions, instructions := map[string]int{}, 0
	for _, name := range names {
		findings(t, name, func(r *room.Room, c conflict.Finding) {
			v := r.View()
			card := advice.For(v, c)
			if card.Say == "" || strings.Contains(card.Say, "  ") || !strings.HasSuffix(card.Say, ".") {
				t.Errorf("%s: %s: the card says %q", name, c, card.Say)
			}
			if card.Action == "" {
				instructions++
				return
			}
			actions[card.Action]++
			refused, silent, _ := v.Counts()
			before := v.Digest()
			if _, err := r.Recommend(c); err != nil && card.Rest == "" {
				t.Errorf("%s: %s: %s: %v", name, c, card.Action, err)
				return
			}
			after := r.View()
			nowRefused, nowSilent, _ := after.Counts()
			allowed := refused
			if card.Foretold != "" {
				allowed++
			}
			if nowSilent > silent || nowRefused > allowed {
				t.Errorf("%s: %s: %q leaves %d silent and %d refused, there were %d and %d; foretold %q", name, c,
					card.Say,
					nowSilent, nowRefused, silent, refused, card.Foretold)
			}
			if after.Digest() != before {
				if err := r.Undo(); err != nil {
					t.Fatal(err)
				}
			}
			if r.View().Digest() != before {
				t.Fatalf("%s: %s: undo does not lead back", name, c)
			}
		})
	}
	t.Logf("%d instructions, actions %v", instructions, actions)
}

var _ = engine.Seed

// BenchmarkCard is what a card of a usual scene costs: the goal is 50 ms.
func BenchmarkCard(b *testing.B) {
	for _, name := range []string{"blob/wiki.race", "blob/wiki-no-guard.race", "queue/q02-slow-worker.race"} {
		text, err := races.FS.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		r := room.New(catalog.New, room.Options{})
		if err := r.Load(name, text); err != nil {
			b.Fatal(err)
		}
		for err == nil {
			_, err = r.Step()
		}
		v := r.View()
		list := v.Troubles()
		b.Run(name, func(b *testing.B) {
			for range b.N {
				advice.For(v, list[len(list)-1].Finding)
			}
		})
	}
}
