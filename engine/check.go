package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Describe is the whole world as text, in a fixed order: for failing tests and for comparing.
func (w *World) Describe() string {
	var b strings.Builder
	for _, t := range w.tables {
		for _, name := range t.sorted() {
			fmt.Fprintf(&b, "%s %s\n", t.name, name)
			for _, p := range Properties(t.get(name)) {
				if p.Text != "" && p.Text != "0" && p.Text != "false" && p.Text != "nobody" {
					fmt.Fprintf(&b, "  %s: %q\n", p.Name, p.Text)
				}
			}
		}
	}
	return b.String()
}

// Untrue is what must always hold of objects and does not.
type Untrue []error

// Say adds what is wrong with an object.
func (u *Untrue) Say(object ObjectID, format string, args ...any) {
	*u = append(*u, fmt.Errorf("%s: %s", object, fmt.Sprintf(format, args...)))
}

// Err is all of it; nil where nothing is wrong.
func (u *Untrue) Err() error { return errors.Join(*u...) }

// Check is nil while what must always hold does: the digest is that of a full walk, messages belong to requests, and
// what the services promise of themselves.
func (w *World) Check() error {
	var errs []error
	if full := w.walkDigest(); full != w.Digest() {
		errs = append(errs, fmt.Errorf("digest %x, a full walk gives %x", w.Digest(), full))
	}
	if got, want := w.Timers(), w.walkTimers(); !slices.Equal(got, want) {
		errs = append(errs, fmt.Errorf("the timers %v, a full walk gives %v", got, want))
	}
	for _, m := range w.Flight() {
		if m == nil || w.Exchange(m.Request) == nil {
			errs = append(errs, fmt.Errorf("message %+v belongs to no request", m))
		}
	}
	for _, s := range w.states {
		if c, ok := s.(Checker); ok {
			errs = append(errs, c.Check(w.Now()))
		}
	}
	return errors.Join(errs...)
}

// walkTimers are what Timers gives, found in all records.
func (w *World) walkTimers() (list []Timer) {
	for n, t := range w.tables {
		for name, r := range t.all() {
			if e := (&ends{object: t.object(name)}); t.timed || n >= ownTables {
				r.Walk(e)
				list = append(list, e.found...)
			}
		}
	}
	list = slices.DeleteFunc(list, func(t Timer) bool { return t.At <= w.Now() })
	slices.SortFunc(list, func(a, b Timer) int { return a.compare(&b) })
	return list
}
