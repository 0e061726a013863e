package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"

	"interleave/engine"
)

// The menus in the order of the menu bar.
const (
	fileMenu   = "File"
	editMenu   = "Edit"
	objectMenu = "Object"
	writerMenu = "Writer"
	flightMenu = "In-flight"
	timeMenu   = "Time"
	viewMenu   = "View"
	learnMenu  = "Learn"
	helpMenu   = "Help"
)

// Menus are the names of the menus in the order of the menu bar.
func Menus() []string {
	return []string{fileMenu, editMenu, objectMenu, writerMenu, flightMenu, timeMenu, viewMenu, learnMenu, helpMenu}
}

var table = build()

func build() []Command {
	parts := [][]Command{fileCommands(), editCommands(), objectCommands(), writerCommands(), flightCommands(),
		timeCommands(), viewCommands(),
		learnCommands(), helpCommands()}
	var list []Command
	for _, part := range parts {
		list = append(list, part...)
	}
	for i := range list {
		if list[i].Scope == "" {
			list[i].Scope = Desk
		}
		for _, binding := range []*key.Binding{&list[i].Keys, &list[i].Edit} {
			if named := binding.Keys(); len(named) > 0 {
				binding.SetHelp(KeyName(named[0]), list[i].Label())
			}
		}
	}
	return list
}

func keys(list ...string) key.Binding { return key.NewBinding(key.WithKeys(list...)) }

func fileCommands() []Command {
	return []Command{
		{ID: "file.open", Title: "Open a session", Short: "Open", Word: "open", Menu: fileMenu, Keys: keys("O"),
			Intent: Sessions{},
			Help:   "List the sessions on this computer and open one."},
		{ID: "file.new", Title: "New session", Short: "New", Word: "new", Menu: fileMenu, Keys: keys("I"),
			Intent: NewSession{},
			Help:   "Begin a session with an empty desk."},
		{ID: "file.save", Title: "Save session as", Short: "Save as", Word: "save", Menu: fileMenu, Keys: keys("S"),
			Intent: SaveAs{},
			Help:   "Keep this session in a file of another name."},
		{ID: "file.export", Title: "Export", Word: "export", Menu: fileMenu, Keys: keys("E"), Intent: Export{},
			Help: "Write what happened to a file: a report, a diagram, a scenario, a recording, the events, the text."},
		{ID: "file.listen", Title: "Let programs join", Short: "Listen", Word: "listen", Menu: fileMenu,
			Keys: keys("g j"), Intent: Listen{},
			Help: "Listen for real programs with the official client libraries, and say what to put into their " +
				"environment."},
		{ID: "file.stop-listening", Title: "Let no programs join", Short: "Stop listening", Word: "stop-listening",
			Menu: fileMenu, Keys: keys("g J"), Intent: StopListening{}, Blocked: notListening,
			Help: "Close the ports and the connections of all programs. What they did stays."},
		{ID: "file.suspend", Title: "Suspend", Menu: fileMenu, Keys: keys("g z"), Intent: Suspend{},
			Help: "Go back to the shell; fg returns."},
		{ID: "file.quit", Title: "Quit", Word: "quit", Menu: fileMenu, Keys: keys("q", "ctrl+c ctrl+c"),
			Edit: keys("ctrl+c ctrl+c"), Intent: Quit{},
			Help: "Close an open layer; with none open, leave. A session that is kept is saved."},
	}
}

func editCommands() []Command {
	return []Command{
		{ID: "edit.draft", Title: "Edit the draft", Short: "Edit", Word: "edit", Menu: editMenu, Keys: keys("e", "i"),
			Intent: EditDraft{}, Blocked: needsText,
			Help: "Type the text that the writer sends next; in what holds others, begin a new one."},
		{ID: "edit.undo", Title: "Undo", Word: "undo", Menu: editMenu, Keys: keys("u"), Intent: Undo{},
			Blocked: nothingToUndo,
			Help:    "Take back the last action. Its future stays as a branch."},
		{ID: "edit.redo", Title: "Redo", Word: "redo", Menu: editMenu, Keys: keys("U"), Intent: Redo{},
			Blocked: nothingToRedo,
			Help:    "Do the action again that was taken back."},
		{ID: "edit.undo-text", Title: "Undo text", Menu: editMenu, Edit: keys("ctrl+z"), Intent: TextKey{"ctrl+z"},
			Help: "Take back the last typing."},
		{ID: "edit.redo-text", Title: "Redo text", Menu: editMenu, Edit: keys("ctrl+y"), Intent: TextKey{"ctrl+y"},
			Help: "Type again what was taken back."},
		{ID: "edit.cut", Title: "Cut text", Menu: editMenu, Edit: keys("ctrl+x"), Intent: TextKey{"ctrl+x"},
			Help: "Move the selected text to the clipboard."},
		{ID: "edit.copy-text", Title: "Copy text", Menu: editMenu, Edit: keys("ctrl+c"), Intent: TextKey{"ctrl+c"},
			Help: "Copy the selected text to the clipboard."},
		{ID: "edit.paste", Title: "Paste text", Short: "Paste", Menu: editMenu, Edit: keys("ctrl+v"),
			Intent: TextKey{"ctrl+v"}, Help: "Put what the clipboard holds in at the cursor."},
		{ID: "edit.copy", Title: "Copy", Word: "copy", Menu: editMenu, Keys: keys("y"), Intent: Copy{},
			Help: "Copy what the pane shows, a request as code, a story, a tag.",
			With: func(arg string) Intent { return Copy{What: arg} }},
		{ID: "edit.copy-curl", Title: "Copy as curl", Menu: editMenu, Keys: keys("Y"), Intent: Copy{What: "curl"},
			Blocked: nothingSent,
			Help: "Copy the selected request, else the writer's newest, as a call of curl; a command of Redis for " +
				"redis-cli."},
		{ID: "edit.find", Title: "Find", Word: "find", Menu: editMenu, Keys: keys("/"), Intent: Find{},
			Help: "Search the pane."},
		{ID: "edit.find-next", Title: "Find next", Menu: editMenu, Keys: keys("n"), Intent: Find{By: 1},
			Help: "Go to the next match."},
		{ID: "edit.find-previous", Title: "Find previous", Menu: editMenu, Keys: keys("N"), Intent: Find{By: -1},
			Help: "Go to the previous match."},
		{ID: "edit.open", Title: "Open, expand, choose", Short: "Open", Menu: editMenu, Keys: keys("enter"),
			Intent: Open{}, Help: "Open or expand what is selected."},
		{ID: "edit.up", Title: "Up one level", Short: "Up", Menu: editMenu, Keys: keys("backspace"), Intent: Up{},
			Help: "Go to what holds the selected thing."},
		{ID: "edit.escape", Title: "Close the top layer", Short: "Close", Menu: editMenu, Keys: keys("esc"),
			Edit: keys("esc"), Intent: Escape{},
			Help: "Close what lies on top, or leave the editor. It never quits, and the draft stays."},
	}
}

func objectCommands() []Command {
	return []Command{
		{ID: "object.read", Title: "Read", Word: "read", Menu: objectMenu, Keys: keys("r"), Edit: keys("ctrl+r"),
			Intent: Read{}, Blocked: needsBoth,
			Help: "The writer reads the selected object."},
		{ID: "object.write", Title: "Write", Word: "write", Menu: objectMenu, Keys: keys("w", "ctrl+s"),
			Edit: keys("ctrl+s"), Intent: Write{}, Blocked: needsAct("written", engine.ToWrite),
			Help: "The writer sends its draft, with its guard."},
		{ID: "object.delete", Title: "Delete", Word: "delete", Menu: objectMenu, Keys: keys("d"), Intent: Delete{},
			Blocked: needsAct("deleted", engine.ToDelete),
			Help: "The writer deletes the selected object; in the server truth the selected version, where the " +
				"service keeps it."},
		{ID: "object.undelete", Title: "Remove the delete marker", Short: "Undelete", Word: "undelete",
			Menu: objectMenu, Keys: keys("g u"), Intent: Undelete{}, Blocked: noMarker,
			Help: "The writer takes away the delete marker that hides the selected object: what it hides is there " +
				"again."},
		{ID: "row.add", Title: "Add a property", Short: "Property", Menu: objectMenu, Keys: keys("insert"),
			Intent: AddProperty{}, Blocked: needsRow,
			Help: "Begin a new property of the writer's entity."},
		{ID: "row.drop", Title: "Take the property away", Short: "Drop", Menu: objectMenu, Keys: keys("delete"),
			Intent: DropProperty{}, Blocked: needsRow,
			Help: "The writer's draft no longer says the chosen property. An empty name does the same."},
		{ID: "object.new", Title: "New object", Menu: objectMenu, Keys: keys("g +"), Intent: NewObject{},
			Blocked: needsPerson, Help: "Make something: in what is selected, or in any service."},
		{ID: "object.more", Title: "More operations, new object", Short: "More", Word: "do", Menu: objectMenu,
			Keys: keys("o"), Edit: keys("ctrl+o"), Intent: More{},
			Blocked: needsPerson, Help: "Choose any operation of the service.",
			With: func(arg string) Intent { return More{Verb: arg} }},
		{ID: "object.versions", Title: "Switch versions on", Short: "Versions on", Word: "versions", Menu: objectMenu,
			Keys: keys("g V"), Intent: SwitchOn{}, Blocked: noFeature,
			Help: "The writer tells the selected bucket to keep every version from now on."},
		{ID: "object.switches", Title: "Switches of the services", Short: "Switches", Menu: objectMenu,
			Keys:   keys("g x"),
			Intent: Switches{},
			Help:   "Where documents leave something open, or a service can be slow or busy: what this one does."},
	}
}

func writerCommands() []Command {
	list := []Command{
		{ID: "writer.guard", Title: "Guard", Word: "guard", Menu: writerMenu, Keys: keys("s"), Intent: Guard{},
			Blocked: needsPerson,
			Help:    "Choose the condition that goes with the writer's writes.",
			With:    func(arg string) Intent { return Guard{Name: arg} }},
		{ID: "writer.hold", Title: "Hold requests on, off", Short: "Hold", Word: "hold", Menu: writerMenu,
			Keys: keys("H"), Intent: Hold{}, Blocked: needsWriter,
			Help: "Keep the writer's requests under way until they are delivered by hand."},
		{ID: "writer.give-up", Title: "Stop waiting", Word: "give-up", Menu: writerMenu, Keys: keys("Z"),
			Intent: GiveUp{}, Blocked: nothingAwaited,
			Help: "The writer stops waiting for the answer. Its message may still arrive."},
		{ID: "writer.again", Title: "Send the same again", Short: "Again", Word: "again", Menu: flightMenu,
			Keys: keys("&", "g a"), Intent: SendAgain{}, Blocked: nothingToRepeat,
			Help: "The writer sends its newest request once more, as a client library would after a time-out. One " +
				"that has sent none to the object gets the form of what another has sent."},
		{ID: "writer.plan", Title: "Plan", Word: "plan", Menu: writerMenu, Keys: keys("g p"), Intent: Plan{},
			Blocked: needsPerson,
			Help:    "Give the writer steps that it takes by itself: those of the documents, or your own.",
			With:    func(arg string) Intent { return Plan{Name: arg} }},
		{ID: "writer.step-plan", Title: "Step the plan", Word: "step-plan", Menu: writerMenu, Keys: keys("g ."),
			Intent: StepPlan{}, Blocked: noPlanStep,
			Help: "Let the writer take the next step of its plan."},
		{ID: "writer.stop-plan", Title: "Stop the plan", Word: "stop-plan", Menu: writerMenu, Keys: keys("g d"),
			Intent: StopPlan{}, Blocked: noPlan,
			Help: "Take the writer's plan away: you drive."},
		{ID: "writer.run-plans", Title: "Run all plans", Word: "run-plans", Menu: writerMenu, Keys: keys("g r"),
			Intent: RunPlans{}, Blocked: noPlans,
			Help: "Let the clock run, so that every plan goes on when its next step is due."},
		{ID: "writer.programs", Title: "Programs", Word: "programs", Menu: writerMenu, Keys: keys("g w"),
			Intent: Programs{},
			Help:   "List where programs can join, and those that have: what they are, what they sent, what waits."},
		{ID: "writer.disconnect", Title: "Disconnect the program", Short: "Disconnect", Word: "disconnect",
			Menu: writerMenu, Keys: keys("g k"), Intent: Disconnect{}, Blocked: noConnection,
			Help: "Close the connections of the writer's program. It hears that, and may come again."},
		{ID: "writer.take-over", Title: "Take the program's seat, give it back", Short: "Its seat", Word: "take-over",
			Menu: writerMenu, Keys: keys("g y"), Intent: TakeOver{}, Blocked: noSeat,
			Help: "Write by hand as this writer: what its program sends waits until it has its seat again."},
		{ID: "writer.tell", Title: "Tell the lease id", Menu: writerMenu, Keys: keys("g I"), Intent: Tell{},
			Blocked: noLease, Help: "Let another writer know the id of the lease that this one holds."},
		{ID: "writer.add", Title: "Add a writer", Short: "Add", Word: "add", Menu: writerMenu, Keys: keys("+"),
			Intent: AddWriter{}, Blocked: desksFull,
			Help: "Somebody else joins."},
	}
	for n := 1; n <= 9; n++ {
		digit := strconv.Itoa(n)
		list = append(list, Command{ID: "writer." + digit, Title: "Go to writer " + digit, Word: "writer" + digit,
			Menu: writerMenu, Keys: keys(digit, "alt+"+digit),
			Edit: keys("alt+" + digit), Intent: Pane{To: "writer" + digit}, Blocked: noSuchWriter(n),
			Help: fmt.Sprintf("Focus the window of writer %d.", n)})
	}
	return list
}

func flightCommands() []Command {
	return []Command{
		{ID: "flight.deliver", Title: "Deliver", Word: "deliver", Menu: flightMenu, Keys: keys("a"), Intent: Deliver{},
			Blocked: nothingInFlight,
			Help: "Hand over the selected message, else the writer's newest: a request to the service, or the " +
				"answer to the writer."},
		{ID: "flight.deliver-all", Title: "Deliver all in order", Short: "All", Word: "deliver-all", Menu: flightMenu,
			Keys: keys("A"), Intent: Deliver{All: true},
			Blocked: nothingInFlight, Help: "Hand over every message, the first one first."},
		{ID: "flight.arrive", Title: "Arrive, not decided", Short: "Arrive", Menu: flightMenu, Keys: keys("g A"),
			Intent: Arrive{}, Blocked: nothingInFlight,
			Help: "The request comes to the service, which decides it when it is delivered: another may come " +
				"meanwhile and be in its way."},
		{ID: "flight.lose", Title: "Lose the message", Short: "Lose it", Word: "lose", Menu: flightMenu,
			Keys: keys("x"), Intent: Lose{}, Blocked: nothingInFlight,
			Help: "The message gets lost on its way: nobody will ever see it."},
		{ID: "flight.lose-answer", Title: "Lose the answer", Short: "Lose answer", Word: "lose-answer",
			Menu: flightMenu, Keys: keys("X"), Intent: Lose{Answer: true},
			Blocked: nothingToLose,
			Help: "A request is delivered first: what it does stays done, and its writer hears nothing. With nothing " +
				"in flight, the answer that was just heard."},
		{ID: "flight.hang", Title: "Lose the message, hang", Short: "Hang", Word: "hang", Menu: flightMenu,
			Keys: keys("g H"), Intent: Hang{}, Blocked: nothingInFlight,
			Help: "Like losing it, but a program does not even hear that its connection is closed: it waits for its " +
				"time-out."},
		{ID: "flight.hang-answer", Title: "Lose the answer, hang", Short: "Hang answer", Word: "hang-answer",
			Menu: flightMenu, Keys: keys("g X"), Intent: Hang{Answer: true}, Blocked: nothingInFlight,
			Help: "What the request does stays done; a program hears nothing at all, and waits for its time-out."},
		{ID: "flight.double", Title: "Duplicate", Word: "double", Menu: flightMenu, Keys: keys("D"), Intent: Double{},
			Blocked: nothingInFlight,
			Help:    "The message comes twice."},
		{ID: "flight.later", Title: "Later", Word: "later", Menu: flightMenu, Keys: keys("J"), Intent: Reorder{By: 1},
			Blocked: nothingInFlight,
			Help:    "Move the message behind the next one."},
		{ID: "flight.earlier", Title: "Earlier", Word: "earlier", Menu: flightMenu, Keys: keys("K"),
			Intent: Reorder{By: -1}, Blocked: nothingInFlight,
			Help: "Move the message before the previous one."},
		{ID: "flight.edit", Title: "Edit the request", Short: "Edit", Menu: flightMenu, Scope: InFlight,
			Keys: keys("e", "i"), Intent: EditRequest{},
			Blocked: nothingInFlight, Help: "Change what a request that is under way asks for."},
		{ID: "flight.hold-all", Title: "Hold all requests on, off", Short: "Hold all", Word: "hold-all",
			Menu: flightMenu, Keys: keys("#"), Intent: HoldAll{},
			Blocked: needsWriter, Help: "Keep the requests of all writers under way until they are delivered by hand."},
	}
}

func timeCommands() []Command {
	return []Command{
		{ID: "time.run", Title: "Run, pause", Short: "Run", Word: "run", Menu: timeMenu, Keys: keys("space", "f9"),
			Edit: keys("f9"), Intent: Run{}, Blocked: nothingDue,
			Help: "Let the clock run, or stop it. A conflict stops it too."},
		{ID: "time.run-to-mark", Title: "Run until the next mark", Short: "To mark", Word: "run-to-mark",
			Menu: timeMenu, Keys: keys("!", "shift+f9"), Edit: keys("shift+f9"),
			Intent: RunToMark{}, Blocked: nothingDue,
			Help: "Do what is due without a pause until a mark appears, or nothing is due."},
		{ID: "time.step", Title: "Step", Word: "step", Menu: timeMenu, Keys: keys(".", "f8"), Edit: keys("f8"),
			Intent: Step{}, Blocked: nothingDue,
			Help: "Do the next thing that is due."},
		{ID: "time.back", Title: "Back one step", Short: "Back", Word: "back", Menu: timeMenu, Keys: keys(",", "f7"),
			Edit: keys("f7"), Intent: Back{}, Blocked: atTheStart,
			Help: "Look at the moment before. Any action there starts a branch."},
		{ID: "time.goto", Title: "Go to the selected event", Short: "Go to", Word: "goto", Menu: timeMenu,
			Keys: keys("f4"), Intent: GoTo{},
			Help: "Look at the moment of the selected event.", With: goTo},
		{ID: "time.next-timer", Title: "Next timer", Word: "next", Menu: timeMenu, Keys: keys("t"), Intent: NextTimer{},
			Blocked: noTimer,
			Help:    "Leap to the next thing that ends by itself."},
		{ID: "time.move-clock", Title: "Move the clock", Short: "Clock", Word: "advance", Menu: timeMenu,
			Keys: keys("g T"), Intent: MoveClock{}, Help: "Let some time pass; what ends on the way ends."},
		{ID: "time.slower", Title: "Slower", Menu: timeMenu, Keys: keys("["), Intent: Faster{By: -1},
			Help: "Let the clock run slower: x1, x2, x5, x10, x60."},
		{ID: "time.faster", Title: "Faster", Menu: timeMenu, Keys: keys("]"), Intent: Faster{By: 1},
			Help: "Let the clock run faster: x1, x2, x5, x10, x60."},
		{ID: "time.pause-on-conflict", Title: "Pause on conflict on, off", Short: "Pausing", Menu: timeMenu,
			Keys: keys("g c"), Intent: PauseOnConflict{},
			Help: "Let a conflict stop the clock that runs, or let it run on."},
		{ID: "time.fork", Title: "Fork here", Short: "Fork", Word: "fork", Menu: timeMenu, Keys: keys("F"),
			Intent: Fork{}, Help: "Begin a branch at this moment."},
		{ID: "time.branches", Title: "Branches", Word: "branches", Menu: timeMenu, Keys: keys("B"), Intent: Branches{},
			Help: "List the branches and go to one."},
		{ID: "time.bookmark", Title: "Bookmark", Word: "bookmark", Menu: timeMenu, Keys: keys("b"), Intent: Bookmark{},
			Help: "Give this moment a name."},
		{ID: "time.bookmarks", Title: "Bookmarks", Word: "bookmarks", Menu: timeMenu, Keys: keys("'"),
			Intent: Bookmarks{}, Blocked: noBookmarks,
			Help: "List the named moments and go to one."},
		{ID: "time.previous-conflict", Title: "Previous conflict", Menu: timeMenu, Keys: keys("{"),
			Intent: Conflict{By: -1}, Blocked: noConflict,
			Help: "Go back to the conflict before this moment."},
		{ID: "time.next-conflict", Title: "Next conflict", Menu: timeMenu, Keys: keys("}"), Intent: Conflict{By: 1},
			Help: "Go on to the conflict after this moment."},
	}
}

func goTo(arg string) Intent {
	n, _ := strconv.Atoi(arg)
	return GoTo{Record: n}
}

func viewCommands() []Command {
	return slices.Concat(moves(), focuses(), []Command{
		{ID: "view.jump", Title: "Jump by label", Short: "Jump", Menu: viewMenu, Keys: keys("f"), Intent: Jump{},
			Help: "Put a letter on everything that can have the focus."},
		{ID: "view.zoom", Title: "Zoom the pane", Short: "Zoom", Menu: viewMenu, Keys: keys("z", "f5"),
			Edit: keys("f5"), Intent: Zoom{}, Help: "Show the focused pane alone, or all again."},
		{ID: "view.narrower", Title: "Narrower", Menu: viewMenu, Keys: keys("<"), Intent: Resize{Wider: -2},
			Help: "Make the focused pane narrower."},
		{ID: "view.wider", Title: "Wider", Menu: viewMenu, Keys: keys(">"), Intent: Resize{Wider: 2},
			Help: "Make the focused pane wider."},
		{ID: "view.lower", Title: "Lower", Menu: viewMenu, Keys: keys("("), Intent: Resize{Taller: -1},
			Help: "Make the focused pane lower."},
		{ID: "view.taller", Title: "Taller", Menu: viewMenu, Keys: keys(")"), Intent: Resize{Taller: 1},
			Help: "Make the focused pane taller."},
		{ID: "view.reset", Title: "Reset the sizes", Menu: viewMenu, Keys: keys("="), Intent: Reset{},
			Help: "Give every pane its own size again."},
		{ID: "view.layout", Title: "Next layout", Short: "Layout", Word: "layout", Menu: viewMenu, Keys: keys("L"),
			Intent: Layout{}, Help: "Change between desk, writers, race, explain and lesson."},
		{ID: "view.next", Title: "Next view in the pane", Short: "View", Menu: viewMenu, Keys: keys("v"),
			Intent: View{}, Help: "Show the pane's other view."},
		{ID: "view.eyes", Title: "Client eyes on, off", Short: "Client eyes", Word: "client-eyes", Menu: viewMenu,
			Keys: keys("C"), Intent: ClientEyes{},
			Help: "Hide what the writers cannot know."},
		{ID: "view.theme", Title: "Theme", Word: "theme", Menu: viewMenu, Keys: keys("T"), Intent: Theme{},
			Help: "Choose the colours.",
			With: func(arg string) Intent { return Theme{Name: arg} }},
		{ID: "view.mouse", Title: "Mouse released, captured", Short: "Mouse", Menu: viewMenu, Keys: keys("M"),
			Intent: Mouse{}, Help: "Give the mouse to the terminal, or take it back."},
		{ID: "view.redraw", Title: "Redraw", Menu: viewMenu, Keys: keys("ctrl+l"), Edit: keys("ctrl+l"),
			Intent: Redraw{}, Help: "Draw the whole screen again."},
	})
}

func moves() []Command {
	row := func(id, title, key, arrow string, to Direction) Command {
		return Command{ID: "move." + id, Title: title, Menu: viewMenu, Keys: keys(key, arrow), Intent: Move{to},
			Help: "Move in the pane."}
	}
	far := func(id, title string, to Direction, list ...string) Command {
		return Command{ID: "move." + id, Title: title, Menu: viewMenu, Keys: keys(list...), Intent: Move{to},
			Help: "Move far in the pane."}
	}
	return []Command{
		row("left", "Left", "h", "left", Left), row("down", "Down", "j", "down", Below),
		row("up", "Up", "k", "up", Above), row("right", "Right", "l", "right", Right),
		far("first", "First row", First, "g g", "home"), far("last", "Last row", Last, "G", "end"),
		far("half-up", "Half page up", HalfUp, "ctrl+u"), far("half-down", "Half page down", HalfDown, "ctrl+d"),
		far("page-up", "Page up", PageUp, "pgup"), far("page-down", "Page down", PageDown, "pgdown"),
	}
}

func focuses() []Command {
	beside := func(id, title, key string, to Direction) Command {
		return Command{ID: "pane." + id, Title: title, Menu: viewMenu, Keys: keys(key), Intent: PaneAt{to},
			Help: "Move the focus to the pane that lies there."}
	}
	return []Command{
		{ID: "pane.next", Title: "Next pane", Menu: viewMenu, Keys: keys("tab", "f6"), Edit: keys("tab", "f6"),
			Intent: Pane{By: 1}, Help: "Move the focus on."},
		{ID: "pane.previous", Title: "Previous pane", Menu: viewMenu, Keys: keys("shift+tab", "shift+f6"),
			Edit: keys("shift+tab", "shift+f6"), Intent: Pane{By: -1},
			Help: "Move the focus back."},
		beside("left", "Pane to the left", "ctrl+left", Left),
		beside("right", "Pane to the right", "ctrl+right", Right),
		beside("above", "Pane above", "ctrl+up", Above), beside("below", "Pane below", "ctrl+down", Below),
		{ID: "pane.truth", Title: "Go to server truth", Short: "Truth", Word: "truth", Menu: viewMenu,
			Keys: keys("0", "g s"), Intent: Pane{To: "truth"},
			Help: "Focus what the service has, and had."},
		{ID: "pane.tree", Title: "Go to the tree", Short: "Tree", Word: "tree", Menu: viewMenu, Keys: keys("g t"),
			Intent: Pane{To: "tree"},
			Help:   "Focus the resources, branches and bookmarks."},
		{ID: "pane.flight", Title: "Go to the requests in flight", Short: "In flight", Word: "flight", Menu: viewMenu,
			Keys: keys("g i"), Intent: Pane{To: "flight"},
			Help: "Focus the messages that are under way."},
		{ID: "pane.timeline", Title: "Go to the timeline", Short: "Timeline", Word: "timeline", Menu: viewMenu,
			Keys: keys("g l"), Intent: Pane{To: "timeline"},
			Help: "Focus the record of events: a strip of lanes, or a sequence of arrows."},
		{ID: "pane.object", Title: "Go to what the mark is about", Short: "Its object", Menu: viewMenu,
			Keys: keys("g o"), Intent: Visit{}, Blocked: noConflict,
			Help: "Select what the newest mark is about."},
		{ID: "pane.lesson", Title: "Go to the lesson", Short: "Lesson", Word: "lesson", Menu: viewMenu,
			Keys: keys("g n"), Intent: Pane{To: "lesson"}, Blocked: noLesson,
			Help: "Focus the lesson: its words, its question, its goal."},
		{ID: "pane.log", Title: "Go to the log", Short: "Log", Word: "log", Menu: viewMenu, Keys: keys("g e"),
			Intent: Pane{To: "log"}, Help: "Focus the list of events."},
	}
}

func learnCommands() []Command {
	return []Command{
		{ID: "learn.lessons", Title: "Lessons", Word: "lessons", Menu: learnMenu, Keys: keys("g m"),
			Intent: Lessons{},
			Help:   "Open the map: lessons by chapters, puzzles, cases; what was done, and with how many stars.",
			With:   lessonNumbered},
		{ID: "learn.on", Title: "Go on in the lesson", Short: "Go on", Word: "on", Menu: learnMenu, Keys: keys("g f"),
			Intent: TurnPage{}, Blocked: noLesson,
			Help: "Play what the page tells, and turn it."},
		{ID: "learn.page-back", Title: "Page back in the lesson", Short: "Page back", Word: "page-back",
			Menu: learnMenu, Keys: keys("g b"), Intent: TurnPage{Back: true}, Blocked: noLesson,
			Help: "Read the page before once more; time goes back with it."},
		{ID: "learn.hint", Title: "Hint", Word: "hint", Menu: learnMenu, Keys: keys(";"), Intent: Hint{},
			Blocked: noLesson, Help: "Show the next hint. It costs nothing but its star."},
		{ID: "learn.skip", Title: "Skip, show the way", Short: "Skip", Word: "skip", Menu: learnMenu,
			Keys: keys("g q"), Intent: AnswerQuestion{}, Blocked: noLesson,
			Help: "Go past the question, or see the author's way to the goal."},
		{ID: "learn.predict", Title: "Predict on, off", Short: "Predict", Word: "predict", Menu: learnMenu,
			Keys: keys("p"), Intent: Predict{},
			Help: "Before each decision say what will be heard."},
		{ID: "learn.present", Title: "Presenter on, off", Short: "Present", Menu: learnMenu, Keys: keys("P"),
			Intent: Present{},
			Help:   "For a room: PgDn and PgUp move the lesson from anywhere, the last keys are shown."},
		{ID: "learn.card", Title: "Conflict card", Short: "Card", Word: "why", Menu: learnMenu, Keys: keys("c"),
			Intent: ShowCard{}, Help: "Explain the newest conflict."},
		{ID: "learn.recommend", Title: "Do what was tried and helps", Short: "Recommended", Word: "recommend",
			Menu: learnMenu, Keys: keys("R"), Intent: Recommend{},
			Blocked: nothingToSend, Help: "Carry out the advice of the conflict card."},
		{ID: "learn.guards", Title: "Compare guards", Word: "compare-guards", Menu: learnMenu, Keys: keys("W"),
			Intent: CompareGuards{},
			Help:   "Run the same again under every guard that the objects know, and see which harm each one stops."},
		{ID: "learn.orders", Title: "Try all orders", Short: "All orders", Word: "orders", Menu: learnMenu,
			Keys:   keys("V"),
			Intent: AllOrders{},
			Help:   "Find what can come of these requests in any order, how often, and the shortest order to each."},
		{ID: "learn.guards-all", Title: "Compare guards over all orders", Word: "guards", Menu: learnMenu,
			Keys: keys("g v"), Intent: CompareGuards{All: true},
			Help: "Search all orders under every guard, and see in how many each harm is left."},
		{ID: "learn.plans", Title: "Make plans of what was done", Short: "Make plans", Word: "make-plans",
			Menu: learnMenu,
			Keys: keys("Q"), Intent: MakePlans{},
			Help: "Begin a branch on which each writer's requests so far are its plan, to be run and tried in all " +
				"orders."},
		{ID: "learn.otherwise", Title: "Could it be otherwise?", Word: "otherwise", Menu: learnMenu, Keys: keys("g h"),
			Intent: Otherwise{}, Blocked: noConflict,
			Help: "Count the orders that avoid the conflict of the card, and find the nearest one."},
		{ID: "learn.races", Title: "Races", Word: "races", Menu: learnMenu, Keys: keys("f3"), Edit: keys("f3"),
			Intent: Races{},
			Help:   "Load a race of the library as a script into a new session.",
			With:   func(arg string) Intent { return OpenRace{Name: arg} }},
	}
}

func lessonNumbered(arg string) Intent {
	n, _ := strconv.Atoi(arg)
	return Lessons{Number: n}
}

func helpCommands() []Command {
	list := []Command{
		{ID: "help.here", Title: "Help here", Short: "Help", Word: "help", Menu: helpMenu, Keys: keys("?", "f1"),
			Edit: keys("f1"), Intent: Help{}, Help: "List the commands, those of this pane first."},
		{ID: "help.palette", Title: "Command palette", Short: "Command", Menu: helpMenu,
			Keys: keys(":", "f2", "ctrl+p"), Edit: keys("f2"), Intent: Palette{},
			Help: "Find a command by any of its words."},
		{ID: "menu.bar", Title: "Menu bar", Short: "Menu", Keys: keys("m", "f10"), Edit: keys("f10"), Intent: Menu{},
			Help: "Focus the menu bar."},
	}
	for menu, letter := range map[string]string{fileMenu: "f", editMenu: "e", objectMenu: "o", writerMenu: "w",
		flightMenu: "i", timeMenu: "t", viewMenu: "v", learnMenu: "l", helpMenu: "h"} {
		list = append(list, Command{ID: "menu." + strings.ToLower(menu), Title: "Menu " + menu,
			Keys: keys("alt+" + letter), Intent: Menu{Name: menu},
			Help: "Open the menu " + menu + "."})
	}
	slices.SortFunc(list[3:], func(a, b Command) int { return strings.Compare(a.ID, b.ID) })
	return list
}
