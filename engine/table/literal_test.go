package table

import (
	"slices"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"
)

// Every value reads back from its literal, alone and as a line of a body, and again from the literal of what was read.
func TestLiteralsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawValue(t)
		back, said := parseLiteral(v.literal())
		if said != fits || back != v {
			t.Fatalf("%+v is written %q and read as %+v", v, v.literal(), back)
		}
		list, ok := linesOf(string(document([]property{{name: "a", value: v}, {name: "b", value: v}})))
		if !ok || len(list) != 2 {
			t.Fatalf("%q is read as %v", v.literal(), list)
		}
		for _, a := range list {
			if back, said := valueOf(a.Value); said != fits || back != v {
				t.Fatalf("%q in a body is read as %+v", v.literal(), back)
			}
		}
	})
}

func drawValue(t *rapid.T) value {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom(
		[]string{"5", "5L", "1.0", "true", "null", "'", "''", "'a'", "X'00'", "datetime'x'", "a\nb", "-1e5", ".5",
			"guid'"}))
	switch edm(rapid.IntRange(int(isString), int(isInt64)).Draw(t, "kind")) {
	case isBinary:
		return value{kind: isBinary, text: string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))}
	case isBoolean:
		return value{kind: isBoolean, number: int64(rapid.IntRange(0, 1).Draw(t, "bool"))}
	case isDateTime:
		v, said := parseLiteral("datetime'" +
			rapid.StringMatching(`(1[7-9]|[2-9][0-9])[0-9][0-9]-(0[1-9]|1[0-2])-[0-2][1-8]T[01][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,7})?Z`).Draw(t, "date") + "'")
		if said != fits {
			t.Fatalf("%+v is no moment", v)
		}
		return v
	case isDouble:
		return value{kind: isDouble, real: rapid.Float64().Draw(t, "double")}
	case isInt32:
		return value{kind: isInt32, number: int64(rapid.Int32().Draw(t, "int32"))}
	case isInt64:
		return value{kind: isInt64, number: rapid.Int64().Draw(t, "int64")}
	}
	return value{kind: isString, text: text.Draw(t, "text")}
}

// No text is more than the readers of literals, bodies and filters can take; a filter that is read gives the same
// answer twice.
func TestReadersTakeAnyText(t *testing.T) {
	words := rapid.SampledFrom([]string{"n", "eq", "and", "or", "not", "(", ")", "5", "'x'", "gt", "PartitionKey", "=",
		"\n", "'"})
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		for _, w := range rapid.SliceOf(words).Draw(t, "words") {
			text += w + rapid.SampledFrom([]string{" ", ""}).Draw(t, "blank")
		}
		parseLiteral(text)
		linesOf(text)
		if f, ok := parseFilter(text); ok {
			of := func(string) (value, bool) { return value{kind: isInt32, number: 5}, true }
			if f.holds(of) != f.holds(of) || f.holds(of) == maybe {
				t.Fatalf("%q does not decide", text)
			}
			if known := f.holds(func(string) (value, bool) { return value{}, false }); known != maybe &&
				f.holds(of) != known {
				t.Fatalf("%q is %d whatever the entity, and %d for one", text, known, f.holds(of))
			}
		}
	})
}

// rules.md, "Reading, queries, isolation", S1: ordinal order is that of the units of UTF-16.
func TestOrdinalOrder(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune("aZ\u00e9\ud7ff\ue000\ufffd\uffff\U00010000\U0001f600")))
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		if want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b))); ordinal(a, b) != want {
			t.Fatalf("%+q and %+q: %d, want %d", a, b, ordinal(a, b), want)
		}
	})
}
