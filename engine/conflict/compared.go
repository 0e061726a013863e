package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// terms say how what a rule asked for and what it found read together, by what the rule is about: the first sentence
// whose places can be filled. A rule without a row compares two values of one thing. A row of nothing: what it looks at
// stands in the request and in the first sentence already.
func terms() map[string][]string {
	opened := []string{"Access and sharing: %[1]s was asked for, %[2]s is open."}
	length := []string{"%[1]s was asked for; the length is %[2]s."}
	most := []string{"At most %[2]s; %[1]s were sent."}
	return map[string][]string{
		"share mode": opened, "handle": append(opened, ""), "range": append(length, "The range is %[1]s."), "offset": length,
		"access policies": most, "signed identifiers": most, "properties": most,
		"greatest size": {"At most %[2]s; it would have been %[1]s."},
		"byte lock": {"Bytes %[1]s were asked for, %[2]s are locked.", "Bytes %[2]s are locked.",
			"The request names bytes %[1]s."},
		"directory":     {"It holds %[2]s.", ""},
		"oplock":        {"The client still keeps %[2]s."},
		"policy":        {"Its statement %[2]s denies %[1]s.", "Here: %[1]s."},
		"access policy": {"It gives %[2]s, and %[1]s is needed.", "%[1]s is needed, and it gives nothing."},
		"permission":    {"The right %[1]s is needed."},
		"WATCH":         {"%[2]s was watched."},
		"block list":    {"It names %[1]s."}, "part list": {"It names %[1]s."}, "block id": {
			"Blocks with ids like %[2]s are staged; %[1]s has another length.", "It is %[1]s."},
		"delete marker": {"%[1]s is a delete marker."},
		"entity":        {""}, "blob": {""}, "file": {""}, "container": {""}, "queue": {""}, "table": {""},
		"share": {""}, "bucket": {""}, "key": {""}, "message": {""}, "upload": {""}, "name": {""}, "source": {""},
		"copy": {""}, "attribute": {""}, "type": {"The key holds %[2]s; the command needs %[1]s.", ""},
		"conditional headers": {""}, "conditions": {""}, "If-Match and If-None-Match": {""}, "operations": {""},
		"keys": {"The address has %[1]s, the body %[2]s.", ""}, "copy onto itself": {""}, "script": {""},
		"clear": {""}, "row": {""}, "snapshots": {"Its value is %[1]s."},
	}
}

// leases are the rules about leases: what was named, and what stands.
var leases = [...]string{"lease", "lease id", "snapshot lease", "proposed lease id", "lease duration"}

// compared is what the rule looked at: what was asked for and what was found, where both are values of one thing.
func (t teller) compared() string {
	c := t.c.Cause
	want, have := t.value(c.Want), t.value(c.Have)
	switch {
	case want == "" && have == "", t.c.Kind == engine.AlreadyThere && want != "*", t.c.Kind == engine.TwoAtOnce,
		have == "" && (t.c.Kind == engine.SharedFile || t.c.Kind == engine.Unfinished):
		return ""
	}
	if slices.Contains(leases[:], c.Rule.Name) {
		return t.comparedLeases(want, have)
	}
	if rows, ok := terms()[c.Rule.Name]; ok {
		return inTerms(rows, want, have)
	}
	list, _ := c.Have.List()
	switch said := func(format string, words ...any) string { return " " + fmt.Sprintf(format, words...) }; {
	case want == have && isToken(c.Want), t.c.Kind == "" && want == "" && t.spec().Prompt():
		return ""
	case len(list) == 2:
		return said("%s %s; %s to %s would fit.", was(c.Rule.Name), want, list[0], list[1])
	case want == have, want == "":
		return said("%s %s.", is(c.Rule.Name), have)
	case have == "" && (t.c.Kind == "" || !conditional(c.Rule)):
		return said("%s %s.", was(c.Rule.Name), want)
	}
	return fmt.Sprintf(" %s wanted %s, found %s.", c.Rule.Name, want, orNothing(have))
}

// value is what a cause names, as a sentence has it: a number whole, a text up to the length of a name.
func (t teller) value(v engine.Value) string {
	_, token := v.Token()
	if _, _, reference := v.RefName(); token || reference || t.c.Cause.Rule.Kind == engine.ByPolicy || v.IsZero() {
		return Compared(t.w, t.c.Cause, v)
	}
	if text := v.String(); text != "" && len(text) <= calledMost && !hasDigest(text) {
		return text
	}
	return Compared(t.w, t.c.Cause, v)
}

// hasDigest says whether a text is a tag or a sum, of which people compare the end.
func hasDigest(text string) bool {
	return len(text) > 12 && (strings.HasPrefix(text, "0x") || strings.HasSuffix(text, "=") ||
		!strings.ContainsAny(text, " -/:") && strings.ContainsAny(text, "0123456789"))
}

// comparedLeases is a lease that was named beside the one that stands.
func (t teller) comparedLeases(want, have string) string {
	c := t.c.Cause
	_, named := c.Want.Token()
	_, stands := c.Have.Token()
	switch {
	case want == "" && stands:
		return fmt.Sprintf(" The %s that stands is %s.", c.Rule.Name, have)
	case want == have && t.c.Kind == engine.LeaseOver:
		return fmt.Sprintf(" %s %s was named, and it no longer holds.", c.Rule.Name, want)
	case want == have || t.c.Kind != "" && !named:
		return ""
	case have == "" && t.c.Kind == "":
		return fmt.Sprintf(" %s %s.", was(c.Rule.Name), want)
	case have == "" || stands:
		return fmt.Sprintf(" %s wanted %s, found %s.", c.Rule.Name, want, orNothing(have))
	}
	return ""
}

// inTerms fills the first row whose places can be filled.
func inTerms(rows []string, want, have string) string {
	for _, row := range rows {
		if strings.Contains(row, "%[1]s") && want == "" || strings.Contains(row, "%[2]s") && have == "" {
			continue
		}
		row = strings.ReplaceAll(strings.ReplaceAll(row, "%[1]s", want), "%[2]s", have)
		if row != "" {
			return " " + row
		}
		return ""
	}
	return ""
}

// conditional says whether a rule compares what a header or an option of a request names, so that nothing may be found
// as well.
func conditional(r *engine.Rule) bool {
	return strings.Contains(r.Name, "If-") || r.Name == "if-tags" || r.Kind == engine.StaleWrite
}

func isToken(v engine.Value) bool { _, ok := v.Token(); return ok }

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// was is what a rule is about with the verb that fits it.
func was(name string) string { return were(name) }

func is(name string) string {
	if strings.HasSuffix(were(name), " were") {
		return name + " are"
	}
	return name + " is"
}
