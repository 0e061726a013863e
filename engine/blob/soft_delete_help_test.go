package blob_test

import (
	"regexp"
	"testing"
)

// rules.md, "Soft delete": DeleteRetentionPolicy has Enabled and Days. What is deleted under the form that the help
// shows is brought back.
func TestTheHelpShowsARetentionThatKeeps(t *testing.T) {
	form := regexp.MustCompile(`DeleteRetentionPolicy as (\S+);`)
	for _, spec := range service.Ops {
		for _, p := range spec.Params() {
			shown := form.FindStringSubmatch(p.Help)
			if len(shown) != 2 {
				continue
			}
			b := newBench(t)
			b.Want("seed: create-container path=con", "201")
			b.Want("seed: put-blob path=con/b body=one", "201")
			b.Want("ann: set-blob-service-properties account=devstore property.DeleteRetentionPolicy="+shown[1], "202")
			b.Want("ann: delete-blob path=con/b", "202")
			b.Want("ben: undelete-blob path=con/b", "200")
			b.Want("ben: get-blob path=con/b", "200")
			return
		}
	}
	t.Error("no parameter shows the form")
}
