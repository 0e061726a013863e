package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// A version that is replaced, or hidden by a delete marker, can be read by its id, and one that was deleted by its id
// is gone for good (engine/bucket/rules.md, "Versioning"). Whoever was shown by a listing which version stands there
// knows the one that it names (engine/conflict/rules.md, "Words", "By its tag").
func TestAVersionThatIsKeptIsTold(t *testing.T) {
	const (
		head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket ver\n" +
			"seed: put-bucket-versioning ver Enabled\nseed: put-object ver/k v0\nana: get-object ver/k as g\n"
		put  = "ben: put-object ver/k bens as b\n"
		take = "tell ana $b.version-id\nana: delete-object ver/k version-id=$b.version-id\n"
		kept = "is kept: a read with version-id"
	)
	null := strings.Replace(head, "Enabled\n", "Enabled\nseed: put-bucket-versioning ver Suspended\n", 1)
	for _, c := range []struct{ name, lines, says, others string }{
		{"replaced", head + put + "ana: put-object ver/k anas\n", "", kept},
		{"hidden", head + put + "ana: delete-object ver/k\n", "", kept},
		{"taken away", head + put + take, "took this version away for good", ""},
		{"a null version that was replaced", null + put + "ana: put-object ver/k anas\n", "", ""},
		{"a null marker that was replaced", null + "ben: delete-object ver/k\nana: put-object ver/k anas\n", "", ""},
		{"without versions", strings.Replace(head, "seed: put-bucket-versioning ver Enabled\n", "", 1) + put +
			"ana: put-object ver/k anas\n", "", ""},
	} {
		card, found := cardAtEnd(t, c.lines, engine.LostUpdate)
		others := strings.Join(card.Others, " ")
		if !found || !strings.Contains(card.Say, c.says) || !strings.Contains(others, c.others) ||
			c.others == "" && strings.Contains(others, kept) {
			t.Errorf("%s: %v %q %q", c.name, found, card.Say, card.Others)
		}
	}
	for _, own := range []string{"", "ana: delete-object ver/k version-id=$d.version-id\n"} {
		race := head + "ana: delete-object ver/k as d\nben: put-object ver/k bens if-none-match=*\n" + own +
			"ana: list-object-versions ver as l\nana: delete-object ver/k version-id=$l.0.version-id\n"
		if card, found := cardAtEnd(t, race, engine.LostUpdate); found {
			t.Errorf("what a listing named was marked: %s", card.Say)
		}
	}
}

// A version that somebody took away for good is gone (the referee's rules, "Refused", gone: a write of what an event
// removed): it cannot be created, and the key may stand as it did (engine/bucket/rules.md, "Versioning"). Of one that
// never was nobody has anything, and no request makes one under an id that it names.
func TestAVersionThatWasTakenAwayIsGone(t *testing.T) {
	const (
		kept = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
			"seed: put-bucket-versioning lake Enabled\nann: put-object lake/k one as p\n" +
			"ann: put-object lake/k two as q\ntell ben $p.version-id\ntell ben $q.version-id\n"
		first  = kept + "ben: delete-object lake/k version-id=$p.version-id\n"
		listed = kept + "ben: delete-objects lake [k version-id=$p.version-id]\n"
		copies = "ann: copy-object lake/c source=lake/k source-version-id=$p.version-id\n"
		tags   = "ann: put-object-tagging lake/k version-id=$p.version-id tag.a=b\n"
		part   = "ann: create-multipart-upload lake/m as u\nann: upload-part-copy lake/m upload=$u.upload part=1 " +
			"source=lake/k source-version-id=$p.version-id\n"
		other = "The version is gone, and nothing brings it back. Settle whether what lake/k holds now will do."
		never = "No such version is there, and none is made under an id of one's own"
	)
	advises(t, []advised{
		{"a copy", first + copies, engine.IsGone, "", other, "Create"},
		{"one of a list", listed + copies, engine.IsGone, "", other, "Create"},
		{"one's own removal", kept + "ann: delete-object lake/k version-id=$p.version-id\n" + copies, engine.IsGone, "",
			other, "Create"},
		{"a copied part", first + part, engine.IsGone, "", other, "Create"},
		{"tags", first + tags, engine.IsGone, "", "Settle whether the same is wanted of what lake/k holds now.",
			"Create"},
		{"nothing is left", first + "ben: delete-object lake/k version-id=$q.version-id\n" + copies, engine.IsGone, "",
			"nothing brings it back. Stop.", "holds now"},
		{"hidden", first + "ben: delete-object lake/k\n" + copies, engine.IsGone, "", "nothing brings it back. Stop.",
			"holds now"},
		{"one that never was", kept + "ann: copy-object lake/c source=lake/k source-version-id=nope\n", "", "", never,
			"Create"},
	})
}

// The same holds of a snapshot that never was.
func TestASnapshotThatNeverWasCannotBeCreated(t *testing.T) {
	advises(t, []advised{
		{"a copy", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/a v1\n" +
			"ann: copy-blob wiki/b source=wiki/a source-snapshot=2026-01-05T09:00:00.0000000Z\n", "", "",
			"No such snapshot is there", "Create"},
	})
}

// No request brings a snapshot back (engine/blob/rules.md, "Blob": a snapshot is read-only), and the blob that it was
// one of is still there: a card never says of that that it is gone.
func TestASnapshotThatIsGoneIsNotCreatedAgain(t *testing.T) {
	const head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b 1\n" +
		"ana: snapshot-blob wiki/b as s\ntell ben $s.snapshot\nben: delete-blob wiki/b snapshot=$s.snapshot\n"
	const copied = "ana: copy-blob wiki/c source=wiki/b source-snapshot=$s.snapshot\n"
	for _, c := range []struct{ lines, want string }{
		{head + copied, "Settle whether what wiki/b holds now will do."},
		{head + copied + "ben: delete-blob wiki/b\n", "nothing brings it back. Stop."},
		{head + "ana: delete-blob wiki/b snapshot=$s.snapshot\n", "The snapshot is gone already: nothing is left"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.IsGone)
		if !found || !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, "It is gone") ||
			strings.Contains(card.Say, "wanted again") || card.Action != "" {
			t.Errorf("%s: %v %s %q", c.lines, found, card.Say, card.Action)
		}
	}
}

// A snapshot is no new state of its blob, whose ETag stays (Azure REST, "Snapshot Blob"): what takes it away is the
// word that takes the snapshots too, and without that the delete is refused ("Delete Blob").
func TestASnapshotGoesWithItsOwnWord(t *testing.T) {
	const lines = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\nana: put-blob docs/x 2 as p\n" +
		"ben: snapshot-blob docs/x\nana: delete-blob docs/x if-match=$p.etag"
	card, found := cardAtEnd(t, lines+" snapshots=include\n", engine.LostUpdate)
	stops := slices.ContainsFunc(card.Stops, func(s string) bool {
		return strings.HasPrefix(s, "Without snapshots=include")
	})
	if !found || !stops || !strings.Contains(card.Say, "the snapshot that #3 had taken") || len(card.Stops) != 1 {
		t.Errorf("%v %s %q", found, card.Say, card.Stops)
	}
	if unread := roomtest.AtEnd(t, lines+" snapshots=include\n").Unread(); unread != "" {
		t.Errorf("it is told twice: %s", unread)
	}
	card, found = cardAtEnd(t, lines+"\n", engine.AlreadyThere)
	if !found || !strings.Contains(card.Say, "settle with Ben") || card.Action != "" {
		t.Errorf("%v %q %s", found, card.Action, card.Say)
	}
	card, found = cardAtEnd(t, strings.Replace(lines, "ben: snap", "ana: snap", 1)+"\n", engine.AlreadyThere)
	if !found || card.Action != "delete" {
		t.Errorf("one's own: %v %q %s", found, card.Action, card.Say)
	}
}

// A delete in a bucket that keeps versions hides what was there under a marker, and to delete the marker brings it
// back (engine/bucket/rules.md, "Versioning"): that is said before anybody writes anything again, and not of a bucket
// without versions or of what somebody else has put there since.
func TestADeleteMarkerIsTakenAway(t *testing.T) {
	const (
		plain   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
		kept    = plain + "seed: put-bucket-versioning lake Enabled\n"
		put     = "seed: put-object lake/k v0\n"
		lost    = put + "ann: get-object lake/k as r\nben: put-object lake/k ben1\nann: delete-object lake/k from=r\n"
		refused = put + "ben: get-object lake/k as r\nann: delete-object lake/k from=none\n" +
			"ben: put-object lake/k v1 if-match=$r.etag\n"
		first  = "first take the delete marker away: delete-object with version-id"
		again  = "may write anything else again"
		settle = "takes Ana's delete marker away, and what it hides is there again"
	)
	for _, c := range []struct {
		name, race  string
		kind        engine.Trouble
		want, never string
	}{
		{"hidden unread", kept + lost, engine.LostUpdate, first, again},
		{"no versions", plain + lost, engine.LostUpdate, again, first},
		{"and put anew", kept + lost + "ann: put-object lake/k z\n", engine.LostUpdate, "", first},
		{"met as gone", kept + refused, engine.IsGone, settle, first},
		{"gone for good", plain + refused, engine.IsGone, "", settle},
	} {
		card, found := cardAtEnd(t, c.race, c.kind)
		says := func(what string) bool {
			return slices.ContainsFunc(card.Others, func(s string) bool { return strings.Contains(s, what) })
		}
		if !found || c.want != "" && !says(c.want) || says(c.never) {
			t.Errorf("%s: %v %q", c.name, found, card.Others)
		}
	}
}

// A deleted blob is kept for as many days as the policy has it, and comes back as it was; where something is made anew
// under its name, nothing does (engine/blob/rules.md, "Soft delete").
func TestWhatIsKeptCanBeBroughtBack(t *testing.T) {
	const (
		head  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\nseed: put-blob docs/a 1\n"
		lost  = "ben: delete-blob docs/a\nann: put-blob docs/a 2\nben: delete-blob docs/a\n"
		stale = "ann: get-blob docs/a as g\nben: delete-blob docs/a\nann: put-blob docs/a 2 if-match=$g.etag\n"
		until = "Until 168:00:00.0 undelete-blob brings back what was deleted."
	)
	for _, c := range []struct {
		lines string
		kind  engine.Trouble
		until bool
		say   string
	}{
		{head + softDelete + lost, engine.LostUpdate, true, ""},
		{head + softDelete + stale, engine.IsGone, true, ""},
		{head + lost, engine.LostUpdate, false, ""},
		{head + stale, engine.IsGone, false, ""},
		{head + softDelete + stale + "ben: put-blob docs/a 3\n", engine.IsGone, false, ""},
		{head + softDelete + lost + "clock +700000s\n", engine.LostUpdate, false, ""},
		{head + softDelete + lost + "ben: undelete-blob docs/a\n", engine.LostUpdate, false, "Tell Ana"},
		{head + softDelete + lost + "ann: undelete-blob docs/a\n", engine.LostUpdate, false,
			"Ana's #7 has brought it back"},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if !found || slices.Contains(card.Others, until) != c.until || !strings.Contains(card.Say, c.say) {
			t.Errorf("%s%v %q %q, want %v %q", c.lines, found, card.Say, card.Others, c.until, c.say)
		}
	}
}

// Without a policy of the service nothing that was deleted is kept, and with one for its days alone
// (engine/blob/rules.md, "Soft delete"): what another deleted is settled with that one, and has to be made again.
func TestAnUndeleteOfWhatIsNotKeptIsToldSo(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\nseed: put-blob docs/a 1\n"
		days = "seed: set-blob-service-properties devstore property.DeleteRetentionPolicy=" +
			"\"<Enabled>true</Enabled><Days>1</Days>\"\n"
		gone, back = "ann: delete-blob docs/a\n", "ben: undelete-blob docs/a\n"
		settle     = " Settle with Ana whether it is wanted again. If it is, it has to be made again from what "
		over       = "What was deleted was kept until 24:00:00.0: nothing of docs/a can be brought back any more."
	)
	advisesBehind(t, []advised{
		{"never kept", who + gone + back, engine.IsGone, "", "Nothing of docs/a is kept that could be brought back." +
			settle, ""},
		{"one's own", who + "ben: delete-blob docs/a\n" + back, engine.IsGone, "", "Nothing of docs/a is kept that " +
			"could be brought back. If it is still wanted, it has to be made again", "ettle"},
		{"too late", who + days + gone + "clock +90000s\n" + back, engine.IsGone, "", over + settle, ""},
		{"one's own, too late", who + days + "ben: delete-blob docs/a\nclock +90000s\n" + back, engine.IsGone, "",
			over + " If it is still wanted, it has", "ettle"},
		{"made again since", who + days + gone + "clock +90000s\n" + back + "ann: put-blob docs/a 2\n",
			engine.IsGone, "read", "is there anew since Ana's #6", "brought back any more"},
	})
}

// That a thing stands there again is the work of who brought it back (conflict/rules.md, "What is brought back"): by
// whom it was made, which may be who met it, is not what stood in the way.
func TestWhoMeetsWhatWasBroughtBackSettlesItWithWhoDid(t *testing.T) {
	const (
		who    = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\n"
		kept   = who + "seed: create-container docs\n" + softDelete
		made   = kept + "ben: put-blob docs/a 1\n"
		gone   = "ben: delete-blob docs/a\n"
		absent = "ben: put-blob docs/a 2 if-none-match=*\n"
		back   = "ann: undelete-blob docs/a\n"
		again  = "docs/a was gone, and is back as it was since Ana's #5. Read it. Settle with Ana whether it is to " +
			"stay."
		lake = who + "seed: create-bucket lake\nseed: put-bucket-versioning lake Enabled\n" +
			"ann: put-object lake/a one\nben: delete-object lake/a as d\n" +
			"ben: delete-object lake/a version-id=$d.version-id\nann: put-object lake/a two if-none-match=*\n"
	)
	advisesBehind(t, []advised{
		{"one's own, back by another", made + gone + back + absent, engine.AlreadyThere, "read", again, "maker"},
		{"another's", kept + "cem: put-blob docs/a 1\n" + gone + back + absent, engine.AlreadyThere, "read", again,
			"Cy"},
		{"back by oneself", made + gone + "ben: undelete-blob docs/a\n" + absent, engine.AlreadyThere, "read",
			"since Ben's #5. Read it. Decide whether it is to stay.", "maker"},
		{"made again since it was back", made + gone + back + "cem: put-blob docs/a 3\n" + absent,
			engine.AlreadyThere, "read", "the refusal does not say who made it", "is back"},
		{"replaced behind the refusal", made + gone + back + absent + "cem: put-blob docs/a 3\n",
			engine.AlreadyThere, "read", "", "is back"},
		{"its marker taken away", lake, engine.AlreadyThere, "read", "lake/a was gone, and is back as it was since " +
			"Ben's #5. Read it. Settle with Ben", "made it"},
	})
	asked := " asked to write only if nothing was there."
	for lines, first := range map[string]string{
		made + gone + back + absent: "Ana brought docs/a back with #5. Ben" + asked,
		lake:                        "Ben deleted the delete marker of lake/a with #5, which brought back what it hid.",
		made + gone + back + "cem: put-blob docs/a 3\n" + absent: "Cy saved v",
	} {
		v, told := behindLines(t, lines), ""
		for _, tr := range v.Troubles() {
			told = v.Story(tr.Finding).First
		}
		if !strings.HasPrefix(told, first) {
			t.Errorf("%s: %q, want %q", lines, told, first)
		}
	}
}

// Who brought something back is told what became of that, and not to write it again (conflict/rules.md, "What is
// brought back"); where it is back once more nothing is left to tell.
func TestWhoBroughtItBackIsTold(t *testing.T) {
	const back = who + softDelete + "seed: create-container docs\n" +
		"seed: put-blob docs/a one\nann: delete-blob docs/a\nben: undelete-blob docs/a\n"
	for lines, want := range map[string]string{
		back + "ann: delete-blob docs/a\n": "Tell Ben that #6 deleted what #5 had brought back, and settle whether " +
			"it is to be there.",
		back + "ann: put-blob docs/a two\n": "tell Ben that #6 wrote over what #5 had brought back, and settle which " +
			"of the two is to be there.",
		back + "ann: delete-blob docs/a\nben: undelete-blob docs/a\n": "nothing is left to tell.",
	} {
		card, found := cardAtEnd(t, lines, engine.LostUpdate)
		if said := card.Say + strings.Join(card.Others, " "); !found || !strings.Contains(said, want) {
			t.Errorf("%s: %t %q, want %q", lines, found, said, want)
		}
	}
}
