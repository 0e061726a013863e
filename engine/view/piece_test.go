package view_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// Who wrote five bytes of ten knows those, and not the file: nothing says that it is up to date. Who read it does.
func TestAPieceIsNotTheWhole(t *testing.T) {
	const start = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/f 10\n"
	for lines, want := range map[string]bool{
		"ben: put-range s/f BBBBB range=0-4\n":                    false,
		"ben: put-range s/f BBBBBBBBBB range=0-9\n":               true,
		"ben: get-file s/f\n":                                     true,
		"ben: put-range s/f BBBBB range=0-4\nben: get-file s/f\n": true,
	} {
		v := roomtest.AtEnd(t, start+lines)
		if behind, known := v.Behind("ben", engine.ParseObject("file s/f")); known != want || behind != 0 {
			t.Errorf("%s%d behind, known %t", lines, behind, known)
		}
	}
}
