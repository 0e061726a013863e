package bucket_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// configured sends a document of a kind and says what a read answers then; a read alone where there is none to send.
func configured(b *bench, kind, document string) (put, get engine.Answer) {
	b.T.Helper()
	if document != "-" {
		put = b.send("ann", "put-bucket-configuration",
			engine.Args("path", "lake", "subresource", kind, "document", document))
	}
	return put, b.send("ann", "get-bucket-configuration", engine.Args("path", "lake", "subresource", kind))
}

// "Configurations of a bucket", the table: what a new bucket has, and what is answered where it has nothing.
func TestConfigurationsOfANewBucket(t *testing.T) {
	for kind, want := range map[string]string{
		"accelerate": "200", "acl": "200 FULL_CONTROL", "cors": "404 NoSuchCORSConfiguration",
		"encryption": "200 AES256", "lifecycle": "404 NoSuchLifecycleConfiguration", "logging": "200",
		"notification": "200", "object-lock": "404 ObjectLockConfigurationNotFoundError",
		"ownershipControls": "200 BucketOwnerEnforced", "policyStatus": "404 NoSuchBucketPolicy",
		"publicAccessBlock": "200 <RestrictPublicBuckets>true", "requestPayment": "200 <Payer>BucketOwner",
		"replication": "404 ReplicationConfigurationNotFoundError", "tagging": "404 NoSuchTagSet",
		"website": "404 NoSuchWebsiteConfiguration",
	} {
		_, a := configured(lake(t), kind, "-")
		status, rest, _ := strings.Cut(want, " ")
		switch said := a.String(); {
		case status == "404" && said != want:
			t.Errorf("%s: %s, want %s", kind, said, want)
		case status == "200" && (a.Status != 200 || !strings.Contains(a.Field("document").String(), rest)):
			t.Errorf("%s: %s %s, want %s", kind, said, a.Field("document"), want)
		case want == "200" && !a.Field("document").IsZero():
			t.Errorf("%s: it says %s", kind, a.Field("document"))
		}
	}
}

// "Configurations of a bucket", what each document is refused for, and what is kept of it.
func TestDocumentsOfBuckets(t *testing.T) {
	const rule = "<AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin>"
	tag := func(key, value string) string { return "<Tag><Key>" + key + "</Key><Value>" + value + "</Value></Tag>" }
	life := func(id string) string {
		return "<Rule><ID>" + id + "</ID><Filter><Prefix>a</Prefix></Filter><Status>Enabled</Status>"
	}
	expires := func(days string) string { return "<Expiration><Days>" + days + "</Days></Expiration></Rule>" }
	period := func(how string) string {
		return "<ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>GOVERNANCE</Mode>" + how +
			"</DefaultRetention></Rule>"
	}
	for _, row := range []struct{ kind, document, want, reads string }{
		{"cors", "<CORSRule>" + rule + "</CORSRule>", "200", "GET"},
		{"cors", "", "400 MalformedXML", ""},
		{"cors", "<CORSRule><AllowedMethod>GET</AllowedMethod></CORSRule>", "400 MalformedXML", ""},
		{"cors", "<CORSRule>" + strings.Replace(rule, "GET", "MYMETHOD", 1) + "</CORSRule>", "400 InvalidRequest", ""},
		{"tagging", "<TagSet>" + tag("a", "1") + tag("b", "") + "</TagSet>", "204", "<Key>b</Key>"},
		{"tagging", "<TagSet></TagSet>", "204", ""},
		{"tagging", "<TagSet>" + tag("a", "1") + tag("a", "2") + "</TagSet>", "400 InvalidTag", ""},
		{"tagging", "<TagSet>" + tag("aws:a", "1") + "</TagSet>", "400 InvalidTag", ""},
		{"tagging", "<TagSet>" + tag("a,b", "1") + "</TagSet>", "400 InvalidTag", ""},
		{"tagging", "<TagSet><Tag><Key>a</Key></Tag></TagSet>", "400 MalformedXML", ""},
		{"encryption", "", "400 MalformedXML", "AES256"},
		{"encryption", "<Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm>" +
			"<KMSMasterKeyID>k</KMSMasterKeyID></ApplyServerSideEncryptionByDefault></Rule>", "400 InvalidArgument",
			""},
		{"lifecycle", life("") + expires("1"), "200", "Prefix"},
		{"lifecycle", "<Rule><Status>Enabled</Status></Rule>", "400 MalformedXML", ""},
		{"lifecycle", life("") + "</Rule>", "400 InvalidRequest", ""},
		{"lifecycle", life("") + expires("0"), "400 InvalidArgument", ""},
		{"lifecycle", life("a") + expires("1") + life("b") + expires("1"), "200", "<ID>b</ID>"},
		{"lifecycle", life("a") + expires("1") + life("a") + expires("1"), "400 InvalidArgument", ""},
		{"lifecycle", life(strings.Repeat("a", 255)) + expires("1"), "200", "Days"},
		{"lifecycle", life(strings.Repeat("a", 256)) + expires("1"), "400 InvalidArgument", ""},
		{"accelerate", "<Status>Enabled</Status>", "200", "Enabled"},
		{"accelerate", "<Status>enabled</Status>", "400 MalformedXML", ""},
		{"requestPayment", "<Payer>Requester</Payer>", "200", "Requester"},
		{"requestPayment", "<Payer>Nobody</Payer>", "400 MalformedXML", ""},
		{"ownershipControls", "<Rule><ObjectOwnership>ObjectWriter</ObjectOwnership></Rule>", "200", "ObjectWriter"},
		{"ownershipControls", "<Rule></Rule>", "400 MalformedXML", ""},
		{"publicAccessBlock", "<BlockPublicAcls>TRUE</BlockPublicAcls>", "200", "<BlockPublicPolicy>false"},
		{"logging", "<LoggingEnabled><TargetBucket>lake</TargetBucket></LoggingEnabled>", "200", "TargetBucket"},
		{"logging", "<LoggingEnabled><TargetBucket>pond</TargetBucket></LoggingEnabled>",
			"400 InvalidTargetBucketForLogging", ""},
		{"logging", "", "200", ""},
		{"object-lock", "<ObjectLockEnabled>Enabled</ObjectLockEnabled>", "409 InvalidBucketState", ""},
		{"object-lock", "", "400 MalformedXML", ""},
		{"object-lock", period("<Days>0</Days>"), "400 InvalidArgument", ""},
		{"object-lock", period("<Years>-1</Years>"), "400 InvalidArgument", ""},
		{"object-lock", period("<Days>1</Days><Years>1</Years>"), "400 MalformedXML", ""},
		{"object-lock", period("<Days>many</Days>"), "400 MalformedXML", ""},
		{"object-lock", period("<Days>1</Days>"), "409 InvalidBucketState", ""},
		{"replication", "<Rule></Rule>", "400 InvalidRequest", ""},
		{"website", "<IndexDocument><Suffix>index.html</Suffix></IndexDocument>", "200", "index.html"},
		{"website", "<IndexDocument><Suffix>/index.html</Suffix></IndexDocument>", "400 InvalidArgument", ""},
		{"acl", "x", "400 AccessControlListNotSupported", "FULL_CONTROL"},
	} {
		put, get := configured(lake(t), row.kind, row.document)
		if put.String() != row.want || row.reads != "" && !strings.Contains(get.Field("document").String(), row.reads) {
			t.Errorf("%s %s: %s, want %s; read back: %s %s", row.kind, row.document, put, row.want, get,
				get.Field("document"))
		}
	}
}

// "Configurations of a bucket", below the table: what a delete leaves.
func TestConfigurationsThatWereTakenAway(t *testing.T) {
	for kind, want := range map[string]string{"cors": "404 NoSuchCORSConfiguration", "encryption": "200",
		"ownershipControls": "404 OwnershipControlsNotFoundError",
		"publicAccessBlock": "404 NoSuchPublicAccessBlockConfiguration"} {
		b := lake(t)
		for range 2 { // a second delete is answered as the first
			b.Want("ann: delete-bucket-configuration path=lake subresource="+kind, "204")
		}
		if _, a := configured(b, kind, "-"); a.String() != want {
			t.Errorf("%s: %s, want %s", kind, a, want)
		}
	}
}

// Access lists come with the ownership that has them: canned ones, and public ones where these are not blocked.
func TestAccessLists(t *testing.T) {
	b := lake(t)
	b.Want("ann: put-object-acl path=lake/k acl=private", "400 AccessControlListNotSupported")
	b.Want("ann: put-object-acl path=lake/k acl=bucket-owner-full-control", "200")
	same := b.Say("ann: get-object-acl path=lake/k").Field("document")
	if a := b.send("ann", "put-object-acl", append(engine.Args("path", "lake/k"),
		engine.Arg{Name: "document", Value: same})); a.Status != 200 {
		t.Errorf("the list that stands there is answered %s", a)
	}
	b.Want("ann: delete-bucket-configuration path=lake subresource=ownershipControls", "204")
	b.Want("ann: put-object-acl path=lake/k acl=private", "200")
	b.Want("ann: put-object-acl path=lake/k acl=public-read", denied)
	b.Want("ann: delete-bucket-configuration path=lake subresource=publicAccessBlock", "204")
	b.Want("ann: put-object-acl path=lake/k acl=public-read", "200")
	if a := b.Say("ann: get-object-acl path=lake/k"); !strings.Contains(a.Field("document").String(), "AllUsers") {
		t.Errorf("it says %s", a.Field("document"))
	}
	b.Want("ann: create-bucket path=pond object-lock=true ownership=ObjectWriter", "200")
	b.Want("ann: get-bucket-configuration path=pond subresource=object-lock", "200")
	wantFields(t, b.Say("ann: get-bucket-versioning path=pond"), "status=Enabled")
}
