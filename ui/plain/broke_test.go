package plain

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"interleave/persist"
)

// breaking is an input that a program cannot survive.
type breaking struct{ first string }

func (b *breaking) Read(to []byte) (int, error) {
	if b.first == "" {
		panic("the line broke")
	}
	n := copy(to, b.first)
	b.first = b.first[n:]
	return n, nil
}

func TestWhatBreaksSavesAndSaysHowToGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "broke.db")
	var out, errOut bytes.Buffer
	code := Main(nil, []string{"--plain", "--session", path}, &breaking{"run\n"}, &out, &errOut)
	if code != exitUnmet {
		t.Errorf("code %d, want %d", code, exitUnmet)
	}
	want := "The program broke: the line broke. The session is saved; this opens it again:\ninterleave --session " +
		path + "\n"
	if errOut.String() != want {
		t.Errorf("said\n%swant\n%s", errOut.String(), want)
	}
	session, err := persist.Read(path)
	if err != nil || len(session.Records) == 0 ||
		!strings.Contains(session.Records[len(session.Records)-1].Line, "deliver a2") {
		t.Errorf("the refusal that was on the screen is not in the file: %d records, %v", len(session.Records), err)
	}
}
