package dialogs

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/starters"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/say"
)

// join shows what a program needs to take part, each row to be copied.
type join struct {
	picker
	d    command.Host
	copy string // what a row that was chosen copies
}

// NewJoin shows where programs can come in, what their environment needs, and a program of each service that works as
// it stands; what is chosen goes to the clipboard.
func NewJoin(d command.Host) Dialog {
	j := &join{d: d}
	door := d.Room().View().Door
	var rows []row
	add := func(text, note, about, copies string) {
		rows = append(rows, row{text: text, note: note, say: about, act: func() bool { j.copy = copies; return false }})
	}
	rows = append(rows, row{head: true, text: "Where"})
	for _, p := range door.Ports {
		about := "Enter copies the address."
		if p.Said != "" {
			about = p.Said + " " + about
		}
		add(p.URL, p.Title, about, p.URL)
	}
	rows = append(rows, row{head: true, text: "Environment of the program"})
	add("All of it", "as lines for a shell", "Enter copies export lines. Paste them where the program is started.",
		exports(door.Paste))
	for _, line := range door.Paste {
		name, value, _ := strings.Cut(line, "=")
		add(name, value, "Enter copies NAME=value. Another account in it, such as ana for devstoreaccount1, is "+
			"another writer; every account has the same key.", line)
	}
	rows = append(rows, row{head: true, text: "Programs that work as they stand"})
	for _, p := range starters.List() {
		if slices.ContainsFunc(door.Ports, func(port view.Port) bool { return port.Flag == p.Flag }) {
			add(p.Title, p.Module, "Enter copies the program: "+p.Does+" Date tells the desk's time.", p.Text)
		}
	}
	j.picker = picker{chooser: newChooser("", "Nothing listens.", rows), title: "Programs can join", wide: 90,
		hints: []Hint{{"Enter", "copy"}, upDown, escCloses}}
	return j
}

// Update copies what was chosen.
func (j *join) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	j.copy = ""
	done, cmd = j.picker.Update(msg)
	if j.copy != "" {
		j.d.Say("Copied.", 0)
		return done, tea.Batch(cmd, tea.SetClipboard(j.copy))
	}
	return done, cmd
}

// exports are the variables as a shell reads them.
func exports(list []string) string {
	var b strings.Builder
	for _, line := range list {
		name, value, _ := strings.Cut(line, "=")
		fmt.Fprintf(&b, "export %s='%s'\n", name, strings.ReplaceAll(value, "'", `'\''`))
	}
	return b.String()
}

// listed is the list of programs.
type listed struct {
	picker
	d       command.Host
	writers []string // of the rows; empty: a row of a port
}

// NewPrograms lists where programs can come in and those that have, with what can be done to each.
func NewPrograms(d command.Host) Dialog {
	l := &listed{d: d}
	l.picker = picker{chooser: newChooser("", "No programs. g j lets them join.", nil), title: "Programs", wide: 100}
	l.twice = true
	l.Refresh()
	return l
}

// Refresh shows what has become of the programs meanwhile.
func (l *listed) Refresh() {
	v := l.d.Room().View()
	var rows []row
	l.writers = nil
	add := func(r row, writer string) {
		rows, l.writers = append(rows, r), append(l.writers, writer)
	}
	clients := l.d.Room().Clients()
	if len(clients) > 0 {
		add(row{head: true, text: "Who takes part"}, "")
	}
	for _, c := range clients {
		r := row{sign: "  ", text: v.Title(c.Writer), note: c.Title() + "  " + c.From, right: sentBy(c),
			rightInk: themes.Dim,
			say:      aboutClient(v, c), act: func() bool { l.visit(c.Writer); return true }}
		if c.Connections > 0 {
			r.sign, r.signInk = "* ", themes.Fresh
		}
		if c.Out+c.Outside > 0 {
			r.rightInk = themes.Behind
		}
		add(r, c.Writer)
	}
	if len(v.Door.Ports) > 0 {
		add(row{head: true, text: "Where programs can join"}, "")
	}
	for _, p := range v.Door.Ports {
		about := strings.TrimSpace(p.Said + " " + p.Unread())
		add(row{sign: "  ", text: p.Flag, note: p.URL, right: p.Title, rightInk: themes.Dim,
			say: about + " g j says what a " +
				"program needs.", act: func() bool { l.d.Do(command.Listen{}); return true }}, "")
	}
	l.setRows(rows)
	l.hints = []Hint{upDown, escCloses}
	if len(clients) > 0 {
		l.hints = []Hint{{"Enter", "its window"}, {"h", "hold"}, {"d", "disconnect"}, {"o", "its seat"},
			{"Space", "pause all"}, escCloses}
	}
}

// sentBy is how much a program sent, and what of it waits.
func sentBy(c view.Client) string {
	text := say.Number(c.Sent, "request")
	if c.Retries > 0 {
		text += ", " + strings.Replace(say.Number(c.Retries, "retry"), "retrys", "retries", 1)
	}
	switch n := c.Out + c.Outside; {
	case c.Outside > 0:
		text += fmt.Sprintf(", %s outside %s", waiting(n), say.Seconds(c.Waits))
	case n > 0 && c.Waits >= time.Second:
		text += fmt.Sprintf(", %s %s", waiting(n), say.Seconds(c.Waits))
	}
	return text
}

func waiting(n int) string {
	if n == 1 {
		return "1 waits"
	}
	return fmt.Sprintf("%d wait", n)
}

// aboutClient is what else is known of a program.
func aboutClient(v *view.View, c view.Client) string {
	text := say.Number(c.Connections, "connection") + "."
	if c.Connections == 0 {
		text = "It has no connection now."
	}
	if x := v.Exchange(c.Last); x != nil {
		text += fmt.Sprintf(" Sent last: #%d %s %s.", x.Number, v.Spec(x.Verb).Shown(), x.Object.Name)
	}
	if c.Patience > 0 {
		text += " It gave up after " + say.Seconds(c.Patience) + "."
	}
	if c.Taken {
		text += " Its seat is yours; o gives it back."
	}
	return text
}

func (l *listed) visit(writer string) {
	for n, w := range l.d.Room().View().Writers() {
		if w.ID == writer {
			l.d.Goto(fmt.Sprintf("writer%d", n+1))
		}
	}
}

// Update acts on the program of the selected row.
func (l *listed) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	writer := ""
	if at := l.list.Index(); at >= 0 && at < len(l.writers) {
		writer = l.writers[at]
	}
	r := l.d.Room()
	said := func(text string, err error) (bool, tea.Cmd) {
		if err != nil {
			text = strings.TrimSuffix(say.Error(err), ".")
		}
		l.Refresh()
		l.d.Say(text+".", 0)
		return false, nil
	}
	switch key := press(msg); {
	case key == "d" && writer != "":
		return said(r.Disconnect(writer))
	case key == "o" && writer != "":
		return said(r.TakeOver(writer, r.View().Client(writer) != nil))
	case key == "h" && writer != "":
		return said(r.Hold(writer, r.View().Setting(writer+".hold") != "on"))
	case key == "space":
		l.d.Do(command.Run{})
		l.Refresh()
		return false, nil
	}
	return l.picker.Update(msg)
}
