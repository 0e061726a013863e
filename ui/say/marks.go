package say

import (
	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
)

// marks are the severities, each with the word that always stands with its mark, its colour, and the ground of a row
// that has it.
var marks = map[engine.Severity]struct {
	word      string
	ink, tint themes.Role
}{
	engine.SeverityRefused: {"refused", themes.Refused, themes.RefusedTint},
	engine.SeveritySilent:  {"silent", themes.Silent, themes.SilentTint},
	engine.SeverityUnknown: {"unknown", themes.Unknown, themes.UnknownTint},
}

// MarkInk is the colour of a mark; what is none has the colour of text.
func MarkInk(severity engine.Severity) themes.Role {
	if m, ok := marks[severity]; ok {
		return m.ink
	}
	return themes.Text
}

// MarkTint is the ground of a row with a mark.
func MarkTint(severity engine.Severity) themes.Role { return marks[severity].tint }

// Finding is a mark with what it found. A silent one stands on the mark's own colour: nobody is told of the loss, so it
// is to be seen as far as a refusal is, also where a terminal has few colours for tints, or none.
func Finding(severity engine.Severity, text string) grid.Span {
	if severity == engine.SeveritySilent {
		return grid.Span{Text: text, Style: themes.Style{Ink: themes.Badge, Ground: themes.Silent, Bold: true}}
	}
	return Bold(MarkInk(severity), text)
}

// Mark is a mark with its word, as `! refused`.
func Mark(severity engine.Severity) string { return string(rune(severity)) + " " + MarkWord(severity) }

// MarkWord is the word that always stands with a mark; empty where there is none.
func MarkWord(severity engine.Severity) string { return marks[severity].word }

// Person is somebody's name in that person's colour; what is nobody in particular stays dim.
func Person(v *view.View, id, text string) grid.Span { return Ink(PersonInk(v, id), text) }

// PersonInk is somebody's colour.
func PersonInk(v *view.View, id string) themes.Role {
	if w := v.Writer(id); w != nil && id != engine.Seed {
		return themes.Writer(int(w.Place))
	}
	return themes.Dim
}
