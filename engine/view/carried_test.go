package view_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/view"
)

// C13: the size that a file is made of is no text of its writer: neither the window nor the comparison shows it as one.
func TestASizeIsNoText(t *testing.T) {
	create, put := enginetest.Spec("create-file"), enginetest.Spec("put-range")
	if text, ok := view.Carried(create, engine.Args("path", "s/f", "size", "30")); ok || view.OneText(create) {
		t.Errorf("a new file carries %q", text)
	}
	if text, ok := view.Carried(put, engine.Args("path", "s/f", "body", "ab", "range", "0-1")); !ok || text != "ab" {
		t.Errorf("a range carries %q", text)
	}
}
