package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// Event is one event as a JSON line. Of a run of a file File and Line say which statement made it; of a session Step
// says how far along the branch it stands.
type Event struct {
	File    string   `json:"file,omitempty"`
	Line    int      `json:"line,omitempty"` // of the file, from 1
	Step    int      `json:"step,omitempty"` // along the branch, from 1
	At      string   `json:"at"`             // of the virtual clock
	By      string   `json:"by,omitempty"`   // the writer's id
	Request int      `json:"request,omitempty"`
	Object  string   `json:"object,omitempty"`
	Answer  string   `json:"answer,omitempty"`
	Marks   []string `json:"marks,omitempty"`
	Event   string   `json:"event"` // as the log shows it
}

// EventOf is an event with its marks and its answer in short; the line is as the log shows it. Where it comes from is
// the caller's to add.
func EventOf(e engine.Event, marks []conflict.Finding, line, answer string) Event {
	x := Event{At: e.At.String(), By: e.By, Request: e.Request, Object: e.Object.String(), Event: line, Answer: answer}
	if e.Kind == engine.Switched {
		x.Object = e.Object.Name
	}
	for _, m := range marks {
		x.Marks = append(x.Marks, m.String())
	}
	return x
}

// Lines is the branch up to the cursor as JSON lines, one for each event, those of the start too.
func Lines(v *view.View) []byte {
	var b bytes.Buffer
	for _, entry := range v.Log().All() {
		x := EventOf(*entry.Event(), entry.Marks, v.Line(entry), v.Answered(entry))
		x.Step = entry.Step
		b.Write(JSON(x))
	}
	return b.Bytes()
}

// JSON is a value as one line, in which no character does anything to a terminal.
func JSON(value any) []byte {
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	if err := to.Encode(value); err != nil {
		panic(fmt.Sprintf("export: a line that JSON cannot hold: %v", err))
	}
	odd := func(r rune) bool { return r >= 0x7f && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) }
	if bytes.IndexFunc(b.Bytes(), odd) < 0 {
		return b.Bytes()
	}
	var escaped bytes.Buffer
	for _, r := range b.String() {
		if odd(r) {
			fmt.Fprintf(&escaped, `\u%04x`, r)
		} else {
			escaped.WriteRune(r)
		}
	}
	return escaped.Bytes()
}
