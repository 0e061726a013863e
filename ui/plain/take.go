package plain

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/export"
	"interleave/engine/room"
	"interleave/ui/sessions"
)

// copy says what a word stands for, as `copy curl`, `copy go #9`, `copy story`; alone it says the whole tag and text of
// the object.
func (d *desk) copy(rest string) {
	if rest == "" {
		d.whole()
		return
	}
	about := export.Subject{Object: d.object}
	word, number, _ := strings.Cut(rest, " ")
	if number != "" {
		n, err := strconv.Atoi(strings.TrimPrefix(number, "#"))
		if err != nil || d.room.View().Exchange(n) == nil {
			d.complain("%s is no request here. log lists them.", number)
			return
		}
		about.Request = n
	}
	if !copies(word) {
		d.complain("copy knows no %s.%s It knows %s.", word, sessions.Nearest(word, copyWords()),
			strings.Join(copyWords(), ", "))
		return
	}
	text, _, why := export.Copy(d.room, about, word)
	if why != "" {
		d.complain("%s", why)
		return
	}
	d.say("%s", strings.TrimSuffix(text, "\n"))
}

// copyWords are what can be copied.
func copyWords() []string {
	words, _ := export.Languages()
	return append(words, export.Raw, export.Tale, export.Tag, export.Scenario)
}

func copies(word string) bool {
	for _, w := range copyWords() {
		if w == word {
			return true
		}
	}
	return false
}

// whole says the whole tag and the whole text of the object.
func (d *desk) whole() {
	if d.object.IsZero() {
		d.complain("%s", noObject(d.room.View()))
		return
	}
	t := d.room.View().Truth(d.object)
	if !t.Exists || len(t.Versions) == 0 {
		d.say("%s is not there.", d.object)
		return
	}
	d.say("%s", t.Versions[0].Tag)
	d.say("%s", strings.TrimSuffix(t.Versions[0].Body, "\n"))
}

// absolute is a file's path from the root on: a name alone does not say where it lies.
func absolute(file string) string {
	if path, err := filepath.Abs(file); err == nil {
		return path
	}
	return file
}

func (d *desk) export(rest string) {
	file, over := strings.CutSuffix(rest, " over")
	word := d.formOf(file)
	if first, name, more := strings.Cut(file, " "); more && isFile(first) {
		word, file = first, strings.TrimSpace(name)
	} else if isFile(file) && !strings.Contains(file, ".") {
		d.complain("export %s wants a file.", file)
		return
	}
	if file == "" {
		d.complain("export wants a file.")
		return
	}
	err := Export(d.room, d.object, word, file, over, d.cast)
	switch {
	case errors.Is(err, fs.ErrExist):
		d.complain("%s is there and stays as it is. export %s over writes over it.", file, rest)
	case err != nil:
		d.complain("%s. export FILE chooses another place.", strings.TrimSuffix(sessions.Sentence(err), "."))
	default:
		d.say("Written: %s.", absolute(file))
	}
}

// formOf is what a file's name asks for: `report.md` by its whole name, any other by its end. A file that ends as the
// object's own name does is for the text of the object.
func (d *desk) formOf(file string) string {
	form := export.FormOf(file)
	named := strings.HasPrefix(filepath.Base(file), form+".")
	if form == "" || !named && !d.object.IsZero() && filepath.Ext(d.object.String()) == filepath.Ext(file) {
		return export.AsText
	}
	return form
}

func isFile(word string) bool {
	for _, f := range export.Files() {
		if f.Word == word {
			return true
		}
	}
	return false
}

// Cast makes a recording or a picture of a session, by the word of export, of a screen of that size: the desktop's,
// which has the frames.
type Cast func(word string, r *room.Room, w, h int) ([]byte, error)

// The screen that a recording without a terminal shows.
const castWidth, castHeight = 120, 36

// Export writes a session in a form of export.Files to a file; one that is there stays as it is unless over, and the
// error is then an fs.ErrExist. A report has the picture of the sequence beside it.
func Export(r *room.Room, object engine.ObjectID, word, file string, over bool, cast Cast) error {
	picture := ""
	if word == export.AsReport && cast != nil {
		picture = strings.TrimSuffix(file, filepath.Ext(file)) + ".sequence.svg"
	}
	text, err := exported(r, object, word, filepath.Base(picture), cast)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", file, err)
	}
	if word == export.AsHandout && isPaper(file) {
		text = export.Paper(string(text))
	}
	if picture == "" {
		return sessions.WriteFile(file, text, over)
	}
	if there(picture) && !there(file) && !over {
		return fmt.Errorf("%s is there and stays as it is, and the report would name it: choose another name", picture)
	}
	if err := sessions.WriteFile(file, text, over); err != nil {
		return err
	}
	return drawn(r, picture, over, cast)
}

func there(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// noPicture is the base of an empty name.
const noPicture = "."

// drawn writes the picture of a session's sequence.
func drawn(r *room.Room, file string, over bool, cast Cast) error {
	clone, err := r.Clone() // what draws it moves about in it
	if err != nil {
		return err
	}
	svg, err := cast(export.AsSequence, clone, castWidth, castHeight)
	if err != nil {
		return fmt.Errorf("cannot draw %s: %w", file, err)
	}
	return sessions.WriteFile(file, svg, over)
}

// exported is a session in a form; a report names a picture.
func exported(r *room.Room, object engine.ObjectID, word, picture string, cast Cast) ([]byte, error) {
	switch word {
	case export.AsCast, export.AsPicture, export.AsSequence:
		if cast == nil {
			return nil, errors.New("only the desktop has frames to record")
		}
		return cast(word, r, castWidth, castHeight)
	}
	made := export.Made{Says: "Made on " + time.Now().Format("2 January 2006") + ".", Of: r.View().Branch}
	if picture != noPicture {
		made.Picture = picture
	}
	if script := r.View().Script; script != "" {
		made.Says = strings.TrimSuffix(made.Says, ".") + " from " + script + "."
	}
	text, why := export.Write(r, object, word, made)
	if why != "" {
		return nil, errors.New(why)
	}
	return text, nil
}

// exporting is a call of the subcommand export.
type exporting struct {
	form, out string
	over      bool
}

func exportFlags(set *flag.FlagSet) func(*program, []string) int {
	var e exporting
	set.StringVar(&e.form, "format", "",
		"The `FORM`: report, mermaid, scenario, lesson, handout, jsonl, asciicast, sequence or svg; else by OUT's "+
			"name.")
	set.StringVar(&e.out, "o", "", "The file `OUT` that is written; else the output.")
	set.BoolVar(&e.over, "over", false, "Writes over a file that is there.")
	return func(p *program, names []string) int { return p.export(e, names) }
}

func (p *program) export(e exporting, names []string) int {
	if e.form == "" {
		e.form = export.FormOf(e.out)
	}
	switch {
	case len(names) == 0:
		return p.wrong("export wants a race, such as interleave export -format report home.race.")
	case len(names) > 1:
		return p.wrong("export takes one file: %s or %s.", names[0], names[1])
	case !isFile(e.form) || e.form == export.AsText:
		return p.wrong("export -format takes report, mermaid, scenario, lesson, handout, jsonl, asciicast, sequence "+
			"or svg.%s",
			sessions.Nearest(e.form, []string{"report", "mermaid", "scenario", "lesson", "handout", "jsonl",
				"asciicast", "sequence", "svg"}))
	}
	return p.exportRace(names[0], e.form, e.out, e.over)
}

func (p *program) exportRace(name, form, out string, over bool) int {
	text, err := sessions.ReadRace(name)
	if err != nil {
		return p.wrong("%s cannot be read: %s", name, ended(err))
	}
	r := room.New(catalog.New, room.Options{})
	if err := r.Load(filepath.Base(name), text); err != nil {
		return p.wrong("%s", err)
	}
	err = playAll(r)
	if err != nil {
		fmt.Fprintln(p.errOut, sessions.Sentence(err))
		return exitUnmet
	}
	var made []byte
	if out == "" {
		made, err = exported(r, engine.ObjectID{}, form, noPicture, p.cast)
	} else {
		err = Export(r, engine.ObjectID{}, form, out, over, p.cast)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return p.wrong("%s is there and stays as it is. -over writes over it.", out)
	case err != nil:
		return p.wrong("%s", sessions.Sentence(err))
	case out == "":
		fmt.Fprintf(p.raw, "%s", made)
	default:
		fmt.Fprintf(p.out, "Written: %s.\n", absolute(out))
	}
	return exitOK
}

// playAll plays the script of a session to its end, questions and goals too: nobody is there to answer, so it goes the
// author's way.
func playAll(r *room.Room) (err error) {
	for v := r.View(); (v.Next != "" && !v.Waits() || v.Gate != nil) && err == nil; v = r.View() {
		if v.Gate != nil {
			err = r.PassQuestion(false)
			continue
		}
		_, err = r.Step() // the end of a timer is nobody's doing
	}
	return err
}
