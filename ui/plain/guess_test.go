package plain

import (
	"strings"
	"testing"
)

// What a person who has read nothing types: each line is done as it is meant, or says the one thing to do.
func TestWhatANewcomerTypes(t *testing.T) {
	const two = "new\nadd Ana, Ben\n"
	const queue = two + "do create-queue jobs\ndo put-message jobs \"pack order 7\"\n"
	for name, c := range map[string]struct {
		lines      string
		want, miss []string
	}{
		"several join, the first acts": {two + "state\n", []string{"Ana acts.", "1 Ana  * acts"},
			[]string{"Ana, Ben joins"}},
		"add leaves who acts": {"new\nadd Ana\nadd Ben\nstate\n", []string{"1 Ana  * acts"}, []string{"Ben  * acts"}},
		"writer chooses":      {"new\nadd Ana\nwriter Ben\nstate\n", []string{"2 Ben  * acts"}, nil},
		"a word alone empties nothing": {"new\nadd Ana\ndo create-container wiki\nobject wiki/a\nwrite one\nread\n" +
			"edit two\nedit\n", []string{`Ana's draft: "two". write sends it.`}, []string{`Draft  ""`}},
		"undo is about the draft": {two + "do create-container wiki\nobject wiki/a\nwrite one\nedit two\nundo\n" +
			"edit\nredo\nedit\nundo\nundo\n",
			[]string{"Undone: the change of Ana's draft", `Ana's draft: "one"`, `Ana's draft: "two"`,
				"Undone: Ana's PUT #2"}, nil},
		"and where there is no draft": {two + "do create-container wiki\nobject wiki/a\nwrite one\nas Ben\nread\n" +
			"edit\n", []string{"edit wants a text: edit TEXT makes Ben's draft of wiki/a"}, nil},
		"a message is deleted, never its queue": {queue + "read\nas Ben\ndelete\ntruth\n", []string{
			"Ben holds no message of jobs, so nothing is deleted. delete queue deletes it all: message jobs/",
			`"pack order 7".`, "hidden until"},
			[]string{"With it went"}},
		"what is gone is told by its kind": {two + "ana: SET k 1\nana: DEL k\ntruth k\ndo create-queue jobs\n" +
			"do delete-queue jobs\ntruth jobs\ntruth never\n", []string{"key k is not there.", "Ana  00:00.3  deleted",
			"queue jobs is not there.", "never is not there."}, []string{"container"}},
		"what is about no object leaves the one that was chosen": {two + "ana: PING\ntruth\nana: MULTI\nana: INCR n\n" +
			"ana: EXEC\ntruth\n", []string{"There is no object yet.", "key n", "value            1"},
			[]string{"is not there."}},
		"what nobody did is not told of an object under a delete marker": {two + "seed: create-bucket bkt\n" +
			"seed: put-bucket-versioning bkt Enabled\nseed: put-object bkt/k one\nben: delete-object bkt/k\n" +
			"truth bkt/k\n", []string{"Ben  00:00.1  delete marker", "removed          Ben at 00:00.1"},
			[]string{"nobody"}},
		"a message has no version": {queue + "ana: get-messages jobs as g\nana: delete-message $g.0 popreceipt=x\n" +
			"state\nana: update-message $g.0 four popreceipt=$g.0.receipt visibilitytimeout=9\nstate\n",
			[]string{"Read   it, 0.2 s ago", "Has    4 bytes  0.0 s ago"}, []string{" v  "}},
		"a plan behind a writer's name": {two + "ben: plan [GET k as r; if r body=ben [does x]]\n",
			[]string{"Ben           has a plan", "r ben compares the reply"}, []string{"There is no operation"}},
		"work of who acts": {two + "does run-7\nBen: does run-7\n", []string{"Ana           did the work of run-7",
			"done-twice ana"}, []string{"There is no word"}},
		"what a row of the guards does": {"help own-text\nhelp \"own text\"\nhelp If-None-Match *\n", []string{
			"the row own text of guards and compare-guards", "who reads it goes on only where it is its own",
			"Every write creates only"}, []string{"There is no help"}},
		"the queue is named": {queue + "delete queue\n", []string{"With it went message jobs/",
			"undo brings all back."}, nil},
		"what is held": {queue + "read\ndelete\n", []string{`DELETE jobs "pack order 7"`}, []string{"With it went"}},
		"a name as it is read": {"do get-blob wiki/home.md\nAna: get-blob wiki/home.md\nana: get-blob wiki/home.md\n",
			nil, []string{"there is no such writer"}},
		"who is told, by the name that is shown": {"new\nadd HostA, HostB\ndo create-container wiki\n" +
			"HostA: put-blob wiki/b x as p\ntell HostB $p.etag\ntell Nobody $p.etag\n",
			[]string{"HostB         was told $p.etag", "ell Nobody $p.etag"}, []string{"ell HostB $p.etag: cannot"}},
		"a line of nobody's": {"new\nAna: put-blob ccc/k x\nadd ana\nAna: create-container ccc\nEve: read\n", []string{
			"There is no writer yet. add Ana, Ben lets two join.",
			"There is no writer Ana. add Ana lets one join, and then the line does.",
			"201 Created", "There is no writer Eve. add Eve lets one join, and then the line does. There are ana."},
			[]string{"no such writer", "is no operation"}},
		"a desk without writers": {"new\ndo create-queue jobs\ntruth\n", []string{
			"There is no writer yet. writer Ana adds one.", "There is no object yet, and no writer to make one."},
			[]string{"colon", "wiki/home.md chooses"}},
		"a desk without objects": {"new\nadd Ana\ntruth\ndo create-queue jobs\n", []string{
			"There is no object yet. do create-queue jobs makes a queue, do lists what else can be made."},
			[]string{"chooses one"}},
		"work by a name that no answer has": {two + "ana: does g1\nben: does g1\n",
			[]string{"g1 is taken as the name of this work: no answer is called so.", "done-twice"}, nil},
		"work by the name of an answer": {two + "do create-queue jobs\nana: get-messages jobs as g1\nana: does g1\n",
			[]string{"g1 is taken as the name of this work: what that answer gave is written with $ in front."}, nil},
		"what is out of range": {two + "do create-queue A\ndo create-container B\n",
			[]string{"The name of a queue has 3 to 63 characters.", "Container name: 3..63"}, nil},
		"what makes what is not there": {two +
			"ana: get-messages jobs\nana: put-blob wiki/a x\nana: delete-table shop\n",
			[]string{"There is no queue jobs. do create-queue jobs makes it.", "do create-container wiki makes it."},
			[]string{"do create-table"}},
		"a key that is missing": {two + "do create-table shop\ndo insert-entity shop/p\n",
			[]string{"The RowKey has no value. The path is table/PartitionKey/RowKey."}, nil},
		"a kind is explained": {"help queue\nhelp rows\nhelp bucket\nhelp Messages\n", []string{
			"queue, of Azure queues.", "read sends get-messages, write TEXT sends put-message",
			"    create-queue QUEUE", "entity, of Azure tables.", "    insert-entity PATH BODY",
			"    put-object PATH BODY", "message, of Azure queues."}, []string{"There is no help"}},
		"a word that only operations have": {two + "receive\nput x\ndo create-queue jobs\nreceive\nput x\npeek\n" +
			"object wiki/home.md\nput x\nnonsense\n", []string{
			`There is no word "receive". Such a line is do get-messages QUEUE; help get-messages tells more.`,
			"or do put-message QUEUE TEXT", "read does that to queue jobs: it sends get-messages.",
			"write TEXT does that to queue jobs: it sends put-message.", "do peek-messages QUEUE",
			"write TEXT does that to blob wiki/home.md: it sends put-blob.",
			`There is no word "nonsense". help lists them.`}, nil},
		"to send": {two + "do create-queue jobs\nsend hello\n", []string{
			`There is no word "send". write sends the writer's text or draft, do VERB ... any operation;`},
			[]string{"Did you mean"}},
		"a text with blanks": {queue + "do put-message jobs pack order 8\n",
			[]string{"a text with blanks stands in quotes"}, []string{"line:1:", "[queue"}},
		"a property without its dot": {
			two + "do create-table stock\ndo insert-entity stock/p/r views=3 likes=2\nread\n",
			[]string{`"likes=2\nviews=3\n"`}, []string{"line:1:", "a dot in front"}},
		"a property of a group without its dot": {
			two + "do create-table stock\n" +
				"do entity-group-transaction stock p [insert-entity r views=3; insert-entity s likes=2]\n" +
				"object stock/p/s\nread\n",
			[]string{"202 Accepted", `"likes=2\n"`}, []string{"line:1:", "a dot in front"}},
		"a word of a group that does not fit": {
			two + "do create-table stock\ndo entity-group-transaction stock p [merge-entity r .n=3 if-mtch=*]\n",
			[]string{"merge-entity takes no if-mtch=; did you mean if-match?"}, []string{"400"}},
		"a reference in a word": {queue + "ana: get-messages jobs as ag\ndo delete-message jobs/$ag.0.id\n",
			[]string{"A reference stands alone"}, []string{"404"}},
		"a word that takes none": {two + "undo 5\n",
			[]string{`undo takes no word behind it, and "5" stands there. Nothing was done.`},
			[]string{"Undone"}},
		"a session is not left for a word": {two + "do create-queue jobs\nnew writer\ntree\n",
			[]string{"new takes no word", "queue jobs"},
			[]string{"This is another session.\nnew"}},
		"an operation alone": {two + "create-queue jobs\nEXSET k v\n",
			[]string{"do create-queue jobs sends it.", "do EXSET k v sends it."}, nil},
		"the guards": {two + "guard never\n", []string{"The guards are: none, "}, []string{"There is none"}},
	} {
		args := []string{"--plain", "--ephemeral"}
		if !strings.HasPrefix(c.lines, "new") {
			args = append(args, "--demo")
		}
		out, _ := said(t, args, c.lines)
		saysIn(t, name, out, c.want, c.miss)
	}
}

// What the author of a race says stands where it happens, and another way is said to be one.
func TestTheAuthorSpeaksInLines(t *testing.T) {
	out, _ := said(t, []string{"--plain", "--ephemeral"}, "races case-a-claim-without-a-condition\n"+
		strings.Repeat("run\n", 9))
	at := 0
	for _, want := range []string{"# Readers of a stream share its partitions", "#5   ",
		"# Another way, from the bookmark unclaimed on.",
		"# The cure: the blob is there, so there is a tag, and a claim names it."} {
		next := strings.Index(out[at:], want)
		if next < 0 {
			t.Fatalf("%q is not said behind what comes before it:\n%s", want, out)
		}
		at += next
	}
}

// A 409 that names a request under way says nothing of what is there: the same goes once more.
func TestTheSameGoesAgainAfterAConflict(t *testing.T) {
	out, _ := said(t, []string{"--plain", "--ephemeral"}, "new\nadd Ana, Ben\ndo create-bucket lake\n"+
		"set bucket.contention=on\nana: send put-object lake/lock \"ana\" if-none-match=* as a1\n"+
		"ben: send put-object lake/lock \"ben\" if-none-match=* as b1\narrive a1\narrive b1\ndeliver b1\n"+
		"deliver a1\nanswer a1\nanswer b1\nas Ana\nagain\nas Ben\nagain\n")
	if !strings.Contains(out, "409") {
		t.Fatalf("nobody got a 409:\n%s", out)
	}
	if strings.Count(out, "waits for no answer") != 1 || !strings.Contains(out, "412") {
		t.Errorf("the same is not sent again:\n%s", out)
	}
}
