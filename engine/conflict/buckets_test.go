package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// The last conflict of a few lines, told.
func toldOf(t *testing.T, lines string) conflict.Narrative {
	t.Helper()
	r, last := run(t, "seed: create-bucket lake\nseed: put-object lake/k v1\n"+lines)
	if last.Severity == 0 {
		t.Fatalf("no conflict comes of\n%s", lines)
	}
	return conflict.Story(r.Timeline.World(), last)
}

// The referee's rules on sentences: who was at the service, and what passed there.
func TestStoriesOfTwoAtOnce(t *testing.T) {
	for _, row := range []struct{ lines, first string }{
		{"ann: send put-object lake/k x if-none-match=* as a\narrive a\nben: delete-object lake/k\ndeliver a\n",
			"Ben deleted lake/k with #4. Ana's #3 had already reached the service. "},
		{"ann: get-object lake/k as g\nann: send put-object lake/k x if-match=$g.etag as a\narrive a\nben: " +
			"put-object lake/k v1\ndeliver a\n",
			"Ben saved v2 with #5. Ana's #4 had already reached the service. "},
		{"ann: create-multipart-upload lake/k as u\nann: upload-part lake/k x upload=$u.upload part=1 as p\nben: " +
			"delete-object lake/k\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-none-match=* from=none\n",
			"Ben deleted lake/k with #5. "},
		{"set bucket.contention=on\nann: get-object lake/k as g\nben: send put-object lake/k y as b\nann: send " +
			"put-object lake/k x if-match=$g.etag as a\n" +
			"arrive a b\ndeliver a\ndeliver b\n",
			"Ben's #4 stood undecided at the service. Ana's #5 was there too. "},
	} {
		told := toldOf(t, row.lines)
		if !strings.HasPrefix(told.First, row.first) {
			t.Errorf("%s%s", row.lines, told.First)
		}
	}
}

// What was never shown and what a policy refused are told as what they are.
func TestStoriesOfBuckets(t *testing.T) {
	told := toldOf(t, "ann: create-multipart-upload lake/k as u\nann: upload-part lake/k x upload=$u.upload part=1 "+
		"as p\nben: put-object lake/k y\n"+
		"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload from=none\n")
	if !strings.HasPrefix(told.First, "Ben saved v2 with #5. Ana's upload had begun") ||
		!strings.Contains(told.First, "No read will ever show what Ana wrote.") {
		t.Errorf("%+v", told)
	}
	told = toldOf(t, "seed: put-bucket-policy lake @p.json\nann: put-object lake/k y\n-- p.json --\n"+
		`{"Statement": {"Effect": "Deny", "Principal": "*", "Action": "s3:PutObject", "Resource": "arn:aws:s3:::lake/*"}}`+"\n")
	if !strings.HasPrefix(told.First, "The start set the policy of lake. ") {
		t.Errorf("%+v", told)
	}
}
