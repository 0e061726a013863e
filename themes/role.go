package themes

// Role is a meaning that has a look. Every role has one colour in a theme; most
// serve as ink, some as ground, and a writer's or a mark's colour serves as both
// (a badge stands on it).
type Role uint8

// The zero Role is Default: Text where ink is asked for, Window where ground is.
const (
	Default Role = iota

	// Inks of words.
	Text    // values
	Dim     // labels
	Focus   // where I am: frame, cursor, mode
	Key     // the letter to press
	Refused // the service said no
	Silent  // the service said yes and something was lost
	Unknown // the writer heard nothing
	Fresh   // up to date, added
	Behind  // out of date, held, a draft
	Removed // taken out
	Title   // names of windows
	Writer1
	Writer2
	Writer3
	Writer4
	Writer5
	Writer6
	Writer7
	Writer8
	Writer9

	// Inks of lines only, never of words.
	Faint
	Edge

	// Badge is the ink on a ground that is a word's colour: a person's number.
	Badge

	// Grounds.
	Desk          // behind the windows, and what a shadow falls on
	Window        // inside a window
	WindowFocused // inside the window with the focus
	MenuBar
	Selected // the chosen row
	RefusedTint
	SilentTint
	UnknownTint
	Dialog

	roleCount
)

const writers = 9

var roleNames = [roleCount]string{
	Default: "default",
	Text:    "text", Dim: "dim", Focus: "focus", Key: "key",
	Refused: "refused", Silent: "silent", Unknown: "unknown",
	Fresh: "fresh", Behind: "behind", Removed: "removed", Title: "title",
	Writer1: "writer1", Writer2: "writer2", Writer3: "writer3",
	Writer4: "writer4", Writer5: "writer5", Writer6: "writer6",
	Writer7: "writer7", Writer8: "writer8", Writer9: "writer9",
	Faint: "faint", Edge: "edge", Badge: "badge",
	Desk: "desk", Window: "window", WindowFocused: "window-focused",
	MenuBar: "menu-bar", Selected: "selected",
	RefusedTint: "refused-tint", SilentTint: "silent-tint", UnknownTint: "unknown-tint",
	Dialog: "dialog",
}

// String is the role's name in a theme file.
func (r Role) String() string {
	if r >= roleCount {
		return "no role"
	}
	return roleNames[r]
}

// Writer is the role of writer n; the tenth writer has the colour of the first.
func Writer(n int) Role {
	return Writer1 + Role(((n-1)%writers+writers)%writers)
}

// Roles lists all roles that have a colour, in the order of the constants.
func Roles() []Role { return between(Text, Dialog) }

// WordInks lists the inks that words may have.
func WordInks() []Role { return between(Text, Writer9) }

// Grounds lists the roles that are made to be written on with any of WordInks.
func Grounds() []Role { return between(Desk, Dialog) }

// BadgeGrounds lists the roles that serve as ground under the ink Badge: a person,
// the service (Text), a mode (Focus, or the colour of a mark).
func BadgeGrounds() []Role {
	return append([]Role{Text, Dim, Focus, Refused, Silent, Unknown, Fresh, Behind}, between(Writer1, Writer9)...)
}

func between(first, last Role) []Role {
	var list []Role
	for r := first; r <= last; r++ {
		list = append(list, r)
	}
	return list
}
