package watch_test

import (
	"bytes"
	"crypto/md5"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/endpoint"
	"interleave/engine/room"
	"interleave/engine/scenario"
	"interleave/engine/watch"
)

// session plays lines on a room, as seats of clients would have them.
func session(t *testing.T, lines string) *room.Room {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	file, err := scenario.Parse("session", []byte(lines), catalog.New().Services())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range file.Statements {
		for _, in := range s.Inputs {
			if _, err := r.Do(in); err != nil {
				t.Fatalf("%s: %v", strings.TrimSpace(s.Raw), err)
			}
		}
	}
	return r
}

func shorten(t *testing.T, r *room.Room, f *watch.Finding) (file []byte, short bool, err error) {
	t.Helper()
	s, err := watch.NewSession(r.Scenario())
	if err != nil {
		t.Fatal(err)
	}
	return s.Shorten(f)
}

// noise is requests that have nothing to do with what goes wrong among them.
func noise(n int) (text string) {
	for i := range n {
		text += fmt.Sprintf("cem: SET other%d %d EX 100 on=c9\ncem: GET other%d on=c9\nclock +10ms\n", i, i, i)
	}
	return text
}

var lostUpdate = "writer ana\nwriter ben\nwriter cem\nana: SET n 5 on=c1\n" + noise(20) +
	"ana: GET n on=c1\nben: GET n on=c2\n" +
	noise(20) + "ben: SET n 6 EX 50 on=c2\n" + noise(20) + "ana: SET n 6 on=c1\n" + noise(20)

// What is left of a session shows the finding, and without any of its requests, writers or words it does not.
func TestNothingCanBeTakenOutOfAShortenedScenario(t *testing.T) {
	r := session(t, lostUpdate)
	findings := watch.Findings(r.View(), 0, nil)
	if len(findings) != 1 || findings[0].Key() != "lost-update SET key n" || findings[0].Victim != "ben" {
		t.Fatalf("findings: %+v", findings)
	}
	file, short, err := shorten(t, r, findings[0])
	if err != nil || !short {
		t.Fatalf("%v, short %t", err, short)
	}
	parsed, err := scenario.Parse("short", file, catalog.New().Services())
	if err != nil {
		t.Fatal(err)
	}
	result, err := parsed.Run()
	if err != nil || len(result.Failures) > 0 {
		t.Fatalf("%v %v\n%s", err, result.Failures, file)
	}
	if n := strings.Count(string(file), "> ~ lost-update ben"); n != 1 {
		t.Fatalf("%d marks in\n%s", n, file)
	}
	for _, word := range []string{"cem", "other", "EX", "on=", "clock"} {
		if strings.Contains(string(file), word) {
			t.Errorf("%s is left in\n%s", word, file)
		}
	}
	// One by one: without any statement the mark is not there.
	for i := range parsed.Statements {
		less := ""
		for j, s := range parsed.Statements {
			if i != j {
				line, _, _ := strings.Cut(s.Raw, "\n")
				less += line + "\n"
			}
		}
		again, err := scenario.Parse("less", []byte(less), catalog.New().Services())
		if err != nil {
			continue // a name that is missing now
		}
		result, err := again.Run()
		if err != nil {
			continue
		}
		for _, o := range result.Outcomes {
			for _, marks := range o.Marks {
				for _, m := range marks {
					if m.String() == "~ lost-update ben" {
						t.Errorf("without %q it still shows the mark", strings.TrimSpace(parsed.Statements[i].Raw))
					}
				}
			}
		}
	}
}

// A request that was done and whose answer was lost is done in the scenario as well: no word goes without which it
// would be refused, nor the script that it names by its sum.
func TestWhatWasDoneIsDoneInAShortenedScenario(t *testing.T) {
	for _, row := range [...]struct{ before, lost, stays string }{
		{"", `SET n 3`, `SET n 3`},
		{`ana: EVAL "return redis.call('get',KEYS[1])" 1 n` + "\n",
			`EVALSHA fd758d1589d044dd850a6f05d52f2eefd27f033f 1 n`, `EVAL "`},
	} {
		r := session(t, "writer ana\nwriter ben\nwriter cem\n"+row.before+noise(5)+"ben: send "+row.lost+
			" as lost\ndeliver lost\nlose lost\n")
		findings := watch.Findings(r.View(), 0, nil)
		if len(findings) != 1 || findings[0].Kind != "no-answer" {
			t.Fatalf("findings: %+v", findings)
		}
		file, _, err := shorten(t, r, findings[0])
		if err != nil || !strings.Contains(string(file), row.stays) || strings.Contains(string(file), "ERR") {
			t.Errorf("%v, %s is not in\n%s", err, row.stays, file)
		}
	}
}

// A version that was heard is a reference in the scenario, so that it holds when what came before is taken out.
func TestVersionsHoldInAShortenedScenario(t *testing.T) {
	r := session(t, "writer ana\nwriter ben\n"+strings.Repeat("ana: EXSET k v on=c1\n", 7)+
		"ana: EXGET k as a on=c1\nben: EXSET k w on=c2\nana: EXSET k x VER 7 on=c1\n")
	findings := watch.Findings(r.View(), 0, nil)
	if len(findings) == 0 || findings[len(findings)-1].Kind != "stale-write" {
		t.Fatalf("findings: %+v", findings)
	}
	file, short, err := shorten(t, r, findings[len(findings)-1])
	if err != nil || !short || strings.Count(string(file), "EXSET k v") > 2 {
		t.Errorf("%v, short %t\n%s", err, short, file)
	}
}

// A program that writes without having read since its own last write may mean just that: two that say again and again
// that they are there are right. One that has read is not.
func TestProgramsThatOnlyWriteAreNotAccused(t *testing.T) {
	const writers = "writer ana\nwriter ben\n"
	for text, want := range map[string]string{
		"ana: SET k 1 on=c1\nben: SET k 2 on=c2\nana: SET k 3 on=c1\nben: SET k 4 on=c2\n": "",
		"ana: GET k on=c1\nana: SET k 1 on=c1\nben: SET k 2 on=c2\nana: SET k 3 on=c1\n":   "",
		"ana: GET k on=c1\nben: SET k 2 on=c2\nana: SET k 3 on=c1\n":                       "lost-update SET key k",
		"ana: SET k 1\nben: SET k 2\nana: SET k 3\n":                                       "lost-update SET key k",
		"ana: EXSET k a on=c1\nben: EXSET k b on=c2\nana: EXSET k a VER 1 on=c1\nana: EXGET k on=c1\n" +
			"ana: EXSET k a VER 2 on=c1\n": "",
		"ana: EXSET k a\nana: EXGET k\nben: EXSET k b\nana: EXSET k c VER 1\nana: EXGET k\nana: EXSET k c VER 2\n": "" +
			"guard-defeated EXSET key k",
		"ana: SET k v EX 9 on=c1\nben: EXPIRE k 9 on=c2\nana: EXPIRE k 9 on=c1\n":                    "",
		"ana: send SET k v EX 9 on=c1 as a\ndeliver a\nlose a\ntimeout a\nana: SET k v EX 9 on=c2\n": "",
		"ana: send EXSET k v on=c1 as a\ndeliver a\nlose a\ntimeout a\nana: EXSET k v on=c2\n":       "",
		"ana: send INCR k on=c1 as a\ndeliver a\nlose a\ntimeout a\nana: INCR k on=c2\n": "" +
			"done-twice INCR key k",
		"ana: send APPEND k v on=c1 as a\ndeliver a\nlose a\ntimeout a\nana: APPEND k v on=c2\n": "" +
			"done-twice APPEND key k",
		"ana: SET k v on=c1\nben: GETDEL k on=c2\nben: GETDEL k on=c2\n": "",
	} {
		got := ""
		for _, f := range watch.Findings(session(t, writers+text).View(), 0, nil) {
			if f.Severity == engine.SeveritySilent {
				got += f.Key()
			}
		}
		if got != want {
			t.Errorf("%s finds %q, want %q", text, got, want)
		}
	}
}

// A library sends again what was not answered. Where the same stands there afterwards nobody is accused, whatever the
// service counts meanwhile; where it stands there twice somebody is.
func TestARetryIsAccusedOnlyWhereSomethingStandsThereTwice(t *testing.T) {
	for _, row := range []struct{ before, request, want string }{
		{"create-bucket lake", "put-object lake/k v", ""},
		{"create-bucket lake\nput-object lake/k old", "put-object lake/k v meta.a=b", ""},
		{"create-bucket lake\nput-bucket-versioning lake Enabled", "put-object lake/k v", ""},
		{"create-bucket lake\nput-bucket-versioning lake Enabled\nput-object lake/k v", "delete-object lake/k", ""},
		{"create-bucket lake\nput-object lake/k v", "put-object-tagging lake/k tag.a=b", ""},
		{"create-bucket lake\nput-object lake/k v", "copy-object lake/l source=lake/k", ""},
		{"create-container wiki", "put-blob wiki/b v", ""},
		{"create-container wiki\nput-blob wiki/b v", "set-blob-metadata wiki/b meta.a=b", ""},
		{"create-container wiki", "put-block wiki/b v block=A001", ""},
		{"create-container wiki\nput-block wiki/b v block=A001", "put-block-list wiki/b [latest A001]", ""},
		{"create-container wiki\nput-blob wiki/b v", "set-blob-tags wiki/b tag.a=b", ""},
		{"create-container wiki\nput-blob wiki/b type=AppendBlob", "append-block wiki/b v",
			"done-twice append-block blob wiki/b"},
		{"create-container wiki\nput-blob wiki/b v", "snapshot-blob wiki/b",
			"done-twice snapshot-blob snapshot wiki/b"},
		{"create-table rows", "insert-or-replace-entity rows/p/r .a=1", ""},
		{"create-table rows\ninsert-entity rows/p/r .a=1", "merge-entity rows/p/r .b=2 if-match=*", ""},
		{"create-queue jobs", "put-message jobs m", "done-twice put-message message jobs"},
		{"create-share docs", "create-file docs/f size=10", ""},
		{"create-share docs\ncreate-file docs/f size=10", "put-range docs/f abc range=0-2", ""},
		{"create-share docs\ncreate-file docs/f size=10", "set-file-metadata docs/f meta.a=b", ""},
		{"SET k 1", "SET k 2 EX 9", ""},
		{"SET k 1", "APPEND k 2", "done-twice APPEND key k"},
		{"EXSET k 1", "EXSET k 2", ""},
	} {
		text := "writer ben\n"
		for _, line := range strings.Split(row.before, "\n") {
			text += "ben: " + line + " on=c1\n"
		}
		text += "ben: send " + row.request + " on=c1 as a\ndeliver a\nlose a\nben: " + row.request + " again=a on=c2\n"
		got, r := "", session(t, text)
		for _, e := range r.View().Log().All() {
			if x := r.View().Exchange(e.Event().Request); x != nil && !x.Answer.Accepted() && !x.Decided.IsZero() {
				t.Errorf("%s after %q is refused: %s", row.request, row.before, x.Answer.Code())
			}
		}
		for _, f := range watch.Findings(r.View(), 0, nil) {
			if f.Severity == engine.SeveritySilent {
				got += f.Key()
			}
		}
		if !strings.HasPrefix(got, row.want) || row.want == "" && got != "" {
			t.Errorf("%s after %q, sent again, finds %q, want %q", row.request, row.before, got, row.want)
		}
	}
}

func TestFailOn(t *testing.T) {
	silent, stale := &watch.Finding{}, &watch.Finding{}
	silent.Kind, silent.Severity = "lost-update", engine.SeveritySilent
	stale.Kind, stale.Severity = "stale-write", engine.SeverityRefused
	for text, want := range map[string][2]bool{"silent": {true, false}, "none": {}, "refused": {false, true},
		"silent,!lost-update": {}, "stale-write": {false, true}, "silent,refused,!stale-write": {true, false}} {
		r, err := watch.ParseRule(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]bool{r.Fails(silent), r.Fails(stale)}; got != want {
			t.Errorf("%s fails %v, want %v", text, got, want)
		}
	}
	if _, err := watch.ParseRule("lost-updates"); err == nil || !strings.Contains(err.Error(), "lost-update,") {
		t.Errorf("an unknown kind: %v", err)
	}
}

func TestAllowances(t *testing.T) {
	r := session(t, lostUpdate)
	for text, want := range map[string]bool{"lost-update": true, "lost-update SET": true, "lost-update SET key n": true,
		"lost-update SET key *": true, "lost-update GET": false, "stale-write": false, "# lost-update": false,
		"lost-update SET key m": false} {
		list, err := watch.ParseAllowances(text)
		if err != nil {
			t.Fatal(err)
		}
		findings := watch.Findings(r.View(), 0, nil)
		if watch.Allow(findings, list); findings[0].Allowed != want {
			t.Errorf("%q allows it: %t", text, findings[0].Allowed)
		}
	}
	for _, text := range []string{"lost-updates", "lost-update [", "x"} {
		if _, err := watch.ParseAllowances("\n" + text); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestFaultsAreThoseOfTheirSeed(t *testing.T) {
	faults, err := watch.ParseFaults("lose-answer=25%,double=0.25")
	if err != nil {
		t.Fatal(err)
	}
	draw := func(seed uint64) (list []room.Fate) {
		choose := faults.Chooser(seed)
		for range 1000 {
			list = append(list, choose())
		}
		return list
	}
	one := draw(1)
	if !slices.Equal(one, draw(1)) || slices.Equal(one, draw(2)) {
		t.Error("a seed does not say what happens")
	}
	counts := map[room.Fate]int{}
	for _, f := range one {
		counts[f]++
	}
	if n := counts[room.AnswerLost]; n < 180 || n > 320 || counts[room.RequestLost] > 0 || counts[room.Doubled] == 0 {
		t.Errorf("of 1000: %v", counts)
	}
	for _, text := range []string{"lose=2%", "busy=2x", "busy=-1%", "busy=60%,double=60%", "busy"} {
		if _, err := watch.ParseFaults(text); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
}

// watched runs commands against Redis.
func watched(t *testing.T, commands []watch.Command, signals chan os.Signal) (r *room.Room, ended watch.Ended,
	out string) {
	t.Helper()
	o := endpoint.Options{Addresses: map[string]string{"redis": ":0"}}
	for _, s := range endpoint.Services() {
		if s.Flag != "redis" {
			o.Addresses[s.Flag] = "off"
		}
	}
	r = room.New(catalog.New, room.Options{})
	server, err := endpoint.Open(r, o)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	ended, err = watch.Run(server, commands, watch.Streams{Out: &text, Err: &text}, signals,
		func() int { return r.View().Requests() })
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r, ended, text.String()
}

// The status of a command is that of the run, its output passes, and what it is sent reaches it.
func TestCommandsEndAsTheyEnd(t *testing.T) {
	for text, want := range map[string]int{"exit 0": 0, "exit 7": 7, "kill -KILL $$": 137,
		"echo $REDIS_URL | grep -q redis:": 0} {
		if _, ended, _ := watched(t, []watch.Command{watch.Shell("app", text)}, nil); ended.Code != want {
			t.Errorf("%s ends with %d, want %d", text, ended.Code, want)
		}
	}
	_, ended, out := watched(t, []watch.Command{watch.Shell("ana", "echo one"), watch.Shell("ben", "echo two; exit 3")},
		nil)
	if ended.Code != 3 || !strings.Contains(out, "one\n") || !strings.Contains(out, "two\n") {
		t.Errorf("%d %q", ended.Code, out)
	}
	signals := make(chan os.Signal, 1)
	signals <- os.Interrupt
	_, ended, _ = watched(t, []watch.Command{watch.Shell("app",
		"trap 'exit 9' INT; for i in $(seq 1000); do sleep 0.02; done")}, signals)
	if ended.Code != 9 && ended.Code != 130 || ended.Took > 15*time.Second {
		t.Errorf("a signal ends it with %d after %s", ended.Code, ended.Took)
	}
}

// What cannot be started says so, and nothing runs on.
func TestACommandThatIsNotThere(t *testing.T) {
	server, err := endpoint.Open(room.New(catalog.New, room.Options{}), endpoint.Options{Addresses: map[string]string{
		"blob": "off", "queue": "off", "table": "off", "file": "off", "s3": "off", "redis": ":0"}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Close() }()
	_, err = watch.Run(server, []watch.Command{watch.Shell("ana", "while true; do sleep 0.1; done"),
		{Account: "ben", Words: []string{"/there/is/nothing"}}},
		watch.Streams{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}},
		nil, func() int { return 0 })
	if err == nil || !strings.Contains(err.Error(), "/there/is/nothing") {
		t.Errorf("%v", err)
	}
}

func TestTheRunningTestIsReadInTheOutput(t *testing.T) {
	_, ended, _ := watched(t, []watch.Command{watch.Shell("app", `echo "=== RUN   TestGo/one"; echo "tests/test_a.py::test_py PASSED"
		echo "# Subtest: in node"; echo '{"Action":"run","Test":"TestJSON"}'; echo "nothing"; printf "=== RUN TestLast\n"`)}, nil)
	var names []string
	for _, test := range ended.Tests {
		names = append(names, test.Name)
	}
	if got := strings.Join(names,
		" | "); got != "TestGo/one | tests/test_a.py::test_py | in node | TestJSON | TestLast" {
		t.Errorf("the tests are %s", got)
	}
	r := session(t, lostUpdate)
	last := r.View().Requests()
	f := watch.Findings(r.View(), 0, []watch.Test{{Name: "early", From: 1}, {Name: "late", From: last + 1}})
	if f[0].Test != "early" {
		t.Errorf("it was found in %q", f[0].Test)
	}
}

func TestVariablesAreReplaced(t *testing.T) {
	from := []string{"PATH=/bin", "AWS_PROFILE=mine", "REDIS_URL=redis://other"}
	ours := []string{"REDIS_URL=redis://127.0.0.1:1"}
	if got := watch.Environment(from, ours); !slices.Equal(got,
		[]string{"PATH=/bin", "REDIS_URL=redis://127.0.0.1:1"}) {
		t.Errorf("the environment is %v", got)
	}
	if got := watch.Replaced(from, ours); !slices.Equal(got, []string{"AWS_PROFILE", "REDIS_URL"}) {
		t.Errorf("replaced are %v", got)
	}
}

// The files can be read by those who read such files, and say the same.
func TestWhatIsWritten(t *testing.T) {
	r := session(t, lostUpdate)
	rule, err := watch.ParseRule("silent")
	if err != nil {
		t.Fatal(err)
	}
	o := &watch.Outcome{Commands: []watch.Command{watch.Shell("app", "./<worker> & co")}, Rule: rule,
		Findings: watch.Findings(r.View(), 0, []watch.Test{{Name: "<Test>", From: 1}})}
	if o.Code() != 3 {
		t.Errorf("it ends with %d", o.Code())
	}
	var suite struct {
		Failures int `xml:"failures,attr"`
		Cases    []struct {
			Class   string `xml:"classname,attr"`
			Failure struct {
				Message string `xml:"message,attr"`
			} `xml:"failure"`
		} `xml:"testcase"`
	}
	if err := xml.Unmarshal(o.JUnit(), &suite); err != nil || suite.Failures != 1 || suite.Cases[0].Class != "<Test>" ||
		!strings.Contains(suite.Cases[0].Failure.Message, "overwritten by ana") {
		t.Errorf("%v %+v", err, suite)
	}
	var summary struct {
		Exit     int
		Findings []struct{ Kind, Test string }
	}
	if err := json.Unmarshal(o.Summary(), &summary); err != nil || summary.Exit != 3 ||
		summary.Findings[0].Kind != "lost-update" || summary.Findings[0].Test != "<Test>" {
		t.Errorf("%v %+v", err, summary)
	}
	if text := string(o.Report()); !strings.Contains(text, "`~` lost-update: SET on key n") {
		t.Errorf("the report is\n%s", text)
	}
	o.Absent = []string{"SADD (2 times)"}
	for what, text := range map[string]string{"lines": strings.Join(o.Lines(), "\n"), "report": string(o.Report())} {
		if !strings.Contains(text, "Not in the catalog, and refused: SADD (2 times).") {
			t.Errorf("what is not in the catalog is missing in the %s:\n%s", what, text)
		}
	}
	if !strings.Contains(string(o.Summary()), `"notInTheCatalog": [`) {
		t.Error("and in the summary")
	}
	o.Ended.Code = 5
	if o.Code() != 5 {
		t.Error("the status of the command goes before that of the findings")
	}
	o.Findings[0].Allowed, o.Ended.Code = true, 0
	if o.Code() != 0 {
		t.Error("what is allowed fails")
	}
}

// Megabytes are no part of what went wrong where a short text in their place shows the same, with what says the sum of
// them: the file can be read.
func TestAShortenedScenarioHasNoLongTexts(t *testing.T) {
	long := func(letter string) string { return strings.Repeat(letter, 300<<10) }
	sum := func(letter string) string {
		h := md5.Sum([]byte(long(letter)))
		return base64.StdEncoding.EncodeToString(h[:])
	}
	put := func(who, letter, more string) string {
		return who + ": put-object lake/k " + long(letter) + " md5=" + sum(letter) + " " + more + "\n"
	}
	r := session(t, "writer ana\nwriter ben\nana: create-bucket lake on=c1\n"+put("ana", "a", "on=c1")+
		"ana: get-object lake/k as r on=c1\n"+put("ben", "b", "on=c2")+put("ana", "c", "if-match=$r.etag on=c1"))
	findings := watch.Findings(r.View(), 0, nil)
	if len(findings) != 1 || findings[0].Kind != "stale-write" {
		t.Fatalf("findings: %+v", findings)
	}
	file, short, err := shorten(t, r, findings[0])
	if err != nil || !short || len(file) > 2000 || !strings.Contains(string(file), "of 307200 bytes") {
		t.Errorf("%v, short %t, %d bytes\n%.2000s", err, short, len(file), file)
	}
}

// A tag that a list gave is a reference to the item of the list, wherever that stands when what came before is taken
// out: else nothing could be, since tags are drawn one after the other.
func TestTagsOfListsHoldInAShortenedScenario(t *testing.T) {
	others := ""
	for i := range 9 {
		others += fmt.Sprintf("cem: put-blob lake/a%d %d on=c9\n", i, i)
	}
	before := "writer ana\nwriter ben\nwriter cem\nana: create-container lake on=c1\n" + others +
		"ana: put-blob lake/k 1 on=c1\nben: list-blobs lake as l on=c2\n"
	tag := session(t, before).View().Exchange(12).Answer.Field("9.etag").String()
	change := "set-blob-metadata lake/k meta.by=ben if-match=" + tag
	r := session(t, before+"ben: send "+change+" as one on=c2\ndeliver one\nlose one\n"+others+
		"ben: "+change+" again=one on=c2\n")
	findings := watch.Findings(r.View(), 0, nil)
	last := findings[len(findings)-1]
	if last.Kind != "own-echo" {
		t.Fatalf("findings: %+v", last)
	}
	file, short, err := shorten(t, r, last)
	if err != nil || !short || !strings.Contains(string(file), "if-match=$l.0.etag") ||
		strings.Contains(string(file), "lake/a") {
		t.Errorf("%v, short %t\n%s", err, short, file)
	}
}

// What a library tries again is the same request: its tries go on saying the same in the scenario, and what was lost
// between them stays.
func TestTriesStayTheSameInAShortenedScenario(t *testing.T) {
	r := session(t, "writer ana\nwriter ben\nana: create-container lake on=c1\nana: put-blob lake/k 1 on=c1\n"+
		"ana: send set-blob-metadata lake/k meta.a=1 meta.b=2 as one on=c1\ndeliver one\nlose one\n"+
		"ben: set-blob-metadata lake/k meta.a=3 on=c2\n"+
		"ana: set-blob-metadata lake/k meta.a=1 meta.b=2 again=one on=c1\n")
	findings := watch.Findings(r.View(), 0, nil)
	last := findings[len(findings)-1]
	if last.Kind != "done-twice" {
		t.Fatalf("findings: %+v", last)
	}
	file, short, err := shorten(t, r, last)
	if err != nil || !short || !strings.Contains(string(file), "ben: set-blob-metadata lake/k") {
		t.Errorf("%v, short %t\n%s", err, short, file)
	}
	words := func(name string) string {
		_, rest, _ := strings.Cut(string(file), "set-blob-metadata lake/k")
		if name == "again" {
			rest = rest[strings.LastIndex(rest, "set-blob-metadata lake/k")+len("set-blob-metadata lake/k"):]
		}
		text, _, _ := strings.Cut(rest, " on=")
		text, _, _ = strings.Cut(text, " as ")
		text, _, _ = strings.Cut(text, " again=")
		return text
	}
	if words("first") != words("again") {
		t.Errorf("its tries say %q and %q in\n%s", words("first"), words("again"), file)
	}
}
