package share_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/share"
)

type bench struct{ *enginetest.Bench }

// service is read once, for all worlds of these tests.
var service = share.Service().Read()

// newBench has the writers ann, ben and cy, and what the lines say.
func newBench(t testing.TB, lines ...string) *bench {
	t.Helper()
	b := &bench{enginetest.NewBench(t, service, "ann", "ben", "cy")}
	b.All(lines...)
	return b
}

// file is a bench with the file s/f of ten zeros, and the lines.
func file(t testing.TB, lines ...string) *bench {
	t.Helper()
	return newBench(t, append([]string{"seed: create-share share=s", "seed: create-file path=s/f size=10"},
		lines...)...)
}

// short is an answer without what begins every name of an NTSTATUS.
func short(a engine.Answer) string { return strings.TrimPrefix(a.String(), "STATUS_") }

// decided is the answer that stands to a request that had to wait.
func (b *bench) decided(name string) string {
	b.T.Helper()
	return short(b.World.Named(name).Answer)
}

const success = "SUCCESS"
