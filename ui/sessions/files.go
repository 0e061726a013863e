package sessions

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/races"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/persist"
)

// source is a file that was read.
type source struct {
	name string
	text []byte
}

// start is what the files of a start come to: a script, or bodies; said are the sentences about those that stay out.
type start struct {
	script *source
	bodies []source
	said   []string
	empty  bool // nothing is wanted
}

func (s *start) nothing() bool { return s.script == nil && len(s.bodies) == 0 }

// name is what a new session is called.
func (s *start) name() string {
	switch {
	case s.script != nil:
		return strings.TrimSuffix(filepath.Base(s.script.name), ".race")
	case len(s.bodies) > 0:
		return s.bodies[0].name
	case s.empty:
		return "session"
	}
	return "wiki"
}

func (s *start) leave(path, why string) {
	if !strings.HasSuffix(why, "?") {
		why += "."
	}
	s.said = append(s.said, fmt.Sprintf("%s stays out: %s", path, why))
}

// readFiles reads the files of a start and says of each that stays out why.
func readFiles(paths []string) start {
	var s start
	for _, path := range paths {
		if strings.HasSuffix(path, ".race") {
			s.takeScript(path)
		}
	}
	for _, path := range paths {
		switch {
		case strings.HasSuffix(path, ".race"):
		case s.script != nil:
			s.leave(path, "a script brings its own objects")
		default:
			s.takeBody(path)
		}
	}
	return s
}

func (s *start) takeScript(path string) {
	if s.script != nil {
		s.leave(path, "one script opens at a time")
		return
	}
	text, err := ReadRace(path)
	if err != nil {
		s.leave(path, err.Error())
		return
	}
	if _, err := scenario.Parse(path, text, catalog.New().Services()); err != nil {
		s.said = append(s.said, err.Error())
		return
	}
	s.script = &source{name: path, text: text}
}

// maxRace is the largest race that is read, in bytes: more than half a million requests.
const maxRace = 64 << 20

// ReadRace reads a scenario file, or, where there is none of that name, a race of the library.
func ReadRace(path string) ([]byte, error) {
	text, err := persist.ReadFile(path, maxRace)
	if err == nil && textual(text) != nil {
		return nil, textual(text)
	}
	if err == nil {
		return text, nil
	}
	if name, ok := raceNamed(path); ok && errors.Is(err, fs.ErrNotExist) {
		return races.FS.ReadFile(name)
	}
	return nil, Reason(path, err)
}

// Changed says whether the file that a session has as its script is another one by now. A file that is gone, or a race
// of the library, has not changed: the session has its own copy.
func Changed(v *view.View) bool {
	if v.Script == "" {
		return false
	}
	text, err := persist.ReadFile(v.Script, maxRace)
	return err == nil && string(text) != v.Note("script.text")
}

// raceNamed finds a race of the library by its path, its file name, or the latter without its ending.
func raceNamed(word string) (path string, ok bool) {
	for _, name := range races.All() {
		base := strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ".race")
		if word == name || word+".race" == name || word == base+".race" || word == base {
			return name, true
		}
	}
	return "", false
}

// FindRaces are the races of the library in which every word that is meant stands, in any case: in their path, words,
// sources and answers, or in what the documents call their service. Of a lesson its first words count: further on
// stand its answers. A mark with its sign in front, as `~ lost update`, finds the races that show it.
func FindRaces(text string) (paths []string) {
	mark, words := "", slices.DeleteFunc(strings.Fields(strings.ToLower(text)), races.Filler)
	if len(words) > 1 && len(words[0]) == 1 && strings.Contains("!~?", words[0]) {
		mark, words = "\n> "+words[0]+" "+strings.Join(words[1:], "-"), nil
	}
	for _, name := range races.All() {
		text, err := races.FS.ReadFile(name)
		if err != nil {
			continue
		}
		system, all := path.Dir(name), string(text)
		if mark != "" && (system == "lessons" || !strings.Contains(all, mark)) {
			continue
		}
		if system == "lessons" {
			all, _, _ = strings.Cut(all, "\nwriter ")
		}
		for _, kind := range conflict.Kinds() {
			if strings.Contains(all, " "+string(kind)+" ") {
				all += " " + races.AlsoCalled(string(kind))
			}
		}
		all = strings.ToLower(name + "\n" + all + " " + races.AlsoCalled(system) + " " + races.Subjects(system))
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) }) {
			paths = append(paths, name)
		}
	}
	return paths
}

func (s *start) takeBody(path string) {
	name := filepath.Base(path)
	if slices.ContainsFunc(s.bodies, func(b source) bool { return b.name == name }) {
		s.leave(path, fmt.Sprintf("files/%s is there already", name))
		return
	}
	text, err := readBody(path)
	if err != nil {
		s.leave(path, err.Error())
		return
	}
	s.bodies = append(s.bodies, source{name: name, text: text})
}

// readBody reads a file that is to become a blob; the error says in a clause why it cannot.
func readBody(path string) ([]byte, error) {
	text, err := persist.ReadFile(path, engine.MaxTyped)
	if size := (persist.SizeError{}); errors.As(err, &size) {
		return nil, fmt.Errorf("it has %d bytes, and a body has at most %d", size.Size, engine.MaxTyped)
	}
	if err != nil {
		return nil, Reason(path, err)
	}
	return text, textual(text)
}

// textual says whether a file is text, which bodies and races are.
func textual(text []byte) error {
	if bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text) {
		return errors.New("it is not text")
	}
	return nil
}

// Reason is an error of the file system as a clause of a sentence.
func Reason(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		words := races.All()
		for i, name := range words {
			words[i] = strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ".race")
		}
		name := strings.TrimSuffix(path, ".race")
		if slices.Contains(words, name) {
			return fmt.Errorf("there is no such file; a race of that name is in the library: F3 opens it, or races %s",
				name)
		}
		words = append(words, Subcommands...)
		if near := scenario.Suggest(name, words); near != "" {
			return fmt.Errorf("there is no such file; did you mean %s?", near)
		}
		return errors.New("there is no such file")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("it may not be read")
	}
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// seed puts bodies into the container `files` by ordinary requests and lets two writers read them.
func (s *Session) seed(bodies []source) {
	s.join()
	_, _ = s.exactly("seed: create-container files") // nothing stands in the way in an empty world
	var reads []string
	for _, b := range bodies {
		path := strconv.Quote("files/" + b.name)
		events, err := s.exactly("seed: put-blob " + path + " " + strconv.Quote(string(b.text)))
		if why := refusalIn(events, err); why != "" {
			s.Said = append(s.Said, fmt.Sprintf("%s stays out: the service says %s.", b.name, why))
			continue
		}
		reads = append(reads, path)
	}
	for _, path := range slices.Backward(reads) { // the first file was touched last: it is the one that opens
		for _, writer := range []string{"ana", "ben"} {
			_, _ = s.exactly(writer + ": get-blob " + path)
		}
	}
}

// join lets the first two writers of a session join, as one action: one alone makes no race.
func (s *Session) join() {
	_, _ = s.Room.Do(engine.AddWriter{ID: "ana", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
}

// exactly does what a line of a scenario says, in no time.
func (s *Session) exactly(line string) ([]engine.Event, error) {
	v := s.Room.View()
	statement, err := scenario.ParseLine(line, v.Requests()+1, v.Services())
	if err != nil {
		return nil, err
	}
	return s.Room.Do(statement.Inputs...)
}

// refusalIn is the first refusal among events, or the error, in short; empty where all went well.
func refusalIn(events []engine.Event, err error) string {
	if err != nil {
		return err.Error()
	}
	for _, e := range events {
		if e.Answer != nil && !e.Answer.Accepted() {
			return e.Answer.String()
		}
	}
	return ""
}
