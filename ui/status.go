package ui

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/say"
)

const statusRows = 3

// toast is the newest message: it stays until another comes, the log keeps all.
type toast struct {
	text   string
	mark   engine.Severity // 0: none
	keys   []hint
	banner bool        // the first start's line
	by     string      // the writer for whom letters acted when it was said
	token  int         // not 0: it goes by itself
	stands func() bool // whether what it says still is so; nil: it tells what happened
}

// statusBar is the last three rows: what was said, the keys that count now, where one is and how things stand.
type statusBar struct {
	root    *Root
	toast   toast
	said    bool        // something was said in this update
	hintsAt image.Point // where the keys begin
	shown   []hint      // the keys there
	offer   *offer      // a question that Enter answers
}

// Say puts a sentence into the first status row.
func (r *Root) Say(text string, mark engine.Severity) { r.status.say(text, mark) }

func (s *statusBar) say(text string, mark engine.Severity) {
	s.toast, s.said, s.root.screen.dirty = toast{text: text, mark: mark, by: s.root.writer}, true, true
}

// sayWhile says what is so now: the sentence goes when that ends.
func (s *statusBar) sayWhile(stands func() bool, text string) {
	s.say(text, 0)
	s.toast.stands = stands
}

// hint says something for three seconds; what was said before comes back.
func (s *statusBar) hint(text string) {
	before := s.toast
	s.root.tokens++
	s.say(text, 0)
	s.toast.token = s.root.tokens
	if before.token != 0 {
		before = toast{}
	}
	s.root.ask(s.root.deps.After(hintWait, hintOverMsg{s.root.tokens, before}))
}

type hintOverMsg struct {
	token  int
	before toast
}

func (m hintOverMsg) apply(r *Root) {
	if r.status.toast.token == m.token {
		r.status.toast = m.before
	}
}

func (s *statusBar) sayError(err error) {
	switch {
	case errors.Is(err, room.ErrAsked):
		s.hint(capital(s.root.course.askedSentence()) + ".")
	case err != nil:
		s.hint(say.Error(err))
	}
}

// inks of the status area and the menu bar.
func ink(role themes.Role) themes.Style  { return themes.Style{Ink: role} }
func bold(role themes.Role) themes.Style { return themes.Style{Ink: role, Bold: true} }

func (s *statusBar) paint(a grid.Area) {
	a = a.On(themes.Desk)
	a.Fill(themes.Style{})
	w, _ := a.Size()
	second, third := a.Sub(image.Rect(0, 1, w, 2)), a.Sub(image.Rect(0, 2, w, 3))
	rest := s.paintToast(a.Sub(image.Rect(0, 0, w, 1)))
	if s.root.course.stage.captions(s.root) {
		second.Put(1, 0, s.root.looks.glyphs.Fit(sentences(rest, w-2), w-2), s.now().style())
		s.root.course.stage.paint(s.root, third)
		return
	}
	if rest == "" {
		s.paintHints(second, 1)
		s.paintState(third)
		return
	}
	if mark := s.now().mark; mark != 0 {
		second = second.On(say.MarkTint(mark))
	}
	second.Fill(themes.Style{})
	end := w - 1
	if s.now().banner {
		end = s.paintToastKeys(second, pressable(elsewhereKeys, s.root.keys.mode()))
	}
	s.putSentence(second, 1, s.root.looks.glyphs.Fit(sentences(rest, end-1), end-1))
	s.paintHints(third, s.paintMode(third)) // one who reads a long message asks what to press now
}

// paintToast is the first row: the mark and its word, the sentence, at the right the two best keys. A sentence that is
// longer than the row goes on in the next one; what is left of it comes back.
func (s *statusBar) paintToast(a grid.Area) (rest string) {
	t := s.now()
	if s.root.keys.listed {
		s.paintPrefix(a)
		return ""
	}
	if t.mark != 0 {
		a = a.On(say.MarkTint(t.mark))
		a.Fill(themes.Style{})
	}
	if s.root.busy.now() {
		s.root.busy.paint(a)
		return ""
	}
	if t.banner && !s.root.layers.passing() { // its keys belong to what lies above
		return ""
	}
	if t.banner {
		s.paintBanner(a)
		return s.root.view.Subject()
	}
	x := 1
	if t.mark != 0 {
		x += a.Put(x, 0, say.Mark(t.mark), say.Finding(t.mark, "").Style) + 2
	}
	end, _ := a.Size()
	t.keys = s.withLoss(t, end, x)
	if end--; !s.root.course.stage.captions(s.root) {
		end = s.paintToastKeys(a, t.keysBeside(end+1, x))
	}
	text, rest := broken(t.text, end-x)
	s.putSentence(a, x, s.root.looks.glyphs.Fit(text, end-x))
	return rest
}

// putSentence writes what is said; the keys that it names look as everywhere, where they do what it says.
func (s *statusBar) putSentence(a grid.Area, x int, text string) {
	t := s.now()
	named := func(w *engine.Writer) bool { return grid.Width(w.Title) == 1 } // `A sends` names no key
	if mode := s.root.keys.mode(); t.mark != 0 || mode != command.Nav && mode != command.Ask ||
		slices.ContainsFunc(s.root.view.Writers(), named) {
		a.Put(x, 0, text, t.style())
		return
	}
	a.PutSpans(x, 0, say.KeyedIn(t.style(), text)...)
}

func (t toast) style() themes.Style {
	if t.mark == 0 && t.token != 0 {
		return ink(themes.Dim)
	}
	return ink(themes.Text)
}

// now is what stands in the first row: a question, else the newest message, else what lasts.
func (s *statusBar) now() toast {
	if why, blocked := s.root.menu.told(); blocked {
		return toast{text: why}
	}
	t := s.toast
	if t.stands != nil && !t.stands() {
		t = toast{}
	}
	switch {
	case s.offer != nil:
		return toast{text: s.offer.say, keys: []hint{{"Enter", "do", ""}, {"Esc", "drop", "edit.escape"}}}
	case t.text == "" && !t.banner && s.saved() == notSaved:
		return toast{text: "This session is not saved. S chooses another place."}
	}
	if there, ok := s.waits(); ok && t.mark == 0 {
		t.keys = append([]hint{there}, t.keys...)
	}
	t.text = s.forThis(t)
	t.keys = slices.DeleteFunc(pressable(t.keys, s.root.keys.mode()), func(k hint) bool {
		c, ok := command.ByID(k.id)
		return ok && (s.root.keys.blocked(c) != "" || s.idle(c.Intent) || t.ofAnother(c.Intent, s.root.writer))
	})
	if s.root.course.begins() {
		t.keys = slices.DeleteFunc(t.keys, func(k hint) bool { return k.id == "edit.undo" })
	}
	return t
}

// forThis is what a message says, without the sentences that name keys of another writer than the one for whom letters
// act now: here they would do something else.
func (s *statusBar) forThis(t toast) string {
	if t.by == "" || t.by == s.root.writer {
		return t.text
	}
	parts := strings.SplitAfter(t.text, ". ")
	parts = slices.DeleteFunc(parts, func(part string) bool {
		return slices.ContainsFunc(say.KeyedIn(themes.Style{}, part), func(word grid.Span) bool {
			c, ok := command.Resolve(word.Text, command.Nav, command.Writer, command.Desk)
			return ok && word.Style == bold(themes.Key) && byWriter(c.Intent)
		})
	})
	return strings.TrimSpace(strings.Join(parts, ""))
}

// ofAnother says whether a key was named for another writer than the one whose it would be now.
func (t toast) ofAnother(in command.Intent, now string) bool {
	switch in.(type) {
	case command.SendAgain, command.GiveUp:
		return t.by != "" && t.by != now
	}
	return false
}

// pressable are the keys of a message that do in a mode what it says of them. Those of NAV come behind Esc where they
// would be typed; a menu and a dialog have keys of their own.
func pressable(keys []hint, mode command.Mode) (list []hint) {
	for _, k := range keys {
		c, _ := command.ByID(k.id)
		switch {
		case mode == command.Nav || mode == command.Ask:
		case mode != command.Edit:
			continue
		case len(c.Edit.Keys()) > 0:
			k.key = c.Edit.Help().Key
		default:
			k.key = "Esc " + k.key
		}
		list = append(list, k)
	}
	return list
}

// waits is the way to the next thing, where the clock that runs needs long to get there.
func (s *statusBar) waits() (there hint, ok bool) {
	const long = 3000
	at, due := s.root.view.NextDue()
	if !s.root.playback.on || !due || at-s.root.view.Now() < long {
		return hint{}, false
	}
	return hint{"t", "to " + at.String() + ", next event", "time.next-timer"}, true
}

// keysBeside are those keys of a message that leave its sentence, which begins at column x, the room that it needs in
// two rows of w columns. Of a finding the last ones give way: the first says where all of it can be read.
func (t toast) keysBeside(w, x int) []hint {
	keys := t.keys
	for len(keys) > 1 {
		begin := keysBegin(w, keys)
		_, rest := broken(t.text, begin-x)
		if begin >= w/3 && (t.mark == 0 || grid.Width(rest) <= w-2) {
			break
		}
		keys = keys[:len(keys)-1]
	}
	return keys
}

// keysBegin is the column in front of keys that end at the right of a row of w columns.
func keysBegin(w int, keys []hint) (x int) {
	x = w - 1
	for _, k := range keys {
		x -= grid.Width(k.key) + 1 + grid.Width(k.what) + 2
	}
	return x
}

// paintToastKeys puts keys at the right end, and answers where they begin.
func (s *statusBar) paintToastKeys(a grid.Area, keys []hint) (end int) {
	w, _ := a.Size()
	if len(keys) == 0 {
		return w
	}
	x := keysBegin(w, keys)
	for _, k := range keys {
		x += 2
		width := grid.Width(k.key) + 1 + grid.Width(k.what)
		s.root.pointer.zone(a, x, width, k.id)
		a.PutSpans(x, 0, grid.Span{Text: k.key, Style: bold(themes.Key)},
			grid.Span{Text: " " + k.what, Style: ink(themes.Dim)})
		x += width
	}
	return keysBegin(w, keys)
}

// broken is as many words of a sentence as fit into a row, and the others.
func broken(text string, w int) (row, rest string) {
	if grid.Width(text) <= w {
		return text, ""
	}
	for at := strings.LastIndexByte(text, ' '); at > 0; at = strings.LastIndexByte(text[:at], ' ') {
		if grid.Width(text[:at]) <= w {
			return text[:at], text[at+1:]
		}
	}
	return text, ""
}

// sentences are as many whole sentences of a text as fit into a row of w columns; all of it where not even one does.
func sentences(text string, w int) string {
	if grid.Width(text) <= w {
		return text
	}
	for at := strings.LastIndex(text, ". "); at > 0; at = strings.LastIndex(text[:at], ". ") {
		if grid.Width(text[:at+1]) <= w {
			return text[:at+1]
		}
	}
	return text
}

// elsewhereKeys are for who comes with something else in mind than to watch: below the first start's line.
var elsewhereKeys = []hint{{"I", "an empty desk", "file.new"}, {"m", "menu", "menu.bar"}}

// paintBanner is the one line of the first start, with the keys that do it where the cursor is.
func (s *statusBar) paintBanner(a grid.Area) {
	hints := []hint{{"Space", "watch", "time.run"}, {".", "one step at a time", "time.step"},
		{"e", "type yourself", "edit.draft"}, {"Esc", "hide this line", "edit.escape"}}
	if s.root.keys.mode() == command.Edit { // letters are typed into the draft
		hints = []hint{{"F9", "watch", "time.run"}, {"F8", "one step at a time", "time.step"},
			{"Esc", "leave the draft", "edit.escape"}}
	}
	x := 1
	for _, h := range hints {
		width := grid.Width(h.key) + 1 + grid.Width(h.what)
		if w, _ := a.Size(); x+width > w {
			return
		}
		s.root.pointer.zone(a, x, width, h.id)
		x += a.PutSpans(x, 0, grid.Span{Text: h.key, Style: bold(themes.Key)},
			grid.Span{Text: " " + h.what, Style: ink(themes.Text)}) + 2
	}
}

// paintPrefix lists what may follow the key that was pressed.
func (s *statusBar) paintPrefix(a grid.Area) {
	x := 1 + a.Put(1, 0, command.KeyName(s.root.keys.prefix)+" then", ink(themes.Dim)) + 2
	w, _ := a.Size()
	for _, c := range command.Behind(s.root.keys.prefix, command.Nav) {
		for _, key := range c.Keys.Keys() {
			last := cutPrefix(key, s.root.keys.prefix+" ")
			if last == key {
				continue
			}
			width := grid.Width(last) + 1 + grid.Width(c.Label())
			if x+width >= w {
				return
			}
			s.root.pointer.zone(a, x, width, c.ID)
			x += a.PutSpans(x, 0, grid.Span{Text: last, Style: bold(themes.Key)},
				grid.Span{Text: " " + c.Label(), Style: ink(themes.Dim)}) + 2
		}
	}
}

// paintHints are the keys of what has the focus, from column x on.
func (s *statusBar) paintHints(a grid.Area, x int) {
	w, _ := a.Size()
	s.hintsAt, s.shown = a.Rect().Min.Add(image.Pt(x, 0)), fitting(s.hints(), w-1-x)
	for _, h := range s.shown {
		if h.id != "" {
			s.root.pointer.zone(a, x, h.width(), h.id)
		}
		x += a.PutSpans(x, 0, grid.Span{Text: h.key, Style: bold(themes.Key)},
			grid.Span{Text: " " + h.what, Style: ink(themes.Dim)}) + 2
	}
}

// paintState is the last row: mode, pane, object; at the right the counters and what is saved.
func (s *statusBar) paintState(a grid.Area) {
	w, _ := a.Size()
	x := s.paintMode(a)
	end := w - 1
	if saved := s.saved(); saved != "" && (w >= 100 || saved == notSaved) {
		style := ink(themes.Dim)
		if saved == notSaved {
			style = bold(themes.Behind)
		}
		end -= a.PutRight(end, 0, saved, style) + 2
	}
	end = s.paintCounters(a, end)
	if s.root.playback.throughMarks {
		end -= a.PutRight(end-1, 0, "pause on conflict: off", ink(themes.Dim)) + 3
	}
	if text, loud := s.programs(); text != "" {
		style := bold(themes.Text)
		if loud {
			style = bold(themes.Behind)
		}
		end -= a.PutRight(end-1, 0, text, style) + 3
	}
	if s.root.pointer.released {
		end -= a.PutRight(end-1, 0, "mouse: terminal", ink(themes.Dim)) + 3
	}
	end = s.paintAway(a, x, end)
	for _, span := range s.whereSpans() {
		if room := end - 2 - x; room > 4 {
			x += a.Put(x, 0, s.root.looks.glyphs.Fit(span.Text, room), span.Style) + 2
		}
	}
}

// paintAway names the writers whose windows the desk has no room for, with a mark where the newest thing that one heard
// was a refusal. A click goes there, as the number does. A third of the row stays for where one is.
func (s *statusBar) paintAway(a grid.Area, from, end int) int {
	away, least := s.away(), from+(end-from)/3
	for i := len(away) - 1; i >= 0; i-- {
		w := away[i]
		name := fmt.Sprintf("%d %s", w.Place, w.Title)
		if _, refused := s.root.view.Refusal(int(w.Last)); refused {
			name += " " + say.Mark(engine.SeverityRefused)
		}
		width := grid.Width(name)
		if end-width-2 < least {
			return end - a.PutRight(end, 0, fmt.Sprintf("+%d", i+1), ink(themes.Dim)) - 2
		}
		s.root.pointer.zone(a, end-width, width, fmt.Sprintf("writer.%d", w.Place))
		end -= a.PutRight(end, 0, name, ink(themes.Writer(int(w.Place)))) + 2
	}
	return end
}

// away are the writers that a key reaches and whose windows are not on screen beside those that are.
func (s *statusBar) away() (list []*engine.Writer) {
	shown := false
	for _, each := range s.root.view.Writers() {
		w, here := s.root.alerts.windowOf(each.ID)
		shown = shown || here
		if w != nil && !here && w.ID != s.root.writer {
			list = append(list, w)
		}
	}
	if !shown {
		return nil
	}
	return list
}

// programs is how many programs are connected; loud is true where what they send does not go its way.
func (s *statusBar) programs() (text string, loud bool) {
	n, outside := s.root.view.Connected()
	switch {
	case n == 0 && len(s.root.view.Door.Ports) > 0:
		return "listening", false
	case n == 0:
		return "", false
	}
	text = say.Number(n, "client")
	switch {
	case outside > 0:
		return text + fmt.Sprintf(", %d outside", outside), true
	case s.root.view.Stopped:
		return text + ", paused", true
	}
	return text, false
}

func (s *statusBar) paintMode(a grid.Area) int {
	mode := s.root.keys.mode()
	ground := themes.Focus
	switch mode {
	case command.Edit:
		ground = themes.Fresh
	case command.Ask:
		ground = themes.Unknown
	}
	x := a.Put(0, 0, " "+string(mode)+" ", themes.Style{Ink: themes.Badge, Ground: ground, Bold: true})
	if s.root.view.Past {
		x += a.Put(x+1, 0, " PAST ", themes.Style{Ink: themes.Badge, Ground: themes.Behind, Bold: true}) + 1
	}
	return x + 1
}

// whereSpans say which pane, for whom letters act, on which object.
func (s *statusBar) whereSpans() []grid.Span {
	var list []grid.Span
	if writerPlace(s.root.desk.focus) == 0 {
		list = append(list, grid.Span{Text: s.root.desk.paneName(s.root.desk.focus), Style: ink(themes.Text)})
	}
	if w := s.root.view.Writer(s.root.writer); w != nil {
		list = append(list, grid.Span{Text: fmt.Sprintf("%d %s", w.Place, w.Title),
			Style: ink(themes.Writer(int(w.Place)))})
	}
	if !s.root.object.IsZero() {
		list = append(list, grid.Span{Text: s.root.view.Called(s.root.object), Style: ink(themes.Dim)})
	}
	return list
}

// paintCounters writes how many marks of each sort there are; a sort that there is none of stays quiet. With client
// eyes nobody counts what nobody was told.
func (s *statusBar) paintCounters(a grid.Area, end int) int {
	refused, silent, unknown := s.root.view.Counts()
	counts := []struct {
		n    int
		word string
		role themes.Role
	}{{unknown, "unknown", themes.Unknown}, {silent, "silent", themes.Silent}, {refused, "refused", themes.Refused}}
	if s.root.looks.eyes {
		end -= a.PutRight(end, 0, "client eyes", bold(themes.Behind)) + 2
	}
	for _, c := range counts {
		if s.root.looks.hides() && c.role == themes.Silent {
			continue
		}
		style := ink(themes.Dim)
		if c.n > 0 {
			style = bold(c.role)
		}
		end -= a.PutRight(end, 0, fmt.Sprintf("%d %s", c.n, c.word), style) + 2
	}
	return end
}

// What Hooks.Saved says of a session whose disk takes nothing more, and of one without a file.
const (
	notSaved = "not saved"
	notKept  = "not kept"
)

func (s *statusBar) saved() string {
	if s.root.deps.Hooks.Saved == nil {
		return ""
	}
	return s.root.deps.Hooks.Saved()
}
