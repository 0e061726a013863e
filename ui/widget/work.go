package widget

import (
	"image"

	"charm.land/bubbles/v2/progress"
	"charm.land/bubbles/v2/spinner"
	"github.com/charmbracelet/x/ansi"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// Work is a row about something that takes long: a sign that turns, a sentence, and where it is known how far it is, a
// bar. Sign and bar are those of bubbles, in the inks of the theme.
type Work struct {
	What  string
	Share float64 // of the work that is done, 0 to 1; negative: nobody knows
	signs [2]spinner.Model
}

// NewWork is work of which nobody knows how far it is.
func NewWork(what string) *Work {
	return &Work{What: what, Share: -1, signs: [2]spinner.Model{spinner.New(spinner.WithSpinner(spinner.MiniDot)),
		spinner.New(spinner.WithSpinner(spinner.Line))}}
}

// Turn moves the sign on. The desktop has its own clock for that, so what the model asks for is left out.
func (k *Work) Turn() {
	for i := range k.signs {
		k.signs[i], _ = k.signs[i].Update(k.signs[i].Tick())
	}
}

// barWidth is how wide a bar of a row may be, with its percentage.
const barWidth = 30

// Paint fills the first row.
func (k *Work) Paint(a grid.Area, look face.Look) {
	w, _ := a.Size()
	sign := k.signs[0]
	if look.Glyphs.Name == "ascii" {
		sign = k.signs[1]
	}
	x := a.Put(0, 0, ansi.Strip(sign.View()), themes.Style{Ink: themes.Key, Bold: true}) + 1
	if k.Share >= 0 && w > 2*barWidth {
		PaintShare(a.Sub(image.Rect(w-barWidth, 0, w, 1)), k.Share, look.Glyphs)
		w -= barWidth + 1
	}
	a.Put(x, 0, look.Glyphs.Fit(k.What, w-x), ink(themes.Text))
}

// PaintShare fills a row with a bar of how far something is, and the percentage.
func PaintShare(a grid.Area, share float64, gl grid.Glyphs) {
	w, _ := a.Size()
	full := []rune(gl.BarFull)[0]
	bar := progress.New(progress.WithWidth(w), progress.WithFillCharacters(full, '.'))
	a.Put(0, 0, ansi.Strip(bar.ViewAs(min(max(share, 0), 1))), ink(themes.Fresh))
}
