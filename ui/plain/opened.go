package plain

import (
	"io/fs"
	"os"
	"regexp"
	"strings"

	"interleave/engine"
	"interleave/engine/races"
	"interleave/persist"
	"interleave/ui/sessions"
)

// saveAs keeps the session in another file from now on.
func (d *desk) saveAs(rest string) {
	if rest == "" {
		d.complain("save wants a file.")
		return
	}
	where, err := d.session.SaveAs(rest)
	if err != nil {
		d.complain("%s", sessions.Sentence(err))
		return
	}
	d.say("The session is kept in %s.", where)
}

func (d *desk) races(rest string) {
	if _, err := sessions.ReadRace(raceFile(rest)); rest != "" && err == nil {
		d.enter(sessions.Choice{Files: []string{raceFile(rest)}})
		return
	}
	var list []choice
	for _, name := range sessions.FindRaces(rest) {
		list = append(list, choice{name + "  " + firstLine(name), func() { d.races(name) }})
	}
	if len(list) == 0 {
		d.complain("No race of the library has %q in its name, its words, sources or answers. races lists all of them.",
			rest)
		return
	}
	d.offer("", list)
}

// firstLine is what a race of the library says about itself: of a lesson its title.
func firstLine(name string) string {
	text, err := fs.ReadFile(races.FS, name)
	if err != nil {
		return ""
	}
	if found := lessonTitle.FindSubmatch(text); found != nil {
		return string(found[1])
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "#"))
}

var lessonTitle = regexp.MustCompile(`(?m)^lesson (?:\d+ )?"([^"]*)"`)

// raceFile is a race's name with the ending that tells a script from a body.
func raceFile(name string) string {
	if strings.HasSuffix(name, ".race") {
		return name
	}
	return name + ".race"
}

// open goes to a kept session, or lists them.
func (d *desk) open(rest string) {
	if strings.HasSuffix(rest, ".race") {
		d.races(rest)
		return
	}
	if rest != "" {
		if _, err := os.Stat(rest); err != nil {
			d.complain("%s does not open: %s new begins a session.", rest, ended(sessions.Reason(rest, err)))
			return
		}
		d.enter(sessions.Choice{Session: rest})
		return
	}
	folder, err := persist.Folder()
	if err != nil {
		d.complain("%s", sessions.Sentence(err))
		return
	}
	infos, err := persist.List(folder)
	if err != nil {
		d.complain("%s", sessions.Sentence(err))
		return
	}
	var list []choice
	for _, i := range infos {
		list = append(list, choice{i.Name + "  " + sessions.About(i), func() { d.open(i.Path) }})
	}
	d.offer("No session is kept in "+folder+".", list)
}

func (d *desk) begin(string) { d.enter(sessions.Choice{Empty: true}) }

// enter goes to another session; one that is not kept goes on to one that is not kept either.
func (d *desk) enter(c sessions.Choice) {
	c.Ephemeral = c.Session == "" && d.session.Path() == ""
	listened, _ := d.door.Close() // what comes next opens it again, or says why not
	next, err := d.shelf.Open(c, nil)
	if listened {
		if e := d.door.Open(d.shelf.Current().Room); e != nil {
			d.complain("%s", sessions.Sentence(e))
		}
	}
	if err != nil {
		d.complain("%s", sessions.Sentence(err))
		return
	}
	d.session, d.room, d.told, d.writer = next, next.Room, next.Room.View().Lines(), ""
	d.object, d.ready = engine.ObjectID{}, engine.ObjectID{}
	if !next.Kept {
		d.told = d.told.To(0)
	}
	if path := next.Path(); path != "" {
		d.say("This is another session: %s", path)
	} else {
		d.say("This is another session.")
	}
	d.introduce(next.Room.View())
	if len(next.Room.View().Writers()) == 0 {
		d.say("There is no writer yet. add Ana, Ben lets two join.")
	}
	d.beginLesson()
}
