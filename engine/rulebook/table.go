package rulebook

import "strings"

// tableRows are the rows of one table, as they come.
type tableRows struct {
	head  []string // the words above its columns; nil: they come next
	first string   // the first cell of the row before: a row without one goes on with it
}

// row is a row as lines; nothing for the head.
func (t *tableRows) row(line string) string {
	cells := cellsOf(line)
	if t.head == nil {
		t.head = cells
		return ""
	}
	if cells[0] == "" {
		cells[0] = t.first
	}
	t.first = cells[0]
	text := cells[0]
	if len(cells) == 2 && len(cells[0]) <= shortCell { // as the meaning of a word
		return text + ": " + cells[1] + "\n"
	}
	for i, cell := range cells[1:] {
		head := ""
		if i+1 < len(t.head) {
			head = t.head[i+1]
		}
		switch {
		case cell == "" || cell == "-":
		case head == "Tag" || head == "Mark": // in brackets: what they mean stands below
			text += "\n  Known from: " + cell
		case head != "":
			text += "\n  " + head + ": " + cell
		default:
			text += "\n  " + cell
		}
	}
	return text + "\n"
}

// shortCell is up to how many bytes a cell stands in front of the only other one of its row.
const shortCell = 24

// cellsOf are the cells of a row; a bar inside of code, or behind a backslash, parts none.
func cellsOf(line string) (cells []string) {
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	code, from := false, 0
	for i := range len(line) {
		switch {
		case line[i] == '`':
			code = !code
		case line[i] == '|' && !code && (i == 0 || line[i-1] != '\\'):
			cells, from = append(cells, cellText(line[from:i])), i+1
		}
	}
	return append(cells, cellText(line[from:]))
}

func cellText(cell string) string {
	return strings.ReplaceAll(plain(strings.TrimSpace(cell)), "\\|", "|")
}

// Meaning is what a mark in brackets says of how a fact is known, as `[unsure]`.
type Meaning struct{ Mark, Text string }

// Marks are the marks that stand in a text, with what its page says of them, in the page's order.
func Marks(page, text string) (list []Meaning) {
	const admits = ". Rules on screen admit it" // it is what follows from the mark, and not what it means
	for line := range strings.Lines(page) {
		if !strings.HasPrefix(line, "| [") {
			continue
		}
		cells := cellsOf(line)
		if len(cells) != 2 {
			continue
		}
		for mark := range strings.SplitSeq(cells[0], " / ") {
			if strings.HasSuffix(mark, "]") && strings.Contains(text, mark) {
				text := strings.ReplaceAll(cells[1], "*", "") // titles of documents are emphasized
				list = append(list, Meaning{mark, strings.TrimSuffix(text, admits)})
			}
		}
	}
	return list
}

// Told is the text of a section of a page for a screen, and below it what the marks in it mean.
func (s Section) Told(page string) string {
	text := s.Plain()
	marks := Marks(page, text)
	if len(marks) == 0 {
		return text
	}
	text += "\n\nHow it is known:"
	for _, m := range marks {
		text += "\n" + m.Mark + " " + m.Text
	}
	return text
}
