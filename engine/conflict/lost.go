package conflict

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// also notes that a further property, or a further piece of the text, of the victim's was lost by the same request. A
// text that was written piece by piece is lost as its newest piece left it.
func (c *Finding) also(kind Kind, victim engine.Change) {
	if kind == c.Kind && victim.Object == c.Object && c.Part == "body" && ofBody(victim.Name) {
		if victim.Mark.Event > c.Victim.Event {
			c.Victim = victim.Mark
		}
		c.bytes(victim.Part)
		return
	}
	if kind != c.Kind || victim.Object != c.Object || !strings.HasPrefix(c.Part, ".") ||
		!strings.HasPrefix(victim.Name, ".") {
		return
	}
	name := " " + victim.Name
	if victim.Drops {
		name = " -" + victim.Name
	}
	if victim.Name != c.Part && !strings.Contains(c.More+" ", name+" ") {
		c.More += name
	}
}

// ofBody says whether a part is the body, or a piece of it with a name of its own: a page, or a block that was appended
// or committed.
func ofBody(part string) bool {
	return part == "body" || strings.HasPrefix(part, "page ") || strings.HasPrefix(part, "block ")
}

// bytes notes which bytes of a file a lost piece of it is; of neighbours one stretch.
func (c *Finding) bytes(piece engine.Part) {
	if piece.To == 0 || piece.Name != c.Part {
		return
	}
	if upto, ok := strings.CutSuffix(c.Bytes, fmt.Sprintf("-%d", piece.From-1)); ok {
		c.Bytes = fmt.Sprintf("%s-%d", upto, piece.To-1)
		return
	}
	c.Bytes = strings.TrimPrefix(fmt.Sprintf("%s %d-%d", c.Bytes, piece.From, piece.To-1), " ")
}

// LostOf is what was lost of a text of the victim's: of a file the bytes that are named, else all of it.
func (c Finding) LostOf(text string) (lost string) {
	for _, stretch := range strings.Fields(c.Bytes) {
		var from, to int
		if _, err := fmt.Sscanf(stretch, "%d-%d", &from, &to); err != nil || to >= len(text) {
			return text
		}
		lost += text[from : to+1]
	}
	if c.Bytes == "" {
		return text
	}
	return lost
}

// lostBytes are the bytes of a file that were lost, as `bytes 0-3 and 8`.
func (t teller) lostBytes() string {
	stretches := strings.Fields(t.c.Bytes)
	for i, s := range stretches {
		if from, to, _ := strings.Cut(s, "-"); from == to {
			stretches[i] = from
		}
	}
	if len(stretches) == 1 && !strings.Contains(stretches[0], "-") {
		return "byte " + stretches[0]
	}
	return "bytes " + and(stretches)
}
