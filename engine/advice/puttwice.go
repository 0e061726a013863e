package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// putTwice is for a thing that was put a second time and has a name of its own each time, which the service gives, as a
// message of a queue: no read shows that it is the same. ok is false
// for anything else. first is the doing before; nil: a copy.
func (a *adviser) putTwice(first *engine.Exchange) (Card, bool) {
	made := a.madeBy(first, a.x)
	if !a.ofItsOwn() {
		return Card{}, false
	}
	if card, ok := a.expiredBetween(first); ok {
		return card, true
	}
	if card, ok := a.removedBetween(first); ok {
		return card, true
	}
	say := fmt.Sprintf("Two copies of #%d have put it twice", a.x.Number)
	switch {
	case first != nil && len(made) > 2:
		say = fmt.Sprintf("#%d and #%d have put the same %d times", first.Number, a.x.Number, len(made))
	case first != nil:
		say = fmt.Sprintf("#%d and #%d have put the same twice", first.Number, a.x.Number)
	case len(made) > 2:
		say = fmt.Sprintf("%d copies of #%d have put it %[1]d times", len(made), a.x.Number)
	}
	return Card{Say: fmt.Sprintf("%s, each as a %s of its own, and no read tells that they are the same.%s Next time "+
		"put an id into the content: then who receives both can tell.", say, a.spec.Makes, a.becameOf(made))}, true
}

// ofItsOwn says whether each doing makes a thing of its own, to which the service gives a name.
func (a *adviser) ofItsOwn() bool {
	return a.spec.Effect == engine.Appends && a.spec.Makes != "" && a.spec.Makes != a.spec.Object
}

// expiredBetween is for a thing that was put again after the first of it had expired: there is one, and only its work
// may be done twice. ok is false where the first was there still, or was taken away by a request.
func (a *adviser) expiredBetween(first *engine.Exchange) (card Card, ok bool) {
	if first == nil {
		return card, false
	}
	put, w := a.madeBy(first), a.v.Clone()
	for e := range a.v.Between(first.Decided.Event, a.x.Decided.Event) {
		if a.v.Exchange(e.Request) != nil {
			continue
		}
		for touched, r := range e.Touched(w) {
			if !slices.Contains(put, touched) || !view.Stands(r[0]) || view.Stands(r[1]) {
				continue
			}
			say := fmt.Sprintf("What #%d had put expired at %s, before #%d put it again", first.Number, e.At,
				a.x.Number)
			if slices.ContainsFunc(a.madeBy(a.x), a.v.Readable) {
				say += ": it is there once."
			} else {
				say += ", and that is gone by now too."
			}
			if had := a.lastWith(touched); had != nil && had.By != a.c.By {
				say += fmt.Sprintf(" %s had received it, and may have done its work: settle that with %[1]s.",
					a.v.Title(had.By))
			}
			return Card{Say: say}, true
		}
	}
	return card, false
}

// removedBetween is for a thing that was put again after another had taken the first of it away, and nobody had done
// its work: there is one, and the other's wish is undone. ok is false for anything else.
func (a *adviser) removedBetween(first *engine.Exchange) (card Card, ok bool) {
	of, again := a.x, "the second copy"
	if first != nil {
		of, again = first, fmt.Sprintf("#%d", a.x.Number)
	}
	put, w := a.madeBy(of), a.v.Clone()
	for e := range a.v.Between(of.Decided.Event, a.c.Event) {
		x := a.v.Exchange(e.Request)
		if x == nil || x.By == a.c.By || a.v.Title(x.By) == "" {
			continue
		}
		for touched, r := range e.Touched(w) {
			if slices.Contains(put, touched) && view.Stands(r[0]) && !view.Stands(r[1]) &&
				len(w.Workers(engine.ObjectID{Kind: "work", Name: touched.Name})) == 0 {
				whose := a.v.Title(x.By)
				return Card{Say: fmt.Sprintf("%s had removed with #%d what #%d had put, and %s put it again. Settle "+
					"with %[1]s whether it is to be there.", whose, x.Number, of.Number, again)}, true
			}
		}
	}
	return card, false
}

// madeBy are the things that requests made, each once: every copy made its own.
func (a *adviser) madeBy(requests ...*engine.Exchange) (made []engine.ObjectID) {
	for _, x := range requests {
		if x == nil {
			continue
		}
		for _, v := range slices.Backward(slices.Collect(x.Verdicts())) {
			for _, p := range v.Shows {
				if p.Object.Kind == a.spec.Makes && p.Mark.Request == x.Number && !slices.Contains(made, p.Object) {
					made = append(made, p.Object)
				}
			}
		}
	}
	return made
}

// becameOf says by whom the work of things was done, and what is left of them.
func (a *adviser) becameOf(made []engine.ObjectID) string {
	w := a.v.Clone()
	var doers []string
	done, open := 0, 0
	for _, object := range made {
		workers := w.Workers(engine.ObjectID{Kind: "work", Name: object.Name})
		if len(workers) > 0 {
			done++
		} else if a.v.Readable(object) {
			open++
		}
		for _, id := range workers {
			if title := a.v.Title(id); !slices.Contains(doers, title) {
				doers = append(doers, title)
			}
		}
	}
	return becameOfCopies(len(made), done, open, strings.Join(doers, " and "))
}

// becameOfCopies says it of a number of copies: of how many the work was done, and how many are left without.
func becameOfCopies(made, done, open int, by string) string {
	of, one, other := fmt.Sprint(done), "all but one have", "another"
	switch {
	case made == 2:
		of, one, other = "both", "one of the two has", "the other"
	case done == made:
		of = fmt.Sprintf("all %d", done)
	}
	if done == 1 {
		of = "one"
	}
	text := fmt.Sprintf(" The work of %s was done, by %s", of, by)
	switch {
	case done > 1 && open > 0:
		return fmt.Sprintf("%s: all but one have to be taken back by hand. Tell whoever receives %s that it is the "+
			"same.", text, other)
	case done > 1:
		return fmt.Sprintf("%s: %s to be taken back by hand.", text, one)
	case done == 1 && open > 0:
		return fmt.Sprintf("%s: tell whoever receives %s that it is the same.", text, other)
	case done == 1:
		return text + "."
	case open > 1:
		return fmt.Sprintf(" Nobody has done the work yet: %s to be taken back by hand, or whoever receives them told "+
			"that they are the same.", one)
	}
	return ""
}
