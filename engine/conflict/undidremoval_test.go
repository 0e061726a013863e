package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// rules.md, "Words": there and gone are two states of one part. Who takes the policy of a bucket or a property away has
// none of it there: what a later write undoes is that removal, and no work of theirs is overwritten.
func TestARemovalOfAPartIsUndoneAndNotOverwritten(t *testing.T) {
	const (
		policy = `"{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":\"*\",` +
			`\"Action\":\"s3:GetObject\",\"Resource\":\"arn:aws:s3:::buc/*\"}]}"` + "\n"
		box = "seed: create-bucket buc\nseed: put-bucket-policy buc " + policy +
			"ann: get-bucket-policy buc\n"
		row = "seed: create-table tab\nseed: insert-entity tab/p/r .a=1L .b=1L\n"
	)
	for _, c := range []struct{ lines, says string }{
		{box + "ben: delete-bucket-policy buc\nann: put-bucket-policy buc " + policy,
			"Ben's removal of the policy was undone by Ana."},
		{box + "ben: put-bucket-policy buc " + policy + "ann: put-bucket-policy buc " + policy, "overwritten by Ana"},
		{row + "ann: get-entity tab/p/r as g\nben: update-entity tab/p/r .a=1L if-match=*\n" +
			"ann: merge-entity tab/p/r .b=2L if-match=*\n", "Ben's removal of property \"b\" was undone by Ana."},
	} {
		r, last := run(t, c.lines)
		if told := conflict.Story(r.Timeline.World(), last); !strings.Contains(told.First, c.says) {
			t.Errorf("%s: %s", c.lines, told.First)
		}
	}
}
