package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/conflict"
	"interleave/engine/explore"
	"interleave/engine/room"
)

// otherwise counts the orders that avoid the conflict of the card, beside the screen, and offers the nearest one.
func (a *alerts) otherwise() {
	c, ok := a.shown()
	if !ok {
		a.root.status.hint("There is no conflict here.")
		return
	}
	r, states := a.root.room, a.root.deps.States
	job := a.root.busy.begin("Trying all orders")
	a.root.ask(func() tea.Msg {
		defer job.end()
		scene := r.CutOrders()
		if scene.None != "" {
			return otherwiseMsg{finding: c, scene: scene}
		}
		budget := scene.Budget
		budget.States = states
		return otherwiseMsg{c, scene, scene.Otherwise(c, budget,
			func(explore.Progress) bool { return !job.over.Load() })}
	})
}

// otherwiseMsg is what was found.
type otherwiseMsg struct {
	finding conflict.Finding
	scene   room.Orders
	other   explore.Other
}

func (m otherwiseMsg) apply(r *Root) {
	if m.scene.None != "" {
		r.status.hint(m.scene.None)
		return
	}
	said := m.other.Say(m.finding.Kind.Words())
	if !m.other.Found {
		r.status.say(said, 0)
		return
	}
	r.status.offer = &offer{say: said + " Enter opens it.", do: func() {
		branch, err := r.room.LoadOrder(m.scene, "otherwise", m.other.Nearest)
		if err != nil {
			r.status.sayError(err)
			return
		}
		r.status.say(fmt.Sprintf("The branch %s avoids it. . goes along it, u goes back.", branch), 0)
	}}
}
