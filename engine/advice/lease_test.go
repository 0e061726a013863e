package advice_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// twoBlobs are the source and the target of a copy.
const twoBlobs = who + "seed: create-container box\nseed: put-blob box/src s\nseed: put-blob box/dst d\n"

// A copy goes over what is leased only under a lease without end (engine/blob/rules.md, "Copy Blob": a matching finite
// lease is refused, and R28).
func TestACopyTakesALeaseWithoutEnd(t *testing.T) {
	v := beforeTimers(t, twoBlobs+"ann: acquire-blob-lease box/dst duration=30\n"+
		"ben: copy-blob box/dst source=box/src\n")
	card, found := advice.Card{}, false
	for _, tr := range v.Troubles() {
		card, found = advice.For(v, tr.Finding), tr.Kind == engine.IsLeased
	}
	forever := slices.ContainsFunc(card.Inputs, func(in engine.Input) bool {
		s, ok := in.(engine.Send)
		return ok && slices.ContainsFunc(s.Args, func(a engine.Arg) bool { return a.Value.String() == "-1" })
	})
	if !found || !forever || !strings.Contains(card.Say, "acquire it with no end, read, and copy with the new id") {
		t.Error(found, card.Say, card.Rest, card.Inputs)
	}
	card, found = cardAtEnd(t, twoBlobs+"ben: get-blob box/dst\nann: get-blob box/dst\nben: put-blob box/dst b\n"+
		"ann: copy-blob box/dst source=box/src\n", engine.LostUpdate)
	stops := strings.Join(card.Stops, " ")
	if !found || !strings.Contains(stops, "A lease with no end taken by Ana before #") ||
		strings.Contains(stops, "of 60 s") {
		t.Error(found, card.Stops)
	}
	card, found = cardAtEnd(t, twoBlobs+"ben: get-blob box/dst\nann: get-blob box/dst\nben: put-blob box/dst b\n"+
		"ann: put-blob box/dst a\n", engine.LostUpdate)
	stops = strings.Join(card.Stops, " ")
	if !found || !strings.Contains(stops, "A lease of 60 s taken by Ana before #") {
		t.Error(found, card.Stops)
	}
}

// A lease without end that a copy needed stands for ever, unless it is given back (engine/blob/rules.md, "Copy Blob"
// and "Fate of a blob lease"): whoever is sent to take one is told so, and so is who has copied under it.
func TestALeaseThatACopyNeededIsGivenBack(t *testing.T) {
	const (
		held  = twoBlobs + "ben: acquire-blob-lease box/dst duration=15\nann: copy-blob box/dst source=box/src\n"
		taken = held + "clock +20s\nann: acquire-blob-lease box/dst duration=-1 as l\n"
		done  = taken + "ann: copy-blob box/dst source=box/src lease=$l.lease\n"
		own   = twoBlobs + "ann: acquire-blob-lease box/dst duration=60 as l\n"
		short = own + "ann: copy-blob box/dst source=box/src lease=$l.lease\n"
		said  = "elease the lease behind that: it does not end by itself."
	)
	advisesBehind(t, []advised{
		{"before it is free", held, engine.IsLeased, "wait, lease anew", said, ""},
		{"one's own, which ends", own + "ann: copy-blob box/dst source=box/src\n", engine.IsLeased, "read",
			"Release it behind that: it does not end by itself.", ""},
		{"one's own, without end", taken, engine.IsLeased, "read", "Release it behind that", "acquire the lease"},
		{"it was copied", done, engine.IsLeased, "", "Release the lease, ..", ""},
		{"and given back", done + "ann: release-blob-lease box/dst lease=$l.lease\n", engine.IsLeased, "",
			"Nothing is left to send.", "elease the lease"},
		{"a put needs none", twoBlobs + "ben: acquire-blob-lease box/dst duration=15\nann: put-blob box/dst x\n",
			engine.IsLeased, "wait, lease anew", "", said},
		{"sent under one that ends", short, "", "lease anew", "with no end, and send the same again. R" + said, ""},
	})
}

// An open over SMB names no lease and meets that of its own writer too (engine/share/rules.md, the lease of a file):
// who heard the id gives the lease back, and the same open goes through.
func TestOnesOwnLeaseThatWasHeardIsReleasedForAnOpen(t *testing.T) {
	const (
		docs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/a.txt 4\n"
		open = "ann: smb-create docs/a.txt access=RW share=RW as h\n"
	)
	advisesBehind(t, []advised{
		{"heard", docs + "ann: acquire-file-lease docs/a.txt duration=-1 as l\n" + open, engine.IsLeased, "",
			"Release it by its id, if the work under it is done, then send the same again.", "never heard"},
		{"never heard", docs + "ann: send acquire-file-lease docs/a.txt duration=-1 as l\ndeliver l\nlose l\n" + open,
			engine.IsLeased, "", "under an id that was never heard", "Release it by its id"},
	})
}

// While a copy onto a blob is pending, every lease operation on it gets 409 (engine/blob/rules.md, Leases, "Copy
// pending onto it"), and its abort takes the id of the lease: neither a release nor a break helps it.
func TestAnAbortUnderALeaseWithoutEndCarriesItsID(t *testing.T) {
	const wiki = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b one\n" +
		"seed: put-blob wiki/src src\nset blob.copy=slow\nben: acquire-blob-lease wiki/b duration=-1 as l\n"
	advisesBehind(t, []advised{
		{"pending", wiki + "ben: copy-blob wiki/b source=wiki/src lease=$l.lease as cp\ntell ann $cp.copy-id\n" +
			"ann: abort-copy-blob wiki/b copy=$cp.copy-id\n", engine.IsLeased, "",
			"a release of it gets PendingCopyOperation. Settle with Ben: either this is sent with the lease's id",
			"release by its id ends it"},
		{"none", wiki + "ann: put-blob wiki/b two\n", engine.IsLeased, "", "a release by its id ends it too",
			"a release of it gets"},
	})
}

// A lease without end that is being broken over a period ends with that (engine/blob/rules.md, "Containers": leases).
func TestALeaseWithoutEndThatIsBeingBrokenEnds(t *testing.T) {
	const wiki = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n" +
		"ben: acquire-container-lease wiki duration=-1 as l\nann: delete-container wiki\n"
	advisesBehind(t, []advised{
		{"being broken", wiki + "ben: break-container-lease wiki period=10\n", engine.IsLeased, "wait",
			"Wait until 00:10.0, then read what is there", "does not end by itself"},
		{"not", wiki, engine.IsLeased, "", "The lease does not end by itself", "Wait until"},
	})
}

// The id of a lease is told by the answer to the acquire alone, unless its sender proposed it (engine/blob/rules.md,
// "Leases"): where that answer was lost nobody has an id to hand over or to release it by, and a break is what is left.
func TestAnEndlessLeaseWhoseIDNobodyHeardIsBroken(t *testing.T) {
	const (
		wiki  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b one\n"
		lost  = "deliver a\nlose a\n"
		heard = "deliver a\nanswer a\n"
		put   = "ben: put-blob wiki/b two\n"
	)
	acquire := func(id string) string {
		return wiki + "ann: send acquire-blob-lease wiki/b duration=-1" + id + " as a\n"
	}
	const own = " id=11111111-1111-1111-1111-111111111111"
	for _, c := range []struct {
		lines   string
		unheard bool
	}{{acquire("") + lost + put, true}, {acquire("") + heard + put, false}, {acquire(own) + lost + put, false}} {
		card, found := cardAtEnd(t, c.lines, engine.IsLeased)
		text := card.Say + " " + strings.Join(card.Others, " ")
		if !found || strings.Contains(card.Say, "Nobody knows its id") != c.unheard ||
			!strings.Contains(text, "break it") ||
			strings.Contains(card.Say, "a release by its id") == c.unheard ||
			strings.Contains(text, "to hand over") == c.unheard {
			t.Errorf("%s%v %s", c.lines, found, text)
		}
	}
	v := roomtest.AtEnd(t, acquire("")+lost+put)
	for _, f := range v.Troubles() {
		told := fmt.Sprint(conflict.Story(v.Clone(), f.Finding).Steps)
		if f.Kind == engine.IsLeased && !strings.Contains(told, "Ana took the lease with #3; its answer was lost.") {
			t.Error(told)
		}
	}
}

// A break ends the lease of whoever holds it (engine/blob/rules.md, "Leases"): where that which may have been the own
// has been broken since, one more break would end another's.
func TestALeaseThatIsOverIsNotToBeBroken(t *testing.T) {
	const (
		lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b one\n" +
			"ann: send acquire-blob-lease wiki/b duration=-1 as l\ndeliver l\nlose l\n"
		broken = "ann: break-blob-lease wiki/b\n"
	)
	advisesBehind(t, []advised{
		{"stands", lost, engine.NoAnswer, "", "break it; otherwise settle first who is working", "is over since"},
		{"broken", lost + broken, engine.NoAnswer, "retry",
			"that is over since Ana's #4 (break-blob-lease). No lease stands there now.", "break it"},
		{"another's stands", lost + broken + "ben: acquire-blob-lease wiki/b duration=-1\n", engine.NoAnswer, "",
			"The lease that stands now is Ben's: a break would end that one.", "break it"},
	})
}

// beforeTimers is what is seen when a text has been played and no timer has rung: a lease that ends stands there.
func beforeTimers(t *testing.T, text string) *view.View {
	t.Helper()
	r := roomtest.Of(t, "case.race", text)
	for v := r.View(); ; v = r.View() {
		if _, err := r.Step(); errors.Is(err, room.ErrNothing) {
			return v
		} else if err != nil {
			t.Fatal(err)
		}
		if log := r.View().Log(); log.At(log.Len()-1).Event().Kind == engine.Ended {
			return v
		}
	}
}

// The lease that stands now is told by its own end: one that was broken and taken anew by another for a minute lasts
// for that minute (engine/blob/rules.md, "Leases"), whatever the first refusal of its own echo had met.
func TestALeaseOfAnotherIsToldByItsOwnEnd(t *testing.T) {
	const echo = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b 1\n" +
		"ana: send acquire-blob-lease cont/b duration=30 as x\ndeliver x\nlose x\ntimeout x\n" +
		"ana: acquire-blob-lease cont/b duration=30 again=x\n"
	for _, c := range []struct{ then, want, never string }{
		{"", "Wait until 00:30.0, or break it if nobody else", "now"},
		{"ben: break-blob-lease cont/b period=0\nben: acquire-blob-lease cont/b duration=60\n",
			"The lease is Ben's now. Wait until 01:00.0", "nobody else"},
		{"ben: break-blob-lease cont/b period=0\nben: acquire-blob-lease cont/b duration=-1\n",
			"The lease is Ben's now. It does not end by itself: settle", "nobody else"},
	} {
		found, v := false, beforeTimers(t, echo+c.then)
		for _, tr := range v.Troubles() {
			if tr.Kind != engine.OwnEcho {
				continue
			}
			found = true
			if say := advice.For(v, tr.Finding).Say; !strings.Contains(say, c.want) || strings.Contains(say, c.never) {
				t.Errorf("%s: %s", c.then, say)
			}
		}
		if !found {
			t.Errorf("%s: no echo", c.then)
		}
	}
}

// What is left under a lease is left to do for that request: a delete and a read carry no change. Who holds it is asked
// where somebody does; where nobody does, what stands in the way of a new one is named.
func TestWhatIsLeftUnderALeaseFitsTheRequest(t *testing.T) {
	const (
		share = who + "seed: create-share s\nann: acquire-share-lease s duration=30 as l\nben: break-share-lease s " +
			"period=0\n"
		anew = "ann: acquire-share-lease s duration=-1 as n\n"
		file = who + "seed: create-share s\nseed: create-file s/f 4\nann: acquire-file-lease s/f duration=-1 as l\n"
		wiki = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a " +
			"duration=60 as l\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want, never string
	}{
		{"a delete that snapshots would stop", share + "ben: snapshot-share s\nann: send delete-share s " +
			"lease=$l.lease as p\ndeliver p\nanswer p\n" +
			anew, engine.LeaseOver, "read what is there, decide whether it is still to be deleted", "redo the change"},
		{"a read", file + "ann: change-file-lease s/f lease=$l.lease id=guid:N as m\nann: release-file-lease s/f " +
			"lease=$m.lease\nann: get-file s/f lease=$l.lease\nann: acquire-file-lease s/f duration=-1 as n\n",
			engine.LeaseOver, "Send it with the lease's current id.", "redo the change"},
		{"an open stands in the way", file + "ben: break-file-lease s/f\nben: smb-create s/f access=W share=RWD\n" +
			"ann: put-range s/f A range=0-0 lease=$l.lease\n", engine.LeaseOver,
			"no lease stands now, and an acquire would get 409 Conflict: Ben's #5 stands in its way.", "whoever holds"},
		{"another holds it for ever", who + "seed: create-container wiki\nseed: put-blob wiki/a v1\n" +
			"ann: acquire-blob-lease wiki/a duration=-1 as l\nben: break-blob-lease wiki/a\nben: acquire-blob-lease " +
			"wiki/a duration=-1\nann: put-blob wiki/a v2 lease=$l.lease\n", engine.IsLeased,
			"whoever holds the lease now", "no lease stands"},
	} {
		saysAtEnd(t, c.lines, c.kind, c.want, c.never)
	}
}

// A lease that is being broken cannot be renewed (engine/blob/rules.md, LeaseIsBrokenAndCannotBeRenewed): who holds it
// and asks for it once more is not told to.
func TestALeaseThatIsBeingBrokenIsNotToBeRenewed(t *testing.T) {
	r := roomtest.Of(t, "case.race", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"+
		"seed: put-blob wiki/a v1\nann: send acquire-blob-lease wiki/a duration=-1 as l\ndouble l\ndeliver l\n"+
		"answer l\nann: break-blob-lease wiki/a period=30\ndeliver l'\n")
	said, seen := "", map[conflict.Finding]bool{}
	for err := error(nil); err == nil && said == ""; _, err = r.Step() {
		newlyKnown(r.View(), seen, func(c conflict.Finding) { said = advice.For(r.View(), c).Say })
	}
	if !strings.Contains(said, "and it is being broken: it ends at 00:30.0, and cannot be renewed.") {
		t.Error(said)
	}
}

// A lease keeps a writer out while it stands. One that had read nothing and sends the same again afterwards writes over
// what was written under it, as the comparison of guards shows in race f05; one that read first reads again.
func TestALeaseIsNoCureForWhoNeverReads(t *testing.T) {
	const (
		share = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/f 4\n"
		wrote = "ben: put-range s/f BB range=0-1\nann: put-range s/f AA range=0-1 from=m\n"
	)
	for lines, again := range map[string]bool{
		share + "ann: put-range s/f A range=0-0 as m\n" + wrote:                    true,
		share + "ann: put-range s/f A range=0-0 as m\nben: get-file s/f\n" + wrote: false,
	} {
		card, found := cardAtEnd(t, lines, engine.LostUpdate)
		stops := strings.Join(card.Stops, " ")
		if !found || !strings.Contains(stops, "A lease taken by Ana before #3: Ben's request would get 412.") ||
			strings.Contains(stops, "it would replace Ana's work: who waits for a lease reads") != again {
			t.Errorf("%s: %v %q", lines, found, stops)
		}
	}
}

// A break names no lease (engine/blob/rules.md; engine/share/rules.md): sent again it ends whichever stands by then.
func TestARetriedBreakMayEndAnothersLease(t *testing.T) {
	const (
		blob = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\nseed: create-container con\n" +
			"seed: put-blob con/b v0\nann: acquire-blob-lease con/b duration=-1 as a\n" +
			"ben: send break-blob-lease con/b as br\n"
		share = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\nseed: create-share sha\n" +
			"seed: create-file sha/f 5\nann: acquire-file-lease sha/f duration=-1 as a\n" +
			"ben: send break-file-lease sha/f as br\n"
	)
	const tell = "Tell Cat, who may still work under it"
	advisesBehind(t, []advised{
		{"another's", blob + "deliver br\nlose br\ncat: acquire-blob-lease con/b duration=-1 as c\n" +
			"ben: break-blob-lease con/b again=br\n", engine.NoAnswer, "", tell, "Nothing is left to send"},
		{"a file's", share + "deliver br\nlose br\ncat: acquire-file-lease sha/f duration=-1 as c\n" +
			"ben: break-file-lease sha/f again=br\n", engine.NoAnswer, "", tell, "Nothing is left to send"},
		{"what was meant", blob + "lose br\nben: break-blob-lease con/b again=br\n", engine.NoAnswer, "",
			"Nothing is left to send", "Tell"},
	})
}

// A release gets 409 under any id but that of the lease, which a break does not ask for (engine/blob/rules.md,
// "Leases"): who sends an id that was never the own never had the lease, and a lease without end stays.
func TestWhoWasNeverGivenALeaseIsNotToldThatItHasNone(t *testing.T) {
	const (
		wiki = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b one\n"
		open = "ben: release-blob-lease wiki/b lease=6c8ebe08-001e-00d8-71c9-789fb8000000\n"
		own  = "ben: acquire-blob-lease wiki/b duration=15 as m\nclock +20s\n"
	)
	advisesBehind(t, []advised{
		{"without end", wiki + "ann: acquire-blob-lease wiki/b duration=-1 as l\n" + open, engine.IsLeased, "",
			"does not end by itself: settle first whether Ana is still working. If not, break it, which needs no id",
			"Ana's now"},
		{"with an end", wiki + "ann: acquire-blob-lease wiki/b duration=30 as l\n" + open, engine.IsLeased, "",
			"the lease is Ana's, and ends at 00:30.0 unless it is renewed.", "Ana's now"},
		{"once the own", wiki + own + "ann: acquire-blob-lease wiki/b duration=-1 as l\n" +
			"ben: release-blob-lease wiki/b lease=$m.lease\n", engine.IsLeased, "",
			"The lease is Ana's now: Ben has none to give back.", "never given"},
	})
}

// A read needs no lease id in any state of the lease, and is refused for a wrong one (engine/blob/rules.md, "Using a
// blob while leased" and "Using a container while leased"; engine/share/rules.md, "Lease File"): there is nothing to
// wait for, and nothing to break.
func TestAReadUnderAWrongLeaseIDIsSentWithoutOne(t *testing.T) {
	const (
		head  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/b one\n"
		lease = "ann: acquire-blob-lease con/b duration=-1 as l\n"
		files = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/f 5\n"
		wrong = " lease=guid:B\n"
		say   = "without a lease id: that needs none. Only where it is agreed that whoever does so names the id, " +
			"ask Ana"
	)
	for _, row := range []struct{ race, say string }{
		{head + lease + "ben: get-blob con/b" + wrong, "Read it " + say},
		{head + "ann: acquire-blob-lease con/b duration=15\nben: get-blob-properties con/b" + wrong, "Read it " + say},
		{head + lease + "ben: snapshot-blob con/b" + wrong, "Take the snapshot " + say},
		{head + "ann: acquire-container-lease con duration=60\nben: get-container-properties con" + wrong,
			"Read it " + say},
		{files + "ann: acquire-file-lease s/f duration=-1\nben: get-file s/f" + wrong, "Read it " + say},
		{head + lease + "ann: release-blob-lease con/b lease=$l.lease\nben: get-blob con/b" + wrong,
			"Read it without a lease id: that needs none."},
	} {
		v := beforeTimers(t, row.race)
		marks := v.Marks()
		card, last := advice.For(v, marks[len(marks)-1].Finding), v.Exchange(v.Requests())
		if !strings.HasPrefix(card.Say, row.say) || card.Action != "read" || len(card.Inputs) == 0 {
			t.Errorf("%s%q %s", row.race, card.Action, card.Say)
			continue
		}
		if s, ok := card.Inputs[0].(engine.Send); !ok || s.Verb != last.Verb ||
			slices.ContainsFunc(s.Args, func(a engine.Arg) bool { return a.Name == "lease" }) {
			t.Errorf("%s%v", row.race, card.Inputs)
		}
	}
}

// The lease of a container keeps it from being deleted alone: any other change is let through without an id, and
// refused for a wrong one (engine/blob/rules.md, "Using a container while leased"). What was not read is read first,
// and who had worked under a lease of its own goes by an agreement.
func TestAChangeThatNeedsNoLeaseIDIsSentWithoutOne(t *testing.T) {
	const (
		con   = who + "seed: create-container con\n"
		wrong = " lease=guid:B\n"
		lease = "ann: acquire-container-lease con duration=60 as l\n"
		set   = "ben: set-container-metadata con meta.a=1"
		sends = "Send it without a lease id: this change needs none. Only where it is agreed that the holder alone"
		waits = "acquire it"
	)
	advisesBehind(t, []advised{
		{"metadata of a container", con + lease + set + wrong, engine.IsLeased, "retry", sends, waits},
		{"its access policies", con + lease + "ben: set-container-acl con policy.p=r" + wrong, engine.IsLeased,
			"retry", sends, waits},
		{"over what was not read", con + "ann: set-container-metadata con meta.a=z\n" + lease + set + wrong,
			engine.IsLeased, "read", "put the change into it, and send it without a lease id", waits},
		{"one's own that is over", con + "ben: acquire-container-lease con duration=15 as o\nclock +20s\n" + lease +
			set + " lease=$o.lease\n", engine.IsLeased, "", "without one it gets 200 OK at once. Where it is agreed " +
			"that only the holder makes it, stop: Ana holds it until", "break"},
		{"a delete", con + lease + "ben: delete-container con" + wrong, engine.IsLeased, "wait, lease anew",
			"Ana holds it until", "without a lease id"},
		{"a write of a blob", con + "seed: put-blob con/b one\nann: acquire-blob-lease con/b duration=60\n" +
			"ben: put-blob con/b two" + wrong, engine.IsLeased, "wait, lease anew", "Ana holds it until",
			"without a lease id"},
	})
}

// What is asked of a lease where none stands, and what a release meets that was done before, leaves nothing to do
// (engine/lease/rules.md, "States and actions", Available).
func TestWhereNoLeaseStandsNothingIsLeftToEndOfIt(t *testing.T) {
	const (
		head  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/b one\n"
		lease = "ann: acquire-blob-lease con/b duration=60 as l\n"
		gone  = lease + "ann: release-blob-lease con/b lease=$l.lease\n"
		lost  = "ann: send release-blob-lease con/b lease=$l.lease as r\ndeliver r\nlose r\n" +
			"ann: release-blob-lease con/b lease=$l.lease again=r\n"
	)
	advisesBehind(t, []advised{
		{"a break", head + "ben: break-blob-lease con/b\n", "", "", "no lease of con/b: nothing is left to break.", ""},
		{"a release", head + gone + "ben: release-blob-lease con/b lease=guid:B\n", "", "",
			"no lease of con/b: nothing is left to give back.", "Correct the request"},
		{"a renewal", head + "ben: renew-blob-lease con/b lease=guid:B\n", "", "", "has to acquire it first.",
			"Correct the request"},
		{"an acquire without an answer", head + "ann: send acquire-blob-lease con/b duration=60 id=guid:A as l\n" +
			"lose l\nann: put-blob con/b two lease=guid:A\n", "", "lease",
			"no lease stands under the id that it proposed. Send it again", "Correct the request"},
		{"one's own echo", head + lease + lost, engine.OwnEcho, "", "either way nothing is left to give back.",
			"before the work goes on"},
	})
}

// A lease goes with its blob or container, and what is made under that name afterwards is another thing
// (engine/conflict/rules.md, lease-over: "went with its blob"; engine/blob/rules.md, "Leases").
func TestALeaseOfWhatIsGoneIsNotTakenOfWhatCameAfter(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b v1\n" +
			"ann: acquire-blob-lease cont/b duration=15 as l\nann: get-blob cont/b\nclock +16s\n"
		kill = "ben: delete-blob cont/b\n"
		made = "ben: put-blob cont/b new\n"
		file = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/f 5\n" +
			"ann: acquire-file-lease docs/f duration=-1 as l\nann: delete-file docs/f lease=$l.lease\n"
		put = "ann: put-blob cont/b v2 lease=$l.lease\n"
	)
	advises(t, []advised{
		{"removed and made anew", head + kill + made + put, engine.LeaseOver, "read",
			"Stop the work, and settle first whether #7 belongs to what is there now", "acquire the lease again"},
		{"removed by its holder, and made anew", file + "ben: create-file docs/f 6\n" +
			"ann: put-range docs/f xx range=0-1 lease=$l.lease\n", engine.LeaseOver, "read",
			"Ben's #5 made docs/f anew, after #4 had removed it: that is another thing. Read it. Stop the work, and " +
				"settle first whether #6 belongs to what is there now", "acquire the lease again"},
		{"and made anew by its holder", file + "ann: create-file docs/f 6\n" +
			"ann: put-range docs/f xx range=0-1 lease=$l.lease\n", engine.LeaseOver, "lease anew",
			"acquire the lease again", "another thing"},
		{"changed", head + made + put, engine.LeaseOver, "lease anew",
			"acquire the lease again and read: if that claims it", "settle first"},
	})
}

// A renewal without an answer, and another has taken the lease since: the end of that one's lease is no moment from
// which the old id would renew again, and until an answer comes the holder goes by the end that it was told.
func TestALostRenewalIsNotForetoldToPass(t *testing.T) {
	const lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: put-blob own/h x\n" +
		"ann: acquire-blob-lease own/h duration=15 as a\nann: send renew-blob-lease own/h lease=$a.lease as r\nlose r\n"
	if card, found := cardOf(t, lost, engine.NoAnswer, 0); !found || strings.Contains(card.Say, "stop the work") {
		t.Errorf("in time: %q", card.Say)
	}
	for _, row := range []struct{ name, lines, want, never string }{
		{"late", lost + "clock +15.5s\n", "stop the work. Renew it again, and go on only if that is accepted.",
			"that is safe"},
		{"taken", lost + "clock +15.5s\nben: acquire-blob-lease own/h duration=15\n",
			"stop the work. The same again would get 409 Conflict.", "until 00:3"},
	} {
		card, found := cardAtEnd(t, row.lines, engine.NoAnswer)
		said := card.Say + " " + strings.Join(card.Others, " ")
		if !found || !strings.Contains(said, row.want) || strings.Contains(said, row.never) {
			t.Errorf("%s: %q", row.name, said)
		}
	}
}

// The lease of what is moved is named apart from that of its new name (engine/share/rules.md, "Lease File"): who sent
// its own id as the other's is told where it belongs, and nothing is to be put into what moves.
func TestTheLeaseOfASourceIsNamed(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/g 4\n" +
		"seed: create-file docs/f 4\nann: acquire-file-lease docs/g duration=-1 as l\n" +
		"ann: rename-file docs/f source=docs/g lease=$l.lease replace=true\n"
	advises(t, []advised{
		{"over another", lines, engine.IsLeased, "lease",
			"Send it with the lease's current id, as source-lease.", "put the change into it"},
		{"under a new name", strings.Replace(lines, "docs/f source", "docs/k source", 1), engine.IsLeased, "lease",
			"Send it with the lease's current id, as source-lease.", ""},
	})
}

// Who releases by a wrong id while its own lease stands, under an id that no answer told, still has that lease
// (engine/blob/rules.md and engine/share/rules.md, Leases): only where it knows the id of what stands, or none does, is
// nothing left to give back.
func TestALeaseUnderAnUnheardIDIsLeftToGiveBack(t *testing.T) {
	const (
		blob  = who + "seed: create-container box\nseed: put-blob box/a one\n"
		lost  = " as l\ndeliver l\nlose l\n"
		wrong = " lease=aaaaaaaa-0000-0000-0000-000000000009\n"
		own   = "The lease is one's own, under an id that was never heard. "
		for60 = own + "Wait until 01:00.0, or break it if nobody else can have taken it."
		ever  = own + "It does not end by itself: break it if nobody else can have taken it."
		none  = "nothing is left to give back"
	)
	const broken = blob + "ben: acquire-blob-lease box/a duration=-1 as m\nann: release-blob-lease box/a" + wrong +
		"ben: break-blob-lease box/a\n"
	advisesBehind(t, []advised{
		{"a blob's, without end", blob + "ann: send acquire-blob-lease box/a duration=-1" + lost +
			"ann: release-blob-lease box/a" + wrong, engine.IsLeased, "", ever, none},
		{"a blob's, which ends", blob + "ann: send acquire-blob-lease box/a duration=60" + lost +
			"ann: release-blob-lease box/a" + wrong, engine.IsLeased, "", for60, none},
		{"a container's", blob + "ann: send acquire-container-lease box duration=-1" + lost +
			"ann: release-container-lease box" + wrong, engine.IsLeased, "", ever, none},
		{"a share's", who + "seed: create-share docs\nann: send acquire-share-lease docs duration=60" + lost +
			"ann: release-share-lease docs" + wrong, engine.IsLeased, "", for60, none},
		{"a file's", who + "seed: create-share docs\nseed: create-file docs/a 4\n" +
			"ann: send acquire-file-lease docs/a duration=-1" + lost + "ann: release-file-lease docs/a" + wrong,
			engine.IsLeased, "", ever, none},
		{"being broken", blob + "ann: send acquire-blob-lease box/a duration=60" + lost +
			"ann: release-blob-lease box/a" + wrong + "ben: break-blob-lease box/a period=20\n", engine.IsLeased, "",
			own + "It is being broken, and ends at ", none},
		{"taken behind another's", broken + "ann: send acquire-blob-lease box/a duration=-1" + lost, engine.IsLeased,
			"", ever, none},
		{"and heard", broken + "ann: acquire-blob-lease box/a duration=-1\n", engine.IsLeased, "", none, "never heard"},
		{"none stands", broken, engine.IsLeased, "", none, "never heard"},
	})
}
