package table_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/scenario"
)

// inner is what a group answers inside, and its message.
func inner(a engine.Answer) string {
	return strings.TrimSpace(a.Field("answers").String() + " " + a.Field("message").String())
}

// rules.md, "Entity group transactions", G1 to G17, row by row.
func TestGroups(t *testing.T) {
	const none = "2:The specified resource does not exist."
	over := make([]string, 101)
	for i := range over {
		over[i] = "insert-entity x" + strings.Repeat("i", i)
	}
	for _, row := range [][3]string{
		// G1, G10
		{"p [insert-entity x .n=1; delete-entity r if-match=*]", "202", "[[201] [204]]"},
		// G2
		{"p [insert-entity x; insert-entity q/x]", "202 CommandsInBatchActOnDifferentPartitions",
			"1:All commands in a batch must operate on same entity group."},
		// G2
		{"p [insert-entity x; insert-entity other/p/x]", "202 CommandsInBatchActOnDifferentPartitions", "1:"},
		// G3
		{"p [insert-entity x; merge-entity y; merge-entity x]", "202 InvalidDuplicateRow",
			"2:The batch request contains multiple changes with same row key"},
		// G4
		{"p [" + strings.Join(over[:100], "; ") + "]", "202", "[[201] [201]"},
		// G4
		{"p [" + strings.Join(over, "; ") + "]", "202 InvalidInput",
			"0:The batch request operation exceeds the maximum 100 changes per change set."},
		{"p [insert-entity a; update-entity r if-match=*; merge-entity s if-match=*; insert-or-replace-entity b; " +
			"insert-or-merge-entity c; delete-entity u if-match=*]",
			"202", "[[201] [204] [204] [204] [204] [204]]"}, // G6
		// G7
		{"p [get-entity r]", "202", "[200]"},
		// G7
		{"p [get-entity r; insert-entity x]", "400 InvalidInput", ""},
		// G8
		{"p [insert-entity x] second=[insert-entity y]", "202 InvalidInput", "[[201] [400 InvalidInput]]"},
		// G9, G11, G12
		{"p [insert-entity x; insert-entity r]", "202 EntityAlreadyExists",
			"[409 EntityAlreadyExists] 1:The specified entity already exists."},
		{"p [insert-entity x; insert-entity y; delete-entity z if-match=*]", "202 ResourceNotFound",
			"[404 ResourceNotFound] " + none},
		{`p [update-entity r if-match="W/\"old\""]`, "202 UpdateConditionNotSatisfied", "0:The update condition"},
		{"p [delete-entity r]", "202 MissingRequiredHeader", "0:"},
		{"p []", "400 InvalidInput", ""},                  // G16
		{"p word", "400 InvalidInput", ""},                // no list of operations
		{"p [delete-table jobs]", "400 InvalidInput", ""}, // G6a
	} {
		b := newBench(t)
		b.All("seed: insert-entity jobs/p/s", "seed: insert-entity jobs/p/u")
		a := b.Want("ann: entity-group-transaction jobs "+row[0], row[1])
		if !strings.Contains(inner(a), row[2]) {
			t.Errorf("%.80s answers %s, want %s", row[0], inner(a), row[2])
		}
	}
	b := newBench(t)
	b.Want("ann: entity-group-transaction none p [insert-entity x]", "202 TableNotFound")
	large := `"` + strings.Repeat("x", 32_000) + `"`
	big := make([]string, 100)
	for i := range big {
		big[i] = "insert-entity " + over[i][len("insert-entity "):] + " .a=" + large + " .b=" + large
	}
	b.Want("ann: entity-group-transaction jobs p ["+strings.Join(big, "; ")+"]", "413 RequestBodyTooLarge") // G5
}

// rules.md, "Entity group transactions", G6a: a refusal names the operation and the word that do not fit, not all that
// a group may hold. A line of a file is refused before it is sent; a record of a session, or a program, is not.
func TestARefusedGroupNamesTheWordThatDoesNotFit(t *testing.T) {
	for _, row := range [][3]string{
		{"[merge-entity r .n=1; merge-entity s n=2]", "merge-entity", "n="},
		{"[insert-entity x nosuch=1]", "insert-entity", "nosuch="},
		{"[merge-entity r .n=1; insert-entity x a b]", "insert-entity", ""},
		{"[insert-entity .n=1]", "insert-entity", ""},
		{"word", "", ""},
	} {
		b := newBench(t)
		in, err := scenario.ParseInput("ann: send entity-group-transaction path=jobs partition=p operations=" + row[0])
		if err != nil {
			t.Fatal(err)
		}
		a := b.Send(in.(engine.Send))
		if a.String() != "400 InvalidInput" || a.Why == nil || a.Why.Rule.Name != "words" ||
			a.Why.Want.String() != row[1] || a.Why.Have.String() != row[2] {
			t.Errorf("%s: %s, %+v", row[0], a, a.Why)
		}
	}
}

// G13 and G17: a group that fails changes nothing, one that succeeds writes all at one moment unless an entity was
// written then.
func TestGroupsAreAllOrNothing(t *testing.T) {
	b := newBench(t)
	before := b.Property("entity jobs/p/r", "etag") + b.body("jobs/p/r")
	b.Want("ann: entity-group-transaction jobs p [merge-entity r .a=9; insert-entity x; delete-entity z if-match=*]",
		"202 ResourceNotFound")
	if got := b.Property("entity jobs/p/r", "etag") + b.body("jobs/p/r"); got != before ||
		b.body("jobs/p/x") != "absent" {
		t.Errorf("G13: %s, before %s; x is %s", got, before, b.body("jobs/p/x"))
	}
	if e := b.decided(); len(e.Changed) != 0 {
		t.Errorf("a refused group changes %+v", e.Changed)
	}
	b.All("seed: insert-entity jobs/p/a",
		"ann: entity-group-transaction jobs p [merge-entity a .n=1; insert-entity b; insert-entity c]")
	a, c := b.Property("entity jobs/p/a", "etag"), b.Property("entity jobs/p/c", "etag")
	if bb := b.Property("entity jobs/p/b", "etag"); bb != c || a == c {
		t.Errorf("G17: a %s, b %s, c %s", a, bb, c)
	}
}

// rules.md, "Entity group transactions", G7: a read is the only operation of its group, and one that finds nothing is
// an answer there too: no mark.
func TestAReadInAGroupThatFindsNothing(t *testing.T) {
	for _, row := range [][3]string{{"jobs p [get-entity none]", "[404 ResourceNotFound]",
		"0:The specified resource does not exist."},
		{"none p [get-entity r]", "[404 TableNotFound]", "0:The table specified does not exist."}} {
		b := newBench(t)
		a := b.Want("ann: entity-group-transaction "+row[0], "202")
		if inner(a) != row[1]+" "+row[2] || a.Why != nil || len(b.marks()) > 0 {
			t.Errorf("%s: %s, marks %v", row[0], inner(a), b.marks())
		}
		if e := b.decided(); len(e.Showed) != 1 || !e.Showed[0].Gone {
			t.Errorf("%s shows %+v, not the absence", row[0], e.Showed)
		}
	}
}

// G8: of two change sets the first stands.
func TestTheFirstOfTwoChangeSetsStands(t *testing.T) {
	b := newBench(t)
	b.Want("ann: entity-group-transaction jobs p [insert-entity x .n=1] second=[insert-entity y]", "202 InvalidInput")
	if b.body("jobs/p/x") != "n=1" || b.body("jobs/p/y") != "absent" {
		t.Errorf("x is %s, y is %s", b.body("jobs/p/x"), b.body("jobs/p/y"))
	}
}

// The row of an operation may be empty, in quotes, or come with its partition and table.
func TestRowsOfAGroup(t *testing.T) {
	b := newBench(t)
	b.All(`ann: entity-group-transaction jobs "" [insert-entity ""; insert-entity /x; insert-entity jobs//y]`)
	for _, path := range []string{"jobs//", "jobs//x", "jobs//y"} {
		if b.body(path) != "" {
			t.Errorf("%s holds %q", path, b.body(path))
		}
	}
}

// Set Table ACL, stored access policies: what comes by one may do what its letters allow, between its dates, alone and
// in a group; what the policy does not have is refused, and who set it is named.
func TestRequestsUnderAnAccessPolicy(t *testing.T) {
	b := newBench(t)
	b.All("ann: insert-entity jobs/p/a .n=1", "seed: set-table-acl jobs policy.read=r policy.add=a policy.all=raud "+
		"policy.late=raud policy-expiry.late=2020-01-01 policy.early=raud policy-start.early=2036-01-01")
	const never, denied = "403 AuthenticationFailed", "403 AuthorizationPermissionMismatch"
	for _, row := range [][2]string{
		{"get-entity jobs/p/a under=read", "200"}, {"query-entities jobs under=read", "200"},
		{"get-entity jobs/p/a under=add", denied}, {"query-entities jobs under=add", denied},
		{"insert-entity jobs/p/b .n=1 under=add", "201"}, {"insert-entity jobs/p/c .n=1 under=read", denied},
		{"insert-or-replace-entity jobs/p/b .n=2 under=add", denied},
		{"insert-or-merge-entity jobs/p/b .n=2 under=all", "204"},
		{"update-entity jobs/p/b .n=3 if-match=* under=add", denied},
		{"merge-entity jobs/p/b .n=3 if-match=* under=all", "204"}, {"get-entity jobs/p/a under=late", never},
		{"get-entity jobs/p/a under=early", never}, {"get-entity jobs/p/a under=nobody", never},
		{"entity-group-transaction jobs p [insert-entity d .n=1] under=add", "202"},
		{"entity-group-transaction jobs p [insert-entity e .n=1] under=read", "202"},
		{"delete-entity jobs/p/b if-match=* under=add", denied}, {"delete-entity jobs/p/b if-match=* under=all", "204"},
	} {
		a := b.Say("ann: " + row[0])
		said := a.String()
		if said != row[1] && !strings.HasPrefix(said, "202") {
			t.Errorf("%s: %s, want %s", row[0], said, row[1])
		}
		if strings.HasSuffix(said, "Mismatch") && a.Why.Since.By != "seed" {
			t.Errorf("%s: it was set by %q", row[0], a.Why.Since.By)
		}
	}
	b.Want("ann: get-entity jobs/p/d", "200")
	b.Want("ann: get-entity jobs/p/e", "404 ResourceNotFound")
}
