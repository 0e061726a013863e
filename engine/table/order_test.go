package table_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
)

// One precedence test per operation: each request breaks one rule and later ones, and the first is the answer; the
// rules come in the order in which the operation lists them.
func TestPrecedence(t *testing.T) {
	for _, spec := range service.Ops {
		t.Run(spec.Verb, func(t *testing.T) {
			rungs := ladders[spec.Verb]
			if len(rungs) == 0 && len(spec.Refuses) > 0 {
				t.Fatal("no rule of this operation is tried")
			}
			b := newBench(t)
			refusals := enginetest.Order[*engine.Rule]{Rules: spec.Refuses}
			for _, r := range rungs {
				a := b.Say("ann: " + spec.Verb + " " + strings.TrimSpace(quoted(r.path)+" "+r.words))
				if a.String() != r.code {
					t.Fatalf("%.60s %.60s: %s, want %s", r.path, r.words, a, r.code)
				}
				refusals.Meet(t, a, a.Why.Rule)
			}
		})
	}
}

func quoted(path string) string {
	if path == "" {
		return ""
	}
	return `"` + path + `"`
}

// Step 10: the merged entity is looked at after the ETag; a body over 4 MiB before everything but the name.
func TestSizesFirstAndLast(t *testing.T) {
	b := newBench(t)
	b.All("ann: insert-entity jobs/p/full " + many(252))
	b.Want(`ann: merge-entity jobs/p/full .q=1 if-match="W/\"old\""`, unmet)
	b.Want("ann: merge-entity jobs/p/full .q=1 if-match=*", "400 TooManyProperties")
	b.Want("ann: insert-or-merge-entity jobs/p/full .q=1", "400 TooManyProperties")
	big := strings.Repeat("x", 32_000)
	args := func(path string, n int) []engine.Arg {
		list := engine.Args("path", path)
		for i := range n {
			list = append(list, engine.Arg{Name: ".b" + string(rune('a'+i%26)) + string(rune('a'+i/26)),
				Value: engine.Text(big)})
		}
		return list
	}
	for _, row := range []struct {
		verb, path string
		n          int
		want       string
	}{{"insert-entity", "jobs/p/x", 15, "201"}, {"insert-entity", "jobs/p/y", 17, "400 EntityTooLarge"},
		{"insert-or-merge-entity", "jobs/p/x", 16, "204"},
		{"insert-entity", "none/p", 140, "413 RequestBodyTooLarge"}} {
		if a := b.Send(engine.Send{By: "ann", Verb: row.verb, Args: args(row.path, row.n)}); a.String() != row.want {
			t.Errorf("%s with %d large properties: %s, want %s", row.verb, row.n, a, row.want)
		}
	}
	more := []engine.Arg{{Name: "path", Value: engine.Text("jobs/p/x")}, {Name: ".z1", Value: engine.Text(big)}}
	if a := b.Send(engine.Send{By: "ann", Verb: "insert-or-merge-entity",
		Args: more}); a.String() != "400 EntityTooLarge" {
		t.Errorf("a merge over 1 MiB: %s", a)
	}
}

// What the screen names as a source is a page that anybody can open; what no page settles is said beside it.
func TestSourcesArePublicPages(t *testing.T) {
	enginetest.PublicSources(t, service, func(document string) bool {
		return strings.HasPrefix(document, "Azure") && strings.HasSuffix(document, `"`)
	})
}
