package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A file that a close deletes (engine/share/rules.md, "Deleting over SMB": X2, X8) and that is made anew is one that
// whoever asked for the deletion takes for gone, and what was lost with it goes into what is there now, so that this is
// not lost in its turn. Whoever has been shown it since knows.
func TestWhatIsMadeAnewBehindADeleteAtTheCloseIsTold(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-share s\n" +
			"seed: create-file s/f size=4\ncy: get-file s/f\nben: smb-create s/f access=R share=RWD as b\n"
		onClose = "ann: smb-create s/f access=D share=RWD delete-on-close=true as a\nann: smb-close $a.handle\n"
		marked  = "ann: smb-create s/f access=D share=RWD as a\nann: smb-set-disposition $a.handle delete=true\n" +
			"ann: smb-close $a.handle\n"
		refused = "cy: put-range s/f x range=0-0\nben: smb-close $b.handle\n"
		anew    = "cy: create-file s/f size=4\n"
		tell    = "Ana had removed it and does not know: tell Ana that #"
		removed = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-share s\n" +
			"seed: create-file s/f size=4\nann: smb-create s/f access=RD share=RWD delete-on-close=true as a\n" +
			"ann: smb-read $a.handle\nben: put-range s/f bbbb range=0-3\nann: smb-close $a.handle\n"
		write = "it is Ben's to write again."
		into  = "and what is there now was made by Cy's #7. If it is still wanted, it is Ben's to put into that."
	)
	advises(t, []advised{
		{"asked for at the open", who + onClose + refused + anew, engine.SharedFile, "retry", tell, ""},
		{"asked for through a handle", who + marked + refused + anew, engine.SharedFile, "retry", tell, ""},
		{"by an open", who + onClose + refused + "cy: smb-create s/f access=RW share=RWD disposition=CREATE\n",
			engine.SharedFile, "", tell, ""},
		{"it has read it since", who + onClose + refused + anew + "ann: get-file s/f\n", engine.SharedFile, "retry",
			"Cy's own #", "does not know"},
		{"gone and not made anew", who + onClose + refused, engine.SharedFile, "", "Settle with Ana", "does not know"},
		{"what went with it", removed, engine.LostUpdate, "", write, "made by"},
		{"what went with it, made anew", removed + anew, engine.LostUpdate, "", into + " " + tell, "write again"},
		{"what went with it, its remover told", removed + anew + "ann: get-file s/f\n", engine.LostUpdate, "", into,
			"does not know"},
	})
}

// The same of a plain delete, in any service: whoever removed a thing and has been shown it since knows that it is
// there again.
func TestWhoHasSeenWhatWasMadeAnewIsNotToldOfIt(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/k one\n" +
		"ann: get-blob wiki/k as a\nben: delete-blob wiki/k\nann: put-blob wiki/k two if-match=$a.etag\n" +
		"ann: put-blob wiki/k two if-none-match=*\n"
	for read, tells := range map[string]bool{"": true, "ben: get-blob wiki/k\n": false,
		"ben: get-blob-properties wiki/k\n": false, "ben: list-blobs wiki\n": false} {
		card, _ := cardAtEnd(t, lines+read, engine.IsGone)
		if strings.Contains(card.Say, "Ben had removed it and does not know") != tells {
			t.Errorf("%q: %s", read, card.Say)
		}
	}
}

// Two claims at once, of which one is answered 409 (engine/bucket/rules.md, "The write rule": W5): a winner that gives
// its own back has lost nothing by the other's, which was never there before.
func TestAClaimBehindOneThatWasGivenBackBringsNothingBack(t *testing.T) {
	const scene = "set bucket.contention=on\n" + who + "seed: create-bucket lake\n" +
		"ann: send put-object lake/c ann if-none-match=* as a\nben: send put-object lake/c ben if-none-match=* as b\n" +
		"arrive a\narrive b\ndeliver a\ndeliver b\nanswer a\nanswer b\nben: delete-object lake/c\n"
	advises(t, []advised{
		{"the claim once more", scene + "ann: put-object lake/c ann if-none-match=* again=a\n", engine.TwoAtOnce, "",
			"Nothing is left to send.", "does not know"},
	})
}

// While a handle shares no reading, no read gets through (engine/share/rules.md, "What a share mode makes REST
// refuse"): a card that has something read says what has to come first. It offers no read that would be refused.
func TestNoCardHasReadWhatNobodyCanRead(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/g size=4\n" +
			"ben: smb-create s/f access=RW share=%s disposition=CREATE as b\nann: rename-file s/f source=s/g\n"
		wait = "No read is let through before Ben closes it: wait for that, or settle with Ben first."
	)
	with := func(share string) string { return strings.Replace(who, "%s", share, 1) }
	advises(t, []advised{
		{"shared with nobody", with("none"), engine.AlreadyThere, "", "Read what is there", ""},
		{"and what comes first", with("none"), engine.AlreadyThere, "", wait, ""},
		{"closed", with("none") + "ben: smb-close $b.handle\n", engine.AlreadyThere, "read", "Read", "let through"},
		{"shared for reading", with("R"), engine.AlreadyThere, "read", "Read", "let through"},
		{"bytes locked", with("RW") + "ben: smb-lock $b.handle offset=0 length=4\n", engine.AlreadyThere, "",
			"before Ben unlocks the bytes", ""},
		{"marked for deletion", strings.Replace(with("RWD"), "access=RW", "access=RWD", 1) +
			"ben: smb-set-disposition $b.handle delete=true\n", engine.AlreadyThere, "",
			"No read is let through while it is marked for deletion.", ""},
	})
}

// What kept a request off and was lifted since is named with whose doing that was.
func TestWhoGaveItFreeIsNamed(t *testing.T) {
	const (
		hold = who + "seed: create-bucket lake object-lock=true\nann: put-object lake/k one as k\n" +
			"ben: put-object-legal-hold lake/k legal-hold=ON\nann: delete-object lake/k version-id=$k.version-id\n"
		taken = who + "seed: create-share s\nseed: create-file s/f size=4\nseed: set-share-acl s policy.editor=rw\n" +
			"ben: set-share-acl s policy.b=r\nann: put-range s/f x range=0-0 under=editor\n"
	)
	advises(t, []advised{
		{"a hold", hold, engine.ByPolicy, "", "The version stays until its legal hold is lifted.", "is over"},
		{"a hold, lifted", hold + "ben: put-object-legal-hold lake/k legal-hold=OFF\n", engine.ByPolicy, "",
			"What kept the version is over since Ben's #5: the same again would be done.", ""},
		{"a policy", taken, engine.ByPolicy, "", "Ben took access policy editor away", "again,"},
		{"a policy, set again", taken + "ben: set-share-acl s policy.editor=rw\n", engine.ByPolicy, "retry",
			"The permission is there again, as Ben's #6 set it: send the same again.", ""},
	})
}

// What is done by hand goes through the very moment at which the harm came: where the other's work came while the
// request was on its way, that had been read as well when it was sent, and the same with a guard would meet nothing.
func TestAGuardMeetsWhatCameWhileTheRequestWasOnItsWay(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/f v0\n"
		late  = "deliver w\nanswer w\n"
		lease = who + "seed: put-blob wiki/l x\nlock blob wiki/l covers blob wiki/f\n" +
			"ann: acquire-blob-lease wiki/l duration=15\nann: get-blob wiki/f as a\n" +
			"ann: send put-blob wiki/f ann from=a as w\nclock +15s\nben: acquire-blob-lease wiki/l duration=60\n" +
			"ben: put-blob wiki/f ben\n" + late
		plain = who + "ann: get-blob wiki/f as a\nben: get-blob wiki/f as b\n" +
			"ann: send put-blob wiki/f ann from=a as w\nben: put-blob wiki/f ben if-match=$b.etag\n" + late
	)
	for _, c := range []struct {
		name, lines, say string
		kind             engine.Trouble
	}{
		{"a lease that ended meanwhile", lease, "Go back to where #6 was on its way, on a new branch, and have it " +
			"arrive with a guard. There it is refused (412 Precondition Failed), and Ben's #8 stays.",
			engine.StaleHolder},
		{"no lock at all", plain, "and Ben's #6 stays.", engine.LostUpdate},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if !found || card.Action != "guard" || !strings.HasSuffix(card.Say, c.say) ||
			card.Foretold != "412 Precondition Failed" {
			t.Errorf("%s: %v %q %s, foretold %q", c.name, found, card.Action, card.Say, card.Foretold)
		}
	}
}

// What a client keeps in its cache goes with a handle that is closed by force, and that client hears of it at its next
// use of the handle alone (engine/share/rules.md, F14): until then it is to be told.
func TestWhoseCacheWasThrownAwayIsTold(t *testing.T) {
	const (
		lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/f size=4\n" +
			"ann: smb-create s/f access=RW share=RW oplock=RWH as a\nann: smb-write $a.handle AA\n" +
			"set ann.responsive=off\nben: force-close-handles s/f handle=*\n"
		tell = "Tell Ana that #5 closed its handle, and that what #4 had written into its cache is lost"
	)
	advises(t, []advised{
		{"not heard of", lines, engine.LostUpdate, "read", tell, "has been told"},
		{"heard of", lines + "ann: smb-read $a.handle\n", engine.LostUpdate, "read",
			"Ana has been told that its handle is closed", "Tell Ana"},
	})
}

// A renewal, a rename and a delete of what is gone by now leave nothing to do, in their own words, and nobody settles
// with itself.
func TestWhatIsLeftIsSaidOfWhatWasAsked(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/f size=4\n"
	advisesBehind(t, []advised{
		{"a renewal while the share is being deleted", who + "ann: acquire-share-lease s duration=15 as l\n" +
			"clock +20s\nben: delete-share s\nann: renew-share-lease s lease=$l.lease\n", engine.Unfinished, "",
			"s is gone, by Ben's #4 (delete-share): nothing is left to renew.", "read"},
		{"a delete of what its sender renamed", who + "ben: smb-create s/f access=R share=R as b\n" +
			"ann: delete-file s/f\nben: smb-close $b.handle\nann: rename-file s/g source=s/f\n", engine.SharedFile, "",
			"s/f is s/g now, by Ana's #6 (rename-file). Decide what is to become of it.", "Settle with Ana"},
		{"a rename behind the break of a lease, which puts nothing there", who +
			"ann: acquire-file-lease s/f duration=-1\nben: rename-file s/g source=s/f\nann: break-file-lease s/f\n" +
			"ben: rename-file s/g source=s/f\n",
			engine.IsLeased, "", "Ben's #6 has gone through since.", "had put"},
	})
}
