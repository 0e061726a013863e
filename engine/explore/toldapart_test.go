package explore_test

import (
	"strconv"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
)

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
