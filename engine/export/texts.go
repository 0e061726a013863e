package export

import (
	"fmt"
	"strings"

	"interleave/engine/conflict"
	"interleave/engine/view"
)

// diff is the difference of the three sides as lines: what both had stands bare, what either took away or put in with
// its sign and its owner. cut: not all of it is compared.
func diff(x view.ThreeWay) (text string, clashes int, cut bool) {
	var b strings.Builder
	add := func(sign string, lines []string, who string) {
		for _, l := range lines {
			l = strings.TrimSuffix(l, "\n")
			if who != "" {
				l = fmt.Sprintf("%-40s (%s)", l, who)
			}
			b.WriteString(sign + l + "\n")
		}
	}
	part := conflict.Differing(x.Base.Text, x.Mine.Text, x.Theirs.Text)
	front, back := part.LeftOut()
	add("  ", front, "")
	for _, h := range conflict.Diff3([]byte(part.Texts[0]), []byte(part.Texts[1]), []byte(part.Texts[2])) {
		if h.Kind == conflict.Same {
			add("  ", h.Base, "")
			continue
		}
		if h.Kind == conflict.Clash {
			clashes++
		}
		add("- ", h.Base, x.Base.Name)
		if h.Kind != conflict.Theirs {
			add("+ ", h.Mine, x.Mine.Name)
		}
		if h.Kind == conflict.Theirs || h.Kind == conflict.Clash {
			add("+ ", h.Theirs, x.Theirs.Name)
		}
	}
	add("  ", back, "")
	return b.String(), clashes, part.Cut
}
