package share_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/share"
)

// BenchmarkPutRange is what a writer does most: sent, judged and heard, beside 100 other files and two open handles.
func BenchmarkPutRange(b *testing.B) {
	args, name := engine.Args("path", "s/f", "body", "xxxxx", "range", "2-6"), []string{"p"}
	enginetest.Rounds(b, share.Service, 10_000, func(l *enginetest.Line) {
		for _, id := range []string{"ann", "ben", "cy"} {
			l.Give(engine.AddWriter{ID: id})
		}
		l.Send(engine.Seed, "create-share", engine.Args("share", "s"), []string{"s"})
		l.Send(engine.Seed, "create-file", engine.Args("path", "s/f", "size", "10"), []string{"f"})
		for _, by := range []string{"ann", "ben"} {
			l.Send(by, "smb-create", engine.Args("path", "s/f", "access", "R", "share", "RWD"), []string{by})
		}
		for i := range 100 {
			l.Send(engine.Seed, "create-file", engine.Args("path", fmt.Sprint("s/x", i), "size", "10"), []string{"x"})
		}
	}, func(l *enginetest.Line, _ int) { l.Send("cy", "put-range", args, name) })
}
