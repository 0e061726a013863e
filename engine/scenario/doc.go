// Package scenario is the text form of runs: one grammar for tests, lessons, bug reports, the palette, the plain mode
// and (line by line) what a session stores. This comment is the reference of the grammar.
//
// # Statements
//
// One statement a line; an open bracket runs over lines; # begins a comment where a word could begin.
//
//	scenario 1                                  the version, first if at all
//	writer ann "Ana" principal=role1            brings a writer in
//	set blob.copy=slow                          turns a switch of a service or a writer
//	lock blob locks/L covers table T            what a lease is meant to guard
//	ann: put-blob wiki/home.md "text" as a1     a request: sent, decided, answered
//	seed: create-container wiki                 the same by the writer nobody sees: the start, played at once
//	ann: send put-blob wiki/home.md "x" as a2   sent only
//	arrive a2; deliver a2; answer a2            one a line, each with one name or several; deliver a2 choose=1
//	lose a2; double a2; timeout a2; finish c1   one a line, each with one name; a double is called a2'
//	move a2 1                                   its place in the order
//	edit a2 if-match=*                          changes arguments of a request under way; if-match={} takes one away
//	clock +15s, clock 00:45.0, clock next       one a line
//	ann: does $g1.0                             work outside the storage
//	tell ben $a1.lease                          makes a field of an answer known to another; of a lease's id that
//	                                            hands the lease over: one that was only read is written out
//	draft ann wiki/home.md "text" from=a1       fills an editor; does nothing in a run
//	bookmark both, later back both              the next statement begins a branch there
//	state blob wiki/home.md body="x" etag=$b2.etag lease=available
//	state blob wiki/home.md absent
//	state ann sent=4
//	ask Who wins?                               a question; under it choice, right, because and hint, each with the
//	                                            rest of the line
//	explore --faults 1 --jumps 2                every order of the plans and of what is under way, or else of what
//	                                            hands typed above
//	goal ~ lost-update                          reached when this mark appears, and so no surprise; under it task and
//	                                            hint
//	lesson 5 "Refused by yourself" minutes=6    what a map of lessons shows; chapter="..", idea="..", sort=break, mend
//	                                            or case
//	take-home a2                                the request that is shown as code at the end
//	remember One sentence.                      what is said behind it
//	plan ann, plan ann [stop], plan ann off     what ann does by herself: the steps are the lines further in, or stand
//	                                            in brackets
//	next ann, next ann choose=1                 the next request of ann's plan, sent only
//	step ann                                    the same, decided and answered too, unless held; where one is under
//	                                            way already, the rest of it
//	hold ann, hold ann off                      from now on ann's requests wait in flight: set ann.hold=on
//	run ann ben ben ann                         several steps in this order
//	run                                         round robin until all plans have ended, or nobody can go on
//
// A request without `as` is called r and its number. Where a whole request must wait, nothing is answered at once: when
// it is decided later, `answer NAME` hands the answer over.
//
// # Requests
//
// A request is its verb, its target and its content without their names, all other arguments as name=value. Behind them
// or between them stand the words from=NAME, again=NAME, choose=1 or choose=[1 0], fault=CODE, does=none and
// on=CONNECTION; `as NAME` stands last. An argument that has such a name is written in quotes: "from"=x. A verb in
// capitals is a command as typed at a Redis prompt: its words are one list, and the words of this grammar stand last. A
// verb in capitals that is none is written in quotes.
//
// # Values
//
//	word            a text without quotes
//	"text\n"        a text with Go's escapes
//	@home.md        the text of a file of the archive
//	$a1.etag        a field of an answer that its user has heard; $a1.etag? is left out where there is none
//	guid:A          an invented GUID, always the same for one name
//	[a b]           a list; [a b; c d] a list of lists; n=v within is a list of n, = and v
//	{15}            a number where a text would not do; {00:12.4}, {15ms} and a date, as
//	                {2026-12-18T05:20:00Z}, a moment; {etag "0x8D.."} a token; {} nothing
//	$a1.body.n      a member of the JSON that a field of an answer holds; $a1.body.list.0 an element
//	{$a1.body + 1}  what two values come to when it is sent: + * ^ of whole numbers, ++ of texts, << adds to a list
//
// In an expression texts stand in quotes, blanks stand around operators, ^ binds more than *, * more than the others,
// and ( ) group. The left of << is a reference to a list within a field, and what comes out is the whole field:
// {$a1.body.names << "A"} is the body with A behind its names. A reference with ? that is missing counts as 0, an
// empty text, an empty list. What an expression refers to is what the request was made from, as with a plain
// reference; it is reckoned when the request is sent. An Int64 property is a whole number too: {$a1..n + 1} of 5L is
// 6L.
//
// # Plans
//
// A plan is what a writer does by itself: requests one after the other, each behind the answer to the one before.
//
//	plan ann
//	  loop 3                                    at most three rounds
//	    get-blob wiki/hits                      as r
//	    put-blob wiki/hits {$r.body + 1} if-match=$r.etag   as w
//	    on lost w                               no answer has come
//	      wait 2s                               also wait 600ms, wait {2 * $round}s
//	      put-blob wiki/hits {$r.body + 1} if-match=$r.etag   as w
//	    break on w 201
//	    does $r.0                               work outside the storage; $r.0? where there may be none
//	    if w 412
//	      wait {$round}s
//	    else
//	      stop                                  ends the plan
//
// wait on NAME STATUS, directly behind its request, lets the writer wait for the next timer and send the request again
// while it is answered so (as a lease that another holds). In a search such a request cannot be sent before something
// has changed, as a lock that others hold.
//
// wish NAME, with the requests under it or in brackets, says that they are one wish: a search finds the orders at whose
// end only a part of it is done (split-update).
//
// The same as one line, which is what a record stores: plan ann [loop 3 [get-blob wiki/hits as r; ...; break on w 201;
// if w 412 [...] else [stop]]].
//
// Requests stand without their writer. Their names mean answers to the plan itself, the newest of this round: when a
// round begins, the names of the requests in its loop mean nothing yet, but for those that a request in front of the
// loop has too. $round counts the rounds of the innermost loop from 1. `break on` and `if` compare an answer with a
// status (412), a code (ConditionNotMet), the first word of a reply (OK, nil, CAS_FAILED), the name of a field that it
// has (0.receipt) or what such a field says (body=job1); a request that has no answer fits nothing, and what no answer
// to it can be is refused. Where a loop has a break, each request in it that is no read is another try (again=) of the
// one at the same place in the round before.
//
// A plan that has sent a request waits for its answer. `on lost NAME` directly behind it is taken at the writer's next
// step while that answer is out, lost or late: the writer stops waiting, which is its `? no-answer`, and goes on under
// the line; where the answer comes in time the lines under it are left out. Further down nobody waits at `on lost NAME`
// any more: the lines under it are done where no answer has come by then. `run` leaves answers that may still come to
// the hands, it takes the branch only where none can. A wait begins where the plan comes to it and is a timer; `step`
// and `run` move the clock to its end, `next` does not.
//
// The world calls the requests of a plan by the writer, the name in the plan and a number: the first w of ann is
// ann-w1, the next one ann-w2. Under next and step an expectation may use the plan's own name, or none for the request
// that was sent.
//
// A new plan begins at its first step and takes the place of the old one. Hands may send other requests of the same
// writer between: the plan does not look at their answers. What the old plan has under way keeps its name, and no plan
// waits for it. Loops have an end, a plan has at most engine.MaxPlan steps, one that does engine.MaxIdle steps without
// a request stops, and one run puts in at most engine.MaxWalk inputs.
//
// # Expectations
//
// A line with > belongs to the statement above. What is not stated is not checked, except that a ~ or ? nobody expected
// fails a run.
//
//	> 201 etag=new               status, code, fields
//	> 412 ConditionNotMet
//	> STATUS_SHARING_VIOLATION   an NTSTATUS by its name; STATUS_SUCCESS accepts
//	> g1: 500 ServerBusy         of the request g1
//	> because If-Match wanted $a1.etag, found $b2.etag, written by ben at 00:00.0
//	> ! stale-write ann          a refusal of that kind; - for none
//	> ~ lost-update ann
//	> ? no-answer ann
//	> waits
//	> orders 924                 below an explore: so many orders there are
//	> never ~ done-twice         in no order
//	> some ~ lost-update 904 shortest 4   in some orders: in so many, the shortest of so many steps
//	> outcome blob wiki/hits body=9 count 20   orders that end so
//	> [CAS_FAILED "world" 2]     the reply to a prompt's command: its field reply, else the message of its refusal
//	> 202 [204; 412 UpdateConditionNotSatisfied]   inner answers: the field answers
//
// Below a choice of a question a line with > says what must hold for a right one, and what must not all hold for any
// other. It is looked at where what plays behind the question ends: at the next ask, goal, back or statement with a
// comment in front, or at the end of the file. What names no request is about the one that is decided next, and a line
// may look at the truth:
//
//	ask What does Ann hear?
//	  choice 412
//	  > 412
//	    because She read before Ben wrote.      why it tempts; of the right one, why it is so
//	  right 201
//	  > 201
//	  > ~ lost-update ben
//	  > state note a body=three
//	  hint Look at her guard.
//
// # Goals
//
// A goal is a mark that appears, or a state that is reached; `without` names a mark that must not appear, `within` how
// many actions the author needs. What stands behind it, up to the next ask, goal, back or comment, is the author's way
// there: a reader who reaches the goal by hand never sees it. `never` names a mark that no order of what was done may
// have, within the budgets behind it: it asks for two writers that change the same thing, and is looked at by a search
// over all that they did from their first request on.
//
// `by` names an operation, perhaps with an argument, that must be among what was done and accepted, several of them one
// after the other; `with` a mark that
// must have appeared on the way; `after` a moment before which the last change must not be asked for. Under a goal,
// `task` says in its author's words what to do. Where task and hint name keys, {2 w|as ben; write} has the keys for the
// desk and the words for who plays it as lines.
//
//	goal ~ lost-update ann within 4
//	goal state key views value=6 with ? no-answer ann without ~ done-twice within 6
//	goal state object lake/report body=new by put-object if-none-match=* within 1
//	goal state queue jobs messages=0 after 00:40.0 within 2
//	goal never ~ lost-update in all orders within 2
//	goal state queue jobs messages=0 never ~ done-twice in all orders --jumps 1
//	goal state blob wiki/home.md holds="Sunday" holds="10 to 6" without ~ lost-update within 3
//
// A comment line that begins with `teacher:` is for who teaches with the file.
//
// # Fields
//
// A field is stated by a value, a reference to any answer, or a word: new and same compare with what the object had
// under that name before; none is a field that the answer has not. `found nothing` is an absence, `written by nobody`
// no event.
//
// A state compares what engine.Properties say of the object's record; a name that is none there stands for name.state,
// and holds= for a text that stands somewhere in the content.
//
// # The archive
//
// Behind the statements stand files in txtar form: a line `-- name --`, then the text.
//
// Source: golang.org/x/tools/txtar for the form of the archive.
package scenario
