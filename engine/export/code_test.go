package export

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
)

// examples are arguments by their names; where one verb wants another, the verb stands before it.
var examples = map[string]engine.Value{
	"path": engine.Text("wiki/home.md"), "body": engine.Text("# Home\n\"Open\" 9 to 5, näh\\\n"),
	"if-match":      etag("0x8DE2E3D9BF755F6"),
	"if-none-match": engine.Text("*"), "if-modified-since": engine.Moment(12000),
	"if-unmodified-since": engine.Moment(62000),
	"if-tags":             engine.Text("state = 'open'"), "lease": engine.Text("guid:A"), "id": engine.Text("guid:B"),
	"meta.*": engine.Text("ann's"),
	"tag.*":  engine.Text("open"), "policy.*": engine.Text("r"), "under": engine.Text("P"),
	"source-md5": engine.Text("XUFAKrxLKna5cZ2REBfFkg=="), "tag-option": engine.Text("REPLACE"),
	"type": engine.Text("BlockBlob"), "size": engine.Number(512),
	"sequence": engine.Number(3), "content-type": engine.Text("text/markdown"), "content-encoding": engine.Text("gzip"),
	"content-language": engine.Text("de"), "content-disposition": engine.Text("inline"),
	"cache-control": engine.Text("no-cache"),
	"content-md5":   engine.Text("1B2M2Y8AsgTpgAmY7PhCfg=="), "tier": engine.Text("Cool"),
	"snapshot": engine.Text("2026-01-01T00:00:05.0000000Z"),
	"md5":      engine.Text("1B2M2Y8AsgTpgAmY7PhCfg=="), "crc64": engine.Text("AAAAAAAAAAA="),
	"content-length": engine.Text("none"),
	"range":          engine.Text("0-511"), "sequence-action": engine.Text("max"), "snapshots": engine.Text("include"),
	"duration": engine.Number(30),
	"period":   engine.Number(10), "block": engine.Text("QTAwMQ=="), "source": engine.Text("wiki/a b.md"),
	"source-range":    engine.Text("0-3"),
	"source-snapshot": engine.Text("2026-01-01T00:00:05.0000000Z"), "source-if-match": etag("0x8DE2E3D9BF755F6"),
	"source-if-none-match": etag("0x8DE2E3D9BF755F7"), "source-if-modified-since": engine.Moment(12000),
	"source-if-unmodified-since": engine.Moment(62000), "source-if-tags": engine.Text("state = 'open'"),
	"blocks": list("latest", "QTAwMQ==", "QTAwMg=="), "list": engine.Text("all"), "appendpos": engine.Number(10),
	"maxsize":    engine.Number(1000),
	"page-write": engine.Text("update"), "if-sequence-le": engine.Number(4), "if-sequence-lt": engine.Number(5),
	"if-sequence-eq": engine.Number(3),
	"copy":           engine.Text("2c7d0a6e-4a1b-4f5a-9c66-0d8c2a5e9d10"), "prefix": engine.Text("ho"),
	"marker": engine.Text("home.md"), "max": engine.Number(50),
	"delimiter": engine.Text("/"), "include": list("metadata", "tags"),
	"queue": engine.Text("jobs"), "message": engine.Text("jobs/2c7d0a6e-4a1b-4f5a-9c66-0d8c2a5e9d10"),
	"text":              engine.Text("paint <b>"),
	"visibilitytimeout": engine.Number(30), "messagettl": engine.Number(3600), "numofmessages": engine.Number(2),
	"popreceipt": engine.Text("3-0123456789ab"),
	"maxresults": engine.Number(50), "account": engine.Text("devstore"),
	"key-start": engine.Text("2026-01-01"), "key-expiry": engine.Text("2036-01-01"),
	"storage-class": engine.Text("STANDARD_IA"), "encryption": engine.Text("aws:kms"), "kms-key": engine.Text("one"),
	"grant.*": engine.Text("id=interleave"), "website-redirect": engine.Text("/other"),
	"region":  engine.Text("eu-west-1"),
	"referer": engine.Text("http://example.com/"), "version-id": engine.Text("7-0123456789ab"),
	"source-version-id": engine.Text("7-0123456789ab"),
	"if-match-size":     engine.Number(5), "if-match-last-modified-time": engine.Moment(12000),
	"upload": engine.Text("6-0123456789ab"), "part": engine.Number(1),
	"policy": engine.Text(`{"Version":"2012-10-17","Statement":[]}`), "status": engine.Text("Enabled"),
	"role": engine.Text("role1"),
	"keys": engine.List(list("a"), engine.List(engine.Text("b"),
		pair("if-match", "d41d8cd98f00b204e9800998ecf8427e"))),
	"parts":  engine.List(pair("1", "d41d8cd98f00b204e9800998ecf8427e"), pair("2", "d41d8cd98f00b204e9800998ecf8427f")),
	"filter": engine.Text("n gt 5 and color eq 'red'"), "select": engine.Text("n,color"), "top": engine.Number(10),
	"next":     engine.Text("p/r"),
	"metadata": engine.Text("full"), "prefer": engine.Text("return-no-content"), ".*": engine.Text("5L"),
	"partition": engine.Text("p"),
	"second":    engine.Text("x"), "share": engine.Text("s"), "handle": engine.Text("8-27e46b7ad104"),
	"attributes": engine.Text("ReadOnly"), "permission": engine.Text("O:BAG:SYD:(A;;FA;;;SY)"),
	"permission-key": engine.Text("1*2"), "lock-mode": engine.Text("GOVERNANCE"),
	"lock-until": engine.Text("2027-01-01T00:00:00Z"), "legal-hold": engine.Text("ON"),
	"bypass-governance": engine.Text("true"),
	"timeout":           engine.Number(30), "write": engine.Text("update"), "source-lease": engine.Text("guid:C"),
	"quota":      engine.Number(5),
	"property.*": engine.Text("read"), "access": engine.Text("RW"), "disposition": engine.Text("OPEN_IF"),
	"oplock":    engine.Text("RW"),
	"directory": engine.Text("true"), "delete-on-close": engine.Text("true"), "offset": engine.Number(0),
	"length":  engine.Number(4),
	"through": engine.Text("true"), "kind": engine.Text("shared"), "fail-immediately": engine.Text("true"),
	"delete":  engine.Text("true"),
	"expires": engine.Text("Thu, 01 Jan 2026 00:00:00 GMT"), "checksum.*": engine.Text("emyG8Q=="),
	"checksum-mode": engine.Text("ENABLED"), "metadata-directive": engine.Text("REPLACE"), "quiet": engine.Text("true"),
	"tagging-directive": engine.Text("REPLACE"), "object-size": engine.Number(4),
	"after":   engine.Text("k"),
	"replace": engine.Text("true"), "ignore-readonly": engine.Text("true"),
	"where": engine.Text("state = 'open'"), "previous": engine.Text("2026-01-01T00:00:05.0000000Z"),
	"public": engine.Text("blob"), "policy-start.*": engine.Text("2026-01-01T00:00:00Z"),
	"policy-expiry.*": engine.Text("2036-01-01T00:00:00Z"),
	"key-marker":      engine.Text("k"), "version-marker": engine.Text("7-0123456789ab"),
	"upload-marker": engine.Text("6-0123456789ab"), "part-marker": engine.Number(1),
	"checksum-algorithm": engine.Text("CRC32"), "checksum-type": engine.Text("COMPOSITE"),
	"subresource": engine.Text("cors"), "acl": engine.Text("private"), "ownership": engine.Text("ObjectWriter"),
	"object-lock": engine.Text("true"),
	"document": engine.Text(
		"<CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule>"),
}

// special are examples for single verbs, or for all verbs of a kind of object.
var special = map[string]engine.Value{
	"container path": engine.Text("wiki"), "bucket path": engine.Text("lake"),
	"object path":     engine.Text("lake/metastore/a b.json"),
	"object if-match": engine.Text("d41d8cd98f00b204e9800998ecf8427e"),
	"object source":   engine.Text("lake/from ü.json"),
	"table path":      engine.Text("stock"), "entity path": engine.Text("stock/p/r 1"),
	"entity body": engine.Text(
		"name='a \"b\"'\nn=5L\nwhen=datetime'2026-01-01T00:00:00Z'\nok=true\nx=1.5\ni=7\n" +
			"g=guid'2c7d0a6e-4a1b-4f5a-9c66-0d8c2a5e9d10'\nb=X'0102'\n"),
	"entity if-match": engine.TagAt(120_000).Value(), "file path": engine.Text("s/dir/f.txt"),
	"file source": engine.Text("s/dir/g h.txt"), "directory path": engine.Text("s/dir"),
	"share path": engine.Text("s"), "smb-create share": engine.Text("R"),
	"put-page body":   engine.Text(strings.Repeat("x", 512)),
	"put-range range": engine.Text("0-29"), "put-range-from-url range": engine.Text("8-11"),
	"put-range-from-url source-range": engine.Text("0-3"), "acquire-file-lease duration": engine.Number(-1),
	"get-object part": engine.Number(1), "head-object part": engine.Number(1),
	"query-tables filter": engine.Text("TableName ge 'b'"), "query-tables next": engine.Text("books"),
	"object if-none-match":                    engine.Text("*"),
	"put-role-policy policy":                  engine.Text(`{"Version":"2012-10-17","Statement":[]}`),
	"set-queue-service-properties property.*": engine.Text("read, write"),
	"entity-group-transaction operations": engine.List(
		engine.List(engine.Text("update-entity"), engine.Text("c"),
			engine.List(engine.Text(".n"), engine.Text("="), engine.Text("6")),
			engine.List(engine.Text("if-match"), engine.Text("="), engine.TagAt(120_000).Value())),
		engine.List(engine.Text("insert-entity"), engine.Text("log7")),
		engine.List(engine.Text("delete-entity"), engine.Text("p/old"), pair("if-match", "*")),
		engine.List(engine.Text("insert-or-merge-entity"), engine.Text("m"), pair(".s", "'x'"))),
}

// lines are examples of commands as they are typed; the others have a key alone.
var lines = map[string]string{
	"EXSET": `key_2 "universe \"x\"" VER 1`, "EXCAS": "key_3 new 2", "SET": "k v NX EX 10", "MSET": "a 1 b 2",
	"EXPIRE": "k 10", "RENAME": "k l",
	"CAS": "k old new", "CAD": "k old", "EXINCRBY": "k 1 MAX 10", "LPUSH": "l a", "SETRANGE": "k 0 x", "MULTI": "",
	"EXEC": "", "DISCARD": "", "UNWATCH": "", "FLUSHALL": "",
}

func etag(text string) engine.Value { return engine.TokenOf(engine.ETag, text).Value() }

func list(words ...string) engine.Value {
	var l []engine.Value
	for _, w := range words {
		l = append(l, engine.Text(w))
	}
	return engine.List(l...)
}

func pair(name, value string) engine.Value { return list(name, "=", value) }

// sampled are requests of an operation: with what it needs, with all it takes, and one for each word of a choice.
func sampled(spec engine.OpSpec, specs func(string) *engine.OpSpec) (names []string, requests []*request) {
	add := func(name string, args []engine.Arg) {
		names, requests = append(names, name), append(requests,
			&request{spec: &spec, args: args, number: 7, at: 12000, specs: specs})
	}
	if spec.Prompt() {
		text, ok := lines[spec.Verb]
		if !ok {
			text = "k"
		}
		add(spec.Verb, []engine.Arg{{Name: "line", Value: engine.List(engine.LineWords(engine.Text(text))...)}})
		return names, requests
	}
	var least, all []engine.Arg
	for _, p := range spec.Params() {
		a := exampleOf(spec, p)
		needed := p.Positional() && spec.Group != engine.GroupOther ||
			strings.Contains(" upload part block range popreceipt duration size source status policy keys handle "+
				"copy period ", " "+p.Name+" ") ||
			p.Name == "id" && strings.HasPrefix(spec.Verb, "change-") || p.Name == "lease" &&
			strings.HasSuffix(spec.Verb, "-lease") || p.Positional()
		if needed && !(strings.HasPrefix(p.Name, "if-")) {
			least = append(least, a)
		}
		all = append(all, a)
	}
	add(spec.Verb, least)
	add(spec.Verb+" all", all)
	for _, p := range spec.Params() {
		for _, word := range p.One {
			if word != "*" {
				add(spec.Verb+" "+p.Name+"="+word, with(all, p.Name, engine.Text(word)))
			}
		}
	}
	return names, requests
}

func with(args []engine.Arg, name string, v engine.Value) []engine.Arg {
	args = slices.Clone(args)
	for i := range args {
		if args[i].Name == name {
			args[i].Value = v
		}
	}
	return args
}

func exampleOf(spec engine.OpSpec, p engine.Param) engine.Arg {
	name := strings.Replace(p.Name, "*", "seen", 1)
	if p.Name == "property.*" {
		name = "property.Logging"
	}
	for _, key := range []string{spec.Verb + " " + p.Name, spec.Object + " " + p.Name, p.Name} {
		if v, ok := special[key]; ok {
			return engine.Arg{Name: name, Value: v}
		}
		if v, ok := examples[key]; ok && key == p.Name {
			return engine.Arg{Name: name, Value: v}
		}
	}
	panic("export/code_test.go has no example of the parameter " + p.Name + " of " + spec.Verb +
		": add one to examples")
}

// macro is a shared text that was not put in.
var macro = regexp.MustCompile(`%[a-z]{3,}[a-z0-9]*%`)

// looked are the operations whose calls are kept as text, so that a change of one is seen: of each service the
// commonest, and those with a list, a group or a sentence of their own.
var looked = strings.Fields(
	"put-blob get-blob delete-blob acquire-blob-lease put-block-list append-block copy-blob list-blobs put-message " +
		"get-messages update-message delete-message update-entity entity-group-transaction query-entities put-object " +
		"complete-multipart-upload delete-objects " +
		"put-range acquire-share-lease smb-lock EXSET EXCAS WATCH")

// TestEveryOperationInEveryLanguage writes every operation in every language: a call, or a sentence that says why there
// is none. What a call has no word for is said in a comment. All of them go into the folder that INTERLEAVE_CALLS
// names, for .ci to hand to compilers.
func TestEveryOperationInEveryLanguage(t *testing.T) {
	for _, language := range languages {
		t.Run(language.word, func(t *testing.T) {
			var b strings.Builder
			for _, spec := range enginetest.Specs() {
				names, requests := sampled(spec, enginetest.Spec)
				for i, r := range requests {
					text, why := r.code(language.word)
					handOver(t, language, names[i], text)
					if text == "" && (why == "" || !strings.HasSuffix(why, ".")) {
						t.Errorf("%s: neither a call nor a sentence: %q", names[i], why)
					}
					if strings.HasPrefix(why, "There is no ") {
						t.Errorf("%s: %s", names[i], why)
					}
					if macro.MatchString(text) || strings.ContainsAny(text, "¦\ue000") ||
						strings.Contains(text, "${") || strings.Contains(text, "[[") {
						t.Errorf("%s: a sign of templates is left:\n%s", names[i], text)
					}
					if !slices.Contains(looked, spec.Verb) || strings.Contains(names[i], "=") {
						continue
					}
					fmt.Fprintf(&b, "-- %s --\n%s", names[i], text)
					if why != "" {
						fmt.Fprintf(&b, "(%s)\n", why)
					}
				}
			}
			enginetest.HoldSheet(t, filepath.Join("testdata", "code", language.word+".txt"), b.String())
		})
	}
}

// handOver puts a call into the folder for the compilers.
func handOver(t *testing.T, language *language, name, text string) {
	t.Helper()
	folder := os.Getenv("INTERLEAVE_CALLS")
	if folder == "" || text == "" {
		return
	}
	folder = filepath.Join(folder, language.word)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	file := regexp.MustCompile(`\W+`).ReplaceAllString(name, "_") + language.ext
	if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestGoIsFormatted: the calls in Go stand as gofmt writes them.
func TestGoIsFormatted(t *testing.T) {
	for _, spec := range enginetest.Specs() {
		names, requests := sampled(spec, enginetest.Spec)
		for i, r := range requests {
			text, _ := r.code("go")
			if text == "" {
				continue
			}
			formatted, err := format.Source([]byte(text))
			if err != nil {
				t.Errorf("%s: %v\n%s", names[i], err, text)
			} else if string(formatted) != text {
				t.Errorf("%s is not in gofmt's form:\n%s\ngofmt writes:\n%s", names[i], text, formatted)
			}
		}
	}
}

// TestTextsStayTexts: whatever a body, a name or a value holds, it stays one literal: nothing of it becomes code, and a
// comment stays one.
func TestTextsStayTexts(t *testing.T) {
	nasty := "\"; os.Exit(1) //'`$(rm -rf /)\\u000a*/ %s «path» {{.}} ¦ \n\r\t\x00\x1b[31m \u2028 \ue000 漢 \xff"
	spec := enginetest.Spec("put-blob")
	for _, language := range languages {
		var seen []string
		for _, body := range []string{nasty, "plain"} {
			r := &request{spec: spec, number: 1, specs: enginetest.Spec,
				args: []engine.Arg{{Name: "path", Value: engine.Text("wiki/" + body)},
					{Name: "body", Value: engine.Text(body)}, {Name: "meta.a", Value: engine.Text(body)},
					{Name: "under", Value: engine.Text(body)}}}
			text, _ := r.code(language.word)
			if language.word == "go" {
				if _, err := format.Source([]byte(text)); err != nil {
					t.Errorf("%v\n%s", err, text)
				}
			}
			if strings.ContainsAny(text, "\x00\x1b\r\u2028\ue000") {
				t.Errorf("%s: a control character is left: %q", language.word, text)
			}
			if language.direct == nil && body == nasty && !strings.Contains(text, "«path» {{.}} ¦") {
				t.Errorf("%s read the body as a template: %q", language.word, text)
			}
			seen = append(seen, text)
		}
		if language.word != "redis-cli" && (seen[0] == "" || seen[0] == seen[1]) {
			t.Errorf("%s wrote nothing of it: %q", language.word, seen)
		}
	}
}

// TestNoValueIsAFileOrAnOption: the command lines of Azure and Amazon read a value that begins with @, or with file://,
// from a file, and take one that begins with a dash for an option. A word of a shell holds no NUL.
func TestNoValueIsAFileOrAnOption(t *testing.T) {
	call := func(language, verb string, args ...string) (text, why string) {
		r := &request{spec: enginetest.Spec(verb), number: 1, specs: enginetest.Spec, args: engine.Args(args...)}
		return r.code(language)
	}
	for _, args := range [][]string{{"path", "wiki/@/etc/passwd", "body", "b"},
		{"path", "wiki/a", "body", "b", "meta.a",
			"@/etc/passwd"}, {"path", "wiki/a=@/etc/passwd", "body", "b"}} {
		if text, why := call("cli", "put-blob", args...); text != "" || !strings.Contains(why, "content of a file") {
			t.Errorf("%q is %q, %q", args, text, why)
		}
	}
	if text, why := call("cli", "put-object", "path", "b/file:///etc/passwd", "body", "b"); text != "" || why == "" {
		t.Errorf("%q, %q", text, why)
	}
	if text, _ := call("cli", "put-blob", "path", "wiki/-o", "body", "-x @me"); !strings.Contains(text, " --name=-o") ||
		!strings.Contains(text, "printf '%s' '-x @me'") {
		t.Errorf("a dash: %q", text)
	}
	if text, _ := call("curl", "put-blob", "path", "wiki/a", "body", "50%'\\\x00\xff"); !strings.HasPrefix(text,
		`printf '50%%'\''\\\000\377' | curl `) || !strings.Contains(text, "--data-binary @-") {
		t.Errorf("a NUL: %q", text)
	}
}

// TestChecksumsAreSaidInWords: an MD5 or a CRC64 that a request named is an option of the SDK in Go; of both, which
// the service refuses, the second is named in a comment. The CRC64 is the check value of its polynomial, as the
// number that the documents of it have.
func TestChecksumsAreSaidInWords(t *testing.T) {
	const md5, crc64 = "kAFQmDzST7DWlj99KOF/cg==", "iJh5CoYUi64="
	for _, row := range []struct {
		args       []engine.Arg
		want, left string
	}{
		{engine.Args("md5", md5),
			"TransactionalValidation: blob.TransferValidationTypeMD5([]byte{0x90, 0x01, 0x50, 0x98, ", ""},
		{engine.Args("crc64", crc64), "TransactionalValidation: blob.TransferValidationTypeCRC64(0xae8b14860a799888)",
			""},
		{engine.Args("md5", md5, "crc64", crc64), "blob.TransferValidationTypeMD5(", "crc64"},
		{engine.Args("md5", "x"), "client.Upload(", "md5"},
		{engine.Args("crc64", "x"), "client.Upload(", "crc64"},
	} {
		args := append(engine.Args("path", "wiki/x", "body", "123456789"), row.args...)
		r := &request{spec: enginetest.Spec("put-blob"), number: 1, specs: enginetest.Spec, args: args}
		text, _ := r.code("go")
		if !strings.Contains(text, row.want) {
			t.Errorf("no %s in\n%s", row.want, text)
		}
		if strings.Contains(text, "Not in this call") != (row.left != "") ||
			!strings.Contains(text, "Not in this call: "+row.left) && row.left != "" {
			t.Errorf("what is left out is not %q:\n%s", row.left, text)
		}
	}
}

// A list of parts that says their checksums too is a list of the same parts.
func TestPartsWithChecksumsStayParts(t *testing.T) {
	pair := func(name, value string) engine.Value {
		return engine.List(engine.Text(name), engine.Text("="), engine.Text(value))
	}
	const etag = "d41d8cd98f00b204e9800998ecf8427e"
	args := append(engine.Args("path", "lake/k", "upload", "u"), engine.Arg{Name: "parts",
		Value: engine.List(engine.List(pair("1", etag), pair("crc32", "AAAAAA==")))})
	for _, language := range languages {
		r := &request{spec: enginetest.Spec("complete-multipart-upload"), number: 1, specs: enginetest.Spec, args: args}
		if text, why := r.code(language.word); why == "" && !strings.Contains(text, etag) {
			t.Errorf("%s: the part is not in\n%s", language.word, text)
		}
	}
}
