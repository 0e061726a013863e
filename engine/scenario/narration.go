package scenario

import "strings"

// About is what the author says of the whole file: the comment at its head, without its sources.
func (f *File) About() string {
	if len(f.Statements) == 0 {
		return ""
	}
	block, _, _ := strings.Cut(strings.TrimLeft(f.Statements[0].Lead, " \t\r\n"), "\n\n")
	return spoken(block)
}

// Sources are the documents that the author names at the head of the file, a line each.
func (f *File) Sources() (list []string) {
	if len(f.Statements) == 0 {
		return nil
	}
	for l := range strings.Lines(f.Statements[0].Lead) {
		if source, ok := strings.CutPrefix(strings.TrimSpace(l), "# source:"); ok {
			list = append(list, strings.TrimSpace(source))
		}
	}
	return list
}

// teacherNote begins a comment line that is for who teaches with the file, and for nobody else.
const teacherNote = "teacher:"

// TeacherNotes are the lines for the teacher in front of the statement.
func (s *Statement) TeacherNotes() (list []string) {
	for l := range strings.Lines(s.Lead) {
		if note, ok := strings.CutPrefix(strings.TrimSpace(l), "# "+teacherNote); ok {
			list = append(list, strings.TrimSpace(note))
		}
	}
	return list
}

// spoken is a block of comment lines without their signs, without the lines that name a source and those for the
// teacher.
func spoken(block string) string {
	var lines []string
	for l := range strings.Lines(block) {
		text, ok := strings.CutPrefix(strings.TrimSpace(l), "#")
		if text = strings.TrimSpace(text); ok && text != "" && !strings.HasPrefix(text, "source:") &&
			!strings.HasPrefix(text, teacherNote) {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

// captions are what the author says while each moment is the newest: the comment in front of its statement, or of the
// nearest one before it. Where the file goes back to a bookmark, that another way is tried is said first.
func (f *File) captions(moments []Moment) []string {
	list := make([]string, len(moments))
	of := map[*Statement]string{}
	now := f.About()
	for i, s := range f.Statements {
		text := s.Comment()
		if i == 0 {
			text = f.About()
		}
		switch {
		case s.Kind == Back:
			now = strings.TrimRight("Another way, from the bookmark "+s.Name+" on.\n"+text, "\n")
		case text != "" && i > 0 && f.Statements[i-1].Kind == Back && f.Statements[i-1].Comment() == "":
			now += "\n" + text
		case text != "":
			now = text
		}
		of[s] = now
	}
	for i, m := range moments {
		list[i] = of[m.Statement]
	}
	return list
}

// Caption is what the author says at the player's place: of the moment that was played last, and before the first one
// of the whole file.
func (p *Player) Caption() string {
	if p.at == 0 || p.at > len(p.captions) {
		return p.about
	}
	return p.captions[p.at-1]
}
