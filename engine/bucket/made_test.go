package bucket_test

import (
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
)

// rules.md, "What client libraries ask beside that": which names a bucket can have.
func TestNamesOfBuckets(t *testing.T) {
	for name, want := range map[string]string{"abc": "200", "a.b-c": "200", "1abc": "200", "my.bucket.9": "200",
		strings.Repeat("a", 63): "200", strings.Repeat("a", 64): "400 InvalidBucketName", "ab": "400 InvalidBucketName",
		"a..b": "400 InvalidBucketName", "-abc": "400 InvalidBucketName", "abc-": "400 InvalidBucketName",
		"Abc": "400 InvalidBucketName", "a_bc": "400 InvalidBucketName", "192.168.5.4": "400 InvalidBucketName",
		"192.168.5.400": "200", "xn--abc": "400 InvalidBucketName", "sthree-abc": "400 InvalidBucketName",
		"abc-s3alias": "400 InvalidBucketName", "abc--x-s3": "400 InvalidBucketName"} {
		newBench(t).Want("ann: create-bucket path="+name, want)
	}
}

// rules.md, "What client libraries ask beside that": where a bucket lies.
func TestRegionsOfBuckets(t *testing.T) {
	b := newBench(t)
	for _, row := range [][4]string{ // what is asked for; of GetBucketLocation and HeadBucket
		{"", "200", "", "us-east-1"}, {"eu-west-1", "200", "eu-west-1", "eu-west-1"}, {"EU", "200", "EU", "eu-west-1"},
		{"us-gov-west-1", "200", "us-gov-west-1", "us-gov-west-1"},
		{"us-east-1", "400 InvalidLocationConstraint", "", ""}, {"mars", "400 InvalidLocationConstraint", "", ""},
		{"eu-west", "400 InvalidLocationConstraint", "", ""},
	} {
		name := "in-" + strings.ToLower(row[0]) + "x"
		a := b.Want("ann: create-bucket path="+name+" region="+row[0], row[1])
		if a.Status != 200 {
			wantFields(t, a, "location-constraint="+row[0])
			continue
		}
		wantFields(t, b.Want("ann: get-bucket-location path="+name, "200"), "region="+row[2])
		wantFields(t, b.Want("ann: head-bucket path="+name, "200"), "region="+row[3])
	}
	wantFields(t, b.Want("ann: list-buckets", "200"), "count=4 0.region=")
	wantFields(t, b.Want("ann: list-buckets region=eu-west-1", "200"), "count=2 0.region=eu-west-1")
	wantFields(t, b.Want("ann: list-buckets max=1", "200"), "0.name=in-eu-west-1x 0.region=eu-west-1")
	b.send("seed", "put-role-policy", engine.Args("role", "role1", "policy", `{"Statement": {"Effect": "Allow", `+
		`"Action": "s3:CreateBucket", "Resource": "*", "Condition": {"StringEquals": `+
		`{"s3:LocationConstraint": "eu-west-1"}}}}`))
	b.Want("rob: create-bucket path=pond", denied)
	b.Want("rob: create-bucket path=pond region=eu-west-1", "200")
}

// rules.md, "Errors", BucketAlreadyOwnedByYou: a bucket in us-east-1 can be made again, which sets its access list anew
// and nothing else.
func TestBucketsAreMadeAgain(t *testing.T) {
	const noList, logs = "ann: create-bucket path=pond ", "ann: create-bucket path=pond acl=log-delivery-write"
	for _, row := range [][4]string{ // how it is made, and again; what that hears; how often its list names the logs
		{noList, noList, "200", "0"}, {noList + "region=eu-west-1", noList, "409 BucketAlreadyOwnedByYou", "0"},
		{noList, noList + "region=eu-west-1", "409 BucketAlreadyOwnedByYou", "0"},
		{noList + "region=EU", noList + "region=EU", "409 BucketAlreadyOwnedByYou", "0"},
		{logs + " ownership=ObjectWriter", noList, "200", "0"}, {noList + "ownership=ObjectWriter", logs, "200", "2"},
		{logs + " ownership=ObjectWriter", logs, "200", "2"},
		{noList, logs, "400 InvalidBucketAclWithObjectOwnership", "0"},
	} {
		b := newBench(t)
		b.Want(row[0], "200")
		b.Want("ann: put-object path=pond/k body=kept", "200")
		b.Want("ben"+strings.TrimPrefix(row[1], "ann"), row[2])
		b.Want("ann: head-object path=pond/k", "200")
		a := b.Want("ann: get-bucket-configuration path=pond subresource=acl", "200")
		if named := strings.Count(a.Field("document").String(), "LogDelivery"); strconv.Itoa(named) != row[3] {
			t.Errorf("%q and %q: the list names the logs %d times", row[0], row[1], named)
		}
	}
}

// rules.md, "Versioning": the words of its status, and the version that was copied.
func TestVersionsAreNamed(t *testing.T) {
	b := lake(t, "ann: put-object path=lake/k body=test", "ann u: create-multipart-upload path=lake/m")
	b.Want("ann: put-bucket-versioning path=lake status=On", "400 MalformedXML")
	b.Want("ann: put-bucket-versioning path=lake", "400 IllegalVersioningConfigurationException")
	wantFields(t, b.Want("ann: copy-object path=lake/c source=lake/k", "200"), "source-version-id=")
	b.All("ann: put-bucket-versioning path=lake status=Enabled")
	wantFields(t, b.Want("ann: copy-object path=lake/c source=lake/k", "200"), "source-version-id=null")
	v := b.Say("ann: put-object path=lake/k body=y").Field("version-id")
	for _, line := range []string{"copy-object path=lake/c source=lake/k",
		"upload-part-copy path=lake/m part=1 upload=$u.upload source=lake/k"} {
		if got := b.Want("ann: "+line, "200").Field("source-version-id"); got != v {
			t.Errorf("%s: %s, want %s", line, got, v)
		}
	}
}

// rules.md, "Error bodies", BadDigest and InvalidRequest: the sum is called by its name.
func TestWordsOfChecksums(t *testing.T) {
	b := lake(t)
	for _, row := range [][3]string{
		{"md5=CY9rzUYh03PK3k6DJie09g==", "400 BadDigest",
			"The Content-MD5 you specified did not match what we received."},
		{"checksum.sha1=qUqP5cyxm6YcTAhz05Hph5gvu9M=", "400 BadDigest",
			"The SHA1 you specified did not match the calculated checksum."},
		{"checksum.crc32c=x", "400 InvalidRequest", "Value for x-amz-checksum-crc32c header is invalid."},
	} {
		got := b.Want("ann: put-object path=lake/k body=x "+row[0], row[1])
		if got.Field("message").String() != row[2] {
			t.Errorf("%s: %s", row[0], got.Field("message"))
		}
	}
	wantFields(t, b.Say("ann: put-object path=lake/k body=x md5=CY9rzUYh03PK3k6DJie09g=="),
		"expected-digest=CY9rzUYh03PK3k6DJie09g== calculated-digest=ndTkYSaMgDT1yFZOFVxnpg==")
}

// rules.md, "Words that are looked at first", below the table: the parts of an object, a page at a time.
func TestPartsAmongTheAttributes(t *testing.T) {
	b := lake(t)
	b.Step(engine.Set{Scope: "bucket", Key: "minimum-part", Value: "1"})
	const sum = "jNwWgw==" // of x
	for algorithm, words := range map[string]string{"": "", "CRC32": " checksum.crc32=" + sum} {
		create := "ann u: create-multipart-upload path=lake/m"
		if algorithm != "" {
			create += " checksum-algorithm=CRC32 checksum-type=FULL_OBJECT"
		}
		b.All(create, "ann p: upload-part path=lake/m body=x part=2 upload=$u.upload"+words,
			"ann q: upload-part path=lake/m body=x part=5 upload=$u.upload"+words,
			"ann r: upload-part path=lake/m body=x part=9 upload=$u.upload"+words,
			"ann: complete-multipart-upload path=lake/m upload=$u.upload parts=[2:$p.etag,5:$q.etag,9:$r.etag]")
		of := "ann: get-object-attributes path=lake/m"
		if algorithm == "" {
			wantFields(t, b.Want(of, "200"), "parts=3 0.part= next-part=")
			continue
		}
		wantFields(t, b.Want(of, "200"), "parts=3 0.part=2 0.size=1 0.checksum.crc32="+sum+
			" 2.part=9 truncated= next-part=9")
		wantFields(t, b.Want(of+" max=1 part-marker=2", "200"), "0.part=5 1.part= truncated=true next-part=5")
		wantFields(t, b.Want(of+" part-marker=9", "200"), "0.part= truncated= next-part=9")
		b.Want(of+" max=x", "400 InvalidArgument")
		b.Want(of+" part-marker=x", "400 InvalidArgument")
	}
}

// rules.md, "Checksums of an upload" and "Object Lock": what is said of words that do not fit.
func TestWordsOfUploadsAndLocks(t *testing.T) {
	b := lake(t, "ann: put-bucket-versioning path=lake status=Enabled", "ann: put-bucket-configuration path=lake "+
		"subresource=object-lock document=<ObjectLockEnabled>Enabled</ObjectLockEnabled>")
	const create, period = "create-multipart-upload path=lake/k ", "put-bucket-configuration path=lake " +
		"subresource=object-lock document=<ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention>" +
		"<Mode>GOVERNANCE</Mode>%</DefaultRetention></Rule>"
	for _, row := range [][3]string{
		{create + "checksum-type=COMPOSITE", "400 InvalidRequest",
			"The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header."},
		{create + "checksum-type=HALF checksum-algorithm=CRC32", "400 InvalidRequest",
			"Value for x-amz-checksum-type header is invalid."},
		{create + "checksum-type=COMPOSITE checksum-algorithm=CRC64NVME", "400 InvalidRequest",
			"The COMPOSITE checksum type cannot be used with the crc64nvme checksum algorithm."},
		{create + "legal-hold=on", "400 InvalidArgument", "Legal Hold must be either of 'ON' or 'OFF'"},
		{create + "lock-mode=GOVERNANCE lock-until=tomorrow", "400 InvalidArgument",
			"The retain until date must be provided in ISO 8601 format"},
		{create + "lock-mode=GOVERNANCE lock-until=2020-01-01", "400 InvalidArgument", ""},
		{strings.Replace(period, "%", "<Days>36501</Days>", 1), "400 InvalidArgument",
			"Default retention period too large."},
		{strings.Replace(period, "%", "<Years>101</Years>", 1), "400 InvalidArgument",
			"Default retention period too large."},
		{strings.Replace(period, "%", "<Days>36500</Days>", 1), "200", ""},
		{"list-multipart-uploads path=lake max=x", "400 InvalidArgument",
			"Argument max-uploads must be an integer between 0 and 2147483647"},
		{"list-parts path=lake/k upload=x max=-1", "400 InvalidArgument",
			"Argument max-parts must be an integer between 0 and 2147483647"},
	} {
		got := b.Want("ann: "+row[0], row[1])
		if said := got.Field("message").String(); said != row[2] {
			t.Errorf("%s: %q, want %q", row[0], said, row[2])
		}
	}
	b.All("ann u: create-multipart-upload path=lake/k checksum-algorithm=CRC32",
		"ann p1: upload-part path=lake/k body=x part=1 upload=$u.upload checksum.crc32=jNwWgw==")
	wantFields(t, b.Want("ann: list-multipart-uploads path=lake", "200"),
		"0.checksum-algorithm=CRC32 0.checksum-type=COMPOSITE")
	got := b.withSums("crc32", "object-size=7", "jNwWgw==")
	const size = "The provided 'x-amz-mp-object-size' header value 7 does not match what was computed: 1"
	if got.Field("message").String() != size {
		t.Errorf("%s: %s", got, got.Field("message"))
	}
}

// rules.md, "What client libraries ask beside that" and "Tags": a bucket that is made with tags has them.
func TestTagsOfNewBuckets(t *testing.T) {
	b := newBench(t)
	b.Want("ann: create-bucket path=pond tag.a=1 tag.b=2", "200")
	got := b.Want("ann: get-bucket-configuration path=pond subresource=tagging", "200").Field("document").String()
	const want = "<TagSet><Tag><Key>a</Key><Value>1</Value></Tag><Tag><Key>b</Key><Value>2</Value></Tag></TagSet>"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	b.Want("ann: create-bucket path=lake", "200")
	b.Want("ann: get-bucket-configuration path=lake subresource=tagging", "404 NoSuchTagSet")
	for words, want := range map[string]string{"tag.aws:a=1": "400 InvalidTag", "tag.a=<": "400 InvalidTag",
		strings.Join(manyTags(51), " "): "400 BadRequest", strings.Join(manyTags(50), " "): "200"} {
		newBench(t).Want("ann: create-bucket path=many "+words, want)
	}
	b.send("seed", "put-role-policy", engine.Args("role", "role1", "policy",
		`{"Statement": {"Effect": "Allow", "Action": "s3:CreateBucket", "Resource": "*"}}`))
	b.Want("rob: create-bucket path=tagged tag.a=1", denied)
	b.Want("rob: create-bucket path=tagged", "200")
}
