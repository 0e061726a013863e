package wire_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/wire"

	"pgregory.net/rapid"
)

// commands reads all that comes in pieces of that size, and the error behind it.
func commands(text string, piece int) (list [][]string, err error) {
	var r wire.CommandReader
	for len(text) > 0 {
		n := min(piece, len(text))
		r.Feed([]byte(text[:n]))
		text = text[n:]
		for {
			words, err := r.Next()
			if err != nil {
				return list, err
			}
			if words == nil {
				break
			}
			list = append(list, words)
		}
	}
	return list, nil
}

// Redis, "Redis serialization protocol specification"; errors as Redis 7.0.15 words them.
func TestCommandsAreReadHoweverTheyAreCut(t *testing.T) {
	for _, row := range []struct{ text, want, err string }{
		{"*1\r\n$4\r\nPING\r\n", "[[PING]]", ""},
		{"*2\r\n$4\r\nECHO\r\n$4\r\na\r\nb\r\nPING\r\n", "[[ECHO a\r\nb] [PING]]", ""},
		{"*0\r\n*-1\r\n\r\n*1\r\n$0\r\n\r\n", "[[]]", ""},
		{"SET k \"a b\"\n", "[[SET k a b]]", ""},
		{`SET k "\x41\n\"" 'it\'s \n'` + "\r\n", "[[SET k A\n\" it's \\n]]", ""},
		{"SET k \"a\"b\r\n", "[]", "unbalanced quotes in request"},
		{"SET k 'a\r\n", "[]", "unbalanced quotes in request"},
		{"*1\r\nPING\r\n", "[]", "expected '$', got 'P'"}, {"*x\r\n", "[]", "invalid multibulk length"},
		{"*2147483648\r\n", "[]", "invalid multibulk length"}, {"*1\r\n$-1\r\n", "[]", "invalid bulk length"},
		{"*+1\r\n$4\r\nPING\r\n", "[]", "invalid multibulk length"},
		{"*01\r\n$4\r\nPING\r\n", "[]", "invalid multibulk length"},
		{"*-0\r\n", "[]", "invalid multibulk length"}, {"*1\r\n$+4\r\nPING\r\n", "[]", "invalid bulk length"},
		{"*1\r\n$04\r\nPING\r\n", "[]", "invalid bulk length"}, {"*1\r\n$00\r\n\r\n", "[]", "invalid bulk length"},
		{"*1\r\n$2147483647\r\n", "[]", "invalid bulk length"}, {"*1\r\n$4x\r\n", "[]", "invalid bulk length"},
		{strings.Repeat("x", 70000), "[]", "too big inline request"},
		// a line of which nothing behind a NUL is seen has no end
		{"ECHO a\x00b\r\nPING\r\n", "[]", ""}, {"*1\x00\r\n$4\r\nPING\r\n", "[]", ""},
		{"PING\r\nECHO a\x00\r\n", "[[PING]]", ""}, {"*1\r\n$3\r\na\x00b\r\n", "[[a\x00b]]", ""},
		{"\x00\n" + strings.Repeat("x", 70000), "[]", "too big inline request"},
		{"*" + strings.Repeat("1", 70000), "[]", "too big mbulk count string"},
		{"*1\r\n$" + strings.Repeat("1", 70000), "[]", "too big bulk count string"},
	} {
		for _, piece := range []int{1, 3, 1 << 20} {
			got, err := commands(row.text, piece)
			said := ""
			if err != nil {
				said = strings.TrimPrefix(err.Error(), "ERR Protocol error: ")
			}
			if fmt.Sprint(got) != row.want || said != row.err {
				t.Errorf("%.40q in pieces of %d: %q %q, want %s %q", row.text, piece, got, said, row.want, row.err)
			}
		}
	}
}

// What a command is written as is read as that command, for every operation and any words.
func TestCommandsAreReadAsTheyAreWritten(t *testing.T) {
	var specs []*engine.OpSpec
	for _, spec := range enginetest.Specs() {
		if spec.Prompt() {
			specs = append(specs, enginetest.Spec(spec.Verb))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		spec := rapid.SampledFrom(specs).Draw(t, "operation")
		words := rapid.SliceOfN(rapid.String(), 0, 5).Draw(t, "words")
		values := make([]engine.Value, len(words))
		for i, w := range words {
			values[i] = engine.Text(w)
		}
		raw := wire.Request(spec, []engine.Arg{{Name: "line", Value: engine.List(values...)}}, wire.Context{})
		got, err := commands(raw.Bytes()+raw.Bytes(), rapid.IntRange(1, 64).Draw(t, "piece"))
		want := append([]string{spec.Verb}, words...)
		if err != nil || len(got) != 2 || !slices.Equal(got[0], want) || !slices.Equal(got[1], want) {
			t.Fatalf("%q is read as %q, %v", want, got, err)
		}
	})
}

// Any bytes, in any pieces, are the same commands or the same error.
func FuzzCommandReader(f *testing.F) {
	for _, seed := range []string{"*1\r\n$4\r\nPING\r\n", "*2\r\n$4\r\nECHO\r\n$2\r\nhi\r\nPING\r\n",
		"SET k \"a\\x41\" 'b'\r\n",
		"*2147483647\r\n$", "*1\r\n$1000000\r\n", "$5\r\n", "*-1\r\n\n\n",
		"*3\r\n$3\r\nSET\r\n$1\r\n\x00\r\n$0\r\n\r\n"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, piece int) {
		whole, err := commands(text, max(len(text), 1))
		cut, err2 := commands(text, max(piece, 1))
		if fmt.Sprintf("%q", whole) != fmt.Sprintf("%q", cut) || fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Errorf("whole %q %v, in pieces of %d %q %v", whole, err, piece, cut, err2)
		}
	})
}
