package room

import (
	"fmt"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// redriveLine reads a key again and sends the refused line with the version that was read, where its change can be put
// into the value that is there now: a number by its difference, a text by its lines, a command that carries no value as
// it is. Else the line stands at the prompt with the new version, for its owner to put the change into it.
//
// Source: Alibaba Cloud, "Implement high-performance optimistic locking by using TairString", the loops with EXGET and
// EXSET, and EXCAS.
func (r *Room) redriveLine(c conflict.Finding) (string, error) {
	v := r.View()
	refused, who, sides := v.Exchange(c.Request), v.Title(c.By), v.ThreeWay(c)
	spec := v.Spec(refused.Verb)
	if did, err := r.readAgain(c); err != nil {
		return did, err
	}
	v = r.View()
	read, heard := v.Known(c.By).Reading(c.Object)
	if !heard || read.Gone || !read.HasBody {
		return who + " read again", nil
	}
	at := read.Version
	if at == "" {
		at = "the value"
	} else {
		at = "version " + at
	}
	merged, fits := rebuilt(sides.Base.Text, sides.Mine.Text, read.Body)
	line, carries := r.lineAnew(v, refused, spec, read, merged, fits)
	if spec.Group == engine.GroupDelete || carries && !(fits && sides.Mine.Known && sides.Base.Known) {
		r.SetDraft(c.By, c.Object, view.Draft{Text: typed(v, spec.Verb, line)})
		return fmt.Sprintf("%s read %s", who, at), fmt.Errorf(
			"%w: the line stands at the prompt with it. Put the change into the value, Enter sends", ErrByHand)
	}
	send := engine.Send{By: c.By, Verb: spec.Verb,
		Args:  []engine.Arg{{Name: spec.Params()[0].Name, Value: engine.List(line...)}},
		Words: engine.Words{From: read.Name}}
	_, err := r.Send(send)
	return fmt.Sprintf("%s read %s, rebuilt the line and sent it", who, at), err
}

// lineAnew are the words of a refused line with what was read in the place of what they compare, and the rebuilt value
// in that of theirs where there is one; carries says whether the line has a value.
func (r *Room) lineAnew(v *view.View, x *engine.Exchange, spec *engine.OpSpec, read view.Reading, merged string,
	fits bool) (line []engine.Value, carries bool) {
	args, err := v.Resolved(x)
	if err != nil {
		args = x.Args
	}
	op, err := spec.Build(args)
	liner, ok := op.(engine.Liner)
	if err != nil || !ok {
		return nil, true
	}
	line = append(line, engine.LineWords(args[0].Value)...)
	for i, role := range liner.Roles() {
		switch {
		case i >= len(line):
		case role.Guard != "":
			line[i] = engine.Ref(read.Name+"."+role.Guard, false)
		case role.Content:
			carries = true
			if fits {
				line[i] = engine.Text(merged)
			}
		}
	}
	return line, carries
}

// rebuilt is a change put into another value: the same difference of whole numbers, or lines that do not clash.
func rebuilt(base, mine, now string) (text string, ok bool) {
	b, errB := strconv.ParseInt(base, 10, 64)
	m, errM := strconv.ParseInt(mine, 10, 64)
	n, errN := strconv.ParseInt(now, 10, 64)
	if errB == nil && errM == nil && errN == nil {
		return strconv.FormatInt(n+m-b, 10), true
	}
	text, same := together(engine.ObjectID{Kind: "key"}, base, mine, now)
	return text, same == ""
}

// typed is a line as a prompt takes it, with what its references stand for.
func typed(v *view.View, verb string, line []engine.Value) string {
	words := []string{verb}
	for _, w := range line {
		text := w.String()
		if name, field, ok := w.RefName(); ok && v.Named(name) != nil {
			text = v.Named(name).Answer.Field(field).String()
		}
		if text == "" || strings.ContainsAny(text, " \t\r\n\"\\") {
			text = strconv.Quote(text)
		}
		words = append(words, text)
	}
	return strings.Join(words, " ")
}
