package wire_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

// messageOf is a request as a server gets it.
func messageOf(raw wire.Raw) *wire.Message {
	path, query, _ := strings.Cut(raw.Target, "?")
	m := &wire.Message{Method: raw.Method, Path: path, Query: query, Host: raw.Header("Host"), Headers: raw.Headers,
		Unsigned: raw.Service == "blob" && raw.Header("Authorization") == "",
		Body:     raw.Body}
	m.Account, _, _ = strings.Cut(m.Host, ".")
	return m
}

// plain is what arguments say, each once: an empty body says nothing, a moment counts in seconds, a list of one is its
// word, and what is implied may be said or not.
func plain(spec *engine.OpSpec, args []engine.Arg) map[string]string {
	list := map[string]string{}
	for _, a := range args {
		text := a.Value.String()
		if at, err := engine.ParseInstant(text); strings.HasSuffix(a.Name, "-since") && err == nil {
			text = at.Date()
		}
		if words, ok := a.Value.List(); ok && len(words) == 1 && a.Name != "parts" {
			text = words[0].String()
		}
		switch {
		case text == "" && strings.Contains("body policy status role", a.Name), text == "[]", a.Name == "type" &&
			text == "BlockBlob", text == "update", text == "minimal":
			continue
		case wire.Unsent(spec, a.Name) != "":
			continue
		}
		switch {
		case strings.HasSuffix(a.Name, "-match"):
			text = strings.Trim(text, `"`)
		case a.Name == "select" || a.Name == "include":
			text = strings.NewReplacer(",", " ", "[", "", "]", "").Replace(text)
		case a.Name == "text":
			text = strings.ReplaceAll(text, "\x07", "\uFFFD") // XML cannot say it
		}
		if words, ok := a.Value.List(); ok && strings.HasSuffix(a.Name, "-since") {
			dates := make([]string, len(words))
			for i, w := range words {
				at, _ := engine.ParseInstant(w.String())
				dates[i] = at.Date()
			}
			text = strings.Join(dates, ", ")
		}
		if guid, ok := engine.GUID(text); ok && (a.Name == "id" || a.Name == "lease") {
			text = guid
		}
		if a.Name != "body" && a.Name != "text" {
			text = strings.Join(strings.Fields(text), " ") // a header has one line
		}
		list[a.Name] = text
	}
	return list
}

// Every request of every race reads back from its message: the operation, and each argument that travels.
func TestRequestsOfAllRacesReadBack(t *testing.T) {
	count := 0
	exchanges(t, func(race string, _ *engine.World, x *engine.Exchange, spec *engine.OpSpec, args []engine.Arg) {
		raw := wire.Request(spec, args, wire.Context{At: x.Sent.At, Request: x.Number, Spec: enginetest.Spec})
		if raw.Kind != wire.HTTP {
			return
		}
		count++
		back, err := wire.Read(raw.Service, messageOf(raw), enginetest.Spec)
		if err != nil {
			t.Errorf("%s #%d: %v\n%s", race, x.Number, err, raw.Bytes())
			return
		}
		verb := x.Verb
		if strings.HasSuffix(raw.Target, "/") && back.Verb != verb {
			return // an object without a name is its bucket
		}
		if back.Verb != verb && !(strings.HasPrefix(back.Verb, "insert-or-") && raw.Header("If-Match") == "") {
			t.Errorf("%s #%d: %s reads back as %s\n%s", race, x.Number, verb, back.Verb, raw.Bytes())
			return
		}
		if len(back.Unread) > 0 {
			t.Errorf("%s #%d: nobody reads %q\n%s", race, x.Number, back.Unread, raw.Bytes())
		}
		if want, have := plain(spec, args), plain(spec, back.Args); !maps.Equal(want, have) && !sameBody(spec) {
			t.Errorf("%s #%d %s:\n%.500v reads back as\n%.500v\n%.700s", race, x.Number, verb, want, have, raw.Bytes())
		}
		if again := wire.Request(enginetest.Spec(back.Verb), back.Args, wire.Context{At: x.Sent.At, Request: x.Number,
			Spec: enginetest.Spec}); again.Body != raw.Body || sorted(again.Target) != sorted(raw.Target) {
			t.Errorf("%s #%d %s: what was read is sent as\n%s\nwas\n%s", race, x.Number, verb, again.Bytes(),
				raw.Bytes())
		}
	})
	if count < 1500 {
		t.Errorf("only %d requests were read", count)
	}
}

// sameBody says whether arguments have several spellings that travel as one body: then the message that what was read
// makes is compared, not the spelling.
func sameBody(spec *engine.OpSpec) bool {
	return spec.Object == "entity" || slices.Contains([]string{"entity-group-transaction", "put-block-list",
		"complete-multipart-upload", "delete-objects"}, spec.Verb)
}

// drawn is a text for a parameter, of those that a client can send there.
func drawn(t *rapid.T, spec *engine.OpSpec, p engine.Param) string {
	name := rapid.StringMatching(`[a-zA-Z0-9äß ._%+&=?#'~!$()-]{1,20}`)
	word := rapid.StringMatching(`[a-zA-Z0-9+/=_:;,.-]{1,30}`)
	switch place := spec.Params()[0]; {
	case len(p.One) > 0:
		return rapid.SampledFrom(p.One).Draw(t, p.Name)
	case p.Name == place.Name && spec.Object == "entity":
		return "stock/" + rapid.StringMatching(`[a-z0-9äß '._%+-]{0,9}/[a-z0-9 '._%+-]{0,9}`).Draw(t, p.Name)
	case p.Name == place.Name && (spec.Object == "table" ||
		p.Name == "account"), spec.Verb == "entity-group-transaction":
		return "stock"
	case p.Name == place.Name && p.Name == "message":
		return "jobs/" + rapid.StringMatching(`[0-9a-f-]{36}`).Draw(t, p.Name)
	case p.Name == place.Name && strings.Contains("container queue bucket share", spec.Object):
		return rapid.StringMatching(`[a-z0-9-]{3,20}`).Draw(t, p.Name)
	case p.Name == place.Name || p.Name == "source":
		return "box/" + strings.TrimSpace(name.Draw(t, p.Name)) +
			rapid.SampledFrom([]string{"k", "/k", "//k", "/../k", "/./k"}).
				Draw(t, "behind")
	case strings.HasSuffix(p.Name, "-since"):
		return engine.Instant(1000 * rapid.Int64Range(0, 1e6).Draw(t, p.Name)).String()
	case strings.HasSuffix(p.Name, "range"):
		return rapid.StringMatching(`[0-9]{1,4}-[0-9]{0,4}`).Draw(t, p.Name)
	case p.Name == "quiet":
		return "true"
	case p.Name == "metadata-directive", p.Name == "tagging-directive":
		return "REPLACE"
	case p.Name == "content-length":
		return "none"
	case p.Name == "metadata":
		return rapid.SampledFrom([]string{"full", "none"}).Draw(t, p.Name)
	case p.Name == "next":
		return word.Draw(t, p.Name) + "/" + word.Draw(t, "behind")
	case p.Prefix():
		return "it " + strings.TrimSpace(name.Draw(t, p.Name)) + "x" // as a property no literal but a string
	}
	return word.Draw(t, p.Name)
}

// Read is Request the other way round, for every operation that travels by HTTP and any arguments.
func TestReadIsRequestTheOtherWayRound(t *testing.T) {
	for _, spec := range enginetest.Specs() {
		if raw := wire.Request(&spec, nil, wire.Context{Spec: enginetest.Spec}); raw.Kind != wire.HTTP {
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			var args []engine.Arg
			for i, p := range spec.Params() {
				whole := p.Group || p.Name == "parts" || p.Name == "keys" || p.Name == "blocks" || p.Name == "partition"
				if whole || wire.Unsent(&spec, p.Name) != "" || i > 0 && rapid.Bool().Draw(t, "leave out "+p.Name) &&
					!needed(spec.Verb, p.Name) && !wire.Required(&spec, p.Name) ||
					p.Name == "body" && spec.Object == "entity" {
					continue
				}
				if p.Name == "metadata-directive" && slices.ContainsFunc(args, wire.Describes) ||
					p.Name == "tagging-directive" && slices.ContainsFunc(args, isTag) {
					continue // it is sent with what describes the target, and says nothing more
				}
				args = append(args, engine.Args(strings.ReplaceAll(p.Name, "*", "key"), drawn(t, &spec, p))...)
			}
			raw := wire.Request(&spec, args, wire.Context{Spec: enginetest.Spec})
			back, err := wire.Read(raw.Service, messageOf(raw), enginetest.Spec)
			if spec.Verb == "entity-group-transaction" {
				return // its requests are tested by themselves, and together in the races
			}
			if err != nil || back.Verb != spec.Verb || len(back.Unread) > 0 ||
				!maps.Equal(plain(&spec, args), plain(&spec, back.Args)) {
				t.Fatalf("%s %v reads back as %s %v, unread %q: %v\n%s", spec.Verb, plain(&spec, args), back.Verb,
					plain(&spec, back.Args), back.Unread, err, raw.Bytes())
			}
		})
	}
}

// needed are the parameters without which the request is another operation on the wire.
func needed(verb, param string) bool {
	switch param {
	case "source", "upload", "part", "subresource":
		return true
	case "if-match":
		return verb == "update-entity" || verb == "merge-entity"
	}
	return false
}

// sorted is a target with its query in the order of the names.
func sorted(target string) string {
	words := strings.FieldsFunc(target, func(r rune) bool { return r == '?' || r == '&' })
	slices.Sort(words)
	return strings.Join(words, "&")
}

// bucket/rules.md, "What client libraries ask beside that": libraries escape the source of a copy in ways of their own.
func TestSourcesOfCopiesAreReadHoweverTheyAreEscaped(t *testing.T) {
	for text, want := range map[string]string{
		"lake/a": "lake/a", "/lake/a": "lake/a", "lake%2Fd%2Fa": "lake/d/a", "%2Flake%2Fd%2Fa": "lake/d/a",
		"lake%2Fa+b%2B%C3%B6.txt": "lake/a b+ö.txt", "/lake/a%20b%2B": "lake/a b+", "lake/a?versionId=v1": "lake/a",
	} {
		back, err := wire.Read("bucket", &wire.Message{Method: "PUT", Path: "/lake/b",
			Headers: []wire.Header{{Name: "x-amz-copy-source", Value: text}}}, enginetest.Spec)
		got := engine.ValueOf(back.Args, "source").String()
		if err != nil || got != want {
			t.Errorf("%s is read as %q, want %q: %v", text, got, want, err)
		}
	}
}

func isTag(a engine.Arg) bool { return strings.HasPrefix(a.Name, "tag.") }
