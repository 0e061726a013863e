package bucket_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// rung is one broken rule: the words that break it, and the answer. Words of an earlier rung stand in for those of a
// later one.
type rung struct {
	words, want string
	only        []string // verbs; none: every operation that has the parameters
}

// rungs are the checks from the top, for a writer whose role may only begin uploads: names, bucket, permission,
// headers, then what each operation looks at when it is decided. The key lake/k is there, lake/m holds a delete marker.
var rungs = []rung{
	{"path=lake/", "400 InvalidRequest", nil},
	{"path=lake/" + strings.Repeat("k", 1025), "400 KeyTooLongError", nil},
	{"path=lake/a/../../k", "400 400", nil},
	{"path=pond/k", "404 NoSuchBucket", nil},
	{"by=rob", denied, nil},
	{"source=pond/k", "404 NoSuchBucket", nil},
	{"if-match=* if-none-match=*", not, []string{"put-object", "copy-object", "complete-multipart-upload"}},
	{"if-match=*", not, []string{"put-object", "copy-object", "complete-multipart-upload"}},
	{"if-match-size=1", not, nil},
	{"version-id=null if-match=x", not, []string{"delete-object"}},
	{"meta.a=" + strings.Repeat("x", 2048), "400 MetadataTooLarge",
		[]string{"put-object", "copy-object", "create-multipart-upload"}},
	{"tag.a=#", "400 InvalidArgument", []string{"put-object", "copy-object"}},
	{"tag.aws:b=1", "400 InvalidTag", []string{"put-object", "copy-object"}},
	{elevenTags, "400 BadRequest", []string{"put-object", "copy-object"}},
	{"body=" + strings.Repeat("x", engine.MaxObject+1), "400 EntityTooLarge", []string{"put-object"}},
	{"part=0", "400 InvalidArgument", []string{"upload-part", "upload-part-copy"}},
	{"body=" + strings.Repeat("x", engine.MaxObject+1), "400 EntityTooLarge", []string{"upload-part"}},
	{"object-size=-1", "400 InvalidRequest", nil},
	{"checksum.crc32=x", "400 InvalidRequest", []string{"complete-multipart-upload"}},
	{"md5=x", "400 InvalidDigest", nil},
	{"md5=AAAAAAAAAAAAAAAAAAAAAA==", "400 BadDigest", nil},
	{"checksum.crc32=x", "400 InvalidRequest", []string{"put-object", "upload-part"}},
	{"checksum.crc32=AAAAAA==", "400 BadDigest", []string{"put-object", "upload-part"}},
	{"checksum-algorithm=MD4", "400 InvalidRequest", nil},
	{"checksum-algorithm=SHA1 checksum-type=FULL_OBJECT", "400 InvalidRequest", nil},
	{"tag.a=#", "400 InvalidArgument", []string{"create-multipart-upload"}},
	{"tag.aws:b=1", "400 InvalidTag", []string{"create-multipart-upload"}},
	{elevenTags, "400 BadRequest", []string{"create-multipart-upload"}},
	{"max=x", "400 InvalidArgument", nil},
	{"part-marker=x", "400 InvalidArgument", nil},
	{"upload=none", noUpload, nil},
	{"parts=x", "400 MalformedXML", nil},
	{"parts=[2:x,1:x]", "400 InvalidPartOrder", nil},
	{"parts=[1:x]", "400 InvalidPart", nil},
	{"source=lake/none", missing, nil},
	{"source-if-match=x", fails, nil},
	{"source-if-unmodified-since=00:00.0", fails, nil},
	{"source-if-none-match=" + test, fails, nil},
	{"source-if-modified-since=00:05.0", fails, nil},
	{"range=0-0 part=1", "400 InvalidRequest", []string{"get-object", "head-object"}},
	{"version-id=none", "404 NoSuchVersion", []string{"get-object", "head-object", "get-object-attributes",
		"get-object-tagging", "put-object-tagging", "delete-object-tagging", "get-object-acl", "put-object-acl",
		"get-object-retention", "put-object-retention", "get-object-legal-hold", "put-object-legal-hold"}},
	{"tag.aws:b=1", "400 InvalidTag", []string{"put-object-tagging"}},
	{elevenTags, "400 BadRequest", []string{"put-object-tagging"}},
	{"if-match=x", fails, nil},
	{"if-unmodified-since=00:00.0", fails, nil},
	{"if-none-match=" + test, "304", []string{"get-object", "head-object"}},
	{"part=9", "416 InvalidPartNumber", []string{"head-object"}},
	{"range=9-", "416 InvalidRange", []string{"get-object"}},
	{"source-range=9-", "400 InvalidArgument", nil},
}

const elevenTags = "tag.c=1 tag.d=1 tag.e=1 tag.f=1 tag.g=1 tag.h=1 tag.i=1 tag.j=1 tag.k=1 tag.l=1 tag.m=1"

// good are the words with which each operation on a key goes through.
var good = map[string]string{"put-object": "body=x", "get-object": "", "head-object": "",
	"copy-object": "source=lake/k", "delete-object": "",
	"create-multipart-upload": "", "upload-part": "body=x part=1 upload=$u.upload",
	"upload-part-copy":          "source=lake/k part=1 upload=$u.upload",
	"complete-multipart-upload": "parts=[1:$p.etag] upload=$u.upload", "abort-multipart-upload": "upload=$u.upload",
	"list-parts": "upload=$u.upload", "get-object-attributes": "", "get-object-tagging": "",
	"put-object-tagging": "tag.a=1", "delete-object-tagging": "", "get-object-acl": "",
	"put-object-acl": "acl=bucket-owner-full-control", "get-object-retention": "",
	"put-object-retention":  "lock-mode=GOVERNANCE lock-until=2030-01-01",
	"get-object-legal-hold": "", "put-object-legal-hold": "legal-hold=ON"}

// The first rule that is broken is the answer: each line of the test breaks one rung and all below it that the
// operation knows.
func TestOrderOfChecks(t *testing.T) {
	b := newBench(t)
	b.Wait(5e9)
	b.All("seed: create-bucket path=lake", "seed: put-object path=lake/k body=test",
		"ann u: create-multipart-upload path=lake/k",
		"ann p: upload-part path=lake/k body=x upload=$u.upload part=1")
	b.Step(tell("rob", "u.upload"))
	b.Step(tell("rob", "p.etag"))
	b.give("s3:CreateBucket")
	b.Wait(5e9)
	for _, spec := range service.Ops {
		words, ok := good[spec.Verb]
		if !ok {
			continue
		}
		var mine []rung
		for _, r := range rungs {
			if !r.isFor(spec.Verb) {
				continue
			}
			fits := true
			for _, w := range strings.Fields(r.words) {
				name, _, _ := strings.Cut(w, "=")
				_, takes := spec.Param(name)
				fits = fits && (takes || name == "by")
			}
			if fits {
				mine = append(mine, r)
			}
		}
		if len(mine) < 4 {
			t.Fatalf("%s has only %d rungs", spec.Verb, len(mine))
		}
		for n := range mine {
			by, args := ladder(short(mine[n:]), "path=lake/k "+words)
			f := b.fork(t)
			a := f.Say(by + ": " + spec.Verb + " " + args)
			want := mine[n].want
			if spec.Verb == "head-object" && a.Status >= 400 {
				want = strings.Fields(want)[0]
				if a.Code() != want && want != "400" {
					t.Errorf("HEAD: the code is %s", a.Code())
				}
			}
			if a.String() != want && !(spec.Verb == "head-object" && strings.HasPrefix(a.String(), want)) {
				t.Errorf("%s: %s breaks first %q: %s, want %s", spec.Verb, args[:min(len(args), 200)],
					mine[n].words[:min(len(mine[n].words), 40)], a, want)
			}
		}
	}
}

// isFor says whether a rung is one of a verb's; the words of some are long to read.
func (r *rung) isFor(verb string) bool { return r.only == nil || slices.Contains(r.only, verb) }

// short leaves out what is long, but for the first rung: long bodies take their time.
func short(rungs []rung) []rung {
	list := rungs[:1:1]
	for _, r := range rungs[1:] {
		if len(r.words) < 1<<20 {
			list = append(list, r)
		}
	}
	return list
}

// ladder is a request with the words of all rungs, the first that names a parameter counts.
func ladder(rungs []rung, standard string) (by, words string) {
	by = "ann"
	seen := map[string]bool{}
	var list []string
	take := func(text string) {
		for _, w := range strings.Fields(text) {
			name, value, _ := strings.Cut(w, "=")
			switch {
			case seen[name]:
			case name == "by":
				by = value
			default:
				list = append(list, w)
			}
			seen[name] = true
		}
	}
	for _, r := range rungs {
		take(r.words)
	}
	take(standard)
	return by, strings.Join(list, " ")
}

// rules.md, "Error bodies": the message of each code.
func TestMessagesOfCodes(t *testing.T) {
	messages := map[string]string{
		"PreconditionFailed": "At least one of the pre-conditions you specified did not hold",
		"ConditionalRequestConflict": "The conditional request cannot succeed due to a conflicting operation " +
			"against this resource.",
		"NoSuchKey": "The specified key does not exist.",
		"NoSuchUpload": "The specified upload does not exist. The upload ID may be invalid, or the " +
			"upload may have been aborted or completed.",
		"NoSuchVersion": "The specified version does not exist.",
		"NoSuchBucket":  "The specified bucket does not exist",
		"InvalidPart": "One or more of the specified parts could not be found.  The part may not " +
			"have been uploaded, or the specified entity tag may not match the part's entity tag.",
		"InvalidPartOrder": "The list of parts was not in ascending order. Parts must be ordered by part number.",
		"EntityTooSmall":   "Your proposed upload is smaller than the minimum allowed size",
		"InvalidArgument":  "Part number must be an integer between 1 and 10000, inclusive",
		"MalformedPolicy":  "The policy is not one that the service takes.",
		"MethodNotAllowed": "The specified method is not allowed against this resource.",
		"NotImplemented":   "A header you provided implies functionality that is not implemented",
	}
	met := map[string]bool{}
	s := service
	check := func(r *engine.Rule) {
		f := r.Fault
		met[f.Code] = true
		if want, ok := messages[f.Code]; ok && f.Message != want &&
			!slices.Contains([]string{"max", "source range", "document", "acl", "ownership", "object lock",
				"tagging", "marker", "part list", "encryption"}, r.Name) {
			t.Errorf("%s says %q", f.Code, f.Message)
		}
	}
	for _, r := range s.Faults {
		check(r)
	}
	for _, op := range s.Ops {
		for _, r := range op.Refuses {
			check(r)
		}
	}
	for code := range messages {
		if !met[code] {
			t.Errorf("nothing answers %s", code)
		}
	}
}
