package bucket_test

import (
	"crypto/md5"
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/bucket"
	"interleave/engine/enginetest"

	"pgregory.net/rapid"
)

const everyoneMayNot = `{"Statement":[{"Effect":"Deny","Principal":{"AWS":"arn:aws:iam::1:role/ben"},"Action":"s3:PutObject","Resource":"arn:aws:s3:::lake/*",` +
	`"Condition":{"Null":{"s3:if-match":"true"}}}]}`

// pools are what random histories put into parameters: mostly what fits, sometimes what does not. `$etag` and the like
// stand for what an earlier answer said, `$parts` for a list of parts.
var pools = map[string][]string{
	"path": {"lake/k", "lake/k", "lake/k", "lake/l", "pond/k", "lake/"}, "body": {"1", "2", "", "333"},
	"source":   {"lake/k", "lake/l", "lake/none"},
	"if-match": {"-", "-", "-", "$etag", "$etag", "*", "stale"}, "if-none-match": {"-", "-", "-", "*", "$etag"},
	"if-modified-since":   {"-", "-", "-", "$last-modified", "00:10.0", "x"},
	"if-unmodified-since": {"-", "-", "-", "$last-modified", "00:10.0"},
	"source-if-match":     {"-", "-", "$etag"}, "source-if-none-match": {"-", "-", "$etag"},
	"source-if-modified-since":   {"-", "-", "00:01.0"},
	"source-if-unmodified-since": {"-", "-", "00:01.0"}, "version-id": {"-", "-", "$version-id", "null", "x"},
	"source-version-id": {"-", "-", "$version-id"},
	"upload":            {"$upload", "$upload", "$upload", "-", "x"}, "part": {"1", "2", "2", "0"},
	"parts": {"$parts", "$parts", "$parts", "-", "x"},
	"keys":  {"k", "l", "-"}, "range": {"-", "-", "0-0", "9-"}, "source-range": {"-", "-", "0-0", "9-"},
	"content-type":  {"-", "text/plain"},
	"storage-class": {"-", "GLACIER", "x"}, "encryption": {"-", "-", "AES256", "aws:kms", "x"},
	"kms-key": {"-", "-", "one"}, "referer": {"-", "-", "http://a/"},
	"website-redirect": {"-", "-", "/l", "x"}, "region": {"-", "-", "eu-west-1", "x"},
	"grant.": {"-", "-", "-", "id=interleave", "x=y"},
	"meta.":  {"-", "1"}, "if-match-size": {"-", "-", "-", "-", "-", "1"},
	"if-match-last-modified-time": {"-", "-", "-", "-", "x"},
	"prefix":                      {"-", "k"}, "delimiter": {"-", "/"}, "marker": {"-", "l"},
	"max":        {"-", "1", "0", "x"},
	"key-marker": {"-", "k", "l"}, "version-marker": {"-", "$version-id", "x"}, "upload-marker": {"-", "$upload", "x"},
	"part-marker": {"-", "1", "x"}, "checksum-algorithm": {"-", "CRC32", "SHA256", "CRC64NVME", "x"},
	"checksum-type": {"-", "-", "COMPOSITE", "FULL_OBJECT"},
	"policy":        {everyoneMayNot, "x"}, "role": {"cem"},
	"status":        {"Enabled", "Enabled", "Suspended", "x"},
	"cache-control": {"-", "-", "no-cache"}, "content-disposition": {"-", "-", "inline"},
	"content-encoding": {"-", "-", "gzip"}, "content-language": {"-", "-", "en"}, "expires": {"-", "-", "0"},
	"tag.": {"-", "-", "1"}, "md5": {"-", "-", "-", "xMpCOKC5I4INzFCab3WEmw==", "x"}, "checksum.": {"-", "-", "-", "x"},
	"checksum-mode": {"-", "ENABLED"}, "metadata-directive": {"-", "REPLACE"}, "tagging-directive": {"-", "REPLACE"},
	"object-size": {"-", "-", "-", "1", "x"},
	"quiet":       {"-", "true"},
	"after":       {"-", "k"}, "subresource": {"cors", "tagging", "acl", "ownershipControls", "x"},
	"document": {"-", "<TagSet></TagSet>", "<Rule><ObjectOwnership>ObjectWriter</ObjectOwnership></Rule>", "<"},
	"acl":      {"-", "private", "public-read", "x"}, "ownership": {"-", "-", "ObjectWriter", "x"},
	"object-lock": {"-", "-", "true"}, "lock-mode": {"-", "-", "-", "GOVERNANCE", "COMPLIANCE", "x"},
	"lock-until": {"-", "-", "-", "2030-01-01", "2026-01-05T09:00:20Z", "2020-01-01", "x"},
	"legal-hold": {"-", "-", "-", "ON", "OFF", "x"}, "bypass-governance": {"-", "true"},
}

// history is one random run.
type history struct{ *enginetest.History }

// input draws the next thing that happens; writes of keys come most often.
func (h *history) input(t *rapid.T, specs []engine.OpSpec) engine.Input {
	w := h.World
	if flight := w.Flight(); len(flight) > 0 && rapid.IntRange(0, 3).Draw(t, "flight") > 0 {
		m := flight[rapid.IntRange(0, len(flight)-1).Draw(t, "message")]
		name := []string{w.Exchange(m.Request).Name}
		switch {
		case m.Back:
			return engine.ReceiveAnswer{Names: name}
		case m.State == engine.Travelling && rapid.Bool().Draw(t, "arrive"):
			return engine.Arrive{Names: name}
		}
		return engine.Deliver{Names: name}
	}
	switch rapid.IntRange(0, 19).Draw(t, "other") {
	case 0:
		return engine.Clock{By: time.Duration(rapid.IntRange(1, 40).Draw(t, "seconds")) * 500 * time.Millisecond}
	case 1:
		setting := rapid.SampledFrom(service.Settings).Draw(t, "switch")
		values := setting.Values
		if setting.Name == "minimum-part" {
			values = []string{"1", "2"}
		}
		return engine.Set{Scope: "bucket", Key: setting.Name, Value: rapid.SampledFrom(values).Draw(t, "value")}
	}
	n := rapid.IntRange(0, 2*len(specs)-1).Draw(t, "verb")
	spec := specs[min(n, n%11)] // the operations on keys twice as often
	if n < len(specs) {
		spec = specs[n]
	}
	in := h.Request(t, spec.Verb)
	if rapid.Bool().Draw(t, "choose") {
		in.Words.Choose = []int{1}
	}
	in.Args = enginetest.Drawn(t, pools, spec, "bucket", func(word string) engine.Value { return h.value(t, word) })
	return in
}

// value is a word of a pool; nothing for `-`, and for what no answer has said yet.
func (h *history) value(t *rapid.T, word string) engine.Value {
	field, ok := strings.CutPrefix(word, "$")
	switch {
	case word == "-":
		return engine.Value{}
	case field == "parts":
		one := h.value(t, "$etag")
		if one.IsZero() {
			return engine.Value{}
		}
		list := []engine.Value{engine.List(engine.Text(rapid.SampledFrom([]string{"1", "2"}).Draw(t, "number")), one)}
		if rapid.Bool().Draw(t, "two") {
			list = append(list, engine.List(engine.Text("2"), h.value(t, "$etag")))
		}
		return engine.List(list...)
	case !ok:
		return engine.Text(word)
	}
	return h.Known(t, field)
}

// Promises over random histories: a replay gives the same world, undo gives back each one before, a clone is
// independent, refusals name earlier events and listed rules, 409 and 412 change no key, an ETag is the hash of what a
// read shows.
func TestPromisesOverRandomHistories(t *testing.T) {
	specs := service.Ops
	rapid.Check(t, func(t *rapid.T) {
		h := &history{enginetest.Start(t, service, "ann", "ben")}
		h.Say("seed", "create-bucket", engine.Args("path", "lake"))
		h.Say("seed", "put-object", engine.Args("path", "lake/k", "body", "0"))
		for range rapid.IntRange(1, 90).Draw(t, "steps") {
			for _, e := range h.Give(h.input(t, specs)) {
				if e.Kind == engine.Decided {
					checkAnswer(h, e)
				}
			}
		}
		h.End()
	})
}

// checkAnswer: what was read has the ETag of its bytes; only an upload may change with a refusal.
func checkAnswer(h *history, e engine.Event) {
	x := h.World.Exchange(e.Request)
	if e.Answer.Accepted() {
		tag, body := e.Answer.Field("etag").String(), e.Answer.Field("body")
		own := e.Answer.Field("encryption").IsZero() && !strings.Contains(tag, "-")
		if x.Verb == "get-object" && e.Answer.Status == 200 && own &&
			tag != fmt.Sprintf("%x", md5.Sum([]byte(body.String()))) {
			h.Fail("%q was read with the ETag %s", body, tag)
		}
		return
	}
	for object := range e.Touched(h.World) {
		kind := object.Kind
		if kind == "object" || kind == "bucket" || kind == "role" || kind == "upload" && e.Answer.Status != 409 {
			h.Fail("%s: %s changed %s", x.Verb, e.Answer, object)
		}
	}
}

// With create-only puts alone there is one success in each life of the key, in every order of arrivals and decisions,
// and no 409.
func TestOneCreatorWins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := enginetest.Start(t, service, "ann", "ben").World
		number := 2
		give := func(in engine.Input) {
			number++
			if _, err := w.Step(number, in); err != nil {
				t.Fatal(err)
			}
		}
		give(engine.Send{By: "seed", Verb: "create-bucket", Args: engine.Args("path", "lake"), As: "c"})
		give(engine.Deliver{Names: []string{"c"}})
		names := make([]string, rapid.IntRange(2, 8).Draw(t, "writers"))
		for i := range names {
			names[i] = fmt.Sprint("p", i)
			give(engine.Send{By: "ann", Verb: "put-object",
				Args: engine.Args("path", "lake/k", "body", names[i], "if-none-match", "*"), As: names[i]})
		}
		for _, n := range rapid.Permutation(names).Draw(t,
			"arrivals")[:rapid.IntRange(0, len(names)).Draw(t, "arrived")] {
			give(engine.Arrive{Names: []string{n}})
		}
		got := map[string]int{}
		for _, n := range rapid.Permutation(names).Draw(t, "decisions") {
			give(engine.Deliver{Names: []string{n}})
			got[w.Named(n).Answer.String()]++
		}
		if got["200"] != 1 || got["412 PreconditionFailed"] != len(names)-1 {
			t.Fatalf("%d writers got %v", len(names), got)
		}
	})
}

// Writers who read, add and write under the tag they read, and begin anew when refused, lose nothing.
func TestRedriveWithRebuildLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := enginetest.Start(t, service, "ann", "ben").World
		number := 2
		one := func(by, verb string, args ...string) engine.Answer {
			number += 3
			name := fmt.Sprint("r", number)
			for i, in := range []engine.Input{engine.Send{By: by, Verb: verb, Args: engine.Args(args...), As: name},
				engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}}} {
				if _, err := w.Step(number+i, in); err != nil {
					t.Fatal(err)
				}
			}
			return w.Named(name).Answer
		}
		one("seed", "create-bucket", "path", "lake")
		one("seed", "put-object", "path", "lake/k", "body", "")
		type program struct{ body, etag string }
		programs := make([]*program, rapid.IntRange(2, 5).Draw(t, "writers"))
		done := 0
		for turns := 0; done < len(programs) && turns < 200; turns++ {
			i := rapid.IntRange(0, len(programs)-1).Draw(t, "turn")
			p := programs[i]
			switch {
			case p == nil:
				a := one("ann", "get-object", "path", "lake/k")
				programs[i] = &program{a.Field("body").String(), a.Field("etag").String()}
			case p.etag != "":
				a := one("ann", "put-object", "path", "lake/k", "body", p.body+fmt.Sprint(i), "if-match", p.etag)
				if programs[i] = nil; a.Status == 200 {
					programs[i] = &program{}
					done++
				}
			}
		}
		if body := one("ann", "get-object", "path", "lake/k").Field("body").String(); len(body) != done {
			t.Fatalf("%d writers were told 200, the key holds %q", done, body)
		}
	})
}

// The open uploads are those that were begun and neither completed, aborted nor ended by 409.
func TestUploadsThatStayOpen(t *testing.T) {
	b := lake(t)
	open := 0
	for i, words := range []string{"if-none-match=*", "if-match=" + test, "", "abort", "if-match=x"} {
		u := fmt.Sprint("u", i)
		b.All("ann "+u+": create-multipart-upload path=lake/k",
			"ann p"+u+": upload-part path=lake/k body=x upload=$"+u+".upload part=1")
		a := engine.Answer{}
		if words == "abort" {
			a = b.Say("ann: abort-multipart-upload path=lake/k upload=$" + u + ".upload")
		} else {
			a = b.Say("ann: complete-multipart-upload path=lake/k parts=[1:$p" + u + ".etag] upload=$" + u +
				".upload " + words)
		}
		if !a.Accepted() {
			open++
		}
	}
	wantFields(t, b.Say("ann: list-multipart-uploads path=lake"), fmt.Sprintf("count=%d", open))
}

// No text in any parameter is more than the service can answer.
func TestNoTextPanics(t *testing.T) {
	enginetest.Oddities{Service: bucket.Service, Named: map[string]string{"path": "lake/k"},
		Start: append(enginetest.Made("seed", "create-bucket", "path", "lake"),
			enginetest.Made("seed", "put-object", "path", "lake/k", "body", "1")...),
		Words: []string{"", "*", "lake/k", "lake", "null", "-1", `"`, "{", `{"Statement":{}}`,
			`{"Statement":[{"Effect":"Deny","Principal":{"AWS":"arn:aws:iam::1:role/ben"},"Action":"s3:PutObject","Resource":"arn:aws:s3:::lake/*",`, "00:01.0", "9223372036854775807"},
	}.Hold(t)
}
