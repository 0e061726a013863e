package plain

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interleave/engine/export"
	"interleave/engine/room"
)

// A report has the picture of the sequence beside it and names it; what is there stays as it is, unless over is said.
func TestAReportHasAPicture(t *testing.T) {
	folder := t.TempDir()
	report, picture := filepath.Join(folder, "a.md"), filepath.Join(folder, "a.sequence.svg")
	cast := func(word string, r *room.Room, _, _ int) ([]byte, error) {
		if word != export.AsSequence {
			t.Errorf("the desktop is asked for %s", word)
		}
		return []byte("<svg/>"), nil
	}
	call := func(args ...string) (string, int) {
		var b bytes.Buffer
		code := Main(cast, append([]string{"export", "-o", report}, args...), strings.NewReader(""), &b, &b)
		return b.String(), code
	}
	if out, code := call("wiki"); code != exitOK {
		t.Fatalf("%d\n%s", code, out)
	}
	text, err := os.ReadFile(report)
	if err != nil || !strings.Contains(string(text), "](<a.sequence.svg>)") {
		t.Errorf("%v\n%s", err, text)
	}
	if svg, err := os.ReadFile(picture); err != nil || string(svg) != "<svg/>" {
		t.Errorf("%v %q", err, svg)
	}
	if err := os.WriteFile(picture, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := call("wiki"); code == exitOK || !strings.Contains(out, "stays as it is") {
		t.Errorf("%d\n%s", code, out)
	}
	if err := os.Remove(report); err != nil {
		t.Fatal(err)
	}
	if out, code := call("wiki"); code == exitOK {
		t.Errorf("%d\n%s", code, out)
	}
	if svg, _ := os.ReadFile(picture); string(svg) != "mine" {
		t.Errorf("the picture is %q", svg)
	}
	if out, code := call("-over", "wiki"); code != exitOK {
		t.Errorf("%d\n%s", code, out)
	}
}
