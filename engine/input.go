package engine

import "time"

// Input is one thing that happens to a world from outside; engine/scenario says what each means and how it is written.
// An input names, the world resolves: it holds names and references, never structs of the world.
type Input interface{ isInput() }

// AddWriter brings a writer in; Title is the name that people see, Principal who it is to a policy (empty: its id).
type AddWriter struct{ ID, Title, Principal string }

// Set turns a switch of a service or of a writer, as blob.copy=slow or ann.hold=on.
type Set struct{ Scope, Key, Value string }

// Lock declares what a lease is meant to guard, as `blob locks/L` and `table T`.
type Lock struct{ Lease, Covers ObjectID }

// Send puts a request under way. As names it for later; empty: r and its number.
type Send struct {
	By    string
	Verb  string
	Args  []Arg
	Words Words
	As    string
}

// Words are the options that any request may carry.
type Words struct {
	From   string // the answer that its content was made from, `none`, or empty: found out
	Again  string // the request of which this is another try
	Choose []int  // what the service leaves open
	Fault  string // the service answers with this fault instead of judging
	Does   string // `none`: a delete that says nothing about work done
	On     string // the connection on which it travels, of a client that has several; empty: the writer's one
}

// Arrive brings requests to the service, undecided. Choose, of one request alone, is how the service does now what it
// leaves open; none: as the request says.
type Arrive struct {
	Names  []string
	Choose []int
}

// Deliver has the service decide requests. Choose is that of Arrive.
type Deliver struct {
	Names  []string
	Choose []int
}

// ReceiveAnswer hands answers to their writers; its word in scenarios is `answer`.
type ReceiveAnswer struct{ Names []string }

// Lose takes a message away: the request before its delivery, the answer after it.
type Lose struct{ Name string }

// Duplicate makes a second copy of a message; its name is that of the first with a stroke behind.
type Duplicate struct{ Name string }

// Timeout ends a writer's waiting; the message travels on.
type Timeout struct{ Name string }

// Order moves a message to a place among those in flight, 1 the first.
type Order struct {
	Name  string
	Place int
}

// Edit changes arguments of a request under way; a value of nothing takes its argument away.
type Edit struct {
	Name string
	Args []Arg
}

// Finish completes what the service does alone, as a slow copy, for the request that began it.
type Finish struct{ Name string }

// Clock moves time: to the next timer, to a moment, or by a duration; the first that is given counts.
type Clock struct {
	Next bool
	To   Instant
	By   time.Duration
}

// Act is work outside the storage, done for what an answer gave, as for a message.
type Act struct {
	By   string
	What Value
}

// Tell lets a writer know a field of an answer that another heard.
type Tell struct {
	To   string
	What Value
}

// Plan gives a writer steps that it takes by itself, from the first one on; without steps it takes its plan away.
type Plan struct {
	By    string
	Steps []PlanStep
}

// Next has a writer take the next step of its plan: it sends its next request and no more. Where the plan goes on with
// what it does when no answer comes, the writer stops waiting first. Choose is how the service does what it leaves open
// for that request, as in Words.
type Next struct {
	By     string
	Choose []int
}

func (AddWriter) isInput()     {}
func (Set) isInput()           {}
func (Lock) isInput()          {}
func (Send) isInput()          {}
func (Arrive) isInput()        {}
func (Deliver) isInput()       {}
func (ReceiveAnswer) isInput() {}
func (Lose) isInput()          {}
func (Duplicate) isInput()     {}
func (Timeout) isInput()       {}
func (Order) isInput()         {}
func (Edit) isInput()          {}
func (Finish) isInput()        {}
func (Clock) isInput()         {}
func (Act) isInput()           {}
func (Tell) isInput()          {}
func (Plan) isInput()          {}
func (Next) isInput()          {}

// StepKind is what a step of a plan does.
type StepKind uint8

// The kinds of steps.
const (
	DoSend   StepKind = iota // a request
	DoLoop                   // Then, for so many rounds
	DoBreak                  // leaves the loop where an answer is of a kind
	DoIf                     // Then where an answer is of a kind, else Else
	DoStop                   // ends the plan
	DoWait                   // lets time pass
	DoLost                   // Then where no answer has come: directly behind the request, in place of waiting for it
	DoWish                   // Then, whose requests are one wish: done all, or none
	DoWaitOn                 // the request in front again, at the next timer, while its answer is of a kind
	DoWork                   // says that work outside the storage is done, which an answer gave
)

// PlanStep is one step of a plan. A plan is frozen: its steps are replaced, never modified.
type PlanStep struct {
	Do    StepKind
	Verb  string // of a request; its references name answers of the plan, or $round
	Args  []Arg
	Words Words
	As    string        // what the plan calls the request; empty: nothing refers to it
	Times int           // of a loop: rounds
	Name  string        // the request that a break, an if, a lost or a wait is about
	Is    string        // of these: a status, a code, a reply's first word, or a field that the answer has
	For   Value         // of a wait: a number, or what comes to one; of work: what gave it, as $g.0
	Unit  time.Duration // of a wait: time.Second or time.Millisecond
	Then  []PlanStep
	Else  []PlanStep
}

// IsBehind says whether the step at i of a block stands directly behind the request that it is about.
func (p *PlanStep) IsBehind(block []PlanStep, i int) bool {
	return i > 0 && block[i-1].Do == DoSend && block[i-1].As == p.Name && p.Name != ""
}

// RoundName is the name in plans that is no answer: `$round` is the round of the loop that it stands in, from 1.
const RoundName = "round"
