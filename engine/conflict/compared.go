package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"interleave/engine"
)

// terms say how what a rule asked for and what it found read together, by what the rule is about: the first sentence
// whose places can be filled. What was found is told as it stood then: it may be over by the time it is read. A rule
// without a row compares two values of one thing. A row of nothing: what it looks at stands in the request and in the
// first sentence already.
func terms() map[string][]string {
	opened := []string{"Access and sharing: %[1]s was asked for; %[2]s was open."}
	handle := []string{"Any open handle stops a delete (%[1]s), whatever it shares; %[2]s was open.", ""}
	length := []string{"Bytes %[1]s were asked for; the length is %[2]s."}
	most := []string{"At most %[2]s are allowed; %[1]s were sent."}
	return map[string][]string{
		"share mode": opened, "handle": handle, "range": append(length, "The range is %[1]s."),
		"offset":          length,
		"access policies": most, "signed identifiers": most, "properties": most,
		"greatest size": {"At most %[1]s bytes are allowed; there would be %[2]s."},
		"byte lock": {"Bytes %[1]s were asked for; %[2]s were locked.", "Bytes %[2]s were locked.",
			"The request names bytes %[1]s."},
		"directory": {"The directory held %[2]s.", ""},
		"oplock":    {"The client still kept %[2]s."},
		"policy":    {"The policy's %[2]s denied %[1]s.", "Here: %[1]s."},
		"policy condition": {"The policy's %[2]s allowed %[1]s only under a condition that was not met.",
			"Here: %[1]s."},
		"access policy":     {"Access policy %[1]s granted only %[2]s.", "There was no access policy %[1]s any more."},
		"permission":        {"The permission %[1]s is needed."},
		"version lock":      {"The request was to %[2]s; the version was under %[1]s.", "The version was under %[1]s."},
		"policy start":      {"Access policy %[1]s was to begin at %[2]s."},
		"policy expiry":     {"Access policy %[1]s had ended at %[2]s."},
		"signed identifier": {"There was no access policy %[1]s."},
		"WATCH":             {"The watched key %[2]s had been touched."},
		"part list":         {"The list names %[1]s; the part had %[2]s by then.", "The list names %[1]s."},
		"block id": {"Blocks with ids like %[2]s were staged; %[1]s has another length.",
			"The block id is %[1]s."},
		"acl":           {"It sent acl %[1]s.", ""},
		"delete marker": {"%[1]s is a delete marker."},
		"entity":        {""}, "blob": {""}, "file": {""}, "container": {""}, "queue": {""}, "table": {""},
		"share": {""}, "bucket": {""}, "key": {""}, "message": {""}, "upload": {""}, "name": {""}, "source": {""},
		"copy": {""}, "attribute": {""}, "type": {"The key held %[2]s; the command needs %[1]s.", ""},
		"conditional headers": {""}, "conditions": {""}, "If-Match and If-None-Match": {""}, "operations": {""},
		"operation": {"It holds %[1]s."},
		"words":     {"%[1]s takes no %[2]s.", "The words of %[1]s do not fit it."},
		"keys":      {"The address has %[1]s, the body %[2]s.", ""}, "copy onto itself": {""}, "script": {""},
		"clear": {""}, "row": {""}, "body": {""},
		"value":     {"The expected value was %[1]s, the key held %[2]s.", "The property is %[1]s."},
		"snapshots": {"Its value is %[1]s."},
		"messagettl": {"The message would live for %[1]s s and be hidden for %[2]s s.",
			"The request sent messagettl %[1]s."},

		"conditional writes": {"This store takes no conditional writes."},

		"part list InvalidPartOrder": {"Part %[1]s stood behind one of the same number or a higher one."},
		"part list EntityTooSmall":   {"All parts but the last need at least %[2]s bytes; one has %[1]s."},
		"part list InvalidArgument":  {"The list names part %[1]s."},
		"part list MalformedXML":     {"The request sent parts %[1]s."},
	}
}

// termsOf are the terms of a rule: by its name and code where one name stands for several rules, else by its name.
func termsOf(r *engine.Rule) (rows []string, ok bool) {
	all := terms()
	if rows, ok = all[r.Name+" "+r.Fault.Code]; !ok {
		rows, ok = all[r.Name]
	}
	return rows, ok
}

// NoSuchPolicy says whether a request was refused because it names an access policy that is not there, and that nobody
// has taken away.
func NoSuchPolicy(c *engine.Cause) bool {
	return c.Rule.Name == "signed identifier" ||
		c.Rule.Name == "access policy" && c.Have.String() == "" && c.Since.IsZero()
}

// leases are the rules about leases: what was named, and what stands.
var leases = [...]string{"lease", "lease id", "snapshot lease", "proposed lease id", "lease duration"}

// compared is what the rule looked at: what was asked for and what was found, where both are values of one thing.
func (t teller) compared() string {
	c := t.c.Cause
	want, have := t.value(c.Want), t.value(c.Have)
	kind := t.c.Kind
	if kind == engine.OwnEcho {
		kind = c.Rule.Kind
	}
	switch {
	case kind == engine.AlreadyThere && want == "" && have != "" && t.spec().Prompt():
		return fmt.Sprintf(" %s was there.", have)
	case want == "" && have == "", kind == engine.AlreadyThere && want != "*", kind == engine.TwoAtOnce,
		have == "" && (kind == engine.SharedFile || kind == engine.Unfinished):
		return ""
	case kind == engine.AlreadyThere:
		return fmt.Sprintf(" %s was *, and %s was there.", ruleName(c.Rule), have)
	case c.Rule.Kind == engine.IsGone && have == "" && !conditional(c.Rule):
		return t.isNotThere()
	case kind == engine.Unfinished && c.Rule.Name == "access policy":
		return fmt.Sprintf(" Access policy %s, as it was set (%s), was not active yet.", want, have)
	case NoSuchPolicy(c):
		return inTerms(terms()["signed identifier"], want, have)
	case c.Rule.Name == "public access" && c.Rule.Fault.Status == 401:
		return publicAccess(c.Have.String())
	case slices.Contains(leases[:], c.Rule.Name):
		return t.comparedLeases(kind, want, have)
	case strings.HasSuffix(c.Rule.Name, "If-None-Match") && kind == "" && have != "" && want == "*":
		return fmt.Sprintf(" %s * asked that nothing be there, and %s was.", ruleName(c.Rule), have)
	case strings.HasSuffix(c.Rule.Name, "If-None-Match") && kind == "" && have != "":
		return fmt.Sprintf(" %s asked for another than %s, and that was what was there.", ruleName(c.Rule), have)
	case strings.HasSuffix(c.Rule.Name, "If-Modified-Since") && kind == "" && have != "" && want == have:
		return fmt.Sprintf(" %s named the date of the last change, and asked for a later one.", ruleName(c.Rule))
	case strings.HasSuffix(c.Rule.Name, "If-Modified-Since") && kind == "" && have != "":
		return fmt.Sprintf(" %s asked for a change after %s; the last one was at %s.", ruleName(c.Rule), want, have)
	}
	switch asks, kept := c.Rule.Name, have != ""; {
	case asks == "byte lock" && want != "" && !strings.Contains(want, "-"): // the two together are too much
		return fmt.Sprintf(" The offset is %s, the length %s.", t.argument("offset", "0"), want)
	case asks == "WATCH" && c.Since.Request == 0:
		return fmt.Sprintf(" The watched key %s had expired.", have)
	case asks == "visibilitytimeout" && kept && strings.Contains(have, ":"):
		return fmt.Sprintf(" The message would be hidden until %s, but it expires at %s.", want, have)
	}
	if c.Rule.Open && want != "" && have != "" {
		return t.cleared()
	}
	if rows, ok := termsOf(c.Rule); ok {
		if t.spec().Effect == engine.Renames && c.Rule.Name == "handle" {
			rows = []string{"Any open handle stops a rename, as it stops a delete (%[1]s); %[2]s was open.", ""}
		}
		return inTerms(rows, want, have)
	}
	list, _ := c.Have.List()
	switch said := func(format string, words ...any) string { return " " + fmt.Sprintf(format, words...) }; {
	case want == have && isToken(c.Want), t.c.Kind == "" && want == "" && t.spec().Prompt():
		return ""
	case len(list) == 2:
		return said("The request sent %s %s; %s to %s would fit.", c.Rule.Name, want, list[0], list[1])
	case have == "" && c.Rule.Fault.Status == 403:
		return said("The permission %s is needed.", want)
	case want == have, want == "":
		return said("%s %s.", is(ruleName(c.Rule)), have)
	case have == "" && t.spec().Takes("handle") && !t.spec().Takes(c.Rule.Name): // as it was opened
		return said("The handle has %s %s.", c.Rule.Name, want)
	case have == "" && !conditional(c.Rule), have == "" && t.c.Kind == "" && c.Rule.Kind != engine.IsGone:
		return said("The request sent %s %s.", c.Rule.Name, want)
	}
	return differs(c.Rule, want, have)
}

// differs are two values of one thing, by the names that those who write such requests have for both sides.
func differs(r *engine.Rule, want, have string) string {
	sides := map[string]string{
		"if-tags":            "If-Tags was %s, the tag was %s.",
		"popreceipt":         "The receipt sent was %s, the message's was %s.",
		"append position":    "The append position sent was %s, the blob's end was %s.",
		"sequence number":    "The sequence number sent was %s, the blob's was %s.",
		"blob type":          "The request is for type %s, the blob's type was %s.",
		"copy id":            "The copy id sent was %s, the blob's was %s.",
		"md5":                "The MD5 sent was %s, the content's was %s.",
		"source md5":         "The MD5 sent was %s, the source's was %s.",
		"crc64":              "The CRC64 sent was %s, the content's was %s.",
		"checksum":           "The checksum sent was %s, the content's was %s.",
		"VER":                "VER was %s, the key's version was %s.",
		"version":            "The version sent was %s, the key's was %s.",
		"partition":          "The batch is for partition %s, this operation for %s.",
		"quota":              "The quota sent was %s, the share's was %s.",
		"source range":       "The range to write was %s, the source range %s.",
		"signed permissions": "The request needs permission %s, the signature grants %s.",
	}
	of := ""
	if strings.Contains(r.Name, "source") {
		of = "the source's "
	}
	format, ok := sides[r.Name]
	switch name := ruleName(r); {
	case have == "":
		return fmt.Sprintf(" %s was %s, and nothing was there.", name, want)
	case ok:
		return " " + fmt.Sprintf(format, want, have)
	case strings.HasSuffix(name, "If-Match"):
		return fmt.Sprintf(" %s was %s, %sETag was %s.", name, want, cmp.Or(of, "the "), have)
	case strings.HasSuffix(name, "If-Unmodified-Since"):
		return fmt.Sprintf(" %s was %s, %sLast-Modified was %s.", name, want, of, have)
	default:
		return fmt.Sprintf(" %s was %s, and %s was there.", name, want, have)
	}
}

// value is what a cause names, as a sentence has it: a number whole, a text up to the length of a name.
func (t teller) value(v engine.Value) string {
	_, token := v.Token()
	if _, _, reference := v.RefName(); token || reference || t.c.Cause.Rule.Kind == engine.ByPolicy || v.IsZero() {
		return Compared(t.w, t.c.Cause, v)
	}
	if at, ok := v.Instant(); ok {
		return t.moment(at)
	}
	if text := v.String(); text != "" && len(text) <= calledMost && !hasDigest(text) {
		return text
	}
	return Compared(t.w, t.c.Cause, v)
}

// moment is a moment of the scene by its clock, and one before it or of another year as a date.
func (t teller) moment(at engine.Instant) string {
	const thisYear = 300 * 24 * time.Hour
	if at < 0 || at != engine.Never && at.Sub(t.w.Now()).Abs() > thisYear {
		return at.Date()
	}
	return at.String()
}

// hasDigest says whether a text is a tag or a sum, of which people compare the end.
func hasDigest(text string) bool {
	return len(text) > 12 && (strings.HasPrefix(text, "0x") || strings.HasSuffix(text, "=") ||
		!strings.ContainsAny(text, " -/:") && strings.ContainsAny(text, "0123456789"))
}

// ruleName is what a rule is about, as a sentence begins with it. A header keeps its letters.
func ruleName(r *engine.Rule) string {
	switch name := r.Name; {
	case name == "popreceipt":
		return "Receipt"
	case name == "md5" || name == "crc64":
		return strings.ToUpper(name)
	case strings.HasPrefix(name, "if-"):
		return GuardName(name)
	case strings.HasPrefix(name, "x-"):
		return name
	default:
		return strings.ToUpper(name[:1]) + name[1:]
	}
}

// isNotThere says what is not there: a block of a list, or what is another thing than the request's own object, which
// stands in the request.
func (t teller) isNotThere() string {
	c := t.c.Cause
	version, of, ofVersion := VersionGone(t.w, t.c)
	switch name := c.Want.String(); {
	case ofVersion && !isToken(c.Want):
		return fmt.Sprintf(" %s had no version %s.", Called(t.w, of), version)
	case c.Rule.Name == "block list":
		among, block, _ := strings.Cut(name, " ")
		if among == "latest" {
			return fmt.Sprintf(" Block %s was not there.", block)
		}
		return fmt.Sprintf(" Block %s was not among the %s ones.", block, among)
	case isToken(c.Want), t.isNamed(name), t.uploadGone() && t.upload() != nil: // of that the story tells
		return ""
	case SnapshotGone(t.w, t.c):
		of, id, _ := strings.Cut(name, "@")
		return fmt.Sprintf(" %s had no snapshot %s.", of, id)
	case c.Rule.Looks == engine.AtSource && strings.HasSuffix(c.Rule.Fault.Code, "Bucket"):
		return fmt.Sprintf(" There was no bucket %s.", name)
	default:
		return fmt.Sprintf(" There was no %s %s.", c.Rule.Name, name)
	}
}

// isNamed says whether a name stands in the request already, as its object or the last part of that.
func (t teller) isNamed(name string) bool {
	object := t.x.Object.Name
	return strings.EqualFold(object, name) || strings.HasSuffix(object, "/"+name)
}

// comparedLeases is a lease that was named beside the one that stands.
func (t teller) comparedLeases(kind Kind, want, have string) string {
	c := t.c.Cause
	seconds, lasting := c.Have.Int()
	switch {
	case kind == "" && lasting:
		return fmt.Sprintf(" The lease was taken for %s.", engine.Counted(int(seconds), "second"))
	case kind == "" && (have == "" || c.Since.IsZero()): // no lease that is over has to do with it
		return fmt.Sprintf(" The request sent %s %s.", c.Rule.Name, want)
	case kind == engine.IsLeased && (want == have || have == ""): // the rule says the rest
		return ""
	case kind == engine.IsLeased && c.Rule.Name == "snapshot lease":
		return fmt.Sprintf(" The lease on the snapshot %s stood.", have)
	case kind == engine.IsLeased && want == "" && t.spec().Takes("lease") && !t.spec().Effect.OfLease() &&
		!strings.Contains(c.Rule.Name, "source"):
		return fmt.Sprintf(" No lease id was sent; in this scene the lease was %s, which this answer does not tell.",
			have)
	case kind == engine.IsLeased && want == "":
		return fmt.Sprintf(" In this scene the %s was %s, which this answer does not tell.",
			strings.TrimSuffix(c.Rule.Name, " id"), have)
	case kind == engine.IsLeased:
		return fmt.Sprintf(" %s was sent; in this scene the lease was %s, which this answer does not tell.", want, have)
	case want == have && t.broken():
		return "" // a lease that is being broken still holds
	case want == have:
		return fmt.Sprintf(" Lease %s was named, but it no longer held.", want)
	case have == "":
		return fmt.Sprintf(" There was no lease; %s was sent.", want)
	case want == "":
		return ""
	}
	stands := "lease was"
	if t.leaseEnded() {
		stands = "last lease had been"
	}
	return fmt.Sprintf(" %s was sent; in this scene the %s %s, which this answer does not tell.", want, stands, have)
}

// leaseEnded says whether what the request met is the end of a lease, by a break, a release or its time, and not the
// change of an id or a new lease, which stands.
func (t teller) leaseEnded() bool {
	since := t.c.Cause.Since
	x := t.w.Exchange(since.Request)
	if t.c.Kind != engine.LeaseOver || since.IsZero() {
		return false
	}
	if x == nil || x.Decided.Event != since.Event {
		return true
	}
	effect := t.w.Spec(x.Verb).Effect
	return effect == engine.BreaksLease || effect == engine.ReleasesLease
}

// broken says whether what refuses to renew a lease or to change its id is a break.
func (t teller) broken() bool {
	x, effect := t.w.Exchange(t.c.Cause.Since.Request), t.spec().Effect
	return (effect == engine.RenewsLease || effect == engine.ChangesLease) && x != nil &&
		t.w.Spec(x.Verb).Effect == engine.BreaksLease
}

// publicAccess is what a container lets anybody do.
func publicAccess(level string) string {
	if level == "" {
		return " The container was private."
	}
	return fmt.Sprintf(" Public access was %s: blobs could be read, but the container could not be listed.", level)
}

// cleared is how far a request came that was to remove all there was and ran out of time.
func (t teller) cleared() string {
	all, _ := t.c.Cause.Want.Int()
	left, _ := t.c.Cause.Have.Int()
	are := "were"
	if all-left == 1 {
		are = "was"
	}
	return fmt.Sprintf(" %d of the %d messages %s removed by then, and %d left.", all-left, all, are, left)
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

// argument is what the request gives to a parameter, or what stands for it where it gives nothing.
func (t teller) argument(name, otherwise string) string {
	for _, a := range t.x.Resolved() {
		if a.Name == name {
			return a.Value.String()
		}
	}
	return otherwise
}

// conditional says whether a rule compares what a header or an option of a request names, so that nothing may be found
// as well.
func conditional(r *engine.Rule) bool {
	return strings.Contains(r.Name, "If-") || r.Name == "if-tags" || r.Kind == engine.StaleWrite
}

func isToken(v engine.Value) bool { _, ok := v.Token(); return ok }

// is is what a rule is about with the verb that fits it.
func is(name string) string {
	if strings.HasSuffix(were(name), " were") {
		return name + " are"
	}
	return name + " is"
}
