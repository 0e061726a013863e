package bucket_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/bucket"
	"interleave/engine/enginetest"
)

// BenchmarkPut is a put on one of as many keys, through the world: sent, judged at its delivery, heard.
func BenchmarkPut(b *testing.B) {
	b.Run("last-writer-wins", func(b *testing.B) { benchmarkPut(b, false) })
	b.Run("if-match", func(b *testing.B) { benchmarkPut(b, true) })
}

func benchmarkPut(b *testing.B, guarded bool) {
	const keys = 1000
	names, args := make([][]string, keys), make([][]engine.Arg, keys)
	enginetest.Rounds(b, bucket.Service, 20_000, func(l *enginetest.Line) {
		l.Send(engine.Seed, "create-bucket", engine.Args("path", "lake"), []string{"c"})
		for i := range keys {
			names[i], args[i] = []string{fmt.Sprint("p", i)}, engine.Args("path", fmt.Sprintf("lake/%d", i), "body",
				"some text")
			l.Send(engine.Seed, "put-object", args[i], names[i])
			if guarded {
				args[i] = append(args[i], engine.Arg{Name: "if-match", Value: engine.Ref(names[i][0]+".etag", false)})
			}
		}
	}, func(l *enginetest.Line, i int) { l.Send(engine.Seed, "put-object", args[i%keys], names[i%keys]) })
}
