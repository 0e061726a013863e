package lesson_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/lesson"
	"interleave/engine/scenario"
)

const inAllOrders = `# A page with two editors.
# source: Azure, "Managing concurrency in Azure Storage"
lesson "In any order" idea="a small one" minutes=3
` + bothHaveRead + `goal never ~ lost-update in all orders within 2
  hint Both.
ann: put-blob wiki/home.md two if-match=$a1.etag as a2
ben: put-blob wiki/home.md three if-match=$b1.etag as b2
take-home b2
remember Both.
`

// typed does lines as a person types them at the goal of a lesson, and says whether it is reached then, with the page.
func typed(t *testing.T, text string, lines ...string) (reached bool, page string) {
	t.Helper()
	p, r := begun(t, "orders.race", []byte(text))
	if err := p.Begin(r); err != nil {
		t.Fatal(err)
	}
	for !p.Aims() {
		if err := p.GoOn(r); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range lines {
		s, err := scenario.ParseLine(line, r.View().Requests()+1, catalog.Services())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Do(s.Inputs...); err != nil {
			t.Fatal(err)
		}
		p.Look(r)
	}
	var rows []string
	for _, row := range p.Rows(lesson.Columns) {
		rows = append(rows, row.Text)
	}
	return p.Done().Reached, strings.Join(rows, " ")
}

// A goal over all orders is reached by what holds in each of them, not by what went well once; who has luck is told
// the order that goes wrong.
func TestAGoalOverAllOrders(t *testing.T) {
	const (
		anna  = "ann: put-blob wiki/home.md two if-match=$a1.etag"
		ben   = "ben: put-blob wiki/home.md three if-match=$b1.etag"
		blind = "ann: put-blob wiki/home.md two from=a1"
	)
	for _, c := range []struct {
		name    string
		lines   []string
		reached bool
		page    string
	}{
		{"both guard", []string{anna, ben}, true, "Reached, with 2 actions: no more are needed. All 6 orders of it " +
			"were tried: no ~ lost update in any."},
		{"both guard, the other way round", []string{ben, anna}, true, "Reached"},
		{"it went well, as Ana came first", []string{blind, ben}, false,
			"~ lost update in 2 of 6 orders, for example: Ana get-blob, Ben get-blob, Ben put-blob, Ana put-blob."},
		{"nobody else", []string{anna, "ann: delete-blob wiki/home.md"}, false, "Your turn"},
		{"each their own page", []string{anna, "ben: put-blob wiki/other.md three"}, false, "Your turn"},
		{"two who read", []string{"ann: get-blob wiki/home.md", "ben: get-blob wiki/home.md"}, false, "Your turn"},
	} {
		reached, page := typed(t, inAllOrders, c.lines...)
		if reached != c.reached || !strings.Contains(page, c.page) {
			t.Errorf("%s: reached %t\n%s", c.name, reached, page)
		}
	}
}

// What may happen beside the requests is the goal's budget: a lease that ends takes a jump of the clock.
func TestAGoalHasABudget(t *testing.T) {
	lines := []string{"ann: acquire-blob-lease wiki/home.md duration=15",
		"ann: put-blob wiki/home.md three from=a1", "ben: put-blob wiki/home.md two from=b1"}
	for budget, want := range map[string]bool{"": true, " --jumps 1": false} {
		text := strings.Replace(inAllOrders, "~ lost-update in all orders", "~ stale-holder in all orders"+budget, 1)
		if reached, page := typed(t, text, lines...); reached != want ||
			strings.Contains(page, "1 jump of the clock or not") == want {
			t.Errorf("%q: reached %t\n%s", budget, reached, page)
		}
	}
}

// Its author's way is held to the same.
func TestTheAuthorsWayIsSearched(t *testing.T) {
	broken := lesson.Check("orders.race", []byte(
		strings.Replace(inAllOrders, "two if-match=$a1.etag", "two from=a1", 1)),
		catalog.Services())
	if !slices.ContainsFunc(broken, func(s string) bool {
		return strings.Contains(s,
			":10: wanted the goal never ~ lost-update in all orders within 2, found This time it went well")
	}) {
		t.Errorf("%q", broken)
	}
	if list := lesson.Check("orders.race", []byte(strings.Replace(inAllOrders, "within 2\n",
		"within 2\n  task let both save.\n", 1)), catalog.Services()); len(list) > 0 {
		t.Errorf("%q", list)
	}
}
