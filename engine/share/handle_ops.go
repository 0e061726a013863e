package share

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// ListHandles lists the handles that SMB clients have on a file or a directory, also on one that waits for its last
// close.
//
// Answers: 200 with 0.handle, 0.client and so on; 404 ResourceNotFound.
//
// Source: Azure REST, "List Handles"; rules.md, "FileREST operations" and "Order of checks".
type ListHandles struct {
	Path string `op:"path" help:"the file or directory, its share before the first slash"`
}

func (o ListHandles) Apply(tx *engine.Tx) engine.Answer {
	d, c := openPlace(tx, o.Path)
	if c != nil {
		return tx.Refuse(c)
	}
	fields := []engine.Field{{Name: "count", Value: engine.Number(int64(len(d.opens().handles)))}}
	for n, id := range d.opens().handles {
		h, under := d.s.handles.Get(id), strconv.Itoa(n)+"."
		fields = append(fields, engine.Field{Name: under + "handle",
			Value: engine.TokenOf(engine.HandleID, id).Value()},
			engine.Field{Name: under + "path", Value: engine.Text(strings.TrimPrefix(h.path, shareOf(h.path)+"/"))},
			engine.Field{Name: under + "opened", Value: engine.Text(h.opened.At.Date())},
			engine.Field{Name: under + "client", Value: engine.Text(h.client)},
			engine.Field{Name: under + "access", Value: engine.Text(h.access.String())},
			engine.Field{Name: under + "share", Value: engine.Text(h.share.String())},
			engine.Field{Name: under + "oplock", Value: engine.Text(h.oplock.String())})
	}
	return tx.Done(200, fields...)
}

// openPlace is the file or directory whose handles are asked for: steps 1 to 4.
func openPlace(tx *engine.Tx, path string) (*desk, *engine.Cause) {
	s := tx.State().(*State)
	if c := checkPath(path); c != nil {
		return nil, c
	}
	if _, c := s.findShare(tx, shareOf(path)); c != nil {
		return nil, c
	}
	if c := s.findParent(tx, path); c != nil {
		return nil, c
	}
	d := s.at(tx, path, s.directory(path) != nil)
	if !d.there() {
		return nil, s.noFile(tx, notFound, path)
	}
	return d, nil
}

// ForceClose closes one handle of a file or a directory, or all of them, whatever their clients think. What a client
// has in its cache is lost, and it hears of it at its next use of the handle.
//
// Answers: 200 with closed, the number of handles; 404 ResourceNotFound.
//
// Source: Azure REST, "Force Close Handles"; rules.md, "FileREST operations" and "Races" (F14).
type ForceClose struct {
	Path   string                   `op:"path" help:"the file or directory, its share before the first slash"`
	Handle engine.Opt[engine.Token] `op:"handle" help:"the handle, as List Handles says it; * for all"`
}

func (o ForceClose) Apply(tx *engine.Tx) engine.Answer {
	d, c := openPlace(tx, o.Path)
	switch {
	case checkPath(o.Path) == nil && !o.Handle.OK:
		return tx.Refuse(wrong(badHeader, o.Handle.Raw()))
	case c != nil:
		return tx.Refuse(c)
	}
	closed := int64(0)
	for _, id := range slices.Clone(d.opens().handles) {
		if text := o.Handle.Want.String(); text == "*" || text == id {
			d.closed(id, tx.Mark(), lost)
			closed++
		}
	}
	d.settle()
	return tx.Done(200, engine.Field{Name: "closed", Value: engine.Number(closed)})
}
