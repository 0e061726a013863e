package advice_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/room"
	"interleave/engine/view"
)

// What stands in the way is told as it stands when the card is read, with whose it is by then: a lease, a hold, a
// snapshot, a policy or a copy may be over and another's stand there (engine/conflict/rules.md, "Sentences and advice
// come from the cause").
func TestWhatStandsInTheWayIsToldAsItStandsNow(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\n"
		blob = who + "seed: create-container hub\nseed: put-blob hub/a one\n"
		asks = blob + "ann: acquire-blob-lease hub/a duration=15\nben: acquire-blob-lease hub/a duration=15\n" +
			"clock +16s\n"
		under = blob + "ann: acquire-blob-lease hub/a duration=-1 as l\nben: put-blob hub/a two from=none\n" +
			"tell cem $l.lease\ncem: change-blob-lease hub/a lease=$l.lease id=guid:C\n"
		object = who + "seed: create-bucket lake object-lock=true\nseed: put-object lake/k one\n" +
			"ann: head-object lake/k as g\n"
		hold   = "ben: put-object-legal-hold lake/k legal-hold=ON\n"
		lifted = "ben: put-object-legal-hold lake/k legal-hold=OFF\n"
		keeps  = "cem: put-object-retention lake/k lock-mode=MODE lock-until=2027-01-01T00:00:00Z\n"
		takes  = "ann: delete-object lake/k version-id=$g.version-id\n"
		snap   = blob + "ann: snapshot-blob hub/a\nben: get-blob hub/a\nben: delete-blob hub/a\n" +
			"ann: delete-blob hub/a snapshots=only\n"
		policy = who + "seed: create-container hub\nseed: set-container-acl hub policy.P=rw\n" +
			"seed: put-blob hub/a one\nclock +40s\nann: get-blob hub/a under=P\n" +
			"ben: set-container-acl hub policy.Q=r\nclock +40s\nann: put-blob hub/a two under=P\n"
		copies = who + "set blob.copy=slow\nseed: create-container hub\nseed: put-blob hub/s s\n" +
			"seed: put-blob hub/a one\nben: get-blob hub/a as g\nann: copy-blob hub/a source=hub/s as c\n" +
			"ben: put-blob hub/a two from=g\nfinish c\ncem: copy-blob hub/a source=hub/s\n"
		typed = who + "ann: EXSET k one\nann: EXGET k\nben: SET k plain\nann: EXCAS k two 1\nben: DEL k\n"
	)
	mode := func(lines, mode string) string { return strings.Replace(lines, "MODE", mode, 1) }
	advisesBehind(t, []advised{
		{"a lease that is another's now", asks + "cem: acquire-blob-lease hub/a duration=-1\n", engine.IsLeased, "",
			"settle first whether Cy is still working", "Ana"},
		{"a lease whose id another has changed", under, engine.IsLeased, "", "which is Cy's to hand over", "Ana"},
		{"a hold that is lifted, and a retention", object + hold + takes + lifted + mode(keeps, "COMPLIANCE"),
			engine.ByPolicy, "", "until 1 Jan 2027 0:00:00.0, set by Cy's #7.", "legal hold"},
		{"a retention that stood behind the hold", object + mode(keeps, "COMPLIANCE") + hold + takes + lifted,
			engine.ByPolicy, "", "until 1 Jan 2027 0:00:00.0, set by Cy's #4.", "legal hold"},
		{"a version that is gone", object + mode(keeps, "GOVERNANCE") + takes + "tell ben $g.version-id\n" +
			"ben: delete-object lake/k version-id=$g.version-id bypass-governance=true\n", engine.ByPolicy, "",
			"The version is gone, by Ben's #6 (delete-object): nothing is left to delete.", "over"},
		{"a snapshot of another's", snap + "cem: snapshot-blob hub/a\n", engine.AlreadyThere, "",
			"It has a snapshot by #7: settle with Cy", "Ana"},
		{"no snapshot, and what another wrote", snap + "cem: put-blob hub/a two\n", engine.AlreadyThere, "read",
			"What stood in the way is over, and Cy's #7 changed meanwhile what the same again would delete.",
			"snapshot"},
		{"a snapshot of a share", who + "seed: create-share docs\nann: snapshot-share docs as s\n" +
			"ben: delete-share docs\nann: delete-share docs snapshot=$s.snapshot\ncem: snapshot-share docs\n",
			engine.AlreadyThere, "", "It has a snapshot by #5: settle with Cy", "Ana"},
		{"a policy that is there again, with less", policy + "cem: set-container-acl hub policy.P=r\nclock +40s\n",
			engine.ByPolicy, "", "Access policy P is there again since Cy's #7, and does not allow this. Ask Cy for it",
			"Ben"},
		{"another's copy", copies, engine.Unfinished, "",
			"the same again would go over Cy's #7, which Ben has not read", "send the same again."},
		{"no type at all", typed, engine.IsGone, "", "k is gone, by Ben's #5 (DEL).", "of another type"},
		{"the type that was meant", typed + "ben: EXSET k new\n", engine.IsGone, "read",
			"The same again would be accepted: its version stands for another state by now.", "of another type"},
		{"the type that was meant, put over the other", who + "ann: SET k one\nben: GETDEL k\nben: LPUSH k one\n" +
			"ann: APPEND k two\nben: SET k new\n", engine.IsGone, "read",
			"What is there now is of the type that this is for, and is another thing. Read it first.",
			"of another type"},
	})
}

// Nothing is deleted or replaced for its writer that another has made since the request was sent: what stood in the way
// kept it from doing so, and who was kept out has not wished it of that. What was read is deleted under its tag.
func TestNothingThatWasMadeBehindAWaitIsTaken(t *testing.T) {
	const (
		blob  = who + "seed: create-container hub\nseed: put-blob hub/a one\nseed: put-blob hub/s src\n"
		held  = blob + "ann: acquire-blob-lease hub/a duration=15 as l\nben: get-blob hub/a\n"
		wrote = "ann: put-blob hub/a imp lease=$l.lease\nclock +20s\n"
		looks = "ben: get-blob hub/a\n"
		file  = who + "seed: create-share docs\nseed: create-file docs/a 3\nben: get-file docs/a\n" +
			"ann: smb-create docs/a access=RW share=RW disposition=OPEN as h\nben: delete-file docs/a\n" +
			"ann: smb-write $h.handle IMP\nann: smb-close $h.handle\n"
		over = "What stood in the way is over, and Ana's #"
	)
	advises(t, []advised{
		{"a delete", held + "ben: delete-blob hub/a\n" + wrote, engine.IsLeased, "read", "Read what is there now", ""},
		{"a delete, and it was read", held + "ben: delete-blob hub/a\n" + wrote + looks, engine.IsLeased, "",
			over + "7 changed meanwhile what the same again would delete. See whether it is still to be " +
				"deleted, then delete it with the tag of #8, If-Match", "send the same again"},
		{"a copy, and it was read", held + "ben: copy-blob hub/a source=hub/s\n" + wrote + looks, engine.IsLeased,
			"", "See whether it is still to be replaced, then copy with the tag of #8, If-Match",
			"send the same again"},
		{"a put, and it was read", held + "ben: put-blob hub/a two\n" + wrote + looks, engine.IsLeased, "",
			"then send it with the tag of #8, If-Match", "send the same again"},
		{"a file", file, engine.SharedFile, "read", over + "6 changed meanwhile", ""},
		{"a file, and it was read", file + "ben: get-file docs/a\n", engine.SharedFile, "",
			"See whether it is still to be deleted, then delete it.", "send the same again"},
		{"a delete, and nothing was written", held + "ben: delete-blob hub/a\nclock +20s\n", engine.IsLeased, "retry",
			"What stood in the way is over: send the same again.", ""},
	})
}

// An older text is not sent in the place of a newer one of the same writer's.
func TestALineIsOverThatItsSenderHasPutAnotherInPlaceOf(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET k abcdef\nann: GET k\nann: send SET k uvwxyz as c\n" +
			"lose c\n"
		none = "whether #3 was done or not, what that was to write does not stand there now"
	)
	advises(t, []advised{
		{"the whole", head + "ann: SET k new\n", engine.NoAnswer, "", none, "would do it twice"},
		{"a part", head + "ann: SETRANGE k 0 XYZ\n", engine.NoAnswer, "read", "Read before the next try", none},
		{"all of it by its parts", head + "ann: SETRANGE k 0 ABCDEF\n", engine.NoAnswer, "", none, "twice"},
	})
}

// Behind a refusal by the type of what stood there nobody's work is brought back where something of another type is
// made.
func TestWhatWasOfAnotherTypeIsNotBroughtBack(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nben: LPUSH k x\nann: INCR k as i\nben: DEL k\n" +
		"ann: INCR k again=i\n"
	advises(t, []advised{{"a number", lines, "", "", "Nothing is left to send.", "brought it back"}})
}

// behind is what may happen to what stands in the way of a refused request; false: it cannot happen there.
var behind = []moment{
	{"its time passes", (*scene).passes},
	{"another takes the lease", func(s *scene) bool { return s.breaks() && s.leases() }},
	{"another takes the lease, and its sender reads", func(s *scene) bool {
		return s.breaks() && s.leases() && s.looks()
	}},
	{"another writes when it is over", func(s *scene) bool {
		s.breaks()
		return s.passes() && s.puts(stranger, "none")
	}},
	{"another writes when it is over, and its sender reads", func(s *scene) bool {
		s.breaks()
		return s.passes() && s.puts(stranger, "none") && s.looks()
	}},
	{"its holder writes and closes", (*scene).writesAndCloses},
	{"its holder writes and closes, and its sender reads", func(s *scene) bool {
		return s.writesAndCloses() && s.looks()
	}},
	{"another's snapshot stands there", func(s *scene) bool { return s.unsnaps() && s.snaps() }},
	{"the snapshots are gone, and another writes", func(s *scene) bool {
		return s.unsnaps() && s.puts(stranger, "none")
	}},
	{"it is made anew", func(s *scene) bool { return s.removes(stranger) && s.puts(stranger, "none") && s.looks() }},
}

func (s *scene) passes() bool {
	_, err := s.r.Do(engine.Clock{By: 70 * time.Second})
	return err == nil
}

// acts sends a lease operation of the stranger's.
func (s *scene) acts(effect engine.Effect, more ...string) bool {
	for _, service := range s.v().Services() {
		for i := range service.Ops {
			op := &service.Ops[i]
			if op.Effect != effect || op.Object != s.object.Kind {
				continue
			}
			args := engine.Args(append([]string{op.Params()[0].Name, s.object.Name}, more...)...)
			return s.sends(stranger, op.Verb, args, "none")
		}
	}
	return false
}

func (s *scene) breaks() bool {
	return s.v().Truth(s.object).Lease.State == "leased" && s.acts(engine.BreaksLease) && s.passes()
}

func (s *scene) leases() bool { return s.acts(engine.AcquiresLease, "duration", "-1") }

func (s *scene) snaps() bool { return s.acts(engine.Snapshots) }

func (s *scene) unsnaps() bool {
	return s.c.Kind == engine.AlreadyThere && s.acts(engine.Deletes, "snapshots", "only")
}

func (s *scene) writesAndCloses() bool {
	open := s.v().Exchange(s.c.Cause.Since.Request)
	if open == nil || open.Answer.Field("handle").IsZero() {
		return false
	}
	handle := open.Answer.Field("handle").String()
	return s.sends(open.By, "smb-write", engine.Args("handle", handle, "body", "IMP"), "none") &&
		s.sends(open.By, "smb-close", engine.Args("handle", handle), "none")
}

// looks has the finding's sender read what is there.
func (s *scene) looks() bool {
	return s.does(s.c.By, s.object.Name, func(op *engine.OpSpec, kind string) bool {
		return op.Effect == engine.Reads && op.Object == kind && !op.Lists
	}, func() bool { return !s.v().Exchange(s.v().Requests()).Answer.Text().IsZero() })
}

// obstacleLaw holds that the card of what was kept from being done names nobody as standing in the way whose lease,
// handle, hold, policy or snapshot is over, and that what it recommends, carried out twice, takes nothing that
// another has written and its sender had not been shown when it sent the request, but what was read since and is named.
type obstacleLaw struct{ *afterLaw }

func (l *obstacleLaw) hold(from string, r *room.Room, c conflict.Finding) {
	l.t.Helper()
	x := r.View().Exchange(c.Request)
	if c.Severity != engine.SeverityRefused || x == nil || c.Cause == nil || c.Cause.Since.IsZero() {
		return
	}
	switch c.Kind {
	case engine.IsLeased, engine.SharedFile, engine.ByPolicy, engine.Unfinished, engine.AlreadyThere,
		engine.LeaseOver:
	default:
		return
	}
	l.at(from, scene{r: r, c: c, object: c.Object}, func(from string, now *scene) {
		l.names(from, now, x)
		l.takes(from, now, x)
	})
}

// names reads a card as things stand: the same again, which is sent for that, says who stands in the way.
func (l *obstacleLaw) names(from string, s *scene, x *engine.Exchange) {
	l.t.Helper()
	v, was := s.v(), s.v().Title(s.c.Cause.Since.By)
	if was == "" || s.c.Cause.Since.By == s.c.By {
		return
	}
	card := advice.For(v, s.c)
	w, again := v.Clone(), engine.Send{By: x.By, Verb: x.Verb, Args: x.Args, As: "again"}
	for i, in := range []engine.Input{again, engine.Deliver{Names: []string{"again"}}} {
		if _, err := w.Step(v.Last+1+i, in); err != nil {
			return
		}
	}
	now := w.Named("again")
	if now == nil || now.Decided.IsZero() || now.Answer.Why != nil && now.Answer.Why.Since.By == s.c.Cause.Since.By {
		return
	}
	if now.Answer.Why != nil && now.Answer.Why.Rule.Kind != s.c.Kind { // what is to be settled then is another thing
		return
	}
	if strings.Contains(card.Say, "which does not stop") { // who lost it to a break may go on
		return
	}
	for _, as := range []string{"whether %s is still working", "Ask %s", "Wait until %s", "is %s's now", "%s holds",
		"by %s, is lifted"} {
		if said := fmt.Sprintf(as, was); strings.Contains(card.Say, said) {
			l.t.Errorf("%s: %s #%d: %s stands in nobody's way: %q", from, s.c, s.c.Request, was, card.Say)
		}
	}
}

// takes carries out twice what the cards recommend.
func (l *obstacleLaw) takes(from string, s *scene, x *engine.Exchange) {
	l.t.Helper()
	for range 2 {
		card := advice.For(s.v(), s.c)
		if card.Earlier || len(card.Inputs) == 0 {
			return
		}
		events, err := s.r.Do(card.Inputs...)
		if err != nil {
			return
		}
		for _, e := range events {
			l.taken(from, s, x, card, e)
		}
	}
}

func (l *obstacleLaw) taken(from string, s *scene, x *engine.Exchange, card advice.Card, e engine.Event) {
	l.t.Helper()
	sent := s.v().Exchange(e.Request)
	if e.Kind != engine.Decided || sent == nil || sent.By != s.c.By || !sent.Answer.Accepted() {
		return
	}
	for _, c := range e.Own() {
		wrote := slices.Contains(engine.TextNames(), c.Name) && !c.Adds && !c.Gone && !c.Same && c.Mark.By != s.c.By &&
			c.Mark.By != engine.Seed && !shownBefore(s.v(), x, c.Mark)
		base := s.v().BaseOf(sent, c.Object)
		wrote = wrote && !conflict.SameText(s.v().Clone(), e, c.Object) // a copy of a thing onto itself takes nothing
		named := sent.Verb != x.Verb || !slices.EqualFunc(sent.Args, x.Args, sameArg)
		if wrote && !(named && base != nil && base.Decided.Event > c.Mark.Event) {
			l.t.Errorf("%s: %s #%d: %q: #%d takes what %s wrote with #%d", from, s.c, s.c.Request, card.Say,
				sent.Number, c.Mark.By, c.Mark.Request)
		}
	}
}

// shownBefore says whether the sender of a request had been shown, when it sent that, what a mark stands on.
func shownBefore(v *view.View, x *engine.Exchange, m engine.Mark) bool {
	if m.Event > x.Sent.Event {
		return false
	}
	for h := range v.RequestsOf(x.By) {
		if !h.Heard.IsZero() && h.Heard.Event < x.Sent.Event && slices.ContainsFunc(h.Shows, func(p engine.Part) bool {
			return p.Mark.Event == m.Event
		}) {
			return true
		}
	}
	return false
}

func sameArg(one, other engine.Arg) bool {
	return one.Name == other.Name && one.Value.Equal(other.Value)
}

// After each race, when the refusal is known.
func TestNoCardWaitsForWhoIsNotThere(t *testing.T) {
	l := &obstacleLaw{newAfterLaw(t, behind)}
	inAllRaces(t, l.hold)
	l.enough(1)
}

// And in random histories.
func TestNoCardWaitsForWhoIsNotThereInRandomHistories(t *testing.T) {
	l := &obstacleLaw{newAfterLaw(t, behind)}
	inHistories(t, enginetest.WorseNets, nil, l.hold)
	inHistories(t, enginetest.Mixes, nil, l.hold)
	t.Log(l.tried)
}
