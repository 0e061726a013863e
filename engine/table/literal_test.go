package table_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/table"
)

// Every value reads back from its literal, alone and as a line of a body, and again from the literal of what was read.
func TestLiteralsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		literal, said := drawLiteral(t)
		read, ok := table.Properties("a="+literal+"\n", nil)
		if !ok || len(read) != 1 || said != "" && unescaped(t, read[0].JSON) != unescaped(t, said) {
			t.Fatalf("%q is read as %+v, want %s", literal, read, said)
		}
		v := read[0]
		back, ok := table.Properties(fmt.Sprintf("a=%s\nb=%[1]s\n", v.Text), nil)
		if !ok || len(back) != 2 || back[0] != v || back[1].JSON != v.JSON || back[1].Text != v.Text {
			t.Fatalf("%+v is written %q and read as %+v", v, v.Text, back)
		}
		alone, ok := table.Properties("", []engine.Arg{{Name: ".a", Value: engine.Text(v.Text)}})
		if !ok || len(alone) != 1 || alone[0] != v {
			t.Fatalf("%+v is written %q and read alone as %+v", v, v.Text, alone)
		}
		if rows, ok := table.Rows("a=" + v.Text + "\n"); !ok || rows[0].Type == "" {
			t.Fatalf("%q has no type: %v", v.Text, rows)
		}
	})
}

// drawLiteral is the literal of a value, and how JSON says it; empty where that is not said here.
func drawLiteral(t *rapid.T) (literal, said string) {
	text := rapid.OneOf(rapid.StringOf(rapid.Rune()), rapid.SampledFrom(
		[]string{"5", "5L", "1.0", "true", "null", "'", "''", "'a'", "X'00'", "datetime'x'", "a\nb", "-1e5", ".5",
			"guid'"}))
	inJSON := func(v any) string {
		said, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(said)
	}
	switch rapid.SampledFrom(table.Types()).Draw(t, "type") {
	case "Binary":
		raw := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		if raw == nil {
			raw = []byte{}
		}
		return fmt.Sprintf("X'%x'", raw), inJSON(raw)
	case "Boolean":
		is := rapid.Bool().Draw(t, "bool")
		return fmt.Sprint(is), fmt.Sprint(is)
	case "DateTime":
		return "datetime'" + rapid.StringMatching(`(1[7-9]|[2-9][0-9])[0-9][0-9]-(0[1-9]|1[0-2])-[0-2][1-8]T`+
			`[01][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,7})?Z`).Draw(t, "date") + "'", ""
	case "Double":
		return strconv.FormatFloat(rapid.Float64().Draw(t, "double"), 'e', -1, 64), ""
	case "Guid":
		id := rapid.StringMatching(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`).Draw(t, "guid")
		return "guid'" + id + "'", inJSON(id)
	case "Int32":
		is := fmt.Sprint(rapid.Int32().Draw(t, "int32"))
		return is, is
	case "Int64":
		is := fmt.Sprint(rapid.Int64().Draw(t, "int64"))
		return is + "L", inJSON(is)
	}
	is := text.Draw(t, "text")
	return table.StringLiteral(is), inJSON(is)
}

// unescaped is JSON as all that it could be written as: a letter may be escaped or not.
func unescaped(t *rapid.T, text string) (is any) {
	if err := json.Unmarshal([]byte(text), &is); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return is
}

// No text is more than the readers of literals, bodies and filters can take. A filter that is read says of an entity
// among others, where its keys alone may decide, what it says where there is no other.
func TestReadersTakeAnyText(t *testing.T) {
	words := rapid.SampledFrom([]string{"n", "eq", "and", "or", "not", "(", ")", "5", "'x'", "gt", "PartitionKey", "=",
		"\n", "'"})
	entities := []string{"a/x", "a/y", "x/x"}
	b := emptyBench(t)
	b.All("seed: create-table all")
	b.Step(engine.Set{Scope: "table", Key: "pages", Value: "whole"})
	for i, e := range entities {
		b.All(fmt.Sprint("seed: create-table one", i), fmt.Sprintf("seed: insert-entity one%d/%s .n=%d", i, e, 4+i),
			fmt.Sprintf("seed: insert-entity all/%s .n=%d", e, 4+i))
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if rapid.Bool().Draw(t, "words alone") {
			text = rapid.SampledFrom([]string{"", "n gt 4 ", "PartitionKey eq 'x' ", "not n "}).Draw(t, "beginning")
		}
		for _, w := range rapid.SliceOf(words).Draw(t, "words") {
			text += w + rapid.SampledFrom([]string{" ", ""}).Draw(t, "blank")
		}
		table.Properties(text, []engine.Arg{{Name: ".a", Value: engine.Text(text)}})
		query := func(of string) engine.Answer {
			return b.Send(engine.Send{By: "ann", Verb: "query-entities", Args: engine.Args("path", of, "filter", text)})
		}
		all, each := rowsOf(query("all")), []string{}
		for i := range entities {
			if rows := rowsOf(query(fmt.Sprint("one", i))); rows != "" && !slices.Contains(each, rows) {
				each = append(each, rows)
			}
		}
		if want := strings.Join(each, " "); all != want {
			t.Fatalf("%q gives %q, of each entity alone %q", text, all, want)
		}
	})
}

// rules.md, "Reading, queries, isolation", S1: ordinal order is that of the units of UTF-16.
func TestOrdinalOrder(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune("aZ\u00e9\ud7ff\ue000\ufffc\uffff\U00010000\U0001f600")))
	b := emptyBench(t)
	b.All("seed: create-table books")
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfNDistinct(text, 2, 6, rapid.ID[string]).Draw(t, "keys")
		b := &bench{b.Fork(b.T)}
		for _, key := range keys {
			a := b.Send(engine.Send{By: "seed", Verb: "insert-entity", Args: engine.Args("path", "books/p/k"+key)})
			if !a.Accepted() {
				t.Fatalf("the key %+q: %s", key, a)
			}
		}
		slices.SortFunc(keys, func(a, b string) int {
			return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		})
		got := rowsOf(b.Send(engine.Send{By: "ann", Verb: "query-entities", Args: engine.Args("path", "books")}))
		if want := "p/k" + strings.Join(keys, " p/k"); got != want {
			t.Fatalf("the rows are %+q, want %+q", got, want)
		}
	})
}
