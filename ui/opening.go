package ui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/progress"
	tea "charm.land/bubbletea/v2"
)

// Opening is what the screen shows until a long session is there: a bar that says how far it is.
type Opening struct {
	Left bool // the person did not want to wait

	name          string
	share         float64
	bar           progress.Model
	width, height int
}

// OpeningMsg says how far a session is.
type OpeningMsg struct{ Done, Total int }

// NewOpening is the screen of a session of that name.
func NewOpening(name string) *Opening {
	return &Opening{name: name, bar: progress.New(progress.WithoutPercentage(), progress.WithFillCharacters('=', '-'))}
}

// Init asks for nothing.
func (o *Opening) Init() tea.Cmd { return nil }

// Update takes the progress, the size, and the keys that leave.
func (o *Opening) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case OpeningMsg:
		o.share = max(o.share, float64(msg.Done)/float64(max(msg.Total, 1)))
	case tea.WindowSizeMsg:
		o.width, o.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		switch msg.String() {
		case "q", "esc", "ctrl+c":
			o.Left = true
			return o, tea.Quit
		}
	}
	return o, nil
}

// View is three lines in the middle of the screen.
func (o *Opening) View() tea.View {
	const widest = 60
	o.bar.SetWidth(max(min(widest, o.width-8), 10))
	lines := []string{"Opening " + o.name, fmt.Sprintf("%s %3.0f %%", o.bar.ViewAs(o.share), 100*o.share),
		"q leaves; the session stays as it is."}
	margin := strings.Repeat(" ", max((o.width-o.bar.Width()-6)/2, 0))
	view := tea.NewView(strings.Repeat("\n", max((o.height-len(lines))/2, 0)) + margin +
		strings.Join(lines, "\n"+margin))
	view.AltScreen = true
	return view
}
