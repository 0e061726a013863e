package ui

import (
	"testing"

	"interleave/engine"
)

// The window of a bucket says which key makes an object and which one begins the policy, and tells a policy that is not
// there from a bucket that is not.
func TestABucketsWindowSaysWhatIsNotThere(t *testing.T) {
	d, root, _ := newDesk(t, "", 80, 24)
	typed(d, "writer ana \"Ana\"", "writer ben \"Ben\"", "ana: create-bucket lake", "ana: put-object lake/a x")
	root.Select(engine.ParseObject("bucket lake"))
	d.Press("1")
	d.See("e makes an object in it.")
	d.See("it is there  own write")
	d.See("1 object")
	d.Press("r")
	d.See("Read   no policy")
	d.See("It has no policy. e types one.")
	d.See("o makes an object in it.")
	typed(d, "ana: delete-object lake/a", "ana: delete-bucket lake")
	d.See("Has    nothing there")
	d.See("Ana has deleted it.")
	d.Not("no policy")
	d.Press("2", "r")
	d.See("Read   nothing there")
	d.See("It was not there when Ben asked.")
}
