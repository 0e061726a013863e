package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// A policy lets puts through with If-None-Match alone (bucket/rules.md, "Bucket policies"). Once something is there
// such a put is answered 412, past the policy: that a header does not help is said of no such policy.
func TestAHeaderThatThePolicyLetsThroughMayBeTooLate(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cyd \"Cyd\"\nseed: create-bucket buc\n" +
		`ann: put-bucket-policy buc "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",` +
		`\"Principal\":\"*\",\"Action\":\"s3:PutObject\",\"Resource\":\"arn:aws:s3:::buc/*\",` +
		`\"Condition\":{\"Null\":{\"s3:if-none-match\":\"true\"}}}]}"` + "\n" +
		"cyd: put-object buc/k two\n"
	const made = "ben: put-object buc/k one if-none-match=*\n"
	advises(t, []advised{
		{"nothing is there", head, engine.ByPolicy, "guard", "Send it with If-None-Match *", "no header helps"},
		{"something is there", head + made, engine.ByPolicy, "read", "and something is there now. Read it",
			"no header helps"},
		{"and was read", head + made + "cyd: get-object buc/k\n", engine.ByPolicy, "",
			"See whether what is there is what was meant", "no header helps"},
	})
}

// Any Deny that matches decides, whatever is allowed beside it (bucket/rules.md, "Evaluation"): it is told as that. An
// Allow whose condition is not met denies nothing, and of neither is it said that a permission is missing.
func TestADenyIsToldAsOne(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket buc\nann: put-object buc/k 1\n"
		deny = who + `ben: put-bucket-policy buc "{\"Statement\":[{\"Sid\":\"Keep\",\"Effect\":\"Deny\",` +
			`\"Principal\":\"*\",\"Action\":\"s3:DeleteObject\",\"Resource\":\"arn:aws:s3:::buc/*\"}]}"` + "\n"
		only = who + `ben: put-role-policy ann "{\"Statement\":[{\"Sid\":\"If\",\"Effect\":\"Allow\",\"Action\":\"*\",` +
			`\"Resource\":\"*\",\"Condition\":{\"StringEquals\":{\"aws:username\":\"nobody\"}}}]}"` + "\n"
		remove = "ann: delete-object buc/k\n"
	)
	for _, c := range []struct{ name, lines, first, say string }{
		{"a Deny", deny + remove, "The policy's Keep denied s3:DeleteObject. Ana's request was refused",
			"The policy as Ben set it denies it, whatever else is allowed. Ask Ben whether it may be done"},
		{"an Allow under a condition", only + remove,
			"The policy's If allowed s3:DeleteObject only under a condition that was not met. Ana's request was " +
				"refused",
			"The policy as Ben set it allows it only under a condition that #4 does not meet."},
	} {
		v := roomtest.AtEnd(t, c.lines)
		card, _ := cardIn(v, engine.ByPolicy)
		list := v.Troubles()
		first := v.Story(list[len(list)-1].Finding).First
		if !strings.Contains(first, c.first) || !strings.Contains(card.Say, c.say) {
			t.Errorf("%s: %s\n%s", c.name, first, card.Say)
		}
	}
}

// What a set took away still counts for 30 seconds (engine/blob/rules.md, R39): the permission is not missing since the
// set, whose moment is told as just that.
func TestAPolicyIsNotMissingFromItsSetOn(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/b one\n" +
		"seed: set-container-acl con policy.wr=rw\nclock +31s\nann: set-container-acl con\nclock +10s\n" +
		"ben: put-blob con/b two under=wr\nclock +31s\nben: put-blob con/b three under=wr\n"
	saysAtEnd(t, lines, engine.ByPolicy, "took access policy wr away at 00:31", "since")
}

// While what a set took away is on its way out either answer is right (engine/blob/rules.md, R39): who was refused in
// these 30 seconds may be let through once more, and from their end on is not. The permission is not there again.
func TestAPermissionThatIsOnItsWayOutIsNotThereAgain(t *testing.T) {
	r := roomtest.Of(t, "case.race", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\n"+
		"seed: put-blob con/b one\nseed: set-container-acl con policy.wr=rw\nclock +31s\n"+
		"ann: set-container-acl con policy.wr=r\nclock +10s\nben: put-blob con/b two under=wr choose=1\n")
	for len(r.View().Troubles()) == 0 || r.View().Exchange(r.View().Requests()).Heard.IsZero() {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	card, _ := cardIn(r.View(), engine.ByPolicy)
	if card.Action == "retry" || !strings.Contains(card.Say, "on its way out: before 01:01.0 the same may still be") ||
		!strings.Contains(card.Say, "Ask Ana for it") {
		t.Errorf("%q", card.Say)
	}
	roomtest.PlayOn(t, r) // until it is gone
	if card, _ = cardIn(r.View(), engine.ByPolicy); strings.Contains(card.Say, "on its way out") {
		t.Errorf("%q", card.Say)
	}
}

// Each set replaces the whole list of access policies (engine/queue/rules.md, "Set Queue ACL"): who names one that
// somebody took away has nothing to correct in the request, and whoever took it away is asked ("Requests under an
// access policy").
func TestAPolicyThatWasTakenAwayIsToldOfWhoTookIt(t *testing.T) {
	for _, lines := range []string{
		"seed: create-queue qqq\nben: set-queue-acl qqq policy.other=a\nann: set-queue-acl qqq policy.read=r\n" +
			"cat: put-message qqq x under=other\n",
		"seed: create-table ttt\nben: set-table-acl ttt policy.other=a\nann: set-table-acl ttt policy.read=r\n" +
			"cat: insert-entity ttt/p/r .n=1 under=other\n",
		"seed: create-share sha\nseed: create-file sha/f 3\nben: set-share-acl sha policy.other=r\n" +
			"ann: set-share-acl sha policy.read=r\ncat: get-file sha/f under=other\n",
	} {
		const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		card, found := cardAtEnd(t, who+lines, engine.ByPolicy)
		if !found || !strings.Contains(card.Say, "Ana took access policy other away") ||
			!strings.Contains(card.Say, "Ask Ana for it") {
			t.Errorf("%s: %v %q", lines, found, card.Say)
		}
	}
}

// One that never was there is nobody's trouble, whoever set the list last.
func TestAPolicyThatNeverWasThereIsAskedFor(t *testing.T) {
	for _, lines := range []string{
		"seed: create-queue qqq\nann: set-queue-acl qqq policy.read=r\nann: put-message qqq x under=other\n",
		"seed: create-container ccc\nann: set-container-acl ccc policy.read=r\nclock +31s\n" +
			"ann: put-blob ccc/k x under=other\n",
		"seed: create-container ccc\nann: put-blob ccc/k x under=other\n",
	} {
		v, said, told := roomtest.AtEnd(t, "writer ann \"Ana\"\n"+lines), "", ""
		for _, m := range v.Marks() {
			said = string(m.Kind) + advice.For(v, m.Finding).Say
			told = fmt.Sprint(v.Story(m.Finding).Steps)
		}
		if !strings.HasPrefix(said, "No such access policy is there") ||
			!strings.Contains(told, "There was no access policy other.") {
			t.Errorf("%s: %q %s", lines, said, told)
		}
	}
}

// Who heard nothing of a write and is not permitted to send it again does not know that it was not done
// (engine/blob/rules.md, R39; "Races", a lost answer).
func TestAWriteThatNobodyHeardOfIsLookedForThoughThePolicyIsGone(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/b one\n" +
		"seed: set-container-acl con policy.wr=rw\nclock +31s\n"
	for _, c := range []struct {
		lines string
		looks bool
	}{
		{"ben: send put-blob con/b two under=wr as w\ndeliver w\nlose w\nann: set-container-acl con\nclock +31s\n" +
			"ben: put-blob con/b two under=wr again=w\n", true},
		{"ann: set-container-acl con\nclock +31s\nben: put-blob con/b two under=wr\n", false},
	} {
		card, found := cardAtEnd(t, head+c.lines, engine.ByPolicy)
		if !found || strings.Contains(card.Say, "the same, may have been done") != c.looks {
			t.Errorf("%s: %v %q", c.lines, found, card.Say)
		}
	}
}

// Each set replaces the whole list of access policies (engine/share/rules.md and engine/blob/rules.md, R39): whom to
// ask is who set it last, and not who took the permission away before that.
func TestAPermissionIsAskedOfWhoSetTheListLast(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
	share := who + "seed: create-share sha\nseed: set-share-acl sha policy.w=rwdl\nseed: create-file sha/f 10\n" +
		"clock +31s\nben: set-share-acl sha\nclock +31s\nann: put-range sha/f world range=5-9 under=w\n"
	for _, c := range []struct {
		lines     string
		kind      engine.Trouble
		want, not string
	}{
		{share, engine.ByPolicy, "Ask Ben for it", "Cat"},
		{share + "cat: set-share-acl sha policy.w=r\nclock +31s\n", engine.ByPolicy,
			"missing from the policy as Cat set it at 01:02.0. Ask Cat for it", "Ben"},
	} {
		saysAtEnd(t, c.lines, c.kind, c.want, c.not)
	}
}

// Nor does a header help where the version has moved meanwhile: what stands against it is that the policy is taken away
// (engine/blob/rules.md, R39), and If-Match was sent.
func TestNoHeaderBringsAPolicyBackThatIsOnItsWayOut(t *testing.T) {
	card, found := cardIn(behindLines(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\n"+
		"seed: set-container-acl con policy.p=rwd\nseed: put-blob con/a one\nclock +40s\n"+
		"ben: get-blob con/a under=p as b\nann: set-container-acl con policy.q=r\n"+
		"ben: put-blob con/a two under=p if-match=$b.etag\n"+
		"ben: put-blob con/a two under=p if-match=$b.etag choose=1\n"), engine.ByPolicy)
	if !found || strings.Contains(card.Say, "lets it through with") ||
		!strings.Contains(card.Say, "on its way out: before 01:10.0 a request may still be let through, from then") ||
		!strings.Contains(card.Say, "Ask Ana for it; no header helps.") {
		t.Errorf("%v %s", found, card.Say)
	}
}

// A permission that was given back is not missing, whatever else the same request would meet by now
// (engine/queue/rules.md, "Set Queue ACL"; engine/share/rules.md, "Requests under an access policy"), and one of a
// container counts 30 seconds after it was set (engine/blob/rules.md, R39).
func TestAPermissionThatWasGivenBackIsNotMissing(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		jobs = who + "seed: create-queue jobs\nseed: set-queue-acl jobs policy.w=raup\nseed: put-message jobs pay\n" +
			"ann: get-messages jobs visibilitytimeout=30 under=w as g\nann: does $g.0\nben: set-queue-acl jobs\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt under=w\nclock +31s\n" +
			"cat: get-messages jobs visibilitytimeout=300 as h\n"
		sha = who + "seed: create-share sha\nseed: set-share-acl sha policy.w=rwdl\nseed: create-file sha/f 5\n" +
			"ben: set-share-acl sha policy.w=r\nann: delete-file sha/f under=w\ncat: delete-file sha/f\n"
		con = who + "seed: create-container con\nseed: set-container-acl con policy.w=rwd\n" +
			"seed: put-blob con/b v0\nclock +31s\nben: set-container-acl con\nclock +31s\n" +
			"ann: put-blob con/b v1 under=w\n"
		again = "The permission is there again, as Ben's #"
	)
	advisesBehind(t, []advised{
		{"the receipt is old, and w is away", jobs, engine.ByPolicy, "", "Ask Ben for it", "there again"},
		{"the receipt is old", jobs + "ben: set-queue-acl jobs policy.w=raup\n", engine.ByPolicy, "", again, "Ask Ben"},
		{"the file is gone, and w reads only", sha, engine.ByPolicy, "", "Ask Ben for it", "there again"},
		{"the file is gone", sha + "ben: set-share-acl sha policy.w=rwdl\n", engine.ByPolicy, "", again, "Ask Ben"},
		{"it counts later", con + "ben: set-container-acl con policy.w=rwd\n", engine.ByPolicy, "wait",
			"and counts from 01:32", "Ask Ben"},
		{"another policy", con + "ben: set-container-acl con policy.x=rwd\n", engine.ByPolicy, "", "Ask Ben",
			"there again"},
	})
}
