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
	"interleave/engine/room"
	"interleave/engine/view"
)

// law counts what cards recommended, and holds each to its promise.
type law struct {
	t            *testing.T
	facts        *enginetest.Facts // of the history that is being played; nil: they are not looked at
	actions      map[string]int
	instructions int
	sheet        map[string]*entry
}

func newLaw(t *testing.T) *law {
	return &law{t: t, actions: map[string]int{}, sheet: map[string]*entry{}}
}

// newlyKnown hands out the findings of which their writers know now and did not before.
func newlyKnown(v *view.View, seen map[conflict.Finding]bool, check func(conflict.Finding)) {
	for _, tr := range v.Troubles() {
		x := v.Exchange(tr.Request)
		if known := tr.Severity != '!' || x != nil && !x.Heard.IsZero(); known && !seen[tr.Finding] {
			seen[tr.Finding] = true
			check(tr.Finding)
		}
	}
}

// settles are the words for what people agree on in front of anything else.
var settles = regexp.MustCompile("[Ss]ettle (first|with [^.;:]+)")

// helps carries out what a card recommends: it harms nobody, neither at once nor when all that is under way has
// arrived, and the only refusal that it leaves is the one that the card foretold. One undo leads back.
func (l *law) helps(from string, r *room.Room, c conflict.Finding) {
	l.t.Helper()
	v := r.View()
	card := advice.For(v, c)
	if card.Say == "" || strings.Contains(card.Say, "  ") || !strings.HasSuffix(card.Say, ".") {
		l.t.Errorf("%s: %s: the card says %q", from, c, card.Say)
	}
	l.namesWhatIs(from, v, c, card)
	collect(l.sheet, from, v, c, card)
	if card.Action == "" {
		l.instructions++
		return
	}
	l.actions[card.Action]++
	if settles.MatchString(card.Say) && card.Action != "read" { // it is said to a person, and a key cannot
		l.t.Errorf("%s: %s: %s does what is to be settled first: %s", from, c, card.Action, card.Say)
	}
	refused, silent, _ := v.Counts()
	before, later := v.Digest(), silent+arriving(v)
	if _, err := r.Recommend(c); err != nil && card.Rest == "" {
		l.t.Errorf("%s: %s: %s: %v", from, c, card.Action, err)
		return
	}
	after := r.View()
	nowRefused, nowSilent, _ := after.Counts()
	if card.Foretold != "" {
		refused++
	}
	if nowSilent > silent || nowRefused > refused {
		l.t.Errorf("%s: %s: %q leaves %d silent and %d refused, at most %d and %d are due; foretold %q", from, c,
			card.Say, nowSilent, nowRefused, silent, refused, card.Foretold)
	}
	if now := nowSilent + arriving(after); now > later && !card.Earlier {
		l.t.Errorf("%s: %s: %q leaves %d silent when all has arrived, %d without it", from, c, card.Say, now, later)
	}
	l.tellsMore(from, v, after, c, card)
	l.leavesBeside(from, v, after, c, card)
	if after.Digest() != before {
		if err := r.Undo(); err != nil {
			l.t.Fatal(err)
		}
	}
	if r.View().Digest() != before {
		l.t.Fatalf("%s: %s: undo does not lead back", from, c)
	}
}

// leavesBeside holds that what is sent again takes nothing away that stands beside the text and that its request did
// not name.
func (l *law) leavesBeside(from string, before, after *view.View, c conflict.Finding, card advice.Card) {
	l.t.Helper()
	x := before.Exchange(c.Request)
	if card.Action != "redrive" || x == nil || c.Severity != engine.SeverityRefused {
		return
	}
	for _, p := range engine.Properties(before.Clone().Object(c.Object)) {
		name := strings.NewReplacer("metadata.", "meta.", "tags.", "tag.").Replace(p.Name)
		beside := slices.Contains([]string{"content-type", "cache-control", "content-language", "expires"}, name) ||
			strings.HasPrefix(name, "meta.") || strings.HasPrefix(name, "tag.")
		named := slices.ContainsFunc(x.Args, func(a engine.Arg) bool { return a.Name == name })
		if now := propertyIn(after, c.Object, p.Name); beside && !named && now != p.Text {
			l.t.Errorf("%s: %s: %q leaves %s as %q, it was %q", from, c, card.Say, p.Name, now, p.Text)
		}
	}
}

// propertyIn is what the newest state of an object has under a name.
func propertyIn(v *view.View, object engine.ObjectID, name string) string {
	for _, p := range engine.PropertiesNamed(v.Clone().Object(object), name) {
		if p.Name == name {
			return p.Text
		}
	}
	return ""
}

// tellsMore holds that what a card recommends behind its own action is never the same read again: what that showed was
// heard, and a card that still asks for it leads nowhere.
func (l *law) tellsMore(from string, before, after *view.View, c conflict.Finding, card advice.Card) {
	l.t.Helper()
	if !slices.ContainsFunc(after.Troubles(), func(tr view.Trouble) bool { return tr.Finding == c }) {
		return
	}
	next := advice.For(after, c)
	made := readsIn(before, card.Inputs)
	for _, read := range readsIn(after, next.Inputs) {
		if next.Action != "" && slices.Contains(made, read) {
			l.t.Errorf("%s: %s: %q reads %s, and behind it %q reads it again", from, c, card.Say, read, next.Say)
		}
	}
}

// readsIn are the reads among inputs, as they would be typed.
func readsIn(v *view.View, inputs []engine.Input) (list []string) {
	for _, in := range inputs {
		if s, ok := in.(engine.Send); ok && v.Spec(s.Verb).Group == engine.GroupRead {
			list = append(list, fmt.Sprint(s.By, " ", s.Verb, " ", s.Args))
		}
	}
	return list
}

// namesWhatIs holds that no sentence of a card names a person, a version, a time or a lease that is not there.
func (l *law) namesWhatIs(from string, v *view.View, c conflict.Finding, card advice.Card) {
	l.t.Helper()
	if l.facts == nil {
		return
	}
	l.learnAgain(v, c)
	w := v.Clone()
	for _, text := range slices.Concat([]string{card.Say, card.Rest}, card.Others, card.Stops) {
		for _, wrong := range l.facts.Wrong(w, enginetest.Ours(c.Cause, text)) {
			l.t.Errorf("%s: %s: %q %s", from, c, text, wrong)
		}
	}
}

// learnAgain learns what the request would meet now if it was sent again, as until when that lasts: cards tell it, and
// it happens on a clone alone.
func (l *law) learnAgain(v *view.View, c conflict.Finding) {
	x := v.Exchange(c.Request)
	if x == nil {
		return
	}
	w := v.Clone()
	for _, in := range []engine.Input{engine.Send{By: x.By, Verb: x.Verb, Args: x.Args, As: "again",
		Words: engine.Words{From: x.Words.From, Again: x.Name}}, engine.Deliver{Names: []string{"again"}}} {
		events, err := w.Step(w.Record()+1, in)
		if err != nil {
			return
		}
		l.facts.Learn(w, events)
	}
}

// arriving is how much silent harm is found when all that is under way arrives in its order.
func arriving(v *view.View) (silent int) {
	w := v.Clone()
	for range 4 { // a request, its answer, what the two set free
		for _, m := range w.Flight() {
			before := w.Clone()
			events, err := w.Step(w.Record()+1, w.Onward(m))
			if err != nil {
				continue // it waits, or went with another
			}
			for _, list := range conflict.Judge(before, events) {
				for _, f := range list {
					if f.Severity == engine.SeveritySilent {
						silent++
					}
				}
			}
		}
	}
	return silent
}

// A law over all races: a recommended action, carried out, harms nobody, and the only refusal that it leaves is the one
// that the card foretold.
func TestEveryRecommendedActionHelps(t *testing.T) {
	l := newLaw(t)
	inAllRaces(t, l.helps)
	enginetest.HoldSheet(t, "testdata/races.txt", sheet(l.sheet))
	t.Logf("%d instructions, actions %v", l.instructions, l.actions)
}

// learn takes in what a record made true; of none: a history begins.
func (l *law) learn(v *view.View, events []engine.Event) {
	if events == nil {
		l.facts = enginetest.NewFacts()
		return
	}
	l.facts.Learn(v.Clone(), events)
}

// The same law over random histories of every service: messages come later, twice or never, and writers give up.
func TestEveryRecommendedActionHelpsInRandomHistories(t *testing.T) {
	l := newLaw(t)
	inHistories(t, enginetest.WorseNets, l.learn, l.helps)
	if l.instructions < 100 || len(l.actions) < 5 {
		t.Errorf("%d instructions and actions %v: the histories no longer try this", l.instructions, l.actions)
	}
	if enginetest.Histories(t) == enginetest.UsualHistories {
		enginetest.HoldSheet(t, "testdata/histories.txt", sheet(l.sheet))
	}
	t.Logf("%d instructions, actions %v", l.instructions, l.actions)
}

// And over mixes of what the races send.
func TestEveryRecommendedActionHelpsInMixes(t *testing.T) {
	l := newLaw(t)
	inHistories(t, enginetest.Mixes, l.learn, l.helps)
	if l.instructions < 100 || len(l.actions) < 5 {
		t.Errorf("%d instructions and actions %v: the mixes no longer try this", l.instructions, l.actions)
	}
}
