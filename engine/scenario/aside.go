package scenario

import (
	"fmt"
	"maps"
	"slices"
)

// The statements that put nothing into the world: drafts and bookmarks.

func readDraft(p *parser, s *Statement, w words) error {
	const form = `draft ann wiki/home.md "..." from=a1`
	err := w.need(3, 4, form)
	if err != nil {
		return err
	}
	d := &DraftText{Body: w.items[2].value}
	if s.By, err = p.writerAt(w, 0, form); err != nil {
		return err
	}
	if d.Path, err = w.text(1, form); err != nil {
		return err
	}
	if w.items[2].hasKey {
		return &wrong{w.items[2].start, "a draft has a text: write " + form}
	}
	if len(w.items) == 4 {
		last := w.items[3]
		if last.key != "from" || last.form == other {
			return &wrong{last.start, "behind the text stands only what it was made from: write " + form}
		}
		if d.From = last.value.String(); d.From != "none" {
			if err := p.named(d.From, last.from); err != nil {
				return err
			}
		}
	}
	s.Draft = d
	return p.known(w.items[2:3])
}

// readPlace reads bookmark and back.
func readPlace(p *parser, s *Statement, w words) error {
	form := string(s.Kind) + " both"
	err := w.need(1, 1, form)
	if err != nil {
		return err
	}
	if s.Name, err = w.text(0, form); err != nil {
		return err
	}
	if s.Kind == Bookmark {
		p.marks[s.Name] = p.requests
		return nil
	}
	requests, ok := p.marks[s.Name]
	if !ok && p.strict {
		return &wrong{w.items[0].start, fmt.Sprintf("there is no bookmark %s%s", s.Name,
			near(s.Name, slices.Sorted(maps.Keys(p.marks))))}
	}
	p.requests = requests
	return nil
}
