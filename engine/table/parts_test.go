package table_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// changes and shown are parts as text, in order: object, name, who wrote or removed them, what happened to them.
func changes(list []engine.Change) string {
	var words []string
	for _, c := range list {
		w := strings.TrimPrefix(c.Object.String(), "entity jobs/p/") + " " + c.Name + " " + c.Mark.By
		for _, flag := range []struct {
			on   bool
			word string
		}{{c.Gone, "gone"}, {c.Drops, "drops"}, {c.Side, "side"}, {c.Wanted, "wanted"}} {
			if flag.on {
				w += " " + flag.word
			}
		}
		words = append(words, strings.Join(strings.Fields(w), " "))
	}
	return strings.Join(words, "; ")
}

func shown(list []engine.Part) string {
	var words []string
	for _, p := range list {
		w := strings.TrimPrefix(p.Object.String(), "entity jobs/p/") + " " + p.Name + " " + p.Mark.By
		if p.Gone {
			w += " gone"
		}
		words = append(words, strings.Join(strings.Fields(w), " "))
	}
	return strings.Join(words, "; ")
}

// withHistory has, beside r {a, b} by seed, the row d from which ben dropped y, and old, which ben deleted.
func withHistory(t *testing.T) *bench {
	b := newBench(t)
	b.All("seed: insert-entity jobs/p/d .x=1 .y=1", "ben: update-entity jobs/p/d .x=2",
		"seed: insert-entity jobs/p/old .a=1",
		"ben: delete-entity jobs/p/old if-match=*")
	return b
}

// The referee's rules on parts: what each request changes, with whose work gives way. A replace replaces all
// properties, sent or dropped; a merge what it names.
func TestWhatRequestsChange(t *testing.T) {
	for _, row := range [][2]string{
		{"insert-entity jobs/p/n .a=1", "n row gone wanted; n .a gone wanted"},
		{"insert-entity jobs/p/old .a=1", "old row ben gone wanted; old .a ben gone wanted"},
		{"update-entity jobs/p/r .a=2 .c=3", "r .a seed; r .c gone; r .b seed drops"},
		{"update-entity jobs/p/old .a=2", "old row ben gone; old .a ben gone"},
		{"update-entity jobs/p/d .y=2", "d .y ben gone; d .x ben drops"},
		{"update-entity jobs/p/d .z=2 .x=3", "d .x ben; d .z gone"},
		{"merge-entity jobs/p/r .a=2 .c=3", "r .a seed; r .c gone"},
		{"merge-entity jobs/p/r .a=null", ""},
		{"merge-entity jobs/p/d .y=2 if-match=*", "d .y ben gone"},
		{"insert-or-replace-entity jobs/p/r .b=2", "r .b seed; r .a seed drops"},
		{"insert-or-merge-entity jobs/p/old", "old row ben gone"},
		{"delete-entity jobs/p/r if-match=*", "r row seed drops; r .a seed drops; r .b seed drops"},
		{"delete-entity jobs/p/d if-match=*", "d row seed drops; d .x ben drops"},
		{"update-entity jobs/p/none .a=1 if-match=*", ""},
		{"get-entity jobs/p/r", ""}, {"query-entities jobs", ""},
		{"entity-group-transaction jobs p [merge-entity r .a=2; insert-entity n]", "r .a seed; n row gone wanted"},
		{"create-table more", "table more table gone wanted; table more acl gone side wanted"},
		{"set-table-acl jobs policy.a=r", "table jobs acl seed"},
	} {
		b := withHistory(t)
		b.Say("ann: " + row[0])
		if got := changes(b.decided().Changed); got != row[1] {
			t.Errorf("%s changes\n%s, want\n%s", row[0], got, row[1])
		}
	}
	b := newBench(t)
	b.All("ann: delete-table jobs")
	if got := changes(b.decided().Changed); got != "table jobs table seed drops; table jobs acl seed drops; r row "+
		"seed drops; r .a seed drops; r .b seed drops" {
		t.Errorf("a removed table: %s", got)
	}
}

// The referee's rules on parts: what each answer shows. A refusal shows nothing but an absence.
func TestWhatAnswersShow(t *testing.T) {
	const whole = "r row seed; r .a seed; r .b seed; r *"
	for _, row := range [][2]string{
		{"get-entity jobs/p/r", whole}, {"get-entity jobs/p/d", "d row seed; d .x ben; d .y ben gone; d *"},
		{"get-entity jobs/p/d select=y,q", "d row seed; d .y ben gone; d .q gone"},
		{"query-entities jobs top=1", "d row seed; d .x ben; d .y ben gone; d *; table jobs rows ben"},
		{"query-entities jobs next=p/q", whole + "; table jobs rows ben"},
		{"get-entity jobs/p/old", "old * ben gone"}, {"update-entity jobs/p/old if-match=*", "old * ben gone"},
		{"get-entity none/p/r", "table none * gone"}, {"get-table none", "table none * gone"},
		{"get-table jobs", "table jobs table seed"},
		{"get-table-acl jobs", "table jobs acl seed"}, {`update-entity jobs/p/r if-match="W/\"x\""`, ""},
		{"insert-entity jobs/p/r", ""},
		{"update-entity jobs/p/r .a=2", "r * ann"}, {"merge-entity jobs/p/r .a=2", ""},
		{"entity-group-transaction jobs p [update-entity r; insert-entity d]", ""},
		{"entity-group-transaction jobs p [update-entity r; delete-entity old if-match=*]", "old * ben gone"},
	} {
		b := withHistory(t)
		b.Say("ann: " + row[0])
		if got := shown(b.decided().Showed); got != row[1] {
			t.Errorf("%s shows %s, want %s", row[0], got, row[1])
		}
	}
}

// The referee's rules: a version guard is If-Match with a tag, not with a star.
func TestWhatIsComparedAndHeld(t *testing.T) {
	for words, want := range map[string]bool{"if-match=$a.etag": true, "if-match=*": false, "": false} {
		b := newBench(t)
		b.All("ann: get-entity jobs/p/r as a", strings.TrimSpace("ann: update-entity jobs/p/r .a=2 "+words))
		list := b.decided().Compared
		if list.Of(engine.ObjectID{Kind: "entity", Name: "jobs/p/r"}) != want ||
			slices.ContainsFunc(list, func(c engine.Comparison) bool { return len(c.Stands) > 0 }) {
			t.Errorf("%q: compared %v", words, list)
		}
	}
}

// rules.md, "Marks of the races": the kind of each refusal, and whose event made it so.
func TestKindsOfRefusals(t *testing.T) {
	for _, row := range [][4]string{
		{`update-entity jobs/p/d if-match="W/\"x\""`, unmet, "stale-write", "ben"},
		{"insert-entity jobs/p/d", exists, "already-there", "seed"},
		{"update-entity jobs/p/old if-match=*", notFound, "gone", "ben"},
		{"get-entity jobs/p/old", notFound, "", "ben"},
		{"delete-entity jobs/p/none if-match=*", notFound, "gone", ""},
		{"create-table gone", "409 TableBeingDeleted", "unfinished", "ben"},
		{"get-entity gone/p/r", "409 TableBeingDeleted", "unfinished", "ben"},
		{"create-table jobs", "409 TableAlreadyExists", "already-there", "seed"},
		{"delete-table gone", notFound, "gone", "ben"}, {"get-table gone", notFound, "", "ben"},
	} {
		b := withHistory(t)
		b.All("seed: create-table gone", "ben: delete-table gone")
		if why := b.Want("ann: "+row[0], row[1]).Why; string(why.Rule.Kind) != row[2] || why.Since.By != row[3] {
			t.Errorf("%s: %q by %q, want %q by %q", row[0], why.Rule.Kind, why.Since.By, row[2], row[3])
		}
	}
}

// marksAfter plays lines and gives the marks of the last decision.
func marksAfter(t *testing.T, lines ...string) string {
	b := newBench(t)
	b.All(lines...)
	var words []string
	for _, c := range b.marks() {
		words = append(words, c.String())
	}
	return strings.Join(words, "; ")
}

// What a drop, a reborn row and a group do to what others know.
func TestHarmOfPropertiesAndGroups(t *testing.T) {
	for want, lines := range map[string][]string{
		// b was dropped
		"~ lost-update ben": {"ann: get-entity jobs/p/r", "ben: get-entity jobs/p/r",
			"ben: update-entity jobs/p/r .a=1", "ann: merge-entity jobs/p/r .b=9 if-match=*"},
		"": {"ann: get-entity jobs/p/r", "ben: get-entity jobs/p/r",
			"ben: merge-entity jobs/p/r .c=1", "ann: merge-entity jobs/p/r .d=9 if-match=*"},
		"~ guard-defeated ben": {"ann: get-entity jobs/p/r as a1", "ben: merge-entity jobs/p/r .a=2",
			"ann: get-entity jobs/p/r as a2", "ann: entity-group-transaction jobs p [merge-entity r .a=9 " +
				"if-match=$a2.etag; insert-entity log] from=a1"},
	} {
		if got := marksAfter(t, lines...); got != want {
			t.Errorf("%v: %q, want %q", lines, got, want)
		}
	}
}
