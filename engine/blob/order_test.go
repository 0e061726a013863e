package blob_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
)

// rules.md, "Order of checks", "Worked cases".
func TestWorkedPrecedenceCases(t *testing.T) {
	for _, row := range [][3]string{
		{"leased", "put-blob path=wiki/x body=2 if-none-match=*", missing},
		{"leased", "put-blob path=wiki/x body=2 if-none-match=* lease=guid:A", "409 BlobAlreadyExists"},
		{"leased", "put-blob path=wiki/x body=2 if-match=stale", missing},
		{"leased", "put-blob path=wiki/x body=2 if-match=stale lease=guid:A", "412 ConditionNotMet"},
		{"available", "put-blob path=nobox/x body=2 if-match=stale lease=guid:A", "404 ContainerNotFound"},
		{"available", "get-blob path=nobox/x if-match=stale lease=guid:A", "404 ContainerNotFound"},
		{"available", "delete-blob path=nobox/x if-match=stale lease=guid:A", "404 ContainerNotFound"},
		{"available", "put-blob path=wiki/none body=2 lease=guid:A", npb},
		{"available", "put-blob path=wiki/none body=2 if-match=*", "412 ConditionNotMet"},
		{"available", "get-blob path=wiki/none if-match=stale", "404 BlobNotFound"},
		{"available", "set-blob-metadata path=wiki/none if-match=stale", "404 BlobNotFound"},
		{"available", "set-blob-metadata path=wiki/x if-match=stale if-none-match=stale",
			"400 MultipleConditionHeadersNotSupported"},
		{"leased", "put-blob path=wiki/x body=2 if-match=stale if-none-match=stale",
			"400 MultipleConditionHeadersNotSupported"},
		{"available", "delete-blob path=wiki/x if-match=stale", "412 ConditionNotMet"},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1",
			"seed: snapshot-blob path=wiki/x")
		b.Set("blob", "lease-on-nothing", "refused")
		b.lease("blob", "wiki/x", row[0], false)
		b.Want("ann: "+row[1], row[2])
	}
}

// rung is one broken rule: the words that break it, and the code. Words of an earlier rung stand in for those of a
// later one.
type rung struct {
	words, code string
	only        func(verb string) bool // nil: every operation that has the parameters
}

func isLeaseOp(verb string) bool { return strings.HasSuffix(verb, "-lease") }
func readsBlob(verb string) bool { return strings.HasPrefix(verb, "get-") }
func creates(verb string) bool {
	return is("put-blob", "put-block", "put-block-from-url", "put-block-list")(verb) || copiesBlob(verb)
}
func copiesBlob(verb string) bool { return is("copy-blob", "copy-blob-from-url")(verb) }
func appends(verb string) bool {
	return is("append-block", "append-block-from-url", "append-blob-seal")(verb)
}
func pages(verb string) bool   { return is("put-page", "put-page-from-url", "get-page-ranges")(verb) }
func mayName(verb string) bool { return readsBlob(verb) || verb == "delete-blob" }
func not(f func(string) bool) func(string) bool {
	return func(verb string) bool { return !f(verb) }
}
func is(verbs ...string) func(string) bool {
	return func(verb string) bool { return slices.Contains(verbs, verb) }
}

var long = strings.Repeat("x", 9000)

// blobRungs are rules.md, "Order of checks" from the top: each line of a test breaks one rung and all that follow. The
// blob wiki/x is leased by guid:A and has a snapshot.
var blobRungs = []rung{
	{"path=W/x", "400 OutOfRangeInput", nil},
	{"path=Wiki/x", "400 InvalidResourceName", nil},
	{"path=wiki/", "400 OutOfRangeInput", nil},
	{"path=wiki/\x01", "400 InvalidResourceName", nil},
	{"snapshot=latest", "400 InvalidQueryParameterValue", nil},
	{"source-snapshot=latest", "400 InvalidQueryParameterValue", copiesBlob},
	{"content-length=12", "400 InvalidHeaderValue", nil},
	{"content-length=none", "411 MissingContentLengthHeader", nil},
	{"body=" + strings.Repeat("x", engine.MaxObject+1), "413 RequestBodyTooLarge", nil},
	{"body=", "400 InvalidHeaderValue", is("put-block", "append-block")},
	{"page-write=x", "400 InvalidHeaderValue", nil},
	{"type=TableBlob", "400 InvalidHeaderValue", nil},
	{"type=AppendBlob body=2", "400 InvalidHeaderValue", nil},
	{"type=PageBlob body= size=-", "400 MissingRequiredHeader", nil},
	{"size=5", "400 InvalidHeaderValue", is("put-blob")},
	{"type=PageBlob body= size=512 sequence=x", "400 InvalidHeaderValue", nil},
	{"block=A", "400 InvalidQueryParameterValue", nil},
	{"block=" + strings.Repeat("A", 88), "400 OutOfRangeInput", nil},
	{"blocks=[A]", "400 InvalidBlockId", nil},
	{"blocks=[" + strings.Repeat("A", 88) + "]", "400 OutOfRangeInput", nil},
	{"blocks=[" + strings.Repeat("AAAA,", 50_000) + "AAAA]", "400 BlockListTooLong", nil},
	{"list=x", "400 InvalidQueryParameterValue", is("get-block-list")},
	{"appendpos=-1", "400 InvalidHeaderValue", nil},
	{"maxsize=x", "400 InvalidHeaderValue", nil},
	{"sequence-action=x", "400 InvalidHeaderValue", nil},
	{"sequence-action=max sequence=-1", "400 InvalidHeaderValue", nil},
	{"sequence-action=increment sequence=1", "400 InvalidHeaderValue", nil},
	{"sequence-action=max sequence=-", "400 MissingRequiredHeader", is("set-blob-properties")},
	{"sequence-action=- sequence=- size=5", "400 InvalidHeaderValue", is("set-blob-properties")},
	{"copy=mine", "400 InvalidQueryParameterValue", nil},
	{"tier=Warm type=- body=2 size=- sequence=-", "400 InvalidHeaderValue", is("put-blob")},
	{"tier=Warm", "400 InvalidHeaderValue", not(is("put-blob"))},
	{"range=-", "400 MissingRequiredHeader", is("put-page", "put-page-from-url")},
	{"range=x", "400 InvalidHeaderValue", nil},
	{"range=1-512", "416 InvalidPageRange", is("put-page", "put-page-from-url")},
	{"range=0-1023", "400 InvalidHeaderValue", is("put-page", "put-page-from-url")},
	{"range=0-4194815 source-range=0-4194815", "413 RequestBodyTooLarge", is("put-page-from-url")},
	{"if-sequence-le=x", "400 InvalidHeaderValue", nil},
	{"source-range=x", "400 InvalidHeaderValue", not(is("put-page-from-url"))},
	{"snapshots=all", "400 InvalidHeaderValue", nil},
	{"snapshots=only snapshot=2026-01-05T09:00:00.0000009Z", "400 InvalidQueryParameterValue", is("delete-blob")},
	{"meta.\t=1", "400 EmptyMetadataKey", nil},
	{"meta.1a=1", "400 InvalidMetadata", nil},
	{"meta.a=" + long, "400 MetadataTooLarge", nil},
	{"tag.k=" + long, "400 TagsTooLarge", nil},
	{"tag.\u00a0=1", "400 EmptyTagName", nil},
	{"tag.l=#", "400 InvalidTag", nil},
	{"tag.m=1 tag.m=2", "400 DuplicateTagNames", nil},
	{"md5=x crc64=x", "400 BothCrc64AndMd5HeaderPresent", nil},
	{"md5=x crc64=-", "400 InvalidMd5", nil},
	{"md5=1B2M2Y8AsgTpgAmY7PhCfg== crc64=-", "400 Md5Mismatch", nil},
	{"crc64=x md5=-", "400 InvalidHeaderValue", nil},
	{"crc64=AAAAAAAAAAA= md5=-", "400 Crc64Mismatch", nil},
	{"duration=-", "400 MissingRequiredHeader", is("acquire-blob-lease")}, // - takes the word away
	{"duration=1", "400 InvalidHeaderValue", nil},
	{"period=61", "400 InvalidHeaderValue", nil},
	{"lease=-", "400 MissingRequiredHeader", is("renew-blob-lease", "change-blob-lease", "release-blob-lease")},
	{"lease=mine", "400 InvalidHeaderValue", nil},
	{"id=-", "400 MissingRequiredHeader", is("change-blob-lease")},
	{"id=mine", "400 InvalidHeaderValue", nil},
	{"if-modified-since=now", "400 InvalidHeaderValue", nil},
	{"if-tags=state", "400 InvalidHeaderValue", nil},
	{"if-none-match=*", "400 UnsatisfiableCondition", readsBlob},
	{"if-match=stale if-none-match=stale", "400 MultipleConditionHeadersNotSupported", not(readsBlob)},
	{"if-match=[stale,stale] if-none-match=-", "400 MultipleConditionHeadersNotSupported", not(readsBlob)},
	{"path=nobox/x", "404 ContainerNotFound", nil},
	{"under=anonymous", "401 NoAuthenticationInformation", nil},
	{"under=nobody", "403 AuthorizationPermissionMismatch", nil},
	{"path=wiki/none", "404 BlobNotFound", not(creates)},
	{"snapshot=2026-01-05T09:00:00.0000009Z", "400 InvalidOperation",
		func(v string) bool { return !mayName(v) && v != "snapshot-blob" }},
	{"snapshot=2026-01-05T09:00:00.0000009Z", "400 InvalidQueryParameterValue", is("snapshot-blob")},
	{"source=wiki/none", "404 BlobNotFound", nil},
	{"source-if-match=stale", "412 SourceConditionNotMet", nil},
	{"lease=guid:B path=HERE", misb, not(isLeaseOp)},
	{"path=HERE lease=-", missing, func(v string) bool {
		return !isLeaseOp(v) && !readsBlob(v) && !is("snapshot-blob", "abort-copy-blob", "undelete-blob")(v)
	}},
	{"lease=guid:A path=HERE", "412 InfiniteLeaseDurationRequired", copiesBlob},
	{"id=guid:B", lap, is("acquire-blob-lease")},
	{"lease=guid:B", misl, is("renew-blob-lease", "release-blob-lease")},
	{"lease=guid:B id=guid:C", misl, is("change-blob-lease")},
	{"path=wiki/free", npl, is("break-blob-lease")},
	{"path=wiki/free lease=- if-match=stale if-modified-since=-", "412 TargetConditionNotMet", copiesBlob},
	{"if-match=stale if-modified-since=- path=HERE lease=guid:A", "412 ConditionNotMet",
		func(v string) bool { return !copiesBlob(v) && !isLeaseOp(v) }},
	{"if-match=stale if-modified-since=-", "412 ConditionNotMet", isLeaseOp},
	{"if-match=- if-tags=state='x' path=wiki/free lease=-", "412 TargetConditionNotMet", copiesBlob},
	{"if-match=- if-tags=state='x' path=HERE lease=guid:A", "412 ConditionNotMet",
		func(v string) bool { return !copiesBlob(v) && !isLeaseOp(v) }},
	{"if-match=- if-tags=state='x'", "412 ConditionNotMet", isLeaseOp},
	{"path=wiki/freelog lease=-", "409 InvalidBlobType",
		func(v string) bool { return creates(v) || is("get-block-list")(v) }},
	{"path=wiki/free lease=-", "409 InvalidBlobType", func(v string) bool { return appends(v) || pages(v) }},
	{"path=wiki/free lease=- sequence-action=update sequence=1 size=-", "409 InvalidBlobType",
		is("set-blob-properties")},
	{"path=wiki/top lease=- sequence-action=increment sequence=- size=-", "409 SequenceNumberIncrementTooLarge",
		is("set-blob-properties")},
	{"path=wiki/sealed lease=-", "409 BlobIsSealed", is("append-block", "append-block-from-url")},
	{"appendpos=9 path=HERE lease=guid:A", "412 AppendPositionConditionNotMet", nil},
	{"maxsize=0 appendpos=-", "412 MaxBlobSizeConditionNotMet", is("append-block")},
	{"if-sequence-eq=9 path=HERE lease=guid:A", "412 SequenceNumberConditionNotMet", nil},
	{"range=512-1023 path=HERE lease=guid:A", "416 InvalidPageRange", is("put-page", "put-page-from-url")},
	{"block=AAAAAAAA path=HERE lease=guid:A", "400 InvalidBlobOrBlock", nil},
	{"source-range=9-", "416 InvalidRange", not(is("put-page-from-url"))},
	{"blocks=[latest,AAAA,committed,AAAA] path=HERE lease=guid:A", "400 InvalidBlockList", nil},
	{"blocks=[NONE] path=HERE lease=guid:A", "400 InvalidBlockList", nil},
	{"range=9-", "416 InvalidRange", is("get-blob")},
	{"", "409 SnapshotsPresent", is("delete-blob")},
	{"", "409 NoPendingCopyOperation", is("abort-copy-blob")},
}

// serviceRungs are those of the service's properties, and of a key for nobody knows how long.
var serviceRungs = []rung{{"property.Nothing=1", "400 InvalidXmlDocument", nil},
	{"key-start=2026-01-01", "400 InvalidXmlDocument", nil}}

// blobWords are the words without which an operation breaks a rung; the id is that of the lease.
var blobWords = map[string]string{"acquire-blob-lease": "duration=15 id=guid:A", "renew-blob-lease": "lease=guid:A",
	"release-blob-lease": "lease=guid:A",
	"change-blob-lease":  "lease=guid:A id=guid:B", "set-blob-tier": "tier=Hot lease=guid:A",
	"put-blob": "body=2 lease=guid:A", "break-blob-lease": "",
	"set-blob-metadata": "lease=guid:A", "set-blob-properties": "lease=guid:A", "set-blob-tags": "lease=guid:A",
	"delete-blob": "lease=guid:A",
	"put-block":   "body=1 block=AAAA lease=guid:A", "put-block-from-url": "source=wiki/x block=AAAA lease=guid:A",
	"put-block-list": "blocks=[AAAA] lease=guid:A", "append-block": "body=1 lease=guid:A",
	"append-blob-seal": "lease=guid:A", "append-block-from-url": "source=wiki/x lease=guid:A",
	"put-page-from-url":  "source=wiki/disk range=0-511 source-range=0-511 lease=guid:A",
	"put-page":           "range=0-511 lease=guid:A body=" + strings.Repeat("x", 512),
	"copy-blob":          "source=wiki/x lease=guid:A",
	"copy-blob-from-url": "source=wiki/x lease=guid:A", "abort-copy-blob": "copy=guid:A lease=guid:A"}

// blobOf is a blob of the type that an operation is for.
func blobOf(verb string) string {
	switch {
	case appends(verb):
		return "wiki/log"
	case pages(verb):
		return "wiki/disk"
	}
	return "wiki/x"
}

// blobsOfAllTypes are the blobs that rungs name: leased ones later, those with free in their names never.
var blobsOfAllTypes = []string{"seed: put-blob path=wiki/x body=1", "seed: put-block path=wiki/x body=1 block=AAAA",
	"seed: put-blob path=wiki/log type=AppendBlob", "seed: put-blob path=wiki/disk type=PageBlob size=512",
	"seed: put-blob path=wiki/free body=1",
	"seed: put-blob path=wiki/freelog type=AppendBlob",
	"seed: put-blob path=wiki/top type=PageBlob size=512 sequence=9223372036854775807",
	"seed: put-blob path=wiki/sealed type=AppendBlob", "seed: append-blob-seal path=wiki/sealed"}

var boxRungs = []rung{
	{"path=W", "400 OutOfRangeInput", nil},
	{"path=wiki-", "400 InvalidResourceName", nil},
	{"meta.\t=1", "400 EmptyMetadataKey", nil},
	{"meta.1a=1", "400 InvalidMetadata", nil},
	{"meta.a=" + long, "400 MetadataTooLarge", nil},
	{"content-length=12", "400 InvalidHeaderValue", nil},
	{"content-length=none", "411 MissingContentLengthHeader", nil},
	{"policy.a=r policy.b=r policy.c=r policy.d=r policy.e=r policy.f=r", "400 InvalidXmlDocument", nil},
	{"public=all", "400 InvalidHeaderValue", nil},
	{"where=x", "400 InvalidQueryParameterValue", nil},
	{"max=0", "400 InvalidQueryParameterValue", nil},
	{"include=all", "400 InvalidQueryParameterValue", nil},
	{"duration=-", "400 MissingRequiredHeader", is("acquire-container-lease")},
	{"duration=1", "400 InvalidHeaderValue", nil},
	{"period=61", "400 InvalidHeaderValue", nil},
	{"lease=-", "400 MissingRequiredHeader", is("renew-container-lease", "change-container-lease",
		"release-container-lease")},
	{"lease=mine", "400 InvalidHeaderValue", nil},
	{"id=-", "400 MissingRequiredHeader", is("change-container-lease")},
	{"id=mine", "400 InvalidHeaderValue", nil},
	{"if-modified-since=now", "400 InvalidHeaderValue", nil},
	{"if-modified-since=00:59.0 if-unmodified-since=00:00.0", "400 MultipleConditionHeadersNotSupported",
		not(is("set-container-metadata"))},
	{"path=nobox", "404 ContainerNotFound", not(is("create-container"))},
	{"under=anonymous", "401 NoAuthenticationInformation", nil},
	{"under=nobody", "403 AuthorizationPermissionMismatch", nil},
	{"lease=guid:B", misc, not(isLeaseOp)},
	{"path=wiki lease=-", missing, is("delete-container")},
	{"path=wiki", "409 ContainerAlreadyExists", is("create-container")},
	{"id=guid:B", lap, is("acquire-container-lease")},
	{"lease=guid:B", misl, is("renew-container-lease", "release-container-lease")},
	{"lease=guid:B id=guid:C", misl, is("change-container-lease")},
	{"path=free", npl, is("break-container-lease")},
	{"if-modified-since=00:59.0 if-unmodified-since=-", "412 ConditionNotMet", nil},
}

var boxWords = map[string]string{"acquire-container-lease": "duration=15 id=guid:A",
	"renew-container-lease":   "lease=guid:A",
	"release-container-lease": "lease=guid:A", "change-container-lease": "lease=guid:A id=guid:B",
	"delete-container": "lease=guid:A", "find-blobs-by-tags": "where=a='b'", "find-blobs-in-container": "where=a='b'"}

// One precedence test per operation: each request breaks one rule and all the later ones, and the first is the answer;
// the rules come in the order in which the operation lists them.
func TestPrecedence(t *testing.T) {
	for _, spec := range service.Ops {
		t.Run(spec.Verb, func(t *testing.T) {
			rungs, path, words := climbed(spec)
			b := newBench(t)
			spec = *b.World.Spec(spec.Verb) // with its parameters read
			rungs = fitting(spec, rungs)
			if len(rungs) == 0 && len(spec.Refuses) > 0 {
				t.Fatal("no rule of this operation is tried")
			}
			b.All("seed: create-container path=wiki", "seed: create-container path=free")
			b.All(blobsOfAllTypes...)
			for _, leased := range []string{"x", "log", "disk"} {
				b.All("ann: acquire-blob-lease path=wiki/" + leased + " duration=60 id=guid:A")
			}
			b.All("seed: snapshot-blob path=wiki/x", "ann: acquire-container-lease path=wiki duration=60 id=guid:A")
			refusals := enginetest.Order[engine.Rule]{Rules: order(spec)}
			for i, r := range rungs {
				args := ladder(spec, short(rungs[i:]), path, words)
				bench := b.Bench
				if len(r.words) >= longWords { // kept in this world it would be summed again at each step behind it
					bench = b.Fork(t)
				}
				a := bench.Send(engine.Send{By: "ann", Verb: spec.Verb, Args: args})
				if a.String() != r.code {
					t.Fatalf("broken from %.40q on: %s, want %s. Mend the operation or its words; where it "+
						"has no such check, the rung's `only` leaves it out", r.words, a, r.code)
				}
				refusals.Meet(t, a, plain(a.Why.Rule))
			}
		})
	}
}

// climbed are the rungs that an operation is tried on, with what it is about and its words.
func climbed(spec engine.OpSpec) (rungs []rung, path, words string) {
	switch spec.Object {
	case "container":
		return boxRungs, "wiki", boxWords[spec.Verb]
	case "blob-service":
		return serviceRungs, "devstore", "account=devstore"
	}
	return blobRungs, blobOf(spec.Verb), blobWords[spec.Verb]
}

// order is the list of refusals of an operation, each once whatever its kind.
func order(spec engine.OpSpec) (list []engine.Rule) {
	for _, r := range spec.Refuses {
		if !slices.Contains(list, plain(r)) {
			list = append(list, plain(r))
		}
	}
	return list
}

// plain is a rule without its kind.
func plain(r *engine.Rule) engine.Rule {
	p := *r
	p.Kind = ""
	return p
}

const longWords = 1 << 20

// short leaves out what is long, but for the first rung: long bodies take their time.
func short(rungs []rung) []rung {
	list := rungs[:1:1]
	for _, r := range rungs[1:] {
		if len(r.words) < longWords {
			list = append(list, r)
		}
	}
	return list
}

// fitting are the rungs whose parameters the operation has.
func fitting(spec engine.OpSpec, rungs []rung) (list []rung) {
	for _, r := range rungs {
		if (r.only == nil || r.only(spec.Verb)) && r.fits(spec) {
			list = append(list, r)
		}
	}
	return list
}

// fits says whether the operation has all parameters of the rung. Some values are long: none is read behind the first
// that does not fit.
func (r rung) fits(spec engine.OpSpec) bool {
	for rest := strings.TrimLeft(r.words, " "); rest != ""; {
		name, text, _ := strings.Cut(rest, "=")
		p, has := spec.Param(name)
		if (!has || p.Ignored) && text != "-" && !strings.HasPrefix(text, "- ") {
			return false
		}
		_, rest, _ = strings.Cut(rest, " ")
	}
	return true
}

// ladder is the request that breaks all rungs: words of the first ones win.
func ladder(spec engine.OpSpec, rungs []rung, path, words string) []engine.Arg {
	args := enginetest.Arguments(enginetest.Words("path=" + path + " " + words))
	for i := len(rungs) - 1; i >= 0; i-- {
		own := enginetest.Arguments(enginetest.Words(strings.ReplaceAll(rungs[i].words, "HERE", path)))
		for _, a := range own {
			args = slices.DeleteFunc(args, func(o engine.Arg) bool { return o.Name == a.Name })
		}
		args = append(args, own...)
	}
	return slices.DeleteFunc(args, func(a engine.Arg) bool {
		_, has := spec.Param(a.Name)
		return a.Value.String() == "-" || !has
	})
}
