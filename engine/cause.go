package engine

import "fmt"

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
	return fmt.Sprintf("%s at %s (event %d)", m.By, m.At, m.Event)
}

// Fault is what a client sees of a refusal: the status, the service's own code and its message.
type Fault struct {
	Status  int
	Code    string
	Message string
}

// Source says where a rule stands and how sure we are of it.
type Source struct {
	Document string
	Section  string
	// Unsure says in a clause what the documents leave open and what was adopted; empty where they settle it. The explanation on
	// screen admits it.
	Unsure string
}

// Rule is one row of a fact sheet: what the client sees, the kind of trouble (empty: nobody's), who says so and how sure we are.
type Rule struct {
	Name   string // what the rule is about, as `If-Match`
	Fault  Fault
	Kind   string // an id of the referee's list, as `stale-write`
	Source Source
}

// Cause states a broken rule in terms a person can check: what was asked for, what was found, which event made it so, until when
// it holds.
type Cause struct {
	Rule       *Rule
	Want, Have Value
	Since      Mark    // zero where no event made it so: then it is nobody's trouble
	Until      Instant // zero: no end is known; Never: it does not end by itself
}

// Answer is what the service says to one request.
type Answer struct {
	Status int
	Fields []Field
	Why    *Cause // nil: accepted

	keeps bool // a refusal that leaves what was written
	waits bool // not decided yet
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

// Field is the value of a named field; nothing where the answer has none.
func (a Answer) Field(name string) Value {
	for _, f := range a.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return Value{}
}

// String is the answer in short, as `201` or `412 ConditionNotMet`.
func (a Answer) String() string {
	switch {
	case a.waits:
		return "waits"
	case a.Status == 0:
		return ""
	case a.Code() == "":
		return fmt.Sprint(a.Status)
	}
	return fmt.Sprintf("%d %s", a.Status, a.Code())
}
