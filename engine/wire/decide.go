package wire

import (
	"slices"
	"strings"

	"interleave/engine"
)

// The parameters that a kind of refusal is about, the likeliest first, for the causes that name none.
var about = map[engine.Trouble]string{
	"stale-write": "if-match appendpos if-sequence-le if-sequence-lt if-sequence-eq if-unmodified-since " +
		"if-none-match if-modified-since " +
		"source-if-match source-if-none-match source-if-unmodified-since source-if-modified-since if-tags",
	"already-there": "if-none-match snapshots source-if-none-match",
	"two-at-once":   "if-match if-none-match",
	"gone":          "if-match source-if-match upload handle popreceipt",
	"own-echo":      "if-match if-none-match popreceipt lease",
	"leased":        "lease id source-lease",
	"lease-over":    "lease id source-lease",
	"old-receipt":   "popreceipt",
	"policy":        "if-match if-none-match under",
	"unfinished":    "block copy",
	"shared-file":   "access share disposition lease offset",
}

// wanted are the headers whose absence a kind of refusal is about, by service and kind.
var wanted = map[string]string{
	"blob leased": "x-ms-lease-id", "share leased": "x-ms-lease-id", "bucket policy": "If-Match",
}

// decide marks in a request what its answer came from: the header or the part that its cause names, else the first
// line; a header that was not sent cannot be marked, and is named.
func (r *draft) decide(raw *Raw) {
	why := r.x.Answer.Why
	if why == nil {
		return
	}
	chosen := r.cause(why)
	for i := range raw.Lines {
		if i > 0 && chosen != nil && chosen.marks(raw.Lines[i]) {
			raw.Lines[i].Deciding = true
		}
	}
	if slices.ContainsFunc(raw.Lines, func(l Line) bool { return l.Deciding }) {
		return
	}
	raw.Lines[0].Deciding = true
	if name := wanted[r.service.name+" "+string(why.Rule.Kind)]; name != "" && raw.Header(name) == "" {
		raw.Absent = name
	}
}

// marks says whether a line is the part, or has its value in the body.
func (p *part) marks(line Line) bool {
	if p.place != "" && p.place[0] == '@' {
		return strings.EqualFold(line.Name, p.name)
	}
	return line.Name == "body" && p.place == ":" && p.value != "" && strings.Contains(line.Text, escapeXML(p.value))
}

// cause is the part that a cause is about: what the answer names, what the rule is called, what has the value that was
// asked for, what the kind is about.
func (r *draft) cause(why *engine.Cause) *part {
	for _, named := range []string{r.x.Answer.Field("header").String(), r.x.Answer.Field("condition").String(),
		why.Rule.Name} {
		if p := r.find(func(p *part) bool {
			return named != "" && (strings.EqualFold(p.name, named) || strings.EqualFold(p.param, named))
		}); p != nil {
			return p
		}
	}
	want := why.Want.String()
	if p := r.find(func(p *part) bool { return p.guards(r.spec) && p.arg.Equal(why.Want) }); p != nil {
		return p
	}
	for name := range strings.FieldsSeq(about[why.Rule.Kind]) {
		if p := r.find(func(p *part) bool { return p.param == name }); p != nil {
			return p
		}
	}
	if len(want) > 1 && strings.Contains(r.body, escapeXML(want)) {
		return &part{place: ":", value: want}
	}
	return nil
}

func (p *part) guards(spec *engine.OpSpec) bool {
	param, ok := spec.Param(p.param)
	return ok && param.Guard != ""
}

func (r *draft) find(fits func(*part) bool) *part {
	for i := range r.parts {
		if fits(&r.parts[i]) && strings.IndexByte("@?:", (r.parts[i].place + "-")[0]) >= 0 {
			return &r.parts[i]
		}
	}
	return nil
}

// states are what an answer says of the state that decided, by name of the header, and by the beginning of a line of
// its body.
var states = []string{"x-ms-error-code", "etag", "x-ms-popreceipt", "x-amz-version-id", "x-ms-lease-id",
	"x-ms-lease-time"}

// decided marks in an answer what it says of why: of a refusal the code, of a success the version that holds from now
// on.
func (r *Raw) decided(a engine.Answer) {
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.Name == "body" && !a.Accepted() {
			text := strings.TrimSpace(l.Text)
			l.Deciding = strings.HasPrefix(text, "<Code>") || strings.HasPrefix(text, "<Condition>") ||
				strings.HasPrefix(text, `"code"`)
			continue
		}
		if a.Accepted() {
			l.Deciding = slices.Contains(states[1:], strings.ToLower(l.Name))
		} else {
			l.Deciding = strings.EqualFold(l.Name, states[0])
		}
	}
	if !a.Accepted() && !slices.ContainsFunc(r.Lines, func(l Line) bool { return l.Deciding }) {
		r.Lines[0].Deciding = true
	}
}
