package blob

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// ListBlobs lists the blobs of a container in the order of their names, a page at a time.
//
// Max: 1 to 5000 names in one page; the answer's marker begins the next one. With a delimiter, names that go on behind it after the
// prefix are folded into one prefix.
//
// Answers: 200 with 0.name, 0.etag and so on; 404 ContainerNotFound.
//
// Source: Azure REST, "List Blobs"; fact sheet 1, 2.3 (no conditions).
type ListBlobs struct {
	Path      string             `op:"path" help:"the container"`
	Prefix    string             `op:"prefix" help:"only names that begin so"`
	Delimiter string             `op:"delimiter" help:"what parts the levels of names, as /"`
	Marker    string             `op:"marker" help:"where the page begins, from the answer before"`
	Max       engine.Opt[int64]  `op:"max" help:"names in one page, 1 to 5000"`
	Under     engine.Opt[string] `op:"under" help:"the access policy that the request comes by"`
}

// Service is the name of the service.
func (ListBlobs) Service() string { return Name }

// Apply judges the request.
func (l ListBlobs) Apply(tx *engine.Tx) engine.Answer {
	a := boxAsk{name: l.Path, syntax: checkMax(l.Max)}
	f, c := a.locate(tx)
	if c == nil {
		c = permitted(tx, f.container, l.Under, "l")
	}
	if c != nil {
		return tx.Refuse(c)
	}
	p := resultPage{most: most(l.Max)}
	for path, o := range f.state.blobs.All() {
		name, inside := strings.CutPrefix(path, l.Path+"/")
		if o.gone || !inside || !strings.HasPrefix(name, l.Prefix) {
			continue
		}
		if folded, ok := l.fold(name); ok {
			if folded >= l.Marker && !p.has(folded) && p.room(folded) {
				p.add(folded, "prefix")
			}
			continue
		}
		if name < l.Marker || !p.room(name) {
			continue
		}
		tx.Show(engine.Part{Object: blobObject(path), Name: "properties", Mark: o.wrote.properties})
		p.add(name, "name", append(o.stampFields(), o.lease.fields()...)...)
	}
	l.showPage(tx, f.state, p.next)
	return tx.Done(200, p.fields()...)
}

// showPage says which names the answer and those before it cover, so that a page of another moment is seen.
func (l ListBlobs) showPage(tx *engine.Tx, s *State, next string) {
	box := engine.Part{Object: containerObject(l.Path), Name: "names"}
	if l.Marker != "" {
		goesOn := box
		goesOn.After, goesOn.Mark = l.Marker, l.newestBefore(s, l.Marker)
		tx.Show(goesOn)
	}
	if next != "" {
		ended := box
		ended.Upto, ended.Mark = next, l.newestBefore(s, next)
		tx.Show(ended)
	}
}

// newestBefore is the newest work among the names before a token, removals too.
func (l ListBlobs) newestBefore(s *State, token string) (last engine.Mark) {
	for path, o := range s.blobs.All() {
		if name, inside := strings.CutPrefix(path, l.Path+"/"); inside && name < token && strings.HasPrefix(name, l.Prefix) {
			w := o.wrote
			last = newest(last, w.body, w.metadata, w.tags, w.properties, w.tier, o.removed)
		}
	}
	return last
}

// fold is the prefix that a name is folded into.
func (l ListBlobs) fold(name string) (prefix string, ok bool) {
	if l.Delimiter == "" {
		return "", false
	}
	at := strings.Index(name[len(l.Prefix):], l.Delimiter)
	if at < 0 {
		return "", false
	}
	return name[:len(l.Prefix)+at+len(l.Delimiter)], true
}

// ListContainers lists the containers of the account in the order of their names, a page at a time.
//
// Max: 1 to 5000 names in one page; the answer's marker begins the next one.
//
// Answers: 200 with 0.name, 0.etag and so on.
//
// Source: Azure REST, "List Containers"; fact sheet 1, 2.3 (no conditions).
type ListContainers struct {
	Prefix string            `op:"prefix" help:"only names that begin so"`
	Marker string            `op:"marker" help:"where the page begins, from the answer before"`
	Max    engine.Opt[int64] `op:"max" help:"names in one page, 1 to 5000"`
}

// Service is the name of the service.
func (ListContainers) Service() string { return Name }

// Apply judges the request.
func (l ListContainers) Apply(tx *engine.Tx) engine.Answer {
	if c := checkMax(l.Max); c != nil {
		return tx.Refuse(c)
	}
	p := resultPage{most: most(l.Max)}
	for name, c := range tx.State().(*State).containers.All() {
		if !c.gone && strings.HasPrefix(name, l.Prefix) && name >= l.Marker && p.room(name) {
			p.add(name, "name", append(c.stampFields(), c.lease.fields()...)...)
		}
	}
	return tx.Done(200, p.fields()...)
}

func checkMax(o engine.Opt[int64]) *engine.Cause {
	if o.Set && (!o.OK || o.Want < 1 || o.Want > pageMost) {
		return wrong(badCount, o.Raw)
	}
	return nil
}

func most(o engine.Opt[int64]) int {
	if o.Set {
		return int(o.Want)
	}
	return pageMost
}

// resultPage gathers one page of a listing.
type resultPage struct {
	most  int
	names []string
	list  []engine.Field
	next  string // the first name that found no room
}

func (p *resultPage) has(name string) bool { return slices.Contains(p.names, name) }

// room says whether one more name fits; the first that does not is where the next page begins.
func (p *resultPage) room(name string) bool {
	if len(p.names) < p.most {
		return true
	}
	if p.next == "" {
		p.next = name
	}
	return false
}

func (p *resultPage) add(name, kind string, fields ...engine.Field) {
	place := strconv.Itoa(len(p.names)) + "."
	p.names = append(p.names, name)
	p.list = append(p.list, engine.Field{Name: place + kind, Value: engine.Text(name)})
	for _, f := range fields {
		p.list = append(p.list, engine.Field{Name: place + f.Name, Value: f.Value})
	}
}

func (p *resultPage) fields() []engine.Field {
	fields := append([]engine.Field{{Name: "count", Value: engine.Number(int64(len(p.names)))}}, p.list...)
	if p.next != "" {
		fields = append(fields, engine.Field{Name: "marker", Value: engine.Text(p.next)})
	}
	return fields
}
