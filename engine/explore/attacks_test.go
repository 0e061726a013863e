package explore_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// Programs that were made to break one of the rules by which moments count as the same: each says which. What a search
// finds is what following every order by itself finds, with each rule on and off.
func TestProgramsMadeToBreakARule(t *testing.T) {
	blobs := "writer ann\nwriter ben\nwriter cy\nseed: create-container cont\nseed: put-blob cont/a 0\n"
	for name, c := range map[string]struct {
		text   string
		budget explore.Budget
	}{
		"a policy that names one of two equal writers": {text: "writer ann\nwriter ben\nwriter cy\n" +
			"seed: create-bucket lake\n" +
			"plan ann [put-object lake/a 1; put-object lake/b 1]\nplan ben [put-object lake/a 1; put-object lake/b 1]\n" +
			"plan cy [put-bucket-policy lake @p]\n-- p --\n" +
			`{"Statement":[{"Effect":"Deny","Principal":{"AWS":"ann"},"Action":"s3:PutObject","Resource":"*"}]}` + "\n"},
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
	} {
		for _, off := range []string{"", "memo", "symmetry", "dead", "tokens"} {
			in := explore.Input{World: start(t, c.text)}
			one, ok := oneByOne(in, c.budget, 20000)
			if !ok {
				t.Fatalf("%s: too many orders", name)
			}
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
