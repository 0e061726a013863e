package wire_test

import (
	"bufio"
	"html"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/races"
	"interleave/engine/table"
	"interleave/engine/wire"
)

func request(t testing.TB, verb string, args ...string) wire.Raw {
	t.Helper()
	spec := enginetest.Spec(verb)
	if spec == nil {
		t.Fatalf("no operation %s", verb)
	}
	return wire.Request(spec, engine.Args(args...), wire.Context{Request: 7, Spec: enginetest.Spec})
}

// probes are values for the parameters that do not travel letter by letter: what is given, and what is to be found.
var probes = map[string][2]string{
	"if-modified-since":          {"00:10.0", "Mon, 05 Jan 2026 09:00:10 GMT"},
	"if-unmodified-since":        {"00:10.0", "Mon, 05 Jan 2026 09:00:10 GMT"},
	"source-if-modified-since":   {"00:10.0", "Mon, 05 Jan 2026 09:00:10 GMT"},
	"source-if-unmodified-since": {"00:10.0", "Mon, 05 Jan 2026 09:00:10 GMT"},
	"id":                         {"guid:A", "-4"}, // a GUID that is made of the name
	"next":                       {"before/behind", "behind"},
	"content-length":             {"none", "Transfer-Encoding: chunked"},
	"access":                     {"W", "FILE_WRITE_DATA"},
	"share":                      {"R", "FILE_SHARE_READ"},
	"disposition":                {"OPEN_IF", "FILE_OPEN_IF"},
	"delete-on-close":            {"true", "FILE_DELETE_ON_CLOSE"},
	"directory":                  {"true", "FILE_DIRECTORY_FILE"},
	"oplock":                     {"R", "SMB2_LEASE_READ_CACHING"},
	"through":                    {"true", "SMB2_WRITEFLAG_WRITE_THROUGH"},
	"kind":                       {"shared", "SMB2_LOCKFLAG_SHARED_LOCK"},
	"fail-immediately":           {"true", "SMB2_LOCKFLAG_FAIL_IMMEDIATELY"},
	"delete":                     {"true", "DeletePending: 1"},
	"status":                     {"Enabled", "<Status>Enabled</Status>"},
	"subresource":                {"cors", "?cors"},
}

// Every operation has a form, and everything that can be said of it travels, or is named with the reason why it does
// not.
func TestEveryParameterTravels(t *testing.T) {
	for _, spec := range enginetest.Specs() {
		for _, p := range spec.Params() {
			if spec.Prompt() || p.Group || p.Name == "parts" || p.Name == "partition" ||
				spec.Verb == "entity-group-transaction" {
				continue // whole bodies, which have tests of their own
			}
			value, want := "probe-1", "probe-1"
			if p.Name == "body" && spec.Object == "entity" {
				value = "a=probe-1"
			}
			if known, ok := probes[p.Name]; ok &&
				(spec.Object != "share" && p.Name != "share" || strings.HasPrefix(spec.Verb, "smb-") ||
					p.Name == "id") {
				value, want = known[0], known[1]
			}
			args := engine.Args(strings.ReplaceAll(p.Name, "*", "probe"), value)
			if first := spec.Params()[0].Name; p.Name != first {
				args = append(engine.Args(first, "here/p/r"), args...)
			}
			if p.Name == "source-snapshot" || p.Name == "source-version-id" {
				args = append(args, engine.Args("source", "wiki/src")...)
			}
			raw := wire.Request(&spec, args, wire.Context{Spec: enginetest.Spec})
			if raw.Method == "" || len(raw.Lines) == 0 {
				t.Fatalf("%s has no form", spec.Verb)
			}
			text := all(t, raw)
			if why := wire.Unsent(&spec, p.Name); !strings.Contains(text, want) && why == "" {
				t.Errorf("%s: %s=%s travels nowhere, and no reason is named:\n%s", spec.Verb, p.Name, value, text)
			}
		}
	}
}

// all is a message with its escapes taken off.
func all(t testing.TB, raw wire.Raw) string {
	text := raw.Bytes()
	if raw.Kind == wire.SMB {
		text = ""
		for _, l := range raw.Lines {
			text += l.Text + "\n"
		}
	}
	plain, err := url.PathUnescape(strings.ReplaceAll(text, "%", "%25"))
	if err != nil {
		t.Fatal(err)
	}
	target, err := url.PathUnescape(raw.Target)
	if err != nil {
		t.Fatalf("the target %q does not read back: %v", raw.Target, err)
	}
	return target + "\n" + plain
}

// exchanges yields every request of every race that was answered, with its world at the end.
func exchanges(t *testing.T, do func(race string, w *engine.World, x *engine.Exchange, spec *engine.OpSpec,
	args []engine.Arg)) {
	t.Helper()
	for _, name := range races.All() {
		w := enginetest.Ran(t, name).Timeline.World()
		for n := 1; n <= w.Requests(); n++ {
			x := w.Exchange(n)
			if x == nil || x.Decided.IsZero() {
				continue
			}
			do(name, w, x, enginetest.Spec(x.Verb), x.Resolved())
		}
	}
}

// travels is an exchange as it would be on the wire.
func travels(x *engine.Exchange, spec *engine.OpSpec, args []engine.Arg) (asked, said wire.Raw) {
	return wire.Request(spec, args, wire.Context{At: x.Sent.At, Request: x.Number, Answer: x.Answer,
			Spec: enginetest.Spec}), wire.Answer(spec, args, x.Answer,
			wire.Context{At: x.Decided.At, Request: x.Number, Spec: enginetest.Spec})
}

// What the library of races says on the wire reads back with the readers of HTTP and RESP, in number and length.
func TestMessagesOfAllRacesReadBack(t *testing.T) {
	count := 0
	exchanges(t, func(race string, _ *engine.World, x *engine.Exchange, spec *engine.OpSpec, args []engine.Arg) {
		count++
		asked, said := travels(x, spec, args)
		switch asked.Kind {
		case wire.HTTP:
			readHTTP(t, race, x, asked, said)
		case wire.RESP:
			readRESP(t, race, asked.Bytes(), len(asked.Words))
			readRESP(t, race, said.Bytes(), -1)
		default:
			if asked.Method == "" || !strings.Contains(said.Lines[1].Text, x.Answer.Named()) {
				t.Errorf("%s #%d: %s is answered %v", race, x.Number, asked.Lines[0].Text, said.Lines)
			}
		}
	})
	if count < 2000 {
		t.Errorf("only %d requests were looked at", count)
	}
}

func readHTTP(t *testing.T, race string, x *engine.Exchange, asked, said wire.Raw) {
	t.Helper()
	back, err := http.ReadRequest(bufio.NewReader(strings.NewReader(asked.Bytes())))
	if err != nil {
		t.Errorf("%s #%d %s: %v\n%s", race, x.Number, x.Verb, err, asked.Bytes())
		return
	}
	body, err := io.ReadAll(back.Body)
	if err != nil || string(body) != asked.Body || back.Method != asked.Method ||
		"https://"+back.Host+asked.Target != asked.URL {
		t.Errorf("%s #%d %s reads back as %s %s with %q: %v", race, x.Number, x.Verb, back.Method, back.URL, body, err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(strings.NewReader(said.Bytes())), back)
	if err != nil {
		t.Errorf("%s #%d %s: the answer: %v\n%s", race, x.Number, x.Verb, err, said.Bytes())
		return
	}
	if body, err = io.ReadAll(answer.Body); err != nil || string(body) != said.Body ||
		answer.StatusCode != x.Answer.Status {
		t.Errorf("%s #%d %s: the answer reads back as %d with %q: %v", race, x.Number, x.Verb, answer.StatusCode, body,
			err)
	}
}

// readRESP reads one value to its end.
func readRESP(t *testing.T, race, text string, words int) {
	t.Helper()
	rest := text
	line := func() string {
		l, after, ok := strings.Cut(rest, "\r\n")
		if !ok {
			t.Fatalf("%s: %q has no end", race, text)
		}
		rest = after
		return l
	}
	for left := 1; left > 0; left-- {
		head := line()
		n, err := strconv.Atoi(head[1:])
		switch {
		case head[0] == '*' && err == nil:
			if words >= 0 && n != words {
				t.Errorf("%s: %d words in %q", race, words, text)
			}
			left += max(n, 0)
		case head[0] == '$' && n >= 0:
			if err != nil || len(rest) < n+2 || rest[n:n+2] != "\r\n" {
				t.Fatalf("%s: a bulk string of %s in %q", race, head, text)
			}
			rest = rest[n+2:]
		case strings.IndexByte("+-:$*_", head[0]) < 0:
			t.Fatalf("%s: %q in %q", race, head, text)
		}
	}
	if rest != "" {
		t.Errorf("%s: %q behind the end of %q", race, rest, text)
	}
}

// says looks for a field in a message, in any of the forms that values have there.
func says(raw wire.Raw, f engine.Field) bool {
	text := html.UnescapeString(all(nil, raw))
	list, ok := f.Value.List()
	if !ok {
		list = []engine.Value{f.Value}
	}
	for _, v := range list {
		if words, ok := v.List(); ok {
			v = words[0] // an inner status
		}
		forms := []string{v.String(), strings.ToUpper(v.String()), wire.Typed(v.String())}
		if at, ok := v.Instant(); ok {
			forms = append(forms, at.Date(), at.Stamp(0)[:len("2026-01-05T09:00:00")])
		}
		if from, to, ok := strings.Cut(v.String(), "-"); ok && f.Name == "ranges" {
			forms = append(forms, "<Start>"+from+"</Start>\n    <End>"+to+"</End>")
		}
		if before, behind, ok := strings.Cut(v.String(), "/"); ok && f.Name == "next" {
			forms = append(forms, "NextPartitionKey: "+before+"\r\nx-ms-continuation-NextRowKey: "+behind)
		}
		properties, _ := table.Properties("", []engine.Arg{{Name: "." + f.Name, Value: v}})
		for _, p := range properties {
			forms = append(forms, p.JSON)
		}
		if strings.HasSuffix(f.Name, ".access") { // List Handles: a right an element
			rights := strings.NewReplacer("R", "<AccessRight>Read</AccessRight>", "W",
				"<AccessRight>Write</AccessRight>", "D", "<AccessRight>Delete</AccessRight>")
			forms = append(forms, rights.Replace(v.String()))
			text = strings.Join(strings.Fields(text), "")
		}
		if f.Name == "oplock" {
			forms = append(forms, map[bool]string{true: "", false: "CACHING"}[v.String() == "none"])
		}
		if !slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(text, form) }) {
			return false
		}
	}
	return true
}

// Each field of each answer of the races is in the message, or the service's table says why no client sees it.
func TestFieldsOfAnswersHavePlaces(t *testing.T) {
	seen := map[string]bool{}
	exchanges(t, func(race string, _ *engine.World, x *engine.Exchange, spec *engine.OpSpec, args []engine.Arg) {
		if spec.Prompt() {
			return // its reply is the answer
		}
		said := wire.Answer(spec, args, x.Answer,
			wire.Context{At: x.Decided.At, Request: x.Number, Spec: enginetest.Spec})
		for _, f := range x.Answer.Fields {
			key := x.Verb + " " + strings.TrimLeft(f.Name, "0123456789")
			if wire.Unsaid(spec, f.Name) == "" && !says(said, f) && !seen[key] {
				seen[key] = true
				t.Errorf("%s %s: %s=%q is in no header and not in the body: give it a place, or, where it looks "+
					"otherwise there, add how to the forms of says:\n%s", race, x.Verb, f.Name, f.Value.String(),
					said.Bytes())
			}
		}
	})
}
