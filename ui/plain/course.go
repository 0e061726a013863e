package plain

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"interleave/engine/catalog"
	"interleave/engine/lesson"
	"interleave/ui/sessions"
)

// The subcommands about lessons: lessons, lesson, grade.

// learning is a call of the subcommand lessons.
type learning struct {
	json, clear bool
	out         string
}

func lessonsFlags(set *flag.FlagSet) func(*program, []string) int {
	var l learning
	set.BoolVar(&l.json, "json", false, "One JSON object for each lesson.")
	set.BoolVar(&l.clear, "clear", false, "Forgets what was learned.")
	set.StringVar(&l.out, "o", "", "Writes what was learned to the file `OUT`.")
	return func(p *program, words []string) int { return p.listLessons(l) }
}

// lessonRow is a lesson as JSON.
type lessonRow struct {
	Number  int    `json:"number,omitempty"`
	Name    string `json:"name"`
	Title   string `json:"title"`
	Group   string `json:"group"`
	Idea    string `json:"idea"`
	Minutes int    `json:"minutes"`
	Stars   int    `json:"stars"`
	Done    bool   `json:"done"`
	Begun   bool   `json:"begun"`
}

func (p *program) listLessons(l learning) int {
	if l.clear {
		said, err := sessions.Forget()
		if err != nil {
			return p.refused(err)
		}
		fmt.Fprintln(p.out, said)
		return exitOK
	}
	kept, err := sessions.Learned()
	code := exitOK
	if err != nil {
		fmt.Fprintln(p.errOut, sessions.Sentence(err))
		code = exitUnmet
	}
	if l.out != "" {
		if err := sessions.WriteFile(l.out, kept.Text(), false); err != nil {
			return p.wrong("%s", sessions.Sentence(err))
		}
		fmt.Fprintf(p.out, "Written: %s.\n", absolute(l.out))
		return code
	}
	group := ""
	for _, one := range sessions.Lessons() {
		r := kept.Lessons[sessions.LessonKey(one.Name)]
		if l.json {
			p.encode(lessonRow{one.Number, sessions.LessonKey(one.Name), one.Title, one.Group(), one.Idea, one.Minutes,
				r.Stars, r.Done, r.Begun()})
			continue
		}
		if one.Group() != group {
			group = one.Group()
			fmt.Fprintln(p.out, group)
		}
		fmt.Fprintln(p.out, "  "+lessonLine(one, r))
	}
	return code
}

func lessonFlags(set *flag.FlagSet) func(*program, []string) int {
	answers, handout, sheet := "", "", ""
	plain := false
	set.StringVar(&answers, "answers", "", "Asks the questions of the lesson and writes the answers to the `FILE`.")
	set.StringVar(&handout, "handout", "", "Writes a page for those who take part to the `FILE`.")
	set.StringVar(&sheet, "sheet", "", "Writes the page for the teacher to the `FILE`.")
	set.BoolVar(&plain, "plain", false, "Plays the lesson as lines.")
	return func(p *program, words []string) int {
		switch {
		case len(words) == 0:
			return p.wrong("lesson wants a number, as interleave lesson 5, or check and files.")
		case words[0] == "check":
			return p.checkLessons(words[1:])
		case len(words) > 1:
			return p.wrong("lesson takes one lesson: %s or %s.", words[0], words[1])
		case answers != "":
			return p.askAll(words[0], answers)
		}
		l, err := lessonOrFile(words[0])
		switch {
		case err != nil:
			return p.wrong("%s", sessions.Sentence(err))
		case handout != "":
			code, _ := homeOf(l, "")
			return p.writePage(handout, l.Handout(code))
		case sheet != "":
			return p.writePage(sheet, l.Sheet())
		}
		return p.play(sessions.Choice{Files: []string{l.Name}, Plain: true})
	}
}

// writePage writes a page to a file that is not there yet.
func (p *program) writePage(file, text string) int {
	switch err := sessions.WriteFile(file, []byte(text), false); {
	case errors.Is(err, fs.ErrExist):
		return p.wrong("%s is there and stays as it is.", file)
	case err != nil:
		return p.wrong("%s", sessions.Sentence(err))
	}
	fmt.Fprintf(p.out, "Written: %s.\n", absolute(file))
	return exitOK
}

// checkLessons holds lesson files to their promises.
func (p *program) checkLessons(files []string) (code int) {
	if len(files) == 0 {
		return p.wrong("lesson check wants files, as interleave lesson check mine.race, or the name of a lesson.")
	}
	for _, file := range files {
		text, err := sessions.ReadRace(file)
		if err != nil {
			if l, found := sessions.FindLesson(file); found == nil {
				text, err = sessions.ReadRace(l.Name)
			}
		}
		if err != nil {
			code = max(code, p.wrong("%s cannot be read: %s", file, ended(err)))
			continue
		}
		broken := lesson.Check(file, text, catalog.Services())
		broken = append(broken, unwritable(file, text)...)
		for _, sentence := range broken {
			fmt.Fprintln(p.out, sentence)
		}
		if len(broken) > 0 {
			code = max(code, exitUnmet)
			continue
		}
		fmt.Fprintf(p.out, "%s: the lesson is sound\n", file)
	}
	return code
}

// unwritable says where the request to take home has no call in any language.
func unwritable(file string, text []byte) []string {
	l, err := lesson.Parse(file, text, catalog.Services())
	if err != nil || l.TakeHome == "" {
		return nil
	}
	if _, why := homeOf(l, ""); why != "" {
		return []string{fmt.Sprintf("%s:1: the request to take home cannot be written as code: %s", file, why)}
	}
	return nil
}

// askAll asks the questions of a lesson without playing it, and writes what was answered to a file that grade reads.
func (p *program) askAll(word, file string) int {
	l, err := sessions.FindLesson(word)
	if err != nil {
		return p.wrong("%s", sessions.Sentence(err))
	}
	if _, err := os.Stat(file); err == nil {
		return p.wrong("%s is there and stays as it is.", file)
	}
	typed := newLines(p.in)
	fmt.Fprint(p.out, "Your name: ")
	name := typed.next()
	if name == "" {
		return p.wrong("The answers need a name on their first line.")
	}
	out := name + "\n"
	for n, part := range questions(l) {
		fmt.Fprintf(p.out, "\n%s\n%d. %s\n", part.Text, n+1, part.Question.Text)
		for i, c := range part.Question.Choices {
			fmt.Fprintf(p.out, "%3d  %s\n", i+1, c.Text)
		}
		fmt.Fprint(p.out, "> ")
		out += fmt.Sprintf("%d: %s\n", n+1, typed.next())
	}
	if err := sessions.WriteFile(file, []byte(out), false); err != nil {
		return p.wrong("%s", sessions.Sentence(err))
	}
	fmt.Fprintf(p.out, "\nWritten: %s.\n", absolute(file))
	return exitOK
}

func questions(l *lesson.Lesson) []lesson.Part {
	return slices.DeleteFunc(slices.Clone(l.Parts), func(p lesson.Part) bool { return p.Sort != lesson.Asked })
}

// grade compares answers that people hand in with a lesson.
func (p *program) grade(words []string) (code int) {
	if len(words) < 2 {
		return p.wrong("grade wants a lesson and files with answers, as interleave grade 5 ana.txt ben.txt.")
	}
	l, err := lessonOrFile(words[0])
	if err != nil {
		return p.wrong("%s", sessions.Sentence(err))
	}
	asked := questions(l)
	for _, file := range words[1:] {
		text, err := os.ReadFile(file)
		if err != nil {
			code = max(code, p.wrong("%s cannot be read: %s", file, ended(sessions.Reason(file, err))))
			continue
		}
		name, right, wrong, err := graded(string(text), asked)
		if err != nil {
			code = max(code, p.wrong("%s: %s", file, ended(err)))
			continue
		}
		fmt.Fprintf(p.out, "%-24s %d of %d right%s\n", name, right, len(asked), wrong)
	}
	return code
}

// lessonOrFile is a lesson of the library, or one in a file.
func lessonOrFile(word string) (*lesson.Lesson, error) {
	l, err := sessions.FindLesson(word)
	if err == nil || !strings.HasSuffix(word, ".race") {
		return l, err
	}
	text, err := sessions.ReadRace(word)
	if err != nil {
		return nil, err
	}
	return lesson.Parse(word, text, catalog.Services())
}

// graded reads answers: the name on the first line, then QUESTION: CHOICE a line.
func graded(text string, asked []lesson.Part) (name string, right int, wrong string, err error) {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	name = strings.TrimSpace(strings.TrimPrefix(lines[0], "\ufeff"))
	if name == "" || strings.Contains(name, ":") {
		return "", 0, "", fmt.Errorf("line 1 is the name, and it is %q", name)
	}
	seen := map[int]bool{}
	for i, row := range lines[1:] {
		row = strings.TrimSpace(row)
		if row == "" {
			continue
		}
		question, choice, ok := strings.Cut(row, ":")
		q, err1 := strconv.Atoi(strings.TrimSpace(question))
		c, err2 := strconv.Atoi(strings.TrimSpace(choice))
		switch {
		case !ok || err1 != nil || err2 != nil && strings.TrimSpace(choice) != "":
			return "", 0, "", fmt.Errorf("line %d is no answer: write QUESTION: CHOICE, as 1: 2", i+2)
		case q < 1 || q > len(asked):
			return "", 0, "", fmt.Errorf("line %d answers question %d, and the lesson has %d", i+2, q, len(asked))
		case seen[q]:
			return "", 0, "", fmt.Errorf("line %d answers question %d a second time", i+2, q)
		case err2 == nil && (c < 1 || c > len(asked[q-1].Question.Choices)):
			return "", 0, "", fmt.Errorf("line %d chooses %d, and question %d has %d choices", i+2, c, q,
				len(asked[q-1].Question.Choices))
		}
		seen[q] = true
		if err2 == nil && asked[q-1].Question.Choices[c-1].Right {
			right++
		} else {
			wrong += fmt.Sprintf(" %d", q)
		}
	}
	if wrong != "" {
		wrong = ", not right:" + wrong
	}
	return name, right, wrong, nil
}

// lines are those that a person types.
type lines struct{ from *bufio.Scanner }

func newLines(in io.Reader) *lines { return &lines{bufio.NewScanner(in)} }

// next is the next line; empty at the end.
func (l *lines) next() string {
	if !l.from.Scan() {
		return ""
	}
	return strings.TrimSpace(l.from.Text())
}
