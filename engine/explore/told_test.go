package explore_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/scenario"
)

// claimed are two hosts that each claim a job by a marker which must not be there, look at it where no answer came, and
// do the job where it is there; then by what the marker says, each its own id.
func claimed(test string) string {
	var b strings.Builder
	b.WriteString("writer ana\nwriter ben\nseed: create-container lake\n")
	for _, id := range []string{"ana", "ben"} {
		fmt.Fprintf(&b, "plan %s\n  put-blob lake/marker %s if-none-match=* as m\n  on lost m\n"+
			"    get-blob lake/marker as seen\n    if seen %s\n      put-blob lake/out-%s done\n    stop\n"+
			"  if m 201\n    put-blob lake/out-%s done\n", id, id, strings.ReplaceAll(test, "ID", id), id, id)
	}
	return b.String()
}

// One lost answer, the marker was there, both worked: so it ends where a host looks whether the marker is there, and in
// no order where it looks whether the marker says its own id. Both counts are those of an enumeration.
func TestAPlanThatTellsItsOwnMarker(t *testing.T) {
	for _, c := range []struct {
		test string
		both bool
	}{{"200", true}, {"body=ID", false}} {
		text := claimed(c.test)
		f, err := scenario.Parse("end", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		end, err := f.EndOf("blob lake/out-ana body=done; blob lake/out-ben body=done", nil)
		if err != nil {
			t.Fatal(err)
		}
		in := explore.Input{World: start(t, text), Wanted: []explore.Want{end.Want()}}
		budget := explore.Budget{Faults: 1}
		r := explore.Search(in, budget, nil, nil)
		if !r.Complete() || r.Wanted[0].Found != c.both {
			t.Errorf("if seen %s: both worked %v, %s", c.test, r.Wanted[0].Found, r.Verdict())
		}
		if found, ok := explore.Enumerate(in, budget, 1000); !ok || explore.Compare(r, found) != "" {
			t.Errorf("if seen %s:\n%s", c.test, explore.Compare(r, found))
		}
	}
}

// A writer's last answer is part of an end that is asked for; equal writers have it each by itself.
func TestAnEndSaysWhatWasHeard(t *testing.T) {
	f, err := scenario.Parse("end", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := start(t, "writer ana\nwriter ben\nseed: create-container lake\nplan ana\n  put-blob lake/m x "+
		"if-none-match=*\n"+
		"plan ben\n  put-blob lake/m x if-none-match=*\n")
	for heard, want := range map[string]string{
		"ana heard=201": "1", "ana heard=409": "1", "ana heard=409; ben heard=409": "0", "blob lake/m body=x": "2",
		"blob lake/m body=x; ben heard=201": "1", "ana heard=404": "0",
	} {
		end, err := f.EndOf(heard, []string{"ana", "ben"})
		if err != nil {
			t.Fatal(err)
		}
		r := explore.Search(explore.Input{World: w, Wanted: []explore.Want{end.Want()}}, explore.Budget{}, nil, nil)
		if got := r.Wanted[0]; got.Schedules.String() != want || got.Found != (want != "0") {
			t.Errorf("%s: %s orders, found %v; want %s", heard, got.Schedules, got.Found, want)
		}
		near, differs, ok := end.Nearest(explore.Input{World: w}, r)
		if heard == "ana heard=409; ben heard=409" && (!ok || !strings.HasSuffix(differs, " heard 201") ||
			len(near.Example) != 2) {
			t.Errorf("the nearest to %s: %s, %v", heard, differs, near.Example)
		}
	}
	for _, word := range []string{"lost", "refused", "unknown"} { // a text may be just that: then it stands in quotes
		if _, err := f.EndOf("ana heard="+word, []string{"ana"}); err == nil {
			t.Errorf("%s is taken for an answer", word)
		}
		if _, err := f.EndOf(`ana heard="`+word+`"`, []string{"ana"}); err != nil {
			t.Error(err)
		}
	}
	if _, err := f.EndOf("eve heard=201", []string{"ana", "ben"}); err == nil {
		t.Error("a writer who is not there is taken")
	}
}

// Who writes without having read replaces the other's work in both orders, and no mark says so: it is counted beside
// the marks, and no search of it says that no order meets any trouble. Who read first makes it a lost update.
func TestWorkReplacedUnreadIsCounted(t *testing.T) {
	const both = "writer ana\nwriter ben\nseed: create-container lake\nplan ben\n  put-blob lake/m ben\nplan ana\n"
	for _, c := range []struct {
		ana            string
		unread, orders string
	}{
		{"  put-blob lake/m ana\n", "2", "2"},
		// of A B a, A a B, B A a: who stands last replaces what it has not read, but Ana's second is her own
		{"  put-blob lake/m ana\n  put-blob lake/n ana\n", "3", "3"},
		{"  get-blob lake/m as r\n  put-blob lake/m ana from=r\n", "1",
			"3"}, // r a B; r B a is a lost update; B r a is read
	} {
		in := explore.Input{World: start(t, both+c.ana)}
		r := explore.Search(in, explore.Budget{}, nil, nil)
		if r.Unread == nil || r.Unread.Schedules.String() != c.unread || r.Schedules.String() != c.orders {
			t.Errorf("%q: %+v in %v orders", c.ana, r.Unread, r.Schedules)
			continue
		}
		troubles, _ := explore.Rows(r, strings.ToUpper)
		if last := troubles[len(troubles)-1]; last.Text != "work replaced unread" || last.Mark != ' ' ||
			last.Length < 2 {
			t.Errorf("%q: the row says %+v", c.ana, last)
		}
		if found, ok := explore.Enumerate(in, explore.Budget{}, 1000); !ok || explore.Compare(r, found) != "" {
			t.Errorf("%q:\n%s", c.ana, explore.Compare(r, found))
		}
	}
}

// An end names what writers heard, and no writer who heard nothing.
func TestAnEndNamesNobodyWhoHeardNothing(t *testing.T) {
	end := explore.Outcome{Last: []explore.Status{{Writer: "ann", Status: "204"}, {Writer: "chen"},
		{Writer: "dora", Status: explore.Stuck}}}
	if got := end.String(); got != "ann 204, dora stuck" {
		t.Errorf("%q", got)
	}
}

// Programs that were counted wrongly once.
func TestWhatRandomProgramsFound(t *testing.T) {
	for _, c := range []struct {
		text   string
		budget explore.Budget
	}{
		{"writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/home.md v1\n" +
			"plan ann [loop 2 [get-blob wiki/home.md as a; get-blob wiki/home.md if-none-match=$a.etag as b; " +
			"get-blob wiki/home.md if-none-match=* as c; on lost c [wait 0s]]]\n" +
			"plan ben [set-blob-metadata wiki/home.md meta.lang=en]\n", explore.Budget{Lates: 1}},
		{"writer ann\nwriter ben\nseed: create-table jobs\nseed: insert-entity jobs/p/c .n=5\n" +
			"plan ann [loop 2 [get-entity jobs/p/c as a; entity-group-transaction jobs p " +
			"[update-entity c .n=6 if-match=$a.etag; insert-entity log7]]]\n" +
			"plan ben [loop 2 [get-entity jobs/p/c as b; merge-entity jobs/p/c .n=8 if-match=$b.etag]]\n",
			explore.Budget{}},
		// one break is lost, the other one heard: the third is a try of the second alone, of the first it is none
		{"writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/home.md v1\n" +
			"seed: acquire-blob-lease wiki/home.md duration=60 id=guid:A\n" +
			"plan ben [break-blob-lease wiki/home.md period=0 as a; on lost a [wait 0s]; " +
			"break-blob-lease wiki/home.md period=0 as b; on lost b [wait 0s]; put-blob wiki/home.md v2 as p; " +
			"break-blob-lease wiki/home.md period=0 as c]\n", explore.Budget{Faults: 1}},
		// two equal requests stand at the service: whichever is decided, the one that is left looks the same
		{"writer ann\nwriter ben\nwriter cy\nset bucket.contention=on\nseed: create-bucket lake\n" +
			"plan ann [put-object lake/b 1 if-none-match=*]\n" +
			"plan ben [put-object lake/b 1 if-none-match=*; delete-bucket lake]\n" +
			"plan cy [put-object lake/b 1 if-none-match=*]\n", explore.Budget{}},
		// who holds the file answers the break of its oplock or does not: an open of it is carried out or waits
		{"writer ann\nwriter ben\nwriter cy\nset ann.responsive=off\nseed: create-share docs\n" +
			"seed: create-file docs/f 10\n" +
			"plan ann [smb-create docs/f access=RW share=RW oplock=RWH as a]\n" +
			"plan ben [smb-create docs/f access=RW share=RW oplock=RWH as b]\n" +
			"plan cy [smb-create docs/f access=RW share=RW oplock=RWH as c]\n", explore.Budget{Copies: 1}},
	} {
		in := explore.Input{World: start(t, c.text)}
		one, ok := explore.Enumerate(in, c.budget, 20000)
		if !ok {
			t.Fatal("too many orders to follow one by one")
		}
		if diff := explore.Compare(explore.Search(in, c.budget, nil, nil), one); diff != "" {
			t.Errorf("%s%s", c.text, diff)
		}
	}
}

// The first lost update of blind counters takes four steps. It is told while most of the moments are still to be found,
// and it stays where the search is stopped then.
func TestAMarkIsToldOnceItIsFound(t *testing.T) {
	in := explore.Input{World: start(t, blind(3, 3))}
	all := explore.Search(in, explore.Budget{}, nil, nil)
	var told explore.Progress
	stopped := explore.Search(in, explore.Budget{}, nil, func(p explore.Progress) bool {
		told = p
		return len(p.Marks) == 0
	})
	if len(told.Marks) != 1 || told.Marks[0].Kind != "lost-update" || told.Marks[0].Length != 4 {
		t.Fatalf("told: %+v", told.Marks)
	}
	if told.States*10 > all.States {
		t.Errorf("it was told at %d of %d states", told.States, all.States)
	}
	if stopped.Stopped != "stopped" || len(stopped.Marks) != 1 || stopped.Marks[0].Length != 4 {
		t.Errorf("stopped: %s, %d marks", stopped.Verdict(), len(stopped.Marks))
	}
}

// The properties of an account's service are a setting: the first who sets them makes no object that an end tells.
func TestPropertiesOfAServiceAreNoContent(t *testing.T) {
	for service, kind := range map[string]string{"blob": "blob-service", "queue": "queue-service",
		"table": "table-service", "file": "share-service"} {
		set := "set-" + service + "-service-properties devstore property.Cors=*"
		get := "get-" + service + "-service-properties devstore"
		w := start(t, "writer ann\nwriter ben\nplan ann ["+set+"]\nplan ben ["+get+"]\n")
		r := explore.Search(explore.Input{World: w}, explore.Budget{}, nil, nil)
		if len(r.Values) == 0 || r.Schedules.Int64() != 2 {
			t.Errorf("%s: %s", service, r.Verdict())
		}
		for _, v := range r.Values {
			for _, c := range v.End {
				if c.Object.Kind == kind {
					t.Errorf("%s: an end tells of %s", service, c.Object)
				}
			}
		}
	}
}

// A refusal may call whom it refuses by its name: a guard that looks at it finds two who do the same told apart by it.
func TestARefusalThatNamesItsWriterIsNobodyElses(t *testing.T) {
	const text = "writer ann\nwriter ben\nseed: create-bucket lake\nseed: put-object lake/a 0\n" +
		`seed: put-bucket-policy lake policy="{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",` +
		`\"Principal\":\"*\",\"Action\":\"s3:PutObject\",\"Resource\":\"arn:aws:s3:::lake/*\"}]}"` + "\n" +
		"plan ann [copy-object lake/b source=lake/a as n0; loop 2 [wait 5s]]\n" +
		"plan ben [copy-object lake/b source=lake/a as n0; loop 2 [wait 5s]]\n"
	in := explore.Input{World: start(t, text), Guard: func(*engine.World, *engine.Exchange) []engine.Arg { return nil }}
	one, ok := oneByOne(in, explore.Budget{}, 100)
	if diff := one.differs(explore.Search(in, explore.Budget{}, nil, nil)); !ok || diff != "" {
		t.Error(ok, diff)
	}
}

// Writers who do the same are no equals where the service tells them apart by what they are called: by a pattern or a
// variable in a policy that stands or that one of them sets (bucket/rules.md, "Bucket policies", `${aws:username}` and
// "Keys of conditions"), or because one of them signs nothing.
func TestWritersThatAServiceTellsApart(t *testing.T) {
	policy := func(rest string) string {
		return "put-bucket-policy my-bucket " + strconv.Quote(`{"Statement": {"Effect": "Deny", "Principal": "*", `+
			`"Action": "s3:PutObject", `+rest+`}}`)
	}
	const (
		two  = "writer ann\nwriter ben\nseed: create-bucket my-bucket\n"
		any  = `"Resource": "arn:aws:s3:::my-bucket/*"`
		put  = "[put-object my-bucket/k x if-none-match=* as w; get-object my-bucket/k]\n"
		both = "plan ann " + put + "plan ben " + put
	)
	for _, text := range []string{
		two + "seed: " + policy(any+`, "Condition": {"StringLike": {"aws:username": "b*"}}`) + "\n" + both,
		two + "seed: " + policy(any+`, "Condition": {"StringNotLike": {"aws:userid": "a*"}}`) + "\n" + both,
		two + "seed: " + policy(any+`, "Condition": {"ArnLike": {"AWS:PrincipalArn": "arn:aws:iam::*:user/be?"}}`) + "\n" + both,
		two + "seed: " + policy(`"NotResource": "arn:aws:s3:::my-bucket/${aws:username}"`) +
			"\nplan ann [put-object my-bucket/ann x as w]\nplan ben [put-object my-bucket/ann x as w]\n",
		"writer cy\n" + two + both + "plan cy [" +
			policy(any+`, "Condition": {"StringLike": {"aws:username": "b*"}}`) + "]\n",
		"writer anonymous\nwriter ben\nseed: create-bucket my-bucket\nplan anonymous " + put + "plan ben " + put,
	} {
		_, s := enginetest.Searched(t, text)
		in := s.Input
		in.Overwritten = true
		one, ok := oneByOne(in, explore.Budget{}, 5000)
		if !ok {
			t.Fatalf("too many orders to follow one by one:\n%s", text)
		}
		if diff := one.differs(explore.Search(in, explore.Budget{}, nil, nil)); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
}

// A name that a rename left, and what a write set beside its content without being asked, is nobody's work; the same
// record may come from a deletion, and from a write that was asked for it. Ben does the one or the other by what he
// finds of Ann's, which she may have taken away again.
func TestWhatWasNotAskedForIsToldApart(t *testing.T) {
	const blob = "seed: create-container cont\nseed: put-blob cont/a x content-type=text/plain\n"
	for _, row := range []struct{ seed, ann, ben string }{
		{"seed: SET a 1\n", "GET a; SET f 1; SET a 2",
			"GET f as g; if g 1 [RENAME a b]; if g nil [DEL a; SET b 1]; DEL b"},
		{"seed: SET a 1\n", "GET a; SET f 1; DEL f; SET a 2",
			"GET f as g; if g 1 [RENAME a b]; if g nil [DEL a; SET b 1]; DEL b"},
		{blob, "get-blob cont/a; put-blob cont/f 1; delete-blob cont/f; " +
			"set-blob-properties cont/a content-type=text/html",
			"get-blob cont/f as g; if g 200 [put-blob cont/a y]; " +
				"if g 404 [put-blob cont/a y content-type=application/octet-stream]"},
	} {
		text := "writer ann\nwriter ben\n" + row.seed + "plan ann [" + row.ann + "]\nplan ben [" + row.ben + "]\n"
		_, s := enginetest.Searched(t, text)
		in := s.Input
		in.Overwritten = true
		one, ok := oneByOne(in, explore.Budget{}, 500)
		if diff := one.differs(explore.Search(in, explore.Budget{}, nil, nil)); !ok || diff != "" {
			t.Errorf("%s\n%t %s", text, ok, diff)
		}
	}
}

// `handled` lets messages of those requests be lost alone whose plan says what it does then. Of two equal requests the
// copies look the same, and one of them may be lost.
func TestCopiesThatMayBeLostAreToldApart(t *testing.T) {
	text := "writer ann\nseed: SET k 0\nplan ann\n  CAD k 1 as n0\n  CAD k 1 as n2\n  on lost n2\n    CAD k 1\n"
	_, s := enginetest.Searched(t, text)
	b := explore.Budget{Faults: 1, Copies: 1}
	b.Words.Handled = true
	one, ok := oneByOne(s.Input, b, 500)
	if diff := one.differs(explore.Search(s.Input, b, nil, nil)); !ok || diff != "" {
		t.Errorf("%t %s", ok, diff)
	}
}

// Where everybody is refused in every order, that no trouble comes up is not all that there is to say: here the name of
// the container is too short.
func TestNoTroubleWhereEverythingIsRefused(t *testing.T) {
	for name, want := range map[string]string{"w": "No order meets any trouble but this: put-blob refused with 400 " +
		"OutOfRangeInput in 3 of 3 orders. What everybody hears last is a refusal in all of them.",
		"wiki": "No order meets any trouble."} {
		_, s := enginetest.Searched(t, "writer ann\nwriter ben\nseed: create-container wiki\nann: put-blob "+name+
			"/a 1\nben: put-blob wiki/b 2\nben: put-blob "+name+"/b 3\n")
		if got := explore.Search(s.Input, explore.Budget{}, nil, nil).Clean(); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// An order of requests that one writer has under way at once is also how their answers come: two have 2 times 2.
func TestTheVerdictSaysWhatAnOrderOfRequestsAtOnceIs(t *testing.T) {
	w, inputs := inputsOf(t, "writer ann\nseed: create-container wiki\nann: send put-blob wiki/a 1 as a\n"+
		"ann: send put-blob wiki/a 2 as b\n")
	in, err := explore.Cut(w, inputs)
	if err != nil {
		t.Fatal(err)
	}
	found := explore.Search(in, explore.Budget{}, nil, nil)
	const note = "(requests of one writer under way at once are decided in any order, and so are their answers heard): "
	if verdict := found.Verdict(); !strings.Contains(verdict, note+"4 orders") {
		t.Error(verdict)
	}
}

// A Complete that is sent again may be answered in three ways (engine/bucket/rules.md): each is an order, and its steps
// say which it is.
func TestWhatAServiceLeavesOpenTellsOrdersApart(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nseed: create-bucket buck\nplan ann ["+
		"create-multipart-upload buck/k as u; upload-part buck/k x upload=$u.upload part=1 as p; "+
		"complete-multipart-upload buck/k [1=$p.etag] upload=$u.upload if-none-match=* as c; "+
		"complete-multipart-upload buck/k [1=$p.etag] upload=$u.upload if-none-match=* again=c]\n")}
	found := explore.Search(in, explore.Budget{}, nil, nil)
	said := strings.Join(explore.Lines("all", found, strings.ToUpper), "\n")
	for _, want := range []string{": 3 orders in ", "(what a service leaves open, choose=1 and so on, goes each way",
		"ANN complete-multipart-upload (choose=1)", "ANN complete-multipart-upload (choose=2)"} {
		if !strings.Contains(said, want) {
			t.Errorf("it lacks %q:\n%s", want, said)
		}
	}
}

// S3 answers a delete that names a version and compares a tag with 501 NotImplemented, whoever comes first (the sheet
// on conditional requests, If-Match with versionId): nobody's trouble, and told all the same, as the version stays.
func TestARequestThatIsRefusedInEveryOrderIsTold(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nwriter ben\nseed: create-bucket buck\n"+
		"seed: put-bucket-versioning buck Enabled\nseed: put-object buck/k v1\n"+
		"plan ann [get-object buck/k as r; delete-object buck/k version-id=$r.version-id if-match=$r.etag]\n"+
		"plan ben [get-object buck/k as r; put-object buck/k v2 if-match=$r.etag]\n")}
	found := explore.Search(in, explore.Budget{}, nil, nil)
	const want = " 1  delete-object refused with 501 NotImplemented: 6 orders, all, shortest 2 steps\n" +
		"    ann get-object, ann delete-object"
	said := strings.Join(explore.Lines("all", found, func(id string) string { return id }), "\n")
	if !strings.Contains(said, want) || strings.Contains(said, "No order meets") {
		t.Error(said)
	}
}

// Of two orders the one in which there is no container yet refuses the blob. That no mark comes up is not all then.
func TestARequestThatIsRefusedInSomeOrdersIsNoCleanEnd(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nwriter ben\n"+
		"plan ann [create-container cont]\nplan ben [put-blob cont/b x]\n")}
	const want = "No order meets any trouble but this: put-blob refused with 404 ContainerNotFound in 1 of 2 orders."
	if got := explore.Search(in, explore.Budget{}, nil, nil).Clean(); got != want {
		t.Error(got)
	}
}

// While a search goes on nobody knows what all orders meet: such a refusal is no trouble that was found.
func TestARefusalWithoutAKindIsNotToldMeanwhile(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nwriter ben\n"+
		"plan ann [create-container cont]\nplan ben [put-blob cont/b x; put-blob cont/c x; put-blob cont/d x]\n")}
	told := 0
	explore.Search(in, explore.Budget{}, nil, func(p explore.Progress) bool {
		told += len(p.Marks)
		return true
	})
	if told > 0 {
		t.Errorf("told %d times", told)
	}
}
