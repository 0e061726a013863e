package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A container that is deleted and made anew is another thing of the same name (engine/blob/rules.md, "What each
// operation accepts"; the referee's rules, "Mark"): what lay in it went with it, and was not deleted by itself; who has
// made it anew knows that; and what its maker did not set, nobody has.
func TestAContainerThatWasMadeAnewIsAnother(t *testing.T) {
	const (
		start = "writer cy \"Cy\"\nseed: create-container con meta.a=1\nseed: put-blob con/s x\n"
		gone  = "ben: delete-container con\nclock +31s\n"
		anew  = "cy: create-container con\n"
		went  = "What Ana had read went when Ben deleted con, which Cy made anew."
	)
	for _, row := range []struct {
		name, lines string
		kind        engine.Trouble
		says, step  string
	}{
		{"a blob is written there again", "ann: get-blob con/s\n" + gone + anew + "ann: put-blob con/s y\n",
			engine.LostUpdate, "con/s had gone with con, which Ben deleted at 00:00.0; Cy made con anew, and Ana " +
				"wrote con/s there again.", "Cy created con"},
		{"by who made it anew", "ann: get-blob con/s\n" + gone + "ann: create-container con\nann: put-blob con/s y\n",
			"", "", ""},
		{"its metadata", "ann: get-container-metadata con\n" + gone + "cy: create-container con meta.b=2\n" +
			"ann: set-container-metadata con meta.a=2\n", engine.LostUpdate, "Cy's metadata was overwritten by Ana. " +
			went, "Ben deleted con"},
		{"all of it", "ann: get-container-metadata con\n" + gone + anew + "ann: delete-container con\n",
			engine.LostUpdate, "Cy's container was deleted by Ana. " + went, "Ana read the metadata of v1"},
		{"under a lease that is over", "ann: acquire-container-lease con duration=15\nclock +20s\n" + gone + anew +
			"ann: delete-container con\n", engine.StaleHolder, "Ana's lease (15 s from 00:00.0) ended at 00:15.0. " +
			"Cy's container was deleted by Ana", "Ana took the lease"},
		{"policies that nobody set", "ann: get-container-acl con\n" + gone + anew +
			"ann: set-container-acl con policy.P=r\n", "", "", ""},
		{"public access that its maker set", "ann: get-container-acl con\n" + gone + "cy: create-container con " +
			"public=blob\nann: set-container-acl con policy.P=r\n", engine.LostUpdate, "Cy's public access was " +
			"overwritten by Ana. " + went, "Cy created con"},
	} {
		r, last := run(t, start+row.lines)
		if last.Kind != row.kind {
			t.Errorf("%s: %s", row.name, last)
		}
		if row.kind == "" || last.Kind == "" {
			continue
		}
		told, steps := conflict.Story(r.Timeline.World(), last), ""
		for _, s := range told.Steps {
			steps += s.Text + "\n"
		}
		if !strings.HasPrefix(told.First, row.says) || !strings.Contains(steps, row.step) {
			t.Errorf("%s: %s\n%s", row.name, told.First, steps)
		}
	}
}

// Set Container ACL replaces the public access and all policies at once (engine/blob/rules.md, "What each operation
// accepts"): what one took away, and another who knew nothing of that sets again, is told as just that.
func TestPublicAccessThatIsOpenedAgainIsTold(t *testing.T) {
	const start = "seed: create-container con public=blob\nann: get-container-acl con\n"
	for _, row := range []struct{ taken, sets, says, step string }{
		{"", "policy.P=r public=blob", "Ben had taken away the public access to con, and Ana opened it again (blob). ",
			"Ben took con's public access away with #3."},
		{" policy.Q=r", "policy.P=r public=blob", "Ben had taken away the public access to con, and Ana opened it " +
			"again (blob), and the access policies that it had set are gone. ",
			"Ben set con's access policies and took the public access away with #3."},
		{"", "policy.P=r", "Ben's access settings were overwritten by Ana. ",
			"Ben took con's public access away with #3."},
	} {
		r, last := run(t, start+"ben: set-container-acl con"+row.taken+"\nann: set-container-acl con "+row.sets+"\n")
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != engine.LostUpdate || !strings.HasPrefix(told.First, row.says) ||
			told.Steps[1].Text != row.step {
			t.Errorf("%s, %s: %s\n%s\n%+v", row.taken, row.sets, last, told.First, told.Steps)
		}
	}
}
