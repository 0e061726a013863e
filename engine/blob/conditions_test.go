package blob_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
)

// dated is a bench at second 10 with the blob wiki/x last written at second 5; `old` names its first version, `now` the
// present one.
func dated(t testing.TB) *bench {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed old: put-blob path=wiki/x body=old")
	b.Wait(5 * time.Second)
	b.All("seed now: put-blob path=wiki/x body=now")
	b.Wait(5 * time.Second)
	b.Step(tell("ann", "now.etag"))
	b.Step(tell("ann", "old.etag"))
	return b
}

// What each header is to say alone: 200 where it lets the request through.
var alone = map[string]map[string]string{
	"IM":  {"200": "if-match=$now.etag", "412": "if-match=$old.etag"},
	"IUS": {"200": "if-unmodified-since=00:05.0", "412": "if-unmodified-since=00:04.0"},
	"INM": {"200": "if-none-match=$old.etag", "304": "if-none-match=$now.etag"},
	"IMS": {"200": "if-modified-since=00:04.0", "304": "if-modified-since=00:05.0"},
}

func answerOf(status string) string {
	if status == "412" {
		return "412 ConditionNotMet"
	}
	return status
}

// rules.md, "Conditions on reads", "The documented combination examples"; then each header alone (steps 2 to 5).
func TestReadConditionsCombined(t *testing.T) {
	rows := []string{ // IM IUS INM IMS combined
		"412 - - 200 412", "412 - - 304 412", "200 - - 200 200", "200 - - 304 304", "- - 304 200 200",
		"- - 200 304 200",
		"- - 304 304 304", "412 200 - 200 412", "200 412 - 200 412",
		"200 200 - 304 304", "200 200 200 200 200", "200 412 304 200 412", "200 200 304 200 200", "412 200 200 304 412",
		"412 412 200 304 412", "200 200 200 304 200", "200 412 304 304 412", "200 412 - 304 412",
		"200 - - - 200", "412 - - - 412", "- 200 - - 200", "- 412 - - 412", "- - 200 - 200", "- - 304 - 304",
		"- - - 200 200", "- - - 304 304",
		"200 200 304 304 304", "- - - - 200",
	}
	for _, verb := range []string{"get-blob", "get-blob-properties", "get-blob-metadata"} {
		b := dated(t)
		for _, row := range rows {
			cells := strings.Fields(row)
			line := "ann: " + verb + " path=wiki/x"
			for i, header := range []string{"IM", "IUS", "INM", "IMS"} {
				if cells[i] != "-" {
					line += " " + alone[header][cells[i]]
				}
			}
			b.Want(line, answerOf(cells[4]))
		}
	}
}

// rules.md, "Conditions on reads": step 1, several values, odd values, the missing blob.
func TestReadConditionsByValue(t *testing.T) {
	for _, verb := range []string{"get-blob", "get-blob-properties", "get-blob-metadata"} {
		b := dated(t)
		for _, row := range [][2]string{
			{"path=wiki/x if-none-match=*", "400 UnsatisfiableCondition"},
			{"path=wiki/none if-none-match=*", "400 UnsatisfiableCondition"},
			{"path=wiki/x if-match=*", "200"},
			{"path=wiki/x if-match=[$old.etag,$now.etag]", "200"},
			{"path=wiki/x if-match=[$old.etag,garbage]", "412 ConditionNotMet"},
			{"path=wiki/x if-none-match=[$old.etag,$now.etag]", "304"},
			{"path=wiki/x if-none-match=[$old.etag,garbage]", "200"},
			{"path=wiki/x if-match=garbage", "412 ConditionNotMet"},
			{"path=wiki/x if-none-match=garbage", "200"},
			{"path=wiki/x if-modified-since=[00:01.0,00:02.0]", "400 InvalidHeaderValue"},
			{"path=wiki/x if-unmodified-since=[00:06.0,00:07.0]", "400 InvalidHeaderValue"},
			{"path=wiki/x if-unmodified-since=yesterday", "400 InvalidHeaderValue"},
			{"path=wiki/x if-unmodified-since= if-modified-since=", "200"},
			{"path=wiki/none if-match=$now.etag", "404 BlobNotFound"},
			{"path=wiki/none if-modified-since=00:01.0", "404 BlobNotFound"},
			{"path=wiki/none if-unmodified-since=00:01.0", "404 BlobNotFound"},
			{"path=wiki/none if-none-match=$now.etag", "404 BlobNotFound"},
		} {
			b.Want("ann: "+verb+" "+row[0], row[1])
		}
	}
}

// rules.md, "ETag": an ETag may be sent with quotes or without.
func TestTagsCompareWithAndWithoutQuotes(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki")
	tag := b.Say("ann: put-blob path=wiki/x body=1").Field("etag").String()
	b.Want(fmt.Sprintf("ann: get-blob path=wiki/x if-match=%q", tag), "200")
	b.Want("ann: get-blob path=wiki/x if-match="+tag, "200")
	b.Want("ann: get-blob path=wiki/x if-match=0x1,"+tag, "200")
}

// writeOps are the writes of a blob that take all four headers, with what an accepted one answers.
var writeOps = [][2]string{
	{"put-blob path=wiki/x body=1", "201"}, {"set-blob-metadata path=wiki/x meta.a=1", "200"},
	{"set-blob-properties path=wiki/x", "200"},
	{"snapshot-blob path=wiki/x", "201"}, {"delete-blob path=wiki/x snapshots=include", "202"},
	{"acquire-blob-lease path=wiki/x duration=15", "201"},
	{"break-blob-lease path=wiki/x", "202"}, {"renew-blob-lease path=wiki/x lease=guid:A", "200"},
	{"change-blob-lease path=wiki/x lease=guid:A id=guid:B", "200"},
	{"release-blob-lease path=wiki/x lease=guid:A", "200"},
}

// onLeased says whether a write needs guid:A to stand.
func onLeased(verb string) bool {
	return strings.Contains(verb, "lease") && !strings.HasPrefix(verb, "acquire")
}

// rules.md, "Conditions on writes", "Headers present": all sixteen sets of headers, each holding and failing.
func TestWriteConditionsCombined(t *testing.T) {
	allowed := map[string]string{"": "", "IM": "IM", "INM": "INM", "IMS": "IMS", "IUS": "IUS", "INM IMS": "INM",
		"IM IUS": "IM"}
	names := []string{"IM", "INM", "IMS", "IUS"}
	for _, op := range writeOps {
		for set := range 16 {
			for failing := range 2 {
				b := dated(t)
				if onLeased(op[0]) {
					b.All("ann: acquire-blob-lease path=wiki/x duration=60 id=guid:A")
				}
				line, sent := "ann: "+op[0], []string{}
				for i, n := range names {
					if set>>i&1 == 0 {
						continue
					}
					sent = append(sent, n)
					// Where one header decides alone the other one says the opposite.
					fails := failing == 1
					if decides, ok := allowed[strings.Join(setNames(set, names), " ")]; ok && decides != n {
						fails = !fails
					}
					word := alone[n]["200"]
					if fails {
						word = alone[n][map[string]string{"IM": "412", "IUS": "412", "INM": "304", "IMS": "304"}[n]]
					}
					line += " " + word
				}
				want := op[1]
				if _, ok := allowed[strings.Join(sent, " ")]; !ok {
					want = "400 MultipleConditionHeadersNotSupported"
				} else if failing == 1 && len(sent) > 0 {
					want = "412 ConditionNotMet"
				}
				b.Want(line, want)
			}
		}
	}
}

func setNames(set int, names []string) (list []string) {
	for i, n := range names {
		if set>>i&1 == 1 {
			list = append(list, n)
		}
	}
	return list
}

// rules.md, "Conditions on writes", "Existing committed blob", and several ETags.
func TestWriteConditionsByValue(t *testing.T) {
	for _, op := range writeOps {
		for _, row := range [][2]string{
			{"if-match=$now.etag", op[1]},
			{"if-match=$old.etag", "412 ConditionNotMet"},
			{"if-match=garbage", "412 ConditionNotMet"},
			{"if-match=*", op[1]},
			{"if-none-match=$now.etag", "412 ConditionNotMet"},
			{"if-none-match=$old.etag", op[1]},
			{"if-none-match=*", map[bool]string{true: "409 BlobAlreadyExists",
				false: op[1]}[strings.HasPrefix(op[0], "put-blob")]},
			{"if-modified-since=00:05.0", "412 ConditionNotMet"},
			{"if-unmodified-since=00:04.9", "412 ConditionNotMet"},
			{"if-match=[$old.etag,$now.etag]", "400 MultipleConditionHeadersNotSupported"},
			{"if-none-match=[$old.etag,garbage]", "400 MultipleConditionHeadersNotSupported"},
			{"if-match=[$now.etag]", op[1]},
			{"if-modified-since=[00:01.0,00:02.0]", "400 InvalidHeaderValue"},
		} {
			b := dated(t)
			if onLeased(op[0]) {
				b.All("ann: acquire-blob-lease path=wiki/x duration=60 id=guid:A")
			}
			b.Want("ann: "+op[0]+" "+row[0], row[1])
		}
	}
}

// rules.md, "Conditions on writes", "Blob missing".
func TestWriteConditionsOnAMissingBlob(t *testing.T) {
	headers := []string{"", " if-match=$now.etag", " if-match=*", " if-none-match=$now.etag", " if-none-match=*",
		" if-modified-since=00:59.0",
		" if-unmodified-since=00:01.0"}
	creates := []string{"201", "412 ConditionNotMet", "412 ConditionNotMet", "201", "201", "201", "201"}
	for _, op := range writeOps {
		for i, header := range headers {
			want := "404 BlobNotFound"
			if strings.HasPrefix(op[0], "put-blob") {
				want = creates[i]
			}
			b := dated(t)
			b.Want("ann: "+strings.Replace(op[0], "wiki/x", "wiki/none", 1)+header, want)
			b.All("ann: delete-blob path=wiki/x")
			b.Want("ann: "+op[0]+header, want)
		}
	}
}

// rules.md, "Last-Modified": whole seconds, so that two writes within one second look like one to a date (R23), not to
// an ETag.
func TestDatesAreBlindWithinASecond(t *testing.T) {
	b := dated(t)
	b.All("ann a1: put-blob path=wiki/x body=1")
	b.Wait(400 * time.Millisecond)
	b.All("ben: put-blob path=wiki/x body=2")
	b.Want("ann: put-blob path=wiki/x body=3 if-match=$a1.etag", "412 ConditionNotMet")
	b.Want("ann: put-blob path=wiki/x body=3 if-unmodified-since=$a1.last-modified", "201")
	b.Wait(time.Second)
	b.All("ben: put-blob path=wiki/x body=4")
	b.Want("ann: put-blob path=wiki/x body=5 if-unmodified-since=$a1.last-modified", "412 ConditionNotMet")
}

// rules.md, "What each operation accepts" and "Where sources disagree" (row 25), and R38: which conditions container
// operations look at.
func TestContainerConditions(t *testing.T) {
	for _, row := range [][3]string{ // operation, If-Unmodified-Since that fails, If-Modified-Since that fails
		{"set-container-metadata path=wiki", "200", "412 ConditionNotMet"},
		{"set-container-acl path=wiki", "412 ConditionNotMet", "412 ConditionNotMet"},
		{"delete-container path=wiki", "412 ConditionNotMet", "412 ConditionNotMet"},
		{"acquire-container-lease path=wiki duration=15", "412 ConditionNotMet", "412 ConditionNotMet"},
	} {
		for i, header := range []string{" if-unmodified-since=00:04.0", " if-modified-since=00:05.0"} {
			b := newBench(t)
			b.All("seed: create-container path=wiki")
			b.Wait(5 * time.Second)
			b.All("ben: set-container-metadata path=wiki meta.b=2")
			b.Want("ann: "+row[0]+header, row[i+1])
		}
		b := newBench(t)
		b.All("seed: create-container path=wiki")
		accepted := map[bool]string{true: "201", false: "200"}[strings.HasPrefix(row[0], "acquire")]
		if strings.HasPrefix(row[0], "delete") {
			accepted = "202"
		}
		b.Want("ann: "+row[0]+" if-match=garbage if-none-match=*", accepted)
	}
}

// rules.md, "What each operation accepts": a condition on Put Block is passed over, whatever it says; the same one
// refuses the commit.
func TestAConditionOnABlockProtectsNothing(t *testing.T) {
	for _, header := range []string{"if-match=stale", "if-none-match=*", "if-modified-since=00:59.0",
		"if-unmodified-since=00:01.0", "if-match=stale if-none-match=stale"} {
		for _, path := range []string{"wiki/x", "wiki/none"} {
			b := dated(t)
			b.Want("ann: put-block path="+path+" block=AAAA body=a "+header, "201")
			b.Want("ann: put-block-from-url path="+path+" block=BBBB source=wiki/x "+header, "201")
		}
	}
	b := dated(t)
	b.Want("ann: put-block path=wiki/x block=AAAA body=a if-match=stale", "201")
	b.Want("ann: put-block-list path=wiki/x blocks=[AAAA] if-match=stale", "412 ConditionNotMet")
}

// rules.md, "What each operation accepts", x-ms-if-tags: comparisons joined by AND; unmet is 412, for reads too; it
// must hold beside the other conditions.
func TestConditionsOnTags(t *testing.T) {
	for query, met := range map[string]bool{`state = 'open'`: true, `"state"='open' AND n >= '3'`: true,
		`state='done'`: false, `n > '3'`: false, `n < '4'`: true,
		`n <= '2'`: false, `n <> '3'`: false, `other <> '3'`: false, `n='3'and"state"='open'`: true,
		`"two words" = 'a b'`: true} {
		for verb, ok := range map[string]string{"get-blob": "200", "get-blob-tags": "200", "set-blob-tags": "204",
			"set-blob-metadata": "200", "delete-blob": "202",
			"put-blob": "201", "get-block-list": "200"} {
			b := newBench(t)
			b.All("seed: create-container path=wiki")
			b.send("ben", "put-blob", engine.Args("path", "wiki/x", "tag.state", "open", "tag.n", "3", "tag.two words",
				"a b"))
			a := b.send("ann", verb, engine.Args("path", "wiki/x", "if-tags", query))
			want := "412 ConditionNotMet"
			if met {
				want = ok
			}
			if a.String() != want || !met && (a.Why.Rule.Kind != "stale-write" || a.Why.Since.By != "ben") {
				t.Errorf("%s if-tags=%s: %s, want %s", verb, query, a, want)
			}
		}
	}
	for _, query := range []string{"", "state", "state=", "state=open", "state='open", "='open'",
		"state='open' OR n='3'", "state='open' AND"} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
		if a := b.send("ann", "get-blob", engine.Args("path", "wiki/x", "if-tags",
			query)); a.String() != "400 InvalidHeaderValue" {
			t.Errorf("if-tags=%s: %s", query, a)
		}
	}
	b := newBench(t)
	b.All("seed: create-container path=wiki", "ann a: put-blob path=wiki/x body=1 tag.n=3",
		"ann: put-blob path=wiki/src body=1 tag.n=3")
	for line, want := range map[string]string{
		"put-blob path=wiki/x body=2 if-match=stale if-tags=n='3'":   "412 ConditionNotMet",
		"put-blob path=wiki/x body=2 if-match=$a.etag if-tags=n='4'": "412 ConditionNotMet",
		"put-blob path=wiki/none body=2 if-tags=n='3'":               "412 ConditionNotMet",
		"copy-blob path=wiki/x source=wiki/src if-tags=n='4'":        "412 TargetConditionNotMet",
		"copy-blob path=wiki/x source=wiki/src source-if-tags=n='4'": "412 SourceConditionNotMet",
		"get-blob path=wiki/none if-tags=n='3'":                      "404 BlobNotFound",
		"get-blob path=wiki/x if-none-match=$a.etag if-tags=n='4'":   "304"} { // the headers are looked at first
		b.Want("ann: "+line, want)
	}
}
