package wire

import (
	"strings"

	"interleave/engine"
)

// Unsent is why no client sends a parameter of an operation; empty where it travels.
func Unsent(spec *engine.OpSpec, param string) string {
	service := serviceOf(spec)
	if service == nil {
		return ""
	}
	f := service.form(spec.Verb)
	place := service.place(f, param)
	if reason, ok := strings.CutPrefix(place, "-"); ok {
		return reason
	}
	return ""
}

// Unsaid is why no client sees a field of an answer: it is the program's own, or follows from the rest. Empty where it
// travels.
func Unsaid(spec *engine.OpSpec, field string) string {
	service := serviceOf(spec)
	if service == nil {
		return unsaidInFrames[field]
	}
	f := service.form(spec.Verb)
	place := service.said(f, field)
	if number, rest, ok := strings.Cut(field, "."); ok && number != "" && strings.Trim(number, "0123456789") == "" {
		place = lookup(f.each, service.sayings, rest)
	} else if strings.Trim(field, "0123456789") == "" {
		return "its id is in the entry, the queue in the request"
	}
	if reason, ok := strings.CutPrefix(place, "-"); ok {
		return reason
	}
	return ""
}

// Describes says whether an argument of a copy describes its target.
func Describes(a engine.Arg) bool { return isDescribed(a.Name) }

// Typed is an access list as an answer tells it.
func Typed(list string) string { return typed.Replace(list) }

// Required says whether a message that lacks a parameter is refused, and the program's own messages have it only where
// it is given.
func Required(spec *engine.OpSpec, param string) bool {
	service := serviceOf(spec)
	if service == nil {
		return false
	}
	f := service.form(spec.Verb)
	return strings.Contains(" "+f.required+" ", " "+param+" ") && !strings.Contains(" "+f.implied, " "+param+"=")
}
