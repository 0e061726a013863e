package view

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Draft is what a writer is about to send for an object. It belongs to the two, not to a moment: travel and undo leave
// it alone. Only one that nobody typed, as what is recommended leaves it, is of its moment.
type Draft struct {
	Text string `json:"text"`
	// the answers that it was made from, as Into names them, or by their names; the newest last
	From []string `json:"from"`

	Script bool `json:"script,omitempty"` // the script put it there, and nobody has changed it

	Made   int    `json:"made,omitempty"`   // the record that it came with, where nobody typed it
	Before *Draft `json:"before,omitempty"` // what stands where that one does not lead to, then
}

// DraftKey is under which note of the session a draft is kept.
func DraftKey(writer string, object engine.ObjectID) string {
	return "draft." + writer + "." + object.String()
}

// Draft is what a writer is about to send for an object; ok is false where nothing is kept.
func (v *View) Draft(writer string, object engine.ObjectID) (d Draft, ok bool) {
	return DraftIn(v.notes[DraftKey(writer, object)], func(record int) bool {
		_, ok := v.LastOf(record)
		return ok
	})
}

// DraftIn is the draft that a note keeps, as it stands at a moment that some records lead to.
func DraftIn(note string, leads func(record int) bool) (d Draft, ok bool) {
	if note == "" || json.Unmarshal([]byte(note), &d) != nil {
		return d, false
	}
	for d.Made != 0 && !leads(d.Made) {
		if d.Before == nil {
			return Draft{}, false
		}
		d = *d.Before
	}
	return d, true
}

// From is the word that a request made from a draft carries: the newest of its answers that this branch has heard, else
// none. Empty, for it to be found out, where a newer request goes by the name of that answer.
func (v *View) From(d Draft) string {
	if x := v.Source(d); x != nil {
		return v.world.NameNow(x)
	}
	return "none"
}

// Source is the newest of a draft's answers that this branch has heard; nil: none.
func (v *View) Source(d Draft) *engine.Exchange {
	for _, from := range slices.Backward(d.From) {
		name, sent, only := strings.Cut(from, "@")
		x := v.world.Named(name)
		for only && x != nil && sent != strconv.Itoa(x.Sent.Event) {
			x = v.world.NamedBefore(name, x.Number)
		}
		if x != nil && !x.Heard.IsZero() {
			return x
		}
	}
	return nil
}

// Into puts the reading behind the answers that a draft was made from, unless it is the newest of them. Its record goes
// with its name: a request that is sent by hand is called by its number, and another branch has another of that name.
func (r Reading) Into(from []string) []string {
	source := r.Name + "@" + strconv.Itoa(r.Sent)
	if n := len(from); n > 0 && (from[n-1] == source || from[n-1] == r.Name) {
		return from
	}
	return append(slices.Clip(from), source)
}

// HoldsMarkers says whether a text holds the lines by which a merge marks what clashes.
func HoldsMarkers(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		for _, mark := range []string{"<<<<<<<", ">>>>>>>"} {
			if line == mark || strings.HasPrefix(line, mark+" ") {
				return true
			}
		}
	}
	return false
}

// policyName is the part of a bucket or a role that is a text: what it allows.
const policyName = "policy"

// TextOf is the parameter of a write that is a text which a person edits; empty where it carries none: a size and a
// list of parts are none.
func TextOf(spec engine.OpSpec) string {
	for _, p := range spec.Params() {
		if p.Content && p.Positional() && !p.Prefix() && spec.Group == engine.GroupWrite &&
			(p.Name == policyName || slices.Contains(engine.TextNames(), p.Name)) {
			return p.Name
		}
	}
	return ""
}

// AnyVersion is the guard that asks for anything to be there, If-Match *: for the services that list it as a strategy.
const AnyVersion = "if-match-any"

// Guards are the guards that a writer may choose for its writes, in the order in which they are offered; empty is by
// what it knows.
func Guards() []string {
	return []string{"none", "if-match", AnyVersion, "if-none-match", "if-unmodified-since", "lease"}
}

// Guards are those guards that some change of an object takes; none first. Where nothing is selected they are all.
func (v *View) Guards(object engine.ObjectID) []string {
	kind := object.Kind
	return slices.DeleteFunc(Guards(), func(name string) bool {
		if name == "none" || object.IsZero() && name != AnyVersion {
			return false
		}
		for _, s := range v.Services() {
			strategy := slices.ContainsFunc(s.Guardings, func(g engine.Guarding) bool { return g.ID == name })
			for _, op := range s.Ops {
				if op.Object == kind && op.Group != engine.GroupRead && TakesGuard(op, name) &&
					(name != AnyVersion || strategy) {
					return false
				}
			}
		}
		return true
	})
}

// TakesGuard says whether an operation compares what a parameter names.
func TakesGuard(spec engine.OpSpec, name string) bool {
	if name == AnyVersion {
		name = "if-match"
	}
	p, ok := spec.Param(name)
	return ok && p.Guard != "" && !p.Ignored
}

// Guarded adds to a write's arguments what the writer's guard asks for, from what it has heard; beside it the lease
// that is held, for a write without its id is refused. Of a lease whose time is over a chosen guard is free. why says
// in a sentence what is missing, lacks by which act the writer would get it.
func (k *Known) Guarded(spec engine.OpSpec, object engine.ObjectID, args []engine.Arg) (with []engine.Arg, why string,
	lacks engine.Aim) {
	guard := k.Guard
	if guard == "" {
		guard = "if-match"
	}
	hold, holds := k.Holds(object)
	if !TakesGuard(spec, guard) && guard != "lease" { // this call knows no such condition
		guard = "none"
	}
	chosen := k.Guard != "" && k.Guard != "lease"
	if holds && k.Guard != "none" && !(chosen && hold.Over(k.Now)) {
		args = k.WithGuard(spec, args, "lease", hold.ID(), engine.Value{})
	}
	switch guard {
	case "if-match":
		read, ok := k.Reading(object)
		if !ok || read.Tag.IsZero() || read.Gone {
			if k.Guard == "if-match" {
				return args, fmt.Sprintf("%s has read no version of it.", k.Title), engine.ToRead
			}
			return args, "", ""
		}
		args = k.WithGuard(spec, args, "if-match", engine.Ref(read.Answer()+".etag", false), read.Tag)
	case AnyVersion:
		args = k.WithGuard(spec, args, "if-match", engine.Text("*"), engine.Value{})
	case "if-none-match":
		args = k.WithGuard(spec, args, "if-none-match", engine.Text("*"), engine.Value{})
	case "if-unmodified-since":
		answer, v := k.Property(object, "last-modified")
		if v.IsZero() {
			return args, fmt.Sprintf("%s has heard no date of it.", k.Title), engine.ToRead
		}
		args = k.WithGuard(spec, args, "if-unmodified-since", engine.Ref(answer+".last-modified", false), v)
	case "lease":
		if !holds && TakesGuard(spec, "lease") {
			return args, fmt.Sprintf("%s holds no lease on it.", k.Title), engine.ToAcquire
		}
	}
	return args, "", ""
}

// WithGuard puts an argument in where the operation takes it and nobody has given it; a value whose answer is unknown
// goes in as it is.
func (k *Known) WithGuard(spec engine.OpSpec, args []engine.Arg, name string, ref, plain engine.Value) []engine.Arg {
	if !TakesGuard(spec, name) {
		return args
	}
	for _, a := range args {
		if a.Name == name {
			return args
		}
	}
	if from, _, ok := ref.RefName(); ok && from == "" {
		ref = plain
	}
	return append(args, engine.Arg{Name: name, Value: ref})
}
