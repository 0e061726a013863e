package bucket_test

import (
	"testing"

	"interleave/engine/bucket"
	"interleave/engine/enginetest"
)

// BenchmarkPut is a put on one of as many keys, through the world: sent, judged at its delivery, heard.
func BenchmarkPut(b *testing.B) {
	enginetest.Puts(b, bucket.Service, "create-bucket", "lake", "put-object")
}
