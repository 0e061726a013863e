package bucket_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
)

// statement is one of a bucket's policy on lake.
func statement(effect, who, action, resource, condition string) string {
	if condition != "" {
		condition = `, "Condition": {` + condition + `}`
	}
	return fmt.Sprintf(`{"Effect": %q, "Principal": %s, "Action": %q, "Resource": "arn:aws:s3:::lake%s"%s}`, effect,
		who, action, resource, condition)
}

const (
	role1    = `{"AWS": "arn:aws:iam::111111111111:role/role1"}`
	creating = `"Bool": {"s3:ObjectCreationOperation": "true"}`
)

// policy puts a bucket's policy of these statements.
func (b *bench) policy(want string, statements ...string) engine.Answer {
	b.T.Helper()
	a := b.send("seed", "put-bucket-policy", engine.Args("path", "lake", "policy",
		`{"Version": "2012-10-17", "Statement": [`+strings.Join(statements, ", ")+`]}`))
	if a.String() != want {
		b.T.Errorf("%s: %s, want %s %v", statements, a, want, a.Why)
	}
	return a
}

// seedPolicy is the policy of the article, on lake.
func (b *bench) seedPolicy(who string) {
	b.T.Helper()
	b.policy("204", statement("Deny", who, "s3:PutObject", "/datasets/*",
		`"Null": {"s3:if-none-match": "true"}, `+creating),
		statement("Deny", who, "s3:PutObject", "/metastore/*", `"Null": {"s3:if-match": "true"}, `+creating))
}

// rules.md, "Bucket policies", "Decision matrix", row by row: datasets/, metastore/, another prefix; the object is
// missing and then there.
func TestDecisionMatrix(t *testing.T) {
	etag := " if-match=" + test
	star := " if-none-match=*"
	for _, row := range []struct {
		id, op  string
		missing [3]string
		there   [3]string
	}{
		{"P1", "put-object body=x", [3]string{denied, denied, "200"}, [3]string{denied, denied, "200"}},
		{"P2", "put-object body=x" + star, [3]string{"200", denied, "200"}, [3]string{fails, denied, fails}},
		{"P3", "put-object body=x" + etag, [3]string{denied, missing, missing}, [3]string{denied, "200", "200"}},
		{"P4", "put-object body=x" + etag + star, [3]string{not, not, not}, [3]string{not, not, not}},
		{"P5", "put-object body=x if-none-match=e", [3]string{not, denied, not}, [3]string{not, denied, not}},
		{"P6", "create-multipart-upload", [3]string{"200", "200", "200"}, [3]string{"200", "200", "200"}},
		{"P7", "upload-part body=x part=1 upload=$u.upload", [3]string{"200", "200", "200"},
			[3]string{"200", "200", "200"}},
		{"P8", "upload-part-copy source=lake/source part=1 upload=$u.upload", [3]string{"200", "200", "200"},
			[3]string{"200", "200", "200"}},
		{"P9", "complete-multipart-upload parts=[1:$p.etag] upload=$u.upload", [3]string{denied, denied, "200"},
			[3]string{denied, denied, "200"}},
		{"P10", "complete-multipart-upload parts=[1:$p.etag] upload=$u.upload" + star, [3]string{"200", denied, "200"},
			[3]string{fails, denied, fails}},
		{"P11", "complete-multipart-upload parts=[1:$p.etag] upload=$u.upload" + etag,
			[3]string{denied, missing, missing}, [3]string{denied, "200", "200"}},
		{"P12", "copy-object source=lake/source", [3]string{denied, denied, "200"}, [3]string{denied, denied, "200"}},
		{"P13", "copy-object source=lake/source" + star, [3]string{"200", denied, "200"},
			[3]string{fails, denied, fails}},
		{"P14", "copy-object source=lake/source" + etag, [3]string{denied, missing, missing},
			[3]string{denied, "200", "200"}},
		{"P15", "delete-object", [3]string{denied, denied, denied}, [3]string{denied, denied, denied}},
		{"P16", "abort-multipart-upload upload=$u.upload", [3]string{"204", "204", "204"},
			[3]string{"204", "204", "204"}},
		{"P17, P18", "get-object", [3]string{denied, denied, denied}, [3]string{"200", "200", "200"}},
		{"P17, P18", "head-object", [3]string{"403 403", "403 403", "403 403"}, [3]string{"200", "200", "200"}},
	} {
		for n, prefix := range []string{"datasets", "metastore", "other"} {
			for _, there := range []bool{false, true} {
				b := lake(t, "seed: put-object path=lake/source body=s")
				path, want := "path=lake/"+prefix+"/k", row.missing[n]
				if there {
					want = row.there[n]
					b.All("seed: put-object " + path + " body=test")
				}
				b.give("s3:GetObject", "s3:PutObject")
				b.seedPolicy(role1)
				b.All("rob u: create-multipart-upload "+path,
					"rob p: upload-part "+path+" body=x upload=$u.upload part=1")
				verb, words, _ := strings.Cut(row.op, " ")
				a := b.Say("rob: " + verb + " " + path + " " + words)
				if a.String() != want {
					t.Errorf("%s %s in %s, there %t: %s, want %s", row.id, row.op, prefix, there, a, want)
				}
				if a.Status == 403 && strings.HasPrefix(verb, "complete") { // it stays open
					b.Want("rob: list-parts "+path+" upload=$u.upload", "200")
				}
			}
		}
	}
}

// rules.md, "Bucket policies", P19 and P20, and "Traps worth a scene", 3: whom the policy does not name; deletes are
// not covered; everyone is named by *.
func TestHolesOfThePolicy(t *testing.T) {
	b := lake(t, "seed: put-object path=lake/metastore/k body=test", "seed: put-object path=lake/datasets/k body=test")
	b.give("s3:GetObject", "s3:PutObject", "s3:DeleteObject")
	b.seedPolicy(role1)
	b.Want("two: put-object path=lake/metastore/k body=x", "200")
	b.Want("rob: delete-object path=lake/datasets/k", "204")
	b.Want("rob: put-object path=lake/datasets/k body=x if-none-match=*", "200")
	b.seedPolicy(`"*"`)
	b.Want("two: put-object path=lake/metastore/k body=x", denied)
	b.seedPolicy(`{"AWS": "*"}`)
	b.Want("two: put-object path=lake/metastore/k body=x", denied)
	b.seedPolicy(`{"AWS": "arn:aws:iam::111111111111:root"}`)
	b.Want("two: put-object path=lake/metastore/k body=x", "200")
}

// rules.md, "Bucket policies", the table of elements: which requests a Deny with such a condition refuses. none: no
// header; nm: If-None-Match *; m: If-Match.
func TestConditionsOfPolicies(t *testing.T) {
	for _, row := range []struct{ condition, refused string }{
		{``, "none nm m create"}, {`"Null": {"s3:if-none-match": "true"}`, "none m create"},
		{`"Null": {"s3:if-none-match": "false"}`, "nm"},
		{`"Null": {"s3:if-none-match": true}`, "none m create"},
		{`"Null": {"S3:If-None-Match": "true"}`, "none m create"},
		{`"Null": {"s3:if-none-match": "true", "s3:if-match": "true"}`, "none create"},
		{`"Null": {"s3:if-none-match": "true"}, ` + creating, "none m"},
		{`"Bool": {"s3:ObjectCreationOperation": "false"}`, "create"},
		{`"StringEquals": {"s3:if-match": "` + test + `"}`, "m"},
		{`"StringEquals": {"s3:if-match": ["x", "` + test + `"]}`, "m"},
		{`"StringEquals": {"s3:if-match": "x"}`, ""},
		{`"StringEqualsIfExists": {"s3:if-match": "x"}`, "none nm create"},
		{`"StringNotEquals": {"s3:if-match": "x"}`, "none nm m create"},
		{`"StringNotEquals": {"s3:if-match": ["x", "` + test + `"]}`, "none nm create"},
		{`"StringLike": {"s3:if-match": "098f*"}`, "m"},
		{`"StringNotLike": {"s3:if-match": "098f*"}`, "none nm create"},
		{`"StringEqualsIgnoreCase": {"s3:if-match": "` + strings.ToUpper(test) + `"}`, "m"},
		{`"StringNotEqualsIgnoreCase": {"s3:if-match": "` + strings.ToUpper(test) + `"}`, "none nm create"},
		{`"BoolIfExists": {"s3:ObjectCreationOperation": "true"}`, "none nm m"},
	} {
		b := lake(t)
		b.policy("204", statement("Deny", `"*"`, "s3:PutObject", "/*", row.condition))
		for id, line := range map[string]string{"none": "put-object body=x", "nm": "put-object body=x if-none-match=*",
			"m":      "put-object body=x if-match=" + test,
			"create": "create-multipart-upload"} {
			verb, rest, _ := strings.Cut(line, " ")
			refused := b.Fork(t).Say("ann: "+verb+" path=lake/k "+rest).Status == 403
			if want := strings.Contains(" "+row.refused+" ", " "+id+" "); refused != want {
				t.Errorf("%s: %s refused %t, want %t", row.condition, id, refused, want)
			}
		}
	}
}

// rules.md, "Bucket policies", "Evaluation": deny before allow, either policy allows, nothing allows.
func TestEvaluation(t *testing.T) {
	b := lake(t)
	b.give("s3:GetBucketVersioning")
	b.Want("rob: get-object path=lake/k", denied)
	b.policy("204", statement("Allow", role1, "s3:Get*", "/*", ""))
	b.Want("rob: get-object path=lake/k", "200")
	b.policy("204", statement("Allow", role1, "s3:GetObject", "/*", ""),
		statement("Deny", `"*"`, "S3:getobject", "/k", ""))
	b.Want("rob: get-object path=lake/k", denied)
	b.Want("ann: get-object path=lake/k", denied)
	b.policy("204", statement("Allow", `{"AWS": "arn:aws:iam::111111111111:role/other"}`, "*", "/*", ""))
	b.Want("rob: get-object path=lake/k", denied)
	b.policy("204", `{"Effect": "Deny", "NotPrincipal": `+role1+
		`, "NotAction": "s3:Put*", "NotResource": "arn:aws:s3:::lake/other"}`)
	b.Want("ann: get-object path=lake/k", denied)
	b.Want("ann: put-object path=lake/k body=x", "200")
	b.All("ann: put-object path=lake/other body=x")
	b.Want("ann: get-object path=lake/other", "200")
	b.policy("204", `{"Effect": "Deny", "Principal": {"Service": "s3.amazonaws.com"}, "Action": "*", "Resource": "arn:aws:s3:::lake/*"}`)
	b.Want("ann: get-object path=lake/k", "200")
}

// rules.md, "Bucket policies", "Other documented forms" and the article's advice for mixed clients.
func TestOtherFormsOfPolicies(t *testing.T) {
	put := func(b *bench, words string) string {
		return b.Fork(t).Say("rob: put-object path=lake/k body=x " + words).String()
	}
	// Allows alone: one for creations with the header, one for the rest.
	b := lake(t)
	b.give("s3:GetObject")
	b.policy("204", statement("Allow", role1, "s3:PutObject", "/*", `"Null": {"s3:if-none-match": "false"}`),
		statement("Allow", role1, "s3:PutObject", "/*", `"Bool": {"s3:ObjectCreationOperation": "false"}`))
	for words, want := range map[string]string{"": denied, "if-none-match=*": fails, "if-match=" + test: denied} {
		if got := put(b, words); got != want {
			t.Errorf("allows: %q gives %s, want %s", words, got, want)
		}
	}
	b.Want("rob: create-multipart-upload path=lake/k", "200")
	// Either header: one Deny with both keys under one Null.
	b = lake(t)
	b.policy("204", statement("Deny", role1, "s3:PutObject", "/*",
		`"Null": {"s3:if-none-match": "true", "s3:if-match": "true"}, `+creating))
	for words, want := range map[string]string{"": denied, "if-none-match=*": fails, "if-match=" + test: "200"} {
		if got := put(b, words); got != want {
			t.Errorf("either: %q gives %s, want %s", words, got, want)
		}
	}
	// Conditional deletes.
	b = lake(t)
	b.policy("204", statement("Deny", role1, "s3:DeleteObject", "/*", `"Null": {"s3:if-match": "true"}`))
	b.Want("rob: delete-object path=lake/k", denied)
	b.Want("rob: delete-object path=lake/k if-match="+test, "204")
}

// rules.md, "Bucket policies", last row of the elements: what is no policy.
func TestMalformedPolicies(t *testing.T) {
	for _, text := range []string{"", "x", " {}", "[]", `{"Statement": 1}`, `{"Statement": [{"Effect": "Maybe"}]}`,
		`{"Statement": []} more`,
		`{"Statement": [{"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": "arn:aws:s3:::pond/*"}]}`,
		`{"Statement": [{"Effect": "Deny", "Action": "s3:*", "Resource": "arn:aws:s3:::lake/*"}]}`,
		`{"Statement": [{"Effect": "Deny", "Principal": "ann", "Action": "s3:*", "Resource": "arn:aws:s3:::lake/*"}]}`,
		`{"Statement": [{"Effect": "Deny", "Principal": "*", "Resource": "arn:aws:s3:::lake/*"}]}`,
		`{"Statement": [{"Effect": "Deny", "Principal": "*", "Action": ["s3:*", {}], "Resource": "arn:aws:s3:::lake/*"}]}`,
		`{"Statements": []}`} {
		b := lake(t)
		if a := b.send("ann", "put-bucket-policy",
			engine.Args("path", "lake", "policy", text)); a.String() != "400 MalformedPolicy" {
			t.Errorf("%s: %s", text, a)
		}
	}
	for _, condition := range []string{`"Null": {"s3:unknown": "true"}`, `"Nil": {"s3:if-match": "true"}`,
		`"Null": {"s3:if-match": "maybe"}`, `"NullIfExists": {"s3:if-match": "true"}`} {
		lake(t).policy("400 MalformedPolicy", statement("Deny", `"*"`, "s3:*", "/*", condition))
	}
	if a := lake(t).send("ann", "put-role-policy",
		engine.Args("role", "role1", "policy", "x")); a.String() != "400 MalformedPolicy" {
		t.Errorf("of a role: %s", a)
	}
}

// rules.md, "Bucket policies", "malformed JSON, unknown condition key": of several faults it is the same one each time,
// or a replay would tell another story.
func TestAMalformedPolicyIsRefusedForTheSameFaultEachTime(t *testing.T) {
	text := statement("Deny", `"*"`, "s3:*", "/*",
		`"Bad": {"s3:if-match": "x"}, "Bool": {"aws:a": "true", "aws:b": "true"}, "Worse": {"s3:if-match": "x"}`)
	first := ""
	for range 50 {
		b := lake(t)
		b.policy("400 MalformedPolicy", text)
		why := b.World.Exchange(b.World.Requests()).Answer.Why.Want.String()
		if first == "" {
			first = why
		}
		if why != first || !strings.Contains(why, "Bad") {
			t.Fatalf("%q, and before %q", why, first)
		}
	}
}

// rules.md, "authorised by action": with that right alone it goes through, with every other one it does not.
func TestActions(t *testing.T) {
	all := map[string]bool{}
	rows := []struct{ line, action string }{
		{"put-object path=lake/k body=x", "s3:PutObject"}, {"create-multipart-upload path=lake/k", "s3:PutObject"},
		{"upload-part path=lake/k body=x upload=$u.upload part=1", "s3:PutObject"},
		{"complete-multipart-upload path=lake/k parts=[1:$p.etag] upload=$u.upload", "s3:PutObject"},
		{"put-object path=lake/k body=x if-none-match=*", "s3:PutObject"},
		{"put-object path=lake/k body=x if-match=" + test, "s3:PutObject s3:GetObject"},
		{"copy-object path=lake/new source=lake/k", "s3:PutObject s3:GetObject"},
		{"copy-object path=lake/new source=lake/k source-version-id=null", "s3:PutObject s3:GetObjectVersion"},
		{"upload-part-copy path=lake/k source=lake/k upload=$u.upload part=1", "s3:PutObject s3:GetObject"},
		{"abort-multipart-upload path=lake/k upload=$u.upload", "s3:AbortMultipartUpload"},
		{"list-parts path=lake/k upload=$u.upload", "s3:ListMultipartUploadParts"},
		{"list-multipart-uploads path=lake", "s3:ListBucketMultipartUploads"},
		{"get-object path=lake/k", "s3:GetObject"}, {"head-object path=lake/k", "s3:GetObject"},
		{"get-object path=lake/k version-id=null", "s3:GetObjectVersion"},
		{"delete-object path=lake/k", "s3:DeleteObject"},
		{"delete-object path=lake/k version-id=null", "s3:DeleteObjectVersion"},
		{"delete-object path=lake/k if-match=" + test, "s3:DeleteObject s3:GetObject"},
		{"delete-object path=lake/k if-match=*", "s3:DeleteObject"},
		{"put-bucket-policy path=lake policy={}", "s3:PutBucketPolicy"},
		{"get-bucket-policy path=lake", "s3:GetBucketPolicy"},
		{"delete-bucket-policy path=lake", "s3:DeleteBucketPolicy"},
		{"put-bucket-versioning path=lake status=Enabled", "s3:PutBucketVersioning"},
		{"get-bucket-versioning path=lake", "s3:GetBucketVersioning"}, {"delete-bucket path=lake", "s3:DeleteBucket"},
		{"list-objects-v2 path=lake", "s3:ListBucket"}, {"list-object-versions path=lake", "s3:ListBucketVersions"},
		{"list-objects path=lake", "s3:ListBucket"}, {"get-bucket-location path=lake", "s3:GetBucketLocation"},
	}
	for _, row := range rows {
		for _, a := range strings.Fields(row.action) {
			all[a] = true
		}
	}
	for _, row := range rows {
		need := strings.Fields(row.action)
		for _, left := range append([]string{""}, need...) {
			var have []string
			for a := range all {
				if a != left && (left != "" || strings.Contains(" "+row.action+" ", " "+a+" ")) {
					have = append(have, a)
				}
			}
			b := lake(t, "ann u: create-multipart-upload path=lake/k",
				"ann p: upload-part path=lake/k body=x upload=$u.upload part=1")
			b.Step(tell("rob", "u.upload"))
			b.Step(tell("rob", "p.etag"))
			b.give(have...)
			if got := b.Say("rob: "+row.line).Status == 403; got != (left != "") {
				t.Errorf("%s without %q: refused %t", row.line, left, got)
			}
		}
	}
	// Who began an upload may list and abort it, unless a policy denies it.
	b := lake(t)
	b.give("s3:PutObject")
	b.All("rob u: create-multipart-upload path=lake/k")
	b.Want("rob: list-parts path=lake/k upload=$u.upload", "200")
	b.policy("204", statement("Deny", role1, "s3:AbortMultipartUpload", "/*", ""))
	b.Want("rob: abort-multipart-upload path=lake/k upload=$u.upload", denied)
	b.All("seed: delete-bucket-policy path=lake")
	b.Want("rob: abort-multipart-upload path=lake/k upload=$u.upload", "204")
}
