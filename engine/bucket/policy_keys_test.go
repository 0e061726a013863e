package bucket_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// rules.md, "Bucket policies", "Keys of conditions" and the table of elements: whether a Deny of an action with such a
// condition refuses a request.
func TestKeysOfConditions(t *testing.T) {
	const (
		list, versions = "list-objects path=lake", "list-object-versions path=lake"
		read, put      = "get-object path=lake/k", "put-object path=lake/n body=x"
	)
	for _, row := range []struct {
		action, on, condition, line string
		refused                     bool
	}{
		{"s3:ListBucket", "", `"StringNotEquals": {"s3:prefix": "home/"}`, list, true},
		{"s3:ListBucket", "", `"StringNotEquals": {"s3:prefix": "home/"}`, list + " prefix=home/", false},
		{"s3:ListBucket", "", `"StringNotLike": {"s3:prefix": ["", "home/*"]}`, list + " prefix=home/ann/", false},
		{"s3:ListBucket", "", `"StringNotLike": {"s3:prefix": ["", "home/*"]}`, list + " prefix=hom", true},
		{"s3:ListBucket", "", `"StringNotLike": {"s3:prefix": "home/${aws:username}/*"}`, list + " prefix=home/ann/",
			false},
		{"s3:ListBucket", "", `"StringNotLike": {"s3:prefix": "home/${aws:username}/*"}`, list + " prefix=home/ben/",
			true},
		{"s3:ListBucket", "", `"Null": {"s3:delimiter": "true"}`, list, true},
		{"s3:ListBucket", "", `"StringEquals": {"s3:delimiter": "/"}`, list + " delimiter=/", true},
		{"s3:ListBucket", "", `"NumericGreaterThan": {"s3:max-keys": "10"}`, list, false},
		{"s3:ListBucket", "", `"NumericGreaterThan": {"s3:max-keys": "10"}`, list + " max=11", true},
		{"s3:ListBucket", "", `"NumericGreaterThan": {"s3:max-keys": "10"}`, list + " max=10", false},
		{"s3:ListBucket", "", `"NumericGreaterThanEquals": {"s3:max-keys": 10}`, list + " max=10", true},
		{"s3:ListBucket", "", `"NumericLessThan": {"s3:max-keys": "10"}`, list + " max=9", true},
		{"s3:ListBucket", "", `"NumericLessThanEquals": {"s3:max-keys": "10"}`, list + " max=11", false},
		{"s3:ListBucket", "", `"NumericNotEquals": {"s3:max-keys": "10"}`, list + " max=11", true},
		{"s3:ListBucket", "", `"NumericEqualsIfExists": {"s3:max-keys": "10"}`, list, true},
		{"s3:ListBucket", "", `"NumericEquals": {"s3:max-keys": "NaN"}`, list + " max=5", false},
		{"s3:ListBucketVersions", "", `"StringEquals": {"s3:prefix": "a"}`, versions + " prefix=a", true},
		{"s3:GetObject", "/*", `"StringEquals": {"s3:ExistingObjectTag/State": "draft"}`, read, true},
		{"s3:GetObject", "/*", `"StringEquals": {"s3:ExistingObjectTag/state": "done"}`, read, false},
		{"s3:GetObject", "/*", `"Null": {"s3:ExistingObjectTag/other": "true"}`, read, true},
		{"s3:GetObjectTagging", "/*", `"StringEquals": {"s3:ExistingObjectTag/state": "draft"}`,
			"get-object-tagging path=lake/k", true},
		{"s3:GetObjectAttributes", "/*", `"StringEquals": {"s3:ExistingObjectTag/state": "draft"}`,
			"get-object-attributes path=lake/k", false},
		{"s3:*", "/*", `"StringEquals": {"s3:ExistingObjectTag/state": "draft"}`, "put-object path=lake/k body=x",
			false},
		{"s3:PutObject", "/*", `"StringNotEquals": {"s3:RequestObjectTag/state": "draft"}`, put, true},
		{"s3:PutObject", "/*", `"StringNotEquals": {"s3:RequestObjectTag/state": "draft"}`, put + " tag.state=draft",
			false},
		{"s3:PutObjectTagging", "/*", `"ForAnyValue:StringNotEquals": {"s3:RequestObjectTagKeys": ["a", "b"]}`,
			put + " tag.a=1 tag.b=2", false},
		{"s3:PutObjectTagging", "/*", `"ForAnyValue:StringNotEquals": {"s3:RequestObjectTagKeys": ["a", "b"]}`,
			put + " tag.a=1 tag.c=2", true},
		{"s3:PutObject", "/*", `"ForAllValues:StringEquals": {"s3:RequestObjectTagKeys": ["a", "b"]}`, put, true},
		{"s3:PutObject", "/*", `"ForAllValues:StringEquals": {"s3:RequestObjectTagKeys": ["a", "b"]}`,
			put + " tag.a=1 tag.c=2", false},
		{"s3:PutObject", "/*", `"ForAnyValue:StringEquals": {"s3:RequestObjectTagKeys": ["a", "b"]}`, put, false},
		{"s3:PutObjectTagging", "/*", `"StringEquals": {"s3:RequestObjectTag/a": "1"}`,
			"put-object-tagging path=lake/k tag.a=1", true},
		{"s3:PutObject", "/*", `"StringEquals": {"s3:x-amz-storage-class": "STANDARD_IA"}`,
			put + " storage-class=STANDARD_IA", true},
		{"s3:PutObject", "/*", `"StringEquals": {"s3:x-amz-metadata-directive": "REPLACE"}`,
			"copy-object path=lake/c source=lake/k meta.a=1", true},
		{"s3:PutObject", "/*", `"StringEquals": {"s3:x-amz-metadata-directive": "REPLACE"}`,
			"copy-object path=lake/n source=lake/k metadata-directive=REPLACE", true},
		{"s3:PutObjectAcl", "/*", `"StringNotEquals": {"s3:x-amz-acl": "bucket-owner-full-control"}`,
			"put-object-acl path=lake/k acl=bucket-owner-full-control", false},
		{"s3:PutObjectAcl", "/*", `"StringLike": {"s3:x-amz-acl": "public*"}`,
			"put-object-acl path=lake/k acl=public-read", true},
		{"s3:GetObjectVersion", "/*", `"StringEquals": {"s3:VersionId": "null"}`, read + " version-id=null", true},
		{"s3:GetObject", "/*", `"IpAddress": {"aws:SourceIp": "127.0.0.0/8"}`, read, true},
		{"s3:GetObject", "/*", `"NotIpAddress": {"aws:SourceIp": ["10.0.0.0/8", "127.0.0.1"]}`, read, false},
		{"s3:GetObject", "/*", `"NotIpAddress": {"aws:SourceIp": "2001:db8::/32"}`, read, true},
		{"s3:*", "/*", `"Bool": {"aws:SecureTransport": "false"}`, read, false},
		{"s3:*", "/*", `"NumericLessThan": {"s3:TlsVersion": "1.2"}`, read, false},
		{"s3:GetObject", "/*", `"DateGreaterThan": {"aws:CurrentTime": "2026-01-05T08:00:00Z"}`, read, true},
		{"s3:GetObject", "/*", `"DateLessThan": {"aws:CurrentTime": "2026-01-05T08:00:00Z"}`, read, false},
		{"s3:GetObject", "/*", `"DateLessThanEquals": {"aws:EpochTime": "1767603600"}`, read, true},
		{"s3:GetObject", "/*", `"StringEquals": {"aws:username": "ann"}`, read, true},
		{"s3:GetObject", "/*", `"ArnNotLike": {"aws:PrincipalArn": "arn:aws:iam::*:user/ann"}`, read, false},
		{"s3:GetObject", "/*", `"StringLike": {"aws:Referer": "http://a/*"}`, read, false},
		{"s3:GetObject", "/*", `"StringNotLikeIfExists": {"aws:SomethingNew": "x"}`, read, true},
		{"s3:GetObject", "/${aws:username}", ``, "get-object path=lake/ann", true},
		{"s3:GetObject", "/${aws:username}/${AWS:UserName}", ``, "get-object path=lake/ann/ann", true},
		{"s3:GetObject", "/${aws:unknown, 'ann'}", ``, "get-object path=lake/ann", true},
		{"s3:GetObject", "/${aws:username, 'k'}", ``, "get-object path=lake/k", false},
		{"s3:GetObject", "/${aws:unknown}${aws:username", ``, "get-object path=lake/ann", false},
		// letters that are longer or shorter in lower case
		{"s3:GetObject", "/" + strings.Repeat("\u023a", 30) + "\u212a${aws:username}", ``, "get-object path=lake/ann", false},
	} {
		b := lake(t, "seed: put-object path=lake/k body=x tag.state=draft", "seed: put-object path=lake/ann body=x")
		b.policy("204", statement("Deny", `"*"`, row.action, row.on, row.condition))
		if refused := b.Say("ann: "+row.line).Status == 403; refused != row.refused {
			t.Errorf("%s of %s: %s refused %t", row.condition, row.action, row.line, refused)
		}
	}
}

// rules.md, "Bucket policies", "Keys of conditions", the last lines: what needs rights of its own.
func TestActionsOfTheirOwn(t *testing.T) {
	for _, row := range []struct{ line, actions string }{
		{"get-object-tagging path=lake/k", "s3:GetObjectTagging"},
		{"get-object-tagging path=lake/k version-id=null", "s3:GetObjectVersionTagging"},
		{"put-object-tagging path=lake/k tag.a=1", "s3:PutObjectTagging"},
		{"delete-object-tagging path=lake/k", "s3:DeleteObjectTagging"},
		{"get-object-acl path=lake/k", "s3:GetObjectAcl"},
		{"put-object-acl path=lake/k acl=bucket-owner-full-control", "s3:PutObjectAcl"},
		{"get-object-attributes path=lake/k", "s3:GetObject s3:GetObjectAttributes"},
		{"put-object path=lake/n body=x tag.a=1", "s3:PutObject s3:PutObjectTagging"},
		{"put-object path=lake/n body=x", "s3:PutObject"},
		{"copy-object path=lake/n source=lake/k tag.a=1", "s3:GetObject s3:PutObject s3:PutObjectTagging"},
		{"create-multipart-upload path=lake/n tag.a=1", "s3:PutObject s3:PutObjectTagging"},
	} {
		actions := strings.Fields(row.actions)
		for n := range actions {
			b := lake(t, "seed: put-object path=lake/k body=x")
			b.give(actions...)
			if a := b.Say("rob: " + row.line); a.Status >= 300 {
				t.Errorf("%s with %s: %s", row.line, row.actions, a)
			}
			b = lake(t, "seed: put-object path=lake/k body=x")
			others := append(append([]string{"s3:ListBucket"}, actions[:n]...), actions[n+1:]...)
			b.give(others...)
			b.Want("rob: "+row.line, denied)
		}
	}
}

// rules.md, "What client libraries ask beside that": who signs nothing may do what a policy allows to everyone.
func TestWhatAnybodyMayDo(t *testing.T) {
	b := lake(t, "seed: put-object path=lake/k body=x")
	for _, line := range []string{"get-object path=lake/k", "put-object path=lake/k body=y",
		"list-objects-v2 path=lake", "list-buckets", "create-bucket path=pond", "get-object path=lake/none"} {
		b.Want("anonymous: "+line, denied)
	}
	b.Want("anonymous: get-object path=none/k", "404 NoSuchBucket")
	b.Want("anonymous: list-objects path=none", "404 NoSuchBucket")
	b.policy("204", statement("Allow", `"*"`, "s3:GetObject", "/*", "")) // "Public policies"
	b.Want("anonymous: get-object path=lake/k", "200")
	b.Set("bucket", "public-policies", "blocked")
	b.Want("anonymous: get-object path=lake/k", denied)
	b.policy(denied, statement("Allow", `"*"`, "s3:GetObject", "/*", ""))
	b.Want("seed: put-bucket-configuration path=lake subresource=publicAccessBlock "+
		"document=<RestrictPublicBuckets>true</RestrictPublicBuckets>", "200")
	b.policy("204", statement("Allow", `"*"`, "s3:GetObject", "/*", ""))
	b.Want("anonymous: get-object path=lake/k", denied)
	b.Want("seed: delete-bucket-configuration path=lake subresource=publicAccessBlock", "204")
	b.Want("anonymous: get-object path=lake/k", "200")
	b.Want("anonymous: put-object path=lake/k body=y", denied)
	b.Want("ann: put-object path=lake/k body=y", "200")
	b.policy("204", statement("Allow", role1, "s3:GetObject", "/*", ""))
	b.Want("anonymous: get-object path=lake/k", denied)
}

// rules.md, "Bucket policies", "What a policy is refused for", row by row.
func TestWhatAPolicyIsRefusedFor(t *testing.T) {
	deny := func(action, on, condition string) string {
		return `{"Statement": [` + statement("Deny", `"*"`, action, on, condition) + `]}`
	}
	const tooLong = "Policy exceeds the maximum allowed document size."
	const apply = "Conditions do not apply to combination of actions and resources in statement"
	for _, row := range [][2]string{
		{`[]`, "Policies must be valid JSON and the first byte must be '{'"},
		{`{true}`, "This policy contains invalid Json"}, {`{"Statement": []} x`, "This policy contains invalid Json"},
		{`{"Statement": []}}`, "This policy contains invalid Json"}, {`{"Statement": []}]`, "This policy contains invalid Json"},
		{`{"Statement": [], "Id": "` + strings.Repeat("x", 20<<10) + `"}`, tooLong},
		{`{"Statement": [], "Id": "x"` + strings.Repeat(" ", 20<<10) + `}`, "Could not parse the policy: Statement is empty!"},
		{`{"Statement": [], "Why": 1}`, "Unknown field Why"}, {`{}`, "Missing required field Statement"},
		{`{"Version": "2012-10-16", "Statement": []}`, "The policy must contain a valid version string"},
		{`{"Statement": []}`, "Could not parse the policy: Statement is empty!"},
		{`{"Statement": {"Effect": "Allow"}}`, "Missing required field Principal"},
		{strings.Replace(deny("s3:*", "/*", ""), "Deny", "Forbid", 1), "Invalid effect: Forbid"},
		{strings.Replace(deny("s3:*", "/*", ""), `"*"`, `["*"]`, 1), "Invalid principal in policy"},
		{strings.Replace(deny("s3:*", "/*", ""), `"*"`, `{"AWS": ""}`, 1), "Invalid principal in policy"},
		{deny("s3:PutThing", "/*", ""), "Policy has invalid action"},
		{deny("GetObject", "/*", ""), "Policy has invalid action"},
		{deny("s3:GetObject", "-other/*", ""), "Policy has invalid resource"},
		{deny("s3:GetObject", "", ""), "Action does not apply to any resource(s) in statement"},
		{deny("s3:ListBucket", "/*", ""), "Action does not apply to any resource(s) in statement"},
		{deny("s3:*", "/*", `"StringIs": {"s3:if-match": "x"}`), "Invalid Condition type : StringIs"},
		{deny("s3:*", "/*", `"NullIfExists": {"s3:if-match": "true"}`), "Invalid Condition type : NullIfExists"},
		{deny("s3:*", "/*", `"StringEquals": {"s3:no-such-key": "x"}`), "Policy has an invalid condition key"},
		{deny("s3:*", "/*", `"StringEquals": {"s3:ExistingObjectTag/": "x"}`), "Policy has an invalid condition key"},
		{deny("s3:GetObject", "/*", `"StringEquals": {"s3:prefix": "x"}`), apply},
		{deny("s3:PutObject", "/*", `"StringEquals": {"s3:ExistingObjectTag/a": "x"}`), apply},
		{deny("s3:DeleteObject", "/*", `"StringEquals": {"s3:ExistingObjectTag/a": "x"}`), apply},
		{deny("s3:PutObjectAcl", "/*", `"StringEquals": {"s3:RequestObjectTag/a": "x"}`), apply},
		{deny("s3:GetObject", "/*", `"IpAddress": {"aws:SourceIp": "123"}`), "Invalid IP address in Conditions"},
		{deny("s3:GetObject", "/*", `"Bool": {"aws:SecureTransport": "x"}`), "Invalid value in Conditions"},
	} {
		a := lake(t).send("seed", "put-bucket-policy", engine.Args("path", "lake", "policy", row[0]))
		if a.String() != "400 MalformedPolicy" || a.Field("message").String() != row[1] {
			t.Errorf("%s: %s %s, want %s", row[0], a, a.Field("message"), row[1])
		}
	}
}
