package ui

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/layout"
)

// A cell of a picture, in pixels.
const (
	cellWide = 8
	cellHigh = 17
	fontSize = 13
)

// Picture is a session as an SVG of a desktop of that size, in the colours of the first theme: text as text.
func Picture(r *room.Room, w, h int) ([]byte, error) {
	desk := still(r, w, h)
	desk.catchUp()
	return desk.picture(), nil
}

// Sequence is the sequence of a session's branch as such a picture, as high as it has events.
func Sequence(r *room.Room, w int) ([]byte, error) {
	return still(r, w, 1).sequence(), nil
}

// still is a desktop that nobody works at.
func still(r *room.Room, w, h int) *Root {
	desk := New(Deps{Room: r, Themes: themes.Builtin(), Theme: themes.Builtin()[0].Name, Glyphs: "unicode",
		Quiet: true, After: func(time.Duration, tea.Msg) tea.Cmd { return nil }})
	desk.desk.resize(w, h)
	return desk
}

// sequenceMost is how high a sequence is drawn: what is longer shows its newest part.
const sequenceMost = 1000

// sequence is the sequence of the branch, and nothing around it. It takes the desk for it.
func (r *Root) sequence() []byte {
	const rowsOfEvent = 3 // an event, the wait before it and what it says of itself
	r.catchUp()
	r.desk.resize(max(r.desk.w, 80), min(rowsOfEvent*r.view.Log().Len()+40, sequenceMost))
	r.desk.focusOn(layout.Timeline)
	r.desk.arranged.Zoom = true
	r.desk.arrange()
	r.screen.dirty, r.screen.still = true, true
	place, _ := r.desk.places.Find(layout.Timeline)
	rows := strings.Split(r.View().Content, "\n")
	rows = rows[min(place.Min.Y, len(rows)):min(place.Max.Y, len(rows))]
	if end := len(rows) - 1; end > 0 {
		last := end - 1
		for last > 0 && strings.Trim(ansi.Strip(rows[last]), " │┃") == "" {
			last--
		}
		rows = append(rows[:last+1], rows[end])
	}
	return asSVG(strings.Join(rows, "\n"), r.desk.w, len(rows))
}

// picture is the screen as it stands, without what lies above the desk.
func (r *Root) picture() []byte {
	above := r.layers.list
	r.layers.list, r.screen.dirty = nil, true
	content := r.View().Content
	r.layers.list, r.screen.dirty = above, true
	return asSVG(content, r.desk.w, r.desk.h)
}

// ink of a run of cells.
type pen struct {
	ink, ground                       string
	bold, italic, underline, reversed bool
}

// asSVG draws rows of text with their colours.
//
// Source: W3C, "Scalable Vector Graphics (SVG) 1.1", "Text".
func asSVG(content string, w, h int) []byte {
	var grounds, texts strings.Builder
	for y, row := range strings.Split(content, "\n") {
		x := 0
		for _, run := range runs(row) {
			wide := ansi.StringWidth(run.text)
			run.draw(&grounds, &texts, x, y, wide)
			x += wide
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "+
		"font-family=\"ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace\" font-size=\"%d\" "+
		"shape-rendering=\"crispEdges\">\n", w*cellWide, h*cellHigh, w*cellWide, h*cellHigh, fontSize)
	b.WriteString(grounds.String())
	b.WriteString(texts.String())
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

type textRun struct {
	pen
	text string
}

// draw writes the ground and the text of a run of cells. Its length is stated, so that every font keeps the columns.
func (r textRun) draw(grounds, texts *strings.Builder, x, y, wide int) {
	ink, ground := r.ink, r.ground
	if r.reversed {
		ink, ground = ground, ink
	}
	if ground != "" {
		fmt.Fprintf(grounds, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x*cellWide,
			y*cellHigh,
			wide*cellWide, cellHigh, ground)
	}
	r.text = uprights(grounds, r.text, x, y, ink)
	if strings.TrimSpace(r.text) == "" {
		return
	}
	var escaped strings.Builder
	if xml.EscapeText(&escaped, []byte(r.text)) != nil {
		return // a builder takes all
	}
	fmt.Fprintf(texts, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"%s\" xml:space=\"preserve\"", x*cellWide,
		y*cellHigh+fontSize-1, wide*cellWide, ink)
	for _, style := range []struct {
		on         bool
		name, says string
	}{{r.bold, "font-weight", "bold"}, {r.italic, "font-style", "italic"}, {r.underline, "text-decoration",
		"underline"}} {
		if style.on {
			fmt.Fprintf(texts, " %s=\"%s\"", style.name, style.says)
		}
	}
	fmt.Fprintf(texts, ">%s</text>\n", escaped.String())
}

// uprights draws upright lines from edge to edge of their cells, and takes them out of a text: a font leaves gaps
// between rows.
func uprights(grounds *strings.Builder, text string, x, y int, ink string) string {
	var rest strings.Builder
	at := x
	for _, r := range text {
		wide := map[rune]int{'│': 1, '┃': 2}[r]
		if wide > 0 {
			fmt.Fprintf(grounds, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
				at*cellWide+(cellWide-wide)/2, y*cellHigh, wide, cellHigh, ink)
			r = ' '
		}
		rest.WriteRune(r)
		at += max(ansi.StringWidth(string(r)), 0)
	}
	return rest.String()
}

// runs cuts a row into pieces of one style. The desk writes whole styles: each begins with a reset.
func runs(row string) (list []textRun) {
	var now pen
	for row != "" {
		if rest, ok := strings.CutPrefix(row, "\x1b["); ok {
			codes, behind, _ := strings.Cut(rest, "m")
			now, row = styled(codes), behind
			continue
		}
		end := strings.Index(row, "\x1b[")
		if end < 0 {
			end = len(row)
		}
		list = append(list, textRun{now, row[:end]})
		row = row[end:]
	}
	return list
}

// styled reads the codes of one style.
func styled(codes string) (p pen) {
	list := strings.Split(codes, ";")
	for i := 0; i < len(list); i++ {
		switch list[i] {
		case "1":
			p.bold = true
		case "3":
			p.italic = true
		case "4":
			p.underline = true
		case "7":
			p.reversed = true
		case "38", "48":
			if i+4 >= len(list) {
				return p
			}
			colour := "#"
			for _, part := range list[i+2 : i+5] {
				n, err := strconv.Atoi(part)
				if err != nil {
					return p
				}
				colour += fmt.Sprintf("%02x", n)
			}
			if list[i] == "38" {
				p.ink = colour
			} else {
				p.ground = colour
			}
			i += 4
		}
	}
	return p
}
