package view_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/roomtest"
)

// What no mark tells stands beside the cards: work that went over another's under one lease id, a lease that a renewal
// brought back for two, a marker whose maker was refused by it, and a key that another has end otherwise than it was
// set (conflict/rules.md, "Cases that had to be settled", "An expiry"). Who reads, heard, or is alone, is not told so.
func TestWhatStandsBesideTheCards(t *testing.T) {
	const hosts = `writer a "Host A"
writer b "Host B"
seed: create-container box
seed: put-blob box/s one
a: acquire-blob-lease box/s duration=15 id=11111111-1111-1111-1111-111111111111 as a1
`
	const other = "b: acquire-blob-lease box/s duration=15 id=11111111-1111-1111-1111-111111111111 as b1\n"
	const marker = `writer a "Worker 1"
writer b "Worker 2"
seed: create-container box
a: send put-blob box/m one if-none-match=* as m1
deliver m1
lose m1
a: put-blob box/m one if-none-match=* again=m1
`
	const locks = "writer a \"Worker 1\"\nwriter b \"Worker 2\"\na: SET lock a NX PX 5000\n"
	const claims = "writer a \"Worker 1\"\nwriter b \"Worker 2\"\na: SET lock a NX\n"
	const values = "writer a \"Worker 1\"\nwriter b \"Worker 2\"\nseed: SET k 1\na: GET k\n"
	const blind = "writer a \"Worker 1\"\nwriter b \"Worker 2\"\nb: SET k b\n"
	// an empty file is there, and Create File and Delete File take it (share/rules.md, "FileREST operations")
	const empty = "writer a \"Worker 1\"\nwriter b \"Worker 2\"\nseed: create-share docs\n" +
		"a: create-file docs/m size=0\n"
	const policies = "writer a \"Worker 1\"\nwriter b \"Worker 2\"\nseed: create-container box\n" +
		"seed: put-blob box/s one\nseed: set-container-acl box policy.P=rw policy.Q=r\nclock +30s\n"
	const taken = policies + "a: set-container-acl box policy.Q=r\nclock +10s\n"
	const lags = "Worker 2's #5 (PUT box/s) was accepted under access policy P, 10.0 s after Worker 1's #4 had taken " +
		"that permission away: the service may go by the old one for up to 30 s, here until 01:00.0."
	for _, row := range []struct{ lines, says, not string }{
		// blob/rules.md, "Races", R39
		{taken + "b: put-blob box/s two under=P choose=0\n", lags, ""},
		{policies + "a: set-container-acl box policy.P=r\nclock +10s\nb: put-blob box/s two under=P choose=0\n", lags,
			""},
		{taken + "b: put-blob box/s two under=P choose=0\na: get-blob box/s\n", "", "under access policy"},
		{taken + "b: put-blob box/s two under=P choose=1\n", "", "under access policy"}, // it is refused
		{taken + "b: get-blob box/s under=P choose=0\n", "", "under access policy"},
		{taken + "a: put-blob box/s two under=P choose=0\n", "", "under access policy"}, // its own
		{policies + "a: set-container-acl box policy.P=rwd\nclock +1s\nb: put-blob box/s two under=P\n", "",
			"under access policy"},
		{hosts + other + "a: put-blob box/s A lease=$a1.lease\nb: put-blob box/s B lease=$b1.lease\n",
			"Host B's #6 replaced Host A's work (#5) without having read it, and nothing but the id of a lease was " +
				"compared. The last writer wins, and nobody is told. Both were sent under ..1111", "brought it back"},
		{hosts + other + "clock 00:21.0\na: renew-blob-lease box/s lease=$a1.lease\n",
			"ended at 00:15.0. Host A's #5 renewed it under ..1111, an id that Host B goes by too", "replaced"},
		{hosts + "clock 00:16.0\n" + other + "a: renew-blob-lease box/s lease=$a1.lease\n", "",
			"brought it back"}, // it was Host B's that was renewed, which its own mark says
		{hosts + "clock 00:21.0\na: renew-blob-lease box/s lease=$a1.lease\n",
			"ended at 00:15.0. Host A's #4 renewed it 6.0 s later, and the service brought it back", "goes by too"},
		{hosts + other + "clock 00:14.0\na: renew-blob-lease box/s lease=$a1.lease\n", "", "renewed"},
		{marker + "b: put-blob box/m two if-none-match=*\n",
			"Worker 1 made box/m with #2 and has not heard it; its #3 was refused for that, as Worker 2's #4 was.", ""},
		{marker + "b: put-blob box/m two if-none-match=*\na: get-blob box/m\n", "", "refused"},
		{marker + "b: put-blob box/m two if-none-match=*\na: delete-blob box/m\n" +
			"b: put-blob box/m two if-none-match=*\n", "", "refused"}, // what both met is gone
		{marker, "", "refused"},
		{empty + "b: create-file docs/m size=0\n", "Worker 2's #3 replaced Worker 1's work (#2) without having read it",
			""},
		{empty + "b: delete-file docs/m\n", "Worker 2's #3 removed Worker 1's work (#2) without having read it", ""},
		{empty + "b: get-file docs/m\nb: create-file docs/m size=0\n", "", "unread"},
		{locks + "clock +6s\nb: SET lock b NX PX 5000\na: EXPIRE lock 60\n",
			"Worker 1's #3 set when lock ends, " +
				"which was Worker 2's then, since #2: what Worker 1 had made with #1 is no", ""},
		{locks + "clock +6s\na: EXPIRE lock 60\nb: SET lock b NX PX 5000\na: EXPIRE lock 60\n", // it heard a 0 before
			"Worker 1's #4 set when lock ends, " +
				"which was Worker 2's then, since #3: what Worker 1 had made with #1 is no", ""},
		{locks + "clock +6s\nb: SET lock b NX PX 5000\na: GET lock\na: EXPIRE lock 60\n", "", "set when"},
		{locks + "clock +6s\nb: SET lock b NX\na: EXPIRE lock 60\n", "Worker 1's #3 set when lock ends, " +
			"which was Worker 2's then, since #2, and had no end: what Worker 1 had made with #1 is no longer there, " +
			"and the answer does not say so.", ""},
		{locks + "clock +6s\nb: SET lock b NX\na: GETEX lock EX 60\n", "Worker 1's #3 set when lock ends",
			"does not say so"}, // its answer is the other's value
		{locks + "clock +6s\nb: SET lock b NX\na: EXPIRE lock 60\na: EXPIRE lock 60\n",
			"Worker 1's #4 set when", ""},
		{"writer a \"A\"\nwriter b \"B\"\na: INCR n\nb: INCR n\na: EXPIRE n 60\n", "", "set when"},
		{locks + "clock +1s\nb: EXPIRE lock 30\na: EXPIRE lock 60\n", "",
			"set when"}, // the key is still its own
		{locks + "clock +1s\na: EXPIRE lock 60\n", "", "set when"},
		{locks + "b: GET lock\nb: EXPIRE lock 1\n", "Worker 2's #3 had lock end at 00:01.0, and Worker 1's #1 had " +
			"set 00:05.0 before: Worker 2 had not been shown that, and nobody was told. With GT a later end " +
			"stays.", ""},
		{locks + "b: EXPIRE lock 1\na: EXPIRE lock 60\n", "Worker 2's #2 had lock end at 00:01.0", "has lock end"},
		{locks + "b: TTL lock\nb: EXPIRE lock 1\n", "", "end at"}, // it had been shown
		{locks + "b: EXPIRE lock 1 GT\n", "", "end at"},
		{values + "b: SET k b\na: EXPIRE k 9\n", "Worker 1's #4 had k end at 00:09.0 for what #2 had shown, and " +
			"Worker 2's #3 had put another value there since, with no end: Worker 1 had not been shown that, and " +
			"nobody was told.", ""},
		{values + "b: SET k b\na: GETEX k EX 9\n", "had not been shown that before the answer", "nobody was told"},
		{values + "b: SET k b\na: EXPIRE k 9\nb: PERSIST k\n", "Worker 2's #5 removed Worker 1's expiry",
			"had k end"}, // which is averted
		{values + "b: SET k b\na: EXPIRE k 9\nb: SET k c\n", "", "had k end"},
		{values + "b: SET k b\na: EXPIRE k 9\nclock +10s\nb: SET k c\n", "Worker 1's #4 had k end", "Until then"},
		{blind + "a: EXPIRE k 9\n", "Worker 1's #2 had k end at 00:09.0, and Worker 2's #1 had put a value there " +
			"with no end: Worker 1 had not been shown that, and nobody was told.", ""},
		{blind + "a: PEXPIRE k 9000\nclock +10s\n", "Worker 1's #2 had k end at 00:09.0", "Until then"},
		{blind + "a: GETEX k EX 9\n", "Worker 1 had not been shown that before the answer", "nobody was told"},
		{blind + "a: GET k\na: EXPIRE k 9\n", "", "had k end"},
		{blind + "b: EXPIRE k 9\n", "", "had k end"}, // its own
		{blind + "b: EXPIRE k 90\na: EXPIRE k 99\n", "", "had k end"},
		{values + "b: SET k b\na: EXPIRE k 9\nclock +10s\n", "Worker 1's #4 had k end", "Until then"},
		{values + "b: SET k b\na: GET k\na: EXPIRE k 9\n", "", "end at"}, // it had been shown
		{claims + "b: GET lock\nb: SET lock b\n", "Worker 2's #3 replaced what Worker 1 had put into lock with " +
			"#1, and Worker 2 had read it. Where " +
			"that is a claim, as a lock is, Worker 1 goes by it still: nobody has " +
			"told Worker 1.", ""},
		{claims + "b: GET lock\nb: SET lock b\na: GET lock\n", "", "goes by it"}, // who has seen it
		{claims + "b: GET lock\nb: SET lock b NX\n", "", "goes by it"},
		{values + "b: INCR k\na: EXPIRE k 9\n", "", "end at"}, // which adds to what was shown
		{values + "a: EXPIRE k 9\n", "", "end at"},
		{locks + "a: EXPIRE lock 1\n", "", "end at"}, // its own
		{locks + "clock +6s\nb: SET lock b NX PX 5000\na: EXPIRE lock 1\n", "Worker 1's #3 set when lock ends",
			"end at"},
		{locks + "clock +6s\nb: SET lock b NX PX 5000\na: EXPIRE lock 1\nclock +2s\na: SET lock c NX\n",
			" By that it ended at 00:07.001, with Worker 2's value of 00:06.0: tell Worker 2.", ""},
		{locks + "clock +6s\nb: SET lock b NX PX 5000\na: EXPIRE lock 9\nclock +10s\n",
			"Worker 1's #3 set when lock ends", "By that it ended"}, // later than it was to
		{values + "b: SET k b\na: EXPIRE k 9\nclock +10s\n",
			" By that it ended at 00:09.001, with Worker 2's value of 00:00.0: tell Worker 2.", ""},
		{values + "b: SET k b EX 60\na: GETEX k EX 9\nclock +10s\n",
			" By that it ended at 00:09.001, with Worker 2's", ""},
	} {
		got := strings.Join(roomtest.AtEnd(t, row.lines).Beside(), "\n")
		if (got == "") != (row.says == "") || !strings.Contains(got, row.says) ||
			row.not != "" && strings.Contains(got, row.not) {
			t.Errorf("%s: %q, want %q without %q", row.lines, got, row.says, row.not)
		}
	}
}

// A lease whose time was over is brought back by its renewal where nobody has taken it (blob/rules.md, "Fate of a blob
// lease"): that is luck, and nothing says so but this; in time, or where it was not the clock that ended it, nothing is
// said.
func TestALateRenewalThatWentWellIsToldWithoutAMark(t *testing.T) {
	const held = "seed: create-container hosts\nseed: put-blob hosts/one x\n" +
		"ana: acquire-blob-lease hosts/one duration=15 as l\n"
	for lines, want := range map[string]string{
		held + "clock 00:17.9\nana: renew-blob-lease hosts/one lease=$l.lease\n": "Ana's lease (15 s from 00:00.0) " +
			"ended at 00:15.0. Ana's #4 renewed it 2.9 s later, and the service brought it back, for nobody had " +
			"taken it. The answer does not say that it had ended. Nobody else changed hosts/one meanwhile: nothing " +
			"is lost.",
		"seed: create-container hosts\nana: acquire-container-lease hosts duration=15 as l\nclock 00:17.9\n" +
			"ana: renew-container-lease hosts lease=$l.lease\n": "Ana's lease (15 s from 00:00.0) ended at 00:15.0. " +
			"Ana's #3 renewed it 2.9 s later, and the service brought it back, for nobody had taken it. The answer " +
			"does not say that it had ended. Nobody else changed hosts itself meanwhile; what lies in it the lease " +
			"keeps from nobody.",
		held + "clock 00:14.9\nana: renew-blob-lease hosts/one lease=$l.lease\n": "",
	} {
		v, _ := knownAfter(t, lines)
		if told := strings.Join(v.Quiet(), " "); !strings.HasPrefix(told, want) || want == "" && told != "" ||
			len(v.Troubles()) != 0 {
			t.Errorf("%s%q", lines, told)
		}
	}
}

// An undelete asks for what was deleted, and so does who removes the marker of a delete, so that neither is a harm of
// who had seen it gone (engine/blob/rules.md, "Soft delete"; engine/bucket/rules.md, "Versioning"): whose delete it
// undid is told, until that one has seen what became of it.
func TestADeleteThatWasUndoneIsToldBesideTheCards(t *testing.T) {
	const (
		soft = "seed: create-container wiki\nseed: set-blob-service-properties devstore " +
			"property.DeleteRetentionPolicy=" +
			"\"<Enabled>true</Enabled><Days>7</Days>\"\nseed: put-blob wiki/a v1\n"
		back = "ana: undelete-blob wiki/a\n"
		lake = "seed: create-bucket lake\nseed: put-bucket-versioning lake status=Enabled\nseed: put-object " +
			"lake/k v1\n"
		taken = "tell ana $d.version-id\nana: delete-object lake/k version-id=$d.version-id\n"
		told  = "Nobody has told Ben that it is there again."
	)
	for lines, want := range map[string]string{
		soft + "ana: get-blob wiki/a\nben: delete-blob wiki/a\n" + back: "Ana's #6 undid Ben's delete of wiki/a (#5) " +
			"without having read that it was gone. " + told,
		soft + "ben: delete-blob wiki/a\nana: get-blob wiki/a\n" + back: "Ana's #6 undid Ben's delete of wiki/a " +
			"(#4), " +
			"which Ana had been shown. " + told,
		lake + "ben: delete-object lake/k as d\n" + taken: "Ana's #5 undid Ben's delete of lake/k (#4) without " +
			"having " +
			"read that it was gone. " + told,
		soft + "ana: delete-blob wiki/a\n" + back:                                 "",
		soft + "ben: delete-blob wiki/a\n" + back + "ben: get-blob wiki/a\n":      "",
		soft + "ben: delete-blob wiki/a\n" + back + "ana: delete-blob wiki/a\n":   "",
		lake + "ana: get-object lake/k\nben: delete-object lake/k as d\n" + taken: "", // it is marked
	} {
		v, _ := knownAfter(t, lines)
		if said := strings.Join(v.Beside(), " "); said != want {
			t.Errorf("%s%q, want %q", lines, said, want)
		}
	}
}

// A claim goes by whichever line takes it away (engine/tair/rules.md, "Plain Redis commands"): who had read it, or is
// handed it, knows whose it is, and its maker goes by it until an answer says otherwise.
func TestAClaimThatAnotherRemovedIsToldBesideTheCards(t *testing.T) {
	const (
		lock = "ben: SET lock ben NX EX 30\nana: GET lock\nana: "
		blob = "seed: create-container wiki\nben: put-blob wiki/l ben if-none-match=*\nana: get-blob wiki/l as g\n"
		goes = "Where that is a claim, as a lock is, Ben goes by it still: nobody has told Ben."
		took = "Ana's #3 removed what Ben had put into lock with #1, and Ana had read it. " + goes
	)
	for lines, want := range map[string]string{
		lock + "DEL lock\n": took, lock + "UNLINK lock\n": took, lock + "EXPIRE lock 0\n": took,
		lock + "CAD lock ben\n":    took,
		lock + "RENAME lock old\n": strings.Replace(took, "removed", "moved", 1),
		"ben: SET lock ben NX EX 30\nana: GETDEL lock\n": "Ana's #2 removed what Ben had put into lock with #1, " +
			"and Ana was told so by the answer. " + goes,
		blob + "ana: delete-blob wiki/l if-match=$g.etag\n": "Ana's #4 removed what Ben had put into wiki/l " +
			"with #2, and " +
			"Ana had read it. " + goes,
		lock + "DEL lock\nben: GET lock\n": "",
		lock + "DEL lock\nben: DEL lock\n": "", // 0 tells it
		// a token names nobody: what only a lock is made by does (Redis, SET, "Patterns")
		strings.Replace(lock, "ben NX", "tok NX", 1) + "DEL lock\n":          took,
		strings.Replace(lock, "ben NX", "tok NX", 1) + "CAD lock tok\n":      took,
		"ben: EXSET lock tok NX EX 30\nana: EXGET lock\nana: EXCAD lock 1\n": took,
		"ben: SET k tok EX 30\nana: GET k\nana: DEL k\n":                     "",
		"ben: SET k tok NX\nana: GET k\nana: DEL k\n":                        "",
	} {
		v, _ := knownAfter(t, lines)
		if said := strings.Join(v.Beside(), " "); said != want {
			t.Errorf("%s%q, want %q", lines, said, want)
		}
	}
}

// A lease that was brought back says nothing of what another wrote while it was over: that is named until the holder
// has asked for it since (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestALateRenewalNamesWhatWasWrittenMeanwhile(t *testing.T) {
	const late = "seed: create-container hosts\nseed: put-blob hosts/one x\nseed: put-blob hosts/state x\n" +
		"lock blob hosts/one covers blob hosts/state\nana: acquire-blob-lease hosts/one duration=15 as l\n" +
		"clock 00:17.9\nben: put-blob hosts/state y\nana: renew-blob-lease hosts/one lease=$l.lease\n"
	const names = "Meanwhile Ben's #5 changed hosts/state: read that before the work goes on."
	for lines, want := range map[string]bool{late: true, late + "ana: get-blob hosts/state\n": false} {
		v, _ := knownAfter(t, lines)
		if told := strings.Join(v.Quiet(), " "); strings.Contains(told, names) != want ||
			strings.Contains(told, "nothing is lost") {
			t.Errorf("%s%q", lines, told)
		}
	}
}

// A script that compares and deletes leaves another's lock alone, and its answer is 0 either way
// (engine/tair/rules.md, "Scripts"; engine/conflict/rules.md, "Refused"): whose it found is said without a mark. A
// script that found its sender's own, or none of anybody else, says nothing of that.
func TestAScriptThatLeftAnothersLockAloneIsToldWithoutAMark(t *testing.T) {
	const (
		release = "EVAL \"if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('del',KEYS[1]) else " +
			"return 0 end\" 1 lock ana\n"
		late  = "ana: SET lock ana NX PX 1000\nclock +2s\n"
		taken = late + "ben: SET lock ben NX PX 90000\n"
		set   = "EVAL \"if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('set',KEYS[1],ARGV[2]) else " +
			"return 0 end\" 1 k old new\n"
		read = "seed: SET k old\nana: GET k\n"
		what = "changed nothing: lock held what Ben had put there with #2"
	)
	for lines, want := range map[string]string{
		taken + "ana: " + release: "Ana's #3 " + what + ". If that is a lock, Ana's was over before: see what both " +
			"have done under it.",
		"ana: SET lock ana NX\nben: GET lock\nben: DEL lock\nana: " + release: "Ana's #4 changed nothing: Ben's #3 " +
			"had removed lock.",
		read + "ben: SET k his\nana: " + set: "Ana's #4 changed nothing: k held what Ben had put there with #3, and " +
			"no longer what #2 had read.",
		"seed: SET k old\nben: SET k his\nana: " + set:                        "",
		late + "ana: " + release:                                              "",
		"ana: SET lock ana NX\nana: " + release:                               "",
		taken + "ben: " + strings.Replace(release, "lock ana", "lock ben", 1): "",
		taken + "ana: " + strings.Replace(release, "lock ana", "lock x", 1):   "",
	} {
		v, _ := knownAfter(t, lines)
		told := strings.Join(v.Quiet(), " ")
		if !strings.HasPrefix(told, want) || want == "" && told != "" || len(v.Troubles()) != 0 {
			t.Errorf("%s%q", lines, told)
		}
		if logged := v.Line(v.Log().At(v.Log().Len() - 2)); strings.HasSuffix(logged, " 0, "+what) !=
			strings.Contains(want, what) {
			t.Errorf("%s%s", lines, logged)
		}
	}
}

// An upload takes its place by the moment of its beginning, and a versioned key keeps it below what came since,
// readable by its id (engine/bucket/rules.md, "Order of unconditional writes", and "Marks of the races", 18: no mark).
func TestAnUploadBelowWhatCameSinceIsTold(t *testing.T) {
	const start = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket bkt\n"
	const kept = "seed: put-bucket-versioning bkt Enabled\n"
	const began = "seed: put-object bkt/k one\nann: create-multipart-upload bkt/k as u\n" +
		"ann: upload-part bkt/k aaa upload=$u.upload part=1 as p\n"
	const ends = "ann: complete-multipart-upload bkt/k [1=$p.etag] upload=$u.upload as c\n"
	const told = "Ana's #7 was accepted, and what it completed stands below what came to bkt/k after #4 had begun " +
		"the upload: a plain read does not show it, one with version-id="
	for _, row := range []struct {
		name, lines string
		told        bool
	}{
		{"below a delete", start + kept + began + "ben: delete-object bkt/k\n" + ends, true},
		{"below another's object", start + kept + began + "ben: put-object bkt/k two\n" + ends, true},
		{"on top", start + kept + began + ends, false},
		{"on top again, as the delete is undone", start + kept + began + "ben: delete-object bkt/k as d\n" + ends +
			"ben: delete-object bkt/k version-id=$d.version-id\n", false},
		{"on top again, as several are undone in one request", start + kept + began + "ben: delete-object bkt/k " +
			"as d\n" + ends + "ben: delete-objects bkt [other; k version-id=$d.version-id]\n", false},
		{"several others", start + kept + began + "ben: delete-object bkt/k as d\n" + ends +
			"ben: delete-objects bkt [other; more]\n", true},
		{"without versioning, where a mark says more", start + began + "ben: delete-object bkt/k\n" + ends, false},
	} {
		v := roomtest.AtEnd(t, row.lines)
		if said := strings.Join(v.Beside(), " "); strings.Contains(said, told) != row.told {
			t.Errorf("%s: %q", row.name, said)
		}
	}
}

// All that stands now is told, what came last first, and not the newest of it alone; of many it is said how many more
// there are. Who has seen it since, or has it back, is told nothing any more (engine/conflict/rules.md, "Sentences and
// advice come from the cause": what was lost is told only while it is lost).
func TestAllThatHasNoMarkIsTold(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container box\n"
	over := func(names string) (lines string) {
		for _, n := range names {
			lines += fmt.Sprintf("ann: put-blob box/%c ana\nben: put-blob box/%[1]c ben\n", n)
		}
		return lines
	}
	read := strings.Repeat("ann: get-blob box/x\n", 500)
	for _, row := range []struct {
		lines string
		told  []string
	}{
		{over("ab"), []string{"Ben's #5 replaced Ana's work (#4)", "Ben's #3 replaced Ana's work (#2)"}},
		{over("ab") + "ann: get-blob box/a\n", []string{"Ben's #5 replaced Ana's work (#4)"}},
		{over("ab") + "ann: put-blob box/a ana from=none\nann: get-blob box/b\n",
			[]string{"Ana's #6 replaced Ben's work (#3)"}},
		{over("ab") + "ben: put-blob box/a ana\n", []string{"Ben's #5 replaced Ana's work (#4)"}}, // it is there again
		{over("abcdef"), []string{"Ben's #13 ", "Ben's #11 ", "Ben's #9 ", "Ben's #7 ", "2 more like these came " +
			"before, the newest of them by Ben's #5: the log has them."}},
		{over("ab") + read, nil}, // long before now
	} {
		got := roomtest.AtEnd(t, who+row.lines).Beside()
		if len(got) != len(row.told) {
			t.Errorf("%.300s%q, want %q", row.lines, got, row.told)
			continue
		}
		for i, says := range row.told {
			if !strings.HasPrefix(got[i], says) {
				t.Errorf("%.300s%q, want %q", row.lines, got[i], says)
			}
		}
	}
}

// A refusal is an answer: who is told that a table, a container, a queue or a share is being deleted has heard that its
// work is gone (engine/table/rules.md, TableBeingDeleted, and the other services' own).
func TestWhoMeetsADeletionThatIsNotFinishedWasTold(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	for lines, told := range map[string]string{
		"seed: create-table people\nann: insert-entity people/p/r .a=1\nben: delete-table people\n" +
			"ann: create-table people\n": "Ana heard of it by #4, which was refused for it.",
		"seed: create-table people\nann: insert-entity people/p/r .a=1\nben: delete-table people\n" +
			"ann: get-entity people/p/r\n": "Ana heard of it by #4, a read that was answered 409",
		"seed: create-container wiki\nann: put-blob wiki/a 1\nben: delete-container wiki\n" +
			"ann: create-container wiki\n": "Ana heard of it by #4, which was refused for it.",
		"seed: create-queue jobs\nann: put-message jobs 1\nben: delete-queue jobs\n" +
			"ann: create-queue jobs\n": "Ana heard of it by #4, which was refused for it.",
		"seed: create-share docs\nann: create-file docs/a size=0\nben: delete-share docs\n" +
			"ann: create-share docs\n": "Ana heard of it by #4, which was refused for it.",
		"seed: create-container wiki\nann: put-blob wiki/a 1\nben: delete-container wiki\n" +
			"ben: create-container wiki\n": "nobody is told", // it is Ben who was
		"seed: create-container wiki\nann: put-blob wiki/a 1\nben: put-blob wiki/a 2\n" +
			"ann: put-blob wiki/a 3 fault=ServerBusy\n": "nobody is told", // which judged nothing
	} {
		if said := roomtest.AtEnd(t, who+lines).Unread(); !strings.Contains(said, told) {
			t.Errorf("%s%q, want %q", lines, said, told)
		}
	}
}

// A slow copy ends without success where somebody aborts it, or two weeks after it began (engine/blob/rules.md,
// "Copy"), and its destination stays empty. Whoever began it was told 202, and nothing since: that is told beside the
// cards until that one has been answered about it (the referee's rules, "Sentences and advice come from the cause").
func TestACopyThatAnotherEndedIsToldBesideTheCards(t *testing.T) {
	const (
		copied = "set blob.copy=slow\nseed: create-container con\nseed: put-blob con/s one\n" +
			"ana: copy-blob con/d source=con/s as c\n"
		abort = "ben: get-blob-properties con/d as p\nben: abort-copy-blob con/d copy=$p.copy-id\n"
		by    = "Ben's #5 (abort-copy-blob) ended Ana's #3, the copy to con/d, before that was done: con/d was left " +
			"empty. Ana heard 202 Accepted when it began, and nothing since."
		weeks = "The service gave up Ana's #3, the copy to con/d, which had taken too long: con/d was left empty. Ana" +
			" heard 202 Accepted when it began, and nothing since."
		looks = " A read of con/d, or of its properties, says so."
	)
	for _, row := range []struct{ name, lines, want, never string }{
		{"by another's abort", copied + abort, by + looks, ""},
		{"and it has been written since", copied + abort + "ben: put-blob con/d x\n", by, looks},
		{"by the clock", copied + "clock +1300000s\n", weeks + looks, ""},
		{"its sender has looked", copied + abort + "ana: get-blob-properties con/d\n", "", "ended"},
		{"it aborted that itself", copied + "ana: abort-copy-blob con/d copy=$c.copy-id\n", "", "ended"},
		{"it was finished", copied + "finish c\n", "", "copy"},
	} {
		v, _ := knownAfter(t, row.lines)
		said := strings.Join(v.Beside(), " ")
		if !strings.Contains(said, row.want) || row.never != "" && strings.Contains(said, row.never) {
			t.Errorf("%s: %q", row.name, said)
		}
	}
}
