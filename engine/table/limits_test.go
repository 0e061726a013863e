package table_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// rules.md, "Types, limits, validation", row by row: what fits, and the literal that answers and records show; what
// does not fit.
func TestTypes(t *testing.T) {
	for _, row := range [][2]string{
		{"word", "word"}, {"'5'", "'5'"}, {"'it''s'", "it's"}, {"''", "''"}, {"", "''"}, {"'two words'", "two words"},
		{"'null'", "'null'"}, {"2026-01-05", "2026-01-05"},
		// String
		{"x'y", "x'y"},
		// Binary
		{"X'00fF'", "X'00ff'"}, {"binary'00'", "X'00'"}, {"X''", "X''"}, {"X'0'", malformed}, {"X'zz'", malformed},
		{"true", "true"}, {"false", "false"}, {"True", "True"}, // Boolean, and a String
		{"datetime'1601-01-01T00:00:00Z'", "datetime'1601-01-01T00:00:00Z'"},
		{"datetime'9999-12-31T23:59:59.9999999Z'", "datetime'9999-12-31T23:59:59.9999999Z'"},
		// DateTime
		{"datetime'1600-12-31T23:59:59Z'", malformed}, {"datetime'2026-01-05T09:00:00.00000001Z'", malformed},
		{"datetime'2023-01-01T23:00:00'", "datetime'2023-01-01T23:00:00Z'"}, // no zone, and another one
		{"datetime'2023-12-25T16:33:31.1190092-07:00'", "datetime'2023-12-25T23:33:31.1190092Z'"},
		{"datetime'2023-12-25T16:33:31+0100'", malformed}, {"datetime'2023-01-01T23:00:00ZZ'", malformed},
		{"datetime'today'", malformed},
		// Double
		{"5.0", "5.0"}, {"-0.25", "-0.25"}, {"1e3", "1000.0"}, {"1e21", "1e+21"}, {"NaN", "NaN"}, {"INF", "INF"},
		{"-INF", "-INF"}, {"1e999", malformed},
		// Guid
		{"guid'00000000-0000-0000-0000-00000000000A'", "guid'00000000-0000-0000-0000-00000000000a'"},
		{"guid'x'", malformed},
		{"2147483647", "2147483647"}, {"-2147483648", "-2147483648"}, {"2147483648", malformed}, {"007", "7"}, // Int32
		{"9223372036854775807L", "9223372036854775807L"}, {"5L", "5L"}, {"9223372036854775808L", malformed}, // Int64
		{"'open", malformed}, {"'a'b'", malformed}, {"[1 2]", "400 InvalidValueType"}, {"{7}", "7"},
		{"{5000000000}", "5000000000L"},
		{"{00:01.5}", "datetime'2026-01-05T09:00:01.5Z'"},
	} {
		b := newBench(t)
		text := row[0]
		if !strings.ContainsAny(text, "[{") {
			text = `"` + text + `"`
		}
		a := b.Say("ann: insert-entity jobs/p/n .v=" + text)
		got := a.Field(".v").String()
		if a.Why != nil {
			got = a.String()
		}
		if got != row[1] {
			t.Errorf("%s: %s, want %s", row[0], got, row[1])
			continue
		}
		if a.Why == nil {
			if again := b.Say(`ann: insert-entity jobs/p/m "v=` + got + `"`).Field(".v").String(); again != got ||
				b.Property("entity jobs/p/m", ".v") != got {
				t.Errorf("%s shows %s, which reads back as %s", row[0], got, again)
			}
		}
	}
}

// rules.md, "Types, limits, validation", row by row: the last that is taken and the first that is not.
func TestLimits(t *testing.T) {
	astral := strings.Repeat("\U0001F600", 16_384) // two units each
	for _, row := range [][2]string{
		{"jobs/p/n " + many(252), "201"}, {"jobs/p/n " + many(253), "400 TooManyProperties"},
		{"jobs/p/n " + many(252) + " .null=null .Timestamp=1 .RowKey=n .PartitionKey=p", "201"},
		{"jobs/p/n ." + long(255) + "=1", "201"}, {"jobs/p/n ." + long(256) + "=1", "400 PropertyNameTooLong"},
		{"jobs/p/n .a-b=1", "400 PropertyNameInvalid"}, {"jobs/p/n .1a=1", "400 PropertyNameInvalid"},
		{"jobs/p/n ._a1=1", "201"}, {"jobs/p/n .a=1 .A=2", "201"},
		{"jobs/p/n .s=" + long(32_768), "201"}, {"jobs/p/n .s=" + long(32_769), "400 PropertyValueTooLarge"},
		{`jobs/p/n .s="` + astral + `"`, "201"}, {`jobs/p/n .s="` + astral + `x"`, "400 PropertyValueTooLarge"},
		{"jobs/p/n .s=X'" + strings.Repeat("00", 1<<16) + "'", "201"},
		{"jobs/p/n .s=X'" + strings.Repeat("00", 1<<16+1) + "'", "400 PropertyValueTooLarge"},
		{"jobs/p/" + long(512), "201"}, {"jobs/p/" + long(513), "400 PropertyValueTooLarge"},
		{"jobs/" + long(513) + "/r", "400 PropertyValueTooLarge"},
		{`"jobs/p/a/b"`, "400 OutOfRangeInput"}, {`"jobs/p/a\\b"`, "400 OutOfRangeInput"},
		{`"jobs/p/a#b"`, "400 OutOfRangeInput"}, {`"jobs/p/a?b"`, "400 OutOfRangeInput"},
		{`"jobs/p/a\x1fb"`, "400 OutOfRangeInput"}, {`"jobs/p/a\u007fb"`, "400 OutOfRangeInput"},
		{`"jobs/p/a\u009fb"`, "400 OutOfRangeInput"}, {`"jobs/p/a\u00a0b"`, "201"},
		{"jobs/p", "400 PropertiesNeedValue"}, {"jobs", "400 PropertiesNeedValue"},
		{"jobs/p/n .PartitionKey=null", "400 PropertiesNeedValue"},
		{"jobs/p/n .a=1 .a=2", "400 DuplicatePropertiesSpecified"},
		{`jobs/p/n "a=1\na=2"`, "400 DuplicatePropertiesSpecified"},
		{"jobs// .a=1", "201"}, // an empty string is a legal key
		{`jobs/p/n "a"`, malformed}, {`jobs/p/n "a='x' y"`, malformed},
	} {
		b := newBench(t)
		b.Want("ann: insert-entity "+row[0], row[1])
	}
	for name, want := range map[string]string{"ab": "400 OutOfRangeInput", "abc": "201", long(63): "201",
		long(64): "400 OutOfRangeInput", "a_b": "400 InvalidResourceName",
		"1ab": "400 InvalidResourceName", "a1b": "201", "TABLES": "400 InvalidResourceName"} {
		emptyBench(t).Want("ann: create-table "+name, want)
	}
}

// A key without a value is named, with where it is typed: the documents' sentence says neither.
func TestTheMissingKeyIsNamed(t *testing.T) {
	for words, key := range map[string]string{"jobs": "PartitionKey", "jobs/p": "RowKey",
		"jobs/p/n .RowKey=null": "RowKey"} {
		b := newBench(t)
		answer := b.Want("ann: insert-entity "+words, "400 PropertiesNeedValue")
		want := "The " + key + " has no value. The path is table/PartitionKey/RowKey."
		if got := answer.Why.InWords(); got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

// A body is lines; a string in quotes may run over some, and what is read can be sent again as it was.
func TestBodies(t *testing.T) {
	b := newBench(t)
	b.All(`ann: insert-entity jobs/p/n "b=2\r\n\na='one\ntwo ''three'''\n"`)
	b.All(`ann: insert-entity jobs/p/cr "a='one\r\ntwo'\r\nb=2\r\n"`)
	if body := b.Property("entity jobs/p/cr", "body"); body != "a='one\r\ntwo'\nb=2\n" {
		t.Errorf("a text with CR LF is kept as %q", body)
	}
	got := b.Say("ann: get-entity jobs/p/n as got").Field("body").String()
	if got != "a='one\ntwo ''three'''\nb=2\n" {
		t.Errorf("the body is %q", got)
	}
	b.All("ann: update-entity jobs/p/n $got.body if-match=$got.etag")
	if b.Property("entity jobs/p/n", "body") != got || b.Property("entity jobs/p/n", "version") != "2" {
		t.Errorf("sent again it is %q, version %s", b.Property("entity jobs/p/n", "body"),
			b.Property("entity jobs/p/n", "version"))
	}
}

// The service may fail instead of judging; nothing has happened then.
func TestFaults(t *testing.T) {
	for code, want := range map[string]string{"ServerBusy": "503", "OperationTimedOut": "500", "InternalError": "500",
		"MethodNotAllowed": "405", "NotImplemented": "501",
		"AtomFormatNotSupported": "415", "JsonFormatNotSupported": "415", "HostInformationNotPresent": "400",
		"XMethodIncorrectCount": "400",
		"XMethodIncorrectValue": "400", "XMethodNotUsingPost": "400"} {
		b := newBench(t)
		a := b.Send(engine.Send{By: "ann", Verb: "insert-entity", Args: engine.Args("path", "jobs/p/n"),
			Words: engine.Words{Fault: code}})
		if a.String() != want+" "+code || b.body("jobs/p/n") != "absent" {
			t.Errorf("fault=%s: %s, the row is %s", code, a, b.body("jobs/p/n"))
		}
	}
}
