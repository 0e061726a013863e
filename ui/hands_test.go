package ui

import (
	"encoding/json"
	"fmt"
	"maps"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/scenario"
	"interleave/engine/timeline"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

// kept is a store in memory, with a replay of its own beside it: the oracle for every digest that the desktop shows.
type kept struct {
	records []timeline.Record
	notes   map[string]string
	worlds  []*engine.World // by record, each replayed from the line of the record before it
}

func newKept() *kept {
	return &kept{notes: map[string]string{}, worlds: []*engine.World{catalog.New()}}
}

func (k *kept) Append(r []timeline.Record) { k.records = append(k.records, r...) }
func (k *kept) Note(key, value string) {
	k.notes[key] = value
	if value == "" {
		delete(k.notes, key)
	}
}

// replay carries out the lines that came since the last time; it answers what came out otherwise.
func (k *kept) replay() string {
	for n := len(k.worlds); n <= len(k.records); n++ {
		rec := k.records[n-1]
		in, err := scenario.ParseInput(rec.Line)
		if err != nil {
			return fmt.Sprintf("replay: record %d cannot be read: %v", n, err)
		}
		w := k.worlds[rec.Parent].Clone()
		if _, err := w.Step(n, in); err != nil {
			return fmt.Sprintf("replay: record %d (%s) is refused: %v", n, rec.Line, err)
		}
		if w.Digest() != rec.Digest {
			return fmt.Sprintf("replay: record %d (%s) has digest %x, was %x", n, rec.Line, w.Digest(), rec.Digest)
		}
		if err := w.Check(); err != nil {
			return fmt.Sprintf("replay: record %d (%s): %v", n, rec.Line, err)
		}
		w.Freeze()
		k.worlds = append(k.worlds, w)
	}
	return ""
}

// trial stands in for a test whose failure is a finding.
type trial struct{ testing.TB }

type finding string

func (trial) Helper()                   {}
func (trial) Log(...any)                {}
func (trial) Logf(string, ...any)       {}
func (trial) Failed() bool              { return false }
func (trial) Errorf(f string, a ...any) { panic(finding("frame: " + fmt.Sprintf(f, a...))) }
func (trial) Fatalf(f string, a ...any) { panic(finding("frame: " + fmt.Sprintf(f, a...))) }
func (trial) Fatal(a ...any)            { panic(finding("frame: " + fmt.Sprint(a...))) }
func (trial) Error(a ...any)            { panic(finding("frame: " + fmt.Sprint(a...))) }

// handed is a desktop in hands.
type handed struct {
	script
	rooms   map[*room.Room]*kept
	at      int // the line that was carried out last
	problem string
	passed  time.Duration
}

// hands carries out the lines of a script and checks after each what must always hold.
func hands(open string, lines []string, fault func(*Root) string) (h *handed) {
	h = &handed{rooms: map[*room.Room]*kept{}}
	h.t = trial{}
	defer func() {
		if p := recover(); p != nil {
			if f, ok := p.(finding); ok {
				h.problem = string(f)
				return
			}
			h.problem = fmt.Sprintf("panic: %v\n%s", p, ownFrames(debug.Stack()))
		}
	}()
	h.open(strings.TrimPrefix(open, "open "))
	for i, line := range lines {
		h.at = i
		h.act(line)
		if fault != nil {
			h.must(fault(h.root))
		}
		if h.d.Quit {
			return h
		}
	}
	h.at = len(lines)
	return h
}

// ownFrames are the lines of a stack that say where in this program it was.
func ownFrames(stack []byte) string {
	var list []string
	for line := range strings.Lines(string(stack)) {
		if strings.Contains(line, ".go:") && !strings.Contains(line, "/runtime/") {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return strings.Join(list[:min(len(list), 8)], "\n")
}

func (h *handed) must(problem string) {
	if problem != "" {
		panic(finding(problem))
	}
}

func (h *handed) open(rest string) {
	name, size, _ := strings.Cut(rest, " ")
	w, ht := sizeOf(h.t, size)
	newRoom := func(name string) (*room.Room, error) {
		keep := newKept()
		r := keptRoom(h.t, strings.TrimPrefix(name, "-"), keep)
		h.rooms[r] = keep
		return r, nil
	}
	r, _ := newRoom(name)
	clock := uitest.NewClock()
	h.root = New(Deps{Room: r, Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode", After: clock.After,
		States: 200,
		Hooks: Hooks{
			OpenRace: newRoom,
			New:      func() (*room.Room, error) { return newRoom("") },
			Races: func() []Race {
				return []Race{{Name: "blob/wiki.race",
					Title: "Two people edit one wiki page."}}
			},
			SaveAs: func(name string) (string, error) { return name, nil },
			Export: func(string, engine.ObjectID, string, bool) error { return nil },
			Write:  func(string, []byte, bool) error { return nil },
			Saved:  func() string { return "saved" },
		}})
	h.d = uitest.New(h.t, h.root, clock, w, ht)
}

// stood is how things stood before an act.
type stood struct {
	room   *room.Room
	view   *view.View
	edits  bool // the editor has the focus, below whatever lies over it
	runs   bool
	drafts map[string]string
}

func (h *handed) stand() stood {
	drafts := map[string]string{}
	for key, text := range h.rooms[h.root.room].notes {
		if strings.HasPrefix(key, "draft.") {
			drafts[key] = text
		}
	}
	return stood{h.root.room, h.root.room.View(), h.root.desk.focused().pane.Editing(), h.root.playback.on, drafts}
}

// act carries out one line and checks.
func (h *handed) act(line string) {
	before := h.stand()
	word, rest, _ := strings.Cut(line, " ")
	if length, err := time.ParseDuration(rest); word == "pass" && err == nil {
		h.passed += length
	}
	if !h.do(word, rest) {
		h.must("script: what is " + line + "?")
	}
	h.d.Frame()
	keep := h.rooms[h.root.room]
	h.must(keep.replay())
	v := h.root.room.View()
	if v.Broken != nil {
		h.must("broken: " + v.Broken.Error())
	}
	if want := keep.worlds[v.Record].Digest(); v.Digest() != want {
		h.must(fmt.Sprintf("digest: at record %d it is %x, a replay has %x", v.Record, v.Digest(), want))
	}
	if shown := h.root.view; shown.Digest() != v.Digest() {
		h.must(fmt.Sprintf("shown: the desktop shows record %d, the session is at %d", shown.Record, v.Record))
	}
	if before.room != h.root.room {
		return
	}
	if c, _ := command.ByID(rest); word != "do" || !editsText(c) {
		h.checkDrafts(before, v)
	}
	two := strings.HasPrefix(line, "press alt+") // Esc and a letter: two keys, and what each of them does
	// where the page of a lesson begins the desk takes nothing back: the page turns back, and time with it
	begins := h.root.course.begins()
	if v.Last > before.view.Last && !before.runs && word != "pass" && !two && !begins {
		h.checkUndo(before, v)
	}
}

// editsText says whether a command is a key of the text area: by its id it reaches the editor from everywhere.
func editsText(c command.Command) bool {
	_, text := c.Intent.(command.TextKey)
	return text
}

// checkDrafts: what a person has written stays, unless somebody types, or its writer has sent something: behind the
// last record, or along records that are there, as who undoes a request and sends the same.
func (h *handed) checkDrafts(before stood, v *view.View) {
	sent, records := map[string]bool{}, h.rooms[before.room].records
	behind := func(records []timeline.Record) {
		for _, rec := range records {
			if by, _, ok := strings.Cut(rec.Line, ":"); ok {
				sent[by] = true
			}
		}
	}
	behind(records[before.view.Last:])
	for at := v.Record; at > before.view.Record; at = records[at-1].Parent {
		behind(records[at-1 : at])
	}
	// what a command does to a draft, the status row tells
	typing := before.edits || h.root.desk.focused().pane.Editing() ||
		strings.Contains(h.root.status.toast.text, "'s draft")
	now := h.stand().drafts
	for key, text := range before.drafts {
		var d, is view.Draft
		by, _, _ := strings.Cut(strings.TrimPrefix(key, "draft."), ".")
		_, _ = json.Unmarshal([]byte(text), &d), json.Unmarshal([]byte(now[key]), &is)
		if d.Text == is.Text && now[key] != "" || typing || sent[by] || d.Script {
			continue
		}
		h.must(fmt.Sprintf("draft: %s was %s, is %q", key, text, now[key]))
	}
}

// checkUndo: one undo takes back all that the act did to what is simulated, and nothing else; doing it again brings it
// back.
func (h *handed) checkUndo(before stood, after *view.View) {
	r, drafts := h.root.room, maps.Clone(h.stand().drafts)
	if err := r.Undo(); err != nil {
		h.must("undo: " + err.Error())
	}
	if v := r.View(); v.Digest() != before.view.Digest() {
		h.must(fmt.Sprintf("undo: it leads from record %d to %d, the act began at %d (%s)", after.Record, v.Record,
			before.view.Record, after.UndoName))
	}
	if err := r.Redo(); err != nil {
		h.must("redo: " + err.Error())
	}
	if v := r.View(); v.Digest() != after.Digest() {
		h.must(fmt.Sprintf("redo: it leads to record %d, the act ended at %d", v.Record, after.Record))
	}
	if !maps.Equal(drafts, h.stand().drafts) {
		h.must("draft: undo or redo changes one")
	}
	h.root.catchUp()
}

// race is the branch as a scenario, where the engine alone shows what was found: a fault of screens has none.
func (h *handed) race() string {
	if strings.HasPrefix(h.problem, "frame:") || strings.HasPrefix(h.problem, "shown:") || h.root == nil {
		return ""
	}
	return string(h.root.room.Scenario())
}
