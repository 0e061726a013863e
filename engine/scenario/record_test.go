package scenario_test

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/scenario"
)

// compared are what an answer may be compared with; a status stands by itself, and is no field.
func compared() *rapid.Generator[string] {
	return text().Filter(func(is string) bool {
		field, _, ok := strings.Cut(is, "=")
		_, err := strconv.Atoi(field)
		return !ok || err != nil
	})
}

// text is any text that an argument may hold, with a liking for what a grammar trips over.
func text() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", "as", "send", "does", "from", "covers", "none", "new", "next", "a=b", "=",
			"$a1.etag", "@home.md", "# no",
			"[a b]", "{15}", "15", "007", "-1", "a;b", "a, b", "a1:", "a2'", "x\ny", "\"", "\\", "`", "wiki/home.md",
			"Ä ö", "日本", "\xff\xfe", "\ufeff",
			"\x00", "tab\there", "-- a --", "> 201", "guid:A", "é́", "\r\n", "?", "a?", "EXSET", "{", "}", "]", "[",
			"+15s", "00:45.0"}),
		rapid.StringOf(rapid.RuneFrom([]rune("abzAZ09 .-_/=:;,'\"\\$@#[]{}?!~>\n\t\ré日"))),
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	)
}

// named is a text that can name something.
func named() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom([]string{"ann", "a1", "a2'", "r7"}),
		text().Filter(func(s string) bool { return s != "" }))
}

func value(depth int) *rapid.Generator[engine.Value] {
	kinds := []*rapid.Generator[engine.Value]{
		rapid.Map(text(), engine.Text),
		rapid.Map(rapid.Int64(), engine.Number),
		rapid.Map(rapid.Int64(), func(n int64) engine.Value { return engine.Moment(engine.Instant(n)) }),
		rapid.Map(rapid.Int64Range(0, 1e10), func(n int64) engine.Value { return engine.Moment(engine.Instant(n)) }),
		rapid.Custom(func(t *rapid.T) engine.Value {
			return engine.Ref(text().Draw(t, "path"),
				rapid.Bool().Draw(t, "opt"))
		}),
		rapid.Custom(func(t *rapid.T) engine.Value {
			return engine.Token{Kind: engine.Kind(rapid.Byte().Draw(t, "kind")), N: rapid.Uint64().Draw(t, "n"),
				Name: text().Draw(t, "name")}.Value()
		}),
		rapid.Custom(func(t *rapid.T) engine.Value {
			return engine.Token{Kind: engine.ETag, N: rapid.Uint64Range(1, 1<<40).Draw(t, "n")}.Value()
		}),
		rapid.Just(engine.Value{}),
	}
	if depth > 0 {
		kinds = append(kinds, expressions(depth-1), rapid.Map(rapid.SliceOfN(value(depth-1), 0, 4), list),
			rapid.Custom(func(t *rapid.T) engine.Value {
				return list([]engine.Value{engine.Text(text().Draw(t, "key")), engine.Text("="),
					value(depth-1).Draw(t, "value")})
			}))
	}
	return rapid.OneOf(kinds...)
}

func expressions(depth int) *rapid.Generator[engine.Value] {
	return rapid.Custom(func(t *rapid.T) engine.Value {
		return engine.Expression(rapid.SampledFrom(engine.Operators()).Draw(t, "operator"),
			value(depth).Draw(t, "left"), value(depth).Draw(t, "right"))
	})
}

// plans are steps of all kinds, within each other to a depth.
func plans(depth int) *rapid.Generator[[]engine.PlanStep] {
	step := rapid.Custom(func(t *rapid.T) engine.PlanStep {
		block := func(label string) []engine.PlanStep {
			if depth == 0 {
				return nil
			}
			return plans(depth-1).Draw(t, label)
		}
		one := named().Draw(t, "one")
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0:
			return engine.PlanStep{Do: engine.DoLoop, Times: rapid.Int().Draw(t, "times"), Then: block("loop")}
		case 1:
			return engine.PlanStep{Do: engine.DoBreak, Name: one, Is: compared().Draw(t, "is")}
		case 2:
			return engine.PlanStep{Do: engine.DoIf, Name: one, Is: compared().Draw(t, "is"), Then: block("then"),
				Else: block("else")}
		case 3:
			if rapid.Bool().Draw(t, "on") {
				return engine.PlanStep{Do: engine.DoWaitOn, Name: one, Is: compared().Draw(t, "is")}
			}
			return engine.PlanStep{Do: engine.DoStop}
		case 4:
			long := rapid.OneOf(rapid.Map(rapid.Int64(), engine.Number), expressions(1),
				rapid.Just(engine.Ref("r.body", true)))
			return engine.PlanStep{Do: engine.DoWait, For: long.Draw(t, "for"),
				Unit: rapid.SampledFrom([]time.Duration{time.Second, time.Millisecond}).Draw(t, "unit")}
		case 5:
			return engine.PlanStep{Do: engine.DoLost, Name: one, Then: block("lost")}
		}
		if rapid.Bool().Draw(t, "wish") {
			return engine.PlanStep{Do: engine.DoWish, Name: one, Then: block("wish")}
		}
		in := sends().Draw(t, "send").(engine.Send)
		return engine.PlanStep{Verb: in.Verb, Args: in.Args, Words: in.Words, As: in.As}
	})
	return rapid.Map(rapid.SliceOfN(step, 0, 4), func(s []engine.PlanStep) []engine.PlanStep {
		if len(s) == 0 {
			return nil
		}
		return s
	})
}

func list(v []engine.Value) engine.Value {
	if len(v) == 0 {
		return engine.List()
	}
	return engine.List(v...)
}

func someArgs() *rapid.Generator[[]engine.Arg] {
	arg := rapid.Custom(func(t *rapid.T) engine.Arg {
		return engine.Arg{Name: rapid.OneOf(rapid.SampledFrom(
			[]string{"path", "body", "if-match", "meta.a", "line", "as", "from"}), text()).Draw(t, "name"),
			Value: value(3).Draw(t, "value")}
	})
	return rapid.Map(rapid.SliceOfN(arg, 0, 5), func(a []engine.Arg) []engine.Arg {
		if len(a) == 0 {
			return nil
		}
		return a
	})
}

func sends() *rapid.Generator[engine.Input] {
	return rapid.Custom(func(t *rapid.T) engine.Input {
		in := engine.Send{By: named().Draw(t, "by"),
			Verb: rapid.OneOf(rapid.SampledFrom(
				[]string{"put-note", "put-blob", "get-blob", "acquire-blob-lease", "GET", "EXSET"}), named()).Draw(t,
				"verb"),
			Args: someArgs().Draw(t, "args"), As: text().Draw(t, "as")}
		if rapid.Bool().Draw(t, "prompt") {
			in.Args = []engine.Arg{{Name: "line",
				Value: rapid.Map(rapid.SliceOfN(value(2), 0, 4), list).Draw(t, "line")}}
		}
		if rapid.Bool().Draw(t, "words") {
			in.Words = engine.Words{From: text().Draw(t, "from"), Again: text().Draw(t, "again"),
				Fault: text().Draw(t, "fault"), Does: text().Draw(t, "does"), On: text().Draw(t, "on")}
			if choose := rapid.SliceOfN(rapid.Int(), 0, 3).Draw(t, "choose"); len(choose) > 0 {
				in.Words.Choose = choose
			}
		}
		return in
	})
}

// inputs are all inputs that the engine could accept, and many that it refuses.
func inputs() *rapid.Generator[engine.Input] {
	several := rapid.SliceOfN(named(), 1, 3)
	given := rapid.Custom(func(t *rapid.T) engine.Input {
		return engine.Plan{By: named().Draw(t, "by"), Steps: plans(2).Draw(t, "steps")}
	})
	return rapid.OneOf(sends(), given, rapid.Custom(func(t *rapid.T) engine.Input {
		one, many, any := named().Draw(t, "one"), several.Draw(t, "many"), text().Draw(t, "any")
		v := value(2).Draw(t, "value")
		next := engine.Next{By: one}
		if choose := rapid.SliceOfN(rapid.Int(), 0, 3).Draw(t, "choose"); len(choose) > 0 {
			next.Choose = choose
		}
		all := []engine.Input{
			engine.AddWriter{ID: one, Title: any, Principal: text().Draw(t, "principal")},
			engine.Set{Scope: one, Key: any, Value: text().Draw(t, "set")},
			engine.Lock{Lease: engine.ParseObject(any), Covers: engine.ParseObject(text().Draw(t, "covers"))},
			engine.Arrive{Names: many}, engine.Deliver{Names: many}, engine.ReceiveAnswer{Names: many},
			engine.Lose{Name: one}, engine.Duplicate{Name: one}, engine.Timeout{Name: one}, engine.Finish{Name: one},
			engine.Order{Name: one, Place: rapid.Int().Draw(t, "place")},
			engine.Edit{Name: one, Args: someArgs().Draw(t, "args")},
			engine.Clock{Next: true}, engine.Clock{To: engine.Instant(rapid.Int64().Draw(t, "to"))},
			engine.Clock{By: time.Duration(rapid.Int64().Draw(t, "by"))},
			engine.Act{By: one, What: v}, engine.Tell{To: one, What: v}, next,
		}
		return rapid.SampledFrom(all).Draw(t, "input")
	}))
}

func TestEveryInputReadsBackFromItsLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inputs().Draw(t, "input")
		if text := scenario.FormatInput(in); strings.ContainsAny(text, "\n\r") {
			t.Fatalf("a record is one line: %q", text)
		}
		readsBack(t, in)
	})
}

// One reader of many lines, some of them wrong, gives each input as a new one would, and takes back none that it gave.
func TestAReaderKeepsNoInputOfAnotherLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r scenario.InputReader
		var read []engine.Input
		list := rapid.SliceOfN(inputs(), 1, 5).Draw(t, "inputs")
		for _, in := range list {
			text := scenario.FormatInput(in)
			_, err := r.Read(rapid.SampledFrom([]string{"", "nonsense", text + " [", "a: b c\nd"}).Draw(t, "wrong"))
			if err == nil {
				t.Fatal("a line was read that is none")
			}
			back, err := r.Read(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			read = append(read, back)
		}
		if !reflect.DeepEqual(list, read) {
			t.Fatalf("read %#v, want %#v", read, list)
		}
	})
}

func TestEveryInputReadsBackWhereItsVerbIsKnown(t *testing.T) {
	specs := enginetest.Specs()
	rapid.Check(t, func(t *rapid.T) {
		in := sends().Draw(t, "input").(engine.Send)
		in.Verb = rapid.SampledFrom(specs).Draw(t, "operation").Verb
		readsBack(t, in)
	})
}

func TestInputsReadLikeTheirSamples(t *testing.T) {
	for _, c := range []struct {
		in   engine.Input
		line string
	}{
		{engine.AddWriter{ID: "ann", Title: "Ana", Principal: "role1"}, `writer ann "Ana" principal=role1`},
		{engine.Set{Scope: "blob", Key: "copy", Value: "slow"}, `set blob.copy=slow`},
		{engine.Lock{Lease: engine.ParseObject("  "), Covers: engine.ParseObject(" T")}, `lock "  " covers " T"`},
		{engine.Lock{Lease: engine.ParseObject("blob locks/L"), Covers: engine.ParseObject("table T")},
			`lock blob locks/L covers table T`},
		{engine.Send{By: "ann", Verb: "put-blob",
			Args: []engine.Arg{{Name: "path", Value: engine.Text("a")}, {Name: "body", Value: engine.Text("one two\n")},
				{Name: "if-match", Value: engine.Ref("b1.etag", false)}}, Words: engine.Words{Choose: []int{1, 0}},
			As: "a2"},
			`ann: send put-blob a "one two\n" if-match=$b1.etag choose=[1 0] as a2`},
		{engine.Send{By: "ann", Verb: "EXSET",
			Args: []engine.Arg{{Name: "line", Value: engine.List(engine.Text("key_2"), engine.Text("universe"),
				engine.Text("VER"), engine.Text("1"))}}}, `ann: send EXSET key_2 universe VER 1`},
		{engine.ReceiveAnswer{Names: []string{"a2", "b1"}}, `answer a2 b1`},
		{engine.Duplicate{Name: "a2'"}, `double a2'`},
		{engine.Order{Name: "a2", Place: 1}, `move a2 1`},
		{engine.Edit{Name: "a2", Args: engine.Args("if-match", "*")}, `edit a2 if-match=*`},
		{engine.Clock{By: 15 * time.Second}, `clock +15s`},
		{engine.Clock{To: 45000}, `clock 00:45.0`},
		{engine.Clock{Next: true}, `clock next`},
		{engine.Act{By: "ann", What: engine.Ref("g1.0", false)}, `ann: does $g1.0`},
		{engine.Tell{To: "ben", What: engine.Ref("a1.lease", false)}, `tell ben $a1.lease`},
		{engine.Next{By: "ann"}, `next ann`},
		{engine.Next{By: "ann", Choose: []int{1}}, `next ann choose=1`},
		{engine.Deliver{Names: []string{"a2"}, Choose: []int{1}}, `deliver a2 choose=1`},
		{engine.Arrive{Names: []string{"a2"}, Choose: []int{0, 1}}, `arrive a2 choose=[0 1]`},
		{engine.Plan{By: "ann"}, `plan ann off`},
		{engine.Plan{By: "ann", Steps: addOne()},
			`plan ann [loop 3 [get-blob hits as r; put-blob hits {$r.body + 1} if-match=$r.etag as w; break on w 201; ` +
				`if w 412 [wait {2 * $round}s] else [stop]]]`},
	} {
		if got := scenario.FormatInput(c.in); got != c.line {
			t.Errorf("%s\nwant %s", got, c.line)
		}
	}
}

func addOne() []engine.PlanStep {
	return []engine.PlanStep{{Do: engine.DoLoop, Times: 3, Then: []engine.PlanStep{
		{Verb: "get-blob", Args: engine.Args("path", "hits"), As: "r"},
		{Verb: "put-blob", Args: []engine.Arg{{Name: "path", Value: engine.Text("hits")},
			{Name: "body", Value: engine.Expression(engine.Add, engine.Ref("r.body", false), engine.Number(1))},
			{Name: "if-match", Value: engine.Ref("r.etag", false)}}, As: "w"},
		{Do: engine.DoBreak, Name: "w", Is: "201"},
		{Do: engine.DoIf, Name: "w", Is: "412", Then: []engine.PlanStep{
			{Do: engine.DoWait, For: engine.Expression(engine.Times, engine.Number(2), engine.Ref("round", false)),
				Unit: time.Second}},
			Else: []engine.PlanStep{{Do: engine.DoStop}}},
	}}}
}

// A group of a table service is a list of lists in which a property is a list of three.
func TestGroupsAndPropertiesBecomeLists(t *testing.T) {
	const group = "ann: send entity-group-transaction table=T ops=[update-entity c .n=6L if-match=$a1.etag;\n  " +
		"insert-entity log7]"
	in, err := scenario.ParseInput(group)
	if err != nil {
		t.Fatal(err)
	}
	pair := func(n string, v engine.Value) engine.Value { return engine.List(engine.Text(n), engine.Text("="), v) }
	want := engine.List(
		engine.List(engine.Text("update-entity"), engine.Text("c"), pair(".n", engine.Text("6L")),
			pair("if-match", engine.Ref("a1.etag", false))),
		engine.List(engine.Text("insert-entity"), engine.Text("log7")))
	if got := in.(engine.Send).Args[1].Value; !reflect.DeepEqual(got, want) {
		t.Errorf("%s", got)
	}
	if line := scenario.FormatInput(in); line != strings.ReplaceAll(group, ";\n ", ";") {
		t.Errorf("%s", line)
	}
}

// A session's lines read as people type them: what a service's operation needs most stands without its name.
func TestRecordsAreWrittenAsTheyAreTyped(t *testing.T) {
	in := engine.Send{By: "ann", Verb: "put-blob",
		Args: []engine.Arg{{Name: "path", Value: engine.Text("wiki/home.md")},
			{Name: "body", Value: engine.Text("15")}, {Name: "if-match", Value: engine.Text("*")}}, As: "a2"}
	const want = "ann: send put-blob wiki/home.md 15 if-match=* as a2"
	if got := scenario.FormatInput(in); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestARecordIsOneInput(t *testing.T) {
	for _, line := range []string{"", "ann: get-note path=a", "deliver a1\ndeliver a2", "draft ann a b",
		"ask Who wins?"} {
		if in, err := scenario.ParseInput(line); err == nil {
			t.Errorf("%q is %v", line, in)
		}
	}
}
