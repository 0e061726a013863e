package explore_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
)

// Programs that were made to break one of the rules by which moments count as the same: each says which. What a search
// finds is what following every order by itself finds, with each rule on and off; where not all is asked for, each
// program is searched with one of the rules off.
func TestProgramsMadeToBreakARule(t *testing.T) {
	blobs := "writer ann\nwriter ben\nwriter cy\nseed: create-container cont\nseed: put-blob cont/a 0\n"
	for name, c := range map[string]struct {
		text   string
		budget explore.Budget
	}{
		"a policy that names one of two equal writers": {text: "writer ann\nwriter ben\nwriter cy\n" +
			"seed: create-bucket lake\n" +
			"plan ann [put-object lake/a 1; put-object lake/b 1]\nplan ben [put-object lake/a 1; put-object lake/b " +
			"1]\n" +
			"plan cy [put-bucket-policy lake @p]\n-- p --\n" +
			`{"Statement":[{"Effect":"Deny","Principal":{"AWS":"ann"},"Action":"s3:PutObject","Resource":"*"}]}` +
			"\n"},
		"a text that names one writer, where two others do the same": {text: blobs +
			"plan ben [put-blob cont/a ben]\n"},
		"a text that names one writer, and two others in each other's way": {text: blobs +
			"plan ann [get-blob cont/a as r; put-blob cont/a {$r.body + 1} if-match=$r.etag]\n" +
			"plan ben [put-blob cont/b ben]\n" +
			"plan cy [get-blob cont/a as r; put-blob cont/a {$r.body + 1} if-match=$r.etag]\n"},
		"a text that is put together to the name of one of two who do the same": {text: blobs +
			"plan ann [get-blob cont/a as r; put-blob cont/a 1]\nplan ben [get-blob cont/a as r; put-blob cont/a 1]\n" +
			"plan cy [put-blob cont/b be; get-blob cont/b as r; put-blob cont/b {$r.body ++ \"n\"}; put-blob cont/b " +
			"1]\n"},
		"a text that is no number under a guard that is over": {text: blobs +
			"plan ann [get-blob cont/a as r; put-blob cont/a {$r.body + 1} if-match=$r.etag]\n" +
			"plan ben [put-blob cont/a zz; put-blob cont/a 5]\nplan cy [put-blob cont/a 6]\n"},
		"a retry under a guard that is over": {text: blobs +
			"plan ann\n  get-blob cont/a as r\n  put-blob cont/a 1 if-match=$r.etag as w\n  on lost w\n    wait 0s\n" +
			"  put-blob cont/a 2\n  put-blob cont/a 1 if-match=$r.etag\nplan ben [get-blob cont/a]\n",
			budget: explore.Budget{Faults: 1}},
		"a retry that says again under a guard that is over": {text: blobs +
			"plan ann\n  get-blob cont/a as r\n  put-blob cont/a 1 if-match=$r.etag as w\n  on lost w\n    wait 0s\n" +
			"  put-blob cont/a 2\n  put-blob cont/a 3 if-match=$r.etag again=w\nplan ben [get-blob cont/a]\n",
			budget: explore.Budget{Faults: 1}},
		"a guard that containers ignore": {text: "writer ann\nwriter ben\nwriter cy\n" +
			"seed: create-container cont meta.x=0\n" +
			"plan ann\n  get-container-metadata cont as r\n" +
			"  set-container-metadata cont meta.x=$r.meta.x if-match=$r.etag\n" +
			"plan ben [set-container-metadata cont meta.x=1; set-container-metadata cont meta.x=2]\n" +
			"plan cy [set-container-metadata cont meta.x=3]\n"},
		"versions that a plan reckons with": {text: blobs +
			"plan ann [get-blob cont/a as r; put-blob cont/b $r.version]\n" +
			"plan ben [put-blob cont/a 0; put-blob cont/a 0]\nplan cy [put-blob cont/a 0]\n"},
		"a lease that covers an object": {text: "lock blob cont/l covers blob cont/a\n" + blobs +
			"seed: put-blob cont/l x\n" +
			"plan ann [acquire-blob-lease cont/l duration=15 as l; put-blob cont/a 1; release-blob-lease cont/l " +
			"lease=$l.lease]\n" +
			"plan ben [put-blob cont/a 2]\nplan cy [break-blob-lease cont/l]\n"},
		"leases that are published": {text: blobs +
			"plan ann [acquire-blob-lease cont/a duration=15 as l; put-blob cont/b $l.lease]\n" +
			"plan ben [get-blob cont/b as r; put-blob cont/a 1 lease=$r.body]\n" +
			"plan cy [get-blob cont/b as r; put-blob cont/a 1 lease=$r.body]\n"},
		"two who take a lease under one id": {text: blobs +
			"plan ann [acquire-blob-lease cont/a duration=15 id=guid:A as l; renew-blob-lease cont/a " +
			"lease=$l.lease; put-blob cont/a 1 lease=$l.lease]\n" +
			"plan ben [acquire-blob-lease cont/a duration=15 id=guid:A; get-blob cont/a; put-blob cont/a 2 " +
			"lease=guid:A]\n"},
		"tags that are published": {text: blobs +
			"plan ann [put-blob cont/a 0 as w; put-blob cont/b $w.etag]\n" +
			"plan ben [put-blob cont/a 0 as w; put-blob cont/b $w.etag]\n" +
			"plan cy [get-blob cont/b as r; put-blob cont/a 9 if-match=$r.body]\n"},
		"what was removed with what it lay in": {text: blobs +
			"plan ann [delete-blob cont/a; delete-container cont]\n" +
			"plan ben [create-container cont; put-blob cont/a 0; delete-blob cont/a]\n" +
			"plan cy [get-blob cont/a as r; put-blob cont/a 7 if-match=*]\n", budget: explore.Budget{Jumps: 1}},
		"two handles of one writer": {text: "writer ann\nwriter ben\nseed: create-share docs\n" +
			"seed: create-file docs/f 4\n" +
			"plan ann [smb-create docs/f access=RWD share=RWD as h; smb-set-disposition $h.handle delete=true; " +
			"smb-close $h.handle]\n" +
			"plan ben [smb-create docs/f access=RWD share=RWD as h; put-range docs/f A range=0-0; smb-close " +
			"$h.handle]\n",
			budget: explore.Budget{Faults: 1}},
		"a literal text that was refused": {text: blobs +
			"plan ann [get-blob cont/a as r; put-blob cont/a 5 if-match=$r.etag; get-blob cont/a; put-blob cont/a " +
			"5]\n" +
			"plan ben [get-blob cont/a; put-blob cont/a 6]\nplan cy [put-blob cont/a 6]\n"},
		"a lock that is a key where two may meet": {text: "writer ann\nwriter ben\nset bucket.contention=on\n" +
			"seed: create-bucket lake\n" +
			"plan ann [put-object lake/l a if-none-match=* as w; wait on w 412; put-object lake/d 1; delete-object " +
			"lake/l]\n" +
			"plan ben [put-object lake/l b if-none-match=* as w; wait on w 412; delete-object lake/l]\n"},
		"a text that ends a listing": {text: blobs +
			"plan ann [put-blob cont/z 1; delete-blob cont/a]\n" +
			"plan ben [list-blobs cont max=1 as l; list-blobs cont marker=$l.next as m]\nplan cy [put-blob cont/a " +
			"4]\n"},
		"listings that lack a name, or name it": {text: blobs +
			"plan ann [list-blobs cont; put-blob cont/n 1; list-blobs cont; put-blob cont/n 2]\n" +
			"plan ben [list-blobs cont; put-blob cont/n 3; delete-blob cont/n]\nplan cy [list-blobs cont prefix=n; " +
			"put-blob cont/n 4]\n"},
		"listings of what is removed and made again": {text: blobs +
			"plan ann [list-blobs cont; put-blob cont/a 1; get-blob-properties cont/a; put-blob cont/a 2]\n" +
			"plan ben [delete-blob cont/a; list-blobs cont; put-blob cont/a 3]\n" +
			"plan cy [delete-blob cont/a; put-blob cont/a 4]\n"},
		"keys that a listing names": {text: "writer ann\nwriter ben\nwriter cy\nseed: create-bucket lake\n" +
			"plan ann [list-objects-v2 lake; put-object lake/k 1; head-object lake/k as h; put-object lake/k 2 " +
			"if-match=$h.etag]\nplan ben [list-objects-v2 lake; put-object lake/k 3; delete-object lake/k]\n" +
			"plan cy [head-object lake/k; put-object lake/k 4]\n",
			budget: explore.Budget{Faults: enginetest.Part(1, 0)}},
		"messages that come again": {text: "writer ann\nwriter ben\nseed: create-queue jobs\n" +
			"seed: put-message jobs one messagettl=-1\nseed: create-container cont\n" +
			"plan ann\n  get-messages jobs visibilitytimeout=5 as g\n  put-blob cont/x x\n" +
			"  update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=5 as u\n" +
			"  delete-message $g.0 popreceipt=$u.receipt\n" +
			"plan ben\n  get-messages jobs visibilitytimeout=5 as g\n  if g 0.receipt\n    put-blob cont/x x\n" +
			"    delete-message $g.0 popreceipt=$g.0.receipt\n", budget: explore.Budget{Jumps: 2, Before: true}},
		"rows that are written by two verbs": {text: "writer ann\nwriter ben\nseed: create-table rows\n" +
			"seed: insert-entity rows/p/a .n=0\n" +
			"plan ann\n  get-entity rows/p/a as r\n  update-entity rows/p/a .n=1 if-match=$r.etag as w\n" +
			"  on lost w\n    insert-or-replace-entity rows/p/a .n=1\n" +
			"plan ben [get-entity rows/p/a as r; merge-entity rows/p/a .m=1 if-match=*; delete-entity rows/p/a " +
			"if-match=*]\n",
			budget: explore.Budget{Faults: 1}},
		// What is one's own or seed's counts as known whatever an answer showed of it.
		"own work that leaves another's as it was": {text: "writer ann\nwriter ben\nseed: create-table rows\n" +
			"seed: insert-entity rows/p/a .n=0 .m=0\n" +
			"plan ann\n  get-entity rows/p/a as r\n  insert-or-replace-entity rows/p/a .n=$r.n .m=1\n" +
			"  insert-or-replace-entity rows/p/a .n=5 .m=2 from=r\n" +
			"plan ben\n  insert-or-replace-entity rows/p/a .n=0 .m=0\n  get-entity rows/p/a as r\n" +
			"  insert-or-replace-entity rows/p/a .n=3 .m=$r.m\n"},
		"own work that leaves another's as it was, and is lost": {text: "writer ann\nwriter ben\nseed: create-table " +
			"rows\n" +
			"seed: insert-entity rows/p/a .n=0 .m=0\n" +
			"plan ann\n  get-entity rows/p/a as r\n  insert-or-replace-entity rows/p/a .n=1 .m=1 from=r as w\n" +
			"  on lost w\n    wait 0s\n  insert-or-replace-entity rows/p/a .n=1 .m=2 from=r\n" +
			"plan ben\n  get-entity rows/p/a as r\n  insert-or-replace-entity rows/p/a .n=1 .m=0\n",
			budget: explore.Budget{Faults: 1}},
		"own copies that come late": {text: blobs +
			"plan ann\n  get-blob cont/a as r\n  put-blob cont/a 1 from=r\n  put-blob cont/a 2\n" +
			"plan ben [put-blob cont/a 3]\n", budget: explore.Budget{Copies: 1}},
		"pieces of own work and of seed's": {text: "writer ann\nwriter ben\nseed: create-container cont\n" +
			"seed: put-blob cont/a abcd\n" +
			"plan ann\n  get-blob cont/a range=0-1 as r\n  put-blob cont/a efgh\n  get-blob cont/a range=0-1\n" +
			"  get-blob cont/a range=2-3\nplan ben [put-blob cont/a ijkl; put-blob cont/a abcd]\n"},
		"watched keys": {text: "writer ann\nwriter ben\nseed: SET k 0\n" +
			"plan ann [WATCH k; GET k as r; MULTI; SET k 1; EXEC]\nplan ben [SET k 0; WATCH k; MULTI; INCR k; EXEC]\n",
			budget: explore.Budget{Stops: 1}},
		"keys that end": {text: "writer ann\nwriter ben\n" +
			"plan ann\n  SET l ann NX EX 5 as w\n  wait on w nil\n  SET d 1\n  CAD l ann\n" +
			"plan ben\n  SET l ben NX EX 5 as w\n  wait on w nil\n  SET d 2\n  CAD l ben\n",
			budget: explore.Budget{Jumps: 2}},
		"versions that come again": {text: "writer ann\nwriter ben\nseed: EXSET d 0\n" +
			"plan ann [EXGET d as r; EXSET d 1 VER $r.version]\nplan ben [DEL d; EXSET d 7; EXSET d 8]\n"},
		"a guard under way that is newer than what its text was made from": {text: "writer ann\nwriter ben\n" +
			"writer cy\nseed: EXSET d 0\nplan ann [EXSET d a ABS 7]\nplan ben [EXSET d b ABS 7]\n" +
			"plan cy\n  loop 2\n    EXGET d as r\n    on lost r\n      wait 0s\n    EXCAS d c $r.version as w\n" +
			"    on lost w\n      wait 0s\n", budget: explore.Budget{Lates: 1}},
		"equal writers of equal messages": {text: "writer ann\nwriter ben\nwriter cy\nseed: create-queue jobs\n" +
			"plan ann [put-message jobs x]\nplan ben [put-message jobs x]\n" +
			"plan cy [get-messages jobs as g; delete-message $g.0 popreceipt=$g.0.receipt]\n",
			budget: explore.Budget{Copies: 1}},
		"equal texts of two loops": {text: blobs +
			"plan ann\n  loop 2\n    get-blob cont/a as r\n    put-blob cont/a {$r.body + 1} if-match=$r.etag as w\n" +
			"    break on w 201\nplan ben [put-blob cont/a 1; put-blob cont/a 0]\nplan cy [put-blob cont/a 0]\n",
			budget: explore.Budget{Copies: 1}},
	} {
		in := explore.Input{World: start(t, c.text)}
		one, ok := oneByOne(in, c.budget, 20000)
		if !ok {
			t.Fatalf("%s: too many orders", name)
		}
		offs := []string{"memo", "symmetry", "dead", "tokens"}
		if !enginetest.Whole() {
			offs = offs[len(name)%len(offs):][:1]
		}
		for _, off := range append(offs, "") {
			rules := explore.AllRules()
			rules.Memo, rules.Symmetry = !strings.Contains(off, "memo"), !strings.Contains(off, "symmetry")
			rules.Dead, rules.Tokens = !strings.Contains(off, "dead"), !strings.Contains(off, "tokens")
			in.Rules = &rules
			if diff := one.differs(explore.Search(in, c.budget, nil, nil)); diff != "" {
				t.Errorf("%s, without %q:\n%s", name, off, diff)
			}
		}
	}
}
