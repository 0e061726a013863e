package dialogs

import (
	"image"
	"strings"
)

func lower(text string) string {
	if text == "" {
		return text
	}
	return strings.ToLower(text[:1]) + text[1:]
}

func rect(x, y, w, h int) image.Rectangle { return image.Rect(x, y, x+max(w, 0), y+max(h, 0)) }

func point(x, y int) image.Point { return image.Pt(x, y) }
