package bucket_test

import (
	"strings"
	"testing"
)

// rules.md, "How an object is stored": the classes, and what each request by which an object comes about says of them.
func TestStorageClasses(t *testing.T) {
	b := lake(t)
	for _, class := range []string{"STANDARD", "REDUCED_REDUNDANCY", "STANDARD_IA", "ONEZONE_IA", "INTELLIGENT_TIERING",
		"GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"} {
		told := class
		if class == "STANDARD" {
			told = ""
		}
		words := " storage-class=" + class
		b.All("ann: put-object path=lake/put body=x"+words, "ann: copy-object path=lake/copy source=lake/k"+words,
			"ann u: create-multipart-upload path=lake/parts"+words,
			"ann p: upload-part path=lake/parts body=x part=1 upload=$u.upload")
		wantFields(t, b.Want("ann: list-parts path=lake/parts upload=$u.upload", "200"), "storage-class="+told)
		wantFields(t, b.Want("ann: list-multipart-uploads path=lake", "200"), "0.storage-class="+told)
		b.All("ann: complete-multipart-upload path=lake/parts upload=$u.upload parts=[1:$p.etag]")
		for i, key := range []string{"copy", "parts", "put"} {
			wantFields(t, b.Want("ann: head-object path=lake/"+key, "200"), "storage-class="+told)
			wantFields(t, b.Want("ann: get-object-attributes path=lake/"+key, "200"), "storage-class="+class)
			prefix := "ann: list-objects-v2 path=lake prefix=" + key
			wantFields(t, b.Want(prefix, "200"), "0.storage-class="+class)
			wantFields(t, b.Want(strings.Replace(prefix, "list-objects-v2", "list-object-versions", 1), "200"),
				"0.storage-class="+told)
			want := "200"
			if class == "GLACIER" || class == "DEEP_ARCHIVE" {
				want = "403 InvalidObjectState"
			}
			b.Want("ann: get-object path=lake/"+key, want)
			b.Want("ann: copy-object path=lake/again source=lake/"+key, want)
			if i > 0 {
				b.All("ann: delete-object path=lake/" + key)
			}
		}
	}
	for _, class := range []string{"standard", "OUTPOSTS", "EXPRESS_ONEZONE", "SNOW", "COLD"} {
		for _, verb := range []string{"put-object path=lake/l", "copy-object path=lake/l source=lake/k",
			"create-multipart-upload path=lake/l"} {
			wantFields(t, b.Want("ann: "+verb+" storage-class="+class, "400 InvalidStorageClass"),
				"storage-class-requested="+class)
		}
	}
}

// rules.md, "How an object is stored": keys of KMS are kept and told; the ETag is then no MD5.
func TestEncryption(t *testing.T) {
	const arn = "arn:aws:kms:us-east-1:111111111111:key/"
	b := lake(t)
	for _, row := range [][2]string{{"", "encryption= kms-key="}, {"encryption=AES256", "encryption= kms-key="},
		{"encryption=aws:kms", "encryption=aws:kms kms-key=" + arn + "interleave"},
		{"encryption=aws:kms kms-key=one", "encryption=aws:kms kms-key=" + arn + "one"},
		{"encryption=aws:kms:dsse kms-key=" + arn + "two", "encryption=aws:kms:dsse kms-key=" + arn + "two"}} {
		for _, verb := range []string{"put-object path=lake/l body=test", "copy-object path=lake/l source=lake/k"} {
			first := b.Want("ann: "+verb+" "+row[0], "200")
			wantFields(t, first, row[1])
			wantFields(t, b.Want("ann: head-object path=lake/l", "200"), row[1])
			wantFields(t, b.Want("ann: get-object path=lake/l", "200"), row[1])
			own := strings.Contains(row[1], "encryption= ")
			if again := b.Say("ann: " + verb + " " + row[0]); own != (again.Field("etag").String() == test) ||
				own != (again.Field("etag") == first.Field("etag")) {
				t.Errorf("%s %s: %s and %s", verb, row[0], first.Field("etag"), again.Field("etag"))
			}
		}
		wantFields(t, b.Want("ann u: create-multipart-upload path=lake/m "+row[0], "200"), row[1])
		wantFields(t, b.Want("ann p: upload-part path=lake/m body=x part=1 upload=$u.upload", "200"), row[1])
		wantFields(t, b.Want("ann: complete-multipart-upload path=lake/m upload=$u.upload parts=[1:$p.etag]", "200"),
			row[1])
	}
	b.All("ann: put-bucket-configuration path=lake subresource=encryption document=<Rule>" +
		"<ApplyServerSideEncryptionByDefault><SSEAlgorithm>aws:kms</SSEAlgorithm><KMSMasterKeyID>one</KMSMasterKeyID>" +
		"</ApplyServerSideEncryptionByDefault></Rule>")
	wantFields(t, b.Want("ann: put-object path=lake/l body=test", "200"), "encryption=aws:kms kms-key="+arn+"one")
	wantFields(t, b.Want("ann: put-object path=lake/l body=test encryption=AES256", "200"), "etag="+test)
	for _, words := range []string{"encryption=AES128", "encryption=AES256 kms-key=one", "kms-key=one"} {
		b.Want("ann: put-object path=lake/l "+words, "400 InvalidArgument")
		b.Want("ann: copy-object path=lake/l source=lake/k "+words, "400 InvalidArgument")
		b.Want("ann: create-multipart-upload path=lake/l "+words, "400 InvalidArgument")
	}
}

// rules.md, "What client libraries ask beside that": the sums of XXH64, XXH3 and XXH128. Those of abc stand in the
// tests of many libraries: 44bc2cf5ad770999, 78af5f94892f3950 and 06b05ab6733a618578af5f94892f3950.
func TestSumsOfXXHash(t *testing.T) {
	b := lake(t)
	for algorithm, sum := range map[string]string{"xxhash64": "RLws9a13CZk=", "xxhash3": "eK9flIkvOVA=",
		"xxhash128": "BrBatnM6YYV4r1+UiS85UA=="} {
		put := "ann: put-object path=lake/k body=abc checksum." + algorithm + "="
		wantFields(t, b.Want(put+sum, "200"), "checksum."+algorithm+"="+sum+" checksum-type=FULL_OBJECT")
		wantFields(t, b.Want("ann: get-object path=lake/k checksum-mode=ENABLED", "200"),
			"checksum."+algorithm+"="+sum)
		b.Want(put+"A"+sum[1:], "400 BadDigest")
		b.Want(put+"eA==", "400 InvalidRequest")
		wantFields(t, b.Want("ann: copy-object path=lake/c source=lake/k checksum-algorithm="+
			strings.ToUpper(algorithm), "200"), "checksum."+algorithm+"="+sum)
		create := "ann u: create-multipart-upload path=lake/m checksum-algorithm=" + strings.ToUpper(algorithm)
		b.Want(create+" checksum-type=FULL_OBJECT", "400 InvalidRequest")
		wantFields(t, b.Want(create, "200"), "checksum-type=COMPOSITE")
		wantFields(t, b.Want("ann: upload-part path=lake/m body=abc part=1 upload=$u.upload checksum."+algorithm+"="+
			sum, "200"), "checksum."+algorithm+"="+sum)
	}
}

// rules.md, "How an object is stored": where a website sends its readers is each object's own.
func TestRedirectsOfWebsites(t *testing.T) {
	b := lake(t)
	for _, to := range []string{"/other", "http://example.com/", "https://example.com/"} {
		b.All("ann: put-object path=lake/w body=x website-redirect="+to, "ann: copy-object path=lake/c source=lake/w",
			"ann u: create-multipart-upload path=lake/m website-redirect="+to,
			"ann p: upload-part path=lake/m body=x part=1 upload=$u.upload",
			"ann: complete-multipart-upload path=lake/m upload=$u.upload parts=[1:$p.etag]")
		wantFields(t, b.Want("ann: get-object path=lake/w", "200"), "website-redirect="+to)
		wantFields(t, b.Want("ann: head-object path=lake/m", "200"), "website-redirect="+to)
		wantFields(t, b.Want("ann: head-object path=lake/c", "200"), "website-redirect=")
		b.Want("ann: copy-object path=lake/c source=lake/c website-redirect="+to, "200")
		wantFields(t, b.Want("ann: head-object path=lake/c", "200"), "website-redirect="+to)
	}
	b.Want("ann: put-object path=lake/w website-redirect=other", "400 InvalidRedirectLocation")
	b.policy("204", statement("Deny", `"*"`, "s3:PutObject", "/*",
		`"Null": {"s3:x-amz-website-redirect-location": "false"}`))
	b.Want("ann: put-object path=lake/w website-redirect=/other", denied)
	b.Want("ann: put-object path=lake/w", "200")
}
