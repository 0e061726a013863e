package bucket_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

const (
	writers   = "ownership=ObjectWriter"
	stranger  = "id=b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0"
	allUsers  = "uri=http://acs.amazonaws.com/groups/global/AllUsers"
	noACLs    = "400 AccessControlListNotSupported"
	ownerHere = `<Grantee><ID>interleave</ID></Grantee><Permission>FULL_CONTROL</Permission>`
)

// rules.md, "Access lists", the rows of objects, for each request by which one comes about: in a bucket as it is made,
// in one that has access lists, and in one that lets them be public.
func TestAccessListsOfNewObjects(t *testing.T) {
	for _, row := range []struct{ words, owned, lists, open string }{
		{"", "200", "200", "200"},
		{"acl=bucket-owner-full-control", "200", "200", "200"},
		{"grant.full-control=id=interleave", "200", "200", "200"},
		{`grant.full-control=id="interleave"`, "200", "200", "200"},
		{"acl=private", "200", "200", "200"},
		{"acl=bucket-owner-read", noACLs, "200", "200"},
		{"acl=public-read", noACLs, denied, "200"},
		{"acl=public-read-write", noACLs, denied, "200"},
		{"acl=authenticated-read", noACLs, denied, "200"},
		{"grant.read=" + stranger, noACLs, "200", "200"},
		{"grant.read=id=interleave", noACLs, "200", "200"},
		{"grant.read=" + allUsers, noACLs, denied, "200"},
		{"grant.full-control=id=interleave,grant.read=" + stranger, "400 InvalidArgument", "400 InvalidArgument",
			"400 InvalidArgument"},
		{"acl=secret", "400 InvalidArgument", "400 InvalidArgument", "400 InvalidArgument"},
		{"grant.read=id=nobody", "400 InvalidArgument", "400 InvalidArgument", "400 InvalidArgument"},
		{"grant.read=uri=http://example.com/group", "400 InvalidArgument", "400 InvalidArgument",
			"400 InvalidArgument"},
		{"grant.read=nobody", "400 InvalidArgument", "400 InvalidArgument", "400 InvalidArgument"},
		{"grant.read=emailAddress=a@example.com", "405 MethodNotAllowed", "405 MethodNotAllowed",
			"405 MethodNotAllowed"},
		{"acl=private grant.read=" + stranger, "400 InvalidRequest", "400 InvalidRequest", "400 InvalidRequest"},
	} {
		for name, want := range map[string]string{"owned": row.owned, "lists": row.lists, "open": row.open} {
			b := lake(t, "ann: create-bucket path=owned", "ann: create-bucket path=lists "+writers,
				"ann: create-bucket path=open "+writers,
				"ann: delete-bucket-configuration path=open subresource=publicAccessBlock")
			for _, verb := range []string{"put-object", "copy-object source=lake/k", "create-multipart-upload"} {
				b.Want("ann: "+verb+" path="+name+"/k "+row.words, want)
			}
		}
	}
	b := lake(t)
	wantFields(t, b.Say("ann: put-object path=lake/k acl=secret"), "argument-name=x-amz-acl argument-value=secret")
	wantFields(t, b.Say("ann: put-object path=lake/k grant.read=id=me"), "argument-name=id argument-value=me")
	wantFields(t, b.Say("ann: put-object path=lake/k grant.read=me"),
		"argument-name=x-amz-grant-read argument-value=me")
}

// rules.md, "Access lists": what a new object is given is read back, of an upload too; a copy takes none over.
func TestAccessListsAreKept(t *testing.T) {
	b := lake(t, "ann: create-bucket path=lists "+writers)
	reads := func(key, want string) {
		t.Helper()
		got := b.Want("ann: get-object-acl path=lists/"+key, "200").Field("document").String()
		if _, list, _ := strings.Cut(got, "<AccessControlList>"); list != want+"</AccessControlList>" {
			t.Errorf("%s: %s, want %s", key, list, want)
		}
	}
	own := "<Grant>" + ownerHere + "</Grant>"
	other := "<Grant><Grantee><ID>" + strings.TrimPrefix(stranger, "id=") + "</ID></Grantee><Permission>READ_ACP" +
		"</Permission></Grant>"
	b.All("ann: put-object path=lists/k body=x grant.full-control=id=interleave grant.read-acp=" + stranger)
	reads("k", own+other)
	b.All("ann: put-object path=lists/only body=x grant.read-acp=" + stranger)
	reads("only", other)
	b.All("ann: copy-object path=lists/copy source=lists/k")
	reads("copy", own)
	b.All("ann u: create-multipart-upload path=lists/parts grant.read-acp="+stranger,
		"ann p: upload-part path=lists/parts body=x part=1 upload=$u.upload",
		"ann: complete-multipart-upload path=lists/parts upload=$u.upload parts=[1:$p.etag]")
	reads("parts", other)
	b.All("ann: put-bucket-configuration path=lists subresource=ownershipControls " +
		"document=<Rule><ObjectOwnership>BucketOwnerEnforced</ObjectOwnership></Rule>")
	reads("k", own)
	b.Want("ann: put-object-acl path=lists/k acl=private", noACLs)
}

// rules.md, "Access lists", the rows of CreateBucket and of the ownership.
func TestAccessListsOfBuckets(t *testing.T) {
	const owned, blocked = "400 InvalidBucketAclWithObjectOwnership", "400 InvalidBucketAclWithBlockPublicAccessError"
	for _, row := range [][3]string{ // as it is; with an ownership that has lists
		{"", "200", "200"}, {"acl=private", "200", "200"}, {"acl=bucket-owner-full-control", "200", "200"},
		{"acl=public-read", owned, blocked}, {"acl=public-read-write", owned, blocked},
		{"acl=authenticated-read", owned, blocked}, {"acl=log-delivery-write", owned, "200"},
		{"grant.full-control=id=interleave", "200", "200"}, {"grant.read=" + stranger, owned, "200"},
		{"grant.write=" + allUsers, owned, blocked}, {"acl=secret", "400 InvalidArgument", "400 InvalidArgument"},
		{"acl=private grant.read=" + stranger, "400 InvalidRequest", "400 InvalidRequest"},
	} {
		for i, ownership := range []string{"", "ownership=BucketOwnerPreferred"} {
			b := lake(t)
			b.Want("ann: create-bucket path=pond "+row[0]+" "+ownership, row[1+i])
			if row[1+i] != "200" {
				b.Want("ann: head-bucket path=pond", "404 404")
			}
		}
		b := lake(t)
		b.Want("ann: create-bucket path=pond ownership=BucketOwnerEnforced "+row[0], row[1])
	}
	b := lake(t, "ann: create-bucket path=pond acl=log-delivery-write "+writers)
	const enforce = "ann: put-bucket-configuration path=pond subresource=ownershipControls " +
		"document=<Rule><ObjectOwnership>BucketOwnerEnforced</ObjectOwnership></Rule>"
	b.Want(enforce, owned)
	b.All("ann: put-bucket-configuration path=pond subresource=acl acl=private")
	b.Want(enforce, "200")
	b.Want("ann: put-bucket-configuration path=pond subresource=acl acl=private", noACLs)
}

// rules.md, "Keys of conditions" and "Access lists": the headers of lists, of a class and of a key, whatever becomes of
// them; and who sends a list must be allowed to.
func TestConditionsSeeAccessLists(t *testing.T) {
	for _, row := range []struct{ condition, refused, passes string }{
		{`"StringNotEquals": {"s3:x-amz-acl": "bucket-owner-full-control"}`, "",
			"acl=bucket-owner-full-control"},
		{`"StringEquals": {"s3:x-amz-acl": "bucket-owner-full-control"}`, "acl=bucket-owner-full-control", ""},
		{`"Null": {"s3:x-amz-grant-full-control": "true"}`, "", "grant.full-control=id=interleave"},
		{`"StringLike": {"s3:x-amz-grant-full-control": "*id=interleave*"}`, "grant.full-control=id=interleave",
			"acl=bucket-owner-full-control"},
		{`"Null": {"s3:x-amz-grant-read": "false"}`, "grant.read=" + stranger, "acl=bucket-owner-full-control"},
		{`"StringNotEquals": {"s3:x-amz-server-side-encryption": "aws:kms"}`, "encryption=AES256",
			"encryption=aws:kms"},
		{`"Null": {"s3:x-amz-server-side-encryption": "true"}`, "", "encryption=AES256"},
		{`"StringEquals": {"s3:x-amz-storage-class": "STANDARD_IA"}`, "storage-class=STANDARD_IA",
			"storage-class=GLACIER"},
	} {
		b := lake(t)
		b.policy("204", statement("Deny", `"*"`, "s3:PutObject", "/*", row.condition))
		for _, verb := range []string{"put-object path=lake/l", "copy-object path=lake/l source=lake/k",
			"create-multipart-upload path=lake/l"} {
			b.Want("ann: "+verb+" "+row.refused, denied)
			b.Want("ann: "+verb+" "+row.passes, "200")
		}
	}
	b := lake(t)
	b.give("s3:PutObject", "s3:GetObject")
	b.Want("rob: put-object path=lake/l", "200")
	b.Want("rob: put-object path=lake/l acl=bucket-owner-full-control", denied)
	b.give("s3:PutObject", "s3:PutObjectAcl")
	b.Want("rob: put-object path=lake/l acl=bucket-owner-full-control", "200")
	b.send("seed", "put-role-policy", engine.Args("role", "role1", "policy", `{"Statement": {"Effect": "Allow", `+
		`"Action": "s3:CreateBucket", "Resource": "*", "Condition": {"Null": {"s3:x-amz-acl": "true"}}}}`))
	b.Want("rob: create-bucket path=pond acl=private", denied)
	b.Want("rob: create-bucket path=pond "+writers, denied)
	b.Want("rob: create-bucket path=pond", "200")
}

// rules.md, "Keys of conditions": the page that a read stands on.
func TestConditionsSeeReferers(t *testing.T) {
	b := lake(t)
	b.policy("204", statement("Deny", `"*"`, "s3:GetObject", "/*",
		`"StringNotLike": {"aws:Referer": ["http://www.example.com/*", "http://example.com/*"]}`))
	for _, verb := range []string{"get-object", "head-object"} {
		no := denied
		if verb == "head-object" {
			no = "403 403"
		}
		b.Want("ann: "+verb+" path=lake/k referer=http://www.example.com/a", "200")
		b.Want("ann: "+verb+" path=lake/k referer=http://other.example/a", no)
		b.Want("ann: "+verb+" path=lake/k", no)
	}
}

// rules.md, "Public policies", row by row.
func TestPublicPolicies(t *testing.T) {
	for _, row := range []struct {
		public bool
		text   string
	}{
		{true, statement("Allow", `"*"`, "s3:GetObject", "/*", "")},
		{true, statement("Allow", `{"AWS": "*"}`, "s3:GetObject", "/*", "")},
		{false, statement("Deny", `"*"`, "s3:GetObject", "/*", "")},
		{false, statement("Allow", role1, "s3:GetObject", "/*", "")},
		{false, statement("Allow", `"*"`, "s3:GetObject", "/*", `"IpAddress": {"aws:SourceIp": "10.0.0.0/8"}`)},
		{true, statement("Allow", `"*"`, "s3:GetObject", "/*", `"IpAddress": {"aws:SourceIp": "0.0.0.0/0"}`)},
		{false, statement("Allow", `"*"`, "s3:GetObject", "/*", `"StringEquals": {"aws:SourceVpc": "vpc-1"}`)},
		{true, statement("Allow", `"*"`, "s3:GetObject", "/*", `"StringLike": {"aws:SourceVpc": "vpc-*"}`)},
		{true, statement("Allow", `"*"`, "s3:GetObject", "/*", `"StringNotEquals": {"aws:SourceVpc": "vpc-1"}`)},
		{true, statement("Allow", `"*"`, "s3:PutObject", "/*", `"Null": {"s3:if-none-match": "false"}`)},
	} {
		b, want := lake(t), "204"
		b.policy("204", row.text)
		if row.public {
			want = denied
		}
		b.Set("bucket", "public-policies", "blocked")
		b.policy(want, row.text)
		b.Set("bucket", "public-policies", "taken")
		b.All("ann: put-bucket-configuration path=lake subresource=publicAccessBlock document=" +
			"<BlockPublicPolicy>true</BlockPublicPolicy>")
		b.policy(want, row.text)
		b.All("ann: put-bucket-configuration path=lake subresource=publicAccessBlock document=" +
			"<BlockPublicPolicy>false</BlockPublicPolicy>")
		b.policy("204", row.text)
		got := b.Want("ann: get-bucket-configuration path=lake subresource=policyStatus", "200").Field("document")
		if public := strings.Contains(got.String(), ">true<"); public != row.public {
			t.Errorf("%s: %s", row.text, got)
		}
	}
}
