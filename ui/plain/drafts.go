package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/view"
	"interleave/ui/sessions"
)

// noText is said of what no text can be written to.
const noText = "A %s has no text to write. do lists what can be done."

// text is what a person typed: quoted with escapes, or as it stands.
func text(rest string) (string, error) {
	if !strings.HasPrefix(rest, `"`) {
		return rest, nil
	}
	plain, err := strconv.Unquote(rest)
	if err != nil {
		return "", fmt.Errorf("this text begins with a quote and cannot be read: %s", rest)
	}
	return plain, nil
}

// keepDraft puts a text into a draft; what it is made from is the writer's newest reading.
func (d *desk) keepDraft(writer string, object engine.ObjectID, text string) {
	draft := view.Draft{Text: text}
	v := d.room.View()
	if old, ok := v.Draft(writer, object); ok {
		draft.From = old.From
	}
	if k := v.Known(writer); k != nil {
		if read, ok := k.Reading(object); ok {
			draft.From = read.Into(draft.From)
		}
	}
	was := d.room.DraftAt(writer, object)
	d.room.SetDraft(writer, object, draft)
	d.room.ChangedDraft(writer, object, was) // undo takes that back, and no request that went before
}

// take puts what was typed into the draft: of a row the named properties alone, in the place of those that the writer
// has; a text in quotes is the whole. ok is false where that cannot be, which is said.
func (d *desk) take(rest string) (ok bool) {
	v, k, ok := d.canWrite()
	if !ok {
		return false
	}
	body, err := text(rest)
	if err != nil {
		d.complain("%s", sessions.Sentence(err))
		return false
	}
	if whole := strings.HasPrefix(rest, `"`); kind(d.object) == "entity" && !whole {
		body = d.overRow(v, k, rest)
	}
	d.keepDraft(d.writer, d.object, body)
	return true
}

// overRow is the writer's row with what was typed over it, as `views=6 likes=4`; a name without a value takes its
// property away. The row is the one that the writer read last, with what an older draft had changed: what others
// changed since stays. What is no property stands as it was typed: the service says what is wrong with it.
func (d *desk) overRow(v *view.View, k *view.Known, typed string) string {
	changes, ok := typedProperties(typed)
	if !ok {
		return typed
	}
	text := ""
	if read, ok := k.Reading(d.object); ok && !read.Gone {
		text = read.Body
	}
	if draft, ok := v.Draft(k.ID, d.object); ok {
		if base := view.BasisOf(v, k, d.object, draft); base.Text == text {
			text = draft.Text
		} else {
			mine, _ := view.RowOf(view.RowChanges(base.Text, draft.Text))
			text = over(text, append(mine, leftOut(base.Text, draft.Text)...))
		}
	}
	return over(text, changes)
}

// over is a row with changes: one without a value takes its property away.
func over(text string, changes []view.RowProperty) string {
	rows, _ := view.RowOf(text)
	for _, p := range changes {
		at := slices.IndexFunc(rows, func(old view.RowProperty) bool { return old.Name == p.Name })
		switch {
		case at < 0 && p.Literal != "":
			rows = append(rows, p)
		case at >= 0 && p.Literal == "":
			rows = slices.Delete(rows, at, at+1)
		case at >= 0:
			rows[at].Literal = view.KeptType(rows[at].Literal, p.Literal)
		}
	}
	return view.RowText(rows)
}

// leftOut are the properties of a row that a text has no more, by their names alone.
func leftOut(was, text string) (gone []view.RowProperty) {
	before, _ := view.RowOf(was)
	now, _ := view.RowOf(text)
	for _, p := range before {
		if !slices.ContainsFunc(now, func(q view.RowProperty) bool { return q.Name == p.Name }) {
			gone = append(gone, view.RowProperty{Name: p.Name})
		}
	}
	return gone
}

// typedProperties are the properties of a line: one, whose value may have blanks in it, or several with a blank between
// them.
func typedProperties(line string) (list []view.RowProperty, ok bool) {
	words := strings.Fields(line)
	for i, word := range words { // as an operation takes them
		words[i] = strings.TrimPrefix(word, ".")
	}
	line = strings.TrimPrefix(strings.TrimSpace(line), ".")
	each, ok := view.RowOf(strings.Join(words, "\n"))
	if ok && len(each) == len(words) && !slices.ContainsFunc(each, func(p view.RowProperty) bool {
		return p.Literal != "" && p.Type == ""
	}) {
		return each, true
	}
	return view.RowOf(line)
}

func (d *desk) edit(rest string) {
	if rest == "" {
		d.draftNow()
		return
	}
	if !d.take(rest) {
		return
	}
	v, k, _ := d.act()
	if kind(d.object) != "entity" {
		d.say("The draft is kept. write sends it.")
		return
	}
	draft, _ := v.Draft(d.writer, d.object)
	d.say("The draft is kept: %s. write sends it.%s", strings.Join(strings.Split(strings.TrimSpace(draft.Text), "\n"),
		" "), d.dropped(v, k, draft.Text))
}

// canWrite is who would write the object, or says why nobody does.
func (d *desk) canWrite() (*view.View, *view.Known, bool) {
	v, k, why := d.act()
	switch {
	case why != "":
		d.complain("%s", why)
		return v, k, false
	case !act.Any(v, d.object, engine.ToWrite):
		d.complain(noText, kind(d.object))
		return v, k, false
	}
	return v, k, true
}

// ownDraft is the writer's draft of the object that is looked at; where there is none it says so of both.
func (d *desk) ownDraft(none string) (v *view.View, k *view.Known, draft view.Draft, ok bool) {
	if v, k, ok = d.canWrite(); !ok {
		return v, k, draft, false
	}
	if draft, ok = v.Draft(d.writer, d.object); !ok {
		d.complain(none, k.Title, path(d.object))
	}
	return v, k, draft, ok
}

// draftNow says what the writer would send: the word alone changes nothing.
func (d *desk) draftNow() {
	_, k, draft, ok := d.ownDraft("edit wants a text: edit TEXT makes %s's draft of %s, edit \"\" an empty one.")
	if !ok {
		return
	}
	d.say("%s's draft: %s. write sends it. edit TEXT changes it, edit \"\" empties it.", k.Title,
		strconv.Quote(draft.Text))
}

// dropped says which properties that the writer read a draft no longer has.
func (d *desk) dropped(v *view.View, k *view.Known, text string) string {
	read, ok := k.Reading(d.object)
	if _, is := view.RowOf(text); !ok || !is || read.Gone {
		return ""
	}
	var gone []string
	for _, p := range leftOut(read.Body, text) {
		gone = append(gone, p.Name)
	}
	spec := act.Spec(v, k.ID, d.object, engine.ToWrite)
	switch {
	case len(gone) == 0 || spec == nil:
		return ""
	case spec.Effect == engine.Merges:
		return fmt.Sprintf(" It leaves out %s: a merge takes nothing away.", strings.Join(gone, ", "))
	}
	return fmt.Sprintf(" It leaves out %s: write removes that from the entity.", strings.Join(gone, ", "))
}

func (d *desk) write(rest string) {
	if rest != "" {
		if !d.take(rest) {
			return
		}
	}
	v, k, draft, ok := d.ownDraft("%s has no draft of %s. edit TEXT makes one, write TEXT sends it at once.")
	if !ok {
		return
	}
	if gone := d.dropped(v, k, draft.Text); gone != "" && kind(d.object) == "entity" {
		d.say("%s", strings.TrimSpace(gone))
	}
	content := act.Content{Text: draft.Text, From: v.From(draft)}
	if read, ok := k.Reading(d.object); ok {
		content.Base = read.Body
	}
	d.do(engine.ToWrite, noText, content)
}
