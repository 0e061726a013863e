package view

import (
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// SetsBeside says whether an operation takes a value for what stands beside a text, as metadata or a media type.
func SetsBeside(op *engine.OpSpec, name string) bool {
	p, ok := op.Param(name)
	return ok && p.Guard == "" && !p.Group && !p.Positional() && p.Name != ".*" &&
		(p.Content || !p.Prefix() || strings.HasPrefix(name, "meta."))
}

// SetBeside says whether a name is that of what some write of objects of that kind sets beside their text.
func (v *View) SetBeside(kind, name string) bool {
	for _, s := range v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Object == kind && op.Group == engine.GroupWrite && SetsBeside(op, name) {
				return true
			}
		}
	}
	return false
}

// ChangedBeside are the properties beside the text that an event set, changed or took away.
func (v *View) ChangedBeside(e engine.Event, object engine.ObjectID) []conflict.Row {
	older, newer, ok := e.On(v.world, object.Kind, object.Name)
	if !ok {
		return nil
	}
	return v.changedBeside(object.Kind, older, newer)
}

// changedBeside are the properties beside the text in which two states of an object differ.
func (v *View) changedBeside(kind string, older, newer engine.Record) []conflict.Row {
	return besides(older, newer, func(name string) bool { return v.SetBeside(kind, name) })
}

// besides are the properties in which two states of an object differ, as far as they are wanted by the name of the
// argument that sets them.
func besides(older, newer engine.Record, wanted func(string) bool) (rows []conflict.Row) {
	if !Stands(older) || !Stands(newer) {
		return nil
	}
	argument := strings.NewReplacer("metadata.", "meta.", "tags.", "tag.", "public-access", "public")
	for _, r := range differingRows(older, older, newer) {
		if name := argument.Replace(r.Name); wanted(name) && name != "content-md5" && name != "size" {
			rows = append(rows, r)
		}
	}
	return rows
}

// quotedIfOpen is a value in quotes where it could be read as several, or as two lines.
func quotedIfOpen(value string) string {
	if value == "" || strings.ContainsAny(value, " ,=\"\n\r\t") {
		return strconv.Quote(value)
	}
	return value
}

// besideLine are properties in one line; one that is gone has no value.
func besideLine(rows []conflict.Row) string {
	var list []string
	for _, r := range rows {
		if r.HasTheirs {
			list = append(list, r.Name+"="+quotedIfOpen(r.Theirs))
		} else {
			list = append(list, "without "+r.Name)
		}
	}
	return strings.Join(list, ", ")
}
