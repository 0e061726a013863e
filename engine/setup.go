package engine

import (
	"slices"
	"strings"
)

func (s *step) addWriter(in AddWriter) error {
	switch {
	case in.ID == "" || strings.ContainsAny(in.ID, " \t\n:.$'\""):
		return impossible("call a writer %q: an id is one word without . : $ and quotes", in.ID)
	case s.Writer(in.ID) != nil:
		return impossible("add the writer %s twice", in.ID)
	case s.writers.live > MaxWriters:
		return LimitError{What: "writers", Most: MaxWriters}
	}
	title := in.Title
	if title == "" {
		title = in.ID
	}
	s.put(s.writers, in.ID, &Writer{Member: &Member{ID: in.ID, Title: title, Principal: in.Principal,
		Place: int64(s.writers.live)}})
	s.emit(Event{Kind: Joined, By: in.ID, Text: title})
	return nil
}

// writerSettings are the switches that every writer has.
var writerSettings = [...]Setting{
	{Name: "hold", Values: []string{"off", "on"}, Help: "its requests wait in flight"},
	{Name: "responsive", Values: []string{"on", "off"},
		Help: "whether it answers when the service asks it for something back"},
	{Name: "guard", Help: "what its writes ask for, as if-match"},
	{Name: "rows", Values: []string{"replace", "merge"},
		Help: "whether its writes of rows replace all properties, or merge those that it changed"},
	{Name: "hides", Help: "for how many seconds its updates hide a message again: 30 unless set, 0 makes it visible " +
		"at once"},
}

// WriterSettings are the switches that every writer has; an empty list of values takes any word.
func WriterSettings() []Setting { return writerSettings[:] }

func (s *step) set(in Set) error {
	var known []Setting
	for _, service := range s.services {
		if service.Name == in.Scope {
			known = service.Settings
		}
	}
	if s.Writer(in.Scope) != nil {
		known = writerSettings[:]
	}
	var names []string
	for _, k := range known {
		names = append(names, k.Name)
		if k.Name != in.Key {
			continue
		}
		if len(k.Values) > 0 && !slices.Contains(k.Values, in.Value) {
			return impossible("set %s.%s to %q: it takes %s", in.Scope, in.Key, in.Value, strings.Join(k.Values, ", "))
		}
		s.put(s.settings, in.Scope+"."+in.Key, &word{in.Value})
		s.emit(Event{Kind: Switched, Object: s.settings.object(in.Scope + "." + in.Key), Text: in.Value})
		for _, service := range s.services {
			s.rejudge(service.Name)
		}
		return nil
	}
	if names == nil {
		return impossible("set %s.%s: there is no writer or service called %s with switches", in.Scope, in.Key,
			in.Scope)
	}
	return impossible("set %s.%s: %s has the switches %s", in.Scope, in.Key, in.Scope, strings.Join(names, ", "))
}

// lockable are the kinds of things of which a lease can be taken, and all kinds that operations name.
func (s *step) lockable() (leased, named []string) {
	for _, service := range s.services {
		for i := range service.Ops {
			op := &service.Ops[i]
			if op.Object != "" {
				named = append(named, op.Object)
			}
			if op.Effect == AcquiresLease {
				leased = append(leased, op.Object)
			}
		}
	}
	slices.Sort(leased)
	slices.Sort(named)
	return slices.Compact(leased), slices.Compact(named)
}

// lock keeps what a lease is meant to guard. A lease that nobody can take guards nothing: a key that serves as a lock
// has none.
func (s *step) lock(in Lock) error {
	leased, named := s.lockable()
	switch {
	case !slices.Contains(leased, in.Lease.Kind):
		return impossible("lock %s: nothing of the kind %q has a lease. Kinds that have one: %s", in.Lease,
			in.Lease.Kind, strings.Join(leased, ", "))
	case !slices.Contains(named, in.Covers.Kind):
		return impossible("cover %s: there is no kind %q. There are: %s", in.Covers, in.Covers.Kind,
			strings.Join(named, ", "))
	}
	s.put(s.locks, in.Covers.String(), &word{in.Lease.String()})
	s.emit(Event{Kind: Locked, Object: in.Covers, Text: in.Lease.String()})
	return nil
}
