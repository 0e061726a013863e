package explore_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
)

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
