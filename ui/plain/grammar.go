package plain

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine/catalog"
)

// topic is a form of the grammar of scenarios, which every line of the plain mode may be.
type topic struct {
	names []string // what people ask for
	form  string
	says  string
}

// topics are the forms that help explains; the whole grammar is the comment of the package scenario.
func topics() []topic {
	return []topic{
		{[]string{"seed"}, "seed: VERB ...", "A request of the start, by the writer nobody sees."},
		{[]string{"send"}, "ann: send VERB ... as NAME", "Sends a request only: it stays under way."},
		{[]string{"arrive"}, "arrive NAME",
			"The request is at the service and not decided yet: with bucket.contention=on, " +
				"two that have arrived are in each other's way. deliver decides it."},
		{[]string{"stops", "allows", "refuses", "unread", "overwrites", "undone", "no conflict", "-"},
			"stops, allows 2, refuses 2, unread 2, overwrites 2, undone, no conflict, -",
			"The cells of compare-guards. stops: the harm of another row is gone here. allows: it is there, so " +
				"often: a guard that only some send, or a lease, lets pass who names none. refuses: so many " +
				"requests are told no. unread: the same work is replaced, but it carried no guard. overwrites: " +
				"a claim, which names its writer, is overwritten by another's who has read it. undone: " +
				"nobody does the work in this row. no conflict: one " +
				"writer's text stands twice, and no mark says that it should not. -: it is not there, has " +
				"another name in this row, or no guard keeps it away, as none is sent or the request asks for " +
				"the absence that it meets."},
		{[]string{"timeout"}, "timeout NAME", "Its writer stops waiting for the answer; what travels goes on."},
		{[]string{"move"}, "move NAME 1", "The message's place among those in flight."},
		{[]string{"as"}, "... as NAME", "What the request is called; without it r and its number: r3. " +
			"It stands last. A name that is given again is the newer request's from then on."},
		{[]string{"again"}, "... again=NAME",
			"Another try of that request, such as after an answer that was lost: what is then done a " +
				"second time is told as such. The word again does so for the newest."},
		{[]string{"from"}, "... from=NAME",
			"What the content was made from is the answer to that request; from=none: nothing. " +
				"Without it: what the writer read last."},
		{[]string{"choose"}, "... choose=1", "Which of several ways the service takes, where it leaves one open."},
		{[]string{"fault"}, "... fault=CODE",
			"The service answers with a fault that comes by chance; help VERB lists the codes."},
		{[]string{"does"}, "ann: does $g1.0", "Work outside the storage, such as what a message asks for. Without " +
			"ann: it is that of who acts."},
		{[]string{"tell"}, "tell ben $a1.lease", "Makes a field of an answer known to another. Of a lease's id " +
			"that is to hand the lease over: one that was only read somewhere is written out."},
		{[]string{"lock", "covers"}, "lock KIND NAME covers KIND NAME",
			"What a lease on the first is meant to guard, such as lock blob " +
				"locks/L covers table T. Nobody is refused by it. Who replaces there what it has not read, when its " +
				"lease is over, is marked stale-holder; who so replaces what the holder of the lease wrote, " +
				"lost-update."},
		{[]string{"$", "reference", "references"}, "NAME=$r3.etag",
			"A field of the answer to r3 that the writer has heard; " +
				"$r3.etag? is left out where there is none. The first message of an answer is $r3.0, its receipt " +
				"$r3.0.receipt: " +
				"delete-message $r3.0 popreceipt=$r3.0.receipt. It is a whole value: in the middle of a name it is " +
				"plain text."},
		{[]string{"{}", "expression"}, "{$r3.body + 1}",
			"What two values come to when the request is sent: + * ^ ++ <<; {} alone drops an argument."},
		{[]string{"steps"}, "plan [put-blob lake/m 1 as m; if m 201 [...] else [stop]]",
			"Requests one after the other, each behind " +
				"the answer to the one before, with the forms loop, break, if, lost, wait, wish, does and stop."},
		{[]string{"loop"}, "loop 3 [...]", "At most so many rounds; $round counts them."},
		{[]string{"break"}, "break on NAME 201", "Leaves the loop where that was answered."},
		{[]string{"if", "else"}, "if NAME 412 [...] else [...]",
			"Compares an answer with a status, a code such as ConditionNotMet, the " +
				"first word of a reply, the name of a field that it has, or what that says, such as body=job1. What " +
				"no answer can be fits none."},
		{[]string{"lost", "on-lost"}, "on lost NAME [...]",
			"Directly behind the request NAME: what is done where no answer has come, such as " +
				"the same again: put-blob ... as m; on lost m [put-blob ... again=m as m]."},
		{[]string{"wait"}, "wait 2s, wait on NAME 409",
			"Waits by the clock; wait on lets the next timer end and sends the request again while it is answered so."},
		{[]string{"does"}, "does $NAME.0",
			"Says that work outside the storage is done, which that answer gave, such as a message's; $NAME.0? " +
				"where it may have given none. At the prompt: ann: does $g1.0."},
		{[]string{"wish"}, "wish NAME [...]",
			"The requests in it are one wish: orders finds those that do only a part of it."},
	}
}

// explainTopic explains a form, or all of them for grammar.
func (p *program) explainTopic(name string) (found bool) {
	name = strings.Trim(strings.ToLower(name), "=:")
	for _, t := range topics() {
		if name == "grammar" || slices.Contains(t.names, name) {
			fmt.Fprintf(p.out, "%s\n    %s\n", t.form, t.says)
			found = true
		}
	}
	if name == "fault" {
		for _, service := range catalog.New().Services() {
			var codes []string
			for _, rule := range service.Faults {
				codes = append(codes, rule.Fault.Code)
			}
			if codes != nil {
				fmt.Fprintf(p.out, "    %s: %s\n", service.Name, strings.Join(codes, ", "))
			}
		}
	}
	return found
}
