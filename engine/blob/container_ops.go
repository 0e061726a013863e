package blob

import (
	"slices"

	"interleave/engine"
)

// CreateContainer makes a container.
//
// Answers: 201 with its ETag; 409 ContainerAlreadyExists; 409 ContainerBeingDeleted for 30 seconds after a delete.
//
// Source: Azure REST, "Create Container" and "Delete Container".
// Assumed: the name is free after the 30 seconds that the documents give as the least.
type CreateContainer struct {
	Path     string        `op:"path" help:"the container"`
	Metadata []engine.Pair `op:"meta.*,content" help:"a pair of metadata"`
	Publicly
}

// Publicly is what of a container anybody may read, who signs nothing. A request
// that is not signed comes under engine.Anonymous.
type Publicly struct {
	Public engine.Opt[string] `op:"public,one=container|blob" help:"what anybody may read: blob, or container with its list; nothing unless given"`
}

func (p Publicly) validate() *engine.Cause {
	if p.Public.Set && p.Public.Want != "container" && p.Public.Want != "blob" {
		return wrong(badPublic, p.Public.Raw())
	}
	return nil
}

// publicField is what answers say of who may read.
func (c *Container) publicField() []engine.Field {
	if c.public == "" {
		return nil
	}
	return []engine.Field{{Name: "public", Value: engine.Text(c.public)}}
}

func (o CreateContainer) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	r := checkContainerName(o.Path)
	if o.Path == logContainer {
		r = containerNameLetters
	}
	if r != nil {
		return tx.Refuse(wrong(r, engine.Text(o.Path)))
	}
	if c := engine.FirstOf(checkMetadata(o.Metadata), o.Publicly.validate()); c != nil {
		return tx.Refuse(c)
	}
	next := &Container{metadata: sorted(o.Metadata), public: o.Public.Want}
	removed := engine.Mark{}
	if old := s.containers.Get(o.Path); old != nil {
		switch {
		case !old.gone:
			return tx.Refuse(&engine.Cause{Rule: containerExists, Want: engine.Text(o.Path), Have: old.etag.Value(),
				Since: old.created})
		case tx.Now() < old.until:
			return tx.Refuse(&engine.Cause{Rule: beingDeleted, Want: engine.Text(o.Path), Since: old.removed,
				Until: old.until})
		}
		next.version, next.lease, removed = old.version, old.lease, old.removed
	}
	next.created, next.wrote.metadata, next.wrote.acl = tx.Mark(), tx.Mark(), tx.Mark()
	next.touched(tx)
	tx.Made(next.parts(o.Path), "metadata", removed)
	s.containers.Put(tx, o.Path, next)
	return tx.Done(201, next.stampFields()...)
}

// ContainerRead is which container is read, by whoever may hold its lease.
type ContainerRead struct {
	Path  string                   `op:"path" help:"the container"`
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease; if sent, it must be the one that stands"`
}

// read answers with the fields of the container, and shows the part of it that they are about.
func (o ContainerRead) read(tx *engine.Tx, part string, fields func(*Container) []engine.Field) engine.Answer {
	f, c := containerRequest{name: o.Path, lease: o.Lease}.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	f.container.show(tx, o.Path, part)
	return tx.Done(200, append(f.container.stampFields(), fields(f.container)...)...)
}

// GetContainerProperties reads metadata, ETag, date and the state of the lease of a container.
//
// Answers: 200; 412 for a lease id that does not stand; 404 ContainerNotFound. It takes no conditions.
//
// Source: Azure REST, "Get Container Properties".
type GetContainerProperties struct{ ContainerRead }

func (o GetContainerProperties) Apply(tx *engine.Tx) engine.Answer {
	return o.read(tx, "metadata", func(c *Container) []engine.Field {
		return slices.Concat(c.lease.Fields(), c.publicField(), engine.PairFields("meta.", c.metadata))
	})
}

// GetContainerMetadata reads the metadata of a container.
//
// Answers: 200; 412 for a lease id that does not stand; 404 ContainerNotFound. It takes no conditions.
//
// Source: Azure REST, "Get Container Metadata".
type GetContainerMetadata struct{ ContainerRead }

func (o GetContainerMetadata) Apply(tx *engine.Tx) engine.Answer {
	return o.read(tx, "metadata", func(c *Container) []engine.Field {
		return engine.PairFields("meta.", c.metadata)
	})
}

// SetContainerMetadata replaces all metadata of a container.
//
// Of the conditions only If-Modified-Since is looked at, so that nothing protects what another has written. A lease
// that has ended stays as it is.
//
// Answers: 200 with a new ETag; 412 for the condition, and for a lease id that does not stand; 404 ContainerNotFound.
//
// Source: Azure REST, "Set Container Metadata".
type SetContainerMetadata struct {
	Path       string                   `op:"path" help:"the container"`
	Metadata   []engine.Pair            `op:"meta.*,content" help:"a pair of metadata; all others go"`
	Modified   engine.Value             `op:"if-modified-since,guard=last-modified" help:"only if it was written after this second"`
	Match      engine.Value             `op:"if-match,guard=etag,version,ignored" help:"ignored on containers"`
	NoneMatch  engine.Value             `op:"if-none-match,guard=etag,ignored" help:"ignored on containers"`
	Unmodified engine.Value             `op:"if-unmodified-since,guard=last-modified,version,ignored" help:"ignored by this operation"`
	Lease      engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease; if sent, it must be the one that stands"`
}

func (o SetContainerMetadata) Apply(tx *engine.Tx) engine.Answer {
	f, c := containerRequest{name: o.Path, lease: o.Lease, use: writes, when: conditions{modified: o.Modified},
		syntax: checkMetadata(o.Metadata)}.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	next := *f.container
	tx.Change(engine.Change{Part: engine.Part{Object: containerObject(o.Path), Name: "metadata",
		Mark: next.wrote.metadata}})
	next.metadata, next.wrote.metadata = sorted(o.Metadata), tx.Mark()
	next.touched(tx)
	f.state.containers.Put(tx, o.Path, &next)
	return tx.Done(200, next.stampFields()...)
}

// GetContainerACL reads the access policies of a container, as they were set, whether they are active yet or not.
//
// Answers: 200; 412 for a lease id that does not stand; 404 ContainerNotFound. It takes no conditions.
//
// Source: Azure REST, "Get Container ACL".
type GetContainerACL struct{ ContainerRead }

func (o GetContainerACL) Apply(tx *engine.Tx) engine.Answer {
	return o.read(tx, "acl", func(c *Container) []engine.Field {
		fields := c.publicField()
		for _, p := range c.policies {
			if p.there {
				fields = append(fields, engine.Field{Name: "policy." + p.name, Value: engine.Text(p.allows)})
			}
		}
		return append(fields, c.dates.Fields()...)
	})
}

// SetContainerACL replaces all access policies of a container: at most 5. Until 30 seconds later requests may still
// meet the old permissions.
//
// Answers: 200 with a new ETag; 412 for conditions by date, and for a lease id that does not stand; 404
// ContainerNotFound; 411 MissingContentLengthHeader.
//
// Source: Azure REST, "Set Container ACL".
type SetContainerACL struct {
	Path     string        `op:"path" help:"the container"`
	Policies []engine.Pair `op:"policy.*,content" help:"the permissions of an access policy, as rwdl; all others go"`
	engine.PolicyDates
	Publicly
	ContainerConditions
	Lease  engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease; if sent, it must be the one that stands"`
	Length engine.Opt[string]       `op:"content-length,one=none" help:"none: the client does not say how long the body is"`
}

func (o SetContainerACL) Apply(tx *engine.Tx) engine.Answer {
	a := containerRequest{name: o.Path, lease: o.Lease, use: writes,
		when: o.dates()}
	a.syntax = lacks(o.Length)
	if a.syntax == nil && len(o.Policies) > policiesMost {
		a.syntax = &engine.Cause{Rule: manyPolicies, Want: engine.Number(int64(len(o.Policies))),
			Have: engine.Number(policiesMost)}
	}
	if a.syntax == nil {
		a.syntax = o.Publicly.validate()
	}
	f, c := a.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	next := *f.container
	next.dates, next.public = o.PolicyDates, o.Public.Want
	tx.Change(engine.Change{Part: engine.Part{Object: containerObject(o.Path), Name: "acl", Mark: next.wrote.acl}})
	next.policies, next.wrote.acl = set(tx, next.policies, o.Policies), tx.Mark()
	next.touched(tx)
	f.state.containers.Put(tx, o.Path, &next)
	return tx.Done(200, next.stampFields()...)
}

// DeleteContainer removes a container with all that is in it, leased or not. Its name is free after 30 seconds.
//
// Answers: 202; 412 LeaseIdMissing and its kin while its own lease stands; 412 for conditions by date; 404
// ContainerNotFound.
//
// Source: Azure REST, "Delete Container" and "Lease Container".
type DeleteContainer struct {
	Path string `op:"path" help:"the container"`
	ContainerConditions
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease, needed while one stands"`
}

func (o DeleteContainer) Apply(tx *engine.Tx) engine.Answer {
	f, c := containerRequest{name: o.Path, lease: o.Lease, use: deletes,
		when: o.dates()}.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	old := f.container
	for _, part := range old.parts(o.Path) {
		tx.Change(engine.Change{Part: part, Drops: true})
	}
	tx.Believe(containerObject(o.Path), engine.Token{})
	removeInside(tx, f.state, o.Path)
	f.state.containers.Put(tx, o.Path, &Container{gone: true, removed: tx.Mark(), until: tx.Now().Add(freeAfter),
		version: old.version,
		lease:   old.lease.Forget(tx.Mark())})
	return tx.Done(202)
}
