package ui

import (
	"io/fs"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/lesson"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/card"
	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/grid"
	"interleave/ui/layout"
)

// Deps is what the desktop needs from outside. Room and After must be given; a hook that is nil is a command that says
// so.
type Deps struct {
	Room    *room.Room
	Themes  []themes.Theme
	Theme   string   // empty: dark or light by the terminal's background
	Glyphs  string   // ascii or unicode; empty: the terminal is asked
	Quiet   bool     // no highlight that passes
	NoMouse bool     // the mouse is the terminal's
	First   bool     // the first start ever: one banner
	Present bool     // for a room: a remote control moves the lesson, the last keys are shown
	Hello   []string // said once at the start
	States  int      // how far a search of all orders goes; 0: as far as explore.Budget says
	// After delivers msg after d: tea.Tick outside of tests.
	After func(d time.Duration, msg tea.Msg) tea.Cmd
	Hooks Hooks
}

// Session and Race are rows of the lists that hooks give.
type (
	Session = dialogs.Session
	Race    = dialogs.Race
)

// Library reads the races of a library, for Hooks.Races.
func Library(files fs.FS) ([]Race, error) { return dialogs.ReadRaces(files) }

// Hooks are what the desktop cannot do itself: files. List and those that open a session may wait: they are called from
// a command. The others answer a person who has just confirmed a name, and should be quick.
type Hooks struct {
	List     func() ([]Session, error)
	Races    func() []Race
	Plans    func() []view.PlanOffer
	Open     func(path string, progress func(done, total int)) (*room.Room, error)
	OpenRace func(name string) (*room.Room, error)
	New      func() (*room.Room, error)
	SaveAs   func(name string) (where string, err error)
	// an error of fs.ErrExist where over is false and there is such a file
	Export  func(kind string, object engine.ObjectID, file string, over bool) error
	Write   func(file string, text []byte, over bool) error // likewise
	Saved   func() string                                   // as `saved`; must not wait
	Save    func() error                                    // tries to bring all to the disk at once
	Suspend func()                                          // stops the program until a shell wakes it up
	// Listen lets real programs join a session, StopListening lets none: ports are opened and closed, which may wait.
	Listen        func(*room.Room) error
	StopListening func() error
	Changed       func(*view.View) bool // whether the script's file is another one by now
	// Lessons are those of the map, with a sentence where what is remembered cannot be read; Lesson is what is
	// remembered of one, by the name of its file; Learned remembers it.
	Lessons func() (list []dialogs.Lesson, trouble string)
	Lesson  func(name string) lesson.Record
	Learned func(*lesson.Lesson, lesson.State) error
	Played  func(name string) // remembers that a race was begun
	// Place tells, for whoever follows the notes, on which page of which lesson a presenter is.
	Place func(name string, page int)
}

// SavedMsg tells the desktop that Hooks.Saved has something new to say.
type SavedMsg struct{}

// After is Deps.After of a program that runs.
func After(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// framesPerSecond keeps the renderer's own ticker under a hundredth of a core.
const framesPerSecond = 50

// Options are what a program that runs the desktop should be made with.
func Options() []tea.ProgramOption { return []tea.ProgramOption{tea.WithFPS(framesPerSecond)} }

// Root is the desktop.
type Root struct {
	deps Deps
	room *room.Room
	news *atomic.Pointer[view.View] // the newest view that the room told; nil: all is shown
	view *view.View
	came struct { // how the session was when it came to the desk
		undo string // what undo would have taken back
		last int    // its newest record
	}

	object engine.ObjectID // the selected one
	chosen bool            // the person chose it
	writer string          // for whom letters act

	desk     desk
	looks    appearance
	layers   layers
	menu     menuBar
	status   statusBar
	pointer  pointer
	keys     keyboard
	jump     jump
	playback playback
	alerts   alerts
	screen   screen
	busy     busy
	course   course
	programs programs

	cmds   []tea.Cmd // what this update answers with
	idle   bool      // this message changed nothing that shows
	tokens int       // of timers, so that a stale one is known
}

// New is a desktop on a room.
func New(deps Deps) *Root {
	r := &Root{deps: deps}
	r.screen = screen{root: r, dirty: true}
	r.desk = desk{root: r, sizes: map[string]map[string]int{}}
	r.menu.root, r.status.root, r.playback.root, r.alerts.root, r.layers.root = r, r, r, r, r
	r.keys.root, r.jump.root, r.busy.root, r.course.root = r, r, r, r
	r.programs.root = r
	r.looks = appearance{root: r, theme: themes.Builtin()[0], glyphs: grid.Unicode()}
	r.pointer = pointer{root: r, released: deps.NoMouse}
	if deps.Glyphs == "ascii" {
		r.looks.glyphs = grid.ASCII()
	}
	if t, ok := r.looks.named(deps.Theme); ok {
		r.looks.theme = t
	}
	r.desk.arranged.Layout = layout.Layouts()[0]
	r.course.stage.on = deps.Present
	r.adopt(deps.Room)
	if deps.First {
		r.alerts.demo = r.view.Script
	}
	r.greet()
	return r
}

// greet says what is said once at the start: one short sentence in the status row, more of them above the desk until a
// key is pressed.
func (r *Root) greet() {
	const row = 78 // of the smallest desk
	hello := r.deps.Hello
	if r.deps.First {
		r.status.toast = toast{banner: true}
	}
	switch {
	case len(hello) == 0:
	case len(hello) == 1 && grid.Width(hello[0]) <= row && !r.deps.First:
		r.status.toast = toast{text: hello[0]}
	default:
		r.layers.open(dialogs.NewNotice(hello))
	}
}

// adopt makes a room the one that is shown.
func (r *Root) adopt(next *room.Room) {
	if r.room != nil {
		r.room.OnNews(nil)
	}
	r.room, r.news = next, &atomic.Pointer[view.View]{}
	news := r.news
	next.OnNews(func(v *view.View) { news.Store(v) })
	r.view = next.View()
	r.came.undo, r.came.last = r.view.UndoName, r.view.Last
	r.desk.windows = map[string]*window{}
	r.desk.focus, r.desk.before, r.desk.docked, r.object, r.writer = "", nil, "", engine.ObjectID{}, ""
	r.playback.asked, r.alerts.carded = "", nil
	r.playback.ahead = 0
	r.playback.stop()
	r.desk.generation++
	r.desk.restore()
	r.course.begin()
	r.desk.countWriters()
	if r.desk.arranged.Writers > 0 {
		r.writer = r.view.WriterAt(1).ID
	}
	r.object, r.chosen = r.firstObject(), false
	r.desk.arrange()
	r.desk.focusOn(r.desk.firstPane())
	if r.course.player != nil {
		r.desk.focusOn(layout.Lesson)
		r.course.followPage()
	}
}

func (d *desk) firstPane() string {
	if d.arranged.Writers > 0 {
		return layout.Writer(1)
	}
	return layout.Tree
}

// Init asks the terminal what it is.
func (r *Root) Init() tea.Cmd {
	var cmds []tea.Cmd
	if r.deps.Theme == "" {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	if r.deps.Glyphs == "" {
		cmds = append(cmds, r.deps.After(firstFrame, askWidthMsg{}))
	}
	r.programs.look(r.view)
	cmds = append(cmds, r.cmds...)
	return tea.Batch(cmds...)
}

// Update takes one message.
func (r *Root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	r.cmds, r.status.said, r.idle = nil, false, false
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
		r.room.UndoBoundary()
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.desk.resize(msg.Width, msg.Height)
	case tea.KeyPressMsg:
		r.keys.press(msg)
	case tea.PasteMsg:
		r.keys.paste(msg)
	case tea.MouseMsg:
		r.pointer.update(msg)
	case tea.BackgroundColorMsg:
		r.looks.background(msg.IsDark())
	case tea.ColorProfileMsg:
		r.looks.profile(msg.Profile.String())
	case tea.CursorPositionMsg:
		r.looks.lineWidth(msg.X)
	case askWidthMsg:
		r.ask(tea.Raw(widthQuestion))
	case rootMsg:
		msg.apply(r)
	case dialogs.Result:
		r.layers.found(msg)
	default:
		r.pass(msg)
	}
	r.catchUp()
	r.desk.tryWhatHelps()
	r.screen.dirty = r.screen.dirty || !r.idle
	return r, tea.Batch(r.cmds...)
}

// rootMsg are the desktop's messages to itself: timers, and disk work that has ended.
type rootMsg interface{ apply(r *Root) }

func (SavedMsg) apply(*Root) {}

// tryWhatHelps runs the trials of the card beside the screen, while the card is on it.
func (d *desk) tryWhatHelps() {
	if _, placed := d.places.Find(layout.Card); !placed {
		return
	}
	p, ok := d.window(layout.Card).pane.(*card.Pane)
	if !ok {
		return
	}
	if try, take, ok := p.Trial(); ok {
		d.root.ask(func() tea.Msg {
			found := try()
			return adviceMsg{func() { take(found) }}
		})
	}
}

// adviceMsg is the result of a trial on its way to the card.
type adviceMsg struct{ take func() }

func (m adviceMsg) apply(*Root) { m.take() }

// ask adds a command to those that this update answers with.
func (r *Root) ask(cmd tea.Cmd) {
	if cmd != nil {
		r.cmds = append(r.cmds, cmd)
	}
}

// pass hands a message that is nobody's else to the topmost dialog, or to the pane with the focus.
func (r *Root) pass(msg tea.Msg) {
	if len(r.layers.list) > 0 {
		r.layers.update(msg)
		return
	}
	r.ask(r.desk.focused().pane.Update(msg))
}

func (d *desk) focused() *window { return d.window(d.focus) }

// catchUp shows what the room told since the last message.
func (r *Root) catchUp() {
	for range 4 { // showing may itself change the room, as by a kept note
		v := r.news.Swap(nil)
		if v == nil {
			return
		}
		old := r.view
		r.view = v
		r.desk.countWriters()
		// the cursor went back before there was anything to tell
		if _, lost := v.ReplacedUnread(); r.desk.docked == layout.Card && len(v.Told()) == 0 && !lost {
			r.desk.docked = ""
			r.desk.generation++
		}
		r.followInside() // in front of the windows, which look at it when they are shown
		r.desk.arrange()
		r.course.look()
		r.programs.look(v)
		r.alerts.look(old, v)
	}
}

func (d *desk) showAll() {
	for _, place := range d.places.Panes {
		if w := d.window(place.ID); w != nil {
			w.show(d.root.view)
		}
	}
}

// countWriters follows the number of windows that the session has.
func (d *desk) countWriters() {
	d.arranged.Writers = min(len(d.root.view.Writers()), writersMost)
	if d.root.writer == "" && d.arranged.Writers > 0 {
		d.root.writer = d.root.view.WriterAt(1).ID
	}
	if d.root.writer != "" && d.root.view.Writer(d.root.writer) == nil {
		d.root.writer = ""
		if d.arranged.Writers > 0 {
			d.root.writer = d.root.view.WriterAt(1).ID
		}
	}
}

// followInside selects the first object where there was none, and goes from what holds others to the one inside that
// something happens to, as long as nobody has chosen or is typing. A queue stays: its window shows what is inside.
func (r *Root) followInside() {
	if !r.object.IsZero() && (r.chosen || r.keys.mode() != command.Nav || r.object.Kind == "queue") {
		return
	}
	next := r.firstObject()
	if r.object.IsZero() || strings.HasPrefix(next.Name, r.object.Name+"/") {
		r.object = next
		for _, w := range r.desk.windows {
			w.shown = nil
		}
	}
}

// firstObject is what was touched last and holds nothing else; where there is nothing, what plans send something for
// first, which need not be there yet; empty where no plan names anything.
func (r *Root) firstObject() (best engine.ObjectID) {
	log := r.view.Log()
	for i := log.Len() - 1; i >= 0; i-- {
		object := log.At(i).Event().Object
		if r.view.Page(object) == "" || !r.view.Exists(object) { // a plan and a switch are of no service
			continue
		}
		if len(object.String()) > len(best.String()) {
			best = object
		}
		if log.At(i).Event().Request != 0 && best == object {
			break
		}
	}
	if !best.IsZero() {
		return best
	}
	for _, c := range r.view.Upcoming() {
		if !c.Object.IsZero() {
			return c.Object
		}
	}
	return best
}

// Room is the session that is shown.
func (r *Root) Room() *room.Room { return r.room }

// Object is the selected object.
func (r *Root) Object() engine.ObjectID { return r.object }

// Select changes the selected object everywhere.
func (r *Root) Select(object engine.ObjectID) {
	if object == r.object {
		return
	}
	r.object, r.chosen = object, true
	for _, w := range r.desk.windows {
		w.shown = nil
	}
	r.alerts.giveWay(object)
	r.desk.showAll()
	r.playback.goOn()
}

// Writer is the writer that letters act for.
func (r *Root) Writer() string { return r.writer }

// Goto focuses a pane.
func (r *Root) Goto(pane string) { r.desk.focusOn(pane) }

var _ command.Host = (*Root)(nil)
