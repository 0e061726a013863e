package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Mark says which request did something, who sent it and when: it is stored on whatever an operation changes.
type Mark struct {
	Event   int // the number of the record in which it happened, over the whole session
	Request int // the request that was decided then; 0 where the clock did it
	By      string
	At      Instant
}

// IsZero says whether nothing made it so.
func (m Mark) IsZero() bool { return m.Event == 0 }

func (m Mark) String() string {
	if m.IsZero() {
		return "nobody"
	}
	return m.By + " at " + m.At.String() + " (event " + strconv.Itoa(m.Event) + ")"
}

// Fault is what a client sees of a refusal: the status, the service's own code and its message.
type Fault struct {
	Status  int
	Code    string
	Message string
	Also    string // another name of the code in documents; empty: none
}

// Short is the fault as people name it in a sentence: the number of HTTP, or the name of an NTSTATUS.
func (f Fault) Short() string {
	if IsNTStatus(f.Status) {
		return f.Code
	}
	return fmt.Sprint(f.Status)
}

// String is the status and the code, as `409 SharingViolation`; an NTSTATUS is its name alone.
func (f Fault) String() string {
	if IsNTStatus(f.Status) {
		return f.Code
	}
	return fmt.Sprintf("%d %s", f.Status, f.Code)
}

// Success is the name of an NTSTATUS of 0, which accepts.
const Success = "STATUS_SUCCESS"

// NTStatus is what stands in the name of an NTSTATUS behind the word that begins them all, as SHARING_VIOLATION; ok is
// false where words are another answer.
func NTStatus(words string) (name string, ok bool) { return strings.CutPrefix(words, "STATUS_") }

// IsNTStatus says whether a status is an NTSTATUS, as SMB answers with: any number that is none of HTTP. People know
// them by their names, which are the codes of faults.
func IsNTStatus(status int) bool { return status < 100 || status > 999 }

// statusWords are the words that HTTP puts behind a status.
var statusWords = [...]struct {
	status int
	words  string
}{
	{200, "OK"}, {201, "Created"}, {202, "Accepted"}, {204, "No Content"}, {206, "Partial Content"},
	{304, "Not Modified"},
	{400, "Bad Request"}, {401, "Unauthorized"}, {403, "Forbidden"}, {404, "Not Found"}, {405, "Method Not Allowed"},
	{409, "Conflict"},
	{411, "Length Required"}, {412, "Precondition Failed"}, {413, "Payload Too Large"},
	{415, "Unsupported Media Type"}, {416, "Range Not Satisfiable"},
	{431, "Request Header Fields Too Large"}, {500, "Internal Server Error"}, {501, "Not Implemented"},
	{503, "Service Unavailable"},
}

// StatusWords are the words that HTTP puts behind a status, as `Precondition Failed`; empty where it has none.
func StatusWords(status int) string {
	for _, r := range statusWords {
		if r.status == status {
			return r.words
		}
	}
	return ""
}

// Source says where a rule stands and how sure we are of it.
type Source struct {
	Document string
	Section  string
	// Unsure says in a clause what the documents leave open and what was adopted; empty where they settle it. The
	// explanation on screen admits it.
	Unsure string
	// Differs says in a clause what a guide says otherwise than the page that is followed, with both places; empty
	// where they agree. The explanation on screen says so too.
	Differs string
}

// Rule is one row of a service's rules.md: what the client sees, the kind of trouble (empty: nobody's), who says so and
// how sure we are.
type Rule struct {
	Name   string // what the rule is about, as `If-Match`
	Fault  Fault
	Means  string  // the rule in words, where the service's message does not say it, with {want} for what was asked
	Kind   Trouble // empty: nobody's
	Looks  Looks   // at what else than the version, the words or the lease of the request's own object
	Open   bool    // the answer leaves open whether the request was done, in whole or in part
	Source Source
}

// Looks says what a rule is about, where that is not the request's own object as it stands.
type Looks uint8

// What a rule looks at.
const (
	AtObject     Looks = iota
	AtSource           // what the request copies from
	AtType             // what type of thing stands under the name
	AtSnapshots        // the snapshots that the object has
	AtRetention        // what keeps it as it is, for a time or until somebody lifts it
	AtSeal             // that it was closed for good
	AtRoom             // whether what is added still fits behind what is there
	AtConnection       // what its sender itself has open on the connection, as a transaction or a lock of its handle
	AtRights           // what whoever sends it may do, which nobody has changed
)

// Looking is a new rule that looks at something else than its request's object.
func Looking(at Looks, r *Rule) *Rule {
	r.Looks = at
	return r
}

// NewRule is a rule with what the client sees of it.
func NewRule(name string, source Source, kind Trouble, status int, code, message string) *Rule {
	return &Rule{Name: name, Kind: kind, Fault: Fault{Status: status, Code: code, Message: message}, Source: source}
}

// Unsure is a new rule whose source leaves something open: what it is, and what was adopted.
func Unsure(r *Rule, what string) *Rule {
	r.Source.Unsure = what
	return r
}

// InWords is a new rule whose message does not say what would fit: the rule in words.
func InWords(r *Rule, means string) *Rule {
	r.Means = means
	return r
}

// LeavesOpen is a new rule whose answer does not say whether the request was done, in whole or in part.
func LeavesOpen(r *Rule) *Rule {
	r.Open = true
	return r
}

// AlsoCalled is a new rule whose code documents call by another name too.
func AlsoCalled(r *Rule, name string) *Rule {
	r.Fault.Also = name
	return r
}

// Differs is a new rule of which a guide says something else: what, and where.
func Differs(r *Rule, what string) *Rule {
	r.Source.Differs = what
	return r
}

// Assuming is a source that leaves something open: what it is, and what was adopted.
func (s Source) Assuming(what string) Source {
	s.Unsure = what
	return s
}

// But is a source of which a guide says something else: what, and where.
func (s Source) But(differs string) Source {
	s.Differs = differs
	return s
}

// As is the same rule for another kind of trouble.
func (r *Rule) As(kind Trouble) *Rule {
	other := *r
	other.Kind = kind
	return &other
}

// Distinct are rules in their order, each once.
func Distinct(rules []*Rule) (list []*Rule) {
	for _, r := range rules {
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list
}

// Cause states a broken rule in terms a person can check: what was asked for, what was found, which event made it so,
// until when it holds.
type Cause struct {
	Rule       *Rule
	Want, Have Value
	Since      Mark    // zero where no event made it so: then it is nobody's trouble
	Until      Instant // zero: no end is known; Never: it does not end by itself
	Limit      string  // what the clock did there by the service's own limit, with {it} for the object; empty: nothing
	Ended      Mark    // the change since which the same again is no longer answered as it was; zero: none
}

// InWords is what was broken in words: the rule's own where the service's message does not say it, else that message.
func (c *Cause) InWords() string {
	return strings.ReplaceAll(cmp.Or(c.Rule.Means, c.Rule.Fault.Message), "{want}", c.Want.String())
}

// FirstOf is the first cause of several checks that are made in this order; nil where nothing is broken.
func FirstOf(causes ...*Cause) *Cause {
	for _, c := range causes {
		if c != nil {
			return c
		}
	}
	return nil
}

// Answer is what the service says to one request.
type Answer struct {
	Status int
	Fields []Field
	Why    *Cause // nil: accepted

	keeps bool // a refusal that leaves what was written
	waits bool // not decided yet
	done  bool // decided: an NTSTATUS of 0 is a success
}

// Accepted says whether the service did what was asked (a 304 is no refusal either).
func (a Answer) Accepted() bool { return a.Why == nil && !a.waits }

// Code is the service's own word for a refusal, as `ConditionNotMet`; empty where it accepted.
func (a Answer) Code() string {
	if a.Why == nil {
		return ""
	}
	return a.Why.Rule.Fault.Code
}

// Coded says whether the answer has a code, as Named gives it or under another name.
func (a Answer) Coded(code string) bool {
	return code == a.Named() || a.Why != nil && code != "" && code == a.Why.Rule.Fault.Also
}

// Named is the code of a refusal, and of an NTSTATUS that accepts its name; empty for any other success.
func (a Answer) Named() string {
	if a.Accepted() && a.done && IsNTStatus(a.Status) {
		return Success
	}
	return a.Code()
}

// Field is the value of a named field; nothing where the answer has none.
func (a Answer) Field(name string) Value {
	for _, f := range a.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return Value{}
}

// String is the answer in short, as `201`, `412 ConditionNotMet` or `STATUS_SHARING_VIOLATION`.
func (a Answer) String() string {
	switch {
	case a.waits:
		return "waits"
	case a.done && IsNTStatus(a.Status):
		return a.Named()
	case a.Status == 0:
		return ""
	case a.Code() == "":
		return statusText(a.Status)
	}
	return statusText(a.Status) + " " + a.Code()
}

// statuses are the texts of those of HTTP: each record of a decision keeps one.
var statuses = func() (texts [600]string) {
	for n := range texts {
		texts[n] = strconv.Itoa(n)
	}
	return texts
}()

func statusText(status int) string {
	if status >= 0 && status < len(statuses) {
		return statuses[status]
	}
	return strconv.Itoa(status)
}

// Is says whether an answer has a status, a code, a reply that begins with a word, a field of that name, or a field
// that says so, as body=done.
func (a Answer) Is(what string) bool {
	if what == strconv.Itoa(a.Status) || a.Coded(what) || !a.Field(what).IsZero() {
		return what != ""
	}
	if name, says, compares := strings.Cut(what, "="); compares {
		if field := a.Field(name); !field.IsZero() && field.String() == says {
			return true
		}
	}
	reply := a.Field("reply")
	if list, ok := reply.List(); ok && len(list) > 0 {
		reply = list[0]
	}
	switch {
	case reply.IsZero() && a.Why != nil:
		return a.Why.Rule.Fault.Message == what
	case reply.IsZero() && a.Accepted():
		return what == "nil"
	}
	return reply.String() == what && what != ""
}

// Entry is one of several objects that a request is about, refused while the request was accepted.
type Entry struct {
	Object ObjectID
	Why    *Cause
}
