package enginetest_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/enginetest"
)

// A random history of two writers; End holds what is promised of every service.
func Example() {
	promises := rapid.MakeCheck(func(t *rapid.T) {
		h := enginetest.Start(t, blob.Service(), "ann", "ben")
		h.Say("seed", "create-container", engine.Args("path", "wiki"))
		for range rapid.IntRange(1, 9).Draw(t, "writes") {
			h.Say(rapid.SampledFrom([]string{"ann", "ben"}).Draw(t, "who"), "put-blob",
				engine.Args("path", "wiki/home", "body", "text"))
		}
		h.End()
	})
	tests := []testing.InternalTest{{Name: "TestHistories", F: promises}} // in a test file: t.Run("blob", promises)
	fmt.Println(len(tests), "test")
	// Output: 1 test
}
