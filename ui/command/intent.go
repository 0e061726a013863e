package command

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
	Read      struct{}
	Write     struct{}
	Delete    struct{}
	EditDraft struct{}
	// More opens the operations; Verb not empty: the form of that operation at once.
	More struct{ Verb string }
	// Guard opens the guards; Name not empty: takes that one.
	Guard struct{ Name string }
	// AddWriter and RemoveWriter; Hold turns the holding of the writer's requests on or off.
	AddWriter    struct{}
	RemoveWriter struct{}
	Hold         struct{}
	// Deliver hands over the writer's newest message, or all in order.
	Deliver struct{ All bool }
	// TextKey is a key of the text area, for menu and palette.
	TextKey struct{ Key string }
	// Time.
	Step      struct{}
	Back      struct{}
	Run       struct{} // or pause
	NextTimer struct{}
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
	// The rest of the desktop.
	Menu    struct{ Name string }
	Palette struct{}
	Help    struct{}
	// Find asks, or goes to the next or previous match; Text not empty: searches for it at once.
	Find struct {
		By   int
		Text string
	}
	Jump       struct{}
	Layout     struct{}
	ClientEyes struct{}
	Theme      struct{ Name string }
	Mouse      struct{}
	Redraw     struct{}
	NewSession struct{}
	Sessions   struct{}
	SaveAs     struct{}
	Export     struct{}
	Copy       struct{}
	Suspend    struct{}
	Escape     struct{}
	Quit       struct{}
	// CompareGuards runs the branch again under every guard that its objects know.
	CompareGuards struct{}
	// OpenRace loads a race of the library or a file as a script into a new session.
	OpenRace struct{ Name string }
	Races    struct{}
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

func (Move) isIntent()         {}
func (Pane) isIntent()         {}
func (PaneAt) isIntent()       {}
func (Open) isIntent()         {}
func (Up) isIntent()           {}
func (View) isIntent()         {}
func (Zoom) isIntent()         {}
func (Resize) isIntent()       {}
func (Reset) isIntent()        {}
func (Read) isIntent()         {}
func (Write) isIntent()        {}
func (Delete) isIntent()       {}
func (EditDraft) isIntent()    {}
func (More) isIntent()         {}
func (Guard) isIntent()        {}
func (AddWriter) isIntent()    {}
func (RemoveWriter) isIntent() {}
func (Hold) isIntent()         {}
func (Deliver) isIntent()      {}
func (TextKey) isIntent()      {}
func (Step) isIntent()         {}
func (Back) isIntent()         {}
func (Run) isIntent()          {}
func (NextTimer) isIntent()    {}
func (Faster) isIntent()       {}
func (Undo) isIntent()         {}
func (Redo) isIntent()         {}
func (GoTo) isIntent()         {}
func (Fork) isIntent()         {}
func (Branches) isIntent()     {}
func (Bookmark) isIntent()     {}
func (Bookmarks) isIntent()    {}
func (Conflict) isIntent()     {}
func (ShowCard) isIntent()     {}
func (Recommend) isIntent()    {}
func (Menu) isIntent()         {}
func (Palette) isIntent()      {}
func (Help) isIntent()         {}
func (Find) isIntent()         {}
func (Jump) isIntent()         {}
func (Layout) isIntent()       {}
func (ClientEyes) isIntent()   {}
func (Theme) isIntent()        {}
func (Mouse) isIntent()        {}
func (Redraw) isIntent()       {}
func (Sessions) isIntent()     {}
func (NewSession) isIntent()   {}
func (SaveAs) isIntent()       {}
func (Export) isIntent()       {}
func (Copy) isIntent()         {}
func (Suspend) isIntent()      {}
func (Escape) isIntent()       {}
func (Quit) isIntent()         {}
func (OpenRace) isIntent()     {}
func (Races) isIntent()        {}

func (CompareGuards) isIntent() {}
