// Command interleave is a desktop in the terminal on which several people change the same object of a storage service
// at the same time, and on which everybody sees why one of them is refused, or worse, why nobody is.
//
//	interleave             the last session, or the demo
//	interleave home.race   a race as a script
//	interleave --plain     the same as lines, for screen readers, pipes and CI
//	interleave help        everything else
//
// This file wires the parts together: flags and sessions come from ui/sessions, lines from ui/plain, the desktop from
// ui.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/endpoint"
	"interleave/engine/export"
	"interleave/engine/lesson"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/persist"
	"interleave/themes"
	"interleave/ui"
	"interleave/ui/dialogs"
	"interleave/ui/plain"
	"interleave/ui/sessions"
)

func main() {
	if args := os.Args[1:]; plain.Wants(args, os.Stdin, os.Stdout) {
		os.Exit(plain.Main(framed, args, os.Stdin, os.Stdout, os.Stderr))
	}
	choice, _ := sessions.Flags(os.Args[1:]) // what cannot be read went the other way
	os.Exit(desktop(choice))
}

// mailbox holds at most one letter: the newest news wins, and whoever tells it never waits.
type mailbox chan struct{}

func (m mailbox) post() {
	select {
	case m <- struct{}{}:
	default:
	}
}

// desktop runs until the person leaves, and says how it ended.
func desktop(choice sessions.Choice) int {
	saved := make(mailbox, 1)
	shelf := sessions.New(saved.post)
	session, err := opened(shelf, choice)
	if errors.Is(err, persist.ErrLocked) {
		if !agreed(sessions.Sentence(err) + " Open a copy of it?") {
			return 1
		}
		choice.Copy = true
		session, err = opened(shelf, choice)
	}
	switch {
	case errors.Is(err, errLeft):
		return 1
	case err != nil:
		fmt.Fprintln(os.Stderr, sessions.Sentence(err))
		return 1
	}
	hello := slices.Concat(session.Said, session.Room.View().RefusedStart())
	options := endpoint.Options{}
	if choice.Busy {
		options.Busy = busyAfter
	}
	door := endpoint.NewDoor(options)
	if choice.Listen {
		if err := door.Open(session.Room); err != nil {
			_ = shelf.Close() // nothing was done in it yet
			fmt.Fprintln(os.Stderr, sessions.Sentence(err))
			return 1
		}
		hello = append(hello, endpoint.Invitation(session.Room.View().Door)+
			" g j says what a program needs, g w lists those that have come.")
	}
	defer func() { _, _ = door.Close() }() // the program ends
	found, troubles := userThemes()
	if name := choice.Theme; name != "" && !named(found, name) {
		troubles = append(troubles, fmt.Sprintf("There is no theme %q.", name))
		choice.Theme = ""
	}
	if choice.Theme == "" && os.Getenv("NO_COLOR") != "" {
		choice.Theme = "mono"
	}
	var suspend func()
	desk := ui.New(ui.Deps{Room: session.Room, Themes: found, Theme: choice.Theme, Glyphs: choice.Glyphs,
		Quiet:   choice.QuietMotion,
		NoMouse: choice.NoMouse, First: session.First, Present: choice.Present,
		Hello: append(hello, troubles...), After: ui.After,
		Hooks: hooks(shelf, door, func() { suspend() })})
	net := &net{desk: desk}
	program := tea.NewProgram(net, append(ui.Options(), tea.WithoutSignalHandler())...)
	net.quit = func() { go program.Quit() }
	go func() {
		for range saved {
			program.Send(ui.SavedMsg{})
		}
	}()
	defer onSignal(program, shelf)()
	suspend = func() { stop(program) }
	defer onStop(suspend)()
	_, err = program.Run()
	return ended(shelf, net.broke, err)
}

// busyAfter is how long the request of a program waits for the desk before it hears that the service is busy.
const busyAfter = 30 * time.Second

// patience is how long a start may show nothing; what takes longer gets a bar.
const patience = 200 * time.Millisecond

// errLeft is a person who did not want to wait for a long session.
var errLeft = errors.New("left while it was opening")

// opened opens a session; where that takes a while the screen says how far it is.
func opened(shelf *sessions.Sessions, choice sessions.Choice) (session *sessions.Session, err error) {
	var progress atomic.Pointer[ui.OpeningMsg]
	done := make(chan struct{})
	go func() {
		defer close(done)
		session, err = shelf.Open(choice, func(done, total int) {
			progress.Store(&ui.OpeningMsg{Done: done, Total: total})
		})
	}()
	select {
	case <-done:
		return session, err
	case <-time.After(patience):
	}
	screen := ui.NewOpening(choice.Title())
	program := tea.NewProgram(screen, ui.Options()...)
	go func() {
		ticks := time.NewTicker(patience / 2)
		defer ticks.Stop()
		for {
			select {
			case <-done:
				program.Quit()
				return
			case <-ticks.C:
				if p := progress.Load(); p != nil {
					program.Send(*p)
				}
			}
		}
	}()
	if _, broke := program.Run(); broke != nil || screen.Left {
		return nil, errLeft
	}
	<-done
	return session, err
}

// agreed asks a question before the desktop starts; anything but yes is no.
func agreed(question string) bool {
	fmt.Printf("%s y/N ", question)
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n') // no answer is no
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "y")
}

// lastWait is how long a desktop may take to leave after a signal: a terminal that is gone takes no more output.
const lastWait = 2 * time.Second

// onSignal leaves the desktop when the system asks for it, and saves even if the terminal hangs.
func onSignal(program *tea.Program, shelf *sessions.Sessions) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	go func() {
		if _, ok := <-signals; !ok {
			return
		}
		time.AfterFunc(lastWait, func() {
			_ = shelf.Close() // nobody is there to be told
			os.Exit(1)
		})
		program.Quit()
	}()
	return func() { signal.Stop(signals); close(signals) }
}

// onStop gives the terminal back before the program is stopped from outside. Where nobody would wake it up again the
// signal is left alone, as the system itself does.
func onStop(stop func()) (end func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, ui.StopSignal)
	go func() {
		for range signals {
			if ui.Awaited() {
				stop()
			}
		}
	}()
	return func() { signal.Stop(signals); close(signals) }
}

// stop stops the program until the shell wakes it up; the terminal is the shell's meanwhile.
func stop(program *tea.Program) {
	if program.ReleaseTerminal() == nil {
		ui.Stop()
		_ = program.RestoreTerminal() // what is wrong with it the next frame finds out
	}
}

// ended saves everything and says what a person has to know; the terminal is its own again.
func ended(shelf *sessions.Sessions, broke any, err error) int {
	where := shelf.Current().Path()
	again := "Nothing of it is saved."
	if where != "" {
		again = fmt.Sprintf("The session is saved; this opens it again:\ninterleave --session %s",
			sessions.Quoted(where))
	}
	code := 0
	if closed := shelf.Close(); closed != nil {
		again, code = sessions.Sentence(closed), 1
		fmt.Fprintln(os.Stderr, again)
	}
	switch {
	case broke != nil:
		fmt.Fprintf(os.Stderr, "The desktop broke: %v. %s\n", broke, again)
		code = 1
	case err != nil && !errors.Is(err, tea.ErrInterrupted):
		fmt.Fprintf(os.Stderr, "The terminal cannot be used: %v. %s\n", err, again)
		code = 1
	}
	return code
}

// net holds the desktop and catches what breaks in it, so that the terminal is given back and the session saved.
type net struct {
	desk  tea.Model
	quit  func()
	broke any
}

type brokeMsg struct{ why any }

func (n *net) Init() (cmd tea.Cmd) {
	defer n.caught()
	return n.watched(n.desk.Init())
}

func (n *net) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	model = n // what breaks returns no model of its own
	if broke, ok := msg.(brokeMsg); ok {
		n.broke = broke.why
	}
	if n.broke != nil {
		return n, tea.Quit
	}
	defer n.caught()
	_, cmd = n.desk.Update(msg)
	return n, n.watched(cmd)
}

func (n *net) View() (view tea.View) {
	if n.broke != nil {
		return tea.View{}
	}
	defer n.caught()
	return n.desk.View()
}

func (n *net) caught() {
	if why := recover(); why != nil {
		n.broke = why
		n.quit()
	}
}

// watched catches what breaks in a command, which runs in a goroutine of its own.
func (n *net) watched(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if why := recover(); why != nil {
				msg = brokeMsg{why}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = n.watched(batch[i])
			}
		}
		return msg
	}
}

// hooks are what the desktop cannot do itself: files.
func hooks(shelf *sessions.Sessions, door *endpoint.Door, suspend func()) ui.Hooks {
	enter := func(c sessions.Choice, progress func(done, total int)) (*room.Room, error) {
		listened, _ := door.Close() // what comes next opens it again, or says why not
		session, err := shelf.Open(c, progress)
		if listened && shelf.Current() != nil { // programs join whatever session is on the desk
			if e := door.Open(shelf.Current().Room); err == nil && e != nil {
				err = e
			}
		}
		if err != nil {
			return nil, errors.New(strings.TrimSuffix(sessions.Sentence(err), "."))
		}
		return session.Room, nil
	}
	unsaved := func() bool { return shelf.Current().Path() == "" }
	ephemeral := unsaved()
	var unlearned error // why the last that was learned is not kept
	learn := func(change func(*lesson.Progress)) error {
		if unsaved() { // nor is its session
			return nil
		}
		unlearned = sessions.Learn(change)
		return unlearned
	}
	return ui.Hooks{
		List:    func() ([]dialogs.Session, error) { return kept(shelf) },
		Races:   library,
		Lessons: func() ([]dialogs.Lesson, string) { return lessons(unlearned) },
		Lesson: func(name string) lesson.Record {
			if unsaved() {
				return lesson.Record{}
			}
			p, _ := sessions.Learned() // what cannot be read the map says
			return p.Lessons[sessions.LessonKey(name)]
		},
		Place: func(name string, page int) { sessions.WritePlace(shelf.Current().Path(), name, page) },
		Played: func(name string) {
			_ = learn(func(p *lesson.Progress) { p.Played[name] = true }) // the map says what cannot be kept
		},
		Learned: func(l *lesson.Lesson, s lesson.State) error {
			key := sessions.LessonKey(l.Name)
			return learn(func(p *lesson.Progress) { p.Lessons[key] = p.Lessons[key].Keep(l, s) })
		},
		Plans:  plain.Plans,
		Listen: door.Open,
		StopListening: func() error {
			_, err := door.Close()
			return err
		},
		Open: func(path string, progress func(done, total int)) (*room.Room, error) {
			return enter(sessions.Choice{Session: path}, progress)
		},
		OpenRace: func(name string) (*room.Room, error) {
			return enter(sessions.Choice{Files: []string{name}, Ephemeral: ephemeral}, nil)
		},
		New: func() (*room.Room, error) {
			return enter(sessions.Choice{Empty: true, Writers: true, Ephemeral: ephemeral}, nil)
		},
		SaveAs: func(name string) (string, error) { return shelf.Current().SaveAs(name) },
		Export: func(kind string, object engine.ObjectID, file string, over bool) error {
			return plain.Export(shelf.Current().Room, object, kind, file, over, framed)
		},
		Write:   sessions.WriteFile,
		Saved:   func() string { return shelf.Current().Saved() },
		Save:    func() error { return saved(shelf.Current()) },
		Changed: sessions.Changed,
		Suspend: suspend,
	}
}

// saved brings a session to the disk, and says in a sentence why it does not go there.
func saved(session *sessions.Session) error {
	if _, err := session.Flush(); err != nil {
		return errors.New(strings.TrimSuffix(sessions.Sentence(err), "."))
	}
	return nil
}

// kept lists the sessions of the data folder.
func kept(shelf *sessions.Sessions) ([]dialogs.Session, error) {
	folder, err := persist.Folder()
	if err != nil {
		return nil, err
	}
	infos, err := persist.List(folder)
	var list []dialogs.Session
	for _, i := range infos {
		s := dialogs.Session{Path: i.Path, Name: i.Name, Here: i.Path == shelf.Current().Path(),
			Detail: sessions.About(i)}
		if i.Trouble != nil {
			s.Why = sessions.Sentence(i.Trouble)
		}
		list = append(list, s)
	}
	return list, err
}

// framed is what only the desktop can make: a recording, or a picture.
func framed(word string, r *room.Room, w, h int) ([]byte, error) {
	switch word {
	case export.AsPicture:
		return ui.Picture(r, w, h)
	case export.AsSequence:
		return ui.Sequence(r, w)
	}
	return ui.Recording(r, w, h)
}

// lessons are those of the map, with what is remembered of each; unlearned is why the newest of it is not kept.
func lessons(unlearned error) (list []dialogs.Lesson, trouble string) {
	progress, err := sessions.Learned()
	if err == nil {
		err = unlearned
	}
	if err != nil {
		trouble = sessions.Sentence(err)
	}
	for _, l := range sessions.Lessons() {
		r := progress.Lessons[sessions.LessonKey(l.Name)]
		list = append(list, dialogs.Lesson{Name: l.Name, Number: l.Number, Title: l.Title, Chapter: l.Group(),
			Idea: l.Idea, Minutes: l.Minutes, Stars: r.Stars, Done: r.Done, Begun: r.Begun(), Say: l.Parts[0].Text})
	}
	return list, trouble
}

func library() []dialogs.Race {
	list, _ := dialogs.ReadRaces(races.FS) // the files are in the program
	progress, _ := sessions.Learned()      // what cannot be read the map says
	for i := range list {
		list[i].Played = progress.Played[list[i].Name]
	}
	return list
}

// userThemes are those of the program and those of the configuration folder; a file that is none is told and left out.
func userThemes() (list []themes.Theme, troubles []string) {
	list = themes.Builtin()
	folder, err := os.UserConfigDir()
	if err != nil {
		return list, nil
	}
	paths, _ := filepath.Glob(filepath.Join(folder, "interleave", "themes", "*.toml")) // the pattern is right
	for _, path := range paths {
		text, err := persist.ReadFile(path, themes.MaxFile)
		if err != nil {
			err = sessions.Reason(path, err)
		}
		var theme themes.Theme
		if err == nil {
			theme, err = themes.Parse(text)
		}
		if err != nil {
			troubles = append(troubles, fmt.Sprintf("%s stays out: %v.", path, err))
			continue
		}
		list = append(list, theme)
	}
	return list, troubles
}

func named(list []themes.Theme, name string) bool {
	for _, t := range list {
		if t.Name == name {
			return true
		}
	}
	return false
}
