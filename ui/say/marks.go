package say

import (
	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
)

// MarkInk is the colour of a mark; what is none has the colour of text.
func MarkInk(severity engine.Severity) themes.Role {
	switch severity {
	case engine.SeverityRefused:
		return themes.Refused
	case engine.SeveritySilent:
		return themes.Silent
	case engine.SeverityUnknown:
		return themes.Unknown
	}
	return themes.Text
}

// MarkTint is the ground of a row with a mark.
func MarkTint(severity engine.Severity) themes.Role {
	switch severity {
	case engine.SeverityRefused:
		return themes.RefusedTint
	case engine.SeveritySilent:
		return themes.SilentTint
	case engine.SeverityUnknown:
		return themes.UnknownTint
	}
	return themes.Default
}

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
func MarkWord(severity engine.Severity) string {
	switch severity {
	case engine.SeverityRefused:
		return "refused"
	case engine.SeveritySilent:
		return "silent"
	case engine.SeverityUnknown:
		return "unknown"
	}
	return ""
}

// Person is somebody's name in that person's colour; what is nobody in particular stays dim.
func Person(v *view.View, id, text string) grid.Span { return Ink(PersonInk(v, id), text) }

// PersonInk is somebody's colour.
func PersonInk(v *view.View, id string) themes.Role {
	if w := v.Writer(id); w != nil && id != engine.Seed {
		return themes.Writer(int(w.Place))
	}
	return themes.Dim
}
