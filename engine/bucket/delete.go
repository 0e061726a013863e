package bucket

import "interleave/engine"

// Delete removes an object, puts a delete marker on top of it where the bucket keeps versions, or takes one version
// away for good.
//
// If-Match takes an ETag or *. With a version id there are no conditions; those on size and date belong to directory
// buckets.
//
// Answers: 204, also where nothing was; with a condition 404 NoSuchKey where nothing is, 412 PreconditionFailed, 409
// ConditionalRequestConflict; 501 NotImplemented; 403 AccessDenied.
//
// Source: Amazon S3 API, "DeleteObject"; Amazon S3 guide, "How to perform conditional deletes"; rules.md, "The write
// rule", "DeleteObject", and "Versioning". Assumed: the same ladder as for puts; 204 for a version id that is unknown.
type Delete struct {
	Path          string                   `op:"path" help:"the object, its bucket before the first slash"`
	Match         engine.Value             `op:"if-match,guard=etag,version,repeats" help:"only if the object has this ETag; * if there is one"`
	Version       engine.Opt[engine.Token] `op:"version-id,guard=version-id" help:"the version to take away, a delete marker too"`
	MatchSize     engine.Opt[int64]        `op:"if-match-size" help:"directory buckets only: refused"`
	Bypass        bool                     `op:"bypass-governance" help:"pass a retention in GOVERNANCE by"`
	MatchModified engine.Opt[string]       `op:"if-match-last-modified-time" help:"directory buckets only: refused"`
}

// writes says which key it writes, to others that arrive meanwhile.
func (o Delete) writes(path string) bool { return o.Path == path }

// deletion is one key to delete, by itself or in a list.
type deletion struct {
	path    string
	match   engine.Value
	version engine.Opt[engine.Token]
	bypass  bool
}

// enter looks at the permission.
//
// Source: rules.md, "State", "Extra permissions a condition needs".
func (d deletion) enter(tx *engine.Tx) (place, *refusal) {
	actions := []string{"s3:DeleteObject"}
	if d.version.Set {
		actions = []string{"s3:DeleteObjectVersion"}
	}
	g := guards{match: d.match}
	if g.version() {
		actions = append(actions, "s3:GetObject")
	}
	if d.bypass {
		actions = append(actions, passesBy)
	}
	return visit{path: d.path, actions: actions, when: g, version: d.version}.enter(tx)
}

// headers looks at the headers.
func (d deletion) headers() *refusal {
	if d.version.Set && sent(d.match) {
		return unaccepted(notImplemented, "If-Match", "", d.match)
	}
	return nil
}

// do checks the condition and deletes; what it says of markers and versions.
func (d deletion) do(tx *engine.Tx) ([]engine.Field, *refusal) {
	p, no := visit{path: d.path}.find(tx)
	if no != nil {
		return nil, no
	}
	if d.version.Set {
		return p.deleteVersion(tx, engine.TokenAs(engine.VersionID, d.version), d.bypass)
	}
	if no := (guards{match: d.match}).decide(tx, p, since(tx, p.object)); no != nil {
		if no.cause.Rule == matchNothing && d.match.String() == "*" && len(p.object.versions) > 0 {
			no.cause.Rule = matchMarker
		}
		return nil, no
	}
	if marker := p.remove(tx); marker != nil {
		return []engine.Field{text("delete-marker", "true"), {Name: "version-id", Value: marker.id.Value()}}, nil
	}
	return nil, nil
}

func (p place) deleteVersion(tx *engine.Tx, id engine.Token, bypass bool) ([]engine.Field, *refusal) {
	fields := []engine.Field{{Name: "version-id", Value: id.Value()}}
	at := p.object.version(id)
	if at < 0 {
		return fields, nil
	}
	if no := p.object.versions[at].lock.keeps(tx, bypass); no != nil {
		return nil, no
	}
	if p.object.versions[at].marker {
		fields = append(fields, text("delete-marker", "true"))
	}
	p.takeVersion(tx, at)
	return fields, nil
}

// Arrive looks at permission and headers.
func (o Delete) Arrive(tx *engine.Tx) (engine.Answer, bool) {
	d := deletion{o.Path, o.Match, o.Version, o.Bypass}
	_, no := d.enter(tx)
	switch {
	case no != nil:
	case o.MatchModified.Set:
		no = unaccepted(notImplemented, "x-amz-if-match-last-modified-time", "", o.MatchModified.Raw())
	case o.MatchSize.Set:
		no = unaccepted(notImplemented, "x-amz-if-match-size", "", o.MatchSize.Raw())
	default:
		no = d.headers()
	}
	if no != nil {
		return no.answer(tx), true
	}
	return engine.Answer{}, false
}

// Apply checks the condition and deletes.
func (o Delete) Apply(tx *engine.Tx) engine.Answer {
	fields, no := deletion{o.Path, o.Match, o.Version, o.Bypass}.do(tx)
	if no != nil {
		return no.answer(tx)
	}
	return tx.Done(204, fields...)
}
