package command

import "interleave/engine"

// The intents. A pane answers those that concern it; the desktop does the rest.
type (
	// Move is a step within the focused pane.
	Move struct{ Where Direction }
	// Pane moves the focus: To is a pane's id; else By counts along the order.
	Pane struct {
		To string
		By int
	}
	// PaneAt moves the focus by direction.
	PaneAt struct{ Where Direction }
	// Open opens, expands or chooses what is selected; Up goes one level up.
	Open struct{}
	Up   struct{}
	// View shows the next view of the pane; Zoom shows the pane alone.
	View struct{}
	Zoom struct{}
	// Resize moves the border of the focused pane; Reset puts all back.
	Resize struct{ Wider, Taller int }
	Reset  struct{}
	// Read, Write, Delete, EditDraft act for the writer on the selected object.
	Read  struct{}
	Write struct{}
	// Delete with a Version takes that one away, for good.
	Delete struct{ Version engine.Token }
	// Undelete takes away the delete marker that hides the selected object.
	Undelete struct{}
	// SwitchOn tells the selected object to do what it can and does not yet, as a bucket to keep versions.
	SwitchOn struct{}
	// AddProperty begins a new property of a row, DropProperty takes the chosen one away.
	AddProperty  struct{}
	DropProperty struct{}
	EditDraft    struct{}
	// More opens the operations; Verb not empty: the form of that operation at once.
	More struct{ Verb string }
	// NewObject opens what makes objects, of every service.
	NewObject struct{}
	// MakeInside opens the form of what is made in the selected object.
	MakeInside struct{}
	// Guard opens the guards; Name not empty: takes that one.
	Guard struct{ Name string }
	// AddWriter and RemoveWriter; Hold turns the holding of the writer's requests on or off.
	AddWriter    struct{}
	RemoveWriter struct{}
	Hold         struct{}
	// HoldAll turns the holding of all writers' requests on or off.
	HoldAll struct{}
	// GiveUp ends the writer's waiting for an answer.
	GiveUp struct{}
	// SendAgain sends the writer's newest request once more, as a client library would.
	SendAgain struct{}
	// Switches opens the switches of the services.
	Switches struct{}
	// Visit selects the object that the newest mark is about.
	Visit struct{}
	// Plan opens the plans that the writer can be given; Name not empty: gives it that one, by its name or in brackets,
	// or `off`.
	Plan     struct{ Name string }
	StepPlan struct{}
	StopPlan struct{}
	RunPlans struct{}
	// Deliver hands over a message, or all in order. These act on the message that is selected in the In flight pane
	// where that is on screen, else on the writer's newest.
	Deliver struct{ All bool }
	// Arrive brings a request to the service, which does not decide it yet.
	Arrive struct{}
	// Lose takes the message away; Answer: a request is delivered first, and its answer is lost.
	Lose struct{ Answer bool }
	// Double makes a second copy of the message.
	Double struct{}
	// Reorder moves the message down by places, up if negative.
	Reorder struct{ By int }
	// EditRequest opens a request that is under way.
	EditRequest struct{ Name string }
	// TextKey is a key of the text area, for menu and palette.
	TextKey struct{ Key string }
	// Time.
	Step      struct{}
	Back      struct{}
	Run       struct{} // or pause
	NextTimer struct{}
	MoveClock struct{}
	// Tell lets another writer know the id of the lease that this one holds.
	Tell      struct{}
	Faster    struct{ By int }
	Undo      struct{}
	Redo      struct{}
	GoTo      struct{ Record int } // 0: the selected event
	Fork      struct{}
	Branches  struct{}
	Bookmark  struct{}
	Bookmarks struct{}
	Conflict  struct{ By int } // previous, next
	// Learn.
	ShowCard  struct{}
	Recommend struct{}
	// TakeText puts a text into a writer's draft of an object, as one edit of the editor. Prefer takes the other value
	// of a property that two have changed.
	TakeText struct {
		Writer string
		Object engine.ObjectID
		Text   string
		Chosen string // of a row, whose value is in it of each property that both changed; empty: they changed none
	}
	Prefer struct{ Name string }
	// The rest of the desktop.
	Menu    struct{ Name string }
	Palette struct{}
	Help    struct{}
	// Find asks, or goes to the next or previous match; Text not empty: searches for it at once.
	Find struct {
		By   int
		Text string
	}
	Jump            struct{}
	Layout          struct{}
	PauseOnConflict struct{}
	ClientEyes      struct{}
	Theme           struct{ Name string }
	Mouse           struct{}
	Redraw          struct{}
	NewSession      struct{}
	Sessions        struct{}
	SaveAs          struct{}
	Export          struct{}
	// Copy opens the menu of what can be copied; What not empty: copies that, by its word; `pane` is what the focused
	// pane shows.
	Copy    struct{ What string }
	Suspend struct{}
	Escape  struct{}
	Quit    struct{}
	// RunToMark runs without a pause until a mark appears.
	RunToMark struct{}
	// CompareGuards runs the branch again under every guard that its objects know.
	CompareGuards struct{ All bool } // over all orders
	// AllOrders searches every order of what the writers do.
	AllOrders struct{}
	// MakePlans makes plans of what the writers did.
	MakePlans struct{}
	// Otherwise asks in how many orders the conflict of the card is avoided.
	Otherwise struct{}
	// OpenRace loads a race of the library or a file as a script into a new session.
	OpenRace struct{ Name string }
	// OpenFile asks for a session or a race in any folder.
	OpenFile struct{}
	Races    struct{}
	// Lessons opens the map of lessons; Number not 0: begins that one, or goes on with it.
	Lessons struct{ Number int }
	// TurnPage goes on in the lesson, or a page back.
	TurnPage struct{ Back bool }
	// AnswerQuestion answers the open question with one of its choices, from 1; 0: skips it, or shows the way to a
	// goal.
	AnswerQuestion struct{ Choice int }
	Hint           struct{}
	// Predict asks before each decision what will be heard, or stops asking.
	Predict struct{}
	// Listen opens the endpoints for real programs, or shows what to put into their environment; StopListening closes
	// them.
	Listen        struct{}
	StopListening struct{}
	// Programs lists the programs that are connected.
	Programs struct{}
	// Disconnect closes the connections of the writer's program; TakeOver writes in its place, or gives the seat back.
	Disconnect struct{}
	TakeOver   struct{}
	// Hang is Lose, so that a program hears nothing at all, and waits for its own time-out.
	Hang struct{ Answer bool }
	// Present shows what is large enough for a room.
	Present struct{}
)

// Direction is where a move goes.
type Direction int

// The directions.
const (
	Left Direction = iota
	Right
	Above
	Below
	First
	Last
	HalfUp
	HalfDown
	PageUp
	PageDown
)

func (Move) isIntent()            {}
func (Pane) isIntent()            {}
func (PaneAt) isIntent()          {}
func (Open) isIntent()            {}
func (Up) isIntent()              {}
func (View) isIntent()            {}
func (Zoom) isIntent()            {}
func (Resize) isIntent()          {}
func (Reset) isIntent()           {}
func (Read) isIntent()            {}
func (Write) isIntent()           {}
func (Delete) isIntent()          {}
func (Undelete) isIntent()        {}
func (SwitchOn) isIntent()        {}
func (AddProperty) isIntent()     {}
func (DropProperty) isIntent()    {}
func (EditDraft) isIntent()       {}
func (More) isIntent()            {}
func (NewObject) isIntent()       {}
func (MakeInside) isIntent()      {}
func (Guard) isIntent()           {}
func (AddWriter) isIntent()       {}
func (RemoveWriter) isIntent()    {}
func (Hold) isIntent()            {}
func (HoldAll) isIntent()         {}
func (GiveUp) isIntent()          {}
func (SendAgain) isIntent()       {}
func (Switches) isIntent()        {}
func (Visit) isIntent()           {}
func (Plan) isIntent()            {}
func (StepPlan) isIntent()        {}
func (StopPlan) isIntent()        {}
func (RunPlans) isIntent()        {}
func (Deliver) isIntent()         {}
func (Arrive) isIntent()          {}
func (Lose) isIntent()            {}
func (Double) isIntent()          {}
func (Reorder) isIntent()         {}
func (EditRequest) isIntent()     {}
func (TextKey) isIntent()         {}
func (Step) isIntent()            {}
func (Back) isIntent()            {}
func (Run) isIntent()             {}
func (NextTimer) isIntent()       {}
func (MoveClock) isIntent()       {}
func (Tell) isIntent()            {}
func (Faster) isIntent()          {}
func (Undo) isIntent()            {}
func (Redo) isIntent()            {}
func (GoTo) isIntent()            {}
func (Fork) isIntent()            {}
func (Branches) isIntent()        {}
func (Bookmark) isIntent()        {}
func (Bookmarks) isIntent()       {}
func (Conflict) isIntent()        {}
func (ShowCard) isIntent()        {}
func (Recommend) isIntent()       {}
func (TakeText) isIntent()        {}
func (Prefer) isIntent()          {}
func (Menu) isIntent()            {}
func (Palette) isIntent()         {}
func (Help) isIntent()            {}
func (Find) isIntent()            {}
func (Jump) isIntent()            {}
func (Layout) isIntent()          {}
func (PauseOnConflict) isIntent() {}
func (ClientEyes) isIntent()      {}
func (Theme) isIntent()           {}
func (Mouse) isIntent()           {}
func (Redraw) isIntent()          {}
func (Sessions) isIntent()        {}
func (NewSession) isIntent()      {}
func (SaveAs) isIntent()          {}
func (Export) isIntent()          {}
func (Copy) isIntent()            {}
func (Suspend) isIntent()         {}
func (Escape) isIntent()          {}
func (Quit) isIntent()            {}
func (OpenRace) isIntent()        {}
func (OpenFile) isIntent()        {}
func (Races) isIntent()           {}
func (Lessons) isIntent()         {}
func (TurnPage) isIntent()        {}
func (AnswerQuestion) isIntent()  {}
func (Hint) isIntent()            {}
func (Predict) isIntent()         {}
func (Present) isIntent()         {}
func (Listen) isIntent()          {}
func (StopListening) isIntent()   {}
func (Programs) isIntent()        {}
func (Disconnect) isIntent()      {}
func (TakeOver) isIntent()        {}
func (Hang) isIntent()            {}

func (CompareGuards) isIntent() {}
func (AllOrders) isIntent()     {}
func (MakePlans) isIntent()     {}
func (Otherwise) isIntent()     {}
func (RunToMark) isIntent()     {}
