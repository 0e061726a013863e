package view

import (
	"fmt"

	"interleave/engine/conflict"
)

// unreadLook is how many events back a replacement is looked for that nobody had read: what came long before now
// explains nothing.
const unreadLook = 64

// Unread tells of the newest request that replaced another writer's work which its own writer had never read, as
// `Ben's #8 replaced Ana's work (#6) without having read it.` Nobody had asked to be kept from it, so there is no mark and no card. Empty
// where there is none.
func (v *View) Unread() string {
	entries := v.path.entries
	for i := len(entries) - 1; i >= max(len(entries)-unreadLook, 0); i-- {
		e := entries[i].Event()
		theirs, ok := conflict.Unread(v.world, *e)
		if !ok {
			continue
		}
		return fmt.Sprintf("%s's #%d replaced %s's work (#%d) without having read it, and nothing was "+
			"compared. The last writer wins, and nobody is told.", v.Title(e.By), e.Request, v.Title(theirs.Mark.By),
			theirs.Mark.Request)
	}
	return ""
}
