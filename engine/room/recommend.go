package room

import (
	"errors"
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// ErrByHand is returned by Recommend where what is left to do is the person's own; the sentence says what.
var ErrByHand = errors.New("by hand")

// Recommend carries out what helps with a finding, as it was tried (advice.For): ordinary inputs that one undo takes
// back. It says what it did.
func (r *Room) Recommend(c conflict.Finding) (did string, err error) {
	v := r.View()
	card := advice.For(v, c)
	if card.Action == "" {
		return "", fmt.Errorf("%w: %s", ErrByHand, card.Say)
	}
	if err = r.change(func() error { return r.recommended(card) }); err != nil {
		return "", err
	}
	if sends(v, card.Inputs, c) {
		r.redone(c)
	}
	did = card.Did
	switch who, reads := unheard(r.View(), card.Inputs); {
	case who != "" && reads:
		did = who + " asked again, and has heard nothing yet"
	case who != "":
		did = who + " has sent it, and has heard nothing yet"
	}
	if card.Rest != "" {
		return did, fmt.Errorf("%w: %s", ErrByHand, card.Rest)
	}
	return did, nil
}

// unheard is who waits for the answer to one of the inputs, and whether that reads; empty where nobody does. What is
// held has shown and done nothing.
func unheard(v *view.View, inputs []engine.Input) (who string, reads bool) {
	for _, in := range inputs {
		s, ok := in.(engine.Send)
		if !ok {
			continue
		}
		if d, ok := v.Known(s.By).Doing(); ok && !d.Heard {
			return v.Title(s.By), v.Spec(s.Verb).Group == engine.GroupRead
		}
	}
	return "", false
}

func (r *Room) recommended(card advice.Card) error {
	back := r.returnPointHere("what is recommended")
	if card.Earlier {
		if err := r.line.Go(card.Back); err != nil {
			return err
		}
		r.moved()
	}
	made := r.line.Here()
	if len(card.Inputs) == 0 { // it goes back, or fills an editor, to be gone on from by hand
		r.past = r.past || card.Earlier
	} else {
		if _, err := r.do(card.Inputs...); err != nil {
			return err
		}
		_, _, made = r.line.CommonAncestor(made, r.line.Here())
		r.noteReturnPoint(back)
	}
	for _, d := range card.Drafts {
		key := view.DraftKey(d.Writer, d.Object)
		d.Draft.Made = made
		if was, kept := r.draftHere(key); kept {
			d.Draft.Before = &was
		}
		r.note(key, draftNote(d.Draft))
	}
	return nil
}

// sends says whether inputs send more than reads of the finding's sender for its object.
func sends(v *view.View, inputs []engine.Input, c conflict.Finding) bool {
	return slices.ContainsFunc(inputs, func(in engine.Input) bool {
		s, ok := in.(engine.Send)
		if !ok || s.By != c.By {
			return false
		}
		spec := v.Spec(s.Verb)
		return spec.Group != "read" && spec.About(s.Args) == c.Object
	})
}
