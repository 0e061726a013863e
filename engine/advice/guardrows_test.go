package advice_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/guards"
	"interleave/engine/room"
	"interleave/engine/view"
)

// rowsNamed are the rows of the comparison of guards whose guard a sentence of a card's stops tells, by how it is told.
var rowsNamed = []struct {
	told *regexp.Regexp
	row  string
}{
	{regexp.MustCompile(`^If-Match `), "if-match"},
	{regexp.MustCompile(`^If-None-Match `), "if-none-match"},
	{regexp.MustCompile(`^If-Unmodified-Since `), "if-unmodified-since"},
	{regexp.MustCompile(`^If-Tags `), "if-tags"},
	{regexp.MustCompile(`^Source-If-Match `), "source-if-match"},
	{regexp.MustCompile(`^EXC(AS|AD) `), "excas"},
	{regexp.MustCompile(`^EX[A-Z]+ .* VER \d+\. `), "ver"},
	{regexp.MustCompile(`^C(AS|AD) `), "cas"},
	{regexp.MustCompile(`^[A-Z]+ .* NX\. `), "nx"},
	{regexp.MustCompile(`^A lease .*taken by [^:]* before #`), "lease"},
}

// creating are the rows that may refuse an honest sender as well, where what it writes is there: a card offers what
// they do to who knew of nothing alone.
var creating = []string{"nx", "if-none-match", "lease"}

// agreement holds that a card's stops and the comparison of guards tell the same of one request.
type agreement struct {
	t             *testing.T
	stops, silent int // how many stops were held against a row, and how many cards without one
}

func (l *agreement) looks(from string, r *room.Room, c conflict.Finding) {
	l.t.Helper()
	v := r.View()
	x, victim := v.Exchange(c.Request), v.Exchange(c.Victim.Request)
	if c.Severity != engine.SeveritySilent || c.Object.Kind == "work" || x == nil || victim == nil ||
		c.Kind == engine.GuardDefeated || // the row names what was heard last, the card what the text was made from
		!v.Spec(x.Verb).Changes() && v.Spec(x.Verb).Effect != engine.Groups { // the rows guard what is changed
		return
	}
	stops := slices.DeleteFunc(advice.For(v, c).Stops, func(said string) bool { // no row reads before
		return strings.Contains(said, ", from a read before")
	})
	table := r.CompareGuards()
	for _, g := range rowsNamed {
		row, ok := table.Row(g.row)
		plain := g.row == "ver" && !strings.HasPrefix(x.Verb, "EX") // that is what the row of versioned strings does
		at := slices.IndexFunc(stops, func(said string) bool {
			// what is accepted harms nobody by another word
			return g.told.MatchString(said) && !strings.Contains(said, " It would be accepted, ")
		})
		switch {
		case !ok || plain, g.row == "lease" && strings.HasPrefix(c.Object.Name, x.Object.Name+"/"):
			// of what only lies in what is removed no row takes a lease
		case at >= 0:
			l.stops++
			if met := l.meets(r, table, row, c, stops[at]); met && !goesWithout(row, x) || knowsNone(row, x) {
				l.t.Errorf("%s: %s: of #%d the card says %q, and %s lets it through: %q", from, c, x.Number, stops[at],
					g.row, row.Notes)
			}
		case len(stops) == 0 && !slices.Contains(creating, g.row):
			l.silent++
			if l.refused(r, table, row, c) {
				l.t.Errorf("%s: %s: the card knows nothing that stops #%d, and %s refuses it", from, c, x.Number, g.row)
			}
		}
	}
}

// goesWithout says whether a row tells of a request that it names no guard, and why.
func goesWithout(row guards.Row, x *engine.Exchange) bool {
	return slices.ContainsFunc(row.Notes, func(note string) bool {
		return (strings.Contains(note, fmt.Sprintf("#%d", x.Number)) || strings.Contains(note, " more")) &&
			(strings.HasSuffix(note, "so it goes without.") || strings.HasSuffix(note, "so it keeps its own guard."))
	})
}

// knowsNone says whether a row tells of a request that it does not know the row's guard.
func knowsNone(row guards.Row, x *engine.Exchange) bool {
	return slices.ContainsFunc(row.Notes, func(note string) bool {
		return strings.HasPrefix(note, "There is no such guard for ") &&
			regexp.MustCompile(fmt.Sprintf(`#%d\b`, x.Number)).MatchString(note)
	})
}

// meets says whether a finding is one of a row's run too, where all went as it was up to that and its request carries
// what the card names: a card also compares what its sender can reckon, or what its text was made from. Of another
// part it is another finding, as of blocks that a request which is refused there had thrown away.
func (l *agreement) meets(r *room.Room, t *guards.Table, row guards.Row, c conflict.Finding, said string) (met bool) {
	l.t.Helper()
	made := r.View()
	l.under(r, t, row, func(now *view.View) {
		its := now.Named(made.Exchange(c.Request).Name)
		if its == nil || !went(made, now, c) || now.Spec(its.Verb).Prompt() &&
			!strings.HasPrefix(said, strings.TrimSpace(conflict.Asks(now.Clone(), its))) {
			return
		}
		met = slices.ContainsFunc(now.Troubles(), func(tr view.Trouble) bool {
			return tr.Severity == c.Severity && tr.Kind == c.Kind && tr.Object == c.Object && tr.Part == c.Part &&
				tr.Request == its.Number
		})
	})
	return met
}

// went says whether each request that was decided in front of a finding's was done, or refused, in a row's run as it
// was without, and in the same order: who waits for a lock does it later.
func went(made, now *view.View, c conflict.Finding) bool {
	its := now.Named(made.Exchange(c.Request).Name)
	var before, there *engine.Exchange
	for n := 1; its != nil && made.Exchange(n) != nil; n++ {
		was := made.Exchange(n)
		is := now.Named(was.Name)
		switch {
		case n == c.Request || n > c.Request && (was.Decided.IsZero() || was.Decided.Event > c.Event):
			continue
		case is == nil || is.Took != was.Took || is.Decided.IsZero() != was.Decided.IsZero():
			return false
		case was.Decided.IsZero():
			continue
		case !its.Decided.IsZero() && (was.Decided.Event < c.Event) != (is.Decided.Event < its.Decided.Event):
			return false
		case before != nil && (was.Decided.Event < before.Decided.Event) != (is.Decided.Event < there.Decided.Event):
			return false
		}
		before, there = was, is
	}
	return true
}

// refused says whether a finding's request harms nobody in a row's run, where all went as it was up to that: it is
// refused for what another did, or EXEC carries out less of it. What nobody brought about, as where no command of that
// name works on what is there, stops nothing. A card offers no guard that would refuse its sender for a change of its
// own, of which it has not heard or read nothing since.
func (l *agreement) refused(r *room.Room, t *guards.Table, row guards.Row, c conflict.Finding) (refused bool) {
	l.t.Helper()
	made := r.View()
	l.under(r, t, row, func(now *view.View) {
		for n := 1; n < c.Request; n++ {
			if was := made.Exchange(n); was.By == c.By && was.Object == c.Object && was.Took &&
				made.Spec(was.Verb).Changes() {
				return
			}
		}
		if !went(made, now, c) {
			return
		}
		its := now.Named(made.Exchange(c.Request).Name)
		refused = its != nil && !its.Decided.IsZero() && (its.Verb == "EXEC" || refusedFor(now, its, c)) &&
			!slices.ContainsFunc(now.Troubles(), func(tr view.Trouble) bool {
				return tr.Severity == engine.SeveritySilent && tr.Request == its.Number
			})
	})
	return refused
}

// refusedFor says whether a request is refused in a row's run for what somebody did to what a finding is about. What
// was done twice is done once there.
func refusedFor(now *view.View, x *engine.Exchange, c conflict.Finding) bool {
	if c.Kind == engine.DoneTwice && !slices.ContainsFunc(append([]int{x.Wish}, now.Exchange(x.Wish).Again...),
		func(n int) bool { return now.Exchange(n).Took }) {
		return false
	}
	return !x.Took && slices.ContainsFunc(now.Troubles(), func(tr view.Trouble) bool {
		beside := tr.Kind == "" || tr.Kind == engine.ByPolicy ||
			tr.Cause != nil && tr.Cause.Rule.Looks == engine.AtSource && c.Kind != engine.MixedContent
		return tr.Severity == engine.SeverityRefused && tr.Request == x.Number && !beside
	})
}

// under does something at the end of a row's run.
func (l *agreement) under(r *room.Room, t *guards.Table, row guards.Row, do func(*view.View)) {
	l.t.Helper()
	before := r.View().Digest()
	if _, err := r.LoadGuard(t, row.ID, ""); err != nil {
		l.t.Fatal(err)
	}
	do(r.View())
	if r.View().Digest() != before {
		if err := r.Undo(); err != nil {
			l.t.Fatal(err)
		}
	}
}

// A law over all races: what a card says would stop it, the row of that guard stops, or says why the request cannot
// carry it; and where a row refuses just that request, the card knows something that does.
func TestStopsAgreeWithTheRowsOfGuards(t *testing.T) {
	l := &agreement{t: t}
	inAllRaces(t, l.looks)
	t.Logf("%d stops, %d rows without one", l.stops, l.silent)
}

// The same over mixes of what the races send.
func TestStopsAgreeWithTheRowsOfGuardsInMixes(t *testing.T) {
	l := &agreement{t: t}
	inHistories(t, enginetest.Mixes, nil, l.looks)
	if l.stops < 20 || l.silent < 20 {
		t.Errorf("%d stops and %d rows without one: the mixes no longer try this", l.stops, l.silent)
	}
}
