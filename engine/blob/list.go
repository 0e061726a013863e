package blob

import (
	"iter"
	"slices"
	"strings"

	"interleave/engine"
)

// ListBlobs lists the blobs of a container in the order of their names, a page at a time.
//
// Max: 1 to 5000 names in one page; the answer's marker begins the next one. With a delimiter, names that go on behind
// it after the prefix are folded into one prefix.
//
// What is included: snapshots stand in front of their blob, with their ids; uncommitted blobs have no ETag; metadata,
// tags and copies stand beside the blob.
//
// Answers: 200 with 0.name, 0.etag and so on; 404 ContainerNotFound.
//
// Source: Azure REST, "List Blobs".
// Assumed: a blob and its snapshots stay on one page.
type ListBlobs struct {
	Path      string             `op:"path" help:"the container"`
	Prefix    string             `op:"prefix" help:"only names that begin so"`
	Delimiter string             `op:"delimiter" help:"what parts the levels of names, as /"`
	Marker    string             `op:"marker" help:"where the page begins, from the answer before"`
	Max       engine.Opt[int64]  `op:"max" help:"names in one page, 1 to 5000"`
	Include   engine.Value       `op:"include" help:"what else is listed: snapshots, uncommitted, metadata, tags, copy, deleted; several as [metadata tags]"`
	Under     engine.Opt[string] `op:"under" help:"the access policy that the request comes by"`
}

func (l ListBlobs) Apply(tx *engine.Tx) engine.Answer {
	include, syntax := l.included()
	a := containerRequest{name: l.Path, syntax: syntax}
	f, c := a.locate(tx)
	if c == nil {
		c = permitted(tx, f.container, l.Under, "l")
	}
	if c != nil {
		return tx.Refuse(c)
	}
	p := engine.Page{Most: most(l.Max)}
	for path, o := range f.state.blobs.All() {
		name, inside := strings.CutPrefix(path, l.Path+"/")
		lost := o.gone && include["deleted"] && o.rare.kept.good(tx.Now())
		if o.gone && !lost && !l.lostSnapshots(tx, f.state, path, include) || o.uncommitted &&
			!include["uncommitted"] || !inside || !strings.HasPrefix(name, l.Prefix) {
			continue
		}
		if folded, ok := engine.Fold(name, l.Prefix, l.Delimiter); ok {
			if folded >= l.Marker && !p.Has(folded) && p.Room(folded) {
				p.Add(folded, "prefix")
			}
			continue
		}
		if name < l.Marker || !p.Room(name) {
			continue
		}
		if include["snapshots"] {
			l.addSnapshots(tx, f.state, &p, name, o.rare.snapshots, include)
		}
		if include["snapshots"] && include["deleted"] {
			l.addLost(tx, f.state, &p, name)
		}
		switch {
		case lost:
			p.Add(name, "name", append(o.rare.kept.what.listed(tx, path, include), o.rare.kept.fields(tx.Now())...)...)
		case !o.gone:
			p.Add(name, "name", o.listed(tx, path, include)...)
		}
	}
	p.Show(tx, engine.Part{Object: containerObject(l.Path), Name: "names"}, l.Marker,
		func(before string) engine.Mark { return l.newestBefore(f.state, before) })
	p.ShowAbsent(tx, engine.Part{Object: containerObject(l.Path), Name: engine.Unlisted("blob")}, l.Prefix, l.Marker,
		l.removed(f.state))
	return tx.Done(200, p.Fields()...)
}

// removed are the names of the container under which nothing is any more, with who removed it.
func (l ListBlobs) removed(s *State) iter.Seq2[string, engine.Mark] {
	return func(yield func(string, engine.Mark) bool) {
		for path, o := range s.blobs.All() {
			if name, inside := strings.CutPrefix(path, l.Path+"/"); inside && o.gone && !yield(name, o.rare.removed) {
				return
			}
		}
	}
}

// includes are the words of what else is listed. The last five are of features that are not here: there is nothing of
// them to list.
//
// Source: Azure REST, "List Blobs", "URI parameters".
var includes = []string{"snapshots", "uncommitted", "uncommittedblobs", "metadata", "tags", "copy", "deleted",
	"versions",
	"deletedwithversions", "immutabilitypolicy", "legalhold", "permissions"}

// included are the words of what else is to be listed; other words are refused.
func (l ListBlobs) included() (map[string]bool, *engine.Cause) {
	if c := checkMax(l.Max); c != nil {
		return nil, c
	}
	words, ok := l.Include.List()
	if !ok && !l.Include.IsZero() {
		words = []engine.Value{l.Include}
	}
	include := map[string]bool{}
	for _, v := range words {
		for word := range strings.SplitSeq(v.String(), ",") {
			if word = strings.ToLower(word); !slices.Contains(includes, word) {
				return nil, wrong(badInclude, l.Include)
			}
			include[strings.TrimSuffix(word, "blobs")] = true
		}
	}
	return include, nil
}

// addSnapshots lists the snapshots of a blob.
func (l ListBlobs) addSnapshots(tx *engine.Tx, s *State, p *engine.Page, name string, ids []string,
	include map[string]bool) {
	for _, id := range ids {
		key := l.Path + "/" + name + "@" + id
		snap := s.snapshots.Get(key)
		tx.Show(engine.Part{Object: snapshotObject(key), Name: "properties", Mark: snap.made})
		fields := append([]engine.Field{{Name: "snapshot", Value: engine.Text(id)}}, snap.stampFields()...)
		fields = append(append(fields, snap.content.fields()...), snap.beside()...)
		if include["metadata"] {
			tx.Show(engine.Part{Object: snapshotObject(key), Name: "metadata", Mark: snap.made})
			fields = append(fields, engine.PairFields("meta.", snap.metadata)...)
		}
		if include["tags"] {
			fields = append(fields, engine.PairFields("tag.", snap.tags)...)
		}
		p.Add(name, "name", fields...)
	}
}

// lostSnapshots says whether a blob that is gone for ever has snapshots that can be brought back.
func (l ListBlobs) lostSnapshots(tx *engine.Tx, s *State, path string, include map[string]bool) bool {
	if !include["snapshots"] || !include["deleted"] {
		return false
	}
	for key, snap := range s.snapshots.All() {
		if strings.HasPrefix(key, path+"@") && snap.gone && snap.kept.good(tx.Now()) {
			return true
		}
	}
	return false
}

// addLost lists the snapshots of a blob that can be brought back.
func (l ListBlobs) addLost(tx *engine.Tx, s *State, p *engine.Page, name string) {
	path := l.Path + "/" + name
	for key, snap := range s.snapshots.All() {
		id, of := strings.CutPrefix(key, path+"@")
		if !of || !snap.gone || !snap.kept.good(tx.Now()) {
			continue
		}
		was := snap.kept.what
		fields := append([]engine.Field{{Name: "snapshot", Value: engine.Text(id)}}, was.stampFields()...)
		fields = append(fields, was.content.fields()...)
		p.Add(name, "name", append(fields, snap.kept.fields(tx.Now())...)...)
	}
}

// listed are the fields of a blob in a list, which shows what they are made of.
func (o *Object) listed(tx *engine.Tx, path string, include map[string]bool) []engine.Field {
	if o.uncommitted {
		return append([]engine.Field{{Name: "uncommitted", Value: engine.Text("true")}}, o.lease.Fields()...)
	}
	object := blobObject(path)
	tx.Show(engine.Part{Object: object, Name: engine.Standing("body"), Mark: o.wrote.body})
	tx.Show(engine.Part{Object: object, Name: "properties", Mark: o.wrote.properties})
	fields := append(o.stampFields(), engine.Field{Name: "created", Value: engine.Moment(o.created)})
	fields = append(fields, o.lease.Fields()...)
	fields = append(append(fields, o.content.fields()...), o.inferred()...)
	if n := len(o.tags); n > 0 {
		fields = append(fields, engine.Field{Name: "tag-count", Value: engine.Number(int64(n))})
	}
	metadata := engine.Part{Object: object, Name: "metadata", Mark: o.rare.wrote.metadata}
	if include["metadata"] {
		fields = append(fields, engine.PairFields("meta.", o.metadata)...)
	} else {
		metadata.Name = engine.Standing(metadata.Name)
	}
	tx.Show(metadata)
	if include["tags"] {
		tx.Show(engine.Part{Object: object, Name: "tags", Mark: o.rare.wrote.tags})
		fields = append(fields, engine.PairFields("tag.", o.tags)...)
	}
	if include["copy"] && o.rare.copied != nil {
		fields = append(fields, o.rare.copied.fields()...)
	}
	return fields
}

// newestBefore is the newest work among the names before a token, removals too.
func (l ListBlobs) newestBefore(s *State, token string) (last engine.Mark) {
	for path, o := range s.blobs.All() {
		if name, inside := strings.CutPrefix(path, l.Path+"/"); inside && name < token &&
			strings.HasPrefix(name, l.Prefix) {
			w := &o.rare.wrote
			last = engine.Newest(last, o.wrote.body, w.metadata, w.tags, o.wrote.properties, w.tier, o.rare.removed)
		}
	}
	return last
}

// ListContainers lists the containers of the account in the order of their names, a page at a time.
//
// Max: 1 to 5000 names in one page; the answer's marker begins the next one.
//
// Answers: 200 with 0.name, 0.etag and so on.
//
// Source: Azure REST, "List Containers".
type ListContainers struct {
	Prefix  string            `op:"prefix" help:"only names that begin so"`
	Marker  string            `op:"marker" help:"where the page begins, from the answer before"`
	Max     engine.Opt[int64] `op:"max" help:"names in one page, 1 to 5000"`
	Include engine.Value      `op:"include" help:"what else is listed: metadata; deleted and system are nothing here"`
}

func (l ListContainers) Apply(tx *engine.Tx) engine.Answer {
	if c := checkMax(l.Max); c != nil {
		return tx.Refuse(c)
	}
	for word := range strings.FieldsSeq(strings.Trim(strings.ReplaceAll(l.Include.String(), ",", " "), "[]")) {
		if word != "metadata" && word != "deleted" && word != "system" {
			return tx.Refuse(wrong(badInclude, l.Include))
		}
	}
	p := engine.Page{Most: most(l.Max)}
	for name, c := range tx.State().(*State).containers.All() {
		if !c.gone && strings.HasPrefix(name, l.Prefix) && name >= l.Marker && p.Room(name) {
			fields := append(append(c.stampFields(), c.lease.Fields()...), c.publicField()...)
			if strings.Contains(l.Include.String(), "metadata") {
				tx.Show(engine.Part{Object: containerObject(name), Name: "metadata", Mark: c.wrote.metadata})
				fields = append(fields, engine.PairFields("meta.", c.metadata)...)
			}
			p.Add(name, "name", fields...)
		}
	}
	return tx.Done(200, p.Fields()...)
}

func checkMax(o engine.Opt[int64]) *engine.Cause {
	if o.Set && (!o.OK || o.Want < 1 || o.Want > pageMost) {
		return wrong(badCount, o.Raw())
	}
	return nil
}

func most(o engine.Opt[int64]) int {
	if o.Set {
		return int(o.Want)
	}
	return pageMost
}
