package export

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/lesson"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/engine/wire"
)

// Subject is what a copy is about; what is missing is chosen by itself: the newest request, the newest conflict.
type Subject struct {
	Request int
	Object  engine.ObjectID // as `blob wiki/home.md`
	Trouble *view.Trouble
}

// Choice is one thing that can be copied. Why says in a sentence why it cannot be now.
type Choice struct{ Word, Title, Why string }

// The words of a copy beside those of the languages.
const (
	Raw      = "raw"
	Tag      = "tag"
	Tale     = "story"
	Scenario = "scenario"
)

// complete chooses what a subject leaves open.
func (s Subject) complete(v *view.View) Subject {
	log := v.Log()
	for i := log.Len() - 1; i >= 0 && s.Request == 0; i-- {
		if log.At(i).Event().By != engine.Seed {
			s.Request = log.At(i).Event().Request
		}
	}
	if list := v.Troubles(); s.Trouble == nil && len(list) > 0 {
		s.Trouble = &list[len(list)-1]
	}
	return s
}

// Choices are what can be copied, in the order in which it is offered: the request in all its forms, then the rest. A
// tool that does not speak the request's protocol at all is not among them.
func Choices(v *view.View, s Subject) (list []Choice) {
	s = s.complete(v)
	words, titles := Languages()
	x := v.Exchange(s.Request)
	for i, w := range words {
		c := Choice{Word: w, Title: titles[i], Why: "No request has been sent yet."}
		if x != nil {
			if other := v.Spec(x.Verb).Prompt(); w == redisCLI.word && !other || other &&
				(w == curl.word || w == cli.word) {
				continue
			}
			_, c.Why = Code(v, s.Request, w)
		}
		list = append(list, c)
	}
	raw, tale, tag, run := Choice{Raw, "The raw request and answer", ""}, Choice{Tale, "The story of the conflict", ""},
		Choice{Tag, "The whole tag of the object", ""}, Choice{Scenario, "This run as a scenario", ""}
	if x == nil {
		raw.Why = "No request has been sent yet."
	}
	if s.Trouble == nil {
		tale.Why = "There is no conflict yet."
	}
	_, _, tag.Why = tagOf(v, s.Object)
	if v.Step == 0 {
		run.Why = "Nothing has happened yet."
	}
	return append(list, raw, tale, tag, run)
}

// About says in a few words which request a subject is about; empty where there is none.
func About(v *view.View, s Subject) string {
	s = s.complete(v)
	x := v.Exchange(s.Request)
	if x == nil {
		return ""
	}
	return fmt.Sprintf("Request #%d of %s: %s %s", x.Number, v.Title(x.By), v.Spec(x.Verb).Method,
		conflict.Place(x.Object))
}

// Copy is the text that a word stands for, with the sentence that says what it is; why says in a sentence why there is
// none.
func Copy(r *room.Room, s Subject, word string) (text, said, why string) {
	v := r.View()
	s = s.complete(v)
	switch word {
	case Tale:
		if s.Trouble == nil {
			return "", "", "There is no conflict yet."
		}
		return Story(v.Story(s.Trouble.Finding), advice.For(v, s.Trouble.Finding)), "Copied the story.", ""
	case Tag:
		return tagOf(v, s.Object)
	case Scenario:
		if v.Step == 0 {
			return "", "", "Nothing has happened yet."
		}
		return string(r.Scenario()), fmt.Sprintf("Copied the run of %d steps as a scenario.", v.Step), ""
	}
	if s.Request == 0 {
		return "", "", "No request has been sent yet."
	}
	if word == Raw {
		return Exchange(v, s.Request), fmt.Sprintf("Copied #%d as it travels.", s.Request), ""
	}
	text, why = Code(v, s.Request, word)
	if why != "" {
		return "", "", why
	}
	return text, fmt.Sprintf("Copied #%d for %s.", s.Request, titleOf(word)), ""
}

func titleOf(word string) string {
	for _, t := range languages {
		if t.word == word {
			return t.title
		}
	}
	return word
}

func tagOf(v *view.View, object engine.ObjectID) (text, said, why string) {
	if object.IsZero() {
		return "", "", "No object is chosen."
	}
	t := v.Truth(object)
	switch {
	case !t.Exists:
		return "", "", conflict.Place(object) + " is not there."
	case len(t.Versions) == 0 || t.Versions[0].Tag == "":
		return "", "", conflict.Place(object) + " has no tag."
	}
	return t.Versions[0].Tag, fmt.Sprintf("Copied the whole tag of v%s.", t.Versions[0].Number), ""
}

// Exchange is a request and its answer as they would travel, as far as there is one.
func Exchange(v *view.View, number int) string {
	asked, said, answered := v.Wire(number, nil)
	text := rawText(asked)
	if !answered {
		return text + "\n(not answered yet)\n"
	}
	return text + "\n" + rawText(said)
}

func rawText(raw wire.Raw) string {
	var b strings.Builder
	for _, l := range raw.Lines {
		b.WriteString(harmless(l.Text) + "\n")
	}
	return b.String()
}

// File is one form in which a session can be written to a file.
type File struct{ Word, Title, Say, Ext string }

// The words of files, beside Scenario.
const (
	AsReport  = "report"
	AsMermaid = "mermaid"
	AsLines   = "jsonl"
	AsText    = "text"
	AsCast    = "asciicast" // made by the desktop, which has the frames
	AsPicture = "svg"       // likewise
	AsLesson  = "lesson"
	AsHandout = "handout"

	AsSequence = "sequence" // a picture too
)

// Files are the forms of a file, in the order in which they are offered.
func Files() []File {
	return []File{
		{AsHandout, "Handout", "The lesson that is on, as a page: its questions, and on the back what happened. " +
			"Markdown; a name that ends in .html makes a page to print.",
			".handout.md"},
		{AsLesson, "Lesson", "A lesson made of this: a question in front of each decision that got a mark, for you " +
			"to edit.",
			".lesson.race"},
		{AsReport, "Report", "A page of Markdown: the stories, the differences, the rules, a diagram, the events.",
			".md"},
		{AsMermaid, "Sequence diagram", "For Mermaid: who sent what, and what became of it.", ".mmd"},
		{Scenario, "Scenario", "The branch up to here, as a file that can be run again.", ".race"},
		{AsLines, "Events", "JSON lines: one object for each event.", ".jsonl"},
		{AsCast, "Recording", "An asciicast: the branch, step by step, as this desktop shows it.", ".cast"},
		{AsSequence, "Picture of the sequence", "An SVG: every message of the branch, time going down.",
			".sequence.svg"},
		{AsPicture, "Picture", "An SVG: the screen as it stands, with text as text.", ".svg"},
		{AsText, "The text of the object", "What the service has now.", ""},
	}
}

// FormOf is the form that a file is given by the end of its name; empty where none has that end.
func FormOf(name string) string {
	for _, f := range Files() {
		if f.Ext != "" && strings.HasSuffix(name, f.Ext) {
			return f.Word
		}
	}
	return ""
}

// Ready says whether a session can be written in a form now; why says in words why not.
func Ready(v *view.View, object engine.ObjectID, word string) (ok bool, why string) {
	if word == AsText {
		_, why = textOf(v, object)
		return why == "", why
	}
	if word == AsHandout && v.Lesson == "" {
		return false, "no lesson is on"
	}
	if word == AsLesson && len(v.Troubles()) == 0 {
		return false, "nothing got a mark yet"
	}
	if v.Step == 0 {
		return false, "nothing has happened yet"
	}
	return true, ""
}

// textOf is the newest text of an object.
func textOf(v *view.View, object engine.ObjectID) (text, why string) {
	if object.IsZero() {
		return "", "no object is chosen"
	}
	t := v.Truth(object)
	if !t.Exists || len(t.Versions) == 0 {
		return "", "there is no text of " + conflict.Place(object)
	}
	return t.Versions[0].Body, ""
}

// Write is a session in a form; why says in a sentence why there is none. Made is what a report says of itself. A
// recording and a picture are not made here.
func Write(r *room.Room, object engine.ObjectID, word string, made Made) (text []byte, why string) {
	v := r.View()
	if ok, why := Ready(v, object, word); !ok {
		return nil, why
	}
	switch word {
	case AsReport:
		return Report(r.Branches(), made), ""
	case AsMermaid:
		return Mermaid(v), ""
	case AsLines:
		return Lines(v), ""
	case Scenario:
		return r.Scenario(), ""
	case AsLesson, AsHandout:
		return ofLesson(r, word)
	case AsText:
		body, _ := textOf(v, object)
		return []byte(body), ""
	}
	return nil, fmt.Sprintf("%q is no form that is known here", word)
}

// ofLesson is a lesson made of a session, or the handout of the lesson that is on.
func ofLesson(r *room.Room, word string) (text []byte, why string) {
	services := r.View().Services()
	if word == AsLesson {
		made, err := lesson.FromScenario("A session", string(r.Scenario()), services)
		if err != nil {
			return nil, err.Error()
		}
		return []byte(made), ""
	}
	name, script := r.ScriptText()
	l, err := lesson.Parse(name, []byte(script), services)
	if err != nil {
		return nil, err.Error()
	}
	code := ""
	if result, err := l.File.Run(); err == nil {
		code, _ = CodeOf(result.Timeline.World(), l.TakeHome, curl.word)
	}
	return []byte(Handout(l, r.Branches(), code)), ""
}
