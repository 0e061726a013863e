package bucket_test

import "testing"

// What the live service was recorded to answer in February 2026 (rules.md, "Error bodies").
func TestRecordedRefusals(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=lake", "seed: put-object path=lake/s body=0123456789")
	b.Want("seed: delete-bucket path=lake", "409 BucketNotEmpty", "message=")
	upload := b.Say("ann: create-multipart-upload path=lake/m").Field("upload").String()
	for said, want := range map[string]string{
		"bytes=0-0": "200", "bytes=0-9": "200", "bytes=9-9": "200", "bytes=0-100": "400 InvalidArgument",
		"bytes=9-10": "400 InvalidArgument", "bytes=10-10": "400 InvalidRequest", "bytes=100-200": "400 InvalidRequest",
		"bytes=1-0": "400 InvalidArgument", "bytes=1-": "400 InvalidArgument",
	} {
		b.Want("ann: upload-part-copy path=lake/m source=lake/s part=1 upload="+upload+" source-range="+said, want)
	}
	b.All("seed: put-bucket-versioning path=lake status=Enabled")
	b.Want("seed: delete-bucket path=lake", "409 BucketNotEmpty",
		"message=The bucket you tried to delete is not empty. You must delete all versions in the bucket.")
}
