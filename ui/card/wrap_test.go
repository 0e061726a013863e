package card

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/wire"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// A long code or id is read whole: it stands in a row of its own rather than in two.
func TestNoCodeIsBroken(t *testing.T) {
	const id = "4aa38e78-0e22-401c-ac73-6d2f9c4be1ce"
	got := besideStep("The service said 409 Conflict under the lease "+id+" of Ana.", 31, 41)
	want := []string{"The service said 409 Conflict", "under the lease", id + " of", "Ana."}
	if !slices.Equal(got, want) {
		t.Errorf("a step is told as %q, want %q", got, want)
	}
	lines := sentLines("Ana sent #7", wire.Raw{Kind: wire.HTTP, Lines: []wire.Line{
		{Name: "x-ms-lease-id", Text: "x-ms-lease-id: " + id},
		{Name: "Authorization", Text: "Authorization: AWS4-HMAC-SHA256 [signature]"}}}, 44)
	told := strings.Join(texts(lines), "\n")
	if !strings.Contains(told, id) || !strings.Contains(told, "[signature]") {
		t.Errorf("a header is told as\n%s", told)
	}
}

func texts(lines []pane.Line) (list []string) {
	for _, l := range lines {
		text := ""
		for _, span := range l.Left {
			text += span.Text
		}
		list = append(list, text)
		if say.Width(l.Left) > 44 {
			list = append(list, "too wide")
		}
	}
	return list
}
