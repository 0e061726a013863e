package conflict_test

import (
	"slices"
	"strings"
	"testing"
)

// raced is a scene, its lines with `;` between them, and the marks that the rules give it, in their order.
type raced struct{ what, lines, marks string }

func judgedSo(t *testing.T, scenes []raced) {
	t.Helper()
	for _, s := range scenes {
		r, _ := run(t, "writer cy \"Cy\"\n"+strings.ReplaceAll(s.lines, "; ", "\n")+"\n")
		var marks []string
		for _, o := range r.Outcomes {
			for _, m := range slices.Concat(o.Marks...) {
				marks = append(marks, m.String())
			}
		}
		if got := strings.Join(marks, ", "); got != s.marks {
			t.Errorf("%s: %q, want %q", s.what, got, s.marks)
		}
	}
}

// The referee's rules, "Silent": what a refused request carried out all the same is judged as any other, beside its
// refusal.
func TestWhatARefusedRequestCarriedOutIsJudged(t *testing.T) {
	const start = "seed: SET a 1; seed: SET b x; ann: GET a; ben: SET a 5; "
	judgedSo(t, []raced{
		{"a transaction with a refused command", start + "ann: MULTI; ann: SET a 2; ann: INCR b; ann: EXEC",
			"! - ann, ~ lost-update ben"},
		{"a delete beside it", start + "ann: MULTI; ann: INCR b; ann: DEL a; ann: EXEC", "! - ann, ~ lost-update ben"},
		{"a script that wrote and then erred", start + "ann: EVAL \"redis.call('set',KEYS[1],ARGV[1]) " +
			"return redis.call('incr',KEYS[2])\" 2 a b 2", "! - ann, ~ lost-update ben"},
		{"a script that erred first", start + "ann: EVAL \"redis.call('incr',KEYS[2]) " +
			"redis.call('set',KEYS[1],ARGV[1])\" 2 a b 2", "! - ann"},
		{"a transaction that had read it since", start + "ann: GET a; ann: MULTI; ann: SET a 2; ann: INCR b; " +
			"ann: EXEC", "! - ann"},
		{"another that wrote over what was compared", "seed: SET a 1; seed: SET b x; ann: WATCH a; ann: GET a; " +
			"ann: MULTI; ann: SET a 2; ann: INCR b; ann: EXEC; ben: SET a 3", "! - ann, ~ lost-update ann"},
		{"a clear that was cut short", "set queue.clear-batch=1; seed: create-queue jobs; " +
			"seed: put-message jobs one; seed: put-message jobs two; " +
			"ann: peek-messages jobs numofmessages=5; ben: get-messages jobs as g; " +
			"ben: update-message $g.0 popreceipt=$g.0.receipt text=mine visibilitytimeout=0; ann: clear-messages jobs",
			"! - ann, ~ lost-update ben"},
	})
}

// The same: what such a request replaced of another's without having read anything has no mark, and its line says so.
func TestWhatARefusedRequestReplacedUnreadIsTold(t *testing.T) {
	r, _ := run(t, "seed: SET b x\nben: SET a 5\nann: MULTI\nann: SET a 2\nann: INCR b\nann: EXEC\n")
	said := false
	for _, o := range r.Outcomes {
		said = said || slices.ContainsFunc(o.Lines, func(l string) bool {
			return strings.Contains(l, "replaced Ben's work unread")
		})
	}
	if !said {
		t.Error("the line of EXEC does not tell whose work it replaced")
	}
}

// The referee's rules, "By part": who sets what stands there, knowing it, has no work in it; the work is that of who
// made it so.
func TestWhatIsCarriedAlongIsItsMakersWork(t *testing.T) {
	const (
		row = "seed: create-table bank; seed: insert-entity bank/p/a .x=1 .y=1; ann: get-entity bank/p/a as a; " +
			"ben: merge-entity bank/p/a .y=2 if-match=*; "
		cy   = "cy: get-entity bank/p/a as c; cy: update-entity bank/p/a .x=3 .y=2 if-match=$c.etag; "
		own  = "ann: get-entity bank/p/a as b; ann: update-entity bank/p/a .x=3 .y=2 if-match=$b.etag; "
		blob = "seed: create-container wiki; seed: put-blob wiki/p one meta.o=seed tag.t=1; "
		box  = "seed: create-bucket bucket; seed: put-object bucket/p one tag.t=1; "
		file = "seed: create-share docs; seed: create-file docs/f size=3; "
	)
	judgedSo(t, []raced{
		{"a property, by a third", row + cy + "ann: merge-entity bank/p/a .y=7 if-match=*", "~ lost-update ben"},
		{"a property, by its overwriter", row + own + "ann: update-entity bank/p/a .x=4 .y=7 if-match=* from=a",
			"~ lost-update ben"},
		{"what its carrier had changed", row + cy + "ann: merge-entity bank/p/a .x=7 if-match=*", "~ lost-update cy"},
		{"both of them", row + cy + "ann: merge-entity bank/p/a .x=7 .y=7 if-match=*",
			"~ lost-update cy, ~ lost-update ben"},
		{"a carrier that had not read it", row + "cy: update-entity bank/p/a .x=3 .y=2 if-match=*; " +
			"ann: merge-entity bank/p/a .y=7 if-match=*", "~ lost-update cy"},
		{"metadata with a text", blob + "ann: get-blob wiki/p; ben: set-blob-metadata wiki/p meta.o=ben; " +
			"cy: get-blob wiki/p as c; cy: put-blob wiki/p two meta.o=ben if-match=$c.etag; " +
			"ann: set-blob-metadata wiki/p meta.o=ann", "~ lost-update ben"},
		{"tags with a text", blob + "ann: get-blob-tags wiki/p; ben: set-blob-tags wiki/p tag.t=2; " +
			"cy: get-blob-tags wiki/p; cy: put-blob wiki/p two tag.t=2; ann: set-blob-tags wiki/p tag.t=3",
			"~ lost-update ben"},
		{"headers", blob + "ann: get-blob wiki/p; ben: set-blob-properties wiki/p content-type=text/css; " +
			"cy: get-blob wiki/p; cy: put-blob wiki/p two content-type=text/css meta.o=seed tag.t=1; " +
			"ann: set-blob-properties wiki/p content-type=text/html", "~ lost-update ben"},
		{"tags of an object", box + "ann: get-object-tagging bucket/p; ben: put-object-tagging bucket/p tag.t=2; " +
			"cy: get-object-tagging bucket/p; cy: put-object bucket/p two tag.t=2; " +
			"ann: put-object-tagging bucket/p tag.t=3", "~ lost-update ben"},
		{"tags of an object that stood alone", box + "ann: get-object-tagging bucket/p; " +
			"ben: put-object-tagging bucket/p tag.t=2; cy: get-object-tagging bucket/p; " +
			"cy: put-object-tagging bucket/p tag.t=2; ann: put-object-tagging bucket/p tag.t=3", "~ lost-update ben"},
		{"metadata of a container", "seed: create-container wiki; ann: get-container-metadata wiki; " +
			"ben: set-container-metadata wiki meta.x=1; cy: get-container-metadata wiki; " +
			"cy: set-container-metadata wiki meta.x=1; ann: set-container-metadata wiki meta.x=2", "~ lost-update ben"},
		{"metadata of a queue", "seed: create-queue jobs; ann: get-queue-metadata jobs; " +
			"ben: set-queue-metadata jobs meta.x=1; cy: get-queue-metadata jobs; " +
			"cy: set-queue-metadata jobs meta.x=1; ann: set-queue-metadata jobs meta.x=2", "~ lost-update ben"},
		{"metadata of a share", "seed: create-share docs; ann: get-share-properties docs; " +
			"ben: set-share-metadata docs meta.x=1; cy: get-share-properties docs; " +
			"cy: set-share-metadata docs meta.x=1; ann: set-share-metadata docs meta.x=2", "~ lost-update ben"},
		{"metadata of a file", file + "ann: get-file-metadata docs/f; ben: set-file-metadata docs/f meta.x=1; " +
			"cy: get-file-metadata docs/f; cy: set-file-metadata docs/f meta.x=1; " +
			"ann: set-file-metadata docs/f meta.x=2", "~ lost-update ben"},
		{"what nobody had read", row + cy + "ann: merge-entity bank/p/a .y=7 if-match=* from=none", ""},
	})
}

// The same: of what was replaced unread, too.
func TestUnreadWorkIsItsMakers(t *testing.T) {
	r, _ := run(t, "writer cy \"Cy\"\nseed: create-table bank\nseed: insert-entity bank/p/a .x=1 .y=1\n"+
		"ben: merge-entity bank/p/a .y=2 if-match=*\ncy: get-entity bank/p/a as c\n"+
		"cy: update-entity bank/p/a .x=3 .y=2 if-match=$c.etag\nann: merge-entity bank/p/a .y=7 if-match=*\n")
	last := r.Outcomes[len(r.Outcomes)-1].Lines
	if all := strings.Join(last, "\n"); !strings.Contains(all, "replaced Ben's v2 unread") {
		t.Error(all)
	}
}

// The referee's rules, "What the service computes": it replaces nothing, so that the work from which it was reckoned
// goes with it when another writes over it.
func TestWhatANumberWasReckonedFromGoesWithIt(t *testing.T) {
	judgedSo(t, []raced{
		{"a plain number", "seed: SET n 100; ann: GET n; ben: SET n 90; cy: INCRBY n 5; ann: SET n 70",
			"~ lost-update cy, ~ lost-update ben"},
		{"its key", "seed: SET n 100; ann: GET n; ben: SET n 90; cy: DECR n; ann: DEL n",
			"~ lost-update cy, ~ lost-update ben"},
		{"a decimal one", "seed: SET n 100; ann: GET n; ben: SET n 90; cy: INCRBYFLOAT n 0.5; ann: SET n 70",
			"~ lost-update cy, ~ lost-update ben"},
		{"one with a version", "seed: EXSET n 100; ann: EXGET n; ben: EXSET n 90; cy: EXINCRBY n 5; ann: EXSET n 70",
			"~ lost-update cy, ~ lost-update ben"},
		{"a text with a version", "seed: EXSET n a; ann: EXGET n; ben: EXSET n b; cy: EXAPPEND n c; ann: EXSET n d",
			"~ lost-update cy, ~ lost-update ben"},
		{"one's own count without an answer", "seed: SET n 100; ann: GET n as a; ben: SET n 90; " +
			"ann: send INCR n as i; deliver i; lose i; ann: SET n 70", "? no-answer ann, ~ lost-update ben"},
		{"one's own count", "seed: SET n 100; ann: GET n; ben: SET n 90; ann: INCR n; ann: SET n 70", ""},
		{"what was read since", "seed: SET n 100; ben: SET n 90; cy: INCRBY n 5; ann: GET n; ann: SET n 70", ""},
		{"what was read between", "seed: SET n 100; ben: SET n 90; ann: GET n; cy: INCRBY n 5; ann: SET n 70",
			"~ lost-update cy"},
		{"what another had replaced", "seed: SET n 100; ann: GET n; ben: SET n 90; cy: GET n; cy: SET n 80; " +
			"cy: INCR n; ann: SET n 70", "~ lost-update cy"},
		{"what a script had replaced", "seed: SET n 100; ann: GET n; ben: SET n 90; cy: EVAL \"if " +
			"redis.call('get',KEYS[1])=='90' then return redis.call('set',KEYS[1],'80') end\" 1 n; ann: SET n 70",
			"~ lost-update cy"},
		{"bytes that were all written over", "seed: SET n 100; ann: GET n; ben: SET n 900; cy: SETRANGE n 0 800; " +
			"ann: SET n 70", "~ lost-update cy"},
		{"a copy of a key that was read", "ben: SET n 90; cy: INCR n; ann: GET n; ann: COPY n m", ""},
		{"nothing but counts", "ann: INCR n; ben: INCR n; cy: INCR n; ann: INCR n", ""},
	})
}

// The referee's rules, "Known": no read of a text shows its tags, so that who clears them by a write of the text did
// not know them, whichever request had set them.
func TestNoReadOfATextMakesItsTagsKnown(t *testing.T) {
	const (
		blob   = "seed: create-container data; ben: put-blob data/r v1 tag.state=approved; "
		bucket = "seed: create-bucket data; ben: put-object data/r v1 tag.state=approved; "
		own    = "ann: put-blob data/r v2 if-match=$a.etag"
	)
	judgedSo(t, []raced{
		{"a put", blob + "ann: get-blob data/r as a; " + own, "~ lost-update ben"},
		{"a put of an object", bucket + "ann: get-object data/r as a; ann: put-object data/r v2 if-match=$a.etag",
			"~ lost-update ben"},
		{"a commit", blob + "ann: get-blob data/r as a; ann: put-block data/r two block=A001; " +
			"ann: put-block-list data/r [latest A001] if-match=$a.etag", "~ lost-update ben"},
		{"tags that were read", blob + "ann: get-blob data/r as a; ann: get-blob-tags data/r; " + own, ""},
		{"tags that were listed", blob + "ann: get-blob data/r as a; ann: list-blobs data include=tags; " + own, ""},
		{"tags of its own", blob + "ann: get-blob data/r as a; " + own + " tag.run=7", ""},
		{"a delete of what was read", blob + "ann: get-blob data/r as a; ann: delete-blob data/r if-match=$a.etag", ""},
		{"a write that nobody had read for", blob + "ann: put-blob data/r v2", ""},
		{"a text without tags", "seed: create-container data; ben: put-blob data/r v1; " +
			"ann: get-blob data/r as a; " + own, ""},
		{"metadata that every read shows", "seed: create-container data; ben: put-blob data/r v1 meta.o=ben; " +
			"ann: get-blob data/r as a; " + own, ""},
	})
}

// A text that holds all of another's keeps nothing of what stood beside that: the card names it.
func TestALongerTextKeepsNothingBesideIt(t *testing.T) {
	const object = "seed: create-bucket data\nseed: put-object data/r hello\nann: get-object data/r as a\n"
	saysOfAll(t, []saying{
		{object + "ben: put-object data/r hello meta.by=ben tag.state=ok\n" +
			"ann: put-object data/r \"hello ann\" if-match=$a.etag\n",
			"replaced by Ana, whose text holds all of it but meta.by and tag.state", "holds all of it."},
		{object + "ben: put-object data/r hello meta.by=ben tag.state=ok\n" +
			"ann: put-object data/r \"hello ann\" if-match=$a.etag meta.by=ben\n",
			"whose text holds all of it but tag.state", "meta.by"},
		{object + "ben: put-object data/r hello\nann: put-object data/r \"hello ann\" if-match=$a.etag\n",
			"whose text holds all of it.", "but"},
	})
}

// The referee's rules, `mixed-content`: what a request takes from another thing is the state of that thing which its
// base showed, or which its writer had read last, by whichever operation it takes it.
func TestWhatIsTakenFromAnotherThingIsWhatWasRead(t *testing.T) {
	const (
		read  = "seed: create-container logs; seed: put-blob logs/src S; ann: get-blob logs/src as a; "
		ben   = "ben: put-blob logs/src B; "
		pages = "seed: create-container logs; seed: put-blob logs/src \"\" type=PageBlob size=512; " +
			"seed: put-blob logs/d \"\" type=PageBlob size=512; ann: get-blob logs/src as a; "
		add  = "seed: put-blob logs/a \"\" type=AppendBlob; "
		lake = "set bucket.minimum-part=1; seed: create-bucket lake; seed: put-object lake/src S; " +
			"ann: get-object lake/src as a; ann: create-multipart-upload lake/k as u; " +
			"ann: upload-part-copy lake/k source=lake/src upload=$u.upload part=1 as p; ben: put-object lake/src B; "
		part = "ann: upload-part-copy lake/k source=lake/src upload=$u.upload part=2"
	)
	const (
		kept   = "seed: create-bucket lake; seed: put-bucket-versioning lake status=Enabled; "
		tagged = "seed: put-object lake/src S tag.state=draft; ann: get-object-tagging lake/src as t; "
		set    = "ben: put-object-tagging lake/src tag.state=done version-id=$s.version-id; "
		take   = "ann: copy-object lake/k source=lake/src"
	)
	const (
		described = "seed: create-container web; seed: put-blob web/src S tag.state=draft meta.by=x; " +
			"ann: get-blob web/src; "
		meta  = "ben: set-blob-metadata web/src meta.by=ben; "
		state = "ann: get-blob-tags web/src; ben: set-blob-tags web/src tag.state=done; "
		copy  = "ann: copy-blob web/k source=web/src"
	)
	ofVersion := strings.Replace(tagged, "S tag.state=draft", "S tag.state=draft as s", 1)
	now := strings.Replace(set, " version-id=$s.version-id", "", 1)
	judgedSo(t, []raced{
		{"tags of a copy", kept + tagged + now + take, "~ mixed-content ann"},
		{"tags of a copy that names its own", kept + tagged + now + take + " tag.state=draft", ""},
		{"tags of a copy that takes none", kept + tagged + now + take + " tagging-directive=REPLACE", ""},
		{"tags of a copy, read since", kept + tagged + now + "ann: get-object-tagging lake/src; " + take, ""},
		{"tags that nobody had read", kept + strings.Replace(tagged, "ann: get-object-tagging lake/src as t; ", "", 1) +
			now + take, ""},
		{"tags of a version that the copy names", kept + ofVersion + "ben: put-object lake/src T; tell ben " +
			"$s.version-id; " + set + take + " source-version-id=$t.version-id", "~ mixed-content ann"},
		{"metadata of a blob that a copy takes", described + meta + copy, "~ mixed-content ann"},
		{"metadata that the copy names", described + meta + copy + " meta.by=ann", ""},
		{"metadata, read since", described + meta + "ann: get-blob-properties web/src; " + copy, ""},
		{"metadata that is gone", described + "ben: set-blob-metadata web/src; " + copy, ""},
		{"the media type", described + "ben: set-blob-properties web/src content-type=text/csv; " + copy,
			"~ mixed-content ann"},
		{"the tier", described + "ben: set-blob-tier web/src tier=Cool; " + copy, ""},
		{"tags that a copy of a blob asks for", described + state + copy + " tag-option=COPY", "~ mixed-content ann"},
		{"tags that it does not ask for", described + state + copy, ""},
		{"a part of an upload", lake + part, "~ mixed-content ann"},
		{"a part that is completed", lake + part + " as q; " +
			"ann: complete-multipart-upload lake/k [1=$p.etag 2=$q.etag] upload=$u.upload", "~ mixed-content ann"},
		{"a part of what was read since", lake + "ann: get-object lake/src; " + part, ""},
		{"a part of a version that it names", "seed: create-bucket lake; " +
			"seed: put-bucket-versioning lake status=Enabled; seed: put-object lake/src S; " +
			"ann: get-object lake/src as a; ben: put-object lake/src B; ann: create-multipart-upload lake/k as u; " +
			part + " source-version-id=$a.version-id", ""},
		{"a part of a program", lake + part + " on=c1", ""},
		{"an append", read + add + ben + "ann: append-block-from-url logs/a source=logs/src from=a",
			"~ mixed-content ann"},
		{"an append by who had read it last", read + add + ben + "ann: append-block-from-url logs/a source=logs/src",
			"~ mixed-content ann"},
		{"an append of what was read since", read + add + ben + "ann: get-blob logs/src; " +
			"ann: append-block-from-url logs/a source=logs/src", ""},
		{"an append of a program", read + add + ben + "ann: append-block-from-url logs/a source=logs/src on=c1", ""},
		{"an append of what nobody had read", "seed: create-container logs; seed: put-blob logs/src S; " + add + ben +
			"ann: append-block-from-url logs/a source=logs/src", ""},
		{"an append that is done twice", read + add + ben + "ann: send append-block-from-url logs/a source=logs/src " +
			"from=a as p; deliver p; lose p; cy: append-block logs/a c; " +
			"ann: append-block-from-url logs/a source=logs/src from=a again=p",
			"~ mixed-content ann, ? no-answer ann, ~ mixed-content ann, ~ done-twice ann"},
		{"a block", read + ben + "ann: put-block-from-url logs/a source=logs/src block=A001 from=a",
			"~ mixed-content ann"},
		{"a block that is committed", read + ben +
			"ann: put-block-from-url logs/a source=logs/src block=A001 from=a; " +
			"ann: put-block-list logs/a [latest A001]", "~ mixed-content ann"},
		{"pages", pages + "ben: put-page logs/src " + strings.Repeat("b", 512) + " range=0-511; " +
			"ann: put-page-from-url logs/d range=0-511 source=logs/src source-range=0-511 from=a",
			"~ mixed-content ann"},
	})
}

// The referee's rules, "By part": a retention that is passed by goes with its version, and is somebody's work.
func TestARetentionThatIsPassedByIsAPart(t *testing.T) {
	const (
		start = "seed: create-bucket data object-lock=true; seed: put-object data/c contract as s; " +
			"ann: get-object data/c as a; "
		keep = "ben: put-object-retention data/c lock-mode=GOVERNANCE lock-until=2027-01-01T00:00:00Z; "
		away = "ann: delete-object data/c version-id=$a.version-id bypass-governance=true"
	)
	judgedSo(t, []raced{
		{"set by another since", start + keep + away, "~ lost-update ben"},
		{"read since, by itself", start + keep + "ann: get-object-retention data/c; " + away, ""},
		{"read since, with the object", start + keep + "ann: get-object data/c; " + away, ""},
		{"one's own", start + strings.Replace(keep, "ben:", "ann:", 1) + away, ""},
		{"none", start + away, ""},
		{"hidden by a marker", start + keep + "ann: delete-object data/c", ""},
	})
}

// The referee's rules, "Shown": messages that were asked for and did not come are shown as not there, as a listing
// shows the absence of what it does not list.
func TestAnEmptyAnswerOfAQueueIsARead(t *testing.T) {
	const queue = "seed: create-queue jobs; "
	judgedSo(t, []raced{
		{"a peek", queue + "ann: peek-messages jobs; ben: put-message jobs b; ann: clear-messages jobs",
			"~ lost-update ben"},
		{"a peek with room for more", queue + "seed: put-message jobs a; ann: peek-messages jobs numofmessages=5; " +
			"ben: put-message jobs b; ann: clear-messages jobs", "~ lost-update ben"},
		{"a receive", queue + "ann: get-messages jobs; ben: put-message jobs b; ann: delete-queue jobs",
			"~ lost-update ben"},
		{"a peek since", queue + "ann: peek-messages jobs; ben: put-message jobs b; ann: peek-messages jobs; " +
			"ann: clear-messages jobs", ""},
		{"nothing read", queue + "ben: put-message jobs b; ann: clear-messages jobs", ""},
		{"its own message", queue + "ann: peek-messages jobs; ann: put-message jobs b; ann: clear-messages jobs", ""},
		{"a message that is received and done", queue + "ann: get-messages jobs; ben: put-message jobs b; " +
			"ann: get-messages jobs as g; ann: delete-message $g.0 popreceipt=$g.0.receipt", ""},
	})
}

// Who had set no policies has lost none: of Set Container ACL the card names what its sender had asked for.
func TestWhatWasPermittedIsNamed(t *testing.T) {
	const read = "seed: create-container wiki\nben: get-container-acl wiki\n"
	saysOfAll(t, []saying{
		{read + "ann: set-container-acl wiki public=blob\nben: set-container-acl wiki policy.w=rw\n",
			"Ana's public access was overwritten by Ben", "Ana's access policies"},
		{read + "ann: set-container-acl wiki public=blob\nben: set-container-acl wiki policy.w=rw\n",
			"Ana set wiki's public access with #3", "Ana set wiki's access policies"},
		{read + "ann: set-container-acl wiki policy.r=r\nben: set-container-acl wiki policy.w=rw\n",
			"Ana's access policies were overwritten by Ben", "public"},
		{read + "ann: set-container-acl wiki public=blob policy.r=r\nben: set-container-acl wiki policy.w=rw\n",
			"Ana's public access and access policies were overwritten by Ben", ""},
	})
}
