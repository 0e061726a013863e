package blob

import (
	"slices"
	"strings"

	"interleave/engine"
)

// FindBlobs lists the blobs of all containers whose tags are so, in the order of their names, a page at a time.
//
// Where is what x-ms-if-tags takes, and @container beside it. Max: 1 to 5000 names in one page; the answer's marker
// begins the next one. Of each blob the tags are told that the condition names.
//
// Answers: 200 with 0.name, 0.container and so on; 400 InvalidQueryParameterValue for a condition that is none.
//
// Source: Azure REST, "Find Blobs by Tags".
// Assumed: the index is up to date at once, which the service does not promise.
type FindBlobs struct {
	Where  engine.Opt[string] `op:"where" help:"what the tags must be, as state = 'done' AND n > '3'"`
	Marker string             `op:"marker" help:"where the page begins, from the answer before"`
	Max    engine.Opt[int64]  `op:"max" help:"names in one page, 1 to 5000"`
}

func (o FindBlobs) Apply(tx *engine.Tx) engine.Answer {
	where, c := o.validate()
	if c != nil {
		return tx.Refuse(c)
	}
	return tx.Done(200, o.page(tx, where, "")...)
}

// FindBlobsInContainer is FindBlobs within one container.
//
// Answers: those of Find Blobs; 404 ContainerNotFound.
//
// Source: Azure REST, "Find Blobs by Tags in Container".
type FindBlobsInContainer struct {
	Path   string             `op:"path" help:"the container"`
	Where  engine.Opt[string] `op:"where" help:"what the tags must be, as state = 'done' AND n > '3'"`
	Marker string             `op:"marker" help:"where the page begins, from the answer before"`
	Max    engine.Opt[int64]  `op:"max" help:"names in one page, 1 to 5000"`
}

func (o FindBlobsInContainer) Apply(tx *engine.Tx) engine.Answer {
	all := FindBlobs{o.Where, o.Marker, o.Max}
	where, syntax := all.validate()
	if _, c := (containerRequest{name: o.Path, syntax: syntax}).check(tx); c != nil {
		return tx.Refuse(c)
	}
	return tx.Done(200, all.page(tx, where, o.Path+"/")...)
}

func (o FindBlobs) validate() ([]comparison, *engine.Cause) {
	where, ok := parseWhere(o.Where.Want)
	if !ok {
		return nil, wrong(badWhere, o.Where.Raw())
	}
	return where, checkMax(o.Max)
}

// page lists what begins with a name.
func (o FindBlobs) page(tx *engine.Tx, where []comparison, under string) []engine.Field {
	p := engine.Page{Most: most(o.Max)}
	for path, b := range tx.State().(*State).blobs.All() {
		if b.gone || b.uncommitted || !strings.HasPrefix(path, under) || path < o.Marker {
			continue
		}
		container, name := split(path)
		tags := append(slices.Clip(b.tags), engine.Pair{Name: inContainer, Text: container})
		if slices.ContainsFunc(where, func(c comparison) bool { return !c.holds(tags) }) || !p.Room(path) {
			continue
		}
		tx.Show(engine.Part{Object: blobObject(path), Name: "tags", Mark: b.rare.wrote.tags})
		fields := []engine.Field{{Name: "container", Value: engine.Text(container)}}
		for _, t := range b.tags {
			if slices.ContainsFunc(where, func(c comparison) bool { return c.name == t.Name }) {
				fields = append(fields, engine.Field{Name: "tag." + t.Name, Value: engine.Text(t.Text)})
			}
		}
		p.Add(name, "name", fields...)
	}
	return p.Fields()
}
