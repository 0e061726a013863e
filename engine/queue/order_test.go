package queue_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
)

// rules.md, "Order of checks", "Test rows".
func TestRowsOfPrecedence(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs", "seed: put-message queue=jobs text=m messagettl=20",
		"ann a: get-messages queue=jobs")
	b.Want("ann: get-messages queue=none visibilitytimeout=0", outOfRange)
	b.Want("ann: delete-message message=none/nonsense popreceipt=$a.0.receipt", noQueue)
	b.Want("ann u: update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=1", "204")
	b.At(20)
	b.Want("ann: "+delete1, notFound)
}

// rung is one broken rule: the words that break it, and the code. `-` takes a word away.
type rung struct{ words, code string }

var (
	nameRungs = []rung{{"X=ab", "400 OutOfRangeInput"}, {"X=a_b", "400 InvalidResourceName"}}
	// policies are the rungs of what comes by a stored access policy; in jobs late and early have their dates, none
	// allows nothing, taken was taken away.
	policies = []rung{{"under=taken", "403 AuthenticationFailed"}, {"under=nobody", "403 AuthenticationFailed"},
		{"under=early", "403 AuthenticationFailed"}, {"under=late", "403 AuthenticationFailed"},
		{"under=none", "403 AuthorizationPermissionMismatch"}}
	boxRungs = []rung{{"X=dying", beingDeleted}, {"X=none", noQueue}}
	long     = strings.Repeat("x", 65537)
)

// ladders are rules.md, "Order of checks" for each operation from the top: a request breaks one rung and all that
// follow. Of a message operation X is the queue of the message.
var ladders = map[string][]rung{
	"put-message": {{"visibilitytimeout=x", invalid}, {"messagettl=x", invalid}, {"text=-", "400 InvalidXmlDocument"},
		{"text=\x01", "400 InvalidXmlDocument"},
		{"text=" + long, "413 RequestBodyTooLarge"}, {"visibilitytimeout=604801", outOfRange},
		{"messagettl=0", invalid},
		{"visibilitytimeout=30 messagettl=30", invalid}, {"boxes", ""}, {"policies", ""}},
	"get-messages": {{"visibilitytimeout=x", invalid}, {"numofmessages=x", invalid},
		{"visibilitytimeout=0", outOfRange}, {"numofmessages=0", outOfRange}, {"boxes", ""}, {"policies", ""}},
	"peek-messages":  {{"numofmessages=x", invalid}, {"numofmessages=0", outOfRange}, {"boxes", ""}, {"policies", ""}},
	"clear-messages": {{"boxes", ""}, {"policies", ""}, {"X=jobs", "500 OperationTimedOut"}},
	"update-message": {{"popreceipt=-", missing}, {"visibilitytimeout=-", missing}, {"visibilitytimeout=x", invalid},
		{"text=\x01", "400 InvalidXmlDocument"},
		{"text=" + long, "413 RequestBodyTooLarge"}, {"visibilitytimeout=604801", outOfRange},
		{"popreceipt=x", invalid}, {"boxes", ""}, {"policies", ""},
		{"id=00000000-0000-0000-0000-000000000001", notFound}, {"id=x", notFound},
		{"id=real popreceipt=$p.0.receipt", notFound}, {"visibilitytimeout=99 popreceipt=$a.0.receipt", invalid}},
	"delete-message": {{"popreceipt=-", missing}, {"popreceipt=x", invalid}, {"boxes", ""}, {"policies", ""},
		{"id=00000000-0000-0000-0000-000000000001", notFound}, {"id=x", notFound},
		{"id=real popreceipt=$p.0.receipt", notFound}},
	"create-queue": {{"meta.1=x", "400 InvalidMetadata"}, {"X=jobs meta.a=1", "409 QueueAlreadyExists"},
		{"X=dying", beingDeleted}},
	"delete-queue":       {{"X=dying", noQueue}, {"X=none", noQueue}},
	"get-queue-metadata": {{"X=dying", noQueue}, {"X=none", noQueue}},
	"set-queue-metadata": {{"meta.1=x", "400 InvalidMetadata"}, {"boxes", ""}},
	"get-queue-acl":      {{"X=dying", noQueue}, {"X=none", noQueue}},
	"set-queue-acl": {{"policy.a=r policy.b=r policy.c=r policy.d=r policy.e=r policy.f=r",
		"400 InvalidXmlDocument"}, {"boxes", ""}},
	"list-queues": {{"maxresults=x", invalid}, {"maxresults=0", outOfRange},
		{"marker=*", "400 InvalidMarker"}},
	"set-queue-service-properties": {{"property.Nothing=1", "400 InvalidXmlDocument"}},
}

// One precedence test per operation: each request breaks one rule and all the later ones, and the first is the answer;
// the rules come in the order in which the operation lists them.
func TestPrecedence(t *testing.T) {
	for _, spec := range service.Ops {
		t.Run(spec.Verb, func(t *testing.T) {
			rungs := climb(spec)
			if len(rungs) == 0 && len(spec.Refuses) > 0 {
				t.Fatal("no rule of this operation is tried")
			}
			refusals := enginetest.Order[*engine.Rule]{Rules: spec.Refuses}
			for i, r := range rungs {
				b := ladderBench(t)
				in := engine.Send{By: "ann", Verb: spec.Verb, Args: b.ladder(spec, rungs[i:])}
				a := b.Send(in)
				if a.String() != r.code {
					t.Fatalf("broken from %.40q on: %s, want %s. Mend the operation or its words; where it "+
						"has no such check, take the rung out of its ladder", r.words, a, r.code)
				}
				refusals.Meet(t, a, a.Why.Rule)
			}
		})
	}
}

// ladderBench is the world that all rungs are tried in.
func ladderBench(t *testing.T) *bench {
	b := newBench(t, "seed: create-queue queue=jobs", "ann p: put-message queue=jobs text=m messagettl=90",
		"ann: put-message queue=jobs text=n", "ann a: get-messages queue=jobs",
		"seed: create-queue queue=dying", "seed: delete-queue queue=dying", tookPolicy, withPolicies)
	b.Set("queue", "clear-batch", "1")
	return b
}

// withPolicies gives the queue jobs its access policies, and takes the one away that tookPolicy had set.
const tookPolicy = "seed: set-queue-acl queue=jobs policy.taken=raup"
const withPolicies = "seed: set-queue-acl queue=jobs policy.early=raup policy-start.early=2036-01-01 " +
	"policy.late=raup policy-expiry.late=2020-01-01 policy.none="

// climb are the rungs of an operation: its name first, its boxes in their place.
func climb(spec engine.OpSpec) (list []rung) {
	if spec.Object != "queue-service" && spec.Verb != "list-queues" {
		list = append(list, nameRungs...)
	}
	for _, r := range ladders[spec.Verb] {
		switch r.words {
		case "boxes":
			list = append(list, boxRungs...)
		case "policies":
			list = append(list, policies...)
		default:
			list = append(list, r)
		}
	}
	return list
}

// ladder is the request that breaks all rungs: words of the first ones win.
func (b *bench) ladder(spec engine.OpSpec, rungs []rung) []engine.Arg {
	words := map[string]string{"X": "jobs", "id": "real", "text": "m", "visibilitytimeout": "1",
		"popreceipt": "$a.0.receipt"}
	if spec.Verb == "put-message" || spec.Verb == "get-messages" {
		words["visibilitytimeout"] = "-"
	}
	for i := len(rungs) - 1; i >= 0; i-- {
		for w := range strings.SplitSeq(rungs[i].words, " ") {
			name, text, _ := strings.Cut(w, "=")
			words[name] = text
		}
	}
	if words["id"] == "real" {
		_, words["id"], _ = strings.Cut(b.World.Named("a").Answer.Field("0").String(), "/")
	}
	first := map[string]string{"queue": words["X"], "message": words["X"] + "/" + words["id"],
		"queue-service": "devstore"}[spec.Object]
	params := spec.Params()
	var args []engine.Arg
	for i, p := range params {
		switch {
		case i == 0 && spec.Verb != "list-queues":
			args = append(args, engine.Arg{Name: p.Name, Value: engine.Text(first)})
		case p.Prefix():
			for _, name := range slices.Sorted(maps.Keys(words)) {
				if p.Takes(name) {
					args = append(args, engine.Arg{Name: name, Value: engine.Text(words[name])})
				}
			}
		default:
			if text, given := words[p.Name]; given && text != "-" {
				args = append(args, engine.Arg{Name: p.Name, Value: enginetest.Value(text)})
			}
		}
	}
	return args
}

// What each operation is: its answers are those it lists.
func TestEveryListedRefusalCanBeMet(t *testing.T) {
	met := map[*engine.Rule]bool{}
	note := func(a engine.Answer) {
		if a.Why != nil {
			met[a.Why.Rule] = true
		}
	}
	for _, spec := range service.Ops {
		rungs := climb(spec)
		for i := range rungs {
			b := ladderBench(t)
			note(b.Send(engine.Send{By: "ann", Verb: spec.Verb, Args: b.ladder(spec, rungs[i:])}))
		}
	}
	for _, dialect := range []string{"service", "emulator"} {
		b := received(t)
		b.Set("queue", "receipts", dialect)
		b.Step(engine.Tell{To: "ann", What: engine.Ref("p.0.receipt", false)})
		for _, verb := range []string{"update-message visibilitytimeout=5", "delete-message"} {
			note(b.Say("ann: " + verb + " message=$a.0 popreceipt=$p.0.receipt"))
			note(b.Say("ann: " + verb + " message=$a.0 popreceipt=3-0123456789ab"))
		}
	}
	for _, spec := range service.Ops {
		for _, r := range spec.Refuses {
			if !met[r] {
				t.Errorf("%s: nothing meets %s %d %s %q", spec.Verb, r.Name, r.Fault.Status, r.Fault.Code, r.Kind)
			}
		}
	}
}

// What the screen names as a source is a page that anybody can open; what no page settles is said beside it.
func TestSourcesArePublicPages(t *testing.T) {
	enginetest.PublicSources(t, service, func(document string) bool {
		return strings.HasPrefix(document, `Azure REST, "`)
	})
}
