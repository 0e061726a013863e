package view_test

import (
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/view"
)

// A plan's line has one word for what each step does: of a file's handle that is the word behind the protocol's name
// (MS-SMB2, 2.2: CREATE opens, then READ, WRITE, LOCK, CLOSE).
func TestAPlanSaysWhatIsDoneThroughAHandle(t *testing.T) {
	want := map[string]string{"smb-create": "open", "smb-read": "read", "smb-write": "write", "smb-lock": "lock",
		"smb-unlock": "unlock", "smb-close": "close", "put-blob": "write", "get-blob": "read"}
	for _, s := range catalog.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if word, ok := want[op.Verb]; ok {
				if got := view.PlanWord(op); got != word {
					t.Errorf("%s is %q, want %q", op.Verb, got, word)
				}
				delete(want, op.Verb)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("no such operations: %v", want)
	}
}
