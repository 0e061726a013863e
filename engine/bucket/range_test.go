package bucket_test

import "testing"

// rules.md, "Error bodies": ranges of reads may be cut and counted from the end, those of copies are exact.
func TestRanges(t *testing.T) {
	b := lake(t)
	b.All("ann: put-object path=lake/k body=0123456789", "ann: put-object path=lake/empty body=",
		"ann u: create-multipart-upload path=lake/m")
	for _, row := range [][3]string{ // range, answer, body
		{"-7", "206", "3456789"}, {"-99", "206", "0123456789"}, {"-0", "416 InvalidRange", ""},
		{"8-99", "206", "89"}, {"10-", "416 InvalidRange", ""},
	} {
		b.Want("ann: get-object path=lake/k range="+row[0], row[1], "body="+row[2])
	}
	b.Want("ann: get-object path=lake/empty range=-1", "416 InvalidRange")
	for _, row := range [][2]string{{"0-9", "200"}, {"2-4", "200"}, {"0-10", "400 InvalidArgument"},
		{"10-12", "400 InvalidRequest"}, {"4-", "400 InvalidArgument"}, {"-4", "400 InvalidArgument"},
		{"four", "400 InvalidArgument"}} {
		b.Want("ann: upload-part-copy path=lake/m source=lake/k upload=$u.upload part=1 source-range="+row[0], row[1])
	}
}

// rules.md, "Bucket policies": what is copied can be a condition; no request has a referer.
func TestAPolicyKnowsWhatIsCopied(t *testing.T) {
	for condition, want := range map[string]string{
		`"StringLike": {"s3:x-amz-copy-source": "lake/secret*"}`: "403 AccessDenied",
		`"StringLike": {"s3:x-amz-copy-source": "other/*"}`:      "200",
		`"StringLike": {"aws:Referer": "https://example.com/*"}`: "200"} {
		b := lake(t)
		b.All("ann: put-object path=lake/secret body=x", "ann: put-object path=lake/k body=x")
		b.policy("204", statement("Deny", `"*"`, "s3:PutObject", "/*", condition))
		b.Want("ann: copy-object path=lake/k source=lake/secret", want)
	}
}

// rules.md, "Error bodies": a copy onto itself must change something.
func TestACopyOntoItself(t *testing.T) {
	b := lake(t)
	b.All("ann: put-object path=lake/k body=x")
	for words, want := range map[string]string{"": "400 InvalidRequest", " meta.a=1": "200",
		" storage-class=STANDARD_IA": "200"} {
		b.Want("ann: copy-object path=lake/k source=lake/k"+words, want)
	}
}
