package scenario_test

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/scenario"
)

// echo is a request whose answer gets lost: what its second try is marked with where the first had been done, and where
// somebody else did the same before and the first try had never arrived. In what is asked @ stands for the writer, a or
// b; theirs is what the other does instead where that is not the same.
type echo struct {
	name, setup, ask string
	own, other       string
	theirs           string
}

// A refusal of one's own second try looks the same whether one's own first try or somebody else stands behind it: the
// code, the status and the words are equal. The referee's rules on refusals tell them apart, and those on silence find
// what was silently done twice.
var echoes = []echo{
	// Blobs.
	{"put blob, If-Match", page, `put-blob wiki/home.md "@" if-match=$@1.etag`, "! own-echo ann", "! stale-write ann",
		""},
	{"put blob, only if missing", page, `put-blob wiki/new.md "@" if-none-match=*`, "! own-echo ann",
		"! already-there ann", ""},
	{"delete blob", page, `delete-blob wiki/home.md`, "! own-echo ann", "! gone ann", ""},
	{"delete blob, If-Match", page, `delete-blob wiki/home.md if-match=$@1.etag`, "! own-echo ann", "! gone ann", ""},
	{"set metadata, If-Match", page, `set-blob-metadata wiki/home.md meta.by=@ if-match=$@1.etag`, "! own-echo ann",
		"! stale-write ann", ""},
	{"create container", page, `create-container other`, "! own-echo ann", "! already-there ann", ""},
	{"acquire a lease", page, `acquire-blob-lease wiki/home.md duration=60`, "! own-echo ann", "! leased ann", ""},
	{"release a lease", page + "ann: acquire-blob-lease wiki/home.md duration=60 as a2\n",
		`release-blob-lease wiki/home.md lease=$a2.lease`,
		"! own-echo ann", "! leased ann",
		"ben: break-blob-lease wiki/home.md period=0\nben: acquire-blob-lease wiki/home.md duration=60\n"},
	{"append block at its position", "seed: create-container logs\nseed: put-blob logs/today \"\" type=AppendBlob\n",
		`append-block logs/today "@" appendpos=0`, "! own-echo ann", "! stale-write ann", ""},
	{"append block", "seed: create-container logs\nseed: put-blob logs/today \"\" type=AppendBlob\n",
		`append-block logs/today "@"`, "~ done-twice ann", "", ""},
	{"put block list, If-Match", page + "ann: put-block wiki/home.md x block=AAAA\n",
		`put-block-list wiki/home.md [latest AAAA] if-match=$@1.etag from=none`, "! own-echo ann", "! stale-write ann",
		""},
	// Queues.
	{"delete message", queued, `delete-message $a1.0 popreceipt=$a1.0.receipt does=none`, "! own-echo ann",
		"! gone ann",
		again + "ben: delete-message $b2.0 popreceipt=$b2.0.receipt does=none\n"},
	{"update message", queued, `update-message $a1.0 popreceipt=$a1.0.receipt visibilitytimeout=60`, "! own-echo ann",
		"! old-receipt ann", again},
	{"put message", queued, `put-message jobs @`, "~ done-twice ann", "", ""},
	// Tables.
	{"insert entity", rows, `insert-entity stock/p/s .a=1`, "! own-echo ann", "! already-there ann", ""},
	{"update entity, If-Match", rows, `update-entity stock/p/r .a=2 if-match=$@1.etag`, "! own-echo ann",
		"! stale-write ann", ""},
	{"delete entity, If-Match", rows, `delete-entity stock/p/r if-match=$@1.etag`, "! own-echo ann", "! gone ann", ""},
	{"create table", rows, `create-table other`, "! own-echo ann", "! already-there ann", ""},
	{"group transaction", rows,
		`entity-group-transaction stock p [update-entity r .a=2 if-match=$@1.etag; insert-entity log .a=1]`,
		"! own-echo ann", "! stale-write ann", ""},
	// Files.
	{"delete file", shared, `delete-file s/f`, "! own-echo ann", "! gone ann", ""},
	{"create directory", shared, `create-directory s/d`, "! own-echo ann", "! already-there ann", ""},
	{"create share", shared, `create-share other`, "! own-echo ann", "! already-there ann", ""},
	{"lease a file", shared, `acquire-file-lease s/f duration=-1`, "! own-echo ann", "! leased ann", ""},
	{"SMB create", shared, `smb-create s/new access=RW share=RWD disposition=CREATE`, "! own-echo ann",
		"! already-there ann", ""},
	// S3.
	{"put object, If-Match", objects, `put-object lake/k @ if-match=$@1.etag`, "! own-echo ann", "! stale-write ann",
		""},
	{"put object, only if missing", objects, `put-object lake/new @ if-none-match=*`, "! own-echo ann",
		"! already-there ann", ""},
	{"delete object, If-Match", objects, `delete-object lake/k if-match=$@1.etag`, "! own-echo ann", "! gone ann", ""},
	{"create bucket", objects, `create-bucket other region=EU`, "! own-echo ann", "! already-there ann", ""},
	// TairString, and plain Redis beside it.
	{"EXSET VER", keyed, `EXSET k @ VER $@1.version`, "! own-echo ann", "! stale-write ann", ""},
	{"EXSET NX", keyed, `EXSET new @ NX`, "! own-echo ann", "! already-there ann", ""},
	{"EXCAS", keyed, `EXCAS k @ $@1.version`, "! own-echo ann", "! stale-write ann", ""},
	{"EXCAD", keyed, `EXCAD k $@1.version`, "! own-echo ann", "! gone ann", ""},
	{"EXINCRBY VER", keyed, `EXINCRBY n 1 VER 1`, "! own-echo ann", "! stale-write ann", ""},
	{"EXINCRBY", keyed, `EXINCRBY n 1`, "~ done-twice ann", "", ""},
	{"SET NX", keyed, `SET new @ NX`, "! own-echo ann", "! already-there ann", ""},
	{"CAS", keyed, `CAS p v @`, "! own-echo ann", "! stale-write ann", ""},
	{"APPEND", keyed, `APPEND p @`, "~ done-twice ann", "", ""},
}

const (
	page = "seed: create-container wiki\nseed: put-blob wiki/home.md v1\nann: get-blob wiki/home.md as a1\nben: " +
		"get-blob wiki/home.md as b1\n"
	queued = "seed: create-queue jobs\nseed: put-message jobs m\nseed: put-message jobs n\nann: get-messages jobs " +
		"as a1\nben: get-messages jobs as b1\n"
	rows = "seed: create-table stock\nseed: insert-entity stock/p/r .a=1\nann: get-entity stock/p/r as a1\nben: " +
		"get-entity stock/p/r as b1\n"
	shared  = "seed: create-share s\nseed: create-file s/f size=10\n"
	objects = "seed: create-bucket lake\nseed: put-object lake/k v1\nann: get-object lake/k as a1\nben: get-object " +
		"lake/k as b1\n"
	again = "clock +31s\nben: get-messages jobs visibilitytimeout=30 as b2\n"
	keyed = "seed: EXSET k v\nseed: EXSET n 5\nseed: SET p v\nann: EXGET k as a1\nben: EXGET k as b1\n"
)

// The three ways in which one's own first try stands behind the second one's answer, and the one in which somebody else
// does.
// A lease that another holds is tried once more at the next timer, and not before.
func TestAPlanWaitsForALease(t *testing.T) {
	text := `writer ann
writer ben
seed: create-container locks
seed: put-blob locks/l x
plan ann
  acquire-blob-lease locks/l duration=15 as l
plan ben
  acquire-blob-lease locks/l duration=15 as l
  wait on l 409
  release-blob-lease locks/l lease=$l.lease
step ann
> 201
step ben
> 409 LeaseAlreadyPresent
> ! leased ben
run
> ben-l2: 201
> ben-l2: lease=new
state blob locks/l lease=available
state ben sent=3
`
	result := enginetest.RanText(t, text)
	if len(result.Failures) > 0 {
		t.Fatal(result.Failures)
	}
	if now := result.Timeline.World().Now(); now != engine.Instant(0).Add(15*time.Second) {
		t.Errorf("it is %s, want 15 s: the lease ended then", now)
	}
}

func TestOwnEchoAndSomebodyElse(t *testing.T) {
	for _, e := range echoes {
		mine, theirs := strings.ReplaceAll(e.ask, "@", "a"), "ben: "+strings.ReplaceAll(e.ask, "@", "b")+"\n"
		if e.theirs != "" {
			theirs = e.theirs
		}
		setup := "writer ann \"Ana\"\nwriter ben \"Ben\"\n" + e.setup
		for name, c := range map[string]struct{ lines, want string }{
			"the answer was lost": {"ann: send " + mine + " as m1\ndeliver m1\nlose m1\nann: " + mine +
				" again=m1\n", e.own},
			"nobody said that it is again": {"ann: send " + mine + " as m1\ndeliver m1\nlose m1\nann: " + mine + "\n",
				e.own},
			"the second try went first": {"ann: send " + mine + " as m1\ntimeout m1\nann: " + mine +
				" again=m1\ndeliver m1\n", e.own},
			"the request came twice": {"ann: send " + mine + " as m1\ndouble m1\ndeliver m1\ndeliver m1'\n",
				e.own},
			"somebody else did it": {theirs + "ann: send " + mine + " as m1\nlose m1\nann: " + mine +
				" again=m1\n", e.other},
		} {
			t.Run(e.name+"/"+name, func(t *testing.T) {
				if got := lastMark(enginetest.RanText(t, setup+c.lines)); got != c.want {
					t.Errorf("marked %q, want %q:\n%s", got, c.want, setup+c.lines)
				}
			})
		}
	}
}

// lastMark is the mark of the last statement; empty where it has none.
func lastMark(r scenario.Result) string {
	last := r.Outcomes[len(r.Outcomes)-1]
	for _, marks := range last.Marks {
		for _, m := range marks {
			return m.String()
		}
	}
	return ""
}

// The card lists both worlds of a request that nobody heard of, until a later read decides; then it says which it was.
func TestALaterReadDecidesWhichWorldItWas(t *testing.T) {
	const setup = "writer ann \"Ana\"\nwriter ben \"Ben\"\n" + page +
		"ann: send put-blob wiki/home.md mine if-match=$a1.etag as m1\n"
	for _, c := range []struct {
		name, lines, first string
		open               bool // both worlds are listed
	}{
		{"nobody has read", "deliver m1\nlose m1\n",
			"Ana sent #5 and heard nothing. The service may have done it, or not.", true},
		{"it was done", "deliver m1\nlose m1\nann: get-blob wiki/home.md as a2\n",
			"Ana sent #5 and heard nothing. It had arrived: #6 shows what it did.", false},
		{"it was lost", "lose m1\nann: get-blob wiki/home.md as a2\n",
			"Ana sent #5 and heard nothing. It had not been done when Ana read with #6.", false},
		{"a refusal shows that it was gone before", "lose m1\nann: delete-blob wiki/home.md as d\n" +
			"ann: send delete-blob wiki/home.md as n\nlose n\nann: delete-blob wiki/home.md again=n\n",
			"Ana sent #7 and heard nothing. It had not been done when #8 was answered.", false},
		{"it is late", "timeout m1\nann: get-blob wiki/home.md as a2\n",
			"Ana sent #5 and heard nothing. It had not been done when Ana read with #6.", false},
		{"it came late", "timeout m1\nann: get-blob wiki/home.md as a2\ndeliver m1\nann: get-blob wiki/home.md as a3\n",
			"Ana sent #5 and heard nothing. It had arrived: #7 shows what it did.", false},
		{"Ben wrote on top", "deliver m1\nlose m1\nben: get-blob wiki/home.md as b2\nben: put-blob wiki/home.md his " +
			"if-match=$b2.etag\nann: get-blob wiki/home.md as a2\n",
			"Ana sent #5 and heard nothing. The service may have done it, or not.", true},
		{"Ben's read tells Ana nothing", "deliver m1\nlose m1\nben: get-blob wiki/home.md as b2\n",
			"Ana sent #5 and heard nothing. The service may have done it, or not.", true},
		{"a look at something else", "lose m1\nann: get-container-properties wiki\n",
			"Ana sent #5 and heard nothing. The service may have done it, or not.", true},
		{"the answer came after all", "timeout m1\ndeliver m1\nanswer m1\n",
			"Ana sent #5 and waited in vain. The answer came at 00:00.0: 201 Created v2", false},
		{"it was refused", "ben: put-blob wiki/home.md his if-match=$b1.etag\ndeliver m1\nlose m1\nann: get-blob " +
			"wiki/home.md as a2\n",
			"Ana sent #5 and heard nothing. The service may have done it, or not.", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			told := toldOf(t, setup+c.lines, engine.SeverityUnknown)
			if !strings.HasPrefix(told.First, c.first) {
				t.Errorf("told %q, want %q", told.First, c.first)
			}
			if _, listed := strings.CutPrefix(told.Steps[1].Text, "If #5 arrived"); listed != c.open {
				t.Errorf("the steps are %v", told.Steps)
			}
		})
	}
}

// toldOf is the story of the newest mark of a sort.
func toldOf(t *testing.T, text string, sort engine.Severity) (told conflict.Narrative) {
	t.Helper()
	result := enginetest.RanText(t, text)
	for _, o := range result.Outcomes {
		for _, marks := range o.Marks {
			for _, m := range marks {
				if m.Severity == sort {
					told = conflict.Story(result.Timeline.World(), m)
				}
			}
		}
	}
	return told
}

// The first sentence of an own echo names the try that had been done, and what became of its answer.
func TestAnOwnEchoNamesTheTry(t *testing.T) {
	const start = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	put := "ann: send put-blob wiki/home.md mine if-match=$a1.etag as m1\n"
	again := "ann: put-blob wiki/home.md mine if-match=$a1.etag again=m1\n"
	for _, c := range []struct{ name, lines, want string }{
		{"its answer was lost", page + put + "deliver m1\nlose m1\n" + again,
			"This 412 comes from Ana's own first try, #5. It was saved as v2 and its answer was lost."},
		{"its answer is under way", page + put + "timeout m1\ndeliver m1\n" + again,
			"This 412 comes from Ana's own first try, #5. It was saved as v2 and its answer was not heard."},
		{"the second try went first", page + put + "timeout m1\n" + again + "deliver m1\n",
			"This 412 comes from Ana's own try #6. It was saved as v2."},
		{"the first copy", page + put + "double m1\ndeliver m1\ndeliver m1'\n",
			"This 412 comes from the first copy of Ana's own #5. It was saved as v2 and its answer was not heard."},
		{"a reply", keyed + "ann: send EXCAS k mine 1 as m1\ndeliver m1\nlose m1\nann: EXCAS k mine 1 again=m1\n",
			"This reply ([\"ERR update version is stale\" mine 2]) comes from Ana's own first try, #6. It was saved " +
				"as v2 and its answer was lost."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if told := toldOf(t, start+c.lines, engine.SeverityRefused); told.First != c.want {
				t.Errorf("told %q, want %q", told.First, c.want)
			}
		})
	}
}
