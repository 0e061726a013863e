package plain

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"interleave/engine/catalog"
	"interleave/engine/explore"
	"interleave/engine/export"
	"interleave/engine/lesson"
	"interleave/engine/room"
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
	set.StringVar(&answers, "answers", "", "Asks the questions and goals of the lesson and writes the answers to "+
		"the `FILE`.")
	set.StringVar(&handout, "handout", "", "Writes a page for those who take part to the `FILE`: .html to be "+
		"printed, else Markdown.")
	set.StringVar(&sheet, "sheet", "", "Writes the page for the teacher to the `FILE`, likewise.")
	set.BoolVar(&plain, "plain", false, "Plays the lesson as lines.")
	return func(p *program, words []string) int {
		switch {
		case len(words) == 0:
			return p.wrong("lesson wants a number, such as interleave lesson 5, or check and files.")
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
		case handout != "" || sheet != "":
			code := exitOK
			if handout != "" {
				code = p.writeHandout(handout, l)
			}
			if sheet != "" && code == exitOK {
				code = p.writePage(sheet, l.Sheet())
			}
			return code
		}
		return p.play(sessions.Choice{Files: []string{l.Name}, Plain: true})
	}
}

// writeHandout writes the page for those who take part, with what happens when the lesson is played the author's way.
func (p *program) writeHandout(file string, l *lesson.Lesson) int {
	r := room.New(catalog.New, room.Options{})
	err := r.Load(l.Name, []byte(l.Text))
	if err == nil {
		err = playAll(r)
	}
	if err != nil {
		return p.wrong("%s", sessions.Sentence(err))
	}
	code, _ := homeOf(l, "")
	return p.writePage(file, export.Handout(l, r.Branches(), code))
}

// isPaper says whether a file is to be printed from a browser, by its name.
func isPaper(file string) bool {
	ext := strings.ToLower(filepath.Ext(file))
	return ext == ".html" || ext == ".htm"
}

// writePage writes a page of Markdown to a file that is not there yet, or as HTML where the file is called so.
func (p *program) writePage(file, text string) int {
	page := []byte(text)
	if isPaper(file) {
		page = export.Paper(text)
	}
	switch err := sessions.WriteFile(file, page, false); {
	case errors.Is(err, fs.ErrExist):
		return p.wrong("%s is there and stays as it is: move it away, or name another file.", file)
	case err != nil:
		return p.wrong("%s", sessions.Sentence(err))
	}
	fmt.Fprintf(p.out, "Written: %s.\n", absolute(file))
	return exitOK
}

// checkLessons holds lesson files to their promises.
func (p *program) checkLessons(files []string) (code int) {
	if len(files) == 0 {
		return p.wrong("lesson check wants files, such as interleave lesson check mine.race, or the name of a lesson.")
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

// askAll asks the questions and the goals of a lesson without playing it, and writes what was answered to a file that
// grade reads.
func (p *program) askAll(word, file string) int {
	l, err := lessonOrFile(word)
	if err != nil {
		return p.wrong("%s", sessions.Sentence(err))
	}
	if _, err := os.Stat(file); err == nil {
		return p.wrong("%s is there and stays as it is: move it away, or name another file.", file)
	}
	typed := newLines(p.in)
	fmt.Fprint(p.out, "Your name: ")
	name := typed.next()
	if name == "" || strings.Contains(name, ":") {
		return p.wrong("The answers need a name on their first line, without a colon.")
	}
	out, questions, goals := name+"\n", 0, 0
	for _, part := range l.Parts {
		switch part.Sort {
		case lesson.Asked:
			questions++
			out += fmt.Sprintf("%d: %s\n", questions, p.askOne(typed, questions, part))
		case lesson.Aimed:
			goals++
			fmt.Fprintf(p.out, "\n%s\nGoal %d: %s\nYour lines, such as ann: get-blob wiki/home.md; an empty line "+
				"ends.\n",
				part.Text, goals, lesson.Spoken(part.Goal.Words(l.File.Title), true))
			out += fmt.Sprintf("goal %d:\n", goals)
			for line := typed.next(); line != ""; line = typed.next() {
				out += "  " + line + "\n"
			}
		}
	}
	if err := sessions.WriteFile(file, []byte(out), false); err != nil {
		return p.wrong("%s", sessions.Sentence(err))
	}
	fmt.Fprintf(p.out, "\nWritten: %s.\n", absolute(file))
	return exitOK
}

// askOne asks a question until the answer is one of its numbers, or nothing.
func (p *program) askOne(typed *lines, number int, part lesson.Part) string {
	fmt.Fprintf(p.out, "\n%s\n%d. %s\n", part.Text, number, part.Question.Text)
	for i, c := range part.Question.Choices {
		fmt.Fprintf(p.out, "%3d  %s\n", i+1, c.Text)
	}
	for {
		fmt.Fprint(p.out, "> ")
		answer := typed.next()
		if n, err := strconv.Atoi(answer); answer == "" || err == nil && n >= 1 && n <= len(part.Question.Choices) {
			return answer
		}
		fmt.Fprintf(p.out, "A number from 1 to %d answers; an empty line leaves it open.\n", len(part.Question.Choices))
	}
}

// grade compares answers that people hand in with a lesson.
func (p *program) grade(words []string) (code int) {
	if len(words) < 2 {
		return p.wrong("grade wants a lesson and files with answers, such as interleave grade 5 ana.txt ben.txt.")
	}
	l, err := lessonOrFile(words[0])
	if err != nil {
		return p.wrong("%s", sessions.Sentence(err))
	}
	for _, file := range words[1:] {
		text, err := os.ReadFile(file)
		if err != nil {
			code = max(code, p.wrong("%s cannot be read: %s", file, ended(sessions.Reason(file, err))))
			continue
		}
		answers, err := l.ReadAnswers(string(text))
		said := ""
		if err == nil {
			said, err = graded(l, answers)
		}
		if err != nil {
			code = max(code, p.wrong("%s: %s", file, ended(err)))
			continue
		}
		fmt.Fprintf(p.out, "%-24s %s\n", answers.Name, said)
	}
	return code
}

// graded says how many questions are right, which goals are reached, and by which marks.
func graded(l *lesson.Lesson, a lesson.Answers) (string, error) {
	right, not := a.Right(l)
	said := fmt.Sprintf("%d of %d right", right, l.Questions())
	if len(not) > 0 {
		said += ", not right:"
		for _, q := range not {
			said += fmt.Sprintf(" %d", q)
		}
	}
	for goal := range l.Goals() {
		lines := a.Goals[goal+1]
		if len(lines) == 0 {
			said += fmt.Sprintf("; goal %d not tried", goal+1)
			continue
		}
		r := room.New(catalog.New, room.Options{})
		if err := r.Load(l.Name, []byte(l.Text)); err != nil {
			return "", err
		}
		try, err := l.Attempt(r, goal+1, lines)
		if err != nil {
			return "", err
		}
		result := "not reached"
		if try.Reached {
			result = "reached"
		}
		said += fmt.Sprintf("; goal %d %s, %s", goal+1, result, explore.Plural(try.Actions, "action"))
		for _, m := range try.Marks {
			said += fmt.Sprintf(", %s %s", string(m.Severity), m.Kind.Words())
		}
		if try.But != "" {
			said += ". " + try.But
		}
	}
	return said, nil
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
