package queue

import (
	"slices"
	"strings"
	"unicode/utf8"

	"interleave/engine"
)

// The limits of names, sets and texts.
//
// Source: rules.md, "Parameters" and "Names".
const (
	nameLeast      = 3 // characters
	nameMost       = 63
	policiesMost   = 5
	pageMost       = 5000
	textMost       = 64 << 10      // bytes of UTF-8
	week           = 7 * 24 * 3600 // seconds
	standardHiding = 30            // seconds, of a Get
	getMost        = 32            // messages
	deletionLasts  = 40            // seconds, unless switched
	endless        = -1            // the messagettl of what never expires
)

// farthest is the longest time to live that is counted, in seconds: behind it lies the year 9999, which the service
// writes for never.
const farthest = 250_000_000_000

// span is the range of a parameter with the rules for what is no number and what lies outside.
//
// Source: rules.md, "Parameters".
type span struct {
	noNumber, outside *engine.Rule
	least, most       int64
	standard          int64 // where the parameter is not given
}

var (
	putHiding    = span{hidingNoNumber, putHidingRange, 0, week, 0}
	getHiding    = span{hidingNoNumber, getHidingRange, 1, week, standardHiding}
	updateHiding = span{hidingNoNumber, updateHidingRange, 0, week, 0}
	howMany      = span{countNoNumber, countRange, 1, getMost, 1}
	pageSize     = span{pageNoNumber, pageRange, 1, pageMost, pageMost}
)

// number is the cause where what was given is no number.
func (s span) number(o engine.Opt[int64]) *engine.Cause {
	if o.Set && !o.OK {
		return wrong(s.noNumber, o.Raw())
	}
	return nil
}

// within is the cause where the number lies outside; what it has is the least and the most.
func (s span) within(o engine.Opt[int64]) *engine.Cause {
	if n := s.of(o); n < s.least || n > s.most {
		return &engine.Cause{Rule: s.outside, Want: o.Raw(),
			Have: engine.List(engine.Number(s.least), engine.Number(s.most))}
	}
	return nil
}

// of is the number that counts.
func (s span) of(o engine.Opt[int64]) int64 { return o.Or(s.standard) }

// later is an instant some seconds on.
func later(i engine.Instant, seconds int64) engine.Instant { return i + engine.Instant(seconds*1000) }

// checkName is what a queue's name breaks.
func checkName(name string) *engine.Cause {
	if n := utf8.RuneCountInString(name); n < nameLeast || n > nameMost {
		return wrong(nameLength, engine.Text(name))
	}
	if !engine.Dashed(name) {
		return wrong(nameLetters, engine.Text(name))
	}
	return nil
}

// checkMetadata is what metadata breaks: names are identifiers, matched without case.
func checkMetadata(pairs []engine.Pair) *engine.Cause {
	if p, ok := engine.WrongName(pairs); ok {
		return wrong(badMetadata, engine.Text(p.Name))
	}
	return nil
}

// sorted is a set of pairs by name without case, so that equal sets are equal records.
func sorted(pairs []engine.Pair) []engine.Pair {
	if len(pairs) == 0 {
		return nil
	}
	list := slices.Clone(pairs)
	slices.SortStableFunc(list, func(a, b engine.Pair) int {
		return strings.Compare(strings.ToLower(a.Name),
			strings.ToLower(b.Name))
	})
	return list
}

// sameMetadata compares as Create Queue does: as many names, names without case, values exactly.
//
// Source: rules.md, "Queue operations".
func sameMetadata(a, b []engine.Pair) bool {
	return slices.EqualFunc(sorted(a), sorted(b),
		func(x, y engine.Pair) bool { return strings.EqualFold(x.Name, y.Name) && x.Text == y.Text })
}

// checkText is what a text breaks: the body of the request is XML, and has its most.
func checkText(text string) *engine.Cause {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, notInXML) {
		return wrong(textNoXML, engine.Text(text))
	}
	if len(text) > textMost {
		return &engine.Cause{Rule: textTooLong, Want: engine.Number(int64(len(text))), Have: engine.Number(textMost)}
	}
	return nil
}

// notInXML says whether XML 1.0 has no way to write a character.
func notInXML(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}
